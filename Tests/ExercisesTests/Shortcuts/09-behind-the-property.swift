import Exercises
import RawObserving

@testable import Solutions

extension Attempt {
  static let behindTheProperty = [
    Attempt("solution", of: "behind-the-property", accepted: true) {
      $0.behindTheProperty(BehindThePropertySolution.self)
    },
    Attempt("announced by hand", of: "behind-the-property", accepted: true) {
      $0.behindTheProperty(BehindThePropertyByHand.self)
    },
    Attempt("observed array", of: "behind-the-property", accepted: true) {
      $0.behindTheProperty(BehindThePropertyObservedArray.self)
    },
    Attempt("announced too late", of: "behind-the-property", accepted: false) {
      $0.behindTheProperty(BehindThePropertyAnnouncedLate.self)
    },
    Attempt("did without will", of: "behind-the-property", accepted: false) {
      $0.behindTheProperty(BehindThePropertyDidWithoutWill.self)
    },
  ]
}

// Accepted: each method announces the elements and their indexes by hand.
enum BehindThePropertyByHand: BehindThePropertyExercise {
  final class Uploads: KeyValueObject, ListedUploads {
    private var stored: [String] = []
    var files: [String] { stored }

    func add(_ file: String) {
      let indexes = RangeSet(stored.count..<stored.count + 1)
      willChange(.insertion, valuesAt: indexes, forKey: "files")
      stored.append(file)
      didChange(.insertion, valuesAt: indexes, forKey: "files")
    }

    func removeFirst() {
      if stored.isEmpty { return }
      willChange(.removal, valuesAt: RangeSet(0..<1), forKey: "files")
      stored.removeFirst()
      didChange(.removal, valuesAt: RangeSet(0..<1), forKey: "files")
    }

    override class var computedKeys: [ComputedKey] {
      super.computedKeys + [ComputedKey("files", \Uploads.files)]
    }
  }

  static func makeUploads() -> Uploads { Uploads() }
}

// Accepted: the table observes the stored property itself.
enum BehindThePropertyObservedArray: BehindThePropertyExercise {
  final class Uploads: KeyValueObject, ListedUploads {
    @Observed private(set) var files: [String] = []

    func add(_ file: String) { mutableArray(\.$files).append(file) }

    func removeFirst() {
      if !files.isEmpty { mutableArray(\.$files).remove(at: 0) }
    }
  }

  static func makeUploads() -> Uploads { Uploads() }
}

// Rejected: the change is announced after it was made, so the old files are the new ones.
enum BehindThePropertyAnnouncedLate: BehindThePropertyExercise {
  final class Uploads: KeyValueObject, ListedUploads {
    private var stored: [String] = [] {
      didSet {
        willChangeValue(forKey: "files")
        didChangeValue(forKey: "files")
      }
    }
    var files: [String] { stored }

    func add(_ file: String) { stored.append(file) }

    func removeFirst() {
      if !stored.isEmpty { stored.removeFirst() }
    }

    override class var computedKeys: [ComputedKey] {
      super.computedKeys + [ComputedKey("files", \Uploads.files)]
    }
  }

  static func makeUploads() -> Uploads { Uploads() }
}

// Rejected: a did without its will announces nothing.
enum BehindThePropertyDidWithoutWill: BehindThePropertyExercise {
  final class Uploads: KeyValueObject, ListedUploads {
    private var stored: [String] = [] { didSet { didChangeValue(forKey: "files") } }
    var files: [String] { stored }

    func add(_ file: String) { stored.append(file) }

    func removeFirst() {
      if !stored.isEmpty { stored.removeFirst() }
    }

    override class var computedKeys: [ComputedKey] {
      super.computedKeys + [ComputedKey("files", \Uploads.files)]
    }
  }

  static func makeUploads() -> Uploads { Uploads() }
}
