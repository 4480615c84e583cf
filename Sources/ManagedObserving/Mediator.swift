package import RawObserving

/// The only raw observer of the process, registered on behalf of every controller.
///
/// The original calls it `_FBKVOSharedController`. It is never deallocated, so no change can be delivered to a
/// deallocated observer. Only its registrations are added and removed. Each carries the record that its context stands
/// for, so a change takes no lock that other controllers use.
// Sound as Sendable: its only state is behind a lock.
final class Mediator: KeyValueObject, SharedObserver, @unchecked Sendable {
  static let shared = Mediator()

  /// The records that may be registered, by their numbers.
  private let registered = Locked<[Int: Record]>([:])

  func receiver(for context: UnsafeMutableRawPointer?) -> (any ChangeReceiver)? {
    registered.withLockUnchecked { $0[Int(bitPattern: context)] }
  }

  /// Registers for the record. The `initial` call runs before this returns, and may unobserve.
  func observe(_ object: KeyValueObject, _ record: Record) {
    // Another thread may have unobserved since the record was added to the table. Then the record must not be listed
    // after that thread has removed it.
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
    // The record ended before the registration was recorded, so this thread removes the registration.
    if !record.begin() {
      remove(record, from: object)
      end(record.table.take(record))
    }
  }

  /// Ends the observations of records that were taken out of their table. An object that is nil has been deallocated,
  /// and there is nothing to remove.
  func end(_ taken: Table.Taken) {
    for (object, records) in taken {
      for ended in records {
        let record = ended.record
        if ended.isNews {
          EventProbe.report(MediatorEvent.ended(number: record.number))
          record.trace("observed no more")
        }
        if ended.drains, case .elsewhere(_, let outbox)? = ended.handler {
          outbox.afterWaiting { record.table.hasDrained(record) }
        }
        registered.withLockUnchecked { registered in
          registered[record.number] = nil
          registered.shrinkIfSparse()
        }
        if ended.isRegistered, let object { remove(record, from: object) }
      }
    }
  }

  /// The engine calls the record itself. Any other code can call this method, and then the record is looked up.
  override func observeValue(
    forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange, context: UnsafeMutableRawPointer?
  ) { unsafe receiver(for: context)?.receive(change, of: object) }

  /// Forgets all records, and ends no observation.
  fileprivate func forgetAll() {
    var forgotten: [Int: Record] = [:]
    registered.withLockUnchecked { swap(&$0, &forgotten) }
  }

  private func remove(_ record: Record, from object: KeyValueObject) {
    if record.usesMethods {
      unsafe object.removeObserver(self, forKeyPath: record.keyPath, context: record.context)
    } else {
      unsafe object.removeObserver(self, for: record.path, context: record.context)
    }
  }
}

extension Record: ChangeReceiver {
  /// Receives every change of its registration. If the observer has been deallocated, nothing is called. An observer
  /// that is called on another thread is looked up there, because a reference taken here might be the last one.
  ///
  /// A class that overrides `addObserver` may register another object. So the object is only compared: the handler
  /// receives the object that was observed.
  func receive(_ change: KeyValueChange, of object: KeyValueObject) {
    // snippet.deliver
    guard let handler = table.handler(of: self) else {
      EventProbe.report(MediatorEvent.skips(number: number, isOver: true))
      // If another thread silenced it, its registration is removed here, where there is an object to remove it from.
      return Mediator.shared.end(table.take(self))
    }
    if ObjectIdentifier(object) == objectIdentity { return pass(change, of: object, handler) }
    if let object = table.object(objectIdentity) { return pass(change, of: object, handler) }
    EventProbe.report(MediatorEvent.skips(number: number, isOver: false))
    // snippet.end
  }

  func adviceAtDeath(of object: KeyValueObject) -> String? {
    let owner = table.owner
    if owner.retention != .unretained { return nil }
    let isItself = owner.observer == ObjectIdentifier(object)
    let controller = owner.name.map { "its \($0)" } ?? "a controller that does not retain what it observes"
    let remedy =
      owner.name == nil ? "Make that controller with retention: .lifetimeBound" : "Use kvoControllerLifetimeBound"
    return """
      *** ManagedObserving: \(owner.observerName) observes \(keyPath) of \(isItself ? "itself" : describe(object)) through \
      \(controller).
          \(remedy), whose observations end when either side is deallocated, or unobserve before its deinit begins.
      """
  }

  /// Passes a change of the observed object on to the handler.
  private func pass(_ change: KeyValueChange, of object: KeyValueObject, _ handler: Handler) {
    if case .elsewhere(_, let outbox) = handler {
      EventProbe.report(MediatorEvent.leaves(number: number))
      trace("sends \(change)")
      return outbox.send(change, of: object, self)
    }
    guard let observer else {
      EventProbe.report(MediatorEvent.skips(number: number, isOver: false))
      return Mediator.shared.end(table.takeBound())
    }
    guard announces("\(change)") else { return }
    EventProbe.report(MediatorEvent.passes(number: number, to: observer))
    defer { EventProbe.report(MediatorEvent.passed(number: number)) }
    switch handler {
    case .call(let body): body(observer, object, change, self)
    case .context(let context):
      let observer = observer as? KeyValueObject
      unsafe observer?.observeValue(forKeyPath: keyPath, of: object, change: change, context: context)
    case .elsewhere: break
    }
  }
}

/// Forgets every observation of the process. For a leak check, at the end of a process: a leak checker takes for alive
/// what a global variable leads to, and a retain cycle through a record among it.
package func forgetAllObservations() { Mediator.shared.forgetAll() }

/// The events of the mediator, for a run that is recorded.
package enum MediatorEvent: EventProbe.Event {
  /// A controller is created. `isOwned` is true for a lazy controller, which belongs to its observer.
  case controllerMade(AnyObject, Retention, observer: AnyObject?, isOwned: Bool)
  case controllerGone(ObjectIdentifier)
  /// A record was added to a controller's table.
  case recorded(RecordFacts, of: KeyValueObject)
  /// A duplicate was dropped.
  case dropped(RecordFacts, of: KeyValueObject)
  /// The record's observation has ended: no further change is passed on.
  case ended(number: Int)
  case passes(number: Int, to: AnyObject)
  case passed(number: Int)
  /// A change is queued for another thread.
  case leaves(number: Int)
  /// A change is not passed on, because its observation has ended or the observer has been deallocated.
  case skips(number: Int, isOver: Bool)
}

/// The facts about a record that an event reports.
package struct RecordFacts {
  package let number: Int
  package let controller: ObjectIdentifier
  package let keyPath: String
  package let options: KeyValueObservingOptions
  /// The kind of handler, in a few words.
  package let handler: String
  /// Whether the controller's table retains the object.
  package let retainsObject: Bool

  init(_ record: Record) {
    (number, controller, keyPath, options) = (record.number, record.controller, record.keyPath, record.options)
    handler = record.table.handler(of: record).map { "\($0)" } ?? ""
    retainsObject = record.retainsObject
  }
}
