import RawObserving
import Testing

@testable import ManagedObserving

/// An object with a computed property, and parts that may be nil.
private final class Room: KeyValueObject {
  @Observed var width = 2
  @Observed var clock = Clock()
  @Observed var neighbour: Room?

  var area: Int { width * width }
  var areaProperty: Property<Int> { computed(\Room.area) }

  override class var computedKeys: [ComputedKey] {
    super.computedKeys + [ComputedKey("area", \Room.area, dependsOn: \.$width)]
  }
}

/// Two parts of one class. With a tag of its own, a test is the first to learn the names of the class's keys.
private final class Hub<Tag>: KeyValueObject {
  @Observed var first: Spoke<Tag>?
  @Observed var second: Spoke<Tag>?
  @Observed var rank = 0
}

private final class Spoke<Tag>: KeyValueObject {
  @Observed var next: Spoke<Tag>?
  @Observed var a = 0
  @Observed var b = 0
  @Observed var c = 0
}

/// A view that observes in methods of its own, and can be subclassed: there `Self` is its type.
private class OpenView: KeyValueObject {
  var dates: [Int] = []

  func show(_ clock: Clock) {
    kvoController.observe(clock, \.$date, options: .initial) { view, _, change in view.dates.append(change.value) }
  }
}

private final class LoudView: OpenView {
  var louder = 0

  override func show(_ clock: Clock) {
    super.show(clock)
    kvoController.observe(clock, \.$zone) { view, _, _ in view.louder += 1 }
  }
}

@Suite("Typed key paths", .watched) struct TypedKeyPathTests {
  private let clock = Clock()
  private let room = Room()
  private let view = ClockView()
  private let controller: KVOController<ClockView>

  init() { controller = KVOController(observer: view) }

  /// A path in its string form; a question mark stands for a name that is not known yet.
  private func name<Object: KeyValueObject, Value>(_ property: KeyPath<Object, Property<Value>>, _ object: Object)
    -> String
  {
    controller.path(property, of: object).description
  }

  @Test("a closure gets the observer, the object and the change, and needs no annotation")
  func closure() {
    var heard: [Change<Int>] = []
    controller.observe(clock, \.$date, options: [.initial, .old]) { [clock, expected = view] view, observed, change in
      #expect(observed === clock && view === expected)
      heard.append(change)
    }
    clock.date = 7
    clock.date += 1
    #expect(heard.map(\.value) == [0, 7, 8] && heard.map(\.oldValue) == [nil, 0, 7])
    #expect(heard.allSatisfy { $0.keyPath == "date" && $0.kind == .setting && $0.indexes == nil })
  }

  @Test("without options there is no initial call and no old value, and options made of other bits are left out")
  func noOptions() {
    for options in [[], ChangeOptions(rawValue: KeyValueObservingOptions.prior.rawValue)] {
      var heard: [Change<String?>] = []
      controller.observe(clock, \.$zone, options: options) { _, _, change in heard.append(change) }
      #expect(heard.isEmpty)
      clock.zone = "UTC"
      #expect(heard.map(\.value) == ["UTC"] && heard.map(\.oldValue) == [.none])
      controller.unobserveAll()
    }
  }

  @Test("a computed property, alone and behind objects")
  func computed() {
    var heard: [String] = []
    controller.observe(room, \.areaProperty, options: [.old, .initial]) { _, _, change in
      heard.append("\(change.keyPath) \(change.oldValue ?? -1) \(change.value)")
    }
    controller.observe(room, \.$neighbour.areaProperty) { _, _, change in
      heard.append("\(change.keyPath) \(change.value ?? -1)")
    }
    room.width = 3
    room.neighbour = Room()
    room.neighbour?.width = 1
    #expect(heard == ["area -1 4", "area 4 9", "neighbour.area 4", "neighbour.area 1"])
  }

  @Test("a path through objects that may be nil: each change of one of them is a change of its value")
  func path() {
    var heard: [String] = []
    controller.observe(room, \.$neighbour.$clock.$date, options: .old) { [room] _, observed, change in
      #expect(observed === room && change.keyPath == "neighbour.clock.date")
      heard.append("\(change.oldValue.map { $0 ?? -1 } ?? -2) \(change.value ?? -1)")
    }
    let neighbour = Room()
    room.neighbour = neighbour
    neighbour.clock.date = 4
    neighbour.clock = Clock()
    room.neighbour = nil
    neighbour.clock.date = 5
    #expect(heard == ["-1 0", "0 4", "4 0", "0 -1"])
    controller.unobserve(room, \.$neighbour.$clock.$date)
    room.neighbour = neighbour
    #expect(heard.count == 4 && room.activeRegistrations.isEmpty)
  }

  /// An argument of a key path, which names another path as it is hashed.
  private final class Slide: Hashable, Sendable {
    static func == (one: Slide, other: Slide) -> Bool { true }

    func hash(into hasher: inout Hasher) {
      hasher.combine(0)
      _ = Clock().$twin.$date
    }
  }

