import Exercises
import ManagedObserving
import RawObserving

@testable import Solutions

extension Attempt {
  static let endlessLimit = [
    Attempt("solution", of: "endless-limit", accepted: true) { $0.endlessLimit(EndlessLimitSolution.self) },
    Attempt("a flag while it sets", of: "endless-limit", accepted: true) { $0.endlessLimit(EndlessLimitByFlag.self) },
    Attempt("by the controller", of: "endless-limit", accepted: true) {
      $0.endlessLimit(EndlessLimitByController.self)
    },
    Attempt("a flag that stays set", of: "endless-limit", accepted: false) {
      $0.endlessLimit(EndlessLimitOnlyOnce.self)
    },
    Attempt("24 is set again", of: "endless-limit", accepted: false) { $0.endlessLimit(EndlessLimitOneTooMany.self) },
    Attempt("without the set", of: "endless-limit", accepted: false) { $0.endlessLimit(EndlessLimitNoLimit.self) },
    Attempt("removed before the set", of: "endless-limit", accepted: false) {
      $0.endlessLimit(EndlessLimitRemovesItself.self)
    },
  ]
}

// Accepted: the inner call returns at once.
enum EndlessLimitByFlag: EndlessLimitExercise {
  final class Limiter: KeyValueObject {
    let settings: Settings
    var isSetting = false

    init(for settings: Settings) {
      self.settings = settings
      super.init()
      settings.addObserver(self, forKeyPath: "textSize")
    }

    deinit { settings.removeObserver(self, forKeyPath: "textSize") }

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange, context: UnsafeMutableRawPointer?
    ) {
      if isSetting { return }
      isSetting = true
      settings.textSize = min(settings.textSize, 24)
      isSetting = false
    }
  }

  static func makeLimiter(for settings: Settings) -> Limiter { Limiter(for: settings) }
}

// Accepted: a handler that sets needs the same comparison.
enum EndlessLimitByController: EndlessLimitExercise {
  final class Limiter: KeyValueObject {
    let settings: Settings

    init(for settings: Settings) {
      self.settings = settings
      super.init()
      kvoController.observe(settings, \.$textSize) { _, settings, change in
        if change.value > 24 { settings.textSize = 24 }
      }
    }
  }

  static func makeLimiter(for settings: Settings) -> Limiter { Limiter(for: settings) }
}

// Rejected: the limiter works once.
enum EndlessLimitOnlyOnce: EndlessLimitExercise {
  final class Limiter: KeyValueObject {
    let settings: Settings
    var hasSet = false

    init(for settings: Settings) {
      self.settings = settings
      super.init()
      settings.addObserver(self, forKeyPath: "textSize")
    }

    deinit { settings.removeObserver(self, forKeyPath: "textSize") }

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange, context: UnsafeMutableRawPointer?
    ) {
      if hasSet { return }
      hasSet = true
      settings.textSize = min(settings.textSize, 24)
    }
  }

  static func makeLimiter(for settings: Settings) -> Limiter { Limiter(for: settings) }
}

// Rejected: the inner call finds 24, and sets 24.
enum EndlessLimitOneTooMany: EndlessLimitExercise {
  final class Limiter: KeyValueObject {
    let settings: Settings

    init(for settings: Settings) {
      self.settings = settings
      super.init()
      settings.addObserver(self, forKeyPath: "textSize")
    }

    deinit { settings.removeObserver(self, forKeyPath: "textSize") }

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange, context: UnsafeMutableRawPointer?
    ) {
      if settings.textSize >= 24 { settings.textSize = 24 }
    }
  }

  static func makeLimiter(for settings: Settings) -> Limiter { Limiter(for: settings) }
}

// Rejected: the limiter limits nothing.
enum EndlessLimitNoLimit: EndlessLimitExercise {
  final class Limiter: KeyValueObject {
    let settings: Settings

    init(for settings: Settings) {
      self.settings = settings
      super.init()
      settings.addObserver(self, forKeyPath: "textSize")
    }

    deinit { settings.removeObserver(self, forKeyPath: "textSize") }

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange, context: UnsafeMutableRawPointer?
    ) {
    }
  }

  static func makeLimiter(for settings: Settings) -> Limiter { Limiter(for: settings) }
}

// Rejected: the limiter does not hear of the next choice.
enum EndlessLimitRemovesItself: EndlessLimitExercise {
  final class Limiter: KeyValueObject {
    let settings: Settings

    init(for settings: Settings) {
      self.settings = settings
      super.init()
      settings.addObserver(self, forKeyPath: "textSize")
    }

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange, context: UnsafeMutableRawPointer?
    ) {
      object.removeObserver(self, forKeyPath: keyPath)
      settings.textSize = min(settings.textSize, 24)
    }
  }

  static func makeLimiter(for settings: Settings) -> Limiter { Limiter(for: settings) }
}
