internal import RawObserving

/// The only raw observer of the process, on behalf of every controller.
///
/// The original calls it `_FBKVOSharedController`. It lives for ever, so that no change can ever be
/// delivered to a dead observer: what comes and goes are registrations.
// Sound as Sendable: its only state is behind a lock.
final class Mediator: KeyValueObject, @unchecked Sendable {
  static let shared = Mediator()

  /// The addresses of the records that live, disguised as their complements: a leak checker scans
  /// memory for addresses, and would take a cycle that nothing else points to for one still in use.
  ///
  /// A record is in here only while a controller's table holds it. Who takes it out of the table takes
  /// it out of here as well, and holds it until then.
  private let living = Locked<Set<UInt>>([])

  /// Registers for the record. The `initial` call happens inside, and may unobserve.
  func observe(_ object: KeyValueObject, _ record: Record) {
    // Another thread may have unobserved since the record came into the table. Nobody may be called
    // then, and it must not get among the living after that thread has taken it out.
    let isWanted = living.withLock { living in
      guard record.isWanted else { return false }
      living.insert(disguise(record.context))
      return true
    }
    guard isWanted else { return }
    // snippet.observe
    object.addObserver(
      self, forKeyPath: record.keyPath, options: record.options, context: record.context)
    // Unobserved before the registration was recorded: it falls to this thread to remove it.
    if !record.begin() { remove(record, from: object) }
    // snippet.end
  }

  /// Ends the record's registration with the object. Nothing is removed from an object that has died
  /// and reads nil.
  func unobserve(_ object: KeyValueObject?, _ record: Record) {
    // The state first: `observe` looks at it before it adds to the living.
    let wasObserving = record.end()
    silence(record)
    // snippet.unobserve
    if wasObserving, let object { remove(record, from: object) }
    // snippet.end
  }

  /// Sees to it that nobody is called for the record any more. Its handler is let go outside the lock: what it
  /// captured may come back here.
  func silence(_ record: Record) {
    var handler: Handler?
    living.withLock { living in
      living.remove(disguise(record.context))
      swap(&handler, &record.handler)
    }
  }

  /// Whether changes are passed on for the record.
  func isLiving(_ record: Record) -> Bool {
    living.withLock { $0.contains(disguise(record.context)) }
  }

  /// What is called for the record; nil if it has ended.
  func handler(of record: Record) -> Handler? { living.withLock { _ in record.handler } }

  /// The records of the registrations that begin at the object, in the order in which they were made.
  func records(of object: KeyValueObject) -> [Record] {
    object.contexts(registeredBy: self).compactMap { livingRecord(at: $0)?.record }
  }

  private func remove(_ record: Record, from object: KeyValueObject) {
    object.removeObserver(self, forKeyPath: record.keyPath, context: record.context)
  }

  /// Every change that any controller observes arrives here. Strong references are taken from the
  /// record to the controller to the observer; where one is gone, nobody is called. Whoever is called
  /// elsewhere is looked for there: a reference taken here might be the last one, and go here.
  override func observeValue(
    forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
    context: UnsafeMutableRawPointer?
  ) {
    // snippet.deliver
    guard let (record, handler) = livingRecord(at: context), record.concerns(object, keyPath)
    else { return }
    if case .elsewhere(_, let send) = handler { return send(KeyValueChange(change, from: record)) }
    guard let controller = record.controller else { return }
    guard let observer = controller.observer else { return controller.observerIsGone() }
    switch handler {
    case .call(_, let body):
      body(observer, object, KeyValueChange(change, from: record))
    case .context(let context):
      let observer = observer as? KeyValueObject
      observer?.observeValue(forKeyPath: keyPath, of: object, change: change, context: context)
    case .elsewhere: break
    }
    withExtendedLifetime(controller) {}
    // snippet.end
  }

  // snippet.living-record
  private func livingRecord(
    at context: UnsafeMutableRawPointer?
  ) -> (record: Record, handler: Handler)? {
    guard let context else { return nil }
    return living.withLock { living in
      guard living.contains(disguise(context)) else { return nil }
      // Sound because the address is among the living: its owner has not let go of the record, and
      // cannot before it gets the lock. The reference taken here keeps it alive for the call.
      let record = Unmanaged<Record>.fromOpaque(context).takeUnretainedValue()
      guard let handler = record.handler else { return nil }
      return (record, handler)
    }
  }
  // snippet.end

  private func disguise(_ context: UnsafeMutableRawPointer) -> UInt { ~UInt(bitPattern: context) }
}