  private final class Wall: KeyValueObject {
    @Observed var clock = SlideClock()
    let slide = Slide()
    var dateProperty: Property<Int> { $clock[dynamicMember: \SlideClock.[slide]] }
  }

  private final class SlideClock: KeyValueObject {
    @Observed var date = 0
    subscript(slide: Slide) -> Property<Int> { $date }
  }

  @Test("no lock is held while an argument of a key path is hashed and compared")
  func hashedArgument() {
    let wall = Wall()
    var values: [Int] = []
    controller.observe(wall, \.dateProperty) { _, _, change in values.append(change.value) }
    let dropped = controller.observe(wall, \.dateProperty) { _, _, _ in }
    wall.clock.date = 7
    #expect(values == [7] && !dropped.isActive)
  }

  private final class Shelf: KeyValueObject { @Observed var clock: HeldClock? }

  private final class HeldClock: KeyValueObject {
    @Observed var date = 0
    subscript(held: Held) -> Property<Int> { $date }
  }

  private final class Held: Hashable, Sendable {
    static func == (one: Held, other: Held) -> Bool { true }
    func hash(into hasher: inout Hasher) {}
  }

  @Test("an argument of a key path is released with the last observation; equal paths are one observation until then")
  func releasedArgument() {
    let shelf = Shelf()
    var values: [Int?] = []
    weak var arguments: Held?
    func observe(_ held: Held = Held()) -> ObservationToken {
      arguments = held
      return controller.observe(shelf, \.$clock[held]) { _, _, change in values.append(change.value) }
    }
    for round in 1...3 {
      let token = observe()
      #expect(arguments != nil && token.isActive)
      shelf.clock = HeldClock()
      shelf.clock?.date = round
      #expect(!observe().isActive, "another argument that is equal")
      #expect(arguments == nil, "it is released with the duplicate")
      controller.unobserve(shelf, \.$clock[Held()])
      #expect(!token.isActive)
    }
    weak var first: Held?
    do {
      let held = Held()
      first = held
      let token = observe(held)
      token.cancel()
    }
    #expect(first == nil && values == [0, 1, 0, 2, 0, 3])

    // The first of two equal paths is gone, and the second is still known by a third. No name was learnt: there is no
    // clock.
    func observe(_ shelf: Shelf) -> ObservationToken {
      controller.observe(shelf, \.$clock[Held()]) { _, _, _ in Issue.record("called") }
    }
    var shelves = [Shelf(), Shelf()]
    var tokens = shelves.map(observe)
    tokens.removeFirst().cancel()
    shelves.removeFirst()
    controller.unobserve(shelves[0], \.$clock[Held()])
    #expect(!tokens[0].isActive)
  }

  // MARK: Which controllers

  @Test("an observer has one controller, whatever type it is called by; copies are equal, and another one is not")
  func controllers() {
    let view = LoudView()
    let (open, other) = ((view as OpenView).kvoController, KVOController(observer: view))
    #expect(open == (view as OpenView).kvoController && open != (LoudView() as OpenView).kvoController)
    #expect((view as KeyValueObject).kvoController.core === open.core)
    #expect(view.kvoController != other && Set([view.kvoController, view.kvoController, other]).count == 2)
    var heard: [String] = []
    open.observe(clock, \.$date) { view, _, _ in heard.append("\(type(of: view))") }
    #expect(!view.kvoController.observe(clock, \.$date) { _, _, _ in }.isActive, "it is a duplicate")
    let erased = KVOController<AnyObject>(observer: view)
    erased.observe(clock, \.$date) { view, _, _ in heard.append("any \(type(of: view))") }
    clock.date = 1
    #expect(heard.sorted() == ["LoudView", "any LoudView"] && erased.observer === view)
    view.kvoController.unobserve(clock, \.$date)
    #expect(open.activeObservations.isEmpty && other.activeObservations.isEmpty)
  }

  @Test("a class that is not final observes in its own methods, and so does its subclass")
  func openClass() {
    let view = LoudView()
    view.show(clock)
    (clock.date, clock.zone) = (3, "UTC")
    #expect(view.dates == [0, 3] && view.louder == 1)
  }

  // MARK: Beside strings

  @Test("the string and the typed key path are the same observation", arguments: [true, false])
  func sameAsString(typedFirst: Bool) {
    func check<Value>(_ property: KeyPath<Room, Property<Value>>, _ keyPath: String, set: () -> Void) {
      let count = view.actions.count
      func typed() -> ObservationToken { controller.observe(room, property) { $0.valueDidChange($2) } }
      func string() -> ObservationToken { controller.observe(room, keyPath: keyPath) { $0.valueDidChange($2) } }
      let first = typedFirst ? typed() : string()
      #expect(first.isActive && !string().isActive && !typed().isActive)
      set()
      #expect(view.actions.count == count + 1)
      if typedFirst { controller.unobserve(room, keyPath: keyPath) } else { controller.unobserve(room, property) }
      set()
      #expect(view.actions.count == count + 1 && !first.isActive && room.activeRegistrations.isEmpty)
    }
    room.neighbour = Room()
    check(\.$width, "width") { room.width += 1 }
    check(\.areaProperty, "area") { room.width += 1 }
    check(\.$clock.$date, "clock.date") { room.clock.date += 1 }
    check(\.$neighbour.areaProperty, "neighbour.area") { room.neighbour?.width += 1 }
  }

