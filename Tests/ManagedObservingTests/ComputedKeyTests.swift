import Foundation
import ManagedObserving
import RawObserving
import Testing

/// Computed properties, each declared once.
private class Room: KeyValueObject {
  @Observed var width = 2
  @Observed var length = 3
  @Observed var name: String?
  @Observed var clock: Clock?

  var area: Int { width * length }

  /// Can be set, which changes both sides.
  var side: Int {
    get { max(width, length) }
    set {
      width = newValue
      length = newValue
    }
  }

  /// Depends on another computed property.
  var label: String? { name.map { "\($0), \(area)" } }

  /// Depends on a property of another object.
  var hour: Int { (clock?.date ?? 0) % 24 }

  /// Not declared, and reads nothing that is observed.
  var corners: Int { 4 }

  /// Not declared.
  var perimeter: Int { 2 * (width + length) }

  override class var computedKeys: [ComputedKey] {
    super.computedKeys + [
      ComputedKey("area", \Room.area, dependsOn: "width", "length"),
      ComputedKey("side", \Room.side, dependsOn: "width", "length"),
      ComputedKey("label", \Room.label, dependsOn: "name", "area"),
      ComputedKey("hour", \Room.hour, dependsOn: "clock.date"),
    ]
  }
}

/// A room with a computed property of its own, and one that its superclass has not declared.
private class Hall: Room {
  @Observed var height = 4

  var volume: Int { area * height }

  override class var computedKeys: [ComputedKey] {
    super.computedKeys + [
      ComputedKey("volume", \Hall.volume, dependsOn: "area", "height"),
      ComputedKey("corners", \Hall.corners),
      ComputedKey("perimeter", \Room.perimeter, dependsOn: "width", "length"),
    ]
  }
}

/// An attic whose area depends on more than a room's, and whose other declarations are its superclass's.
private final class Attic: Hall {
  @Observed var slope = 0

  override var area: Int { super.area - slope }

  override class var computedKeys: [ComputedKey] {
    super.computedKeys + [
      ComputedKey("area", \Attic.area, dependsOn: "width", "length", "slope")
    ]
  }
}

/// A cellar that forgets `super`.
private final class Cellar: Room {
  override class var computedKeys: [ComputedKey] { [] }
}

/// An object with arrays and a set.
private final class Rack: KeyValueObject {
  @Observed var titles: [String] = []
  @Observed var extras: [String]?
  @Observed var tags: Set<String> = []
}

/// An observer that writes down what it hears.
private final class Surveyor {
  private(set) var heard: [String] = []

  func areaChanged(_ change: Change<Int>) { heard.append(line(change)) }

  func note(_ text: String) { heard.append(text) }

  private func line(_ change: Change<Int>) -> String {
    "\(change.keyPath) \(change.oldValue ?? -1) \(change.newValue ?? -1)"
  }
}

@Suite("Computed properties, observed by name and by typed key path")
struct ComputedKeyTests {
  private let surveyor = Surveyor()
  private let controller: KVOController

  init() {
    controller = KVOController(observer: surveyor)
  }

  /// Notes each call for the typed key path.
  private func observe<Object: KeyValueObject, Value>(
    _ object: Object, _ keyPath: KeyPath<Object, Value>,
    options: KeyValueObservingOptions = [.new, .old]
  ) {
    controller.observe(object, keyPath, options: options) { (surveyor: Surveyor, _, change) in
      surveyor.note(
        "\(change.keyPath) \(change.oldValue.map { "\($0)" } ?? "-")"
          + " \(change.newValue.map { "\($0)" } ?? "-")")
    }
  }

  @Test("a computed property is observed by its typed key path, once for each change")
  func typed() {
    let room = Room()
    observe(room, \.area, options: [.new, .old, .initial])
    room.width = 5
    room.length = 1
    #expect(surveyor.heard == ["area - 6", "area 6 15", "area 15 5"])
  }

