internal import Synchronization

/// The registrations for one key of one object.
@usableFromInline final class KeyRegistrations: Sendable {
  let key: String
  /// The class that is asked whether a set announces the change.
  private let asked: FieldNames.Declaration
  /// The identity of the object's information, which tells objects apart.
  let info: ObjectIdentifier
  // Never read. It keeps the memory of the information allocated, so that the identity above stays unique.
  private unowned let keepsAddress: ObservationInfo

  private struct State {
    /// Those that were made with the object, by a key path that begins with the key.
    var made = RegistrationList()
    /// The steps of longer routes, which may begin at other objects, in no particular order.
    var steps: [Step] = []
    /// The property's slot; nil if the key has no stored property. A slot owns these registrations in its turn.
    var slot: SlotReference?
    /// Whether the value in the slot can be nil.
    var mayBeNil = false
    /// Made when a change asks for it, and again after the registrations have changed.
    var receivers: Receivers?
  }
  private let state = Locked(State())

  private let isSlotGone = Atomic<Bool>(false)

  // Not weak: every set retains its slot, and a weak reference would make each retain slower.
  private struct SlotReference { unowned let slot: AnySlot }

  init(_ key: String, of info: ObservationInfo) {
    (self.key, self.info, keepsAddress) = (key, ObjectIdentifier(info), info)
    asked = info.objectType.asked(about: key)
  }

  /// The property's slot; nil if the key has no stored property, or if another wrapper has been assigned.
  var slot: AnySlot? {
    isSlotGone.load(ordering: .acquiring) ? nil : state.withLockUnchecked { $0.slot?.slot }
  }

  /// Whether there are no registrations, and the key has no stored property.
  var isDispensable: Bool { state.withLock { $0.made.count == 0 && $0.steps.isEmpty && $0.slot == nil } }

  /// Notes that the property is stored in the slot. Called under the lock of the object.
  func connect(_ slot: AnySlot) {
    if slot.registrations != nil { return }
    slot.connect(self)
    state.withLockUnchecked { ($0.slot, $0.mayBeNil) = (SlotReference(slot: slot), mayBeNil(slot.valueType)) }
  }

  /// Lets the setter know that a set has more to do than to store the value: there will be a registration.
  func watchSlot() { setWatched { _ in true } }

  /// Lets the setter know whether a set has more to do than to store the value.
  func updateSlot() { setWatched { $0.made.count > 0 || !$0.steps.isEmpty } }

  /// Called under the lock of the object, by a caller that holds the object. A step that ends may have outlived it, and
  /// with it the slot.
  private func setWatched(_ isWatched: (State) -> Bool) {
    if isSlotGone.load(ordering: .acquiring) { return }
    state.withLockUnchecked { $0.slot?.slot.setWatched(isWatched($0)) }
  }

  func slotIsGone() { isSlotGone.store(true, ordering: .releasing) }

  /// Whether these are registrations of that object. They are not if its wrapper belongs to another object.
  func belong(to object: KeyValueObject) -> Bool { object.observationInfo.map(ObjectIdentifier.init) == info }

  /// Throws if another wrapper has been assigned to the property.
  func checkSlot(of object: KeyValueObject) throws(Violation) {
    if let replaced = replacedSlot(of: object) { throw replaced }
  }

  /// The violation of assigning another wrapper to the property; nil if the wrapper is still the first one.
  func replacedSlot(of object: KeyValueObject) -> Violation? {
    isSlotGone.load(ordering: .acquiring) ? .wrapperReplaced(key: key, object: describe(object)) : nil
  }

  // MARK: Asking

  /// Those that a change of the key concerns now; nil if there are none.
  var receivers: Receivers? {
    state.withLockUnchecked { state in
      if state.receivers == nil && !(state.made.count == 0 && state.steps.isEmpty) {
        let direct = state.made.all.filter { $0.route == nil }
        state.receivers = Receivers(key, asked, direct, state.steps, mayBeNil: state.mayBeNil)
      }
      return state.receivers
    }
  }

