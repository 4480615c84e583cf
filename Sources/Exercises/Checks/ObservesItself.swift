public import RawObserving

/// A sign-in form, for the check to fill in.
public protocol SignInForm: KeyValueObject {
  /// The account that is chosen.
  var account: Account { get set }
  /// The password that the user has typed.
  var password: String { get set }
  /// Whether the button is enabled.
  var isButtonEnabled: Bool { get }
}

/// What the attempt at `observes-itself` gives to its check.
public protocol ObservesItselfExercise {
  associatedtype Form: SignInForm

  /// Opens a form for that account, without a password. It enables and disables the button.
  static func openForm(for account: Account, with button: Button) -> Form
}

extension Exercise {
  static let observesItself = Exercise(
    "observes-itself", lesson: 14, "The button of another account",
    failure: "after another account has been chosen, the button is disabled: it is enabled",
    hints: [
      "Two things can change: which account the form has, and the user name in it. The path of the task has both. Which "
        + "object does it start from, and which controller may observe that object?",
      "The form observes its own `\\.$account.$user`. It owns its controller. What does the controller retain, and what "
        + "happens to a form that is deallocated while it is observed? An unobserve in the deinit is too late: see MED-2.",
      "`kvoControllerLifetimeBound.observe(self, \\.$account.$user) { form, _, _ in form.updateButton() }`.",
    ],
    proof: [
      "The button followed two accounts. A used form and a new one were closed, and both were deallocated.",
      "A form that retains itself would have stayed. One that stays observed would have ended the process.",
    ])

  static let observesItselfHarder = observesItself.harder(
    "An observer that is observed",
    task: "A window observes `isButtonEnabled` of the form. It hears of one change when the button is enabled or "
      + "disabled, and of none while the button stays as it is.",
    failure: "when the password gets its first letter, the window hears of 1 change, from false to true: "
      + "it hears of none",
    hints: [
      "What makes a property of the form observable? And when is setting it a change?",
      "A set is a change even if the value stays the same. The form is called for each letter, so it has to compare.",
      "`@Observed private(set) var isButtonEnabled = false`, and in `updateButton()`: "
        + "`if isEnabled != isButtonEnabled { isButtonEnabled = isEnabled }`.",
    ],
    proof: [
      "The user typed letter by letter, and the window heard of two changes, each with both values.",
      "A key that depends on name and password, or a set without a comparison, is announced at each letter.",
    ])
}

extension Check {
  /// Fills in a form, chooses another account and closes the form, and closes another one at once.
  public func observesItself<Attempt: ObservesItselfExercise>(_ attempt: Attempt.Type) {
    step("the user fills in the form")
    let (first, second, button) = (Account(), Account(), Button())
    var form: Attempt.Form? = Attempt.openForm(for: first, with: button)
    func expectEnabled(_ wanted: Bool, _ when: String) {
      func text(_ isEnabled: Bool) -> String { isEnabled ? "enabled" : "disabled" }
      let found = button.isEnabled
      expect(found == wanted, "\(when), the button is \(text(wanted))", saw: "it is \(text(found))")
    }
    expectEnabled(false, "in an empty form")
    first.user = "ada"
    expectEnabled(false, "without a password")
    form!.password = "secret"
    expectEnabled(true, "with user and password")
    first.user = ""
    expectEnabled(false, "without a user")
    first.user = "ada"
    expectEnabled(true, "with a user again")
    step("the user chooses another account, which has no user name yet, and types one")
    form!.account = second
    expectEnabled(false, "after another account has been chosen")
    second.user = "grace"
    expectEnabled(true, "after its user name has been typed")
    first.user = ""
    expectEnabled(true, "after the first account has lost its user name")
    expect(first, hasRegistrations: 0, "the first account has no registration left")
    expectObserved(form!, "the form")
    step("the form is closed")
    let trace = Weak(form)
    form = nil
    expectGone(trace, "the closed form")
    step("the second account loses its user name after the form has been closed")
    second.user = ""
    expectEnabled(true, "after the form has been closed")
    step("a form is opened and closed at once, with its account")
    form = Attempt.openForm(for: Account(), with: button)
    let traceOfEmpty = Weak(form)
    form = nil
    expectGone(traceOfEmpty, "the empty form")
  }
}

extension Check {
  /// Observes the button while the user types, and closes the window and the form.
  public func observesItselfHarder<Attempt: ObservesItselfExercise>(_ attempt: Attempt.Type) {
    guard passes({ $0.observesItself(attempt) }) else { return }
    step("harder: a window observes the button of the form")
    let account = Account()
    var form: Attempt.Form? = Attempt.openForm(for: account, with: Button())
    let window = ChangeLog()
    let before = form!.liveRegistrations
    form!.addObserver(window, forKeyPath: "isButtonEnabled", options: [.old, .new])
    expect(form!, hasRegistrations: before + 1, "the form has the window's registration")
    func expectHeard(_ wanted: String?, _ when: String, _ change: () -> Void) {
      let count = window.changes.count
      change()
      let found = window.changes.dropFirst(count).map {
        "from \($0.oldValue ?? "nothing") to \($0.newValue ?? "nothing")"
      }
      let wants = wanted.map { "1 change, \($0)" } ?? "no change"
      expect(
        found == (wanted.map { [$0] } ?? []), "when \(when), the window hears of \(wants)",
        saw: found.isEmpty ? "it hears of none" : "it hears of \(found.count): \(found.joined(separator: ", "))")
    }
    step("harder: the user types letter by letter")
    expectHeard(nil, "the user name is typed") {
      account.user = "a"
      account.user = "ad"
    }
    expectHeard("from false to true", "the password gets its first letter") { form!.password = "s" }
    expectHeard(nil, "the password gets its second letter") { form!.password = "se" }
    expectHeard("from true to false", "the user name is deleted") { account.user = "" }
    expectHeard(nil, "the password is deleted too") { form!.password = "" }
    step("harder: the window closes, and then the form")
    form!.removeObserver(window, forKeyPath: "isButtonEnabled")
    let trace = Weak(form)
    form = nil
    expectGone(trace, "the form that was observed")
  }
}
