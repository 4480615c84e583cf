// The button's state is an observed property, so the form is an observer that can be observed.
// A set is announced even if the value stays the same. The form compares, so the window hears only of real changes.
// A key that depends on name and password would be announced with every letter, because the engine does not compare.

import Exercises
import ManagedObserving
import RawObserving

enum Attempt: ObservesItselfExercise {
  final class Form: KeyValueObject, SignInForm {
    let button: Button
    @Observed var account: Account
    var password = "" { didSet { updateButton() } }
    @Observed private(set) var isButtonEnabled = false { didSet { button.isEnabled = isButtonEnabled } }

    init(for account: Account, with button: Button) {
      (self.button, self.account) = (button, account)
      super.init()
      kvoControllerLifetimeBound.observe(self, \.$account.$user) { form, _, _ in form.updateButton() }
    }

    func updateButton() {
      let isEnabled = !account.user.isEmpty && !password.isEmpty
      if isEnabled != isButtonEnabled { isButtonEnabled = isEnabled }
    }
  }

  static func openForm(for account: Account, with button: Button) -> Form { Form(for: account, with: button) }
}
