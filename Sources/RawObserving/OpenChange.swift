/// One change of one key of one object on one thread: from its *will* (`willChangeValue`, or the first half
/// of a set) to its *did* (`didChangeValue`, or the second half).
@usableFromInline final class OpenChange {
  /// One registration that the change concerns.
  struct Entry {
    let registration: Registration
    /// Whether the registration's key path ends in the changed key. It is then told where elements were
    /// inserted or removed; a longer path and a dependent key are told of a setting.
    var isDirect: Bool
    /// The steps of the registration's route that wait for this key, if it has a route.
    var steps: [Step]
    /// Whether this change reports to it, and not another one that was open already: of will A, set A, did A
    /// the set leaves its observers to the pair around it.
    var isServed = true
    /// What it is told, where that is not the same as all others are.
    var own: Values?

    /// Whether the registration's key path ends in the changed key at this moment. `isDirect` was so when the
    /// change opened; in a circle of objects the change itself can lead the path elsewhere.
    var endsHere: Bool {
      guard let route = registration.route else { return true }
      return steps.contains { route.ends(at: $0) }
    }

    /// Takes over from another change that would have reported to it. What both did to the value is a
    /// setting of the whole, whatever each did to its elements.
    mutating func inherit(old: Any?) {
      isServed = true
      isDirect = isDirect && steps.isEmpty
      own = Values(old: old)
    }
  }

  /// What is told of a value before and after the change, as far as somebody wants it.
  final class Values {
    @exclusivity(unchecked) var old: Any?
    @exclusivity(unchecked) var new: Any?
    /// The whole value before a change of its elements, for a change that takes over.
    @exclusivity(unchecked) var wholeOld: Any?

    init(old: Any? = nil) { self.old = old }

    func store(_ value: Any?, of moment: Mutation.Moment) {
      switch moment {
      case .before: old = value
      case .after: new = value
      }
    }
  }

  /// Whose key changes. Held, so that its address is nobody else's as long as the change is open.
  let info: ObservationInfo
  let key: String
  /// Which elements change; nil for the value as a whole.
  let mutation: Mutation?
  /// Where the property is stored, if its setter opened the change, rather than a call of `willChangeValue`.
  @usableFromInline let place: UnsafeRawPointer?
  /// The value before, of a change in place, if somebody asks for it.
  @usableFromInline let oldInPlace: Any?

  // The variables are unchecked. Swift checks at run time that nobody changes a variable of an object while
  // somebody else is in the midst of changing it, which took a third of the time of a change in place. Here
  // nobody can be: no call leaves this module while one of them is accessed, and no other thread has them.

  /// Whom a change in place concerns that nothing has come between so far. It has no entries and no values
  /// yet: see ChangeInPlace.swift.
  @exclusivity(unchecked) @usableFromInline private(set) var undisturbed: PlainSet?
  /// Whom it concerns: fixed when it opens. Who is added meanwhile is not called; who is removed is not
  /// called either, because its registration says so.
  @exclusivity(unchecked) var entries: [Entry]
  /// What all are told whose key path ends in the key.
  @exclusivity(unchecked) private(set) var values: Values!
  /// The steps of routes whose ways on the change has cut.
  @exclusivity(unchecked) var affected: [(registration: Registration, steps: [Step])] = []
  /// The steps that have come to wait for the key since the change opened.
  @exclusivity(unchecked) var late: [(registration: Registration, step: Step)] = []

  init(
    _ info: ObservationInfo, _ key: String, _ mutation: Mutation?,
    storedAt place: UnsafeRawPointer?,
    entries: [Entry]
  ) {
    self.info = info
    self.key = key
    self.mutation = mutation
    self.place = place
    self.entries = entries
    values = Values()
    oldInPlace = nil
  }

  /// A change in place: see ChangeInPlace.swift.
  init(_ info: ObservationInfo, storedAt place: UnsafeRawPointer, _ set: PlainSet, old: Any?) {
    self.info = info
    key = set.key
    mutation = nil
    self.place = place
    undisturbed = set
    entries = []
    oldInPlace = old
  }

  /// The value where the property is stored, for a change that its setter opened.
  @inlinable func stored<Value>(_ type: Value.Type) -> Value? {
    // Sound because the setter gave the address of this very property, and holds the object.
    place?.assumingMemoryBound(to: Observed<Value>.self).pointee.stored
  }

  /// Something comes between the two halves of a change in place, and may want to know whom it concerns.
  func disturb() {
    guard let set = undisturbed else { return }
    undisturbed = nil
    entries = Self.entries(for: set.registrations)
    values = Values(old: oldInPlace)
  }

