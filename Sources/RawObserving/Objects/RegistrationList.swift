/// Registrations in the order in which they were added. Adding takes constant time, and so does finding and removing
/// one, on average.
struct RegistrationList {
  /// A removed registration leaves a gap, until there are more gaps than registrations.
  private var entries: [Registration?] = []
  private(set) var count = 0
  /// One index for removals with any context, and one for those with a certain context. Each is made when such a search
  /// has to go far. Most lists are short, or end with the registration that is sought.
  private var indexes: [Index?] = []

  /// The number of entries that are searched one by one.
  private static let fewEntries = 16

  /// The registrations, in their order.
  var all: [Registration] { entries.compactMap(\.self) }

  mutating func append(_ registration: Registration) {
    entries.append(registration)
    count += 1
    for kind in indexes.indices { indexes[kind]?.append(registration) }
  }

  /// Removes and returns the latest registration of the observer for the key path with that context; nil if there is
  /// none.
  mutating func removeLatest(_ keyPath: KeyPathString, of observer: ObjectIdentifier, _ context: SoughtContext)
    -> Registration?
  {
    let key = Key(observer: observer, context: context.bits, path: Key.hash(keyPath))
    let found = latest(key) { registration in
      unsafe registration.observerIdentity == observer && context.matches(registration.context)
        && registration.keyPath == keyPath
    }
    guard let found, let registration = entries[found] else { return nil }
    entries[found] = nil
    count -= 1
    if indexes.isEmpty { while case .some(nil) = entries.last { entries.removeLast() } }
    if entries.count > 2 * count + Self.fewEntries {
      entries.removeAll { $0 == nil }
      indexes = []
    }
    return registration
  }

  private mutating func latest(_ key: Key, where isSought: (Registration) -> Bool) -> Int? {
    let kind = key.context == nil ? 0 : 1
    if indexes.isEmpty || indexes[kind] == nil {
      let near = entries.indices.suffix(Self.fewEntries)
      if let place = near.last(where: { entries[$0].map(isSought) ?? false }) { return place }
      if near.count == entries.count { return nil }
      if indexes.isEmpty { indexes = [nil, nil] }
      indexes[kind] = Index(of: entries, usesContexts: kind == 1)
    }
    let found = indexes[kind]?.latest(key, in: entries, where: isSought)
    if key.path == 0 { return found }
    // A registration that was added before a name in its path was learnt is where it was then.
    let unnamed = Key(observer: key.observer, context: key.context, path: 0)
    return [found, indexes[kind]?.latest(unnamed, in: entries, where: isSought)].compactMap(\.self).max()
  }

  /// An observer, its context, or nil for any context, and the hash of what follows the first key in its path. That is 0
  /// as long as the name of a typed key is not known: two such paths that differ become equal when it is learnt.
  private struct Key: Hashable {
    let observer: ObjectIdentifier
    let context: UInt?
    let path: Int

    static func hash(_ path: KeyPathString) -> Int { path.isOneKey || !path.isNamed ? 0 : path.description.hashValue }
  }

  /// The places of the registrations of each key.
  private struct Index {
    private let usesContexts: Bool
    private var latest: [Key: Int] = [:]
    /// For each place, that of the next earlier registration with the same key, or -1.
    private var earlier: [Int] = []

    init(of entries: [Registration?], usesContexts: Bool) {
      self.usesContexts = usesContexts
      latest.reserveCapacity(entries.count)
      for entry in entries { append(entry) }
    }

    /// Notes the registration at the next place.
    mutating func append(_ registration: Registration?) {
      let place = earlier.count
      let key = registration.map { registration in
        let context = unsafe usesContexts ? UInt(bitPattern: registration.context) : nil
        return Key(observer: registration.observerIdentity, context: context, path: Key.hash(registration.keyPath))
      }
      earlier.append(key.flatMap { latest.updateValue(place, forKey: $0) } ?? -1)
    }

    /// The latest place of the key with a registration that is sought.
    mutating func latest(_ key: Key, in entries: [Registration?], where isSought: (Registration) -> Bool) -> Int? {
      guard let noted = latest[key] else { return nil }
      var place = noted
      while place >= 0 && entries[place] == nil { place = earlier[place] }
      if place != noted { latest[key] = place < 0 ? nil : place }
      while place >= 0 {
        if entries[place].map(isSought) ?? false { return place }
        place = earlier[place]
      }
      return nil
    }
  }
}
