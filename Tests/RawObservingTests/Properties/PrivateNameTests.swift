import Testing

@testable import RawObserving
import TestSupport

/// What one class of an object declares: private properties, whose names the other classes of the object have too.
private struct Level {
  let state: Property<Int>
  let items: Property<[Int]>
  let next: Property<Node?>
  /// The computed key that depends on the state.
  let double: String
  let set: (Int) -> Void
  let append: (Int) -> Void
  let setNext: (Node) -> Void
}

/// An object with the private properties of each of its classes.
private class Levels: KeyValueObject {
  /// Those of the class of the object come last.
  var levels: [Level] { [] }
}

private enum Inner {
  class Base: Levels {
    @Observed private var state = 0
    @Observed private var items: [Int] = []
    @Observed private var next: Node?
    private var double: Int { state * 2 }

    override var levels: [Level] {
      super.levels + [
        Level(
          state: $state, items: $items, next: $next, double: "double of Inner", set: { self.state = $0 },
          append: { self.mutableArray(\.$items).append($0) }, setNext: { self.next = $0 })
      ]
    }

    override class var computedKeys: [ComputedKey] {
      super.computedKeys + [ComputedKey("double of Inner", \Base.double, dependsOn: \.$state)]
    }
  }
}

/// It prints as its superclass does.
private class Base: Inner.Base {
  @Observed private var state = 0
  @Observed private var items: [Int] = []
  @Observed private var next: Node?
  private var double: Int { state * 2 }

  override var levels: [Level] {
    super.levels + [
      Level(
        state: $state, items: $items, next: $next, double: "double of Base", set: { self.state = $0 },
        append: { self.mutableArray(\.$items).append($0) }, setNext: { self.next = $0 })
    ]
  }

  override class var computedKeys: [ComputedKey] {
    super.computedKeys + [ComputedKey("double of Base", \Base.double, dependsOn: \.$state)]
  }
}

/// Its name has a dot if its argument is `Int.Type`.
private class Generic<Value>: Base {
  @Observed private var state = 0
  @Observed private var items: [Int] = []
  @Observed private var next: Node?
  private var double: Int { state * 2 }

  override var levels: [Level] {
    super.levels + [
      Level(
        state: $state, items: $items, next: $next, double: "double of Generic", set: { self.state = $0 },
        append: { self.mutableArray(\.$items).append($0) }, setNext: { self.next = $0 })
    ]
  }

  override class var computedKeys: [ComputedKey] {
    super.computedKeys + [ComputedKey("double of Generic", \Generic.double, dependsOn: \.$state)]
  }
}

/// It has the names of its superclass as raw identifiers, and the keys that these have in its objects.
private class Raw: Generic<Int.Type> {
  @Observed private var `state` = 0
  @Observed private var `items(Base)`: [Int] = []
  @Observed private var `next.@count(Base 2)`: Node?
  private var double: Int { state * 2 }

  override var levels: [Level] {
    super.levels + [
      Level(
        state: $state, items: `$items(Base)`, next: `$next.@count(Base 2)`, double: "double of Raw",
        set: { self.state = $0 }, append: { self.mutableArray(\.`$items(Base)`).append($0) },
        setNext: { self.`next.@count(Base 2)` = $0 })
    ]
  }

  override class var computedKeys: [ComputedKey] {
    super.computedKeys + [ComputedKey("double of Raw", \Raw.double, dependsOn: \.$state)]
  }
}

/// Its mirror hides what it declares, and shows what is not there.
private class Hidden: Raw, CustomReflectable {
  @Observed private var state = 0
  @Observed private var items: [Int] = []
  @Observed private var next: Node?
  private var double: Int { state * 2 }

  override var levels: [Level] {
    super.levels + [
      Level(
        state: $state, items: $items, next: $next, double: "double of Hidden", set: { self.state = $0 },
        append: { self.mutableArray(\.$items).append($0) }, setNext: { self.next = $0 })
    ]
  }

  override class var computedKeys: [ComputedKey] {
    super.computedKeys + [ComputedKey("double of Hidden", \Hidden.double, dependsOn: \.$state)]
  }

  var customMirror: Mirror {
    let other = Observed(wrappedValue: 0)
    return Mirror(
      self, children: ["_state": other, "_items": other],
      ancestorRepresentation: .customized { Mirror(Raw(), children: ["_state": other]) })
  }

