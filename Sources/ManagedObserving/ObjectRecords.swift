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
    /// By their key paths as they were written when they were made, and by their numbers. Those with typed keys after the
    /// first are together, because two of them may turn out to be equal.
    var records: [String?: [Int: Record]] = [:]
    var retainingCount = 0
    var weakCount = 0

    var all: [Record] { records.values.flatMap(\.values) }

    func add(_ record: Record) {
      records[record.writtenPath, default: [:]][record.number] = record
      if record.retainsObject { retainingCount += 1 } else { weakCount += 1 }
    }

    func remove(_ record: Record) -> Bool {
      let path = record.writtenPath
      guard records[path]?.removeValue(forKey: record.number) != nil else { return false }
      records[path]?.shrinkIfSparse()
      if records[path]?.isEmpty ?? false { records[path] = nil }
      records.shrinkIfSparse()
      if record.retainsObject { retainingCount -= 1 } else { weakCount -= 1 }
      return true
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
    guard let several else { return all.filter { $0.path == path } }
    let text = path.isNamed ? path.description : nil
    let typed = (several.records[nil] ?? [:]).values.filter { $0.path == path }
    return (text.flatMap { several.records[$0] } ?? [:]).values + typed
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
