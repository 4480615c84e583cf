import Exercises
import ManagedObserving
import RawObserving

@testable import Solutions

extension Attempt {
  static let reusedRow = [
    Attempt("solution", of: "reused-row", accepted: true) { $0.reusedRow(ReusedRowSolution.self) },
    Attempt("two typed observations", of: "reused-row", accepted: true) { $0.reusedRow(ReusedRowTyped.self) },
    Attempt("never unobserved", of: "reused-row", accepted: false) { $0.reusedRow(ReusedRowNeverUnobserved.self) },
    Attempt("by hand as well", of: "reused-row", accepted: false) { $0.reusedRow(ReusedRowByHandAsWell.self) },
    Attempt("drawn by a captured row", of: "reused-row", accepted: false) { $0.reusedRow(ReusedRowCapturesSelf.self) },
    Attempt("drawn by an initial call as well", of: "reused-row", accepted: false) {
      $0.reusedRow(ReusedRowWithInitial.self)
    },
  ]
}

// Accepted: each key is observed by a typed key path, and the transfer before is unobserved.
enum ReusedRowTyped: ReusedRowExercise {
  final class Row: KeyValueObject {
    var transfer: FileTransfer?
    var text = ""
    var drawings = 0

    func show(_ new: FileTransfer?) {
      kvoController.unobserve(transfer)
      transfer = new
      draw()
      kvoController.observe(new, \.$name) { row, _, _ in row.draw() }
      kvoController.observe(new, \.$percent) { row, _, _ in row.draw() }
    }

    func draw() {
      text = transfer.map { "\($0.name): \($0.percent) %" } ?? ""
      drawings += 1
    }
  }

  static func makeRow() -> Row { Row() }

  static func show(_ transfer: FileTransfer?, in row: Row) { row.show(transfer) }

  static func text(of row: Row) -> String { row.text }

  static func drawings(of row: Row) -> Int { row.drawings }
}

// Rejected: the row hears and retains every transfer that it has shown.
enum ReusedRowNeverUnobserved: ReusedRowExercise {
  final class Row: KeyValueObject {
    var transfer: FileTransfer?
    var text = ""
    var drawings = 0

    func show(_ new: FileTransfer?) {
      transfer = new
      draw()
      kvoController.observe(new, keyPaths: ["name", "percent"]) { row, _, _ in row.draw() }
    }

    func draw() {
      text = transfer.map { "\($0.name): \($0.percent) %" } ?? ""
      drawings += 1
    }
  }

  static func makeRow() -> Row { Row() }

  static func show(_ transfer: FileTransfer?, in row: Row) { row.show(transfer) }

  static func text(of row: Row) -> String { row.text }

  static func drawings(of row: Row) -> Int { row.drawings }
}

// Rejected: the row draws itself twice for each change.
enum ReusedRowByHandAsWell: ReusedRowExercise {
  final class Row: KeyValueObject {
    var transfer: FileTransfer?
    var text = ""
    var drawings = 0

    func show(_ new: FileTransfer?) {
      transfer?.removeObserver(self, forKeyPath: "name")
      transfer?.removeObserver(self, forKeyPath: "percent")
      transfer = new
      draw()
      transfer?.addObserver(self, forKeyPath: "name")
      transfer?.addObserver(self, forKeyPath: "percent")
      kvoController.unobserveAll()
      kvoController.observe(new, keyPaths: ["name", "percent"]) { row, _, _ in row.draw() }
    }

    deinit {
      transfer?.removeObserver(self, forKeyPath: "name")
      transfer?.removeObserver(self, forKeyPath: "percent")
    }

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange, context: UnsafeMutableRawPointer?
    ) {
      if keyPath == "name" || keyPath == "percent" { draw() }
    }

    func draw() {
      text = transfer.map { "\($0.name): \($0.percent) %" } ?? ""
      drawings += 1
    }
  }

  static func makeRow() -> Row { Row() }

  static func show(_ transfer: FileTransfer?, in row: Row) { row.show(transfer) }

  static func text(of row: Row) -> String { row.text }

  static func drawings(of row: Row) -> Int { row.drawings }
}

// Rejected: the handler captures the row, which is never deallocated.
enum ReusedRowCapturesSelf: ReusedRowExercise {
  final class Row: KeyValueObject {
    var transfer: FileTransfer?
    var text = ""
    var drawings = 0

    func show(_ new: FileTransfer?) {
      kvoController.unobserveAll()
      transfer = new
      draw()
      kvoController.observe(new, keyPaths: ["name", "percent"]) { _, _, _ in self.draw() }
    }

    func draw() {
      text = transfer.map { "\($0.name): \($0.percent) %" } ?? ""
      drawings += 1
    }
  }

  static func makeRow() -> Row { Row() }

  static func show(_ transfer: FileTransfer?, in row: Row) { row.show(transfer) }

  static func text(of row: Row) -> String { row.text }

  static func drawings(of row: Row) -> Int { row.drawings }
}

// Rejected: the initial calls draw a row that has been drawn already.
enum ReusedRowWithInitial: ReusedRowExercise {
  final class Row: KeyValueObject {
    var transfer: FileTransfer?
    var text = ""
    var drawings = 0

    func show(_ new: FileTransfer?) {
      kvoController.unobserveAll()
      transfer = new
      draw()
      kvoController.observe(new, keyPaths: ["name", "percent"], options: .initial) { row, _, _ in row.draw() }
    }

    func draw() {
      text = transfer.map { "\($0.name): \($0.percent) %" } ?? ""
      drawings += 1
    }
  }

  static func makeRow() -> Row { Row() }

  static func show(_ transfer: FileTransfer?, in row: Row) { row.show(transfer) }

  static func text(of row: Row) -> String { row.text }

  static func drawings(of row: Row) -> Int { row.drawings }
}
