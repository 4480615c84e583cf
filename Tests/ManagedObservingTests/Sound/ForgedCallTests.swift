import RawObserving
import Testing

@testable import ManagedObserving

/// Has the mediator, and the contexts of its registrations.
private final class Thief: OpenClock {
  @Observed var rows: [Int] = []
  @Observed var part: Part?

  func setQuietly(_ part: Part?) { _part.storedValue = part }
}

/// Only one test observes it, so that the name of its key is not known there.
private final class Part: KeyValueObject { @Observed var size = 0 }

@Suite("Any code may call the mediator", .watched) struct ForgedCallTests {
  private let thief = Thief()
  private let view = ClockView()
  private let controller: KVOController<ClockView>

  init() { controller = KVOController(observer: view) }

  /// Objects that a call may claim to come from.
  private func strangers() throws -> [KeyValueObject] { [Clock(), Thermostat(), view, try #require(thief.mediator)] }

  /// Calls the mediator for the record.
  private func forge(
    _ change: KeyValueChange, of object: KeyValueObject, _ context: UnsafeMutableRawPointer?, keyPath: String = "date"
  ) { thief.mediator?.observeValue(forKeyPath: keyPath, of: object, change: change, context: context) }

  @Test("the list of registrations does not hand the mediator out, nor does any list of observations")
  func notHandedOut() {
    controller.observe(thief, \.$date) { _, _, _ in }
    let registration = thief.activeRegistrations.first
    #expect(registration?.observer == nil && registration?.isForOthers == true)
    #expect(thief.activeObservations.first?.observer === view && controller.activeObservations.first?.observer === view)
    controller.unobserveAll()
  }

  @Test("a call that names another object, of another class, calls the handler with the object that was observed")
  func anotherObject() throws {
    var told: [ObjectIdentifier] = []
    controller.observe(thief, \.$date) { _, thief, change in
      #expect(thief.rows == [] && change.value == 5)
      told.append(ObjectIdentifier(thief))
    }
    controller.observe(thief, keyPath: "zone") { _, thief, _ in told.append(ObjectIdentifier(thief)) }
    controller.observe(thief, keyPath: "rows", context: someContext)
    for stranger in try strangers() {
      for context in thief.contexts { forge(KeyValueChange(kind: .setting, newValue: 5), of: stranger, context) }
    }
    #expect(told == Array(repeating: ObjectIdentifier(thief), count: 8))
    #expect(view.callbacks.map(\.object) == Array(repeating: ObjectIdentifier(thief), count: 4))
    controller.unobserveAll()
  }

  @Test("a call with a value of another type, or with none, does not reach a typed handler")
  func anotherType() {
    var calls = 0
    controller.observe(thief, \.$date) { _, _, _ in calls += 1 }
    controller.observe(thief, \.$date, duplicates: .add) { $0.valueDidChange($2) }
    let panel = Panel()
    let other = KVOController(observer: panel)
    other.observe(thief, \.$date, on: .function { $0() }) { $0.show($1.value) }
    for value: Any? in ["text", nil, KeyValueNull.null, thief, Int?.none as Any, [1]] {
      for context in thief.contexts { forge(KeyValueChange(kind: .setting, newValue: value), of: thief, context) }
    }
    #expect(calls == 0 && view.actions.isEmpty && panel.values.withLock(\.isEmpty))
    for context in thief.contexts { forge(KeyValueChange(kind: .setting, newValue: 5), of: thief, context) }
    #expect(calls == 1 && view.actions.count == 1 && panel.values.withLock { $0 } == [5])
    controller.unobserveAll()
    other.unobserveAll()
  }

  @Test("a call that claims a change of elements reads the value, and ignores elements of another type")
  func elements() {
    var told: [[Int]] = []
    controller.observe(thief, \.$rows) { _, _, change in
      #expect(change.newElements == nil && change.oldElements == nil && change.oldValue == nil)
      told.append(change.value)
    }
    thief.rows = [1]
    for kind in [KeyValueChangeKind.insertion, .removal, .replacement] {
      forge(
        KeyValueChange(kind: kind, newValue: ["x"], oldValue: thief, indexes: RangeSet([7..<9])), of: Clock(),
        thief.contexts.first ?? nil, keyPath: "nonsense")
    }
    #expect(told == [[1], [1], [1], [1]])
    controller.unobserveAll()
  }

  @Test("a call that claims a change of elements behind a key without a name raises nothing")
  func elementsWithoutName() async {
    await #expect(processExitsWith: .success) {
      let (thief, view) = (Thief(), ClockView())
      let controller = KVOController(observer: view)
      controller.observe(thief, \.$part.$size) { _, _, _ in }
      controller.observe(thief, \.$date) { _, _, _ in }
      let context = thief.activeRegistrations.first?.context
      thief.setQuietly(Part())
      thief.mediator?.observeValue(
        forKeyPath: "part.size", of: thief, change: KeyValueChange(kind: .insertion), context: context)
      thief.setQuietly(nil)
    }
  }

  @Test("a call for an observation that has ended, or that never was, reaches no handler")
  func afterTheEnd() throws {
    var calls = 0
    let change = KeyValueChange(kind: .setting, newValue: 5)
    let token = controller.observe(thief, \.$date) { _, _, _ in calls += 1 }
    let context = try #require(thief.contexts.first)
    for unknown in [nil, UnsafeMutableRawPointer(bitPattern: -1), UnsafeMutableRawPointer(bitPattern: Int.max)] {
      forge(change, of: thief, unknown)
    }
    #expect(calls == 0)
    token.cancel()
    forge(change, of: thief, context)
    forge(change, of: Clock(), context)
    #expect(calls == 0)
    // The same while it is silenced and its registration is still there.
    var scope: ScopedObservation? = controller.observe(thief, \.$date) { _, _, _ in calls += 1 }.scoped()
    withExtendedLifetime(scope) {}
    scope = nil
    forge(change, of: Clock(), thief.contexts.last ?? nil)
    #expect(calls == 0 && thief.activeRegistrations.isEmpty)
  }

  @Test("a call for an object that is gone reaches no handler, and neither does one for an observer that is gone")
  func gone() {
    let change = KeyValueChange(kind: .setting, newValue: 5)
    var calls = 0
    var view: ClockView? = ClockView()
    let controller = KVOController(observer: view, retention: .lifetimeBound)
    var clock: Thief? = Thief()
    controller.observe(clock, \.$date) { _, _, _ in calls += 1 }
    let context = clock?.contexts.first ?? nil
    let mediator = clock?.mediator
    clock = nil
    mediator?.observeValue(forKeyPath: "date", of: thief, change: change, context: context)
    controller.observe(thief, \.$date) { _, _, _ in calls += 1 }
    view = nil
    mediator?.observeValue(forKeyPath: "date", of: thief, change: change, context: thief.contexts.last ?? nil)
    #expect(calls == 0)
  }

  @Test("a registration that other code has removed can be unobserved, and one that other code made calls no handler")
  func registrationsOfOthers() throws {
    var calls = 0
    let token = controller.observe(thief, \.$date) { _, _, _ in calls += 1 }
    let mediator = try #require(thief.mediator)
    thief.removeObserver(mediator, forKeyPath: "date")
    thief.removeObserver(mediator, forKeyPath: "zone", context: someContext)
    thief.date = 1
    #expect(calls == 0 && thief.activeObservations.isEmpty)
    token.cancel()
    controller.unobserve(thief)
    thief.addObserver(mediator, forKeyPath: "date", options: [.initial, .new], context: nil)
    thief.date = 2
    #expect(calls == 0 && thief.activeObservations.isEmpty && thief.activeRegistrations.count == 1)
    thief.removeObserver(mediator, forKeyPath: "date", context: nil)
  }

  // MARK: Objects of other types than a handler expects

  @Test("a controller that was stored with an object of another class hands no observer to a handler of that class")
  func smuggledController() {
    final class Stranger: KeyValueObject {
      let text = "a text that is long enough to be on the heap"
      @Observed var number = 0
    }
    var told: [String] = []
    let (stranger, name) = (Stranger(), "ManagedObserving.kvoController")
    view.kvoController.observe(thief, \.$date) { _, _, _ in }
    let smuggled = view.associatedObject(name) { view as AnyObject }
    #expect(stranger.associatedObject(name) { smuggled } === smuggled)
    stranger.kvoController.observe(thief, \.$zone) { stranger, _, _ in told.append(stranger.text) }
    stranger.kvoController.observe(thief, keyPath: "date", duplicates: .add) { stranger, _, _ in
      told.append(stranger.text)
    }
    stranger.kvoController.observe(thief, \.$date, duplicates: .add) { stranger, _, _ in told.append(stranger.text) }
    (thief.date, thief.zone) = (1, "UTC")
    #expect(told == [] && view.actions.isEmpty)
    stranger.kvoController.unobserveAll()
  }

  @Test("an object at the address of the one that was observed does not reach a handler of the other class")
  func reusedAddress() async {
    // The record outlives its object, which is never deallocated while it is observed: nothing was registered with it.
    final class Hider: OpenClock { let text = "a text that is long enough to be on the heap" }
    final class Successor: OpenClock { let numbers = (1, 2) }
    var (told, reused) = ([String](), 0)
    for _ in 0..<50 {
      let own = KVOController(observer: view, retention: .unretained)
      let (place, context, mediator): (ObjectIdentifier, UnsafeMutableRawPointer?, KeyValueObject?)
      do {
        let hider = Hider()
        place = ObjectIdentifier(hider)  // compared, never followed
        hider.times = 0
        own.observe(hider, \.$date) { _, hider, _ in told.append(hider.text) }
        own.observe(hider, keyPath: "zone") { _, hider, _ in told.append(hider.text) }
        (context, mediator) = (hider.contexts.first ?? nil, hider.mediator)
      }
      var (successors, last) = ([KeyValueObject](), Successor())
      while ObjectIdentifier(last) != place && successors.count < 20 {
        successors.append(last)
        last = Successor()
      }
      if ObjectIdentifier(last) == place { reused += 1 }
      guard let mediator else { continue }
      let change = KeyValueChange(kind: .setting, newValue: 5)
      mediator.observeValue(forKeyPath: "date", of: last, change: change, context: context)
      last.addObserver(mediator, forKeyPath: "date", options: .new, context: context)
      last.date += 1
      last.removeObserver(mediator, forKeyPath: "date", context: context)
    }
    #expect(told == [])
    #expect(reused > 0 || isSanitized, "no object got the address of another")
  }

  // MARK: What a change carries to another thread

  /// Returns its own object as a value of a property.
  private final class Liar: Clock {
    var answers: [Any] = []
    override func value(forKey key: String) -> Any? {
      answers.isEmpty ? super.value(forKey: key) : answers.removeFirst()
    }
  }

  @Test("a change keeps no object that is not of the type of its values, so none is sent to another thread")
  func nothingElseIsSent() throws {
    let liar = Liar()
    let kept = Locked<[Change<Int>]>([])
    let panel = Panel()
    let other = KVOController(observer: panel)
    other.observe(liar, \.$date, options: .old, on: .function { $0() }) { _, change in
      kept.withLock { $0.append(change) }
    }
    weak var probe: ClockView?
    do {
      let object = ClockView()
      probe = object
      liar.answers = [object, 5]
    }
    liar.willChangeValue(forKey: "date")
    liar.didChangeValue(forKey: "date")
    #expect(kept.withLock { $0.map(\.value) } == [5] && kept.withLock { $0.map(\.oldValue) } == [nil])
    #expect(probe == nil)
    other.unobserveAll()
  }
}
