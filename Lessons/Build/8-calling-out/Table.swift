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
    return true
  }

  private func key(for object: KeyValueObject) -> Key {
    retention == .retained ? .strong(object) : .weak(Key.WeakReference(object: object))
  }

  /// Removes the records of an object whose key is nil, at the address of this one.
  func removeUnreachable(at object: KeyValueObject) -> [Observation] {
    guard let entry = entries[ObjectIdentifier(object)], entry.key.object == nil else { return [] }
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
    entries.removeValue(forKey: ObjectIdentifier(object)).map { Array($0.records.values) } ?? []
  }

  /// Removes everything. The object is nil if its key is nil.
  func removeAll() -> [(object: KeyValueObject?, record: Observation)] {
    defer { entries = [:] }
    return entries.values.flatMap { entry in entry.records.values.map { (entry.key.object, $0) } }
  }
}
