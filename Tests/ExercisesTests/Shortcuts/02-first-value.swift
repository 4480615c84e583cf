import Exercises
import ManagedObserving
import RawObserving

@testable import Solutions

extension Attempt {
  static let firstValue = [
    Attempt("solution", of: "first-value", accepted: true) { $0.firstValue(FirstValueSolution.self) },
    Attempt("shown by hand first", of: "first-value", accepted: true) { $0.firstValue(FirstValueByHand.self) },
    Attempt("by the controller", of: "first-value", accepted: true) { $0.firstValue(FirstValueByController.self) },
    Attempt("initial without new", of: "first-value", accepted: false) { $0.firstValue(FirstValueInitialOnly.self) },
    Attempt("by hand and with initial", of: "first-value", accepted: false) {
      $0.firstValue(FirstValueShownTwice.self)
    },
    Attempt("shown by hand only", of: "first-value", accepted: false) { $0.firstValue(FirstValueNotObserved.self) },
  ]
}

// Accepted: the label shows the present size by itself.
enum FirstValueByHand: FirstValueExercise {
  final class Label: KeyValueObject {
    let settings: Settings
    let display: Display

    init(for settings: Settings, on display: Display) {
      (self.settings, self.display) = (settings, display)
      super.init()
      display.show(settings.textSize)
      settings.addObserver(self, forKeyPath: "textSize", options: .new)
    }

    deinit { settings.removeObserver(self, forKeyPath: "textSize") }

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange, context: UnsafeMutableRawPointer?
    ) {
      if let size = change.newValue as? Int { display.show(size) }
    }
  }

  static func openLabel(for settings: Settings, on display: Display) -> Label { Label(for: settings, on: display) }
}

// Accepted: the typed change always has a value in it.
enum FirstValueByController: FirstValueExercise {
  final class Label: KeyValueObject {
    let settings: Settings
    let display: Display

    init(for settings: Settings, on display: Display) {
      (self.settings, self.display) = (settings, display)
      super.init()
      kvoController.observe(settings, \.$textSize, options: .initial) { label, _, change in
        label.display.show(change.value)
      }
    }

  }

  static func openLabel(for settings: Settings, on display: Display) -> Label { Label(for: settings, on: display) }
}

// Rejected: the change has no value without `.new`.
enum FirstValueInitialOnly: FirstValueExercise {
  final class Label: KeyValueObject {
    let settings: Settings
    let display: Display

    init(for settings: Settings, on display: Display) {
      (self.settings, self.display) = (settings, display)
      super.init()
      settings.addObserver(self, forKeyPath: "textSize", options: .initial)
    }

    deinit { settings.removeObserver(self, forKeyPath: "textSize") }

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange, context: UnsafeMutableRawPointer?
    ) {
      if let size = change.newValue as? Int { display.show(size) }
    }
  }

  static func openLabel(for settings: Settings, on display: Display) -> Label { Label(for: settings, on: display) }
}

// Rejected: the present size is shown twice.
enum FirstValueShownTwice: FirstValueExercise {
  final class Label: KeyValueObject {
    let settings: Settings
    let display: Display

    init(for settings: Settings, on display: Display) {
      (self.settings, self.display) = (settings, display)
      super.init()
      display.show(settings.textSize)
      settings.addObserver(self, forKeyPath: "textSize", options: [.initial, .new])
    }

    deinit { settings.removeObserver(self, forKeyPath: "textSize") }

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange, context: UnsafeMutableRawPointer?
    ) {
      if let size = change.newValue as? Int { display.show(size) }
    }
  }

  static func openLabel(for settings: Settings, on display: Display) -> Label { Label(for: settings, on: display) }
}

// Rejected: the label shows the first size and does not hear of the next.
enum FirstValueNotObserved: FirstValueExercise {
  final class Label: KeyValueObject {
    let settings: Settings
    let display: Display

    init(for settings: Settings, on display: Display) {
      (self.settings, self.display) = (settings, display)
      super.init()
      display.show(settings.textSize)
    }

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange, context: UnsafeMutableRawPointer?
    ) {
      if let size = change.newValue as? Int { display.show(size) }
    }
  }

  static func openLabel(for settings: Settings, on display: Display) -> Label { Label(for: settings, on: display) }
}
