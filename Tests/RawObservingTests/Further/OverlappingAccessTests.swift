import Foundation
import RawObserving
import Testing

/// An object whose properties are accessed while they are being changed.
private final class Drawer: KeyValueObject {
  @Observed var a: [Int] = []
  @Observed var x = 0
  @Observed var y = 0
  @Observed var child: Drawer?
  @Observed var held: DeinitAction?
  @Observed var alsoHeld: DeinitAction?
  @ObservedWeak var friend: Friend?

  var twice: Int { 2 * x }

  override class func keyPathsForValuesAffectingValue(forKey key: String) -> Set<String> {
    key == "twice" ? ["x"] : super.keyPathsForValuesAffectingValue(forKey: key)
  }
}

/// A value that runs a closure in its deinit.
private final class DeinitAction {
  let action: () -> Void

  init(_ action: @escaping () -> Void) { self.action = action }

  deinit { action() }
}

/// An object for the weak property. It runs a closure in its deinit.
private final class Friend: KeyValueObject {
  var deinitAction: () -> Void = {}

  deinit { deinitAction() }
}

/// Lends the value while the body runs.
private func change<Value>(_ value: inout Value, while body: () -> Void) { body() }

private func change<Value>(_ value: inout Value, whileAwaiting body: () async -> Void) async {
  await Task.yield()
  await body()
}

/// The compiler would refuse it for one object, and does not know that there is only one.
private func swapXs(_ one: Drawer, _ other: Drawer) { swap(&one.x, &other.x) }

private func swapWeakly(_ one: Drawer, _ other: Drawer) { swap(&one.friend, &other.friend) }

/// An access to a property that overlaps a change of it, and has to end the process.
private enum Overlap: String, Codable, CaseIterable, Sendable {
  case setByNameInSort, getByNameInSort, setInSort, getInSort
  case setByNameInBuffer, setInBuffer
  case setByName, setByPath, set, changeInPlace, appendInPlace
  case getByName, getByPath, getByLongerPath, get, getComputed, getByKeyPath, count
  case proxyAppends, proxyReads, proxySets
  case swapWithItself
  case acrossAwait, acrossAwaitByName

  func run(on p: Drawer) async {
    switch self {
    case .setByNameInSort:
      p.a.sort {
        p.setValue([Int](), forKey: "a")
        return $0 < $1
      }
    case .getByNameInSort:
      p.a.sort {
        _ = p.value(forKey: "a")
        return $0 < $1
      }
    case .setInSort:
      p.a.sort {
        p.a = []
        return $0 < $1
      }
    case .getInSort: p.a.sort { p.a.isEmpty || $0 < $1 }
    case .setByNameInBuffer:
      p.a.withUnsafeMutableBufferPointer { _ in p.setValue([1], forKey: "a") }
    case .setInBuffer: p.a.withUnsafeMutableBufferPointer { _ in p.a = [1] }

    case .setByName: change(&p.x) { p.setValue(1, forKey: "x") }
    case .setByPath: change(&p.child!.x) { p.setValue(1, forKeyPath: "child.x") }
    case .set: change(&p.x) { p.x = 1 }
    case .changeInPlace: change(&p.x) { p.x += 1 }
    case .appendInPlace: change(&p.a) { p.a.append(1) }

    case .getByName: change(&p.x) { _ = p.value(forKey: "x") }
    case .getByPath: change(&p.x) { _ = p.value(forKeyPath: "x") }
    case .getByLongerPath: change(&p.child!.x) { _ = p.value(forKeyPath: "child.x") }
    case .get: change(&p.x) { _ = p.x }
    case .getComputed: change(&p.x) { _ = p.twice }
    case .getByKeyPath: change(&p.x) { _ = p[keyPath: \Drawer.x] }
    case .count: change(&p.a) { _ = p.value(forKeyPath: "a.@count") }

    case .proxyAppends:
      change(&p.a) { p.mutableArrayValue(forKey: "a", of: Int.self).append(1) }
    case .proxyReads: change(&p.a) { _ = p.mutableArrayValue(forKey: "a", of: Int.self).elements }
    case .proxySets: change(&p.a) { p.mutableArrayValue(forKey: "a", of: Int.self)[0] = 1 }

    case .swapWithItself: swapXs(p, p)

    case .acrossAwait: await change(&p.x, whileAwaiting: { p.x = 1 })
    case .acrossAwaitByName: await change(&p.x, whileAwaiting: { p.setValue(1, forKey: "x") })
    }
  }
}

