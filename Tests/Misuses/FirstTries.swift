// What people write first, and what the compiler tells them to write instead, in the shapes in which they write it.

import Dispatch
import ManagedObserving
import RawObserving

struct Size {
  var width = 0.0
}

class Clock: KeyValueObject {
  @Observed var date = 0
  @Observed var size = Size()
  @Observed var twin: Clock?
  @Observed var main = Dial()
  @Observed var parts: [Int] = []
  @Observed var prices: [String: Int] = [:]
  var hour: Int { date % 24 }
}

final class Dial: KeyValueObject {
  @Observed var color = 0
  var hands = 2
  /// A property of this name is found, although `$dial.value` says what to write.
  var value: Property<Int> { $color }
}

final class View: KeyValueObject {
  var text = ""
  var width = 0.0
  func hourDidChange(_ change: Change<Int>) { text = "\(change.value)" }
}

// MARK: Key paths that go on without a `$`. For the path itself the compiler names no line.

// error nowhere: 'subscript(dynamicMember:)' is unavailable: write a $ before each property, \.$clock.$date; observe a structure whole, \.$size

func paths(_ controller: KVOController<View>, _ clock: Clock) {
  // error: 'observe(_:_:options:duplicates:block:)' is unavailable: write \.$date, \.$clock.$date for a path
  controller.observe(clock, \.$size.width) { view, _, change in view.width = change.value }
  // error: 'observe(_:_:options:duplicates:block:)' is unavailable: write \.$date, \.$clock.$date for a path
  controller.observe(clock, \.$size.width) { view, _, change in
    let width = change.value
    view.text = "\(width)"
  }
  // error: 'observe(_:_:options:duplicates:block:)' is unavailable: write \.$date, \.$clock.$date for a path
  controller.observe(clock, \.$parts.count) { view, _, change in view.text = "\(change.value)" }
  // error: 'observe(_:_:options:duplicates:block:)' is unavailable: write \.$date, \.$clock.$date for a path
  controller.observe(clock, \.$main.hands) { view, _, change in view.text = "\(change.value + 1)" }
  // error: 'willChangeValue(for:)' is unavailable: write a $ before the property: willChangeValue(for: \.$date)
  clock.willChangeValue(for: \.$size.width)
}

func optionalPaths(_ controller: KVOController<View>, _ clock: Clock) {
  // error: value of optional type 'Clock?' must be unwrapped to refer to member 'date' of wrapped base type 'Clock'
  controller.observe(clock, \.$twin.date) { view, _, change in view.text = "\(change.value ?? 0)" }
}

func elements(_ controller: KVOController<View>, _ clock: Clock) {
  let view = View()
  // error: 'subscript(_:)' is unavailable: only the whole collection can be observed: \.$items, then read items[0]
  view.text = "\(clock.$parts[0])"
  // error: 'subscript(_:)' is unavailable: only the whole dictionary can be observed: \.$prices, then read prices[key]
  view.text = "\(clock.$prices["a"] ?? 1)"
}

// MARK: The value of `$date`

func values(_ clock: Clock, _ view: View) {
  // error: 'subscript(dynamicMember:)' is unavailable: read the value without the $: clock.date
  view.text = "\(clock.$date.value)"
  // error: 'subscript(dynamicMember:)' is unavailable: read the value without the $: clock.date
  let sum = clock.$date.value + 1
  // error: 'subscript(dynamicMember:)' is unavailable: read the value without the $: clock.date
  let read = { clock.$date.wrappedValue }
  // error: 'subscript(dynamicMember:)' is unavailable: read the value without the $: clock.date
  let hour = clock.$twin.value?.hour ?? 0
  print(sum, read(), hour)
}

/// These compile.
let unaffected: [PartialKeyPath<Clock>] = [\.$twin.$date, \.$twin.$twin.$date, \.$main.$color, \.$main.value]

// MARK: Calls in another shape

final class SharedView: Sendable {}