  /// Those that were made with the object, in their order.
  var made: [Registration] { state.withLock { $0.made.all } }

  // MARK: Changing

  /// Adds a registration that is made with the object.
  func add(_ registration: Registration) {
    state.withLock { state in
      state.receivers = nil
      registration.willBeRecorded()
      state.made.append(registration)
    }
  }

  /// Adds a step of a registration's route.
  func add(_ step: Step) {
    state.withLock { state in
      state.receivers = nil
      (step.index, step.number) = (state.steps.count, Registration.nextNumber())
      state.steps.append(step)
    }
  }

  func remove(_ step: Step) {
    state.withLock { state in
      state.receivers = nil
      let last = state.steps.removeLast()
      if last !== step {
        last.index = step.index
        state.steps[step.index] = last
      }
      state.steps.shrinkIfSparse()
    }
  }

  /// Removes the latest registration of the observer for the key path, with that context, and made with this object.
  /// Returns it, or nil if there is none.
  func remove(_ keyPath: KeyPathString, of observer: KeyValueObject, _ context: SoughtContext) -> Registration? {
    let observer = ObjectIdentifier(observer)
    return state.withLockUnchecked { state in
      state.receivers = nil
      return state.made.removeLatest(keyPath, of: observer, context)
    }
  }
}

/// The registrations for a key at one moment, which a change of the key concerns.
@usableFromInline final class Receivers: Sendable {
  /// One registration, and the steps of its route at the key. It has none if it is for the key itself, and the key
  /// depends on no other.
  struct Receiver {
    let registration: Registration
    var steps: [Step] = []

    /// Its place in the order of the key. A step that was laid again comes last.
    var number: Int { steps.first?.number ?? registration.number }
  }

  let key: String
  /// Those without steps, in their order.
  let direct: [Registration]
  /// All of them, in their order; empty if none has steps.
  let routed: [Receiver]
  /// The options of all direct registrations together.
  let options: KeyValueObservingOptions
  /// The class that is asked whether a set announces the change, and the key's name there.
  let asked: FieldNames.Declaration
  /// Whether no registration needs a call before the change, or has steps.
  let isPlain: Bool
  /// Whether the value can be nil.
  private let mayBeNil: Bool

  fileprivate init(
    _ key: String, _ asked: FieldNames.Declaration, _ direct: [Registration], _ steps: [Step], mayBeNil: Bool
  ) {
    (self.key, self.asked, self.direct, self.mayBeNil) = (key, asked, direct, mayBeNil)
    options = direct.reduce([]) { $0.union($1.options) }
    isPlain = steps.isEmpty && !options.contains(.prior)
    let groups = Dictionary(grouping: steps.sorted { $0.number < $1.number }) { ObjectIdentifier($0.registration) }
    var routed = groups.values.map { Receiver(registration: $0[0].registration, steps: $0) }
    if !routed.isEmpty {
      routed += direct.map { Receiver(registration: $0) }
      routed.sort { $0.number < $1.number }
    }
    self.routed = routed
  }

  /// All of them, in their order.
  var all: [Receiver] { routed.isEmpty ? direct.map { Receiver(registration: $0) } : routed }

  /// The value as a change carries it, with null for nil.
  func nullForNil(_ value: consuming Any) -> Any {
    if mayBeNil { return unwrapped(value) ?? KeyValueNull.null }
    return value
  }
}

/// Which context a registration must have to be removed.
@safe package enum SoughtContext {
  case any
  case exactly(UnsafeMutableRawPointer?)

  func matches(_ context: UnsafeMutableRawPointer?) -> Bool {
    if case .exactly(let sought) = self { unsafe context == sought } else { true }
  }

  /// The context as a number; nil if any will do.
  var bits: UInt? { if case .exactly(let sought) = self { UInt(bitPattern: sought) } else { nil } }
}

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

  /// An observer, its context, or nil for any context, and the hash of what follows the first key in its path. That is
  /// 0 as long as the name of a typed key is not known: two such paths that differ become equal when it is learnt.
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
