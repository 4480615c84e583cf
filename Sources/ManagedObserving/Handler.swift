public import RawObserving

/// How a record handles a change. A context is handed on, and never dereferenced.
@safe @usableFromInline enum Handler {
  /// Calls a closure with the observer, the object and the change.
  case call((_ observer: AnyObject, _ object: KeyValueObject, KeyValueChange, Record) -> Void)

  /// Calls the observer's own `observeValue` with this context.
  case context(UnsafeMutableRawPointer?)

  /// Takes the change and delivers it on another thread or actor.
  case elsewhere(Kind, any Outbox)

  /// What was asked for.
  @usableFromInline enum Kind: String {
    case blockOnMainActor = "block on the main actor"
    case blockElsewhere = "block elsewhere"
    case sequence
  }
}

/// Takes changes, and delivers them on another thread or actor.
@usableFromInline protocol Outbox: AnyObject, Sendable {
  func send(_ change: KeyValueChange, of object: KeyValueObject, _ record: Record)

  /// Calls a function after the changes that wait now have been delivered.
  func afterWaiting(_ call: @escaping @Sendable () -> Void)

  /// The observation has ended. Counts the handler until it is released.
  func willBeReleased(_ releases: Releases)
}

extension Handler: CustomStringConvertible {
  @usableFromInline var description: String {
    switch self {
    case .call: "block"
    case .elsewhere(let kind, _): kind.rawValue
    case .context(let context): "context \(unsafe hexadecimal(context))"
    }
  }
}