@MainActor func shapes(_ controller: KVOController<SharedView>, _ clock: Clock) {
  // A misspelt member, and one that only a change by string has.
  // error: value of type 'Change<Int>' has no member 'valeu'
  controller.observe(clock, \.$date) { view, _, change in view.text = "\(change.valeu)" }
  // error: value of type 'Change<Int>' has no member 'isPrior'
  controller.observe(clock, \.$date) { view, _, change in if change.isPrior { view.text = "" } }
  // error: contextual type for closure argument list expects 3 arguments, which cannot be implicitly ignored
  controller.observe(clock, \.$date) { print("changed") }
  // error: type 'Clock' does not conform to the 'Sendable' protocol
  controller.observe(clock, \.$date, on: .shared) { _, _, change in print(change) }
  // error: 'observe(_:_:options:duplicates:on:block:)' is unavailable: write on: .function { work in queue.async(execute: work) }
  controller.observe(clock, \.$date, on: DispatchQueue.main) { _, _ in }
  // error: cannot infer contextual base in reference to member 'global'
  controller.observe(clock, \.$date, on: .global()) { _, _ in }
  // error: extraneous argument label 'keyPath:' in call
  controller.observe(clock, keyPath: "date", on: .shared) { _, _ in }
  // error: generic parameter 'Value' could not be inferred
  controller.observe(clock, "date") { _, _, _ in }
  // error: for-in loop requires 'AsyncStream<Change<Int>>' to conform to 'Sequence'
  for _ in controller.changes(of: clock, \.$date) {}
}

final class Members: KeyValueObject {
  // error: type 'Clock' does not conform to protocol 'Hashable'
  @Observed var members: Set<Clock> = []
  @Observed var clocks: [Clock] = []
  // error: type 'ScopedObservation' does not conform to protocol 'Hashable'
  var bag: Set<ScopedObservation> = []

  func index(of clock: Clock) -> Int? {
    // error: referencing instance method 'firstIndex(of:)' on 'Collection' requires that 'Clock' conform to 'Equatable'
    clocks.firstIndex(of: clock)
  }
}

func several(_ controller: KVOController<View>, _ clock: Clock) {
  // error: missing argument label 'options:' in call
  controller.observe(clock, \.$date, \.$parts) { _, _, _ in }
  // error: generic parameter 'Value' could not be inferred
  controller.observe(clock, [\.$date, \.$parts]) { _, _, _ in }
  // error: missing argument label 'options:' in call
  _ = controller.changes(of: clock, \.$date, \.$parts)
  controller.observe(clock, \.$parts) { _, _, change in
    // error: cannot convert value of type 'RangeSet<Int>?' to expected argument type '[Any]?'
    for index in change.indexes ?? [] { print(index) }
  }
}

// MARK: Computed keys

final class UnnamedClass: Clock {
  override class var computedKeys: [ComputedKey] {
    super.computedKeys + [
      // error: 'init(_:_:dependsOn:)' is unavailable: name the class: ComputedKey("hour", \Clock.hour, dependsOn: \.$date)
      ComputedKey("hour", \.hour, dependsOn: \.$date),
      // error: 'init(_:_:dependsOn:)' is unavailable: name the class: ComputedKey("hour", \Clock.hour, dependsOn: \.$date)
      ComputedKey("hour", \.hour, dependsOn: \.$date, \.$twin.$date),
      // error: 'init(_:_:dependsOn:)' is unavailable: name the class: ComputedKey("hour", \Clock.hour, dependsOn: \.$date)
      ComputedKey("hour", \.hour),
    ]
  }
}

final class NoDollar: Clock {
  override class var computedKeys: [ComputedKey] {
    [
      // error: 'init(_:_:dependsOn:)' is unavailable: write a $ before each trigger: dependsOn: \.$date
      ComputedKey("hour", \NoDollar.hour, dependsOn: \.date),
      // error: 'init(_:_:dependsOn:)' is unavailable: write a $ before each trigger: dependsOn: \.$date
      ComputedKey("hour", \NoDollar.hour, dependsOn: \.$twin, \.date),
      // error: 'init(_:_:dependsOn:)' is unavailable: write a $ before each trigger: dependsOn: \.$date
      ComputedKey("hour", \NoDollar.hour, dependsOn: \.$size.width),
    ]
  }
}

// MARK: As on Apple's systems

