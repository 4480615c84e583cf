public import RawObserving

/// What a typed observation is told about one change.
public struct Change<Value> {
  /// The key path that fired.
  public let keyPath: String

  /// What happened to the value.
  public let kind: KeyValueChangeKind

  /// The value after the change; nil means "not there". For a `Value` that is optional itself, a nil
  /// value is `.some(nil)`.
  public let newValue: Value?

  /// The value before the change; nil means "not there". For a `Value` that is optional itself, a nil
  /// value is `.some(nil)`.
  public let oldValue: Value?

  /// Where a to-many value changed; nil for a setting.
  public let indexes: RangeSet<Int>?

  /// Whether this is the call before the change.
  public let isPrior: Bool

  init(_ change: KeyValueChange) {
    keyPath = change.keyPath ?? ""
    kind = change.kind
    newValue = change.newValue.map(Self.typed)
    oldValue = change.oldValue.map(Self.typed)
    indexes = change.indexes
    isPrior = change.isPrior
  }

  // The engine read the value from a property of this very type, or of what it wraps where the key path
  // has a `?`, or wrote null for a nil.
  private static func typed(_ value: Any) -> Value {
    let content: Any? = value is KeyValueNull ? nil : value
    return content as! Value
  }
}
