import Exercises
import RawObserving

@testable import Solutions

extension Attempt {
  static let doneAtOnce = [
    Attempt("solution", of: "done-at-once", accepted: true) { $0.doneAtOnce(DoneAtOnceSolution.self) },
    Attempt("by hand", of: "done-at-once", accepted: true) { $0.doneAtOnce(DoneAtOnceByHand.self) },
    Attempt("asks before it adds", of: "done-at-once", accepted: true) { $0.doneAtOnce(DoneAtOnceAsksFirst.self) },
    Attempt("without initial", of: "done-at-once", accepted: false) { $0.doneAtOnce(DoneAtOnceWithoutInitial.self) },
    Attempt("never removed", of: "done-at-once", accepted: false) { $0.doneAtOnce(DoneAtOnceNeverRemoved.self) },
    Attempt("removed in deinit", of: "done-at-once", accepted: false) { $0.doneAtOnce(DoneAtOnceRemovedInDeinit.self) },
  ]
}

// Accepted: a flag says whether the registration is recorded.
enum DoneAtOnceByHand: DoneAtOnceExercise {
  final class Sheet: KeyValueObject {
    let transfer: FileTransfer
    var isOpen = true
    var closings = 0
    var isRegistered = false

    init(for transfer: FileTransfer) {
      self.transfer = transfer
      super.init()
      transfer.addObserver(self, forKeyPath: "percent", options: .initial)
      isRegistered = true
      if !isOpen { stopObserving() }
    }

    deinit { stopObserving() }

    func stopObserving() {
      if isRegistered { transfer.removeObserver(self, forKeyPath: "percent") }
      isRegistered = false
    }

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange, context: UnsafeMutableRawPointer?
    ) {
      guard transfer.percent == 100 else { return }
      isOpen = false
      closings += 1
      stopObserving()
    }
  }

  static func openSheet(for transfer: FileTransfer) -> Sheet { Sheet(for: transfer) }

  static func isOpen(_ sheet: Sheet) -> Bool { sheet.isOpen }

  static func closings(of sheet: Sheet) -> Int { sheet.closings }
}

// Accepted: a sheet whose transfer is complete adds no observer.
enum DoneAtOnceAsksFirst: DoneAtOnceExercise {
  final class Sheet: KeyValueObject {
    let transfer: FileTransfer
    var isOpen = true
    var closings = 0

    init(for transfer: FileTransfer) {
      self.transfer = transfer
      super.init()
      if transfer.percent == 100 {
        (isOpen, closings) = (false, 1)
      } else {
        transfer.addObserver(self, forKeyPath: "percent")
      }
    }

    deinit {
      if isOpen { transfer.removeObserver(self, forKeyPath: "percent") }
    }

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange, context: UnsafeMutableRawPointer?
    ) {
      guard transfer.percent == 100 else { return }
      isOpen = false
      closings += 1
      transfer.removeObserver(self, forKeyPath: "percent")
    }
  }

  static func openSheet(for transfer: FileTransfer) -> Sheet { Sheet(for: transfer) }

  static func isOpen(_ sheet: Sheet) -> Bool { sheet.isOpen }

  static func closings(of sheet: Sheet) -> Int { sheet.closings }
}

// Rejected: the sheet does not close if the transfer is complete already.
enum DoneAtOnceWithoutInitial: DoneAtOnceExercise {
  final class Sheet: KeyValueObject {
    let transfer: FileTransfer
    var isOpen = true
    var closings = 0

    init(for transfer: FileTransfer) {
      self.transfer = transfer
      super.init()
      transfer.addObserver(self, forKeyPath: "percent")
    }

    deinit {
      if isOpen { transfer.removeObserver(self, forKeyPath: "percent") }
    }

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange, context: UnsafeMutableRawPointer?
    ) {
      guard transfer.percent == 100 else { return }
      isOpen = false
      closings += 1
      transfer.removeObserver(self, forKeyPath: "percent")
    }
  }

  static func openSheet(for transfer: FileTransfer) -> Sheet { Sheet(for: transfer) }

  static func isOpen(_ sheet: Sheet) -> Bool { sheet.isOpen }

  static func closings(of sheet: Sheet) -> Int { sheet.closings }
}

// Rejected: the closed sheet keeps its registration and closes again.
enum DoneAtOnceNeverRemoved: DoneAtOnceExercise {
  final class Sheet: KeyValueObject {
    let transfer: FileTransfer
    var isOpen = true
    var closings = 0

    init(for transfer: FileTransfer) {
      self.transfer = transfer
      super.init()
      transfer.addObserver(self, forKeyPath: "percent", options: .initial)
    }

    deinit {
      transfer.removeObserver(self, forKeyPath: "percent")
    }

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange, context: UnsafeMutableRawPointer?
    ) {
      guard transfer.percent == 100 else { return }
      isOpen = false
      closings += 1
    }
  }

  static func openSheet(for transfer: FileTransfer) -> Sheet { Sheet(for: transfer) }

  static func isOpen(_ sheet: Sheet) -> Bool { sheet.isOpen }

  static func closings(of sheet: Sheet) -> Int { sheet.closings }
}

// Rejected: the closed sheet closes once, and keeps its registration until it is deallocated.
enum DoneAtOnceRemovedInDeinit: DoneAtOnceExercise {
  final class Sheet: KeyValueObject {
    let transfer: FileTransfer
    var isOpen = true
    var closings = 0

    init(for transfer: FileTransfer) {
      self.transfer = transfer
      super.init()
      transfer.addObserver(self, forKeyPath: "percent", options: .initial)
    }

    deinit {
      transfer.removeObserver(self, forKeyPath: "percent")
    }

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange, context: UnsafeMutableRawPointer?
    ) {
      guard isOpen, transfer.percent == 100 else { return }
      isOpen = false
      closings += 1
    }
  }

  static func openSheet(for transfer: FileTransfer) -> Sheet { Sheet(for: transfer) }

  static func isOpen(_ sheet: Sheet) -> Bool { sheet.isOpen }

  static func closings(of sheet: Sheet) -> Int { sheet.closings }
}