final class Observer: KeyValueObject {
  // error: cannot override 'observeValue' which has been marked unavailable: write keyPath: String, of object: KeyValueObject, change: KeyValueChange; change.newValue reads the new value
  override func observeValue(
    // error: 'NSKeyValueChangeKey' is unavailable: write change: KeyValueChange, and read change.newValue, change.oldValue or change.kind
    forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?, context: UnsafeMutableRawPointer?
  ) {}
}

final class NextObserver: KeyValueObject {
  // error: cannot override 'observeValue' which has been marked unavailable: write keyPath: String, of object: KeyValueObject, change: KeyValueChange; change.newValue reads the new value
  override func observeValue(
    forKeyPath keyPath: String?, of object: Any?, change: [KeyValueChangeKey: Any]?, context: UnsafeMutableRawPointer?
  ) {
    // error: 'observeValue(forKeyPath:of:change:context:)' is unavailable: write keyPath: String, of object: KeyValueObject
    super.observeValue(forKeyPath: keyPath, of: object, change: change, context: context)
  }
}

final class LastObserver: KeyValueObject {
  var text = ""

  override func observeValue(
    forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange, context: UnsafeMutableRawPointer?
  ) {
    // error: 'newKey' has been renamed to 'new'
    if let date = change[.newKey] as? Int { text = "\(date)" }
    // error: 'oldKey' has been renamed to 'old'
    text = "\(change[.oldKey] ?? 0)"
    // error: 'value' has been renamed to 'newValue'
    text = "\(change.value ?? 0)"
    // error: 'value' has been renamed to 'newValue'
    let read = { change.value as? Int ?? 0 }
    print(read())
    super.observeValue(forKeyPath: keyPath, of: object, change: change, context: context)
  }
}

func closures(_ clock: Clock, _ view: View) {
  // error: 'observe(_:options:changeHandler:)' is unavailable: write view.kvoController.observe(clock, \.$date) { … }, in ManagedObserving
  clock.observe(\.date) { _, _ in view.text = "" }
  // error: 'observe(_:options:changeHandler:)' is unavailable: write view.kvoController.observe(clock, \.$date) { … }
  let token = clock.observe(\.date, options: [.old, .new]) { clock, change in
    guard let date = change.newValue, change.oldValue != date else { return }
    view.text = "\(date) \(clock.hour)"
  }
  // error: 'observe(_:options:changeHandler:)' is unavailable: write view.kvoController.observe(clock, \.$date) { … }
  clock.observe(\.twin?.date, options: [.new]) { [weak view] _, change in view?.text = "\(change.newValue ?? 0)" }
  _ = token
  // error: 'willChangeValue(for:)' is unavailable: write a $ before the property: willChangeValue(for: \.$date)
  clock.willChangeValue(for: \.date)
  // error: 'didChangeValue(for:)' is unavailable: write a $ before the property: didChangeValue(for: \.$date)
  clock.didChangeValue(for: \.date)
}

// MARK: With a controller

func changes(_ controller: KVOController<View>, _ clock: Clock) {
  // error: 'newValue' has been renamed to 'value': a typed change always has its value
  controller.observe(clock, \.$date) { view, _, change in view.text = "\(change.newValue)" }
  // error: 'newValue' has been renamed to 'value': a typed change always has its value
  controller.observe(clock, \.$date) { view, _, change in view.text = "\(change.newValue ?? 0)" }
  controller.observe(clock, \.$date, options: .old) { view, _, change in
    // error: 'newValue' has been renamed to 'value': a typed change always has its value
    guard let date = change.newValue, change.oldValue != date else { return }
    // error: 'newValue' has been renamed to 'value': a typed change always has its value
    if change.newValue == 3 { view.text = "\(date)" }
  }
  var rows: [Int] = []
  // error: 'apply(to:)' is unavailable: write rows = change.value, or change.value.map { Row($0) }
  controller.observe(clock, \.$parts) { _, _, change in change.apply(to: &rows) }
  var cells: [View] = []
  controller.observe(clock, \.$parts) { _, _, change in
    // error: 'apply(to:)' is unavailable: write rows = change.value, or change.value.map { Row($0) }
    change.apply(to: &cells)
    print(cells.count)
  }
}

