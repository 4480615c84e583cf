package import RawObserving

/// The broken rules that end most processes here. They are named as the violations are.
package enum CauseOfDeath: String, CaseIterable {
  case deallocatedWhileObserved, notRegistered, messageToDeallocated

  /// What happened, in a few words.
  package var words: String {
    switch self {
    case .deallocatedWhileObserved: "an object is deallocated while it is observed"
    case .notRegistered: "an observer is removed that is not registered"
    case .messageToDeallocated: "a change is delivered to a deallocated observer"
    }
  }

  /// Nil if the rule is none of these.
  package init?(_ violation: Violation.ID?) { self.init(rawValue: violation?.rawValue ?? "") }
}
