internal import RawObserving

/// The objects that a controller observes, each with its records.
final class Table {
  private struct Entry {
    let key: KeyValueObject
    /// By key path: two records of one object are equal if their key paths are.
    var records: [String: Observation] = [:]
  }

  private var entries: [ObjectIdentifier: Entry] = [:]

  /// Adds the record. Returns false if the object has one for the same key path.
  func insert(_ record: Observation, for object: KeyValueObject) -> Bool {
    var entry = entries[ObjectIdentifier(object)] ?? Entry(key: object)
    guard entry.records[record.keyPath] == nil else { return false }
    entry.records[record.keyPath] = record
    entries[ObjectIdentifier(object)] = entry
    return true
  }

  /// Removes the records of the object.
  func removeAll(of object: KeyValueObject) -> [Observation] {
    entries.removeValue(forKey: ObjectIdentifier(object)).map { Array($0.records.values) } ?? []
  }

  /// Removes everything.
  func removeAll() -> [(object: KeyValueObject, record: Observation)] {
    defer { entries = [:] }
    return entries.values.flatMap { entry in entry.records.values.map { (entry.key, $0) } }
  }
}
