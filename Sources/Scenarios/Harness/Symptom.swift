/// What you notice before you know the pitfall. The raw value describes it in plain words.
package enum Symptom: String, CaseIterable, Sendable {
  case calledTwice = "called twice, or more and more often"
  case neverCalled = "never called"
  case noLongerCalled = "no longer called"
  case calledAfterTheEnd = "called after the observation should have ended"
  case calledForOthers = "called for changes that belong to another class or object"
  case calledForNothing = "called although nothing changed"
  case wrongThread = "called on another thread"
  case wrongOrder = "called in another order than expected"
  case wrongTime = "called too early, too late, or in the middle of a change"
  case valueMissing = "the change carries no value, or null"
  case valueWrong = "the change carries a wrong or an outdated value"
  case showsOldValue = "shows the old value, until the next change"
  case partOfTheValue = "the change carries less, or more, than what changed"
  case wrongOneRemoved = "the wrong registration is removed"
  case diesWhenAdded = "dies when an observer is added"
  case diesWhenChanged = "dies when a property is set"
  case diesWhenRemoved = "dies when an observer is removed"
  case diesWhenObservedGoes = "dies when the observed object is deallocated"
  case diesWhenObserverGoes = "dies after the observer is deallocated (EXC_BAD_ACCESS on Apple's systems)"
  case neverFreed = "an object is never freed"
  case hangs = "hangs"
  case neverEnds = "never ends: each call causes the next, until the stack overflows"
  case slow = "gets slower"
}

extension Symptom {
  /// Other words that people search for.
  private var otherWords: String {
    switch self {
    case .diesWhenAdded, .diesWhenChanged, .diesWhenRemoved, .diesWhenObservedGoes, .diesWhenObserverGoes:
      "crash, crashes, abort, exception"
    case .neverEnds: "crash, crashes, recursion, infinite loop"
    case .neverFreed: "leak, leaks, retain cycle, memory"
    case .hangs: "deadlock, freeze"
    case .calledTwice: "duplicate, double call"
    case .neverCalled, .noLongerCalled: "not called, silent, called once"
    case .wrongThread: "background thread, main thread"
    case .showsOldValue: "stale, out of date, not updated, late, lost"
    default: ""
    }
  }

  /// What a search looks through.
  var searched: String { "\(rawValue), \(otherWords)" }
}
