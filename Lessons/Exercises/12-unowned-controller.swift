// A status line that stands still
//
// A status line shows how much of a file has been sent. Its class does not inherit from KeyValueObject. With this code
// the line shows the first value and never another one.
//
// Make the line follow the transfer as long as the line lives. A deallocated line leaves no registration behind.

import Exercises
import ManagedObserving
import RawObserving

enum Attempt: UnownedControllerExercise {
  final class Line {
    var text = ""

    init(for transfer: FileTransfer) {
      let controller = KVOController(observer: self)
      controller.observe(transfer, \.$percent, options: .initial) { line, _, change in
        line.text = "\(change.value) %"
      }
    }
  }

  static func makeLine(for transfer: FileTransfer) -> Line { Line(for: transfer) }

  static func text(of line: Line) -> String { line.text }
}
