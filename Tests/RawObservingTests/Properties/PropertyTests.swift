import Testing

@testable import RawObserving
import TestSupport

private class WallClock: KeyValueObject {
  @Observed var date = 0
  @Observed var zone: String?
  @Observed var twin: WallClock?
  @Observed private var state = 0
  var stateProperty: Property<Int> { $state }
  func tick() { state += 1 }
}

private final class AlarmClock: WallClock {
  @Observed var alarm = 0
  @Observed private var state = ""
  var ownState: Property<String> { $state }
  func ring() { state += "!" }
  var isRinging: Bool { alarm == date }
  var isRingingProperty: Property<Bool> { computed(\.isRinging) }

  override class var computedKeys: [ComputedKey] {
    super.computedKeys
      + [ComputedKey("isRinging", \AlarmClock.isRinging, dependsOn: \.$alarm, \.$date)]
  }
}

private class Shelf<Item: KeyValueObject, Label>: KeyValueObject {
  @Observed var item: Item?
  @Observed var labels: [Label] = []
  @Observed var main: Item

  init(_ main: Item) { self.main = main }
}

private final class ClockShelf: Shelf<AlarmClock, String> {
  @Observed var größe = 0
  @Observed var `default` = 0
  @Observed var _hidden = 0
  @ObservedWeak var owner: WallClock?
}

/// The behaviour of `\.$clock.$date`.
@Suite("Properties by projected value: names", .watched)
struct PropertyNameTests {
  private func name<Object: KeyValueObject, Value>(
    _ object: Object, _ path: KeyPath<Object, Property<Value>>
  ) throws -> String { try object.keyPath(of: object[keyPath: path]).description }

  @Test("a property is named as it is declared, in the class or in a superclass")
  func names() throws {
    let alarm = AlarmClock()
    #expect(try name(alarm, \.$alarm) == "alarm")
    #expect(try name(alarm, \.$date) == "date")
    #expect(try name(alarm as WallClock, \.$zone) == "zone")
    #expect(try name(alarm, \.stateProperty) == "state(WallClock)")
    #expect(try name(alarm, \.ownState) == "state")
    #expect(try name(alarm, \.isRingingProperty) == "isRinging")
  }

  @Test(
    "a property of a generic class, with an umlaut, a reserved word, an underscore, a weak one, and in a local class")
  func oddNames() throws {
    let shelf = ClockShelf(AlarmClock())
    #expect(try name(shelf, \.$item) == "item")
    #expect(try name(shelf, \.$labels) == "labels")
    #expect(try name(shelf, \.$größe) == "größe")
    #expect(try name(shelf, \.$default) == "default")
    #expect(try name(shelf, \.$_hidden) == "_hidden")
    #expect(try name(shelf, \.$owner) == "owner")
    #expect(try name(Shelf<WallClock, Int>(WallClock()), \.$labels) == "labels")
    enum Scope {
      class Nested: KeyValueObject { @Observed var n = 0 }
    }
    final class Local: Scope.Nested { @Observed var m = 0 }
    #expect(try name(Local(), \.$n) == "n" && name(Local(), \.$m) == "m")
  }

  @Test("a path through several objects is named as far as there are objects")
  func paths() throws {
    let shelf = ClockShelf(AlarmClock())
    shelf.main.twin = WallClock()
    #expect(try name(shelf, \.$main.$date) == "main.date")
    #expect(try name(shelf, \.$main.$alarm) == "main.alarm")
    #expect(try name(shelf, \.$main.isRingingProperty) == "main.isRinging")
    #expect(try name(shelf, \.$main.$twin.$zone) == "main.twin.zone")
    #expect(try name(shelf, \.$main.$twin.stateProperty) == "main.twin.state")
    let clock = WallClock()
    shelf.owner = clock
    #expect(try name(shelf, \.$owner.$date) == "owner.date")
  }

  @Test("the value of a path through objects that may be nil is optional once")
  func types() {
    let shelf = ClockShelf(AlarmClock())
    let _: Property<Int> = shelf.$main.$date
    let _: Property<String?> = shelf.$main.$zone
    let _: Property<Int?> = shelf.$item.$date
    let _: Property<String?> = shelf.$item.$zone
    let _: Property<WallClock?> = shelf.$item.$twin
    let _: Property<String?> = shelf.$item.$twin.$zone
    let _: Property<Int?> = shelf.$owner.$twin.$twin.$date
  }

  @Test("naming a path announces nothing, and registers nothing")
  func silent() throws {
    let shelf = ClockShelf(AlarmClock())
    shelf.main.twin = WallClock()
    let heard = shelf.heard("main", [.prior]) { _ = try? name(shelf, \.$main.$twin.$date) }
    #expect(heard == [])
    #expect(shelf.main.observationInfo == nil)
  }

