public import RawObserving

/// What a typed observation is told about one change.
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

  /// What happened to the value. A change of elements that was announced as one has another kind than `.setting`.
  public var kind: KeyValueChangeKind { change.kind }

  /// The whole value after the change.
  ///
  /// After a change of elements it is read when the change is delivered: if an observer that was called before has
  /// changed the property again, it is the value after that.
  @inlinable public var value: Value { Self.typed(whole ?? change.newValue ?? KeyValueNull.null) }

  /// The whole value before the change; nil if `.old` was not asked for, in the initial call, if elements changed,
  /// and if the value was an object that is gone. For a `Value` that is optional itself, a nil value is `.some(nil)`.
  @inlinable public var oldValue: Value? { kind == .setting ? change.oldValue.map(Self.typed) : nil }

  /// Where elements of an array changed; nil for a setting, and for a set.
  public var indexes: RangeSet<Int>? { change.indexes }

  /// The elements that were inserted, or that replaced others; nil for a setting or a removal.
  @inlinable public var newElements: Value? { kind == .setting ? nil : change.newValue.map(Self.typed) }

  /// The elements that were removed or replaced; nil for a setting or an insertion, or if `.old` was not asked for.
  @inlinable public var oldElements: Value? { kind == .setting ? nil : change.oldValue.map(Self.typed) }

  /// The engine read the value from a property of this type, or of what it wraps along a path with a nil, and wrote
  /// null for a nil.
  @inlinable static func typed(_ value: Any) -> Value {
    if value is KeyValueNull && Value.self != KeyValueNull.self { return Any?.none as! Value }
    return value as! Value
  }
}

// Sound because all that it holds is the values, which are of type `Value` or null, and plain values.
extension Change: @unchecked Sendable where Value: Sendable {}

extension Change {
  /// Makes the same change to another array that is as this one was before: a list of rows, say.
  ///
  /// Elements that were inserted, removed or replaced are so there, at the same indexes. After a setting, or if the
  /// other array would not be as long as ``value`` afterwards, it becomes equal to ``value``.
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
  /// What happened, and the values that are there.
  public var description: String {
    var parts = ["\(keyPath): \(kind)"]
    if let indexes { parts.append("at " + indexes.ranges.map { "\($0)" }.joined(separator: " ")) }
    if let oldValue { parts.append("from \(oldValue)") }
    parts.append("to \(value)")
    return parts.joined(separator: " ")
  }
}
