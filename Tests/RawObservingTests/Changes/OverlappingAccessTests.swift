import Foundation
import RawObserving
import Synchronization
import Testing

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

/// What else touches the storage of a property that is observed.
private enum StorageAccess: String, Codable, CaseIterable, Sendable {
  case storedValue, setStoredValue, will, did, addInitial, addPath, addDependent

  func run(on p: Drawer, _ observer: Recorder) {
    if self == .did { p.willChangeValue(forKey: "x") }
    change(&p.x) {
      change(&p.child) {
        switch self {
        case .storedValue: _ = p.storedX
        case .setStoredValue: p.storedX = 1
        case .will: p.willChangeValue(forKey: "x")
        case .did: p.didChangeValue(forKey: "x")
        case .addInitial: p.addObserver(observer, forKeyPath: "x", options: [.initial, .new])
        case .addPath: p.addObserver(observer, forKeyPath: "child.y")
        case .addDependent: p.addObserver(observer, forKeyPath: "firstChild.y")
        }
      }
    }
  }
}

/// A property is set to nil, in one of the ways there are, with observers or without.
private struct Assignment: Codable, Sendable, CustomTestStringConvertible {
  enum Way: String, Codable, CaseIterable { case set, byName, inPlace }
  let way: Way
  let observers: Observers

  var testDescription: String { "\(way), \(observers)" }

  static let all = Way.allCases.flatMap { way in
    [Observers.none, .one, .dependent].map { Assignment(way: way, observers: $0) }
  }

  func run(on p: Drawer) {
    func clear(_ held: inout DeinitAction?) { held = nil }
    switch way {
    case .set: p.held = nil
    case .byName: p.setValue(nil, forKey: "held")
    case .inPlace: clear(&p.held)
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
    let observer = immortal(Recorder())
    for object in [p, p.child].compactMap({ $0 }) {
      for key in self == .dependent ? ["twice", "a.@count"] : ["a", "x", "y", "held", "alsoHeld"] {
        object.addObserver(observer, forKeyPath: key, options: options, context: nil)
      }
    }
    p.addObserver(observer, forKeyPath: "child.x", options: options, context: nil)
  }
}

/// The addresses of the objects that are never deallocated. A leak checker finds them here, and reports none as lost.
private let immortals = Mutex<[UInt]>([])

/// Keeps an object for as long as the process runs.
private func immortal<Object: AnyObject>(_ object: Object) -> Object {
  let address = UInt(bitPattern: Unmanaged.passRetained(object).toOpaque())
  immortals.withLock { $0.append(address) }
  return object
}

/// A drawer that is never deallocated, so that its own deinit plays no part in a case.
private func immortalDrawer() -> Drawer {
  let p = immortal(Drawer())
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

@Suite("Overlapping accesses end the process", .watched)
struct OverlappingAccessTests {
  @Test("an old value whose deinit replaces the wrapper of the property that has been set")
  func wrapperReplacedInside() async {
    await #expect(processExitsWith: .success) {
      let box = Box<DeinitAction?>(nil)
      box.value = DeinitAction { [weak box] in box?.replaceWrapper(nil) }
      box.value = nil
    }
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
    "a use of the storage, an announcement or a registration, while the property is being changed in place",
    arguments: StorageAccess.allCases)
  private func storage(_ access: StorageAccess) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [access] in
      let p = immortalDrawer()
      let observer = immortal(Recorder())
      observer.observe(p, "x")
      access.run(on: p, observer)
    }
    expectTrap(result)
  }

  @Test(
    "a change in place whose old value's deinit accesses the property", arguments: DeinitAccess.allCases,
    Assignment.all.filter { $0.way == .inPlace })
  private func oldValue(_ access: DeinitAccess, _ assignment: Assignment) async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { [access, assignment] in
      let p = immortalDrawer()
      p.held = DeinitAction { access.run(on: p) }
      assignment.observers.observe(p)
      assignment.run(on: p)
    }
    expectTrap(result)
  }

  @Test(
    "an assignment releases the old value after the access", arguments: DeinitAccess.allCases,
    Assignment.all.filter { $0.way != .inPlace })
  private func oldValueOfAssignment(_ access: DeinitAccess, _ assignment: Assignment) async {
    await #expect(processExitsWith: .success) { [access, assignment] in
      let p = immortalDrawer()
      p.held = DeinitAction { access.run(on: p) }
      assignment.observers.observe(p)
      assignment.run(on: p)
    }
  }
}