  // MARK: Names that are not known yet

  @Test("behind a nil a name is a question mark until an object comes; then every path knows it")
  func learnt() {
    enum Tag {}
    let hub = Hub<Tag>()
    var heard: [String] = []
    controller.observe(hub, \.$first.$next.$a, options: .initial) { _, _, change in
      heard.append("\(change.keyPath) \(change.value.map { "\($0)" } ?? "nil")")
    }
    #expect(controller.activeObservations.map(\.keyPath) == ["first.?.?"])
    #expect(hub.activeRegistrations.map(\.keyPath) == ["first.?.?"])
    #expect(controller.debugDescription.contains(" first.?.? [.new, .initial]"))
    hub.first = Spoke()
    #expect(controller.activeObservations.map(\.keyPath) == ["first.next.?"])
    hub.first?.next = Spoke()
    hub.first?.next?.a = 1
    hub.first = nil
    #expect(heard.first == "first.?.? nil")
    #expect(heard.suffix(3) == ["first.next.a 0", "first.next.a 1", "first.next.a nil"])
    #expect(name(\.$second.$next.$a, hub) == "second.next.a", "it is the same property")
    controller.unobserve(hub, keyPath: "first.next.a")
    #expect(hub.activeRegistrations.isEmpty)
  }

  @Test("the same observation with and without its name, and as a string once it is known")
  func sameBehindNil() {
    enum Tag {}
    let hub = Hub<Tag>()
    let typed = controller.observe(hub, \.$first.$a) { $0.valueDidChange($2) }
    #expect(typed.isActive && !controller.observe(hub, \.$first.$a) { $0.valueDidChange($2) }.isActive)
    hub.first = Spoke()
    #expect(view.actions.count == 1)
    #expect(!controller.observe(hub, keyPath: "first.a") { $0.valueDidChange($2) }.isActive)
    hub.first?.a = 1
    hub.first = nil
    #expect(view.actions.count == 3)
    controller.unobserve(hub, keyPath: "first.a")
    #expect(!typed.isActive && hub.activeRegistrations.isEmpty)
    // And the other way round, with nil on the way.
    controller.observe(hub, keyPath: "first.a") { $0.valueDidChange($2) }
    controller.unobserve(hub, \.$first.$a)
    #expect(hub.activeRegistrations.isEmpty)
  }

  @Test("many unnamed paths are told apart, while they get their names")
  func manyUnnamed() {
    enum Tag {}
    let hub = Hub<Tag>()
    var heard: [String] = []
    let paths: [KeyPath<Hub<Tag>, Property<Int?>>] = [\.$first.$a, \.$first.$b, \.$first.$c]
    for path in paths { controller.observe(hub, path) { _, _, change in heard.append(change.keyPath) } }
    #expect(controller.activeObservations.count == 3)
    controller.unobserve(hub, \.$second.$b)
    controller.unobserve(hub, \.$first.$b)
    #expect(hub.activeRegistrations.count == 2)
    hub.first = Spoke()
    #expect(heard.sorted() == ["first.a", "first.c"])
    controller.unobserve(hub, \.$first.$a)
    hub.first?.a = 1
    hub.first?.c = 1
    #expect(heard.dropFirst(2) == ["first.c"])
  }

  @Test("unobserving a path whose names are not known reads no property, even one that is being written")
  func unobservingReadsNothing() async {
    await #expect(processExitsWith: .success) {
      enum Tag {}
      let (hub, view) = (Hub<Tag>(), ClockView())
      hub.first = Spoke()
      func change(_ spoke: inout Spoke<Tag>?) {
        view.kvoController.unobserve(hub, \.$first.$a)
        spoke = nil
      }
      change(&hub.first)
    }
  }

  @Test("unobserving ends an observation, whether or not a name on its path is known", arguments: [false, true])
  func unobservingWithoutNames(isKnown: Bool) {
    enum Tag {}
    let hub = Hub<Tag>()
    let token = controller.observe(hub, \.$second.$b) { _, _, _ in }
    if isKnown { hub.second = Spoke() }
    controller.unobserve(hub, \.$second.$b)
    #expect(!token.isActive && hub.activeRegistrations.isEmpty)
  }

  @Test("a removal reads no property, so it does not notice a silent replacement on the way")
  func removalReadsNothing() {
    final class Tower: KeyValueObject {
      @Observed var clock = Clock()
      override class func automaticallyNotifiesObservers(forKey key: String) -> Bool { key != "clock" }
    }
    let (tower, replaced) = (Tower(), Clock())
    tower.clock = replaced
    controller.observe(tower, \.$clock.$date) { $0.valueDidChange($2) }
    tower.clock = Clock()
    controller.unobserve(tower, \.$clock.$date)
    #expect(replaced.activeRegistrations.isEmpty && tower.activeRegistrations.isEmpty)
  }
}
