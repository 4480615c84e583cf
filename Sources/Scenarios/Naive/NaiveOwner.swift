import RawObserving

/// An object with a lazy controller, written for one thread only. For MED-8.
class NaiveOwner: KeyValueObject {
  private var controller: NaiveController?

  /// How many controllers have been made.
  private(set) var made = 0

  /// Runs where the operating system may suspend this thread and run another one.
  var whenPreempted: () -> Void = {}

  // snippet.lazy
  var naiveController: NaiveController {
    if let controller { return controller }
    whenPreempted()
    let controller = NaiveController()
    made += 1
    self.controller = controller
    return controller
  }
  // snippet.end
}
