internal import RawObserving
internal import Synchronization

/// A controller's records, by the objects that they observe.
///
/// Its references to the objects are strong or weak. That decides what happens when an object observes itself: a strong
/// one closes a retain cycle, and a weak one reads nil in the object's deinit.
///
/// An observed object and a controller may be deallocated in either order, even at the same time on two threads. The
/// side that takes a record out of the table ends its observation. Records are silenced under the lock when they are
/// taken out, so none of them is passed on once the call that takes them has returned, or another call finds none left.
final class Table: Sendable {
  /// Records that were taken out, with the object that they observe; nil if it has been deallocated or is in its
  /// deinit. It is released outside the lock.
  typealias Taken = [(object: KeyValueObject?, records: [Record.Ended])]

  private struct State {
    var objects: [ObjectIdentifier: ObjectRecords] = [:]
    /// Records that were silenced elsewhere and are still here, by their numbers.
    var silenced: [Int: Record] = [:]
    /// Records of objects that were deallocated while changes waited, by their numbers.
    var draining: [Int: Record] = [:]
    /// Whether any record has ever been lifetime-bound.
    var hasBeenBound = false
  }
  private let state = Locked(State())
  /// The controller.
  let owner: ControllerFacts
  /// What is still to be released elsewhere.
  let releases = Releases()

  init(of owner: ControllerFacts) { self.owner = owner }

  /// Whether a line on standard error says what happens.
  let isTraced = Atomic(false)

  // MARK: Adding

  struct Insertion {
    var isDropped = false
    /// The record that a duplicate was dropped for.
    var first: Record?
    /// Records of an earlier object at the same address.
    var outlived: Taken = []
    var replaced: Taken = []
    /// Whether it is the first record that is lifetime-bound.
    var isFirstBound = false
  }

  /// Adds the record. If the object has one for the same key path, the policy decides.
  func insert(_ record: Record, of object: KeyValueObject, _ duplicates: DuplicatePolicy) -> Insertion {
    state.withLockUnchecked { state in
      var insertion = Insertion()
      // What is in its deinit cannot be retained.
      weak let living = object
      if living == nil && record.retainsObject { return Insertion(isDropped: true) }
      if let known = state.objects[record.objectIdentity], known.isOutlived(by: object) {
        insertion.outlived = change(record.objectIdentity, in: &state) { $0.takeOutlived() }
      }
      if duplicates != .add && !record.isSequence {
        let same = (state.objects[record.objectIdentity]?.records(record.path) ?? []).filter { !$0.isNeverDuplicate }
        if !same.isEmpty && duplicates != .replace {
          return Insertion(isDropped: true, first: same.min { $0.number < $1.number }, outlived: insertion.outlived)
        }
        if !same.isEmpty { insertion.replaced = change(record.objectIdentity, in: &state) { $0.take(same) } }
      }
      let known = state.objects[record.objectIdentity]
      let observed = known ?? ObjectRecords(object)
      if known == nil { state.objects[record.objectIdentity] = observed }
      observed.append(record, of: object)
      // The object's own lock is taken inside this one, and never the other way round.
      if !record.retainsObject && observed.weakCount == 1 { object.setDeallocationHook(of: self, to: atDeath) }
      insertion.isFirstBound = record.isBound && !state.hasBeenBound
      state.hasBeenBound = state.hasBeenBound || record.isBound
      return insertion
    }
  }

  /// The hook that an observed object runs in its deinit. It ends the observations that are bound to the object, and
  /// removes what is left of those that ended elsewhere. It retains the table, and not the controller.
  private var atDeath: KeyValueObject.DeallocationHook {
    { [self] object in Mediator.shared.end([(object, takeAtDeath(ObjectIdentifier(object)))]) }
  }

  // MARK: Taking out

  /// Takes one record out.
  func take(_ record: Record) -> Taken {
    state.withLockUnchecked { state in
      stopDraining(record, in: &state)
      return change(record.objectIdentity, in: &state) { $0.take([record]) }
    }
  }

  /// Takes out the records for one key path of the object.
  func take(_ path: KeyPathString, of object: KeyValueObject) -> Taken {
    state.withLockUnchecked { state in
      change(ObjectIdentifier(object), in: &state) {
        $0.isOutlived(by: object) ? $0.takeOutlived() : $0.take($0.records(path))
      }
    }
  }

  /// Takes out all records of the object.
  func takeAll(of object: KeyValueObject) -> Taken {
    state.withLockUnchecked { state in
      change(ObjectIdentifier(object), in: &state) {
        $0.isOutlived(by: object) ? $0.takeOutlived() : $0.take { _ in true }
      }
    }
  }

