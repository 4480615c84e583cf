// An inspector that outlives its window
//
// An inspector shows how many words a document has. The document's window owns the document, and the inspector can stay
// open after that window has closed. With this code the program dies when the window closes.
//
// Make the program survive, whichever of the two closes first. After both have closed, inspector and document are
// deallocated.

import Exercises
import RawObserving

enum Attempt: ClosedDocumentExercise {
  final class Inspector: KeyValueObject {
    weak var document: Document?
    let display: Display

    init(for document: Document, on display: Display) {
      (self.document, self.display) = (document, display)
      super.init()
      document.addObserver(self, forKeyPath: "words")
    }

    deinit { document?.removeObserver(self, forKeyPath: "words") }

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange, context: UnsafeMutableRawPointer?
    ) {
      if let document = object as? Document { display.show(document.words) }
    }
  }

  static func openInspector(for document: Document, on display: Display) -> Inspector {
    Inspector(for: document, on: display)
  }
}
