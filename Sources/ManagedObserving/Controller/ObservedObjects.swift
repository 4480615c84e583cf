internal import RawObserving

/// A controller's table: the objects it observes, and its records for each.
///
/// Its keys are strong or weak references, compared by pointer. That choice decides what happens when an object
/// observes itself: a strong key closes a retain cycle, and a weak key reads nil in the object's deinit.
struct ObservedObjects {
  fileprivate struct Entry {
    fileprivate let key: Key
    var records: [Record] = []
  }

  let retention: Retention
  private var entries: [ObjectIdentifier: Entry] = [:]

  init(retention: Retention) { self.retention = retention }

  /// The result of adding a record.
  enum Insertion {
    case inserted(inPlaceOf: [Record])
    case dropped
  }

  /// Adds the record. If the object has one for the same key path, the rule decides: records are equal when their key
  /// paths are.
  private mutating func insert(_ record: Record, for object: KeyValueObject, _ rule: DuplicateRule) -> Insertion {
    // Removed and stored again, so that the array is changed in place.
    var entry = entries.removeValue(forKey: ObjectIdentifier(object)) ?? Entry(key: Key(object, retention))
    defer { entries[ObjectIdentifier(object)] = entry }
    var replaced: [Record] = []
    if rule != .add && entry.records.contains(where: { $0.path == record.path }) {
      if rule != .replace { return .dropped }
      replaced = entry.removeRecords { $0.path == record.path }
    }
    entry.records.append(record)
    return .inserted(inPlaceOf: replaced)
  }

  /// Adds the records. If duplicates are reported and one of the records is a duplicate, none is added, and its key
  /// path is returned.
  mutating func insert(_ records: [Record], for object: KeyValueObject, _ rule: DuplicateRule) -> (
    insertions: [Insertion], duplicate: KeyPathString?
  ) {
    if rule == .report, let duplicate = firstDuplicate(of: records.map(\.path), of: object) { return ([], duplicate) }
    return (records.map { insert($0, for: object, rule) }, nil)
  }

  /// Removes the records for one key path of the object.
  mutating func remove(_ path: KeyPathString, of object: KeyValueObject) -> [Record] {
    remove(of: ObjectIdentifier(object)) { $0.path == path }
  }

  /// Removes one record. Returns whether it was in the table.
  mutating func remove(_ record: Record) -> Bool { !remove(of: record.object) { $0 === record }.isEmpty }

  private mutating func remove(of object: ObjectIdentifier, where matches: (Record) -> Bool) -> [Record] {
    guard var entry = entries.removeValue(forKey: object) else { return [] }
    defer { if entry.records.isEmpty { entries.shrinkIfSparse() } else { entries[object] = entry } }
    return entry.removeRecords(where: matches)
  }

  /// Removes the records at this object's address whose weak key reads nil. Either an earlier object had the address
  /// and has been deallocated, or this object's deinit has begun. Call it before any other function for the object. A
  /// lifetime-bound table has no such records, because an object's hook removes them.
  mutating func removePredecessor(of object: KeyValueObject) -> [Record] {
    guard retention == .unretained, let entry = entries[ObjectIdentifier(object)], entry.key.object == nil else {
      return []
    }
    entries[ObjectIdentifier(object)] = nil
    return entry.records
  }

  /// Removes all records of the object.
  mutating func removeAll(of object: KeyValueObject) -> [Record] {
    defer { entries.shrinkIfSparse() }
    return entries.removeValue(forKey: ObjectIdentifier(object))?.records ?? []
  }

  /// Removes the records whose observations the controller has to end. A lifetime-bound table keeps the records of an
  /// object in its deinit, because the object's hook ends those.
  mutating func removeAll() -> Contents {
    let all = contents
    if retention != .lifetimeBound {
      entries = [:]
      return all
    }
    let reachable = all.filter { $0.object != nil }
    for case (let object?, _) in reachable { entries[ObjectIdentifier(object)] = nil }
    return reachable
  }

  var isEmpty: Bool { entries.isEmpty }

  /// Whether there are records of the object.
  func contains(_ object: ObjectIdentifier) -> Bool { entries[object] != nil }

  /// The object with that identity; nil if there are no records of it, if it has been deallocated, or if its deinit has
  /// begun.
  func object(_ identity: ObjectIdentifier) -> KeyValueObject? { entries[identity]?.key.object }

  /// The first of the key paths that is observed already or occurs twice in the list.
  private func firstDuplicate(of paths: [KeyPathString], of object: KeyValueObject) -> KeyPathString? {
    let records = records(of: object)
    if paths.count == 1 { return paths.first { path in records.contains { $0.path == path } } }
    var known = Set(records.map(\.path))
    return paths.first { !known.insert($0).inserted }
  }

  /// The records of the object.
  func records(of object: KeyValueObject) -> [Record] { entries[ObjectIdentifier(object)]?.records ?? [] }

  typealias Contents = [(object: KeyValueObject?, records: [Record])]

  /// All objects, each with its records, in the order in which they were first observed; nil in place of an object that
  /// has been deallocated or is in its deinit.
  var contents: Contents {
    entries.values.map { ($0.key.object, $0.records) }
      .sorted { ($0.records.first?.number ?? 0) < ($1.records.first?.number ?? 0) }
  }
}

extension ObservedObjects.Entry {
  fileprivate mutating func removeRecords(where matches: (Record) -> Bool) -> [Record] {
    var removed: [Record] = []
    if records.allSatisfy(matches) {
      swap(&removed, &records)  // the usual case, one record, without a new array
    } else {
      removed = records.filter(matches)
      records.removeAll(where: matches)
    }
    return removed
  }
}

private enum Key {
  case strong(KeyValueObject)
  case weak(WeakReference)

  struct WeakReference { weak let object: KeyValueObject? }

  init(_ object: KeyValueObject, _ retention: Retention) {
    switch retention {
    case .retained: self = .strong(object)
    case .unretained, .lifetimeBound: self = .weak(WeakReference(object: object))
    }
  }

  var object: KeyValueObject? {
    switch self {
    case .strong(let object): object
    case .weak(let reference): reference.object
    }
  }
}