  /// Takes out all records.
  func takeAll() -> Taken {
    state.withLockUnchecked { state in
      stopDraining(in: &state)
      return take(from: &state) { _ in true }
    }
  }

  /// Takes out the lifetime-bound records, which end with the observer even if another object owns the controller.
  func takeBound() -> Taken {
    state.withLockUnchecked { state in
      stopDraining(in: &state)
      return state.hasBeenBound ? take(from: &state, where: \.isBound) : []
    }
  }

  /// Takes out what was silenced elsewhere.
  func takeSilenced() -> Taken {
    state.withLockUnchecked { state in
      if state.silenced.isEmpty { return [] }
      let silenced = state.silenced.values.sorted { $0.number < $1.number }
      state.silenced = [:]
      return silenced.flatMap { record in change(record.objectIdentity, in: &state) { $0.take([record]) } }
    }
  }

  /// Silences the record and notes it, under one lock. A call to the controller that finds the record silenced
  /// therefore finds it noted too, and takes it out. Returns false if the observation has ended before.
  func silence(_ record: Record) -> Bool {
    state.withLockUnchecked { state in
      stopDraining(record, in: &state)
      guard record.silence() else { return false }
      state.silenced[record.number] = record
      return true
    }
  }

  /// Whether there is a record for that key path of the object, or for any if it is nil, that has not ended.
  func hasRecords(_ path: KeyPathString?, of object: KeyValueObject) -> Bool {
    state.withLockUnchecked { state in
      guard let observed = state.objects[ObjectIdentifier(object)] else { return false }
      return (path.map { observed.records($0) } ?? observed.all).contains { !$0.isSilenced }
    }
  }

  var hasBeenBound: Bool { state.withLockUnchecked(\.hasBeenBound) }

  private func takeAtDeath(_ object: ObjectIdentifier) -> [Record.Ended] {
    state.withLockUnchecked { state in
      guard let observed = state.objects[object] else { return [] }
      let taken = observed.takeAtDeath()
      forget(taken, in: &state)
      if observed.isEmpty { state.objects[object] = nil }
      return taken
    }
  }

  /// Nothing waits for the record any more.
  func hasDrained(_ record: Record) { state.withLockUnchecked { stopDraining(record, in: &$0) } }

  private func stopDraining(_ record: Record, in state: inout State) {
    if let record = state.draining.removeValue(forKey: record.number) { _ = record.end() }
    state.draining.shrinkIfSparse()
  }

  private func stopDraining(in state: inout State) {
    for record in state.draining.values { _ = record.end() }
    state.draining = [:]
  }

  /// All records, by their objects; nil in place of an object that has been deallocated or is in its deinit.
  typealias Contents = [(object: KeyValueObject?, records: [Record])]

  private func take(from state: inout State, where matches: (Record) -> Bool) -> Taken {
    contents(of: state).flatMap { entry in
      change(entry.records[0].objectIdentity, in: &state) { $0.take(where: matches) }
    }
  }

  /// Takes records of an object out, and removes its hook if no record needs it any more.
  private func change(_ object: ObjectIdentifier, in state: inout State, _ body: (ObjectRecords) -> [Record.Ended])
    -> Taken
  {
    guard let observed = state.objects[object] else { return [] }
    let (living, hadHook) = (observed.object, observed.weakCount > 0)
    let taken = body(observed)
    forget(taken, in: &state)
    if hadHook && observed.weakCount == 0 { living?.setDeallocationHook(of: self, to: nil) }
    if observed.isEmpty {
      state.objects[object] = nil
      state.objects.shrinkIfSparse()
    }
    return [(living, taken)]
  }

  private func forget(_ taken: [Record.Ended], in state: inout State) {
    for ended in taken where ended.drains { state.draining[ended.record.number] = ended.record }
    if state.silenced.isEmpty { return }
    for ended in taken { state.silenced[ended.record.number] = nil }
    state.silenced.shrinkIfSparse()
  }

  // MARK: Asking

  /// All objects, each with its records, in the order in which they were first observed; nil in place of an object that
  /// has been deallocated or is in its deinit.
  var contents: Contents { state.withLockUnchecked { contents(of: $0) } }

  private func contents(of state: State) -> Contents {
    state.objects.values.map { ($0.object, $0.all) }.sorted { $0.records[0].number < $1.records[0].number }
  }

  /// The handler of the record; nil if its observation has ended.
  func handler(of record: Record) -> Handler? {
    state.withLockUnchecked { _ in record.isSilenced ? nil : record.handler }
  }

  /// The object with that identity; nil if it is not observed, or if it has been deallocated or is in its deinit.
  func object(_ identity: ObjectIdentifier) -> KeyValueObject? {
    state.withLockUnchecked { $0.objects[identity]?.object }
  }
}

