// The form owns its controller, and the retaining controller owned the form, which it observes: a retain cycle.
// The non-retaining one cannot reach a form that is being deallocated, so its registrations would be left.
// The lifetime-bound one ends the observation while the form is being deallocated.

import Exercises
import ManagedObserving
import RawObserving

enum Attempt: ObservesItselfExercise {
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
