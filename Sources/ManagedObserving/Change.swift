public import RawObserving

/// What a typed observation is told about one change.
public struct Change<Value> {
  @usableFromInline let change: KeyValueChange

  @inlinable init(_ change: KeyValueChange) {
    self.change = change
  }

  /// The key path that fired.
  public var keyPath: String { change.keyPath ?? "" }

  /// What happened to the value.
  public var kind: KeyValueChangeKind { change.kind }

  /// The value after the change; nil means "not there". For a `Value` that is optional itself, a nil
  /// value is `.some(nil)`.
  public var newValue: Value? { change.newValue.map(Self.typed) }

  /// The value before the change; nil means "not there". For a `Value` that is optional itself, a nil
  /// value is `.some(nil)`.
  public var oldValue: Value? { change.oldValue.map(Self.typed) }

  /// Where a to-many value changed; nil for a setting.
  public var indexes: RangeSet<Int>? { change.indexes }

  /// Whether this is the call before the change.
  public var isPrior: Bool { change.isPrior }

  // The engine read the value from a property of this very type, or of what it wraps where the key path
  // has a `?`, or wrote null for a nil.
  private static func typed(_ value: Any) -> Value {
    let content: Any? = value is KeyValueNull ? nil : value
    return content as! Value
  }
}
