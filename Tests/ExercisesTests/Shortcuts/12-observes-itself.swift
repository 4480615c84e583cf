import Exercises
import ManagedObserving
import RawObserving

@testable import Solutions

extension Attempt {
  static let observesItself = [
    Attempt("solution", of: "observes-itself", accepted: true) { $0.observesItself(ObservesItselfSolution.self) },
    Attempt("by hand", of: "observes-itself", accepted: true) { $0.observesItself(ObservesItselfByHand.self) },
    Attempt("without retaining", of: "observes-itself", accepted: false) {
      $0.observesItself(ObservesItselfNonRetaining.self)
    },
    Attempt("unobserved in deinit", of: "observes-itself", accepted: false) {
      $0.observesItself(ObservesItselfUnobservedInDeinit.self)
    },
    Attempt("always enabled", of: "observes-itself", accepted: false) {
      $0.observesItself(ObservesItselfAlwaysEnabled.self)
    },
    Attempt("read on demand", of: "observes-itself", accepted: false) {
      $0.observesItself(ObservesItselfReadOnDemand.self)
    },
  ]
}

// Accepted: the form adds itself by hand, and removes itself in its deinit.
enum ObservesItselfByHand: ObservesItselfExercise {
  final class Form: KeyValueObject, SignInForm {
    @Observed var user = ""
    @Observed var password = ""
    private(set) var isButtonEnabled = false

    override init() {
      super.init()
      addObserver(self, forKeyPath: "user")
      addObserver(self, forKeyPath: "password")
    }

    deinit {
      removeObserver(self, forKeyPath: "user")
      removeObserver(self, forKeyPath: "password")
    }

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange, context: UnsafeMutableRawPointer?
    ) {
      updateButton()
    }

    func updateButton() { isButtonEnabled = !user.isEmpty && !password.isEmpty }
  }

  static func openForm() -> Form { Form() }
}

// Rejected: the form is deallocated while it is observed.
enum ObservesItselfNonRetaining: ObservesItselfExercise {
  final class Form: KeyValueObject, SignInForm {
    @Observed var user = ""
    @Observed var password = ""
    private(set) var isButtonEnabled = false

    override init() {
      super.init()
      kvoControllerNonRetaining.observe(self, keyPaths: ["user", "password"]) { form, _, _ in form.updateButton() }
    }

    func updateButton() { isButtonEnabled = !user.isEmpty && !password.isEmpty }
  }

  static func openForm() -> Form { Form() }
}

// Rejected: the deinit would unobserve, and never runs.
enum ObservesItselfUnobservedInDeinit: ObservesItselfExercise {
  final class Form: KeyValueObject, SignInForm {
    @Observed var user = ""
    @Observed var password = ""
    private(set) var isButtonEnabled = false

    override init() {
      super.init()
      kvoController.observe(self, keyPaths: ["user", "password"]) { form, _, _ in form.updateButton() }
    }

    deinit { kvoController.unobserveAll() }

    func updateButton() { isButtonEnabled = !user.isEmpty && !password.isEmpty }
  }

  static func openForm() -> Form { Form() }
}

// Rejected: the button does not follow the fields.
enum ObservesItselfAlwaysEnabled: ObservesItselfExercise {
  final class Form: KeyValueObject, SignInForm {
    @Observed var user = ""
    @Observed var password = ""
    private(set) var isButtonEnabled = false

    override init() {
      super.init()
      isButtonEnabled = true
    }

    func updateButton() { isButtonEnabled = !user.isEmpty && !password.isEmpty }
  }

  static func openForm() -> Form { Form() }
}

// Rejected: nothing is observed. The button reads the fields when the check asks.
enum ObservesItselfReadOnDemand: ObservesItselfExercise {
  final class Form: KeyValueObject, SignInForm {
    @Observed var user = ""
    @Observed var password = ""
    var isButtonEnabled: Bool { !user.isEmpty && !password.isEmpty }
  }

  static func openForm() -> Form { Form() }
}
