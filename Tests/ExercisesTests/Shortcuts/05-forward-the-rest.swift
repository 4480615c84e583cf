import Exercises
import ManagedObserving
import RawObserving

@testable import Solutions

extension Attempt {
  static let forwardTheRest = [
    Attempt("solution", of: "forward-the-rest", accepted: true) { $0.forwardTheRest(ForwardTheRestSolution.self) },
    Attempt("by the controller", of: "forward-the-rest", accepted: true) {
      $0.forwardTheRest(ForwardTheRestByController.self)
    },
    Attempt("if and else", of: "forward-the-rest", accepted: true) { $0.forwardTheRest(ForwardTheRestByElse.self) },
    Attempt("nothing passed on", of: "forward-the-rest", accepted: false) {
      $0.forwardTheRest(ForwardTheRestNothingForwarded.self)
    },
    Attempt("told apart by the key path", of: "forward-the-rest", accepted: false) {
      $0.forwardTheRest(ForwardTheRestByKeyPath.self)
    },
    Attempt("no registration of its own", of: "forward-the-rest", accepted: false) {
      $0.forwardTheRest(ForwardTheRestWithoutOwnAdd.self)
    },
  ]
}

// Accepted: no override, so every call of the superclass reaches it.
enum ForwardTheRestByController: ForwardTheRestExercise {
  // Only the address is used. Nothing is ever stored there, so threads cannot race for it.
  nonisolated(unsafe) static let missingContext = UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1)

  final class DetailedRow: DownloadRow {
    let missing: Display

    init(for download: Download, arrived: Display, missing: Display) {
      self.missing = missing
      super.init(for: download, on: arrived)
      kvoController.observe(download, \.$percent) { row, download, _ in row.missing.show(100 - download.percent) }
    }
  }

  static func openRow(for download: Download, arrived: Display, missing: Display) -> DetailedRow {
    DetailedRow(for: download, arrived: arrived, missing: missing)
  }
}

// Accepted: either handled or passed on.
enum ForwardTheRestByElse: ForwardTheRestExercise {
  // Only the address is used. Nothing is ever stored there, so threads cannot race for it.
  nonisolated(unsafe) static let missingContext = UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1)

  final class DetailedRow: DownloadRow {
    let missing: Display

    init(for download: Download, arrived: Display, missing: Display) {
      self.missing = missing
      super.init(for: download, on: arrived)
      download.addObserver(self, forKeyPath: "percent", context: missingContext)
    }

    deinit { download.removeObserver(self, forKeyPath: "percent", context: missingContext) }

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange, context: UnsafeMutableRawPointer?
    ) {
      if context == missingContext {
        missing.show(100 - download.percent)
      } else {
        super.observeValue(forKeyPath: keyPath, of: object, change: change, context: context)
      }
    }
  }

  static func openRow(for download: Download, arrived: Display, missing: Display) -> DetailedRow {
    DetailedRow(for: download, arrived: arrived, missing: missing)
  }
}

// Rejected: the superclass never hears of its own registration.
enum ForwardTheRestNothingForwarded: ForwardTheRestExercise {
  // Only the address is used. Nothing is ever stored there, so threads cannot race for it.
  nonisolated(unsafe) static let missingContext = UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1)

  final class DetailedRow: DownloadRow {
    let missing: Display

    init(for download: Download, arrived: Display, missing: Display) {
      self.missing = missing
      super.init(for: download, on: arrived)
      download.addObserver(self, forKeyPath: "percent", context: missingContext)
    }

    deinit { download.removeObserver(self, forKeyPath: "percent", context: missingContext) }

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange, context: UnsafeMutableRawPointer?
    ) {
      if context == missingContext { missing.show(100 - download.percent) }
    }
  }

  static func openRow(for download: Download, arrived: Display, missing: Display) -> DetailedRow {
    DetailedRow(for: download, arrived: arrived, missing: missing)
  }
}

// Rejected: both registrations have the same key path.
enum ForwardTheRestByKeyPath: ForwardTheRestExercise {
  // Only the address is used. Nothing is ever stored there, so threads cannot race for it.
  nonisolated(unsafe) static let missingContext = UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1)

  final class DetailedRow: DownloadRow {
    let missing: Display

    init(for download: Download, arrived: Display, missing: Display) {
      self.missing = missing
      super.init(for: download, on: arrived)
      download.addObserver(self, forKeyPath: "percent", context: missingContext)
    }

    deinit { download.removeObserver(self, forKeyPath: "percent", context: missingContext) }

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange, context: UnsafeMutableRawPointer?
    ) {
      guard keyPath == "percent" else {
        return super.observeValue(forKeyPath: keyPath, of: object, change: change, context: context)
      }
      missing.show(100 - download.percent)
    }
  }

  static func openRow(for download: Download, arrived: Display, missing: Display) -> DetailedRow {
    DetailedRow(for: download, arrived: arrived, missing: missing)
  }
}

// Rejected: the subclass removes its registration for good, and shows nothing.
enum ForwardTheRestWithoutOwnAdd: ForwardTheRestExercise {
  // Only the address is used. Nothing is ever stored there, so threads cannot race for it.
  nonisolated(unsafe) static let missingContext = UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1)

  final class DetailedRow: DownloadRow {
    let missing: Display

    init(for download: Download, arrived: Display, missing: Display) {
      self.missing = missing
      super.init(for: download, on: arrived)
    }

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange, context: UnsafeMutableRawPointer?
    ) {
      if context == missingContext { missing.show(100 - download.percent) }
      super.observeValue(forKeyPath: keyPath, of: object, change: change, context: context)
    }
  }

  static func openRow(for download: Download, arrived: Display, missing: Display) -> DetailedRow {
    DetailedRow(for: download, arrived: arrived, missing: missing)
  }
}
