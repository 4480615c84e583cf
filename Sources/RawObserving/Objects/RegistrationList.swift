/// Registrations in the order in which they were added. Adding takes constant time, and so does finding and removing
/// one, on average.
struct RegistrationList {
  /// An observer, its context, or nil for any context, and the hash of the key path. That is 0 as long as the name of a
  /// typed key is not known: two such paths that differ become equal when it is learnt.
  private struct Key: Hashable {
    let observer: ObjectIdentifier
    let context: UInt?
    let path: Int

    static func hash(_ path: KeyPathString) -> Int { path.isNamed ? path.description.hashValue : 0 }
  }

  /// A removed registration leaves a gap, until there are more gaps than registrations.
  private var entries: [Registration?] = []
  private(set) var count = 0
  /// The places of each key, and gaps among them; nil until a search has to go far. Most lists are short, or end with the
  /// registration that is sought.
  private var places: [Key: [Int]]?

  /// The number of entries that are searched one by one.
  private static let fewEntries = 16

  /// The registrations, in their order.
  var all: [Registration] { entries.compactMap(\.self) }

  mutating func append(_ registration: Registration) {
    entries.append(registration)
    count += 1
    notePlace(entries.count - 1)
  }

  /// Removes and returns the latest registration of the observer for the key path with that context; nil if there is
  /// none.
  mutating func removeLatest(_ keyPath: KeyPathString, of observer: ObjectIdentifier, _ context: SoughtContext)
    -> Registration?
  {
    // One that was added before its name was learnt is where it was then.
    let found = latest([Key.hash(keyPath), 0].map { Key(observer: observer, context: context.bits, path: $0) }) {
      registration in
      unsafe registration.observerIdentity == observer && context.matches(registration.context)
        && registration.keyPath == keyPath
    }
    guard let found, let registration = entries[found] else { return nil }
    entries[found] = nil
    count -= 1
    if places == nil { while case .some(nil) = entries.last { entries.removeLast() } }
    if entries.count > 2 * count + Self.fewEntries {
      entries.removeAll { $0 == nil }
      places = nil
    }
    return registration
  }

  private mutating func latest(_ keys: @autoclosure () -> [Key], where isSought: (Registration) -> Bool) -> Int? {
    let near = entries.indices.suffix(Self.fewEntries)
    if let place = near.last(where: { entries[$0].map(isSought) ?? false }) { return place }
    if near.count == entries.count { return nil }
    if places == nil {
      places = [:]
      entries.indices.forEach { notePlace($0) }
    }
    let keys = keys()
    for key in keys {
      while let last = places?[key]?.last, entries[last] == nil { places?[key]?.removeLast() }
    }
    return keys.compactMap { places?[$0]?.last { entries[$0].map(isSought) ?? false } }.max()
  }

  private mutating func notePlace(_ place: Int) {
    guard places != nil, let registration = entries[place] else { return }
    let path = Key.hash(registration.keyPath)
    for context in unsafe [nil, UInt(bitPattern: registration.context)] {
      places?[Key(observer: registration.observerIdentity, context: context, path: path), default: []].append(place)
    }
  }
}
