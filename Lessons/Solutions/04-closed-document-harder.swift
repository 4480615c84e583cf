// The inspector has no property for the document, and this controller does not retain the document.
// The observation ends in the deinit of whichever goes first. A deinit of your own could reach only one of the two.
// The closure gets the document as a parameter. A closure that captured the document would retain it.

import Exercises
import ManagedObserving
import RawObserving

enum Attempt: ClosedDocumentExercise {
  final class Inspector: KeyValueObject {
    let display: Display

    init(for document: Document, on display: Display) {
      self.display = display
      super.init()
      kvoControllerLifetimeBound.observe(document, \.$words) { inspector, document, _ in
        inspector.display.show(document.words)
      }
    }
  }

  static func openInspector(for document: Document, on display: Display) -> Inspector {
    Inspector(for: document, on: display)
  }
}
