// Choose what a controller retains
//
// An inspector shows the title of a document. The application closes the document when the user is done with it, and
// the inspector may still be open then. A print job counts the printed pages of a copy, which only the job needs. With
// this code a closed document stays in memory as long as its inspector does.
//
// Make the program release a document as soon as it is closed. The copy must live as long as its print job.

import Exercises
import ManagedObserving
import RawObserving

enum Attempt: WhoKeepsWhomExercise {
  final class Inspector: KeyValueObject {
    var title = ""

    init(for document: TextDocument) {
      super.init()
      kvoController.observe(document, \.$title, options: .initial) { inspector, _, change in
        inspector.title = change.value
      }
    }
  }

  final class PrintJob: KeyValueObject {
    var pages = 0

    init(_ copy: TextDocument) {
      super.init()
      kvoController.observe(copy, \.$printedPages) { job, _, change in job.pages = change.value }
    }
  }

  static func openInspector(for document: TextDocument) -> Inspector { Inspector(for: document) }

  static func title(in inspector: Inspector) -> String { inspector.title }

  static func print(_ copy: TextDocument) -> PrintJob { PrintJob(copy) }

  static func pages(of job: PrintJob) -> Int { job.pages }
}
