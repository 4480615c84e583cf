internal import RawObserving

/// What a record does with a change: one of the three ways to be told.
enum Handler {
  /// A closure, or an action: both are called with the observer, the object and the change.
  case call(Kind, (_ observer: AnyObject, _ object: KeyValueObject, KeyValueChange) -> Void)

  /// The observer's own `observeValue`, with the context it asked for.
  case context(UnsafeMutableRawPointer?)

  /// What was given to be called.
  enum Kind: String {
    case block
    case action
  }
}

extension Handler: CustomStringConvertible {
  var description: String {
    switch self {
    case .call(let kind, _): kind.rawValue
    case .context(let context): "context \(hexadecimal(context))"
    }
  }
}
