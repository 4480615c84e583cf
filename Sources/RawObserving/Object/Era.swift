internal import Synchronization

/// The generation of Apple's systems whose behavior this process follows.
///
/// Apple changed twice what happens when one side of an observation is deallocated:
///
/// | event | ``classic`` | ``relaxed`` | ``current`` |
/// | --- | --- | --- | --- |
/// | The observed object is deallocated while observed, and the key notifies automatically. | exception | cleaned up in silence | cleaned up in silence |
/// | The same, and the key notifies by hand. | exception | exception | exception |
/// | A change is delivered to a deallocated observer, or to one in its deinit. | the process ends | the process ends | skipped in silence |
///
/// The table is what this engine does. Apple's systems are known as far as follows:
///
/// - First row: the Foundation release notes of macOS 10.13. They name two conditions for the clean-up, both about the
///   class: it must not turn automatic notification off, and it must not override the private accessors for KVO's
///   state.
/// - Second row: those notes still ask for the removal, and note 65051563 of iOS 14 and macOS 11 announces an exception
///   for all cases in which a removal is needed. A published run on iOS 18.3 saw none for a class that turns automatic
///   notification off.
/// - Third row: before the current era Apple's systems send a message to a freed object, which is undefined behavior;
///   this engine ends the process with a message that names both objects. The last cell was read in the disassembled
///   system images of iOS 18.0, 18.2 and 26.1, where Foundation holds the observer weakly. The same published run shows
///   it. Of iOS 14 to iOS 17 it is not known. Two exceptions are in the images: an observer whose class does not allow
///   weak references, and one that is itself observed and in its deinit on the thread of the change. Both are still
///   called.
///
/// On Apple's systems, the classic rule depends on the SDK that the app is built with. The later ones depend on the
/// system that it runs on.
///
/// A missing removal is a bug in every era. ``classic`` is the default because only that era always reports it.
public enum Era: Int, Sendable, CaseIterable {
  /// Apps built with the SDKs of iOS 8 to iOS 10, and macOS 10.12. Before the SDK of iOS 8, the deallocation of an
  /// observed object only logged "Observation info was leaked".
  case classic = 1

  /// iOS 11 to iOS 13, and macOS 10.13 to 10.15.
  case relaxed

  /// iOS 14, macOS 11 and later. That a deallocated observer is skipped was first seen in iOS 18.0.
  case current

  // 0 until an era is chosen or first needed.
  private static let chosen = Atomic<Int>(0)

  /// The era of this process. Reading it fixes it: ``classic`` unless ``use(_:)`` was called before.
  public static var inForce: Era { Era(rawValue: chosen.load(ordering: .acquiring)) ?? fix(.classic) }

  /// Chooses the era for the rest of the process. Choosing the same era again does nothing.
  ///
  /// Raises `NSInternalInconsistencyException` when another era is in force already.
  public static func use(_ era: Era) { enforcing { () throws(Violation) in try choose(era) } }

  package static func choose(_ era: Era) throws(Violation) {
    let fixed = fix(era)
    if fixed != era { throw .eraAlreadyFixed(fixed, asked: era) }
  }

  /// Fixes the era, unless one is in force already. Returns the era in force.
  private static func fix(_ era: Era) -> Era {
    let found = chosen.compareExchange(expected: 0, desired: era.rawValue, ordering: .acquiringAndReleasing).original
    return Era(rawValue: found) ?? era
  }
}
