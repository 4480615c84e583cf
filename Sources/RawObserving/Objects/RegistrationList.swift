/// Registrations in the order in which they were added. Adding takes constant time, and so does finding and removing
/// one, on average.
struct RegistrationList {
  /// An observer and its context, or nil for any context. Not the key path: two paths that differ become equal when the name of
  /// a typed key is learnt, so a dictionary could not find them again.
  private struct Key: Hashable {
    let observer: ObjectIdentifier
    let context: UInt?
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
    let found = latest(Key(observer: observer, context: context.bits)) { registration in
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

  private mutating func latest(_ key: Key, where isSought: (Registration) -> Bool) -> Int? {
    let near = entries.indices.suffix(Self.fewEntries)
    if let place = near.last(where: { entries[$0].map(isSought) ?? false }) { return place }
    if near.count == entries.count { return nil }
    if places == nil {
      places = [:]
      entries.indices.forEach { notePlace($0) }
    }
    while let last = places?[key]?.last, entries[last] == nil { places?[key]?.removeLast() }
    return places?[key]?.last { entries[$0].map(isSought) ?? false }
  }

  private mutating func notePlace(_ place: Int) {
    guard places != nil, let registration = entries[place] else { return }
    for context in unsafe [nil, UInt(bitPattern: registration.context)] {
      places?[Key(observer: registration.observerIdentity, context: context), default: []].append(place)
    }
  }
}