  override class var unlistedProperties: [String: AnyKeyPath]? {
    ["state": \Hidden.$state, "items": \Hidden.$items, "next": \Hidden.$next]
  }
}

/// It inherits the mirror and lists what it declares.
private final class Below: Hidden {
  @Observed private var state = 0
  @Observed private var items: [Int] = []
  @Observed private var next: Node?
  private var double: Int { state * 2 }

  override var levels: [Level] {
    super.levels + [
      Level(
        state: $state, items: $items, next: $next, double: "double of Below", set: { self.state = $0 },
        append: { self.mutableArray(\.$items).append($0) }, setNext: { self.next = $0 })
    ]
  }

  override class var computedKeys: [ComputedKey] {
    super.computedKeys + [ComputedKey("double of Below", \Below.double, dependsOn: \.$state)]
  }

  override class var unlistedProperties: [String: AnyKeyPath]? {
    ["state": \Below.$state, "items": \Below.$items, "next": \Below.$next]
  }
}

/// A class that announces its private property by hand, or by its setter.
private class Meter: KeyValueObject {
  @Observed private var state = 0
  @Observed private var other = 0
  @Observed private var list: [Int] = []
  var stateProperty: Property<Int> { $state }
  var otherProperty: Property<Int> { $other }
  func setMeter(_ state: Int) { self.state = state }
  func setMeterOther(_ other: Int) { self.other = other }
  func announceMeter(_ state: Int) { changing(\.$state) { self.state = state } }
  func appendMeter() { mutableArray(\.$list).append(1) }
  private(set) var insertions = 0
  func insert(_ new: [Int], at indexes: RangeSet<Int>) { insertions += 1 }
  func remove(at indexes: RangeSet<Int>) {}

  override class func automaticallyNotifiesObservers(forKey key: String) -> Bool {
    key == "other" ? false : super.automaticallyNotifiesObservers(forKey: key)
  }

  override class func keyPathsForValuesAffectingValue(forKey key: String) -> Set<String> {
    key == "state" ? ["other"] : super.keyPathsForValuesAffectingValue(forKey: key)
  }

  override class func arrayAccessors(forKey key: String) -> ArrayAccessors? {
    key == "list" ? ArrayAccessors(insert: Meter.insert, remove: Meter.remove) : super.arrayAccessors(forKey: key)
  }
}

private final class LoudMeter: Meter {
  @Observed private var state = 0
  @Observed private var other = 0
  @Observed private var list: [Int] = []
  var ownState: Property<Int> { $state }
  var ownOther: Property<Int> { $other }
  func setLoud(_ state: Int) { self.state = state }
  func setLoudOther(_ other: Int) { self.other = other }
  func appendLoud() { mutableArray(\.$list).append(1) }
  var count: Int { list.count }

  override class func automaticallyNotifiesObservers(forKey key: String) -> Bool { key != "state" }

  override class func keyPathsForValuesAffectingValue(forKey key: String) -> Set<String> { [] }

  override class func arrayAccessors(forKey key: String) -> ArrayAccessors? { nil }
}

/// A class whose subclass has a computed property with the name of its private property.
private class Counter: KeyValueObject {
  @Observed private var state = 0
  var stateProperty: Property<Int> { $state }
  func setCounter(_ state: Int) { self.state = state }
}

private final class ComputingCounter: Counter {
  @Observed var input = 1
  var state: Int { input * 10 }
  var computedState: Property<Int> { computed(\.state) }

  override class var computedKeys: [ComputedKey] {
    super.computedKeys + [ComputedKey("state", \ComputingCounter.state, dependsOn: \.$input)]
  }
}

@Suite("Private properties with one name in several classes of an object", .watched)
struct PrivateNameTests {
  private final class Desk: KeyValueObject {
    @Observed var object: Levels?
  }

  private static let classes: [@Sendable () -> Levels] = [
    { Inner.Base() }, { Base() }, { Generic<Int>() }, { Generic<Int.Type>() }, { Raw() }, { Hidden() }, { Below() },
  ]