  @Test("the name and the typed key path are the same observation")
  func byName() {
    let room = Room()
    controller.observe(room, keyPath: "area", options: [.new, .old]) {
      (surveyor: Surveyor, _: Room, change) in
      surveyor.note("\(change.keyPath ?? "") \(change.newValue as? Int ?? -1)")
    }
    observe(room, \.area)
    room.width = 5
    #expect(surveyor.heard == ["area 15"])
    controller.unobserve(room, \.area)
    room.width = 6
    #expect(surveyor.heard.count == 1)
  }

  @Test("an action takes the typed change of a computed property")
  func action() {
    let room = Room()
    controller.observe(room, \.area, options: [.new, .old], action: Surveyor.areaChanged)
    room.width = 5
    #expect(surveyor.heard == ["area 6 15"])
  }

  @Test("a computed property that depends on computed properties and on another object")
  func chained() {
    let room = Room()
    observe(room, \.label)
    observe(room, \.hour)
    room.name = "Study"
    room.width = 5
    let clock = Clock()
    clock.date = 25
    room.clock = clock
    clock.date = 26
    room.clock = nil
    #expect(
      surveyor.heard == [
        #"label nil Optional("Study, 6")"#,
        #"label Optional("Study, 6") Optional("Study, 15")"#,
        "hour 0 1", "hour 1 2", "hour 2 0",
      ])
  }

  @Test("a property set through its own setter is told once for each property it sets, by key once")
  func setter() {
    let room = Room()
    observe(room, \.side)
    room.side = 5
    #expect(surveyor.heard == ["side 3 5", "side 5 5"])
    room.setValue(7, forKey: "side")
    #expect(surveyor.heard == ["side 3 5", "side 5 5", "side 5 7"])
    #expect((room.width, room.length) == (7, 7))
    #expect(room.value(forKey: "side") as? Int == 7)
  }

  @Test("a setter called by key announces what it sets, one after the other")
  func setByKey() {
    let room = Room()
    observe(room, \.width)
    observe(room, \.area)
    room.setValue(4, forKey: "side")
    #expect(surveyor.heard.filter { $0.hasPrefix("width") } == ["width 2 4"])
    #expect(surveyor.heard.filter { $0.hasPrefix("area") } == ["area 6 12", "area 12 16"])
  }

  @Test("each dependency is in the set of its key, and none of another's")
  func dependencies() {
    #expect(Room.keyPathsForValuesAffectingValue(forKey: "area") == ["width", "length"])
    #expect(Room.keyPathsForValuesAffectingValue(forKey: "label") == ["name", "area"])
    #expect(Room.keyPathsForValuesAffectingValue(forKey: "width") == [])
    #expect(Room.keyPathsForValuesAffectingValue(forKey: "volume") == [])
    #expect(Hall.keyPathsForValuesAffectingValue(forKey: "volume") == ["area", "height"])
    #expect(Hall.keyPathsForValuesAffectingValue(forKey: "area") == ["width", "length"])
    #expect(Attic.keyPathsForValuesAffectingValue(forKey: "area") == ["width", "length", "slope"])
  }

  @Test("elements that change in a property arrive typed, also where the property can be nil")
  func elements() {
    let rack = Rack()
    var heard: [String] = []
    controller.observe(rack, \.titles, options: [.new, .old]) { (_: Surveyor, _, change) in
      heard.append("\(change.kind) \(change.oldValue ?? ["-"]) \(change.newValue ?? ["-"])")
    }
    controller.observe(rack, \.extras, options: [.new, .old]) { (_: Surveyor, _, change) in
      heard.append("\(change.kind) \(String(describing: change.newValue))")
    }
    controller.observe(rack, \.tags, options: [.new, .old]) { (_: Surveyor, _, change) in
      heard.append("\(change.kind) \(change.oldValue ?? ["-"]) \(change.newValue ?? ["-"])")
    }
    let titles = rack.mutableArrayValue(forKey: "titles", of: String.self)
    titles.append("a")
    titles[0] = "b"
    titles.removeLast()
    rack.mutableArrayValue(forKey: "extras").append("x")
    rack.mutableSetValue(forKey: "tags").insert("new")
    #expect(
      heard == [
        #"insertion ["-"] ["a"]"#, #"replacement ["a"] ["b"]"#, #"removal ["b"] ["-"]"#,
        #"insertion Optional(Optional(["x"]))"#, #"insertion ["-"] ["new"]"#,
      ])
  }

  // MARK: Subclasses

  @Test("an inherited computed property, through the subclass and through the superclass")
  func inherited() {
    let hall = Hall()
    observe(hall, \.area)
    observe(hall as Room, \.area)
    observe(hall, \.volume)
    hall.width = 5
    #expect(surveyor.heard.sorted() == ["area 6 15", "volume 24 60"])
  }

  @Test("an overridden computed property has the dependencies of the subclass")
  func overridden() {
    let attic = Attic()
    observe(attic, \.area)
    attic.slope = 1
    attic.width = 5
    #expect(surveyor.heard == ["area 6 5", "area 5 14"])
    // And so has what depends on it.
    controller.unobserveAll()
    observe(attic, \.volume)
    attic.slope = 2
    #expect(surveyor.heard.suffix(1) == ["volume 56 52"])
  }

  @Test("a superclass's property that only the subclass declares is a key of the subclass alone")
  func declaredBelow() async {
    let hall = Hall()
    observe(hall as Room, \.perimeter)
    hall.width = 5
    #expect(surveyor.heard == ["perimeter 10 16"])
    let result = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) {
      let controller = KVOController(observer: nil)
      controller.observe(Hall() as Room, \.perimeter) { (_: Surveyor, _, _) in }
      controller.observe(Room(), \.perimeter) { (_: Surveyor, _, _) in }
    }
    #expect(result.raised("NSInvalidArgumentException", "declared in computedKeys"))
  }

  @Test("a computed property that depends on nothing is accepted, and never heard of")
  func constant() {
    let hall = Hall()
    observe(hall, \.corners, options: [.initial, .new])
    hall.width = 5
    #expect(surveyor.heard == ["corners - 4"])
  }

  // MARK: What raises

  @Test("a computed property that is not declared raises, by typed key path and by name")
  func notDeclared() async {
    let typed = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) {
      KVOController(observer: nil).observe(Room(), \.perimeter) { (_: Surveyor, _, _) in }
    }
    #expect(
      typed.raised(
        "NSInvalidArgumentException", #"reads the property "width" of Room"#,
        "A computed property has to be declared in computedKeys"))
    let constant = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) {
      KVOController(observer: nil).observe(Room(), \.corners) { (_: Surveyor, _, _) in }
    }
    #expect(constant.raised("NSInvalidArgumentException", "cannot be told for certain"))
    let named = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) { _ = Room().value(forKey: "perimeter") }
    #expect(named.raised("NSUnknownKeyException", "key perimeter."))
  }

  @Test("a subclass that leaves out super loses the inherited declarations, and says so")
  func withoutSuper() async {
    let result = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) {
      KVOController(observer: nil).observe(Cellar(), \.area) { (_: Surveyor, _, _) in }
    }
    #expect(result.raised("NSInvalidArgumentException", "declared in computedKeys"))
  }

  @Test("a value of another type raises, and so does a property that cannot be set")
  func wrongType() async {
    let type = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) { Room().setValue("wide", forKey: "side") }
    #expect(
      type.raised("NSInvalidArgumentException", "the key side holds Int, and the value is String"))
    let null = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) { Room().setValue(nil, forKey: "side") }
    #expect(
      null.raised("NSInvalidArgumentException", "could not set nil as the value for the key side."))
    let readOnly = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) { Room().setValue(1, forKey: "area") }
    #expect(readOnly.raised("NSUnknownKeyException", "setValue:forUndefinedKey:", "key area."))
  }

  @Test("a computed property that depends on itself raises")
  func dependsOnItself() async {
    final class Mirror: KeyValueObject {
      var image: Int { 1 }
      override class var computedKeys: [ComputedKey] {
        super.computedKeys + [ComputedKey("image", \Mirror.image, dependsOn: "image")]
      }
    }
    let result = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) {
      KVOController(observer: nil).observe(Mirror(), \.image) { (_: Surveyor, _, _) in }
    }
    #expect(
      result.raised(
        "NSInternalInconsistencyException", "returned a set that includes the same key"))
  }
}
