public import RawObserving

/// One change, as a typed handler receives it.
public struct Change<Value> {
  @usableFromInline let change: KeyValueChange
  /// The whole value, if the change says only which elements changed.
  @usableFromInline let whole: Any?

  /// The key path that fired.
  public let keyPath: String

  @usableFromInline
  init(_ change: KeyValueChange, of object: KeyValueObject, _ record: Record) {
    self.change = change
    keyPath = record.keyPath
    whole = change.kind == .setting ? nil : object.value(forKeyPath: keyPath) ?? KeyValueNull.null
  }

  /// What happened to the value. The kind of a change that was announced as a change of elements is not `.setting`.
  public var kind: KeyValueChangeKind { change.kind }

  /// The whole value after the change.
  ///
  /// After a change of elements the value is read when the change is delivered. If another observer has changed the
  /// property by then, it is the value after that second change.
  @inlinable public var value: Value { Self.typed(whole ?? change.newValue ?? KeyValueNull.null) }

  /// The whole value before the change. It is nil if `.old` was not asked for, in the initial call, after a change of
  /// elements, and if the value was an object in its deinit. For a `Value` that is optional itself, a nil value is
  /// `.some(nil)`.
  @inlinable public var oldValue: Value? { kind == .setting ? change.oldValue.map(Self.typed) : nil }

  /// The indexes of the changed elements of an array; nil for a setting, and for a `Set`.
  public var indexes: RangeSet<Int>? { change.indexes }

  /// The elements that were inserted, or that replaced others; nil for a setting or a removal.
  @inlinable public var newElements: Value? { kind == .setting ? nil : change.newValue.map(Self.typed) }

  /// The elements that were removed or replaced; nil for a setting or an insertion, or if `.old` was not asked for.
  @inlinable public var oldElements: Value? { kind == .setting ? nil : change.oldValue.map(Self.typed) }

  /// The value as this type, with null for nil. The cast cannot fail: the engine read the value from a property of this
  /// type, or of the type that it wraps if the path leads through an optional.
  @inlinable static func typed(_ value: Any) -> Value {
    if value is KeyValueNull && Value.self != KeyValueNull.self { return Any?.none as! Value }
    return value as! Value
  }
}

// Sound because it holds only values of type `Value`, null, and plain values.
extension Change: @unchecked Sendable where Value: Sendable {}

extension Change {
  /// Makes the same change to another array that is equal to the observed one before the change, such as a list of
  /// rows.
  ///
  /// Inserts, removes or replaces the same elements at the same indexes. After a setting the other array becomes equal
  /// to ``value``. It also does if its length shows that it was not equal before the change.
  public func apply<Element>(to array: inout [Element]) where Value == [Element] {
    guard let indexes, fits(array.count, indexes) else { return array = value }
    var rest = (newElements ?? [])[...]
    switch kind {
    case .setting: array = value
    case .insertion:
      for range in indexes.ranges {
        array.insert(contentsOf: rest.prefix(range.count), at: range.lowerBound)
        rest = rest.dropFirst(range.count)
      }
    case .removal: array.removeSubranges(indexes)
    case .replacement: for (index, element) in zip(indexes.ranges.joined(), rest) { array[index] = element }
    }
  }

  /// Whether an array of that length has the indexes, and would be as long as the value after the change.
  private func fits<Element>(_ count: Int, _ indexes: RangeSet<Int>) -> Bool where Value == [Element] {
    let changed = indexes.ranges.reduce(0) { $0 + $1.count }
    let difference = kind == .insertion ? changed : kind == .removal ? -changed : 0
    return count + difference == value.count && indexes.isSubset(of: RangeSet(0..<max(count, value.count)))
  }
}

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
