internal import Synchronization

/// Which of Apple's two rule sets this process follows.
///
/// Apple changed what happens to an object that dies while it is observed. Most of what has been
/// written about key-value observing describes the classic rules.
public enum RuntimeRules: Int, Sendable {
  /// macOS 10.12, iOS 10 and earlier: an object that dies while it is observed raises.
  case classic = 1

  /// macOS 10.13, iOS 11 and later: its registrations are cleaned up in silence, except for keys
  /// that do not notify automatically.
  case relaxed = 2

  // 0 until the rules are chosen or first needed.
  private static let chosen = Atomic<Int>(0)

  /// The rules in force. Reading them fixes them: ``classic`` unless ``use(_:)`` came first.
  public static var current: RuntimeRules {
    if let fixed = RuntimeRules(rawValue: chosen.load(ordering: .acquiring)) { return fixed }
    let (_, found) = chosen.compareExchange(
      expected: 0, desired: RuntimeRules.classic.rawValue, ordering: .acquiringAndReleasing)
    return RuntimeRules(rawValue: found) ?? .classic
  }

  /// Chooses the rules for the rest of the process.
  ///
  /// Raises `NSInternalInconsistencyException` when other rules are in force already: half a process
  /// under one rule set and half under the other would teach nothing.
  public static func use(_ rules: RuntimeRules) {
    raising { () throws(Violation) in try choose(rules) }
  }

  package static func choose(_ rules: RuntimeRules) throws(Violation) {
    let (_, found) = chosen.compareExchange(
      expected: 0, desired: rules.rawValue, ordering: .acquiringAndReleasing)
    if let fixed = RuntimeRules(rawValue: found), fixed != rules {
      throw .rulesAlreadyFixed(fixed, asked: rules)
    }
  }
}
