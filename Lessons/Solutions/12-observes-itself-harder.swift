// The button's state is an observed property, so the form is an observer that can be observed.
// A set is announced even if the value stays the same. The form compares, so the window hears only of real changes.
// A key that depends on the fields would be announced with every letter, because the engine does not compare.

import Exercises
import ManagedObserving
import RawObserving

enum Attempt: ObservesItselfExercise {
  final class Form: KeyValueObject, SignInForm {
    @Observed var user = ""
    @Observed var password = ""
    @Observed private(set) var isButtonEnabled = false

    override init() {
      super.init()
      kvoControllerLifetimeBound.observe(self, keyPaths: ["user", "password"]) { form, _, _ in form.updateButton() }
    }

    func updateButton() {
      let isEnabled = !user.isEmpty && !password.isEmpty
      if isEnabled != isButtonEnabled { isButtonEnabled = isEnabled }
    }
  }

  static func openForm() -> Form { Form() }
}
