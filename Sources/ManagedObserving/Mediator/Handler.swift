public import RawObserving

/// How a record handles a change.
@usableFromInline enum Handler {
  /// Calls a closure or an action with the observer, the object and the change.
  case call(Kind, (_ observer: AnyObject, _ object: KeyValueObject, KeyValueChange, Record) -> Void)

  /// Calls the observer's own `observeValue` with this context.
  case context(UnsafeMutableRawPointer?)

  /// Takes the change and delivers it on another thread or actor.
  case elsewhere(Kind, (_ object: KeyValueObject, KeyValueChange, Record) -> Void)

  /// The kind of handler that was passed to `observe`.
  @usableFromInline enum Kind: String {
    case block
    case action
    case blockOnMainActor = "block on the main actor"
    case actionOnMainActor = "action on the main actor"
    case blockElsewhere = "block elsewhere"
    case sequence
  }
}

extension Handler: CustomStringConvertible {
  @usableFromInline var description: String {
    switch self {
    case .call(let kind, _), .elsewhere(let kind, _): kind.rawValue
    case .context(let context): "context \(hexadecimal(context))"
    }
  }
}
