public import RawObserving

/// What a record does with a change: one of the ways to be told.
@usableFromInline enum Handler {
  /// A closure, or an action: both are called with the observer, the object and the change.
  case call(Kind, (_ observer: AnyObject, _ object: KeyValueObject, KeyValueChange) -> Void)

  /// The observer's own `observeValue`, with the context it asked for.
  case context(UnsafeMutableRawPointer?)

  /// Takes the change, and has it told at another place.
  case elsewhere(Kind, (KeyValueChange) -> Void)

  /// What was given to be called.
  @usableFromInline enum Kind: String {
    case block
    case action
    case blockOnMainActor = "block on the main actor"
    case blockOnExecutor = "block on an executor"
    case scheduledBlock = "scheduled block"
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
