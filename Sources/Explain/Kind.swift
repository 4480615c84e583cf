/// A kind of failure of observing. The raw value is its name in JSON, and the anchor on the page about crash logs.
enum Kind: String, CaseIterable, Codable {
  case observedDied = "observed-died-observed"
  case observerDied = "observer-died"
  case notRegistered = "remove-unregistered"
  case unhandled = "unhandled-callback"
  case pathSwapped = "path-object-swapped-silently"
  case notCompliant = "kvc-noncompliant-observed"
  case collection = "collection-observed"
  case selfDependency = "self-dependency"
  case typedKeyPath = "typed-key-path-not-objc"
  case reentrancy = "reentrancy"
  case otherThread = "other-thread-or-isolation"
  case operationStates = "operation-states"
  case tooManyObservers = "too-many-observers"
  case defaultsKey = "userdefaults-key"
  case noNotifyingClass = "no-notifying-class"
  case retainCycle = "retain-cycle"
  case arguments = "wrong-arguments"
  case declaration = "engine-declaration"
  case indexes = "index-out-of-range"
}

/// How sure a rule is.
enum Certainty: String, Codable {
  case sure
  case likely
  case possible

  /// A conclusion as a sentence. Only what the log does not tell apart is said to be possible.
  func sentence(_ conclusion: String, or others: [String] = []) -> String {
    let first = conclusion.prefix(1).uppercased() + conclusion.dropFirst()
    if self == .sure || others.isEmpty { return "\(first)." }
    return "It can be this: \(conclusion). Or this: \(others.joined(separator: "; or "))."
  }
}
