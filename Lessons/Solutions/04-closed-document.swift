// The weak reference is nil once the document is being deallocated, so the inspector cannot remove itself.
// An observer that retains what it observes can always remove itself: the object outlives the registration.
// The document does not retain the inspector, so this is no cycle. The last of the two to close frees the document.

import Exercises
import RawObserving

enum Attempt: ClosedDocumentExercise {
  final class Inspector: KeyValueObject {
    let document: Document
    let display: Display

    init(for document: Document, on display: Display) {
      (self.document, self.display) = (document, display)
      super.init()
      document.addObserver(self, forKeyPath: "words")
    }

    deinit { document.removeObserver(self, forKeyPath: "words") }

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
