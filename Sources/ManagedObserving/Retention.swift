/// How a controller holds the objects it observes. It always holds its observer weakly.
///
/// | | `retained` | `unretained` | `lifetimeBound` |
/// | --- | --- | --- | --- |
/// | the controller's reference to what it observes | strong | weak | weak |
/// | the observed object has no other owner | stays alive until it is unobserved | is deallocated while observed: an exception in the classic era | is unobserved in its deinit |
/// | the observer and its controller are deallocated | all is unobserved | all is unobserved | all is unobserved |
/// | the observer is deallocated, and the controller is not | the observer is not called any more; what it observed stays retained | the observer is not called any more | all is unobserved |
/// | the observer observes itself | a retain cycle, until it is unobserved | is deallocated while observed | is unobserved in its deinit |
/// | the observed object owns the controller, or observes the observer in its turn | a retain cycle, until it is unobserved | no cycle | no cycle |
///
/// Use `retained` for objects that the observer needs as long as it lives. Use `lifetimeBound` if an object observes
/// itself, or if the observed object may be deallocated first. Use `unretained` if the observed object is known to live
/// longer: a part that observes its owner, for example.
public enum Retention: Sendable {
  /// Retains observed objects until they are unobserved: the original's default.
  case retained

  /// Does not retain observed objects. They have to outlive the controller, or be unobserved before their deinit
  /// begins. This is the original's second policy.
  case unretained

  /// Does not retain observed objects, and ends an observation in the deinit of the observed object or of the observer,
  /// whichever runs first. The original has no such policy.
  ///
  /// The deinit of an observer that is not a `KeyValueObject` cannot be noticed. If another object owns the controller,
  /// such an observer's observations end at the next change after its deallocation, and its sequences with the
  /// controller at the latest.
  case lifetimeBound
}
