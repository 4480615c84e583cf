import Exercises
import ManagedObserving
import RawObserving

@testable import Solutions

extension Attempt {
  static let closedDocument = [
    Attempt("solution", of: "closed-document", accepted: true) { $0.closedDocument(ClosedDocumentSolution.self) },
    Attempt("by the controller", of: "closed-document", accepted: true) {
      $0.closedDocument(ClosedDocumentByController.self)
    },
    Attempt("bound to both lives", of: "closed-document", accepted: true) {
      $0.closedDocument(ClosedDocumentLifetimeBound.self)
    },
    Attempt("the document is never released", of: "closed-document", accepted: false) {
      $0.closedDocument(ClosedDocumentKeptForever.self)
    },
    Attempt("retained, and not removed", of: "closed-document", accepted: false) {
      $0.closedDocument(ClosedDocumentWithoutRemove.self)
    },
    Attempt("removed in the first callback", of: "closed-document", accepted: false) {
      $0.closedDocument(ClosedDocumentOneCall.self)
    },
    Attempt("another era", of: "closed-document", accepted: false) { $0.closedDocument(ClosedDocumentLaterEra.self) },
  ]
}

// Accepted: the controller retains the document until it unobserves it.
enum ClosedDocumentByController: ClosedDocumentExercise {
  final class Inspector: KeyValueObject {
    let display: Display

    init(for document: Document, on display: Display) {
      self.display = display
      super.init()
      kvoController.observe(document, \.$words) { inspector, document, _ in inspector.display.show(document.words) }
    }

  }

  static func openInspector(for document: Document, on display: Display) -> Inspector {
    Inspector(for: document, on: display)
  }
}

// Accepted: the document is not retained. Its own deallocation ends the observation.
enum ClosedDocumentLifetimeBound: ClosedDocumentExercise {
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

// Rejected: the document cannot be deallocated first, because it is not deallocated at all.
enum ClosedDocumentKeptForever: ClosedDocumentExercise {
  final class Inspector: KeyValueObject {
    weak var document: Document?
    let display: Display

    init(for document: Document, on display: Display) {
      (self.document, self.display) = (document, display)
      super.init()
      _ = Unmanaged.passRetained(document)
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

// Rejected: the registration is left when the inspector is deallocated.
enum ClosedDocumentWithoutRemove: ClosedDocumentExercise {
  final class Inspector: KeyValueObject {
    let document: Document
    let display: Display

    init(for document: Document, on display: Display) {
      (self.document, self.display) = (document, display)
      super.init()
      document.addObserver(self, forKeyPath: "words")
    }

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

// Rejected: the inspector hears of one change.
enum ClosedDocumentOneCall: ClosedDocumentExercise {
  final class Inspector: KeyValueObject {
    weak var document: Document?
    let display: Display

    init(for document: Document, on display: Display) {
      (self.document, self.display) = (document, display)
      super.init()
      document.addObserver(self, forKeyPath: "words")
    }

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange, context: UnsafeMutableRawPointer?
    ) {
      if let document = object as? Document { display.show(document.words) }
      object.removeObserver(self, forKeyPath: keyPath)
    }
  }

  static func openInspector(for document: Document, on display: Display) -> Inspector {
    Inspector(for: document, on: display)
  }
}

// Rejected: the check has fixed the classic era, so the process dies.
enum ClosedDocumentLaterEra: ClosedDocumentExercise {
  final class Inspector: KeyValueObject {
    weak var document: Document?
    let display: Display

    init(for document: Document, on display: Display) {
      (self.document, self.display) = (document, display)
      Era.use(.current)
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
