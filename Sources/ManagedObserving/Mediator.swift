internal import RawObserving

/// The only raw observer of the process, registered on behalf of every controller.
///
/// The original calls it `_FBKVOSharedController`. It is never deallocated, so no change can be delivered to a
/// deallocated observer. Only its registrations are added and removed.
// Sound as Sendable: its only state is behind a lock.
final class Mediator: KeyValueObject, @unchecked Sendable {
  static let shared = Mediator()

  override class var observesForOthers: Bool { true }

  override func isSilenced(context: UnsafeMutableRawPointer?) -> Bool {
    registered.withLockUnchecked { $0[Int(bitPattern: context)]?.isSilenced ?? true }
  }

  /// The records that are registered, by their numbers. Each holds its handler as long as it is listed here.
  private let registered = Locked<[Int: Record]>([:])

  /// Registers for the record. The `initial` call runs before this returns, and may unobserve.
  func observe(_ object: KeyValueObject, _ record: Record) {
    // Another thread may have unobserved since the record was added to the table. Then no handler may be called, and
    // the record must not be listed after that thread has removed it.
    let isWanted = registered.withLockUnchecked { registered in
      if record.isWanted { registered[record.number] = record }
      return record.isWanted
    }
    guard isWanted else { return }
    if record.usesMethods {
      unsafe object.addObserver(self, forKeyPath: record.keyPath, options: record.options, context: record.context)
    } else {
      unsafe object.addObserver(self, for: record.path, options: record.options, context: record.context)
    }
    // The record was unobserved before the registration was recorded, so this thread removes the registration.
    if !record.begin() { remove(record, from: object) }
  }

  /// Ends the observations of records that were taken out of their table. An object that is nil has been deallocated,
  /// and there is nothing to remove.
  func end(_ taken: Table.Taken) {
    // Released last, outside the lock: the deinit of a captured object may call this class again.
    var handlers: [Handler?] = []
    for (object, records) in taken {
      for record in records {
        // The state changes first: `observe` checks it before it lists the record.
        let wasObserving = record.end()
        let handler = registered.withLockUnchecked { registered in
          registered[record.number] = nil
          registered.shrinkIfSparse()
          defer { record.handler = nil }
          return record.handler
        }
        handlers.append(handler)
        if !record.isSilencedElsewhere { EventProbe.report(MediatorEvent.ended(number: record.number)) }
        if wasObserving, let object { remove(record, from: object) }
      }
    }
  }

  /// The handler of the record; nil if its observation has ended.
  func handler(of record: Record) -> Handler? { registered.withLockUnchecked { _ in record.handler } }

  /// Whether changes are passed on for the record. An object that nothing retains counts as gone from the moment its deinit
  /// begins, unless the record ends with it.
  func isLiving(_ record: Record) -> Bool {
    !record.isSilenced && registered.withLockUnchecked { $0[record.number] != nil }
      && (record.isBound || record.table.object(record.objectIdentity) != nil)
  }

  /// The records of the registrations made with the object, in the order in which they were made.
  func records(of object: KeyValueObject) -> [Record] {
    object.activeRegistrations.filter(\.isForOthers).compactMap { registration in
      registered.withLockUnchecked { unsafe $0[Int(bitPattern: registration.context)] }
    }.filter { $0.objectIdentity == ObjectIdentifier(object) }
  }

  /// Receives every change that any controller observes. If the observer has been deallocated, nothing is called. An
  /// observer that is called on another thread is looked up there, because a reference taken here might be the last
  /// one.
  ///
  /// Any code can call this method, and a class that overrides `addObserver` may register another object. So the object
  /// and the context are only looked up: the handler receives the object that was observed. Code that makes a
  /// context out of a number, which Swift calls unsafe, can call a handler on a thread that is not the handler's.
  override func observeValue(
    forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange, context: UnsafeMutableRawPointer?
  ) {
    // snippet.deliver
    let number = Int(bitPattern: context)
    var handler: Handler?
    let record = registered.withLockUnchecked { registered in
      let record = registered[number]
      handler = record?.handler
      return record
    }
    guard let record, let handler, !record.isSilenced else {
      EventProbe.report(MediatorEvent.skips(number: number, isOver: true))
      // If another thread silenced it, its registration is removed here, where there is an object to remove it from.
      if let record { end(record.table.take(record)) }
      return
    }
    if ObjectIdentifier(object) == record.objectIdentity { return pass(change, of: object, record, handler) }
    if let object = record.table.object(record.objectIdentity) { return pass(change, of: object, record, handler) }
    EventProbe.report(MediatorEvent.skips(number: number, isOver: false))
    // snippet.end
  }

  /// Passes a change of the observed object on to the handler.
  private func pass(_ change: KeyValueChange, of object: KeyValueObject, _ record: Record, _ handler: Handler) {
    if case .elsewhere(_, let outbox) = handler {
      EventProbe.report(MediatorEvent.leaves(number: record.number))
      return outbox.send(change, of: object, record)
    }
    guard let observer = record.observer else {
      EventProbe.report(MediatorEvent.skips(number: record.number, isOver: false))
      return end(record.table.takeBound())
    }
    EventProbe.report(MediatorEvent.passes(number: record.number, to: observer))
    defer { EventProbe.report(MediatorEvent.passed(number: record.number)) }
    switch handler {
    case .call(let body): body(observer, object, change, record)
    case .context(let context):
      let observer = observer as? KeyValueObject
      unsafe observer?.observeValue(forKeyPath: record.keyPath, of: object, change: change, context: context)
    case .elsewhere: break
    }
  }

  /// Forgets all records, and ends no observation.
  fileprivate func forgetAll() {
    var forgotten: [Int: Record] = [:]
    registered.withLockUnchecked { swap(&$0, &forgotten) }
    Self.reference.withLockUnchecked { $0.mediator = self }
  }

  /// Leads a leak checker to the memory for weak references to the mediator. The mediator refers to it in a form that a
  /// checker cannot read.
  private static let reference = Locked(WeakReference())

  private struct WeakReference { weak var mediator: Mediator? }

  private func remove(_ record: Record, from object: KeyValueObject) {
    if record.usesMethods {
      unsafe object.removeObserver(self, forKeyPath: record.keyPath, context: record.context)
    } else {
      unsafe object.removeObserver(self, for: record.path, context: record.context)
    }
  }
}

/// Forgets every observation of the process. For a leak check, at the end of a process: a leak checker takes for alive
/// what a global variable leads to, and a retain cycle through a record among it.
package func forgetAllObservations() { Mediator.shared.forgetAll() }
