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
    ],
    proof: [
      "A form that was filled in and an empty one were closed, and both were deallocated.",
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
      "A key that depends on the fields, or a set without a comparison, is announced at each letter.",
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
    let count = form!.activeRegistrations.count
    expect(count > 0, "the open form observes its own fields", saw: "it has 0 registrations")
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
    var form: Attempt.Form? = Attempt.openForm()
    let window = ChangeLog()
    form!.addObserver(window, forKeyPath: "isButtonEnabled", options: [.old, .new])
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
      form!.user = "a"
      form!.user = "ad"
    }
    expectHeard("from false to true", "the password gets its first letter") { form!.password = "s" }
    expectHeard(nil, "the password gets its second letter") { form!.password = "se" }
    expectHeard("from true to false", "the user name is deleted") { form!.user = "" }
    expectHeard(nil, "the password is deleted too") { form!.password = "" }
    step("harder: the window closes, and then the form")
    form!.removeObserver(window, forKeyPath: "isButtonEnabled")
    let trace = Weak(form)
    form = nil
    expectGone(trace, "the form that was observed")
  }
}