  @Test("naming a path runs no getter")
  func runsNoGetter() throws {
    final class Desk: KeyValueObject {
      @Observed var first: Lamp?
      private(set) var reads = 0
      var lamp: Lamp? {
        reads += 1
        return first
      }
      var lampProperty: Property<Lamp?> { computed(\.lamp) }
      override class var computedKeys: [ComputedKey] {
        super.computedKeys + [
          ComputedKey("lamp", \Desk.lamp, dependsOn: \.$first),
          ComputedKey("light", \Desk.reads, dependsOn: \.lampProperty.$light),
        ]
      }
    }
    final class Lamp: KeyValueObject { @Observed var light = 0 }
    let desk = Desk()
    desk.first = Lamp()
    #expect(desk.reads == 0)
    _ = try desk.keyPath(of: desk.lampProperty.$light)
    #expect(desk.reads == 0)
  }
}

@Suite("Properties by projected value: registering", .watched)
struct PropertyRegisteringTests {
  private let recorder = Recorder()

  private func register<Object: KeyValueObject, Value>(
    _ object: Object, _ path: KeyPath<Object, Property<Value>>,
    _ options: KeyValueObservingOptions = [.new, .old]
  ) throws {
    try object.register(recorder, keyPath: object.keyPath(of: object[keyPath: path]), options: options, context: nil)
  }

  private func unregister<Object: KeyValueObject, Value>(
    _ object: Object, _ path: KeyPath<Object, Property<Value>>
  ) throws {
    try object.unregister(recorder, keyPath: object.keyPath(of: object[keyPath: path]), context: .any)
  }

  @Test("the typed form and the string are the same key path")
  func sameAsString() throws {
    let clock = WallClock()
    clock.twin = WallClock()
    for _ in 0..<2 {
      try register(clock, \.$date)
      clock.removeObserver(recorder, forKeyPath: "date")
      clock.addObserver(recorder, forKeyPath: "date")
      try unregister(clock, \.$date)
      try register(clock, \.$twin.$date)
      clock.removeObserver(recorder, forKeyPath: "twin.date")
      clock.addObserver(recorder, forKeyPath: "twin.date")
      try unregister(clock, \.$twin.$date)
    }
    #expect(clock.activeRegistrations.isEmpty)
  }

  @Test("a path behind a nil learns its name when an object comes, and is told")
  func behindNil() throws {
    final class Late: KeyValueObject { @Observed var n = 1 }
    final class Desk: KeyValueObject { @Observed var late: Late? }
    let desk = Desk()
    try register(desk, \.$late.$n)
    #expect(desk.activeRegistrations.map(\.keyPath) == ["late.?"])
    // The same typed path is the same registration, named or not.
    try unregister(desk, \.$late.$n)
    try register(desk, \.$late.$n)
    desk.late = Late()
    desk.late?.n = 2
    #expect(recorder.heard == [Heard("late.n", new: 1, old: KeyValueNull.null), Heard("late.n", new: 2, old: 1)])
    #expect(desk.activeRegistrations.map(\.keyPath) == ["late.n"])
    desk.removeObserver(recorder, forKeyPath: "late.n")
    desk.late = nil
    #expect(recorder.calls == 2)
    // It has learnt it for all.
    try register(desk, \.$late.$n, [])
    #expect(desk.activeRegistrations.map(\.keyPath) == ["late.n"])
    desk.removeObserver(recorder, forKeyPath: "late.n")
  }

  @Test("a path behind two nils")
  func behindTwoNils() throws {
    final class Leaf: KeyValueObject { @Observed var n = 1 }
    final class Branch: KeyValueObject { @Observed var leaf: Leaf? }
    final class Tree: KeyValueObject { @Observed var branch: Branch? }
    let tree = Tree()
    try register(tree, \.$branch.$leaf.$n)
    let branch = Branch()
    tree.branch = branch
    #expect(tree.activeRegistrations.map(\.keyPath) == ["branch.leaf.?"])
    branch.leaf = Leaf()
    branch.leaf?.n = 2
    tree.branch = nil
    #expect(recorder.heard.map(\.new) == [KeyValueNull.null, 1, 2, KeyValueNull.null])
    #expect(recorder.heard.last?.keyPath == "branch.leaf.n")
    try unregister(tree, \.$branch.$leaf.$n)
    #expect(tree.activeRegistrations.isEmpty)
  }

  @Test("a path behind a nil, registered between a will and a did by hand")
  func behindNilByHand() throws {
    final class Late: KeyValueObject { @Observed var n = 1 }
    final class Desk: KeyValueObject {
      @Observed var late: Late?
      func store(_ late: Late) { _late.storedValue = late }
    }
    let desk = Desk()
    let witness = Recorder(observing: desk, "late", [])
    desk.willChangeValue(forKey: "late")
    try register(desk, \.$late.$n)
    desk.store(Late())
    desk.didChangeValue(forKey: "late")
    desk.late?.n = 2
    #expect(recorder.heard == [Heard("late.n", new: 2, old: 1)])
    #expect(witness.calls == 1)
    desk.removeObserver(witness, forKeyPath: "late")
    try unregister(desk, \.$late.$n)
  }

