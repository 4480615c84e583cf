// `didSet` reacts to another account and not to another name in it. A path from the form itself reacts to both.
// The form owns its controller, so a retaining controller would own the form, which it observes: a retain cycle.
// The non-retaining one cannot reach a form that is being deallocated, so its registrations would be left.
// The lifetime-bound one ends the observation while the form is being deallocated.

import Exercises
import ManagedObserving
import RawObserving

enum Attempt: ObservesItselfExercise {
  final class Form: KeyValueObject, SignInForm {
    let button: Button
    @Observed var account: Account
    var password = "" { didSet { updateButton() } }
    private(set) var isButtonEnabled = false { didSet { button.isEnabled = isButtonEnabled } }

    init(for account: Account, with button: Button) {
      (self.button, self.account) = (button, account)
      super.init()
      kvoControllerLifetimeBound.observe(self, \.$account.$user) { form, _, _ in form.updateButton() }
    }

    func updateButton() { isButtonEnabled = !account.user.isEmpty && !password.isEmpty }
  }

  static func openForm(for account: Account, with button: Button) -> Form { Form(for: account, with: button) }
}
