public import RawObserving

/// A list of uploads, for the check to observe.
public protocol ListedUploads: KeyValueObject {
  /// The names of the files, in the order in which they are sent.
  var files: [String] { get }

  /// Appends a file.
  func add(_ file: String)

  /// Removes the first file, if there is one.
  func removeFirst()
}

/// What the attempt at `behind-the-property` gives to its check.
public protocol BehindThePropertyExercise {
  associatedtype Uploads: ListedUploads

  /// Makes an empty list.
  static func makeUploads() -> Uploads
}

extension Exercise {
  static let behindTheProperty = Exercise(
    "behind-the-property", lesson: 9, "The array changed behind the property",
    failure: "when a.mov is added, the table hears 1 change: it hears 0",
    hints: [
      "Which property does `add` write to, and which one does the table observe?",
      "An array cannot announce a change. A property with `@Observed` can, and `files` can declare what it depends on.",
      "Write `@Observed` before `stored`, and `dependsOn: \\.$stored` at the end of the `ComputedKey`.",
    ])
}

extension Check {
  /// Updates rows from the changes, and compares them with the list.
  public func behindTheProperty<Attempt: BehindThePropertyExercise>(_ attempt: Attempt.Type) {
    step("a table observes the list")
    let uploads = Attempt.makeUploads()
    let table = ChangeLog()
    var rows: [String] = []
    uploads.addObserver(table, forKeyPath: "files", options: [.old, .new])
    func expectRows(_ wanted: [String], _ when: String, _ change: () -> Void) {
      let count = table.changes.count
      change()
      let new = table.changes.dropFirst(count)
      expect(new.count == 1, "when \(when), the table hears 1 change", saw: "it hears \(new.count)")
      for change in new {
        let old = change.kind == .setting ? rows : change.indexes.map { rows.elements(at: $0) }
        if change.kind == .setting || change.kind == .removal {
          let told = change.oldValue as? [String] ?? []
          expect(told == old, "the change has the old files \(old ?? [])", saw: "it has \(told)")
        }
        rows.follow(change)
      }
      expect(rows == wanted, "when \(when), the rows are \(wanted)", saw: "the rows are \(rows)")
      expect(uploads.files == wanted, "the list has \(wanted)", saw: "it has \(uploads.files)")
    }
    step("two files are added")
    expectRows(["a.mov"], "a.mov is added") { uploads.add("a.mov") }
    expectRows(["a.mov", "b.mov"], "b.mov is added") { uploads.add("b.mov") }
    step("the first file is removed")
    expectRows(["b.mov"], "a.mov is removed") { uploads.removeFirst() }
    step("the table is closed")
    uploads.removeObserver(table, forKeyPath: "files")
  }
}

extension [String] {
  /// The elements at those indexes, if they exist.
  fileprivate func elements(at indexes: RangeSet<Int>) -> [String] {
    indexes.ranges.joined().filter(self.indices.contains).map { self[$0] }
  }

  /// Makes the same change here, if the indexes are in range.
  fileprivate mutating func follow(_ change: KeyValueChange) {
    let new = change.newValue as? [String] ?? []
    let indexes = change.indexes.map { Array<Int>($0.ranges.joined()) } ?? []
    switch change.kind {
    case .setting: self = new
    case .insertion: for (index, file) in zip(indexes, new) where index <= count { insert(file, at: index) }
    case .removal: for index in indexes.reversed() where index < count { remove(at: index) }
    case .replacement: for (index, file) in zip(indexes, new) where index < count { self[index] = file }
    }
  }
}
