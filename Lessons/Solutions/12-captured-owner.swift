// The panel owned its controller, the controller owned the handler, and the handler owned the panel: a retain cycle.
// The automatic removal begins when the panel is deallocated, and the cycle prevents that.
// The controller passes its observer to the handler, so the handler does not need `self`.

import Exercises
import ManagedObserving
import RawObserving

enum Attempt: CapturedOwnerExercise {
  final class Panel: KeyValueObject {
    var badge = ""

    init(for room: ChatRoom) {
      super.init()
      kvoController.observe(room, \.$unread, options: .initial) { panel, room, _ in
        panel.show(room.unread)
      }
    }

    func show(_ unread: Int) { badge = unread == 0 ? "" : "\(unread)" }
  }

  static func openPanel(for room: ChatRoom) -> Panel { Panel(for: room) }

  static func badge(of panel: Panel) -> String { panel.badge }
}
