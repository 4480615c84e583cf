import Foundation
import RawObserving
import Testing

@testable import ManagedObserving

/// A watcher of clocks, one of each sort.
private class Watcher: KeyValueObject {
  @Observed var clock = Clock()
  @Observed var spare: Clock?
  @Observed var alarmClock = AlarmClock()
  @Observed var spareAlarm: AlarmClock?
  @Observed var friend: Watcher?
  @Observed private(set) var oldest: Clock?
  @Observed var forced: Clock! = Clock()
  @Observed var shelf: Shelf<Clock>?
  @ObservedWeak var borrowed: Clock?

  /// Declared as a computed key.
  var chosen: Clock? { spare }
  var chosenProperty: Property<Clock?> { computed(\Watcher.chosen) }
  var label: String { "\(clock.date)" }
  var labelProperty: Property<String> { computed(\Watcher.label) }

  func age() { oldest = Clock() }

  override class var computedKeys: [ComputedKey] {
    super.computedKeys + [
      ComputedKey("chosen", \Watcher.chosen, dependsOn: \.$spare),
      ComputedKey("label", \Watcher.label, dependsOn: \.$clock.$date),
    ]
  }
}

/// A watcher that inherits all of it, and overrides a property.
private final class NightWatcher: Watcher {
  @Observed var lamp = 0

  override var clock: Clock {
    get { super.clock }
    set { super.clock = newValue }
  }
}

/// A class with a parameter.
private class Shelf<Item: KeyValueObject>: KeyValueObject {
  @Observed var item: Item?
  @Observed var count = 0
}

private final class ClockShelf: Shelf<Clock> {}

@Suite("Typed key paths through several objects", .watched) struct NestedKeyPathTests {
  private let watcher = Watcher()
  private let view = ClockView()
  private let controller: KVOController<ClockView>

  init() {
    controller = KVOController(observer: view)
  }

  /// The key path in its string form; a question mark stands for a name that is not known yet.
  private func name<Object: KeyValueObject, Value>(
    _ property: KeyPath<Object, Property<Value>>, _ object: Object
  ) -> String {
    controller.path(property, of: object).description
  }

  // MARK: Which paths

  @Test("through an object, and through one that can be nil")
  func oneObject() {
    #expect(name(\.$clock.$date, watcher) == "clock.date")
    #expect(name(\.$clock.$zone, watcher) == "clock.zone")
    watcher.spare = Clock()
    #expect(name(\.$spare.$date, watcher) == "spare.date")
    #expect(name(\.$spare.$zone, watcher) == "spare.zone")
    watcher.borrowed = watcher.clock
    #expect(name(\.$borrowed.$date, watcher) == "borrowed.date")
    #expect(name(\.$forced.$date, watcher) == "forced.date")
  }

  @Test("an optional on the way makes the value optional, and never twice")
  func types() {
    let _: KeyPath<Watcher, Property<Int>> = \.$clock.$date
    let _: KeyPath<Watcher, Property<String?>> = \.$clock.$zone
    let _: KeyPath<Watcher, Property<Int?>> = \.$spare.$date
    let _: KeyPath<Watcher, Property<String?>> = \.$spare.$zone
    let _: KeyPath<Watcher, Property<Int?>> = \.$clock.$twin.$date
    let _: KeyPath<Watcher, Property<String?>> = \.$friend.$friend.$spare.$twin.$zone
    let _: KeyPath<Watcher, Property<Clock?>> = \.$friend.$clock
    let _: KeyPath<Watcher, Property<Clock?>> = \.$friend.$borrowed
    let _: KeyPath<Watcher, Property<Int?>> = \.$borrowed.$date
    let _: KeyPath<Watcher, Property<Int?>> = \.$forced.$date
    let _: KeyPath<Watcher, Property<Int?>> = \.chosenProperty.$date
    let _: KeyPath<Watcher, Property<String?>> = \.$friend.labelProperty
    let path = \Watcher.$spare.$zone
    #expect(type(of: path).valueType == Property<String?>.self, "without a context as well")
  }

