internal import RawObserving

/// The only raw observer of the process, registered on behalf of every controller.
///
/// The original calls it `_FBKVOSharedController`. It is never deallocated, so no change can be delivered to a
/// deallocated observer. Only its registrations are added and removed.
// Sound as Sendable: its only state is behind a lock.
final class Mediator: KeyValueObject, @unchecked Sendable {
  static let shared = Mediator()

  // An object refers to the memory for its weak references in a form that a leak checker cannot read. A weak reference
  // refers to that memory by its address. This one always exists, so that the memory is not reported as a leak after
  // the last registration has been removed.
  private weak var own: Mediator?

  override private init() {
    super.init()
    own = self
  }

  /// The records whose observations have not ended, by their numbers. A record is stored as the complement of its
  /// address.
  ///
  /// A leak checker scans memory for addresses. If it found a record's address here, it would not report a retain cycle
  /// that the record belongs to. A complement is not an address.
  ///
  /// A record is listed here only while a controller's table holds it. The code that removes it from the table keeps it
  /// alive until it has been removed here as well.
  private let living = Locked<[Int: UInt]>([:])

  /// Registers for the record. The `initial` call runs before this returns, and may unobserve.
  func observe(_ object: KeyValueObject, _ record: Record) {
    // Another thread may have unobserved since the record was added to the table. Then no handler may be called, and
    // the record must not become living after that thread has removed it.
    let isWanted = living.withLockUnchecked { living in
      guard record.isWanted else { return false }
      living[record.number] = ~UInt(bitPattern: Unmanaged.passUnretained(record).toOpaque())
      return true
    }
    guard isWanted else { return }
    // snippet.observe
    if record.path.isNamed {
      // Through the open method, because a class may override it.
      object.addObserver(self, forKeyPath: record.keyPath, options: record.options, context: record.context)
    } else {
      enforcing { () throws(Violation) in
        try object.register(self, keyPath: record.path, options: record.options, context: record.context)
      }
    }
    // The record was unobserved before the registration was recorded, so this thread removes the registration.
    if !record.begin() { remove(record, from: object) }
    // snippet.end
  }

  /// Ends the record's observation, and removes its registration from the object. The object is nil if it has been
  /// deallocated; then there is nothing to remove.
  func unobserve(_ object: KeyValueObject?, _ record: Record) {
    // The state changes first: `observe` checks it before it adds the record to the living.
    let wasObserving = record.end()
    silence(record)
    if wasObserving, let object { remove(record, from: object) }
  }

  /// Passes no further change on for the record. Its handler is released outside the lock, because the deinit of a
  /// captured object may call this class again.
  func silence(_ record: Record) {
    var handler: Handler?
    living.withLockUnchecked { living in
      living[record.number] = nil
      living.shrinkIfSparse()
      swap(&handler, &record.handler)
    }
    if handler != nil { EventProbe.report(MediatorEvent.ended(number: record.number)) }
  }

  /// Whether changes are passed on for the record.
  func isLiving(_ record: Record) -> Bool { living.withLockUnchecked { $0[record.number] != nil } }

  /// The handler of the record; nil if its observation has ended.
  func handler(of record: Record) -> Handler? { living.withLockUnchecked { _ in record.handler } }

  /// The records of the registrations made with the object, in the order in which they were made.
  func records(of object: KeyValueObject) -> [Record] {
    object.activeRegistrations.filter { $0.observer === self }.compactMap { livingRecord(at: $0.context)?.record }
  }

  /// Receives every change that any controller observes. If the observer has been deallocated, nothing is called. An
  /// observer that is called on another thread is looked up there, because a reference taken here might be the last
  /// one.
  override func observeValue(
    forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange, context: UnsafeMutableRawPointer?
  ) {
    // snippet.deliver
    guard let (record, handler) = livingRecord(at: context) else {
      return EventProbe.report(MediatorEvent.skips(number: Int(bitPattern: context), isOver: true))
    }
    if case .elsewhere(_, let send) = handler {
      EventProbe.report(MediatorEvent.leaves(number: record.number))
      return send(object, change, record)
    }
    guard let observer = record.observer else {
      EventProbe.report(MediatorEvent.skips(number: record.number, isOver: false))
      return record.controllerLosesObserver()
    }
    EventProbe.report(MediatorEvent.passes(number: record.number, to: observer))
    defer { EventProbe.report(MediatorEvent.passed(number: record.number)) }
    switch handler {
    case .call(_, let body): body(observer, object, change, record)
    case .context(let context):
      let observer = observer as? KeyValueObject
      observer?.observeValue(forKeyPath: keyPath, of: object, change: change, context: context)
    case .elsewhere: break
    }
    // snippet.end
  }

  private func livingRecord(at context: UnsafeMutableRawPointer?) -> (record: Record, handler: Handler)? {
    living.withLockUnchecked { living in
      guard let complement = living[Int(bitPattern: context)],
        let address = UnsafeMutableRawPointer(bitPattern: ~complement)
      else { return nil }
      // Sound because the number is among the living: the table that owns the record has not released it, and cannot
      // before it gets the lock. The reference taken here keeps it alive for the call.
      let record = Unmanaged<Record>.fromOpaque(address).takeUnretainedValue()
      guard let handler = record.handler else { return nil }
      return (record, handler)
    }
  }

  private func remove(_ record: Record, from object: KeyValueObject) {
    if record.path.isNamed {
      object.removeObserver(self, forKeyPath: record.keyPath, context: record.context)
    } else {
      enforcing { () throws(Violation) in
        try object.unregister(self, keyPath: record.path, context: .exactly(record.context))
      }
    }
  }
}
