// The document belongs to the application, so the inspector must not retain it. But it may be deallocated first,
// so not retaining it is not enough: the observation has to end with it. That is the lifetime-bound controller.
// Only the print job needs the copy, so its controller retains it.

import Exercises
import ManagedObserving
import RawObserving

enum Attempt: WhoKeepsWhomExercise {
  final class Inspector: KeyValueObject {
    var title = ""

    init(for document: TextDocument) {
      super.init()
      kvoControllerLifetimeBound.observe(document, \.$title, options: .initial) { inspector, _, change in
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
