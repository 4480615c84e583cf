// The button of another account
//
// A sign-in form has an account, a password and a button. It enables the button when the account has a user name and
// the password is not empty. The user can type another name into the account, and can choose another account. With
// this code the button goes on following the first account.
//
// Make the button follow the user name of the account that is chosen. Let the form observe itself: the typed key path
// `\.$account.$user` leads from the form to its account, and on to the user name. A form that is closed is deallocated,
// and its accounts go on without it.

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
      kvoController.observe(account, \.$user) { form, _, _ in form.updateButton() }
    }

    func updateButton() { isButtonEnabled = !account.user.isEmpty && !password.isEmpty }
  }

  static func openForm(for account: Account, with button: Button) -> Form { Form(for: account, with: button) }
}
