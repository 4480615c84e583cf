public import RawObserving

/// A sign-in form, for the check to fill in.
public protocol SignInForm: KeyValueObject {
  /// The name that the user has typed.
  var user: String { get set }
  /// The password that the user has typed.
  var password: String { get set }
  /// Whether the button is enabled.
  var isButtonEnabled: Bool { get }
}

/// What the attempt at `observes-itself` gives to its check.
public protocol ObservesItselfExercise {
  associatedtype Form: SignInForm

  /// Opens an empty form.
  static func openForm() -> Form
}

extension Exercise {
  static let observesItself = Exercise(
    "observes-itself", lesson: 12, "An object that observes itself",
    failure: "the closed form is deallocated: the closed form is still in memory",
    hints: [
      "The form owns its controller. What does the controller retain?",
      "A retaining controller makes a retain cycle here. With the non-retaining one the form is deallocated while it "
        + "is observed, and the program dies. An unobserve in the deinit is too late: see MED-2.",
      "Observe through `kvoControllerLifetimeBound`.",
    ])
}

extension Check {
  /// Fills in a form and closes it, and closes another one that is empty.
  public func observesItself<Attempt: ObservesItselfExercise>(_ attempt: Attempt.Type) {
    step("the user fills in the form")
    var form: Attempt.Form? = Attempt.openForm()
    func expectEnabled(_ wanted: Bool, _ when: String) {
      func text(_ isEnabled: Bool) -> String { isEnabled ? "enabled" : "disabled" }
      let found = form!.isButtonEnabled
      expect(found == wanted, "\(when), the button is \(text(wanted))", saw: "it is \(text(found))")
    }
    expectEnabled(false, "in an empty form")
    form!.user = "ada"
    expectEnabled(false, "without a password")
    form!.password = "secret"
    expectEnabled(true, "with user and password")
    form!.user = ""
    expectEnabled(false, "without a user")
    step("the form is closed")
    let trace = Weak(form)
    form = nil
    expectGone(trace, "the closed form")
    step("an empty form is opened and closed")
    form = Attempt.openForm()
    expectObserved(form!, "the open form")
    let traceOfEmpty = Weak(form)
    form = nil
    expectGone(traceOfEmpty, "the empty form")
  }
}