  /// Registers an observer for each of the paths. Each act has to call one of them, the one for its level.
  private func check(
    _ object: KeyValueObject, _ paths: [KeyPathString], _ acts: [() -> Void],
    _ comment: Comment, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let recorders = paths.map { path in
      let recorder = Recorder()
      object.addObserver(recorder, for: path, options: .new, context: nil)
      return recorder
    }
    #expect(Set(paths.map(\.description)).count == paths.count, comment, sourceLocation: sourceLocation)
    for (level, act) in acts.enumerated() {
      let before = recorders.map(\.calls)
      act()
      let called = recorders.indices.filter { recorders[$0].calls != before[$0] }
      #expect(called == [level], comment, sourceLocation: sourceLocation)
    }
    for (path, recorder) in zip(paths, recorders) { object.removeObserver(recorder, for: path, context: nil) }
    #expect(object.activeRegistrations.isEmpty, comment, sourceLocation: sourceLocation)
  }

  @Test(
    "each is observed, alone, as an array, as a trigger and on a path, and none is taken for another",
    arguments: classes.indices)
  func each(index: Int) throws {
    let object = Self.classes[index]()
    let levels = object.levels
    let states = levels.map { object.keyPathString(of: $0.state) }
    check(object, states, levels.map { level in { level.set(1) } }, "state")
    check(object, states, states.map { path in { object.setValue(2, forKey: path.description) } }, "state by its key")
    check(
      object, levels.map { object.keyPathString(of: $0.items) }, levels.map { level in { level.append(1) } }, "items")
    check(
      object, try levels.map { try KeyPathString($0.double, for: object) }, levels.map { level in { level.set(3) } },
      "computed")
    let nodes = levels.map { _ in Node() }
    for (level, node) in zip(levels, nodes) { level.setNext(node) }
    let paths = levels.map { object.keyPathString(of: $0.next.$number) }
    check(object, paths, nodes.map { node in { node.number += 1 } }, "path")
    check(object, paths, levels.map { level in { level.setNext(Node()) } }, "replaced")
    // The strings name the properties of the class of the object.
    #expect(object.value(forKey: "state") as? Int == 3)
    object.setValue(4, forKey: "state")
    let values = states.map { object.value(forKey: $0.description) as? Int }
    #expect(values.dropLast().allSatisfy { $0 == 3 } && values.last == 4)
  }

  private func calls(_ object: KeyValueObject, _ property: Property<Int>, _ body: () -> Void) -> [AnyHashable?] {
    let (path, recorder) = (object.keyPathString(of: property), Recorder())
    object.addObserver(recorder, for: path, options: .new, context: nil)
    body()
    object.removeObserver(recorder, for: path, context: nil)
    return recorder.heard.map(\.new)
  }

  @Test("each class is asked about its own property: how it is announced, what it depends on, how its elements change")
  func asked() {
    let meter = LoudMeter()
    #expect(calls(meter, meter.stateProperty) { meter.setMeter(1) } == [1], "the subclass announces its own by hand")
    #expect(calls(meter, meter.stateProperty) { meter.setMeterOther(2) } == [], "the other is announced by hand")
    #expect(calls(meter, meter.otherProperty) { meter.setMeterOther(3) } == [])
    #expect(calls(meter, meter.ownState) { meter.setLoud(4) } == [])
    #expect(calls(meter, meter.ownOther) { meter.setLoudOther(5) } == [5])
    #expect(calls(meter, meter.stateProperty) { meter.setLoudOther(6) } == [], "it depends on its own class's")
    let path = meter.keyPathString(of: meter.otherProperty).description
    #expect(calls(meter, meter.stateProperty) { meter.didChange(path) } == [1], "which is announced by hand")
    #expect(calls(meter, meter.stateProperty) { meter.announceMeter(7) } == [7, 7])
    meter.appendMeter()
    meter.appendLoud()
    #expect(meter.insertions == 1 && meter.count == 1)
  }

  @Test("a computed property of a subclass has its name, and the private property of the superclass another one")
  func computedInSubclass() {
    let counter = ComputingCounter()
    #expect(counter.value(forKey: "state") as? Int == 10)
    #expect(calls(counter, counter.computedState) { counter.input = 2 } == [20])
    #expect(calls(counter, counter.computedState) { counter.setCounter(1) } == [])
    #expect(calls(counter, counter.stateProperty) { counter.input = 3 } == [])
    #expect(calls(counter, counter.stateProperty) { counter.setCounter(4) } == [4])
    #expect(counter.heard("state") { counter.input = 4 } == [Heard("state", new: 40, old: 30)])
  }
}

extension KeyValueObject {
  fileprivate func didChange(_ key: String) {
    willChangeValue(forKey: key)
    didChangeValue(forKey: key)
  }
}