  @Test("through many objects, nil or not, and in a circle")
  func many() {
    watcher.friend = watcher
    watcher.clock.twin = Clock()
    watcher.clock.twin?.twin = watcher.clock
    defer {
      // A circle would be left behind.
      watcher.friend = nil
      watcher.clock.twin = nil
    }
    #expect(
      name(\.$friend.$clock.$twin.$twin.$twin.$date, watcher) == "friend.clock.twin.twin.twin.date")
    #expect(
      name(\.$friend.$friend.$friend.$clock.$date, watcher) == "friend.friend.friend.clock.date")
    #expect(name(\.$clock.$twin, watcher) == "clock.twin")
    #expect(name(\.$clock.$twin.$twin, watcher) == "clock.twin.twin")
  }

  @Test("inherited properties, at each place of the path")
  func inherited() {
    let night = NightWatcher()
    night.spareAlarm = AlarmClock()
    night.friend = night
    defer { night.friend = nil }
    #expect(name(\NightWatcher.$alarmClock.$date, night) == "alarmClock.date")
    #expect(name(\NightWatcher.$alarmClock.$alarm, night) == "alarmClock.alarm")
    #expect(name(\NightWatcher.$spareAlarm.$date, night) == "spareAlarm.date")
    #expect(name(\NightWatcher.$friend.$spareAlarm.$zone, night) == "friend.spareAlarm.zone")
    #expect(name(\Watcher.$spareAlarm.$date, night) == "spareAlarm.date")
    #expect(name(\Watcher.$spareAlarm.$date, night as Watcher) == "spareAlarm.date")
  }

  @Test("the object on the way may be of a subclass")
  func subclassOnTheWay() {
    var dates: [Int?] = []
    controller.observe(watcher, \.$spare.$date) { _, _, change in dates.append(change.value) }
    watcher.spare = AlarmClock()
    watcher.spare?.date = 1
    #expect(dates == [0, 1])
  }

  @Test("properties whose setters are private")
  func privateSetter() {
    watcher.age()
    #expect(name(\.$oldest.$ticks, watcher) == "oldest.ticks")
    #expect(name(\.$clock.$ticks, watcher) == "clock.ticks")
  }

  @Test("through generic classes, also from generic code")
  func generic() {
    watcher.shelf = ClockShelf()
    watcher.shelf?.item = Clock()
    #expect(name(\.$shelf.$item.$date, watcher) == "shelf.item.date")
    #expect(name(\.$shelf.$count, watcher) == "shelf.count")
    let own = ClockShelf()
    own.item = Clock()
    #expect(name(\ClockShelf.$item.$zone, own) == "item.zone")

    func named<Item: Clock>(_ shelf: Shelf<Item>) -> String {
      name(\Shelf<Item>.$item.$date, shelf)
    }
    let other = Shelf<AlarmClock>()
    other.item = AlarmClock()
    #expect(named(other) == "item.date")
    #expect(named(own) == "item.date")
  }

  @Test("a computed key, at the end and on the way")
  func computedKeys() {
    watcher.friend = Watcher()
    #expect(name(\.$friend.labelProperty, watcher) == "friend.label")
    watcher.spare = Clock()
    watcher.friend?.spare = Clock()
    // Naming a path runs no getter. What follows a computed key has its name once the path has been laid.
    controller.observe(watcher, \.chosenProperty.$date) { _, _, _ in }
    controller.observe(watcher, \.$friend.chosenProperty.$zone) { _, _, _ in }
    #expect(name(\.chosenProperty.$date, watcher) == "chosen.date")
    #expect(name(\.$friend.chosenProperty.$zone, watcher) == "friend.chosen.zone")
    controller.unobserveAll()
    var dates: [Int?] = []
    controller.observe(watcher, \.chosenProperty.$date) { _, _, change in
      dates.append(change.value)
    }
    watcher.spare?.date = 3
    watcher.spare = nil
    #expect(dates == [3, nil])
  }

  @Test("an overridden property has the superclass's wrapper: each change is told, with its value")
  func overridden() {
    let night = NightWatcher()
    var heard: [Int] = []
    controller.observe(night, \NightWatcher.$clock.$date) { _, _, change in
      heard.append(change.value)
    }
    night.clock.date = 1
    let other = Clock()
    other.date = 2
    night.clock = other
    #expect(heard == [1, 2])
    #expect(name(\NightWatcher.$clock.$date, night) == "clock.date")
    #expect(name(\Watcher.$clock.$date, night as Watcher) == "clock.date")
  }

  // MARK: Nil on the way

  @Test("behind a nil a name is a question mark until an object comes; then every path knows it")
  func learnt() {
    final class Guard: KeyValueObject {
      @Observed var first: Post?
      @Observed var second: Post?
    }
    class Post: KeyValueObject {
      @Observed var shift = 0
    }
    let watch = Guard()
    var heard: [String] = []
    controller.observe(watch, \.$first.$shift, options: .initial) { _, _, change in
      heard.append("\(change.keyPath) \(change.value.map { "\($0)" } ?? "nil")")
    }
    #expect(heard == ["first.? nil"])
    #expect(controller.activeObservations.map(\.keyPath) == ["first.?"])
    #expect(watch.activeRegistrations.map(\.keyPath) == ["first.?"])
    #expect(controller.debugDescription.contains(" first.? [.new, .initial]"))
    watch.first = Post()
    watch.first?.shift = 1
    #expect(heard == ["first.? nil", "first.shift 0", "first.shift 1"])
    #expect(controller.activeObservations.map(\.keyPath) == ["first.shift"])
    #expect(name(\.$second.$shift, watch) == "second.shift", "it is the same property")
  }

  @Test("behind a nil, a name that is known already is told")
  func known() {
    watcher.spare = Clock()
    #expect(name(\.$spare.$date, watcher) == "spare.date")
    #expect(name(\.$spare.$date, Watcher()) == "spare.date")
    #expect(name(\.$friend.$spare.$date, Watcher()).hasSuffix(".date"))
  }

  @Test("several names behind a nil are learnt one after the other")
  func severalUnknown() {
    final class Head: KeyValueObject {
      @Observed var next: Middle?
    }
    final class Middle: KeyValueObject {
      @Observed var last: Tail?
    }
    final class Tail: KeyValueObject {
      @Observed var length = 0
    }
    let head = Head()
    var heard: [String] = []
    controller.observe(head, \.$next.$last.$length) { _, _, change in
      heard.append("\(change.keyPath) \(change.value.map { "\($0)" } ?? "nil")")
    }
    #expect(controller.activeObservations.map(\.keyPath) == ["next.?.?"])
    head.next = Middle()
    #expect(controller.activeObservations.map(\.keyPath) == ["next.last.?"])
    head.next?.last = Tail()
    head.next?.last?.length = 1
    head.next = nil
    #expect(
      heard == [
        "next.last.? nil", "next.last.length 0", "next.last.length 1",
        "next.last.length nil",
      ])
    controller.unobserve(head, keyPath: "next.last.length")
    #expect(head.activeRegistrations.isEmpty)
  }

  // MARK: The same as the string

  @Test("the typed form and the string are the same observation", arguments: [true, false])
  func sameAsString(typedFirst: Bool) {
    watcher.spare = Clock()
    func observeTyped() {
      controller.observe(watcher, \.$spare.$date) { $0.valueDidChange($2) }
    }
    func observeString() {
      controller.observe(watcher, keyPath: "spare.date") { $0.valueDidChange($2) }
    }
    if typedFirst { observeTyped() }
    observeString()
    observeTyped()
    watcher.spare?.date = 1
    #expect(view.actions.count == 1)
    if typedFirst {
      controller.unobserve(watcher, keyPath: "spare.date")
    } else {
      controller.unobserve(watcher, \.$spare.$date)
    }
    watcher.spare?.date = 2
    #expect(view.actions.count == 1)
  }

  @Test("the same behind a nil, once the name has been learnt; the string unobserves, too")
  func sameAsStringBehindNil() {
    final class Guard: KeyValueObject {
      @Observed var post: Post?
    }
    final class Post: KeyValueObject {
      @Observed var shift = 0
    }
    let watch = Guard()
    let typed = controller.observe(watch, \.$post.$shift) { $0.valueDidChange($2) }
    let again = controller.observe(watch, \.$post.$shift) { $0.valueDidChange($2) }
    #expect(typed.isActive && !again.isActive, "a path is equal to itself without a name as well")
    watch.post = Post()
    #expect(view.actions.count == 1)
    let string = controller.observe(watch, keyPath: "post.shift") { $0.valueDidChange($2) }
    #expect(!string.isActive)
    watch.post?.shift = 1
    #expect(view.actions.count == 2)
    watch.post = nil
    #expect(view.actions.count == 3)
    controller.unobserve(watch, keyPath: "post.shift")
    #expect(!typed.isActive && watch.activeRegistrations.isEmpty)
    // And the other way round, with nil on the way.
    controller.observe(watch, keyPath: "post.shift") { $0.valueDidChange($2) }
    controller.unobserve(watch, \.$post.$shift)
    #expect(watch.activeRegistrations.isEmpty)
  }

  @Test("a path that is unobserved before its name was ever learnt")
  func unobserveUnknown() {
    final class Guard: KeyValueObject {
      @Observed var post: Post?
      @Observed var rank = 0
    }
    final class Post: KeyValueObject {
      @Observed var shift = 0
    }
    let watch = Guard()
    controller.unobserve(watch, \.$post.$shift)
    controller.observe(watch, \.$rank) { _, _, _ in }
    controller.unobserve(watch, \.$post.$shift)
    #expect(controller.activeObservations.map(\.keyPath) == ["rank"])
    let token = controller.observe(watch, \.$post.$shift) { _, _, _ in }
    controller.unobserve(watch, \.$post.$shift)
    #expect(!token.isActive && watch.activeRegistrations.map(\.keyPath) == ["rank"])
  }

  @Test(
    "in the table of the controller many unnamed paths are told apart, while they get their names")
  func manyUnnamed() {
    final class Hub: KeyValueObject {
      @Observed var spoke: Spoke?
    }
    final class Spoke: KeyValueObject {
      @Observed var a = 0
      @Observed var b = 0
      @Observed var c = 0
      @Observed var d = 0
    }
    let hub = Hub()
    var heard: [String] = []
    let paths: [KeyPath<Hub, Property<Int?>>] = [
      \.$spoke.$a, \.$spoke.$b, \.$spoke.$c, \.$spoke.$d,
    ]
    for path in paths {
      controller.observe(hub, path, duplicates: .ignore) { _, _, change in
        heard.append(change.keyPath)
      }
    }
    #expect(controller.activeObservations.count == 4)
    controller.unobserve(hub, \.$spoke.$b)
    hub.spoke = Spoke()
    #expect(heard.sorted() == ["spoke.a", "spoke.c", "spoke.d"])
    controller.unobserve(hub, \.$spoke.$c)
    hub.spoke?.c = 1
    hub.spoke?.d = 1
    #expect(heard.count == 4 && heard.last == "spoke.d")
  }

  // MARK: Observing

  @Test("the changes are typed; of an optional chain, optional")
  func typedChanges() {
    let controller = KVOController(observer: watcher)
    var dates: [Int] = []
    var chained: [[Int??]] = []
    var zones: [String?] = []
    watcher.spare = Clock()
    controller.observe(watcher, \.$clock.$date) { _, _, change in dates.append(change.value) }
    controller.observe(watcher, \.$spare.$date, options: .old) { observer, watcher, change in
      #expect(watcher === self.watcher && observer === watcher && change.keyPath == "spare.date")
      chained.append([change.oldValue, change.value])
    }
    controller.observe(watcher, \.$spare.$zone) { _, _, change in zones.append(change.value) }
    watcher.clock.date = 3
    #expect(dates == [3])
    watcher.spare?.date = 4
    watcher.spare = nil
    watcher.spare = Clock()
    #expect(chained == [[.some(0), .some(4)], [.some(4), .some(nil)], [.some(nil), .some(0)]])
    #expect(zones == [nil, nil])
    controller.unobserveAll()
  }

  @Test("what was observed can be unobserved when there is nil on the way")
  func unobserveBehindNil() {
    watcher.spare = Clock()
    watcher.spare?.twin = Clock()
    controller.observe(watcher, \.$spare.$twin.$date) { $0.valueDidChange($2) }
    watcher.spare = nil
    #expect(view.actions.count == 1)
    controller.unobserve(watcher, \.$spare.$twin.$date)
    watcher.spare = Clock()
    #expect(view.actions.count == 1)
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
