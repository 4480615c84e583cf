// The form owns its controller, and the retaining controller owned the form, which it observes: a retain cycle.
// The reference of the non-retaining one reads nil before it can unobserve, so the form would be deallocated while observed.
// The lifetime-bound one ends the observation while the form is being deallocated.

import Exercises
import ManagedObserving
import RawObserving

enum ObservesItselfSolution: ObservesItselfExercise {
  final class Form: KeyValueObject, SignInForm {
    @Observed var user = ""
    @Observed var password = ""
    private(set) var isButtonEnabled = false

    override init() {
      super.init()
      kvoControllerLifetimeBound.observe(self, keyPaths: ["user", "password"]) { form, _, _ in form.updateButton() }
    }

    func updateButton() { isButtonEnabled = !user.isEmpty && !password.isEmpty }
  }

  static func openForm() -> Form { Form() }
}
