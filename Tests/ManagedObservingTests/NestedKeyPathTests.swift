import Foundation
import ManagedObserving
import RawObserving
import Testing

/// Where a clock hangs.
private struct Place {
  var floor = 0
}

/// Somebody who watches clocks, one of each sort.
private class Watcher: KeyValueObject {
  @Observed var clock = Clock()
  @Observed var spare: Clock?
  @Observed var alarmClock = AlarmClock()
  @Observed var spareAlarm: AlarmClock?
  @Observed var friend: Watcher?
  @Observed private(set) var oldest: Clock?
  @Observed var clocks = [Clock()]
  @Observed var pair = (Clock(), 1)
  @Observed var place = Place()
  @Observed var forced: Clock! = Clock()
  @Observed var shelf: Shelf<Clock>?
  @Observed var drawer = Drawer()
  @Observed var source: any Dated = Clock()

  /// Lookalikes: each reads just what a path reads.
  var hour: Int? { spare?.date }
  var favourite: Clock { clock }
  var spareFavourite: Clock? { spare }

  /// Declared.
  var chosen: Clock? { spare }
  var label: String { "\(clock.date)" }

  func age() { oldest = Clock() }

  subscript(index: Int) -> Clock { clock }

  override class var computedKeys: [ComputedKey] {
    super.computedKeys + [
      ComputedKey("chosen", \Watcher.chosen, dependsOn: "spare"),
      ComputedKey("label", \Watcher.label, dependsOn: "clock.date"),
    ]
  }
}

/// A watcher that inherits all of it.
private final class NightWatcher: Watcher {
  @Observed var lamp = 0

  override var clock: Clock {
    get { super.clock }
    set { super.clock = newValue }
  }
}

/// Whatever has a date: which class's date it is, nobody can say.
private protocol Dated: KeyValueObject {
  var date: Int { get }
}

extension Clock: Dated {}

/// A class with a parameter.
private class Shelf<Item: KeyValueObject>: KeyValueObject {
  @Observed var item: Item?
  @Observed var count = 0
}

private final class ClockShelf: Shelf<Clock> {}

/// No KeyValueObject: nobody hears of what it holds.
private final class Drawer {
  var clock = Clock()
}

extension Clock {
  /// Lookalikes of `date` and `twin`, undeclared.
  fileprivate var day: Int { date }
  fileprivate var sibling: Clock? { twin }
}

/// A final class, whose getters the optimizer may see through.
private final class Radio: KeyValueObject {
  @Observed var station = 0
  @Observed var other: Radio?
  var copy: Int { station }
  var copied: Radio? { other }
  /// Stored, and not wrapped.
  var volume = 0
  var antenna: Radio?
}

@Suite("Typed key paths through several objects") struct NestedKeyPathTests {
  private let watcher = Watcher()
  private let controller = KVOController(observer: nil)

  /// The key path in its string form, or nil where it raises.
  private func name<Object: KeyValueObject, Value>(
    _ keyPath: KeyPath<Object, Value>, _ object: Object
  ) -> String? {
    try? KeyValueObject.key(for: keyPath, of: object)
  }

  /// The reason for which the key path raises.
  private func reason<Object: KeyValueObject, Value>(
    _ keyPath: KeyPath<Object, Value>, _ object: Object
  ) -> String? {
    do throws(Violation) {
      _ = try KeyValueObject.key(for: keyPath, of: object)
      return nil
    } catch {
      #expect(error.name == "NSInvalidArgumentException")
      return error.reason
    }
  }

  // MARK: Which paths

