import Exercises
import ManagedObserving
import RawObserving

@testable import Solutions

extension Attempt {
  static let whoKeepsWhom = [
    Attempt("solution", of: "who-keeps-whom", accepted: true) { $0.whoKeepsWhom(WhoKeepsWhomSolution.self) },
    Attempt("the job keeps the copy", of: "who-keeps-whom", accepted: true) {
      $0.whoKeepsWhom(WhoKeepsWhomJobKeepsCopy.self)
    },
    Attempt("without retaining", of: "who-keeps-whom", accepted: false) {
      $0.whoKeepsWhom(WhoKeepsWhomNonRetaining.self)
    },
    Attempt("bound both", of: "who-keeps-whom", accepted: false) { $0.whoKeepsWhom(WhoKeepsWhomBoundBoth.self) },
    Attempt("without observing", of: "who-keeps-whom", accepted: false) {
      $0.whoKeepsWhom(WhoKeepsWhomWithoutObserving.self)
    },
    Attempt("read on demand", of: "who-keeps-whom", accepted: false) {
      $0.whoKeepsWhom(WhoKeepsWhomReadOnDemand.self)
    },
  ]
}

// Accepted: the job holds the copy itself, and both controllers are bound to both lives.
enum WhoKeepsWhomJobKeepsCopy: WhoKeepsWhomExercise {
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
    let copy: TextDocument
    var pages = 0

    init(_ copy: TextDocument) {
      self.copy = copy
      super.init()
      kvoControllerLifetimeBound.observe(copy, \.$printedPages) { job, _, change in job.pages = change.value }
    }
  }

  static func openInspector(for document: TextDocument) -> Inspector { Inspector(for: document) }

  static func title(in inspector: Inspector) -> String { inspector.title }

  static func print(_ copy: TextDocument) -> PrintJob { PrintJob(copy) }

  static func pages(of job: PrintJob) -> Int { job.pages }
}

// Rejected: the document is deallocated while it is observed.
enum WhoKeepsWhomNonRetaining: WhoKeepsWhomExercise {
  final class Inspector: KeyValueObject {
    var title = ""

    init(for document: TextDocument) {
      super.init()
      kvoControllerNonRetaining.observe(document, \.$title, options: .initial) { inspector, _, change in
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

// Rejected: no object keeps the copy that is printed.
enum WhoKeepsWhomBoundBoth: WhoKeepsWhomExercise {
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
      kvoControllerLifetimeBound.observe(copy, \.$printedPages) { job, _, change in job.pages = change.value }
    }
  }

  static func openInspector(for document: TextDocument) -> Inspector { Inspector(for: document) }

  static func title(in inspector: Inspector) -> String { inspector.title }

  static func print(_ copy: TextDocument) -> PrintJob { PrintJob(copy) }

  static func pages(of job: PrintJob) -> Int { job.pages }
}

// Rejected: the inspector shows the first title for ever.
enum WhoKeepsWhomWithoutObserving: WhoKeepsWhomExercise {
  final class Inspector: KeyValueObject {
    var title = ""

    init(for document: TextDocument) {
      super.init()
      title = document.title
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

// Rejected: nothing is observed. The inspector and the job read the document when the check asks.
enum WhoKeepsWhomReadOnDemand: WhoKeepsWhomExercise {
  final class Inspector: KeyValueObject {
    weak var document: TextDocument?

    init(for document: TextDocument) {
      self.document = document
      super.init()
    }
  }

  final class PrintJob: KeyValueObject {
    let copy: TextDocument

    init(_ copy: TextDocument) {
      self.copy = copy
      super.init()
    }
  }

  static func openInspector(for document: TextDocument) -> Inspector { Inspector(for: document) }

  static func title(in inspector: Inspector) -> String { inspector.document?.title ?? "" }

  static func print(_ copy: TextDocument) -> PrintJob { PrintJob(copy) }

  static func pages(of job: PrintJob) -> Int { job.copy.printedPages }
}
