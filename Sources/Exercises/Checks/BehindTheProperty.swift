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
    "behind-the-property", lesson: 11, "A table that stays empty",
    failure: "when a.mov is added, the table hears 1 change: it hears 0",
    hints: [
      "Which property does `add` write to, and which one does the table observe?",
      "An array cannot announce a change. A property with `@Observed` can, and `files` can declare what it depends on.",
      "Write `@Observed` before `stored`, and `dependsOn: \\.$stored` at the end of the `ComputedKey`.",
    ],
    proof: [
      "The list changed three times, and a table that knows only the changes had the same files.",
      "Without an announcement, the table would have stayed empty. With two, it hears of a file twice.",
    ])

  static let behindThePropertyHarder = behindTheProperty.harder(
    "Row by row",
    task: "The table moves single rows now: each change has to be an insertion or a removal of one file, with its "
      + "index.",
    failure: "when a.mov is added, the change is an insertion at 0: it is a setting",
    hints: [
      "Which kind of change does setting a whole array announce, and which kinds have indexes? Lesson 11 names them.",
      "A computed key is always announced as a setting. Let `files` be the observed property itself, and change it "
        + "through the proxy that announces elements.",
      "`@Observed private(set) var files: [String] = []`, with `mutableArray(\\.$files).append(file)` and "
        + "`mutableArray(\\.$files).remove(at: 0)`. Leave `computedKeys` out.",
    ],
    proof: [
      "Each change had one index and one file, and removing from an empty list announced nothing.",
      "A whole array, or a key that depends on one, would have been announced as a setting.",
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
    expect(uploads, hasRegistrations: 1, "the list has the table's registration")
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

extension Check {
  /// Looks at the kind and the index of each change.
  public func behindThePropertyHarder<Attempt: BehindThePropertyExercise>(_ attempt: Attempt.Type) {
    guard passes({ $0.behindTheProperty(attempt) }) else { return }
    step("harder: a table that moves single rows observes the list")
    let (uploads, table) = (Attempt.makeUploads(), ChangeLog())
    uploads.addObserver(table, forKeyPath: "files", options: [.old, .new])
    func expectOne(_ kind: KeyValueChangeKind, at index: Int, _ file: String, _ when: String, _ change: () -> Void) {
      let count = table.changes.count
      change()
      let new = Array(table.changes.dropFirst(count))
      let (wanted, found) = ("\(name(of: kind)) at \(index)", new.map(text).joined(separator: ", "))
      let saw = new.isEmpty ? "there is none" : "it is \(found)"
      expect(found == wanted, "when \(when), the change is \(wanted)", saw: saw)
      let files = new.last.flatMap { (kind == .insertion ? $0.newValue : $0.oldValue) as? [String] } ?? []
      expect(files == [file], "it carries \([file])", saw: "it carries \(files)")
    }
    step("harder: two files are added")
    expectOne(.insertion, at: 0, "a.mov", "a.mov is added") { uploads.add("a.mov") }
    expectOne(.insertion, at: 1, "b.mov", "b.mov is added") { uploads.add("b.mov") }
    step("harder: both are removed")
    expectOne(.removal, at: 0, "a.mov", "a.mov is removed") { uploads.removeFirst() }
    expectOne(.removal, at: 0, "b.mov", "b.mov is removed") { uploads.removeFirst() }
    step("harder: the first file of the empty list is removed")
    let count = table.changes.count
    uploads.removeFirst()
    let heard = table.changes.count - count
    expect(heard == 0, "the table hears nothing", saw: "it hears \(times(heard))")
    uploads.removeObserver(table, forKeyPath: "files")
  }

  private func text(_ change: KeyValueChange) -> String {
    let indexes = change.indexes.map { $0.ranges.joined().map(String.init).joined(separator: " and ") }
    return name(of: change.kind) + (indexes.map { " at \($0)" } ?? "")
  }

  private func name(of kind: KeyValueChangeKind) -> String {
    switch kind {
    case .setting: "a setting"
    case .insertion: "an insertion"
    case .removal: "a removal"
    case .replacement: "a replacement"
    }
  }
}