  @Test("private properties of the same name are two keys")
  func samePrivateName() throws {
    let alarm = AlarmClock()
    try register(alarm, \.stateProperty)
    alarm.tick()
    #expect(recorder.heard == [Heard("state(WallClock)", new: 1, old: 0)])
    #expect(throws: Violation.self) { try unregister(alarm, \.ownState) }
    try unregister(alarm, \.stateProperty)
    #expect(alarm.activeRegistrations.isEmpty)
  }

  @Test("private properties of the same name are two keys on a path too, whichever class comes first")
  func samePrivateNameOnPath() throws {
    let (alarm, wall) = (AlarmClock(), WallClock())
    let shelf = ClockShelf(alarm)
    for (calls, clock) in [wall, alarm, wall].enumerated() {
      shelf.owner = clock
      try register(shelf, \.$owner.stateProperty)
      alarm.ring()
      #expect(recorder.calls == calls)
      clock.tick()
      #expect(recorder.calls == calls + 1)
      try unregister(shelf, \.$owner.stateProperty)
    }
  }

  @Test("private properties of the same name: a computed key depends on that of its class, in each class")
  func samePrivateNameAsTrigger() {
    class Meter: KeyValueObject {
      @Observed private var state = 0
      var stateProperty: Property<Int> { $state }
      var isOn: Bool { state > 0 }
      override class var computedKeys: [ComputedKey] {
        super.computedKeys + [ComputedKey("isOn", \Meter.isOn, dependsOn: \.stateProperty)]
      }
    }
    final class LoudMeter: Meter { @Observed private var state = "" }
    let meters = [Meter(), LoudMeter()]
    #expect(
      meters.map { type(of: $0).keyPathsForValuesAffectingValue(forKey: "isOn") } == [["state"], ["state(Meter)"]])
  }

  @Test("a wrapper that was observed in an object that is gone does not pass for one of the object that has it now")
  func foreignWrapper() {
    final class Taker: KeyValueObject {
      @Observed var date = 0
      func take(_ other: Taker) { _date = other._date }
    }
    for _ in 0..<20 {
      let taker = Taker()
      do {
        let giver = Taker()
        giver.addObserver(recorder, forKeyPath: "date")
        giver.removeObserver(recorder, forKeyPath: "date")
        taker.take(giver)
      }
      _ = taker.existingOrNewInfo  // likely to be where the giver's was
      #expect(throws: Violation.self) { try register(taker, \.$date) }
    }
  }

  @Test("a computed property, alone and behind another object")
  func computed() throws {
    let alarm = AlarmClock()
    let shelf = ClockShelf(alarm)
    try register(shelf, \.$main.isRingingProperty, .new)
    try register(alarm, \.isRingingProperty, .new)
    alarm.alarm = 1
    shelf.main = AlarmClock()
    try unregister(alarm, \.isRingingProperty)
    #expect(
      recorder.heard == [
        Heard("isRinging", new: false), Heard("main.isRinging", new: false),
        Heard("main.isRinging", new: true),
      ])
    try unregister(shelf, \.$main.isRingingProperty)
  }

  @Test("a declared property that is a path itself, alone and behind another object", arguments: [true, false])
  func declaredPath(isKnown: Bool) throws {
    final class Lamp: KeyValueObject { @Observed var light = 0 }
    final class Room: KeyValueObject {
      @Observed var lamp: Lamp?
      var light: Property<Int?> { $lamp.$light }
    }
    final class House: KeyValueObject {
      @Observed var room: Room?
      @Observed var other: Room?
    }
    let (house, room, lamp) = (House(), Room(), Lamp())
    if isKnown { (house.room, room.lamp) = (room, lamp) }
    try register(house, \.$room.light, .new)
    try register(room, \.light, .new)
    (house.room, room.lamp) = (room, lamp)
    #expect(recorder.heard.last?.new == AnyHashable(0))
    let before = recorder.calls
    lamp.light = 1
    #expect(recorder.heard.dropFirst(before).map(\.new) == [1, 1])
    house.other = room
    #expect(try house.keyPath(of: house.$other.light).description == "other.lamp.light")
    try unregister(house, \.$room.light)
    try unregister(room, \.light)
    lamp.light = 2
    #expect(recorder.calls == before + 2 && house.activeRegistrations.isEmpty)
  }

  @Test("a key that depends on thousands of others: no table looks at all of them for each")
  func manyPaths() throws {
    let paths = try (0..<2000).map { try KeyPathString("k\($0).k", for: recorder) }
    #expect(Set(paths.map(\.hashValue)).count > 1000)
  }
}
