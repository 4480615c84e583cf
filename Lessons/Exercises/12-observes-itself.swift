// An object that observes itself
//
// A sign-in form has two fields and a button. It observes its own fields, and enables the button when both are filled
// in. With this code a form that the user has closed stays in memory, with the password in it.
//
// Make the program release the form when it is closed. While the form is open, it observes its own fields, and the
// button follows them.

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
      kvoController.observe(self, keyPaths: ["user", "password"]) { form, _, _ in form.updateButton() }
    }

    func updateButton() { isButtonEnabled = !user.isEmpty && !password.isEmpty }
  }

  static func openForm() -> Form { Form() }
}