func withoutDollar(_ controller: KVOController<View>, _ clock: Clock, _ view: View) {
  // error: 'observe(_:_:options:duplicates:block:)' is unavailable: write \.$date, \.$clock.$date for a path
  controller.observe(clock, \.date) { view, clock, change in view.text = "\(change.value) \(clock.hour)" }
  // error: 'observe(_:_:options:duplicates:block:)' is unavailable: write \.$date, \.$clock.$date for a path
  controller.observe(clock, \.date, options: [.initial, .old]) { view, _, change in
    // error: 'newValue' has been renamed to 'value': a typed change always has its value
    view.text = "\(change.newValue ?? 0)"
  }
  // error: 'observe(_:_:options:duplicates:block:)' is unavailable: write \.$date, \.$clock.$date for a path
  controller.observe(clock, \.date) { [weak view] _, _, change in view?.text = "\(change.value)" }
  // error: 'observe(_:_:options:duplicates:block:)' is unavailable: write \.$date, \.$clock.$date for a path
  controller.observe(clock, \Clock.date, duplicates: .replace) { $0.text = "\($2.value)" }
  // error: missing argument for parameter 'block' in call
  controller.observe(clock, \.hour, action: View.hourDidChange)
  // error: 'unobserve' is unavailable: write \.$date, \.$clock.$date for a path
  controller.unobserve(clock, \.date)
}

@MainActor final class Label {
  var text = ""
  private(set) lazy var controller = KVOController(observer: self)

  func show(_ clock: Clock) {
    // error: 'main' is unavailable: write .shared, in main-actor code
    controller.observe(clock, \.$date, on: .main) { label, change in label.text = "\(change.value)" }
    // error: 'mainActor' is unavailable: write .shared, in main-actor code
    controller.observe(clock, \.$date, on: .mainActor) { label, change in label.text = "\(change.value)" }
    // error: 'queue' is unavailable: write on: .function { work in queue.async(execute: work) }
    controller.observe(clock, \.$date, on: .queue(DispatchQueue.main)) { $0.text = "\($1.value)" }
  }
}

final class Archive: Sendable {
  func add(_ date: Int) {}
}

func delivery(_ controller: KVOController<Archive>, _ clock: Clock, _ queue: DispatchQueue) {
  // error: 'main' is unavailable: write .shared, in main-actor code
  controller.observe(clock, \.$date, on: .main) { archive, change in archive.add(change.value) }
  // error: 'queue' is unavailable: write on: .function { work in queue.async(execute: work) }
  controller.observe(clock, \.$date, on: .queue(queue)) { archive, change in archive.add(change.value) }
  // error: cannot infer contextual base in reference to member 'main'
  controller.observe(clock, \.$date, on: .queue(.main)) { archive, change in archive.add(change.value) }
  // error: 'observe(_:_:options:duplicates:on:block:)' is unavailable: write on: .function { work in queue.async(execute: work) }
  controller.observe(clock, \.$date, on: queue) { archive, change in archive.add(change.value) }
}

/// A bag as people keep it for Combine.
final class Screen: KeyValueObject {
  var text = ""
  private var bag: Set<ObservationToken> = []
  private var tokens: [ObservationToken] = []
  private var token: ObservationToken?

  func show(_ clock: Clock) {
    // error: 'store(in:)' is unavailable: the controller keeps the observation; scoped() ends it with its owner
    kvoController.observe(clock, \.$date) { screen, _, change in screen.text = "\(change.value)" }.store(in: &bag)
    // error: 'store(in:)' is unavailable: the controller keeps the observation; scoped() ends it with its owner
    kvoController.observe(clock, \.$date) { _, _, _ in }.store(in: &tokens)
    token = kvoController.observe(clock, \.$date) { screen, _, change in screen.text = "\(change.value)" }
  }

  func stop() {
    // error: 'invalidate()' has been renamed to 'cancel()'
    token?.invalidate()
    // error: 'invalidate()' has been renamed to 'cancel()'
    for token in tokens { token.invalidate() }
    // error: 'invalidate()' has been renamed to 'cancel()'
    tokens.forEach { $0.invalidate() }
  }
}

// MARK: Arrays

