import Foundation
public import RawObserving

/// What a check does with an attempt, and what it finds.
///
/// A check runs the learner's code in a separate process. Each step and each finding is written at once, so that the
/// report of a process that dies is complete up to that point.
public final class Check: Sendable {
  /// One line of a check's report.
  public enum Line: Codable, Equatable, Sendable {
    /// What the check does next. If the process dies, it is in this step.
    case step(String)
    /// A finding that is as it should be.
    case right(String)
    /// A finding that is not: what was wanted, and what was found.
    case wrong(wanted: String, saw: String)
    /// What the engine or the mediator did.
    case happened(String)
    /// The rule that was broken, if the engine ends the process.
    case broken(rule: String)
    /// The check has ended.
    case end
  }

  let write: @Sendable (Line) -> Void

  /// Creates a check that passes each line of its report to the closure.
  public init(_ write: @escaping @Sendable (Line) -> Void) {
    self.write = write
    // The classic era reports the mistakes that the later ones hide. An attempt can then no longer choose another.
    _ = Era.inForce
  }

  /// Says what happens next: "the window closes".
  public func step(_ text: String) { write(.step(text)) }

  /// Notes whether a condition holds.
  ///
  /// - Parameters:
  ///   - wanted: what should be, as a clause: "the bar shows 3 values".
  ///   - saw: what was found instead, as a clause: "it showed 6".
  public func expect(_ isRight: Bool, _ wanted: String, saw: @autoclosure () -> String) {
    write(isRight ? .right(wanted) : .wrong(wanted: wanted, saw: saw()))
  }

  /// Notes whether two values are equal.
  public func expect<Value: Equatable>(_ found: Value, equals wanted: Value, _ what: String) {
    expect(found == wanted, "\(what): \(wanted)", saw: "\(what): \(found)")
  }

  /// Notes whether the attempt has observed without a controller up to now.
  public func expectNoController() {
    expect(
      !Trace.hasMediatorEvents, "your file uses no controller of ManagedObserving",
      saw: "it uses one. Observe by hand instead, with addObserver and removeObserver")
  }

  /// Notes whether the object has an observer, which it should have while the object that observes it is in use.
  public func expectObserved(_ object: KeyValueObject, _ what: String) {
    expect(object.liveRegistrations > 0, "\(what) is observed", saw: "it has 0 registrations")
  }

  /// Notes whether the object has so many registrations: those that the attempt should have, and those of the check.
  ///
  /// - Parameter wanted: what should be, as a clause: "the closed badge leaves no registration".
  public func expect(_ object: KeyValueObject, hasRegistrations count: Int, _ wanted: String) {
    let found = object.liveRegistrations
    expect(found == count, wanted, saw: found == 1 ? "there is 1" : "there are \(found)")
  }

  /// Notes whether the object is deallocated, which it should be.
  public func expectGone(_ object: Weak, _ what: String) {
    expect(object.isGone, "\(what) is deallocated", saw: "\(what) is still in memory")
  }

  /// Notes whether the object is alive, which it should be.
  public func expectAlive(_ object: Weak, _ what: String) {
    expect(!object.isGone, "\(what) is still in memory", saw: "\(what) is deallocated")
  }
}

extension KeyValueObject {
  /// How many registrations still call an observer.
  ///
  /// A scoped token that has ended leaves one which calls no observer, until the object changes or the controller is
  /// called. An attempt may use such tokens, so a check does not count it.
  var liveRegistrations: Int { activeRegistrations.count - changeReceivers.count { $0.isSilenced } }
}

/// A weak reference, with which a check sees whether an object is deallocated.
public struct Weak {
  /// The object; nil once it is deallocated.
  public private(set) weak var object: AnyObject?

  /// Refers weakly to the object, if there is one.
  public init(_ object: AnyObject?) { self.object = object }

  /// Whether the object is deallocated.
  public var isGone: Bool { object == nil }
}
