/// What a controller does about the lives of the objects it observes. It always holds the observer weakly.
///
/// | | `retained` | `unretained` | `lifetimeBound` |
/// | --- | --- | --- | --- |
/// | the controller's reference to what it observes | strong | weak | weak |
/// | the observed object has no other owner | stays alive until it is unobserved | is deallocated while observed: an exception in the classic era | is unobserved as it dies |
/// | the observer dies, and the controller with it | all is unobserved | all is unobserved | all is unobserved |
/// | the observer dies, the controller lives on | it is not called any more; what it observed stays retained | it is not called any more | all is unobserved |
/// | the observer observes itself | a retain cycle, until it is unobserved | is deallocated while observed | is unobserved as it dies |
/// | what is observed leads back to the controller: it owns it, or observes its observer by one of its own | a retain cycle, until it is unobserved | no cycle | no cycle |
///
/// Retain what the observer needs as long as it lives. Bind lifetimes if an object observes itself, or if what it
/// observes belongs to others and may go first. Not retaining is the original's second policy: use it if the observed
/// object is known to live longer, as an owner does that is observed by its part.
public enum Retention: Sendable {
  /// Observed objects are retained until they are unobserved: the original's default.
  case retained

  /// Observed objects are not retained. They have to outlive the controller, or be unobserved before their deinit
  /// begins. The original's second policy.
  case unretained

  /// Observed objects are not retained, and an observation ends with the life of either side, whichever ends first:
  /// in the deinit of the observed object, or of the observer. The original has no such policy.
  ///
  /// An observer that is not a `KeyValueObject` does not tell of its death. If it does not own the controller, its
  /// observations end at the next change after it.
  case lifetimeBound
}
