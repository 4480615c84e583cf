package import RawObserving

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
