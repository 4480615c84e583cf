internal import RawObserving

/// A controller's table: which objects it observes, and its records for each.
///
/// Its keys are strong or weak references, compared by pointer. Which of the two decides everything
/// about observing oneself: a strong key closes a retain cycle, a weak one reads nil when it is needed.
struct ObservedObjects {
  /// How the table holds its keys.
  enum Keys {
    case strong
    case weak
  }

  private struct Entry {
    let key: Key
    var records: [Record] = []
  }

  private let keys: Keys
  private var entries: [ObjectIdentifier: Entry] = [:]

  init(keys: Keys) {
    self.keys = keys
  }

  /// Adds the record, or returns false if the object has one for the same key path: records are equal
  /// when their key paths are.
  mutating func insert(_ record: Record, for object: KeyValueObject) -> Bool {
    // snippet.insert
    // Taken out and put back, so that the array is changed in place.
    var entry =
      entries.removeValue(forKey: ObjectIdentifier(object)) ?? Entry(key: Key(object, keys))
    defer { entries[ObjectIdentifier(object)] = entry }
    if entry.records.contains(where: { $0.keyPath == record.keyPath }) { return false }
    entry.records.append(record)
    return true
    // snippet.end
  }

  /// Takes out the record for one key path of the object.
  mutating func remove(_ keyPath: String, of object: KeyValueObject) -> Record? {
    guard var entry = entries.removeValue(forKey: ObjectIdentifier(object)) else { return nil }
    defer { if !entry.records.isEmpty { entries[ObjectIdentifier(object)] = entry } }
    guard let index = entry.records.firstIndex(where: { $0.keyPath == keyPath }) else { return nil }
    return entry.records.remove(at: index)
  }

  /// Takes out the records of an object that cannot be reached any more, at the address of this one:
  /// it has died, and this one has its address now; or it is this one, and its deinit has begun, when
  /// weak keys read nil already. To be done before anything else is asked about the object.
  mutating func removePredecessor(of object: KeyValueObject) -> [Record] {
    guard case .weak = keys, let entry = entries[ObjectIdentifier(object)], entry.key.object == nil
    else { return [] }
    entries[ObjectIdentifier(object)] = nil
    return entry.records
  }

  /// Takes out all records of the object.
  mutating func removeAll(of object: KeyValueObject) -> [Record] {
    entries.removeValue(forKey: ObjectIdentifier(object))?.records ?? []
  }

  /// The key paths of the object that it has records for.
  func keyPaths(of object: KeyValueObject) -> [String] {
    entries[ObjectIdentifier(object)]?.records.map(\.keyPath) ?? []
  }

  /// All objects, each with its records; nil in place of one that is dead or in its deinit.
  var contents: [(object: KeyValueObject?, records: [Record])] {
    entries.values.map { ($0.key.object, $0.records) }
  }
}

// snippet.keys
private enum Key {
  case strong(KeyValueObject)
  case weak(WeakReference)

  struct WeakReference {
    weak let object: KeyValueObject?
  }
  // snippet.end

  init(_ object: KeyValueObject, _ keys: ObservedObjects.Keys) {
    switch keys {
    case .strong: self = .strong(object)
    case .weak: self = .weak(WeakReference(object: object))
    }
  }

  var object: KeyValueObject? {
    switch self {
    case .strong(let object): object
    case .weak(let reference): reference.object
    }
  }
}
