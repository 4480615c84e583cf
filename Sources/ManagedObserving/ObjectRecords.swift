internal import RawObserving

/// An object that a controller observes, and its records.
final class ObjectRecords {
  /// Reads nil from the moment the object's deinit begins.
  weak let object: KeyValueObject?
  /// The same object, as long as a record retains it.
  private var retained: KeyValueObject?
  /// The only record: most objects have no other. Not an enum of the two: Swift would mark the case in the reference, and
  /// a leak checker could not follow it.
  private var only: Record?
  private var several: Several?
  /// Whether the hook of the object has run, and ends nothing any more.
  private var hookHasRun = false

  /// Two records or more, or what is left of them.
  private final class Several {
    /// By the texts of their key paths, and by their numbers. Under nil are those with a name that was not known when
    /// they were last looked at.
    private(set) var records: [String?: [Int: Record]] = [:]
    /// How many names were known then.
    private var learntNames = 0
    var retainingCount = 0
    var weakCount = 0

    var all: [Record] { records.values.flatMap(\.values) }

    func add(_ record: Record) {
      list(record)
      if record.retainsObject { retainingCount += 1 } else { weakCount += 1 }
    }

    private func list(_ record: Record) {
      records[record.path.isNamed ? record.keyPath : nil, default: [:]][record.number] = record
    }

    func remove(_ record: Record) -> Bool {
      let text = record.path.isNamed ? record.keyPath : nil
      // It may still be under nil.
      guard let list = [text, nil].first(where: { records[$0]?[record.number] != nil }) else { return false }
      records[list]?[record.number] = nil
      records[list]?.shrinkIfSparse()
      if records[list]?.isEmpty ?? false { records[list] = nil }
      records.shrinkIfSparse()
      if record.retainsObject { retainingCount -= 1 } else { weakCount -= 1 }
      return true
    }

    /// The records for that key path.
    func records(_ path: KeyPathString) -> [Record] {
      // Read before the number: a name is counted before it is known.
      let text = path.isNamed ? path.description : nil
      let known = KeyPathString.learntNames
      if known != learntNames, let unnamed = records.removeValue(forKey: nil) {
        for record in unnamed.values { list(record) }
      }
      learntNames = known
      return records[text]?.values.filter { $0.path == path } ?? []
    }
  }

  init(_ object: KeyValueObject) { self.object = object }

  var isEmpty: Bool { only == nil && several == nil }

  /// In the order of observing.
  var all: [Record] { several?.all.sorted { $0.number < $1.number } ?? only.map { [$0] } ?? [] }

  /// The number of records that do not retain the object. It has a hook for them.
  var weakCount: Int { several?.weakCount ?? only.map { $0.retainsObject ? 0 : 1 } ?? 0 }

  private var isRetaining: Bool { several.map { $0.retainingCount > 0 } ?? only?.retainsObject ?? false }

  /// The records for that key path, in no order.
  func records(_ path: KeyPathString) -> [Record] {
    several?.records(path) ?? all.filter { $0.path == path }
  }

  func append(_ record: Record, of object: KeyValueObject) {
    if let several {
      several.add(record)
    } else if let first = only {
      let both = Several()
      for record in [first, record] { both.add(record) }
      (only, several) = (nil, both)
    } else {
      only = record
    }
    if record.retainsObject { retained = object }
  }

  // MARK: Taking out

  func take(where matches: (Record) -> Bool) -> [Record.Ended] { take(all.filter(matches)) }

  /// Takes out those of the records that are still here. What the hook of an object ends is silenced and stays if the
  /// object is in its deinit.
  func take(_ sought: [Record]) -> [Record.Ended] {
    let isInDeinit = object == nil && !hookHasRun
    return sought.sorted { $0.number < $1.number }.compactMap { record in
      if !(isInDeinit && record.endsWithObject) { return remove(record) }
      return record.silence() ? Record.Ended(silenced: record) : nil
    }
  }

  /// Takes out the records that end with the object, which is in its deinit, and those that ended elsewhere.
  func takeAtDeath() -> [Record.Ended] {
    hookHasRun = true
    return takeAll { $0.endsWithObject }
  }

  /// Takes out all, because the object has been deallocated and another one is at its address.
  func takeOutlived() -> [Record.Ended] { takeAll { _ in true } }

  private func takeAll(where matches: (Record) -> Bool) -> [Record.Ended] {
    all.filter(matches).compactMap { remove($0) }
  }

  private func remove(_ record: Record) -> Record.Ended? {
    if let several {
      if !several.remove(record) { return nil }
      if several.records.isEmpty { self.several = nil }
    } else if only === record {
      only = nil
    } else {
      return nil
    }
    if !isRetaining { retained = nil }
    return record.end()
  }
}
