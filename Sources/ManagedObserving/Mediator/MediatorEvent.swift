package import RawObserving

/// What happens when a mediator observes, for a run that is recorded.
package enum MediatorEvent: Recording.Event {
  /// A controller is made. One that comes with its observer belongs to it.
  case controllerMade(AnyObject, Retention, observer: AnyObject?, isOwned: Bool)
  case controllerGone(ObjectIdentifier)
  /// A record came into a controller's table.
  case recorded(RecordFacts, of: KeyValueObject)
  /// Something was observed already, and no second record was made.
  case dropped(RecordFacts, of: KeyValueObject)
  /// The record is over: nothing is passed on for it any more.
  case ended(number: Int)
  case passes(number: Int, to: AnyObject)
  case passed(number: Int)
  /// A change is left for another thread.
  case leaves(number: Int)
  /// A change is not passed on: its record is over, or the observer is gone.
  case skips(number: Int, isOver: Bool)
}

/// What is known of a record.
package struct RecordFacts {
  package let number: Int
  package let controller: ObjectIdentifier?
  package let keyPath: String
  package let options: KeyValueObservingOptions
  /// What is called, in a few words.
  package let handler: String
  /// Whether the controller's table retains the object.
  package let retainsObject: Bool

  init(_ record: Record) {
    number = record.number
    controller = record.controller.map(ObjectIdentifier.init)
    keyPath = record.keyPath
    options = record.options
    handler = record.handler.map { "\($0)" } ?? ""
    if case .elsewhere(.sequence, _) = record.handler {
      retainsObject = false
    } else {
      retainsObject = record.controller?.retention == .retained
    }
  }
}
