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
  var areaProperty: Property<Int> { computed(\Room.area) }

  /// Its setter changes both sides.
  var side: Int {
    get { max(width, length) }
    set {
      width = newValue
      length = newValue
    }
  }
  var sideProperty: Property<Int> { computed(\Room.side) }

  /// Depends on another computed property.
  var label: String? { name.map { "\($0), \(area)" } }
  var labelProperty: Property<String?> { computed(\Room.label) }

  /// Depends on a property of another object.
  var hour: Int { (clock?.date ?? 0) % 24 }
  var hourProperty: Property<Int> { computed(\Room.hour) }

  /// Not declared here, and reads nothing that is observed.
  var corners: Int { 4 }
  var cornersProperty: Property<Int> { computed(\Room.corners) }

  /// Not declared here.
  var perimeter: Int { 2 * (width + length) }
  var perimeterProperty: Property<Int> { computed(\Room.perimeter) }

  override class var computedKeys: [ComputedKey] {
    super.computedKeys + [
      ComputedKey("area", \Room.area, dependsOn: \.$width, \.$length),
      ComputedKey("side", \Room.side, dependsOn: \.$width, \.$length),
      ComputedKey("label", \Room.label, dependsOn: \.$name, \.areaProperty),
      ComputedKey("hour", \Room.hour, dependsOn: \.$clock.$date),
    ]
  }
}

/// A room with a computed property of its own, and two that its superclass has not declared.
private class Hall: Room {
  @Observed var height = 4

  var volume: Int { area * height }
  var volumeProperty: Property<Int> { computed(\Hall.volume) }

  override class var computedKeys: [ComputedKey] {
    super.computedKeys + [
      ComputedKey("volume", \Hall.volume, dependsOn: \.areaProperty, \.$height),
      ComputedKey("corners", \Room.corners),
      ComputedKey("perimeter", \Room.perimeter, dependsOn: \.$width, \.$length),
    ]
  }
}

/// An attic whose area depends on more than a room's.
private final class Attic: Hall {
  @Observed var slope = 0

  override var area: Int { super.area - slope }

  override class var computedKeys: [ComputedKey] {
    super.computedKeys + [
      ComputedKey("area", \Attic.area, dependsOn: \.$width, \.$length, \.$slope)
    ]
  }
}

/// A cellar that forgets `super`.
private final class Cellar: Room {
  override class var computedKeys: [ComputedKey] { [] }
}

/// An owner of a room.
private final class Owner: KeyValueObject {
  @Observed var room: Room?
}

/// An object with arrays and a set.
private final class Rack: KeyValueObject {
  @Observed var titles: [String] = []
  @Observed var extras: [String]?
  @Observed var tags: Set<String> = []

  var loudTitles: [String] { titles.map { $0.uppercased() } }
  var loudTitlesProperty: Property<[String]> { computed(\Rack.loudTitles) }

  override class var computedKeys: [ComputedKey] {
    super.computedKeys + [ComputedKey("loudTitles", \Rack.loudTitles, dependsOn: \.$titles)]
  }
}

/// An observer that records what it is told.
private final class Surveyor {
  private(set) var heard: [String] = []

  func note(_ text: String) { heard.append(text) }
}

@Suite("Computed properties, observed by name and by typed key path", .watched)
struct ComputedKeyTests {
  private let surveyor = Surveyor()
  private let controller: KVOController<Surveyor>

  init() {
    controller = KVOController(observer: surveyor)
  }

  /// Records each call for the typed key path.
  private func observe<Object: KeyValueObject, Value>(
    _ object: Object, _ property: KeyPath<Object, Property<Value>>, options: ChangeOptions = .old
  ) {
    controller.observe(object, property, options: options) { surveyor, _, change in
      surveyor.note(
        "\(change.keyPath) \(change.oldValue.map { "\($0)" } ?? "-") \(change.value)")
    }
  }

  @Test("a computed property is observed by its typed key path, once for each change")
  func typed() {
    let room = Room()
    observe(room, \.areaProperty, options: [.old, .initial])
    room.width = 5
    room.length = 1
    #expect(surveyor.heard == ["area - 6", "area 6 15", "area 15 5"])
  }