/// How the deinit of a property's old value accesses that property.
private enum DeinitAccess: String, Codable, CaseIterable, Sendable {
  case get, set, setToNil, getByName, setByName

  func run(on p: Drawer) {
    switch self {
    case .get: _ = p.held
    case .set: p.held = DeinitAction {}
    case .setToNil: p.held = nil
    case .getByName: _ = p.value(forKey: "held")
    case .setByName: p.setValue(nil, forKey: "held")
    }
  }
}

/// Who observes a property.
private enum Observers: String, Codable, CaseIterable, Sendable {
  case none, one, withValues, prior, dependent

  var options: KeyValueObservingOptions {
    switch self {
    case .none, .one, .dependent: []
    case .withValues: [.new, .old]
    case .prior: .prior
    }
  }

  /// Has every property that the cases change observed, by an observer that is never deallocated.
  func observe(_ p: Drawer) {
    guard self != .none else { return }
    let observer = Unmanaged.passRetained(Recorder()).takeUnretainedValue()
    for object in [p, p.child].compactMap({ $0 }) {
      for key in self == .dependent ? ["twice", "a.@count"] : ["a", "x", "y", "held", "alsoHeld"] {
        object.addObserver(observer, forKeyPath: key, options: options, context: nil)
      }
    }
    p.addObserver(observer, forKeyPath: "child.x", options: options, context: nil)
  }
}

/// A drawer that is never deallocated, so that its own deinit plays no part in a case.
private func immortalDrawer() -> Drawer {
  let p = Unmanaged.passRetained(Drawer()).takeUnretainedValue()
  p.a = (0..<64).map { $0 * 37 % 64 }
  p.child = Drawer()
  return p
}

/// Expects the process to have died of a trap that says what happened.
private func expectTrap(_ result: ExitTest.Result?, sourceLocation: SourceLocation = #_sourceLocation) {
  guard let result else { return }
  if case .exitCode(let code) = result.exitStatus {
    Issue.record("a signal was expected, not the exit code \(code)", sourceLocation: sourceLocation)
  }
  let text = result.errorLines.joined(separator: "\n")
  #expect(
    text.contains("Overlapping accesses to an observed property"),
    "it says: \(text.prefix(500))", sourceLocation: sourceLocation)
}

/// A property whose setter is generic, and whose wrapper can be replaced.
private final class Box<Value>: KeyValueObject {
  @Observed var value: Value
  init(_ value: Value) {
    _value = Observed(wrappedValue: value)
    super.init()
  }
  func replaceWrapper(_ value: Value) { _value = Observed(wrappedValue: value) }
}

@Suite("Further: overlapping accesses end the process", .watched)
struct OverlappingAccessTests {
  @Test("an old value whose deinit replaces the wrapper of the property that is being set")
  func wrapperReplacedInside() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let box = Box<DeinitAction?>(nil)
      box.value = DeinitAction { [weak box] in box?.replaceWrapper(nil) }
      box.value = nil
    }
    expectTrap(result)
  }

  @Test(
    "an access of each sort, while the property is being changed in place",
    arguments: Overlap.allCases, Observers.allCases)
  private func trap(_ overlap: Overlap, _ observers: Observers) async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { [overlap, observers] in
      let p = immortalDrawer()
      observers.observe(p)
      await overlap.run(on: p)
    }
    expectTrap(result)
  }

  @Test(
    "an assignment whose old value's deinit accesses the property",
    arguments: DeinitAccess.allCases, [Observers.none, .one, .dependent])
  private func oldValue(_ access: DeinitAccess, _ observers: Observers) async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { [access, observers] in
      let p = immortalDrawer()
      p.held = DeinitAction { access.run(on: p) }
      observers.observe(p)
      p.held = nil
    }
    expectTrap(result)
  }

  @Test("the same, assigned by name", arguments: DeinitAccess.allCases, [Observers.none, .one, .dependent])
  private func oldValueByName(_ access: DeinitAccess, _ observers: Observers) async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { [access, observers] in
      let p = immortalDrawer()
      p.held = DeinitAction { access.run(on: p) }
      observers.observe(p)
      p.setValue(nil, forKey: "held")
    }
    expectTrap(result)
  }

  @Test("a change in place whose old value's deinit accesses the property", arguments: DeinitAccess.allCases)
  private func oldValueInPlace(_ access: DeinitAccess) async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { [access] in
      func clear(_ held: inout DeinitAction?) { held = nil }
      let p = immortalDrawer()
      p.held = DeinitAction { access.run(on: p) }
      clear(&p.held)
    }
    expectTrap(result)
  }
}

