// A controller that is deallocated unobserves everything. This one was a local variable: only the initial call came.
// The observer should own its controller, so that both are deallocated together. A property is enough.
// The controller refers to the line weakly, so there is no retain cycle.

import Exercises
import ManagedObserving
import RawObserving

enum Attempt: UnownedControllerExercise {
  final class Line {
    var text = ""
    private lazy var controller = KVOController(observer: self)

    init(for transfer: FileTransfer) {
      controller.observe(transfer, \.$percent, options: .initial) { line, _, change in
        line.text = "\(change.value) %"
      }
    }
  }

  static func makeLine(for transfer: FileTransfer) -> Line { Line(for: transfer) }

  static func text(of line: Line) -> String { line.text }
}