  @Test("the name and the typed key path are the same observation")
  func byName() {
    let room = Room()
    controller.observe(room, keyPath: "area", options: [.new, .old]) { surveyor, _, change in
      surveyor.note("area \(change.newValue as? Int ?? -1)")
    }
    observe(room, \.areaProperty)
    room.width = 5
    #expect(surveyor.heard == ["area 15"])
    controller.unobserve(room, \.areaProperty)
    room.width = 6
    #expect(surveyor.heard.count == 1)
  }

  @Test("a computed property that depends on computed properties and on another object")
  func chained() {
    let room = Room()
    observe(room, \.labelProperty)
    observe(room, \.hourProperty)
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

  @Test(
    "a computed property behind another object, which may be nil: then its name is not known yet")
  func behindAnotherObject() {
    let owner = Owner()
    observe(owner, \.$room.areaProperty, options: [.old, .initial])
    let room = Room()
    owner.room = room
    room.width = 5
    owner.room = nil
    #expect(
      surveyor.heard == [
        "room.? - nil", "room.area nil Optional(6)", "room.area Optional(6) Optional(15)",
        "room.area Optional(15) nil",
      ])
    controller.unobserve(owner, keyPath: "room.area")
    owner.room = room
    #expect(surveyor.heard.count == 4, "the string is the same key path")
  }

  @Test("a property set through its own setter notifies once for each property it sets; by key, once more")
  func setter() {
    let room = Room()
    observe(room, \.sideProperty)
    room.side = 5
    #expect(surveyor.heard == ["side 3 5", "side 5 5"])
    room.setValue(7, forKey: "side")
    #expect(surveyor.heard.dropFirst(2) == ["side 5 7", "side 7 7", "side 5 7"])
    #expect((room.width, room.length) == (7, 7))
    #expect(room.value(forKey: "side") as? Int == 7)
  }

  @Test("a setter called by key announces what it sets, one after the other")
  func setByKey() {
    let room = Room()
    observe(room, \.$width)
    observe(room, \.areaProperty)
    room.setValue(4, forKey: "side")
    #expect(surveyor.heard.filter { $0.hasPrefix("width") } == ["width 2 4"])
    #expect(surveyor.heard.filter { $0.hasPrefix("area") } == ["area 6 12", "area 12 16"])
  }

  @Test("each dependency is in the set of its key, and none of another's")
  func dependencies() {
    // The first object of a class teaches the names. What is behind a nil is taught by the first one that is there.
    let room = Room()
    _ = (Hall(), Attic())
    room.clock = Clock()
    observe(room, \.hourProperty)
    #expect(Room.keyPathsForValuesAffectingValue(forKey: "area") == ["width", "length"])
    #expect(Room.keyPathsForValuesAffectingValue(forKey: "label") == ["name", "area"])
    #expect(Room.keyPathsForValuesAffectingValue(forKey: "hour") == ["clock.date"])
    #expect(Room.keyPathsForValuesAffectingValue(forKey: "width") == [])
    #expect(Room.keyPathsForValuesAffectingValue(forKey: "volume") == [])
    #expect(Hall.keyPathsForValuesAffectingValue(forKey: "volume") == ["area", "height"])
    #expect(Hall.keyPathsForValuesAffectingValue(forKey: "area") == ["width", "length"])
    #expect(Attic.keyPathsForValuesAffectingValue(forKey: "area") == ["width", "length", "slope"])
  }