@Suite("Further: accesses that look alike and do not overlap", .watched)
struct NoOverlappingAccessTests {
  private let p = Drawer()
  private let q = Drawer()
  private let recorder = Recorder()

  /// What the recorder hears meanwhile of the keys of `p`, each with the options.
  private func heard(
    _ keys: String..., options: KeyValueObservingOptions = [.new, .old], while body: () -> Void
  ) -> [Heard] {
    let start = recorder.calls
    for key in keys { p.addObserver(recorder, forKeyPath: key, options: options, context: nil) }
    body()
    for key in keys { p.removeObserver(recorder, forKeyPath: key) }
    return Array(recorder.heard[start...])
  }

  @Test("two properties of one object are swapped")
  func swapProperties() {
    func swapBoth() { swap(&p.x, &p.y) }
    (p.x, p.y) = (1, 2)
    swapBoth()
    #expect((p.x, p.y) == (2, 1))
    let heard = heard("x", "y", while: swapBoth)
    #expect((p.x, p.y) == (1, 2))
    #expect(heard.count == 2)
    #expect(heard.contains(Heard("x", new: 1, old: 2)))
    #expect(heard.contains(Heard("y", new: 2, old: 1)))
  }

  @Test("the same property of two objects is swapped")
  func swapObjects() {
    (p.x, q.x) = (1, 2)
    swapXs(p, q)
    #expect((p.x, q.x) == (2, 1))
    #expect(heard("x") { swapXs(p, q) } == [Heard("x", new: 1, old: 2)])
    #expect((p.x, q.x) == (1, 2))
  }

  @Test("two properties of one object are changed in place at the same time")
  func twoAtOnce() {
    func nest() { change(&p.x) { change(&p.a) { p.y += 1 } } }
    nest()
    #expect(p.y == 1)
    let heard = heard("x", "a", "y", options: [], while: nest)
    #expect(heard == [Heard("y"), Heard("a"), Heard("x")])
  }

  @Test("the property of another object is used while it is changed in place")
  func otherObject() {
    change(&p.x) {
      q.x = 1
      q.setValue(2, forKey: "x")
      q.x += (q.value(forKey: "x") as? Int) ?? 0
    }
    #expect((p.x, q.x) == (0, 4))
  }

  @Test("an array is sorted by a closure that uses another property of its object")
  func sort() {
    p.a = (0..<64).map { $0 * 37 % 64 }
    let heard = heard("a", "x", options: []) {
      p.a.sort {
        p.setValue(p.x + 1, forKey: "x")
        return $0 < $1
      }
    }
    #expect(p.a == Array(0..<64))
    #expect(heard.count { $0.keyPath == "x" } == p.x)
    #expect(heard.count { $0.keyPath == "a" } == 1)
  }