/// An object that a controller observes, and its records.
final class ObjectRecords {
  /// Reads nil from the moment the object's deinit begins.
  weak let object: KeyValueObject?
  /// The same object, as long as a record retains it.
  private var retained: KeyValueObject?
  /// The only record: most objects have no other. Not an enum of the two: Swift would mark the case in the reference,
  /// and a leak checker could not follow it.
  private var only: Record?
  private var several: Several?
  /// Whether the hook of the object has run, and ends nothing any more.
  private var hookHasRun = false

  /// Two records or more, or what is left of them.
  private final class Several {
    /// By the texts of their key paths, and by their numbers. Under nil are those with a name that was not known when
    /// they were last looked at.
    private(set) var records: [String?: [Int: Record]] = [:]
    /// How many names were known then.
    private var learntNames = 0
    var retainingCount = 0
    var weakCount = 0

    var all: [Record] { records.values.flatMap(\.values) }

    func add(_ record: Record) {
      list(record)
      if record.retainsObject { retainingCount += 1 } else { weakCount += 1 }
    }

    private func list(_ record: Record) {
      records[record.path.isNamed ? record.keyPath : nil, default: [:]][record.number] = record
    }

    func remove(_ record: Record) -> Bool {
      let text = record.path.isNamed ? record.keyPath : nil
      // It may still be under nil.
      guard let list = [text, nil].first(where: { records[$0]?[record.number] != nil }) else { return false }
      records[list]?[record.number] = nil
      records[list]?.shrinkIfSparse()
      if records[list]?.isEmpty ?? false { records[list] = nil }
      records.shrinkIfSparse()
      if record.retainsObject { retainingCount -= 1 } else { weakCount -= 1 }
      return true
    }

    /// The records for that key path.
    func records(_ path: KeyPathString) -> [Record] {
      // Read before the number: a name is counted before it is known.
      let text = path.isNamed ? path.description : nil
      let known = KeyPathString.learntNames
      if known != learntNames, let unnamed = records.removeValue(forKey: nil) {
        for record in unnamed.values { list(record) }
      }
      learntNames = known
      return records[text]?.values.filter { $0.path == path } ?? []
    }
  }

  init(_ object: KeyValueObject) { self.object = object }

  var isEmpty: Bool { only == nil && several == nil }

  /// In the order of observing.
  var all: [Record] { several?.all.sorted { $0.number < $1.number } ?? only.map { [$0] } ?? [] }

  /// The number of records that do not retain the object. It has a hook for them.
  var weakCount: Int { several?.weakCount ?? only.map { $0.retainsObject ? 0 : 1 } ?? 0 }

  private var isRetaining: Bool { several.map { $0.retainingCount > 0 } ?? only?.retainsObject ?? false }

  /// The records for that key path, in no order.
  func records(_ path: KeyPathString) -> [Record] {
    several?.records(path) ?? all.filter { $0.path == path }
  }

  func append(_ record: Record, of object: KeyValueObject) {
    if let several {
      several.add(record)
    } else if let first = only {
      let both = Several()
      for record in [first, record] { both.add(record) }
      (only, several) = (nil, both)
    } else {
      only = record
    }
    if record.retainsObject { retained = object }
  }

  // MARK: Taking out

  func take(where matches: (Record) -> Bool) -> [Record.Ended] { take(all.filter(matches)) }

  /// Takes out those of the records that are still here. What the hook of an object ends is silenced and stays if the
  /// object is in its deinit.
  func take(_ sought: [Record]) -> [Record.Ended] {
    let isInDeinit = object == nil && !hookHasRun
    return sought.sorted { $0.number < $1.number }.compactMap { record in
      if !(isInDeinit && record.endsWithObject) { return remove(record)?.end() }
      return record.silence() ? Record.Ended(silenced: record) : nil
    }
  }

  /// Takes out the records that end with the object, which is in its deinit, and those that ended elsewhere.
  func takeAtDeath() -> [Record.Ended] {
    hookHasRun = true
    return all.filter(\.endsWithObject).compactMap { remove($0)?.endWithObject() }
  }

  /// Whether this is another object at the same address.
  func isOutlived(by other: KeyValueObject) -> Bool {
    weak let living = other
    return object == nil && living != nil
  }

  /// Takes out all, because the object has been deallocated and another one is at its address.
  func takeOutlived() -> [Record.Ended] { all.compactMap { remove($0)?.endWithObject() } }

  private func remove(_ record: Record) -> Record? {
    if let several {
      if !several.remove(record) { return nil }
      if several.records.isEmpty { self.several = nil }
    } else if only === record {
      only = nil
    } else {
      return nil
    }
    if !isRetaining { retained = nil }
    return record
  }
}
