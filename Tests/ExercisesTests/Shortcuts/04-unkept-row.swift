import Exercises
import ManagedObserving
import RawObserving

@testable import Solutions

extension Attempt {
  static let unkeptRow = [
    Attempt("solution", of: "unkept-row", accepted: true) { $0.unkeptRow(UnkeptRowSolution.self) },
    Attempt("rows in a dictionary", of: "unkept-row", accepted: true) { $0.unkeptRow(UnkeptRowByDictionary.self) },
    Attempt("by the list's controller", of: "unkept-row", accepted: true) { $0.unkeptRow(UnkeptRowByController.self) },
    Attempt("kept in a static property", of: "unkept-row", accepted: false) { $0.unkeptRow(UnkeptRowKeptForever.self) },
    Attempt("kept until the list closes", of: "unkept-row", accepted: false) {
      $0.unkeptRow(UnkeptRowNeverRemoved.self)
    },
    Attempt("each row retains itself", of: "unkept-row", accepted: false) { $0.unkeptRow(UnkeptRowRetainsItself.self) },
    Attempt("only the last row is kept", of: "unkept-row", accepted: false) { $0.unkeptRow(UnkeptRowOneRow.self) },
  ]
}

// Accepted: the list finds a row by its download.
enum UnkeptRowByDictionary: UnkeptRowExercise {
  final class Row: KeyValueObject {
    let download: Download
    let display: Display

    init(for download: Download, on display: Display) {
      (self.download, self.display) = (download, display)
      super.init()
      download.addObserver(self, forKeyPath: "percent", options: .new)
    }

    deinit { download.removeObserver(self, forKeyPath: "percent") }

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange, context: UnsafeMutableRawPointer?
    ) {
      display.show(download.percent)
    }
  }

  final class List {
    private var rows: [ObjectIdentifier: Row] = [:]

    func add(_ download: Download, on display: Display) {
      rows[ObjectIdentifier(download)] = Row(for: download, on: display)
    }

    func remove(_ download: Download) { rows[ObjectIdentifier(download)] = nil }
  }

  static func makeList() -> List { List() }

  static func add(_ download: Download, to list: List, on display: Display) { list.add(download, on: display) }

  static func remove(_ download: Download, from list: List) { list.remove(download) }
}

// Accepted: the list is the observer, and there are no rows.
enum UnkeptRowByController: UnkeptRowExercise {
  final class List: KeyValueObject {
    func add(_ download: Download, on display: Display) {
      kvoController.observe(download, \.$percent) { _, download, _ in display.show(download.percent) }
    }

    func remove(_ download: Download) { kvoController.unobserve(download) }
  }

  static func makeList() -> List { List() }

  static func add(_ download: Download, to list: List, on display: Display) { list.add(download, on: display) }

  static func remove(_ download: Download, from list: List) { list.remove(download) }
}

// Rejected: the rows outlive the list.
enum UnkeptRowKeptForever: UnkeptRowExercise {
  final class Row: KeyValueObject {
    let download: Download
    let display: Display

    init(for download: Download, on display: Display) {
      (self.download, self.display) = (download, display)
      super.init()
      download.addObserver(self, forKeyPath: "percent", options: .new)
    }

    deinit { download.removeObserver(self, forKeyPath: "percent") }

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange, context: UnsafeMutableRawPointer?
    ) {
      display.show(download.percent)
    }
  }

  final class List {
    // Only the thread of the check uses it.
    nonisolated(unsafe) static var rows: [Row] = []

    func add(_ download: Download, on display: Display) {
      Self.rows.append(Row(for: download, on: display))
    }

    func remove(_ download: Download) { Self.rows.removeAll { $0.download === download } }
  }

  static func makeList() -> List { List() }

  static func add(_ download: Download, to list: List, on display: Display) { list.add(download, on: display) }

  static func remove(_ download: Download, from list: List) { list.remove(download) }
}

// Rejected: a download that was removed from the list still has its row.
enum UnkeptRowNeverRemoved: UnkeptRowExercise {
  final class Row: KeyValueObject {
    let download: Download
    let display: Display

    init(for download: Download, on display: Display) {
      (self.download, self.display) = (download, display)
      super.init()
      download.addObserver(self, forKeyPath: "percent", options: .new)
    }

    deinit { download.removeObserver(self, forKeyPath: "percent") }

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange, context: UnsafeMutableRawPointer?
    ) {
      display.show(download.percent)
    }
  }

  final class List {
    private var rows: [Row] = []

    func add(_ download: Download, on display: Display) {
      rows.append(Row(for: download, on: display))
    }

    func remove(_ download: Download) {}
  }

  static func makeList() -> List { List() }

  static func add(_ download: Download, to list: List, on display: Display) { list.add(download, on: display) }

  static func remove(_ download: Download, from list: List) { list.remove(download) }
}

// Rejected: the row is a retain cycle.
enum UnkeptRowRetainsItself: UnkeptRowExercise {
  final class Row: KeyValueObject {
    let download: Download
    let display: Display
    var itself: Row?

    init(for download: Download, on display: Display) {
      (self.download, self.display) = (download, display)
      super.init()
      download.addObserver(self, forKeyPath: "percent", options: .new)
    }

    deinit { download.removeObserver(self, forKeyPath: "percent") }

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange, context: UnsafeMutableRawPointer?
    ) {
      display.show(download.percent)
    }
  }

  final class List {
    func add(_ download: Download, on display: Display) {
      let row = Row(for: download, on: display)
      row.itself = row
    }

    func remove(_ download: Download) {}
  }

  static func makeList() -> List { List() }

  static func add(_ download: Download, to list: List, on display: Display) { list.add(download, on: display) }

  static func remove(_ download: Download, from list: List) { list.remove(download) }
}

// Rejected: the second row takes the place of the first.
enum UnkeptRowOneRow: UnkeptRowExercise {
  final class Row: KeyValueObject {
    let download: Download
    let display: Display

    init(for download: Download, on display: Display) {
      (self.download, self.display) = (download, display)
      super.init()
      download.addObserver(self, forKeyPath: "percent", options: .new)
    }

    deinit { download.removeObserver(self, forKeyPath: "percent") }

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange, context: UnsafeMutableRawPointer?
    ) {
      display.show(download.percent)
    }
  }

  final class List {
    private var row: Row?

    func add(_ download: Download, on display: Display) {
      row = Row(for: download, on: display)
    }

    func remove(_ download: Download) { row = nil }
  }

  static func makeList() -> List { List() }

  static func add(_ download: Download, to list: List, on display: Display) { list.add(download, on: display) }

  static func remove(_ download: Download, from list: List) { list.remove(download) }
}
