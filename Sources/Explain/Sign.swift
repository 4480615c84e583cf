/// A kind of failure of observing. The raw value is its name in JSON and in the texts.
package enum Kind: String, CaseIterable, Codable {
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

/// Something that a log can have in it, and what it shows.
package struct Sign: Sendable {
  /// What a sign shows, and how much it weighs.
  package enum Meaning: Equatable {
    /// The words say what failed. Every other kind is ruled out, unless its own words are there too.
    case proof(Kind)
    /// The kind that has this sign; only the others that are named can have it as well.
    case likely(Kind, or: [Kind] = [])
    /// The sign does not tell these kinds apart, or from a failure of another sort.
    case open([Kind])
    /// The sign of another failure: observing is ruled out.
    case elsewhere
  }

  /// The name, for JSON, for the texts and for tests.
  let name: String
  package let meaning: Meaning
  /// The sign in words: a row of the table on the page about crash logs.
  package let text: String
  let condition: Condition

  init(_ name: String, _ meaning: Meaning, _ text: String, when condition: Condition) {
    (self.name, self.meaning, self.text, self.condition) = (name, meaning, text, condition)
  }
}

extension Sign {
  package var kind: Kind? {
    switch meaning {
    case .proof(let kind), .likely(let kind, _): kind
    case .open, .elsewhere: nil
    }
  }

  /// Further kinds that the sign leaves open.
  package var possible: [Kind] {
    switch meaning {
    case .likely(_, let kinds), .open(let kinds): kinds
    case .proof, .elsewhere: []
    }
  }

  /// Kinds that the sign rules out.
  var ruledOut: [Kind] {
    if case .open = meaning { return [] }
    return Kind.allCases.filter { $0 != kind && !possible.contains($0) }
  }

  package var weight: String {
    switch meaning {
    case .proof: "proof"
    case .likely: "likely"
    case .open: "open"
    case .elsewhere: "elsewhere"
    }
  }

  /// Why the conclusion follows.
  var reason: String {
    let own = Answer.about(name).head
    return own.isEmpty ? "The log has \(text.replacing("`", with: "'"))." : own
  }
}