  @Test("through an object, and through one that can be nil")
  func oneObject() {
    #expect(name(\.clock.date, watcher) == "clock.date")
    #expect(name(\.clock.zone, watcher) == "clock.zone")
    watcher.spare = Clock()
    #expect(name(\.spare?.date, watcher) == "spare.date")
    #expect(name(\.spare?.zone, watcher) == "spare.zone")
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
      name(\.friend?.clock.twin?.twin?.twin?.date, watcher) == "friend.clock.twin.twin.twin.date")
    #expect(
      name(\.friend?.friend?.friend?.clock.date, watcher) == "friend.friend.friend.clock.date")
    #expect(name(\.clock.twin, watcher) == "clock.twin")
    #expect(name(\.clock.twin?.twin, watcher) == "clock.twin.twin")
  }

  @Test("inherited properties, at each place of the path")
  func inherited() {
    let night = NightWatcher()
    night.spareAlarm = AlarmClock()
    night.friend = night
    defer { night.friend = nil }
    #expect(name(\NightWatcher.alarmClock.date, night) == "alarmClock.date")
    #expect(name(\NightWatcher.alarmClock.alarm, night) == "alarmClock.alarm")
    #expect(name(\NightWatcher.spareAlarm?.date, night) == "spareAlarm.date")
    #expect(name(\NightWatcher.friend?.spareAlarm?.zone, night) == "friend.spareAlarm.zone")
    #expect(name(\Watcher.spareAlarm?.date, night) == "spareAlarm.date")
    #expect(name(\Watcher.spareAlarm?.date, night as Watcher) == "spareAlarm.date")
  }

  @Test("the object on the way may be of a subclass")
  func subclassOnTheWay() {
    watcher.spare = AlarmClock()
    #expect(name(\.spare?.date, watcher) == "spare.date")
  }

  @Test("properties whose setters are private")
  func privateSetter() {
    watcher.age()
    #expect(name(\.oldest?.ticks, watcher) == "oldest.ticks")
    #expect(name(\.clock.ticks, watcher) == "clock.ticks")
  }

  @Test("through generic classes, also from generic code")
  func generic() {
    watcher.shelf = ClockShelf()
    watcher.shelf?.item = Clock()
    #expect(name(\.shelf?.item?.date, watcher) == "shelf.item.date")
    #expect(name(\.shelf?.count, watcher) == "shelf.count")
    let own = ClockShelf()
    own.item = Clock()
    #expect(name(\ClockShelf.item?.zone, own) == "item.zone")

    func named<Item: Clock>(_ shelf: Shelf<Item>) -> String? {
      name(\Shelf<Item>.item?.date, shelf)
    }
    let other = Shelf<AlarmClock>()
    other.item = AlarmClock()
    #expect(named(other) == "item.date")
    #expect(named(own) == "item.date")
  }

  @Test("a computed key, at the end and on the way")
  func computedKeys() {
    watcher.friend = Watcher()
    #expect(name(\.friend?.label, watcher) == "friend.label")
    watcher.spare = Clock()
    #expect(name(\.chosen?.date, watcher) == "chosen.date")
    watcher.friend?.spare = Clock()
    #expect(name(\.friend?.chosen?.zone, watcher) == "friend.chosen.zone")
  }

  @Test(
    "an override is a computed property of the subclass, and raises; the superclass's own does not")
  func overridden() {
    let night = NightWatcher()
    night.friend = NightWatcher()
    #expect(reason(\NightWatcher.clock.date, night) != nil)
    #expect(reason(\NightWatcher.clock, night) != nil)
    #expect(name(\NightWatcher.friend?.clock.date, night) == "friend.clock.date")
    #expect(name(\Watcher.clock.date, night as Watcher) == "clock.date")
  }

  @Test("a protocol's property is not that of the class, and raises")
  func requirement() {
    func reason<Item: Dated>(_ shelf: Shelf<Item>) -> String? {
      self.reason(\Shelf<Item>.item?.date, shelf)
    }
    let shelf = Shelf<Clock>()
    shelf.item = Clock()
    #expect(name(\Shelf<Clock>.item?.date, shelf) == "item.date")
    #expect(reason(shelf) != nil)
  }

  // MARK: Nil on the way

  @Test("behind a nil, what an earlier reading has taught is known")
  func learnt() {
    final class Guard: KeyValueObject {
      @Observed var first: Post?
      @Observed var second: Post?
    }
    class Post: KeyValueObject {
      @Observed var shift = 0
    }
    let watch = Guard()
    let before = reason(\Guard.first?.shift, watch)
    #expect(before?.contains(#""first" is nil, and what follows it has not been read"#) == true)
    #expect(before?.contains(#"write the string, "first." and the rest"#) == true)
    watch.second = Post()
    #expect(name(\.second?.shift, watch) == "second.shift")
    #expect(name(\.first?.shift, watch) == "first.shift")
    watch.second = nil
    #expect(name(\.second?.shift, watch) == "second.shift", "asked before")
  }

  @Test("behind a nil, a computed key is known")
  func computedBehindNil() {
    #expect(name(\.friend?.label, Watcher()) == "friend.label")
  }

  @Test("behind a nil, nothing else is known for a lookalike")
  func lookalikeBehindNil() {
    watcher.spare = Clock()
    #expect(name(\.spare?.date, watcher) == "spare.date")
    watcher.spare = nil
    #expect(reason(\.spare?.day, watcher)?.contains("is nil") == true)
  }

  // MARK: Observing

  @Test("the typed form and the string are the same observation", arguments: [true, false])
  func sameAsString(typedFirst: Bool) {
    let view = ClockView()
    let controller = KVOController(observer: view)
    watcher.spare = Clock()
    func observeTyped() {
      controller.observe(watcher, \.spare?.date, action: ClockView.valueDidChange)
    }
    func observeString() {
      controller.observe(watcher, keyPath: "spare.date", action: ClockView.valueDidChange)
    }
    if typedFirst { observeTyped() }
    observeString()
    observeTyped()
    watcher.spare?.date = 1
    #expect(view.actions.count == 1)
    if typedFirst {
      controller.unobserve(watcher, keyPath: "spare.date")
    } else {
      controller.unobserve(watcher, \.spare?.date)
    }
    watcher.spare?.date = 2
    #expect(view.actions.count == 1)
  }

  @Test("the changes are typed; of an optional chain, optional")
  func typedChanges() {
    let controller = KVOController(observer: watcher)
    var dates: [Int?] = []
    var chained: [[Int??]] = []
    var zones: [String??] = []
    watcher.spare = Clock()
    controller.observe(watcher, \.clock.date, options: .new) { _, _, change in
      dates.append(change.newValue)
    }
    controller.observe(watcher, \.spare?.date, options: [.old, .new]) { _, watcher, change in
      #expect(watcher === self.watcher && change.keyPath == "spare.date")
      chained.append([change.oldValue, change.newValue])
    }
    controller.observe(watcher, \.spare?.zone, options: .new) { _, _, change in
      zones.append(change.newValue)
    }
    watcher.clock.date = 3
    #expect(dates == [3])
    watcher.spare?.date = 4
    watcher.spare = nil
    watcher.spare = Clock()
    #expect(chained == [[.some(0), .some(4)], [.some(4), .some(nil)], [.some(nil), .some(0)]])
    #expect(zones == [.some(nil), .some(nil)])
    controller.unobserveAll()
  }

  @Test("what was observed can be unobserved when there is nil on the way")
  func unobserveBehindNil() {
    let view = ClockView()
    let controller = KVOController(observer: view)
    watcher.spare = Clock()
    // Or nobody could say what follows it, unless another test has read it.
    watcher.spare?.twin = Clock()
    controller.observe(watcher, \.spare?.twin?.date, action: ClockView.valueDidChange)
    watcher.spare = nil
    #expect(view.actions.count == 1)
    controller.unobserve(watcher, \.spare?.twin?.date)
    watcher.spare = Clock()
    #expect(view.actions.count == 1)
  }

  @Test("what was never observed can be unobserved when there is nil on the way")
  func unobserveUnknown() {
    final class Guard: KeyValueObject {
      @Observed var post: Post?
      @Observed var rank = 0
    }
    final class Post: KeyValueObject {
      @Observed var shift = 0
    }
    let watch = Guard()
    controller.unobserve(watch, \.post?.shift)
    controller.observe(watch, \.rank) { _, _, _ in }
    controller.unobserve(watch, \.post?.shift)
    controller.unobserveAll()
  }

  @Test("unobserving raises where a string may be meant that cannot be told")
  func unobserveString() async {
    let ending = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) {
      final class Guard: KeyValueObject {
        @Observed var post: Post?
      }
      final class Post: KeyValueObject {
        @Observed var shift = 0
      }
      let watch = Guard()
      let controller = KVOController(observer: watch)
      controller.observe(watch, keyPath: "post.shift") { _, _, _ in }
      controller.unobserve(watch, \.post?.shift)
    }
    #expect(ending.raised("NSInvalidArgumentException", #""post" is nil"#))
  }

  // MARK: What raises

  @Test("a computed property that reads just what a path reads is not that path")
  func lookalikes() {
    watcher.spare = Clock()
    watcher.clock.twin = Clock()
    #expect(name(\.spare?.date, watcher) == "spare.date")
    #expect(name(\.clock.date, watcher) == "clock.date")
    #expect(name(\.clock.twin?.date, watcher) == "clock.twin.date")
    let undeclared = "A computed property has to be declared in computedKeys"
    #expect(reason(\.hour, watcher)?.contains(undeclared) == true)
    #expect(reason(\.favourite.date, watcher)?.contains("It begins with a property of") == true)
    #expect(reason(\.clock.day, watcher)?.contains(#""clock" is followed by a property"#) == true)
    #expect(reason(\.favourite.date, watcher)?.contains(undeclared) == true)
    #expect(reason(\.spareFavourite?.date, watcher)?.contains(undeclared) == true)
    #expect(reason(\.clock.day, watcher)?.contains(undeclared) == true)
    #expect(reason(\.clock.sibling?.date, watcher)?.contains(undeclared) == true)
    #expect(reason(\.clock.twin?.day, watcher)?.contains(undeclared) == true)
    #expect(reason(\.[0].date, watcher)?.contains(undeclared) == true)
    #expect(reason(\.clock.brand, watcher)?.contains(undeclared) == true, "stored, not wrapped")
  }

  @Test("nor in a final class, which the optimizer sees through")
  func finalLookalikes() {
    let radio = Radio()
    radio.other = Radio()
    radio.other?.other = radio
    #expect(name(\.other?.station, radio) == "other.station")
    #expect(name(\.other?.other?.station, radio) == "other.other.station")
    #expect(reason(\.other?.copy, radio) != nil)
    #expect(reason(\.copied?.station, radio) != nil)
    #expect(reason(\.other?.copied?.station, radio) != nil)
    #expect(reason(\.copy, radio) != nil)
    radio.antenna = radio
    let plain = "that is not declared with @Observed"
    #expect(reason(\.other?.volume, radio)?.contains(plain) == true)
    #expect(reason(\.antenna?.station, radio)?.contains(plain) == true)
    #expect(reason(\.volume, radio)?.contains("does not read a property declared with") == true)
  }

  @Test("anything but properties of observable objects raises, before anything is read")
  func noProperties() {
    watcher.clocks = []
    let advice = "Every part of it has to be a property"
    #expect(reason(\.spare!.date, watcher)?.contains("write ? and not !") == true)
    #expect(reason(\.forced.date, watcher)?.contains("write ? and not !") == true)
    #expect(reason(\.clocks[0].date, watcher)?.contains(advice) == true)
    #expect(reason(\.clocks.first?.date, watcher)?.contains(advice) == true)
    #expect(reason(\.clocks.count, watcher)?.contains(advice) == true)
    #expect(reason(\.pair.0.date, watcher)?.contains(advice) == true)
    #expect(reason(\.place.floor, watcher)?.contains(advice) == true)
    #expect(reason(\.drawer.clock.date, watcher)?.contains(advice) == true)
    #expect(reason(\.clock.zone?.count, watcher)?.contains(advice) == true)
    #expect(reason(\.source.date, watcher)?.contains(advice) == true)
    #expect(name(\.forced?.date, watcher) == "forced.date")
  }

  @Test("through the controller, it raises as an exception")
  func raises() async {
    let ending = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) {
      KVOController(observer: nil).observe(Watcher(), \.friend?.friend?.clock.date) { _, _, _ in }
    }
    #expect(ending.raised("NSInvalidArgumentException", #""friend" is nil"#))
  }
}