  @Test("elements that change in a property arrive typed, also if the property can be nil")
  func elements() {
    let rack = Rack()
    var heard: [String] = []
    controller.observe(rack, \.$titles, options: .old) { _, _, change in
      heard.append("\(change.kind) \(change.oldElements ?? ["-"]) \(change.newElements ?? ["-"])")
    }
    controller.observe(rack, \.$extras, options: .old) { _, _, change in
      heard.append("\(change.kind) \(String(describing: change.newElements))")
    }
    controller.observe(rack, \.$tags, options: .old) { _, _, change in
      heard.append("\(change.kind) \(change.oldElements ?? ["-"]) \(change.newElements ?? ["-"])")
    }
    let titles = rack.mutableArray(\.$titles)
    titles.append("a")
    titles[0] = "b"
    titles.removeLast()
    rack.mutableArray(\.$extras).append("x")
    rack.mutableSet(\.$tags).insert("new")
    #expect(
      heard == [
        #"insertion ["-"] ["a"]"#, #"replacement ["a"] ["b"]"#, #"removal ["b"] ["-"]"#,
        #"insertion Optional(Optional(["x"]))"#, #"insertion ["-"] ["new"]"#,
      ])
  }

  @Test("a computed array is set as a whole when elements of its trigger change")
  func computedArray() {
    let rack = Rack()
    var heard: [Change<[String]>] = []
    controller.observe(rack, \.loudTitlesProperty, options: .old) { _, _, change in
      heard.append(change)
    }
    rack.mutableArray(\.$titles).append("a")
    #expect(heard.map(\.kind) == [.setting] && heard.map(\.value) == [["A"]])
    #expect(heard.map(\.oldValue) == [[]] && heard[0].indexes == nil)
  }

  // MARK: Subclasses

  @Test("an inherited computed property, through the subclass and through the superclass")
  func inherited() {
    let hall = Hall()
    observe(hall, \.areaProperty)
    observe(hall as Room, \.areaProperty)
    observe(hall, \.volumeProperty)
    hall.width = 5
    #expect(surveyor.heard.sorted() == ["area 6 15", "volume 24 60"])
  }

  @Test("an overridden computed property has the dependencies of the subclass")
  func overridden() {
    let attic = Attic()
    observe(attic, \.areaProperty)
    attic.slope = 1
    attic.width = 5
    #expect(surveyor.heard == ["area 6 5", "area 5 14"])
    // And so does what depends on it.
    controller.unobserveAll()
    observe(attic, \.volumeProperty)
    attic.slope = 2
    #expect(surveyor.heard.suffix(1) == ["volume 56 52"])
  }

  @Test("a superclass's property that only the subclass declares is a key of the subclass alone")
  func declaredBelow() async {
    let hall = Hall()
    observe(hall as Room, \.perimeterProperty)
    hall.width = 5
    #expect(surveyor.heard == ["perimeter 10 16"])
    let result = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) {
      let controller = KVOController<Surveyor>(observer: nil)
      controller.observe(Hall() as Room, \.perimeterProperty) { _, _, _ in }
      controller.observe(Room(), \.perimeterProperty) { _, _, _ in }
    }
    #expect(result.raised("*** RawObserving: [<Room 0x", "Add a ComputedKey for it"))
  }

  @Test("a computed property that depends on nothing is accepted; only the initial call comes")
  func constant() {
    let hall = Hall()
    observe(hall, \.cornersProperty, options: .initial)
    hall.width = 5
    #expect(surveyor.heard == ["corners - 4"])
  }

  // MARK: What raises

  @Test("a computed property that is not declared raises, by typed key path and by name")
  func notDeclared() async {
    let typed = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) {
      KVOController<Surveyor>(observer: nil).observe(Room(), \.cornersProperty) { _, _, _ in }
    }
    #expect(
      typed.raised(
        "*** RawObserving: [<Room 0x", "computed:]: the property is not declared",
        "Add a ComputedKey for it to computedKeys, with the same key path"))
    let named = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) { _ = Room().value(forKey: "perimeter") }
    #expect(named.raised("NSUnknownKeyException", "key perimeter."))
  }

  @Test(
    "a subclass that leaves out super loses the inherited declarations, and the message says so")
  func withoutSuper() async {
    let result = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) {
      KVOController<Surveyor>(observer: nil).observe(Cellar(), \.areaProperty) { _, _, _ in }
    }
    #expect(result.raised("*** RawObserving: [<Cellar 0x", "computedKeys"))
  }

  @Test("a value of another type raises, and so does a property that cannot be set")
  func wrongType() async {
    let type = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) { Room().setValue("wide", forKey: "side") }
    #expect(
      type.raised("*** RawObserving: [<Room 0x", "the key side holds Int, and the value is String"))
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
      var imageProperty: Property<Int> { computed(\Mirror.image) }
      override class var computedKeys: [ComputedKey] {
        super.computedKeys + [ComputedKey("image", \Mirror.image, dependsOn: \.imageProperty)]
      }
    }
    let result = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) {
      KVOController<Surveyor>(observer: nil).observe(Mirror(), \.imageProperty) { _, _, _ in }
    }
    #expect(
      result.raised(
        "NSInternalInconsistencyException", "returned a set that includes the same key"))
  }
}