  @Test("an observer sets the property that changed, reads it and changes it in place", arguments: [false, true])
  func setInCallback(inPlace: Bool) {
    recorder.reactOnce { [p] recorder, _ in
      p.x = p.x + 10
      p.x += (p.value(forKey: "x") as? Int) ?? 0
      change(&p.x) {}
    }
    let heard = heard("x") {
      if inPlace { p.x += 1 } else { p.x = 1 }
    }
    #expect(
      heard == [
        Heard("x", new: 1, old: 0), Heard("x", new: 11, old: 1), Heard("x", new: 22, old: 11),
        Heard("x", new: 22, old: 22),
      ])
  }

  @Test("an observer that is called before the change reads the property", arguments: [false, true])
  func readInPriorCallback(inPlace: Bool) {
    var read: [Int] = []
    recorder.reaction = { [p] _, change in
      guard change.isPrior else { return }
      read += [p.x, (p.value(forKey: "x") as? Int) ?? -1, p.twice]
    }
    let heard = heard("x", options: .prior) {
      if inPlace { p.x += 1 } else { p.x = 1 }
    }
    #expect(heard == [Heard("x", isPrior: true), Heard("x")])
    #expect(read == [0, 0, 0])
  }

  @Test("the old value's deinit uses another property", arguments: [false, true])
  func oldValueUsesAnother(byName: Bool) {
    p.held = DeinitAction { [p] in
      p.x += 1
      p.setValue([1], forKey: "a")
      p.alsoHeld = nil
    }
    p.alsoHeld = DeinitAction { [p] in p.y = 1 }
    let heard = heard("x", "y", "held", options: []) {
      if byName { p.setValue(nil, forKey: "held") } else { p.held = nil }
    }
    #expect((p.x, p.y, p.a) == (1, 1, [1]))
    #expect(Set(heard.map(\.keyPath)) == ["x", "y", "held"])
    #expect(heard.count == 3)
  }

  @Test("the old value's deinit uses the same property of another object")
  func oldValueUsesAnotherObject() {
    q.held = DeinitAction { [p] in p.x = 1 }
    p.held = DeinitAction { [q] in q.held = nil }
    p.held = nil
    #expect(q.held == nil)
    #expect(p.x == 1)
  }

  @Test("a change in place is over when the property is used again, also after an error")
  func afterError() {
    struct Refusal: Error {}
    func refuse(_ x: inout Int) throws {
      x += 1
      throw Refusal()
    }
    let heard = heard("x") {
      #expect(throws: Refusal.self) { try refuse(&p.x) }
      p.x = 5
      p.setValue(6, forKey: "x")
    }
    #expect(heard == [Heard("x", new: 1, old: 0), Heard("x", new: 5, old: 1), Heard("x", new: 6, old: 5)])
  }

  // MARK: A weak property whose object is deallocated

  @Test("an object reads nil in its deinit from the weak property that held it", arguments: [false, true])
  func weakReads(isObserved: Bool) {
    var isNil: [Bool] = []
    let heard = heard(isObserved ? "friend" : "x", options: []) {
      let friend = Friend()
      friend.deinitAction = { [p] in isNil += [p.friend == nil, p.value(forKey: "friend") == nil] }
      p.friend = friend
    }
    #expect(isNil == [true, true])
    #expect(p.friend == nil)
    // One call for the set, one for the deallocation.
    #expect(heard.count == (isObserved ? 2 : 0))
  }

  @Test("what the object's deinit writes to the property is not lost", arguments: [false, true], [false, true])
  func weakWrites(isObserved: Bool, byName: Bool) {
    let successor = Friend()
    let heard = heard(isObserved ? "friend" : "x", options: .new) {
      let friend = Friend()
      friend.deinitAction = { [p] in
        if byName { p.setValue(successor, forKey: "friend") } else { p.friend = successor }
      }
      p.friend = friend
    }
    #expect(p.friend === successor)
    // One call for each set. The property no longer held the first object when it was deallocated.
    #expect(heard.count == (isObserved ? 2 : 0))
    if isObserved { #expect(heard.last?.new == ObjectIdentifier(successor) as AnyHashable) }
  }

  @Test("the observer sets the property when it is told of the deallocation", arguments: [false, true])
  func weakCallback(byName: Bool) {
    let successor = Friend()
    let heard = heard("friend", options: .new) {
      let friend = Friend()
      p.friend = friend
      recorder.reactOnce { [p] _, _ in
        if byName { p.setValue(successor, forKey: "friend") } else { p.friend = successor }
      }
      withExtendedLifetime(friend) {}
    }
    #expect(p.friend === successor)
    #expect(heard.count == 3)
  }

  @Test("the last strong reference is released while the property is being changed in place", arguments: [false, true])
  func weakInPlace(isObserved: Bool) {
    let heard = heard(isObserved ? "friend" : "x", options: .new) {
      var friend: Friend? = Friend()
      p.friend = friend
      change(&p.friend) { friend = nil }
    }
    #expect(p.friend == nil)
    #expect(heard.last?.new == (isObserved ? KeyValueNull.null as AnyHashable : nil))
  }

  @Test("two weak properties are swapped, then one object is deallocated")
  func weakSwap() {
    let friend = Friend()
    do {
      let other = Friend()
      (p.friend, q.friend) = (friend, other)
      swapWeakly(p, q)
      #expect(p.friend === other)
      #expect(q.friend === friend)
    }
    #expect(p.friend == nil)
    #expect(q.friend === friend)
  }
}
