// A closed panel that still draws
//
// A panel shows a chat room, and a badge with the number of unread messages. The user closes the panel and keeps the
// room. With this code a closed panel stays in memory, and still draws its badge at each message.
//
// Make the program release the panel when it is closed. The panels that are open follow the room.

import Exercises
import ManagedObserving
import RawObserving

enum Attempt: CapturedOwnerExercise {
  final class Panel: KeyValueObject {
    var badge = ""

    init(for room: ChatRoom) {
      super.init()
      kvoController.observe(room, \.$unread, options: .initial) { _, room, _ in
        self.show(room.unread)
      }
    }

    func show(_ unread: Int) { badge = unread == 0 ? "" : "\(unread)" }
  }

  static func openPanel(for room: ChatRoom) -> Panel { Panel(for: room) }

  static func badge(of panel: Panel) -> String { panel.badge }
}
