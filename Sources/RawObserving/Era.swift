internal import Synchronization

/// The generation of Apple's systems whose behavior this process follows.
///
/// Apple changed what happens when one side of an observation is deallocated:
///
/// | event | ``classic`` | ``current`` |
/// | --- | --- | --- |
/// | An object is deallocated while it is observed, for at least one key that notifies automatically, or that depends on such a key. | exception | the registrations are removed in silence |
/// | The same, and every observed key notifies by hand. | the registrations are lost in silence | the registrations are removed in silence |
/// | A change is delivered to a deallocated observer, or to one in its deinit. | the process ends | skipped in silence |
///
/// The table is what this engine does. Apple's systems are known as far as follows:
///
/// - First two rows, classic: a reconstruction of Foundation, of iOS 10. The check belongs to a hidden subclass, and an
///   object of which only keys are observed that notify by hand is never moved to it. What is lost stays in a table
///   under the object's address, so the next object there seems to be observed. Here it ends with the object.
/// - First two rows, current: read in decompiled Foundation of iOS 18.0, 18.2 and 26.1. Whether a key notifies
///   automatically makes no difference to a class that has NSObject's own accessors for its observation info. A class
///   that overrides them can still raise. This engine has no such classes.
/// - Third row: before the current era Apple's systems send a message to a freed object, which is undefined behavior;
///   this engine ends the process with a message that names both objects. The last cell was read in the same three
///   releases.
///
/// A missing removal is a mistake in every era. ``classic`` is the default because it is the strict one.
public enum Era: Int, Sendable, CaseIterable {
  /// The rules of systems up to iOS 10 and macOS 10.12, for an app built with the SDK of iOS 8, OS X 10.10 or later. If
  /// the SDK is older, the deallocation of an observed object only logs "Observation info was leaked".
  case classic = 1

  /// iOS 18, macOS 15 and later.
  case current

  // 0 until an era is chosen or first needed.
  private static let chosen = Atomic<Int>(0)

  /// The era of this process. Reading it fixes it: ``classic`` unless ``use(_:)`` was called before.
  public static var inForce: Era { Era(rawValue: chosen.load(ordering: .acquiring)) ?? fix(.classic) }

  /// Chooses the era for the rest of the process.
  ///
  ///     Era.use(.current)
  ///
  /// Call it at the beginning: the first registration fixes the era, and so does reading ``inForce``. Choosing the
  /// same era again does nothing. The call is safe from any thread.
  ///
  /// > Warning: It ends the process when another era is in force already.
  ///
  /// - Parameter era: the era.
  public static func use(_ era: Era) { enforcing { () throws(Violation) in try choose(era) } }

  package static func choose(_ era: Era) throws(Violation) {
    let fixed = fix(era)
    if fixed != era { throw .eraAlreadyFixed("\(fixed)", asked: "\(era)") }
  }

  /// Fixes the era, unless one is in force already. Returns the era in force.
  private static func fix(_ era: Era) -> Era {
    let found = chosen.compareExchange(expected: 0, desired: era.rawValue, ordering: .acquiringAndReleasing).original
    return Era(rawValue: found) ?? era
  }
}
