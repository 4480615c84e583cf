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
/// In the second row, ``relaxed`` systems raised where they could; ``current`` ones always raise. In the third row, the
/// process ends here with a message that names both objects. Apple's systems send a message to a freed object, which is
/// undefined behavior.
///
/// The last cell was read in the disassembled system images of iOS 18.2 and 26.1, where Foundation holds the observer
/// weakly. It was not run, and the first release that does this is not known.
///
/// A missing removal is a bug in every era. ``classic`` is the default because only that era always reports it.
public enum Era: Int, Sendable, CaseIterable {
  /// The SDKs of iOS 8 to iOS 10, and macOS 10.12. Before the SDK of iOS 8, the deallocation of an observed object
  /// only logged "Observation info was leaked".
  case classic = 1

  /// The SDKs of iOS 11 and macOS 10.13, and later ones.
  case relaxed

  /// The SDKs of iOS 14 and macOS 11, and later ones.
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
