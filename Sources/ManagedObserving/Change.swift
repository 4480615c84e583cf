public import RawObserving

/// One change, as a typed handler receives it.
public struct Change<Value> {
  @usableFromInline let change: KeyValueChange

  /// The key path that fired.
  public let keyPath: String

  /// The whole value after the change.
  ///
  /// It is read just before the call, or, if the change is delivered elsewhere, just before the change is put into the
  /// queue. If another handler has set the property by then, it is the value after that setting. So the last change
  /// that an observer receives carries the last value.
  public let value: Value

  /// Nil if a value has another type. The engine reads it from a property of this type; but any code can call an
  /// observer.
  @inlinable init?(_ change: KeyValueChange, of object: KeyValueObject, _ record: Record) {
    (self.change, keyPath) = (change, record.keyPath)
    let whole = change.kind == .setting ? change.newValue : object.value(forKeyPath: keyPath)
    guard let value = Self.typed(whole ?? KeyValueNull.null) else { return nil }
    self.value = value
  }

  /// What happened to the value. The kind of a change that was announced as a change of elements is not `.setting`.
  public var kind: KeyValueChangeKind { change.kind }

  /// The whole value before the change. It is nil if `.old` was not asked for, in the initial call, after a change of
  /// elements, and if the value was an object in its deinit. For a `Value` that is optional itself, a nil value is
  /// `.some(nil)`.
  public var oldValue: Value? { kind == .setting ? change.oldValue.flatMap(Self.typed) : nil }

  /// The indexes of the changed elements of an array; nil for a setting, and for a `Set`.
  public var indexes: RangeSet<Int>? { change.indexes }

  /// The elements that were inserted, or that replaced others; nil for a setting or a removal.
  public var newElements: Value? { kind == .setting ? nil : change.newValue.flatMap(Self.typed) }

  /// The elements that were removed or replaced; nil for a setting or an insertion, or if `.old` was not asked for.
  public var oldElements: Value? { kind == .setting ? nil : change.oldValue.flatMap(Self.typed) }

  /// The value as this type, with null for nil.
  @inlinable static func typed(_ value: Any) -> Value? {
    if type(of: value) == KeyValueNull.self, let optional = Value.self as? any Nullable.Type {
      return optional.null as? Value
    }
    return value as? Value
  }
}

/// An optional type. Its own nil is not that of the type that it wraps.
@usableFromInline protocol Nullable {
  static var null: Self { get }
}

extension Optional: Nullable {
  @usableFromInline static var null: Wrapped? { nil }
}

// Sound because it holds only values of type `Value`, null, and plain values.
extension Change: @unchecked Sendable where Value: Sendable {}

extension Change: CustomStringConvertible {
  /// The key path, the kind of the change, and its values.
  public var description: String {
    var parts = ["\(keyPath): \(kind)"]
    if let indexes { parts.append("at " + indexes.ranges.map { "\($0)" }.joined(separator: " ")) }
    if let oldValue { parts.append("from \(oldValue)") }
    parts.append("to \(value)")
    return parts.joined(separator: " ")
  }
}
