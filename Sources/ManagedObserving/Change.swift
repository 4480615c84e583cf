public import RawObserving

/// One change, as a typed handler receives it.
public struct Change<Value> {
  /// The key path that fired.
  public let keyPath: String

  /// What happened to the value. The kind of a change that was announced as a change of elements is not `.setting`.
  public let kind: KeyValueChangeKind

  /// The whole value after the change.
  ///
  /// It is read just before the call, or, if the change is delivered elsewhere, just before the change is put into the
  /// queue. If another handler has set the property by then, it is the value after that setting. So the last change
  /// that an observer receives carries the last value.
  ///
  /// A nil at any depth of optionals arrives as nil. So `.some(nil)` of an `Int??`, and an `Any?` that holds nil or
  /// `KeyValueNull.null`, arrive as nil.
  public let value: Value

  /// The whole value before the change. It is nil if `.old` was not asked for, in the initial call, after a change of
  /// elements, and if the value was an object in its deinit. For a `Value` that is optional itself, a nil value is
  /// `.some(nil)`.
  public let oldValue: Value?

  /// The changed elements and their indexes; nil for a setting.
  @usableFromInline let elements: Elements?

  /// Behind a reference, because most changes have none.
  @usableFromInline final class Elements {
    let (indexes, new, old): (RangeSet<Int>?, Value?, Value?)

    @usableFromInline init(_ indexes: RangeSet<Int>?, new: Value?, old: Value?) {
      (self.indexes, self.new, self.old) = (indexes, new, old)
    }
  }

  /// Creates a setting, for a test of a method that handles changes.
  ///
  ///     view.dateDidChange(Change(keyPath: "date", value: 5))
  ///
  /// - Parameters:
  ///   - keyPath: the key path that fired.
  ///   - value: the value after the change.
  ///   - oldValue: the value before the change; nil if `.old` was not asked for.
  public init(keyPath: String, value: Value, oldValue: Value? = nil) {
    self.init(keyPath: keyPath, kind: .setting, value: value, oldValue: oldValue, elements: nil)
  }

  @inlinable
  init(keyPath: String, kind: KeyValueChangeKind, value: Value, oldValue: Value?, elements: Elements?) {
    (self.keyPath, self.kind, self.value, self.oldValue, self.elements) = (keyPath, kind, value, oldValue, elements)
  }

  /// The change with the values as this type. Nil if one has another type. The engine reads them from a property of
  /// this type; but any code can call an observer, and a class can override what is read.
  @inlinable static func typed(_ change: KeyValueChange, of object: KeyValueObject, _ record: Record) -> Change? {
    let keyPath = record.keyPath
    if change.kind == .setting {
      guard let value = typed(change.newValue ?? KeyValueNull.null) else { return nil }
      let old = record.asksForOld ? change.oldValue.flatMap { typed($0) } : nil
      return Change(keyPath: keyPath, kind: .setting, value: value, oldValue: old, elements: nil)
    }
    guard let value = typed(record.value(from: object) ?? KeyValueNull.null) else { return nil }
    let elements = Elements(
      change.indexes, new: change.newValue.flatMap { typed($0) }, old: change.oldValue.flatMap { typed($0) })
    return Change(keyPath: keyPath, kind: change.kind, value: value, oldValue: nil, elements: elements)
  }

  /// The indexes of the changed elements of an array; nil for a setting, and for a `Set`.
  public var indexes: RangeSet<Int>? { elements?.indexes }

  /// The elements that were inserted, or that replaced others; nil for a setting or a removal.
  public var newElements: Value? { elements?.new }

  /// The elements that were removed or replaced; nil for a setting or an insertion, or if `.old` was not asked for.
  public var oldElements: Value? { elements?.old }

  /// The value as this type, with null for nil.
  @inlinable static func typed(_ value: Any) -> Value? {
    if type(of: value) == KeyValueNull.self, let optional = Value.self as? any Nullable.Type {
      return optional.null as? Value
    }
    if let value = same(value) { return value }
    // A cast to an optional would look into an `AnyHashable`, which is not nil even if it holds nil.
    if type(of: value) == AnyHashable.self, let value = same(value as? AnyHashable) { return value }
    return value as? Value
  }

  /// The value, if its type is exactly this one. A cast by the runtime costs several times as much.
  @inlinable static func same<Same>(_ value: Same) -> Value? {
    // Sound: the two types have just been compared, and both are known by a type parameter alone, so a value of either
    // is represented in the same way.
    Same.self == Value.self ? unsafe unsafeBitCast(value, to: Value.self) : nil
  }
}

/// An optional type. Its own nil is not that of the type that it wraps.
@usableFromInline protocol Nullable {
  static var null: Self { get }
}

extension Optional: Nullable {
  @usableFromInline static var null: Wrapped? { nil }
}

extension Change: Sendable where Value: Sendable {}
extension Change.Elements: Sendable where Value: Sendable {}

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

/// The options of a typed observation, which always delivers the value after each change.
public struct ChangeOptions: OptionSet, Hashable, Sendable {
  /// The bits of the options, as Apple numbers them.
  public let rawValue: UInt

  /// Creates options out of their bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// The change carries the value before it.
  public static let old = ChangeOptions(rawValue: KeyValueObservingOptions.old.rawValue)

  /// One call at once, with the current value.
  public static let initial = ChangeOptions(rawValue: KeyValueObservingOptions.initial.rawValue)

  /// Unavailable: a typed change always carries the value after it.
  @available(*, unavailable, message: "a typed change always carries the new value; leave .new out")
  public static let new = ChangeOptions()

  /// Unavailable: observe by string to be called before each change.
  @available(*, unavailable, message: "observe by string, keyPath:, to be called before each change")
  public static let prior = ChangeOptions()

  /// The options of the registration.
  var raw: KeyValueObservingOptions {
    KeyValueObservingOptions(rawValue: intersection([.old, .initial]).rawValue).union(.new)
  }
}

extension ChangeOptions: CustomStringConvertible {
  /// The names of the options, as they are written in Swift.
  public var description: String { KeyValueObservingOptions(rawValue: rawValue).description }
}