func arrays(_ clock: Clock) {
  // error: 'mutableArray' is unavailable: write a $ before the property: mutableArray(\.$items)
  clock.mutableArray(\.parts).append(3)
  // error: 'mutableArrayValue(forKey:)' is unavailable: write mutableArray(\.$items), or (forKey: "items", of: String.self)
  let unknown = clock.mutableArrayValue(forKey: "parts")
  let known: MutableArrayValue<Int> = clock.mutableArrayValue(forKey: "parts")
  // error: 'add' has been renamed to 'append(_:)'
  known.add(3)
  // error: 'removeObject(at:)' has been renamed to 'remove(at:)'
  known.removeObject(at: 0)
  // error: 'sort(by:)' is unavailable: sort the property itself, list.items.sort(): observers receive a setting
  known.sort()
  // error: 'sort(by:)' is unavailable: sort the property itself, list.items.sort(): observers receive a setting
  known.sort { $0 > $1 }
  // error: 'swapAt' is unavailable: call replace(at:with:) with both indexes: observers receive one replacement
  known.swapAt(0, 1)
  // error: 'replaceSubrange(_:with:)' is unavailable: call remove(at:), then insert(contentsOf:at:)
  known.replaceSubrange(0..<1, with: [3, 4])
  _ = unknown
}

// MARK: The names and forms of others

final class Meter: KeyValueObject, @unchecked Sendable {
  @Observed var count = 0
}

func queues(_ controller: KVOController<View>, _ meter: Meter, _ queue: DispatchQueue) {
  // error: 'observe(_:_:options:duplicates:on:block:)' is unavailable: write on: .function { work in queue.async(execute: work) }, or on: .shared; in an actor
  controller.observe(meter, \.$count, on: queue) { view, meter, change in print(change.value) }
  // error: 'observe(_:_:duplicates:latestOn:block:)' is unavailable: write latestOn: .shared; elsewhere, a loop over changes(of:buffering: .bufferingNewest(1))
  controller.observe(meter, \.$count, latestOn: queue) { view, count in print(count) }
  // error: 'observe(_:_:duplicates:latestOn:block:)' is unavailable: write latestOn: .shared; elsewhere, a loop over changes(of:buffering: .bufferingNewest(1))
  controller.observe(meter, \.$count, latestOn: .function { $0() }) { view, count in print(count) }
}

func publishers(_ controller: KVOController<View>, _ clock: Clock) {
  // error: 'subscript(dynamicMember:)' is unavailable: write view.kvoController.observe(clock, \.$date) { … }, in ManagedObserving
  _ = clock.$date.sink { print($0) }
  // error: no exact matches in call to instance method 'observe'
  controller.observe(clock.$date) { print($0) }
}

func generic(_ clock: Clock) {
  // error: 'subscript(_:)' is unavailable: write a $ before the property, object[\.$date]; where it is known, clock.date
  _ = clock[\.date]
}

func names() {
  // error: 'FBKVOController' is unavailable: write KVOController(observer: self), or view.kvoController
  _ = FBKVOController(observer: nil)
}

func observersThatAreNotSendable(_ controller: KVOController<View>, _ meter: Meter) {
  // deprecated: 'observe(_:_:options:duplicates:file:line:block:)' is deprecated: any thread may set it: write \.$date with on: .shared in main-actor code, or make the observer Sendable
  controller.observe(meter, \.$count) { view, meter, change in print(change.value) }
  // deprecated: 'observe(_:keyPath:options:duplicates:file:line:block:)' is deprecated: any thread may set it: write \.$date with on: .shared in main-actor code, or make the observer Sendable
  controller.observe(meter, keyPath: "count") { view, meter, change in print(change) }
  // deprecated: 'observe(_:keyPaths:options:duplicates:file:line:block:)' is deprecated: any thread may set it: write \.$date with on: .shared in main-actor code, or make the observer Sendable
  controller.observe(meter, keyPaths: ["count"]) { view, meter, change in print(change) }
  // deprecated: 'observe(_:keyPath:options:duplicates:context:file:line:)' is deprecated: any thread may set it: write
  controller.observe(meter, keyPath: "count", context: nil)
}
