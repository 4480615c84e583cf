/// Registrations in the order in which they were added. Adding takes constant time, and so does finding and removing
/// one, on average.
struct RegistrationList {
  /// A removed registration leaves a gap, until there are more gaps than registrations.
  private var entries: [Registration?] = []
  private(set) var count = 0

  /// Made when a search has to go far. Most lists are short, or end with the registration that is sought.
  private var byObserver: Index?
  private var byContext: Index?

  /// The places of the registrations of each observer, or of each observer and context.
  private struct Index {
    struct Key: Hashable {
      let observer: ObjectIdentifier
      let context: UInt?
    }

    let usesContexts: Bool
    /// The place of the latest registration.
    var latest: [Key: Int] = [:]
    /// For each place, that of the next earlier registration with the same key, or -1.
    var earlier: [Int] = []

    func key(_ observer: ObjectIdentifier, _ context: UnsafeMutableRawPointer?) -> Key {
      Key(observer: observer, context: usesContexts ? UInt(bitPattern: context) : nil)
    }

    /// Notes the registration at the next place.
    mutating func append(_ registration: Registration?) {
      guard let registration else { return earlier.append(-1) }
      let key = unsafe key(registration.observerIdentity, registration.context)
      earlier.append(latest[key] ?? -1)
      latest[key] = earlier.count - 1
    }

    /// Forgets the latest place of the key, which has become a gap.
    mutating func removeLatest(_ key: Key) {
      guard let place = latest[key] else { return }
      latest[key] = earlier[place] < 0 ? nil : earlier[place]
    }
  }

  /// The number of entries that are searched one by one.
  private static let fewEntries = 16

  /// The registrations, in their order.
  var all: [Registration] { entries.compactMap(\.self) }

  mutating func append(_ registration: Registration) {
    entries.append(registration)
    byObserver?.append(registration)
    byContext?.append(registration)
    count += 1
  }

  /// Removes and returns the latest registration of the observer for the key path with that context; nil if there is
  /// none.
  mutating func removeLatest(_ keyPath: KeyPathString, of observer: ObjectIdentifier, _ context: SoughtContext)
    -> Registration?
  {
    func isSought(_ registration: Registration?) -> Bool {
      guard let registration, registration.observerIdentity == observer else { return false }
      return unsafe context.matches(registration.context) && registration.keyPath == keyPath
    }
    var found = entries.indices.suffix(Self.fewEntries).last { isSought(entries[$0]) }
    if found == nil && entries.count > Self.fewEntries {
      switch context {
      case .any: found = unsafe place(in: &byObserver, usesContexts: false, of: observer, nil, isSought)
      case .exactly(let context): found = unsafe place(in: &byContext, usesContexts: true, of: observer, context, isSought)
      }
    }
    guard let found, let registration = entries[found] else { return nil }
    entries[found] = nil
    count -= 1
    closeGaps()
    return registration
  }

  /// The place of the latest registration that is sought, by the index, which is made now if there is none.
  private func place(
    in index: inout Index?, usesContexts: Bool, of observer: ObjectIdentifier, _ context: UnsafeMutableRawPointer?,
    _ isSought: (Registration?) -> Bool
  ) -> Int? {
    var known = index.take() ?? Index(usesContexts: usesContexts)
    if known.earlier.isEmpty { for entry in entries { known.append(entry) } }
    defer { index = known }
    let key = unsafe known.key(observer, context)
    while let place = known.latest[key], entries[place] == nil { known.removeLatest(key) }
    var place = known.latest[key] ?? -1
    while place >= 0 {
      if isSought(entries[place]) { return place }
      place = known.earlier[place]
    }
    return nil
  }

  private mutating func closeGaps() {
    if byObserver == nil && byContext == nil {
      while let last = entries.last, last == nil { entries.removeLast() }
    }
    if entries.count <= 2 * count + Self.fewEntries { return }
    entries = entries.filter { $0 != nil }
    (byObserver, byContext) = (nil, nil)
  }
}
