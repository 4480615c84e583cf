internal import RawObserving

/// The objects that a controller observes, each with its records.
///
/// The caller holds the mediator's lock. What is removed is returned, so that its last reference is released later.
final class Table {
  /// How the table refers to an object.
  private enum Key {
    case strong(KeyValueObject)
    case weak(WeakReference)

    struct WeakReference { weak let object: KeyValueObject? }

    /// Nil if the reference is weak and the object is deallocated, or in its deinit.
    var object: KeyValueObject? {
      switch self {
      case .strong(let object): object
      case .weak(let reference): reference.object
      }
    }
  }

  private struct Entry {
    let key: Key
    /// By key path: two records of one object are equal if their key paths are.
    var records: [String: Observation] = [:]
  }

  private let retention: Retention
  private var entries: [ObjectIdentifier: Entry] = [:]

  init(_ retention: Retention) { self.retention = retention }

  /// Adds the record. Returns false if the object has one for the same key path.
  func insert(_ record: Observation, for object: KeyValueObject) -> Bool {
    var entry = entries[ObjectIdentifier(object)] ?? Entry(key: key(for: object))
    guard entry.records[record.keyPath] == nil else { return false }
    entry.records[record.keyPath] = record
    entries[ObjectIdentifier(object)] = entry
    setReporting(of: object, true)
    return true
  }

  private func key(for object: KeyValueObject) -> Key {
    switch retention {
    case .unretained: .weak(Key.WeakReference(object: object))
    case .boundToBothLives where object is DeathReportingObject: .weak(Key.WeakReference(object: object))
    case .retained, .boundToBothLives: .strong(object)
    }
  }

  /// Removes the records of an object whose key is nil, at the address of this one. A bound table has none: the
  /// object removes them in its deinit.
  func removeUnreachable(at object: KeyValueObject) -> [Observation] {
    guard retention == .unretained, let entry = entries[ObjectIdentifier(object)], entry.key.object == nil else {
      return []
    }
    return removeAll(of: object)
  }

  /// Removes the record for one key path of the object.
  func remove(_ keyPath: String, of object: KeyValueObject) -> Observation? {
    guard let record = entries[ObjectIdentifier(object)]?.records.removeValue(forKey: keyPath) else { return nil }
    if entries[ObjectIdentifier(object)]?.records.isEmpty == true { _ = removeAll(of: object) }
    return record
  }

  /// Removes the records of the object.
  func removeAll(of object: KeyValueObject) -> [Observation] {
    setReporting(of: object, false)
    return entries.removeValue(forKey: ObjectIdentifier(object)).map { Array($0.records.values) } ?? []
  }

  /// Removes everything. The object is nil if its key is nil. In a bound table such an object keeps its records:
  /// it is in its deinit, and removes them itself.
  func removeAll() -> [(object: KeyValueObject?, record: Observation)] {
    var removed: [(object: KeyValueObject?, record: Observation)] = []
    for (id, entry) in entries {
      let object = entry.key.object
      if object == nil && retention == .boundToBothLives { continue }
      entries[id] = nil
      setReporting(of: object, false)
      removed += entry.records.values.map { (object, $0) }
    }
    return removed
  }

  /// Starts or stops the reports of the object to this table.
  private func setReporting(of object: KeyValueObject?, _ isOn: Bool) {
    guard retention == .boundToBothLives, let object = object as? DeathReportingObject else { return }
    object.tables[ObjectIdentifier(self)] = isOn ? self : nil
  }
}