  // snippet.told
  /// What the entry's observer is told; in a call before the change, nothing of the new value.
  func told(to entry: Entry, isPrior: Bool) -> KeyValueChange {
    let options = entry.registration.options
    let values: Values = entry.own ?? values
    let mutation = entry.isDirect ? mutation : nil
    return KeyValueChange(
      kind: mutation?.kind ?? .setting,
      newValue: options.contains(.new) && !isPrior ? values.new : nil,
      oldValue: options.contains(.old) ? values.old : nil,
      indexes: mutation?.indexes, isPrior: isPrior)
  }
  // snippet.end

  /// The entries for those who wait: each registration once, however many ways lead to it, in the order
  /// they were registered.
  static func entries(
    for plain: [Registration], _ routed: [ObservationInfo.Hook] = []
  ) -> [Entry] {
    var entries: [Entry] = []
    entries.reserveCapacity(plain.count + routed.count)
    for registration in plain {
      entries.append(Entry(registration: registration, isDirect: true, steps: []))
    }
    for hook in routed {
      entries.append(
        Entry(registration: hook.registration, isDirect: hook.isDirect, steps: [hook.step]))
    }
    if !routed.isEmpty && entries.count > 1 { mergeAndSort(&entries) }
    return entries
  }

  private static func mergeAndSort(_ entries: inout [Entry]) {
    var merged: [Entry] = []
    var places: [ObjectIdentifier: Int] = [:]
    for entry in entries {
      if let place = places[ObjectIdentifier(entry.registration)] {
        merged[place].isDirect = merged[place].isDirect || entry.isDirect
        merged[place].steps += entry.steps
      } else {
        places[ObjectIdentifier(entry.registration)] = merged.count
        merged.append(entry)
      }
    }
    entries = merged.sorted { $0.registration.number < $1.registration.number }
  }
}

/// The changes that this thread has announced and not finished, the innermost last.
final class OpenChanges {
  private static let ofThread = ThreadLocal<OpenChanges>()

  // Unchecked for the same reasons as the variables of an `OpenChange`.
  @exclusivity(unchecked) private var changes: [OpenChange] = []

  static var current: OpenChanges {
    if let existing = ofThread.value { return existing }
    let made = OpenChanges()
    ofThread.value = made
    return made
  }

  /// Whether this thread has announced a change that it has not finished.
  static var isAnyOpen: Bool { ofThread.look { !$0.changes.isEmpty } ?? false }

  /// Opens the change. A registration that an open change concerns already is left to that one; who was
  /// added since a change of the same key opened is not called before that one is closed.
  func open(_ change: OpenChange) {
    if let first = changes.first {
      first.disturb()  // the others opened beside it, and so the long way
      let isInside = contains(change.key, of: change.info)
      for index in change.entries.indices {
        let registration = change.entries[index].registration
        change.entries[index].isServed = !isInside && entry(of: registration) == nil
      }
    }
    changes.append(change)
  }

  /// Whether a change of that key is open.
  func contains(_ key: String, of info: ObservationInfo) -> Bool {
    changes.contains { $0.info === info && $0.key == key }
  }

  /// Lets the open changes of the step's key know of it.
  func note(_ step: Step, of registration: Registration) {
    for change in changes where change.info === step.info && change.key == step.path.first {
      change.disturb()
      change.late.append((registration, step))
    }
  }

  /// Closes the innermost change that was opened by hand for the key, or returns nil.
  func close(_ key: String, of info: ObservationInfo) -> OpenChange? {
    let index = changes.lastIndex { $0.info === info && $0.key == key && $0.place == nil }
    return index.map { close(at: $0) }
  }

  /// Closes that very change.
  func close(_ change: OpenChange) {
    if let index = changes.lastIndex(where: { $0 === change }) { _ = close(at: index) }
  }

  /// Takes the change out. What it serves and another open change concerns as well passes to that one:
  /// where pairs overlap, the last did reports.
  private func close(at index: Int) -> OpenChange {
    let change = changes.remove(at: index)
    if changes.isEmpty { return change }
    for index in change.entries.indices where change.entries[index].isServed {
      guard let (heir, place) = entry(of: change.entries[index].registration) else { continue }
      let values: OpenChange.Values = change.entries[index].own ?? change.values
      heir.entries[place].inherit(old: values.wholeOld ?? values.old)
      change.entries[index].isServed = false
    }
    return change
  }

  private func entry(of registration: Registration) -> (OpenChange, Int)? {
    for change in changes {
      if let index = change.entries.firstIndex(where: { $0.registration === registration }) {
        return (change, index)
      }
    }
    return nil
  }
}
