import Exercises
import ManagedObserving
import RawObserving

@testable import Solutions

extension Attempt {
  static let unownedController = [
    Attempt("solution", of: "unowned-controller", accepted: true) {
      $0.unownedController(UnownedControllerSolution.self)
    },
    Attempt("a line with a controller of its own", of: "unowned-controller", accepted: true) {
      $0.unownedController(UnownedControllerOfItsOwn.self)
    },
    Attempt("kept for ever", of: "unowned-controller", accepted: false) {
      $0.unownedController(UnownedControllerKeptForever.self)
    },
    Attempt("kept by its handler", of: "unowned-controller", accepted: false) {
      $0.unownedController(UnownedControllerKeptByHandler.self)
    },
    Attempt("read on demand", of: "unowned-controller", accepted: false) {
      $0.unownedController(UnownedControllerReadOnDemand.self)
    },
  ]
}

// Accepted: the line becomes a KeyValueObject and has a controller of its own.
enum UnownedControllerOfItsOwn: UnownedControllerExercise {
  final class Line: KeyValueObject {
    var text = ""

    init(for transfer: FileTransfer) {
      super.init()
      kvoController.observe(transfer, \.$percent, options: .initial) { line, _, change in
        line.text = "\(change.value) %"
      }
    }
  }

  static func makeLine(for transfer: FileTransfer) -> Line { Line(for: transfer) }

  static func text(of line: Line) -> String { line.text }
}

// Rejected: the controller outlives its line, and its registration too.
enum UnownedControllerKeptForever: UnownedControllerExercise {
  // Safe because the check runs on one thread.
  nonisolated(unsafe) static var controllers: [Any] = []

  final class Line {
    var text = ""

    init(for transfer: FileTransfer) {
      let controller = KVOController(observer: self)
      controllers.append(controller)
      controller.observe(transfer, \.$percent, options: .initial) { line, _, change in
        line.text = "\(change.value) %"
      }
    }
  }

  static func makeLine(for transfer: FileTransfer) -> Line { Line(for: transfer) }

  static func text(of line: Line) -> String { line.text }
}

// Rejected: the controller owns the handler, and the handler owns the controller.
enum UnownedControllerKeptByHandler: UnownedControllerExercise {
  final class Line {
    var text = ""

    init(for transfer: FileTransfer) {
      let controller = KVOController(observer: self)
      controller.observe(transfer, \.$percent, options: .initial) { line, _, change in
        withExtendedLifetime(controller) { line.text = "\(change.value) %" }
      }
    }
  }

  static func makeLine(for transfer: FileTransfer) -> Line { Line(for: transfer) }

  static func text(of line: Line) -> String { line.text }
}

// Rejected: nothing is observed. The line reads the transfer when the check asks.
enum UnownedControllerReadOnDemand: UnownedControllerExercise {
  final class Line {
    let transfer: FileTransfer

    init(for transfer: FileTransfer) { self.transfer = transfer }
  }

  static func makeLine(for transfer: FileTransfer) -> Line { Line(for: transfer) }

  static func text(of line: Line) -> String { "\(line.transfer.percent) %" }
}
