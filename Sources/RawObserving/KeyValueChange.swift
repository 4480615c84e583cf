/// What a change did to the value. The raw values are Apple's.
public enum KeyValueChangeKind: UInt, Sendable {
  /// The value was set as a whole.
  case setting = 1
  /// Elements were inserted into a to-many value.
  case insertion = 2
  /// Elements were removed from a to-many value.
  case removal = 3
  /// Elements of a to-many value were replaced.
  case replacement = 4
}

/// The keys of the entries of a change, as Apple spells them.
public enum KeyValueChangeKey: String, Sendable {
  /// What happened: the raw value of a ``KeyValueChangeKind``.
  case kind
  /// The value after the change; for an insertion or a replacement of elements, the new elements.
  case new
  /// The value before the change; for a removal or a replacement of elements, the old elements.
  case old
  /// The indexes at which elements were inserted, removed or replaced.
  case indexes
  /// `true` in the call before the change, absent in the call after it.
  case notificationIsPrior
}

/// A nil value inside a change, as opposed to an entry that is absent.
///
/// Apple uses `NSNull` for the same purpose. It replaces nil at any depth: if the property is a `T??`, a change cannot
/// tell `nil` from `.some(nil)`. And if a property of type `Any` holds a null itself, a change cannot tell that from
/// nil.
public enum KeyValueNull: Hashable, Sendable, CustomStringConvertible {
  /// The only null there is.
  case null

  /// `<null>`, as Apple prints it.
  public var description: String { "<null>" }
}

/// One change, as an observer receives it. It is a value, so an observer may keep it.
public struct KeyValueChange {
  /// What happened to the value.
  public let kind: KeyValueChangeKind

  /// The value after a setting, with ``KeyValueNull/null`` for nil. After an insertion or a replacement of elements it
  /// holds the new elements alone. Nil means that the entry is absent: `.new` was not asked for, elements were removed,
  /// or the change has not happened yet.
  public let newValue: Any?

  /// The value before a setting, with ``KeyValueNull/null`` for nil. For a removal or a replacement of elements it
  /// holds the old elements alone. Nil means that the entry is absent.
  public let oldValue: Any?

  /// The indexes of the changed elements of an array; nil for a setting, and for a set.
  public var indexes: RangeSet<Int>? { boxedIndexes?.indexes }

  // Behind a reference, because the standard library does not fix the layout of a RangeSet. A change that contained one
  // would have no fixed layout either, and would be copied by calls into the runtime.
  private let boxedIndexes: BoxedIndexes?

  /// Whether this is the call before the change.
  public let isPrior: Bool

  /// Creates a change, for a test of an observer.
  ///
  ///     let change = KeyValueChange(kind: .setting, newValue: 1)
  ///     view.observeValue(forKeyPath: "date", of: clock, change: change, context: ClockView.context)
  ///
  /// Entries that you leave out are absent.
  ///
  /// - Parameters:
  ///   - kind: what happened to the value.
  ///   - newValue: the value after the change, or the new elements; ``KeyValueNull/null`` for nil.
  ///   - oldValue: the value before the change, or the old elements; ``KeyValueNull/null`` for nil.
  ///   - indexes: the indexes of the changed elements of an array.
  ///   - isPrior: whether this is the call before the change.
  public init(
    kind: KeyValueChangeKind, newValue: Any? = nil, oldValue: Any? = nil, indexes: RangeSet<Int>? = nil,
    isPrior: Bool = false
  ) { self.init(kind, newValue, oldValue, indexes.map(BoxedIndexes.init), isPrior) }

  init(
    _ kind: KeyValueChangeKind, _ newValue: Any?, _ oldValue: Any?, _ boxedIndexes: BoxedIndexes? = nil,
    _ isPrior: Bool = false
  ) {
    (self.kind, self.newValue, self.oldValue) = (kind, newValue, oldValue)
    (self.boxedIndexes, self.isPrior) = (boxedIndexes, isPrior)
  }

  /// The entry with that key, or nil if it is absent, as in Apple's change dictionary.
  ///
  ///     let date = change[.new] as? Int  // the same as change.newValue
  ///
  /// For ``KeyValueChangeKey/kind`` it is the raw value of the kind.
  ///
  /// - Parameter key: which entry.
  public subscript(key: KeyValueChangeKey) -> Any? {
    switch key {
    case .kind: kind.rawValue
    case .new: newValue
    case .old: oldValue
    case .indexes: indexes
    case .notificationIsPrior: isPrior ? true : nil
    }
  }
}

final class BoxedIndexes: Sendable {
  let indexes: RangeSet<Int>
  init(_ indexes: RangeSet<Int>) { self.indexes = indexes }
}

extension KeyValueChange: CustomStringConvertible {
  /// The entries that are present, in alphabetical order, as Apple prints a dictionary.
  public var description: String {
    let keys: [KeyValueChangeKey] = [.indexes, .kind, .new, .notificationIsPrior, .old]
    let entries = keys.compactMap { key in
      self[key].map { "\(key.rawValue) = \(($0 as? RangeSet<Int>).map(Self.text) ?? "\($0)");" }
    }
    return "{" + entries.joined(separator: " ") + "}"
  }

  private static func text(_ indexes: RangeSet<Int>) -> String { indexes.ranges.map { "\($0)" }.joined(separator: " ") }
}

/// The values that a change carries for an observer, and extra calls. The raw values are Apple's.
public struct KeyValueObservingOptions: OptionSet, Hashable, Sendable, CustomStringConvertible {
  /// The bits of the options, as Apple numbers them.
  public let rawValue: UInt

  /// Creates options out of their bits.
  @inlinable public init(rawValue: UInt) { self.rawValue = rawValue }

  /// The change carries the new value.
  @inlinable public static var new: KeyValueObservingOptions { KeyValueObservingOptions(rawValue: 1) }

  /// The change carries the old value.
  @inlinable public static var old: KeyValueObservingOptions { KeyValueObservingOptions(rawValue: 2) }

  /// One call at once, before `addObserver` returns, and before the registration is recorded.
  @inlinable public static var initial: KeyValueObservingOptions { KeyValueObservingOptions(rawValue: 4) }

  /// One more call before each change.
  @inlinable public static var prior: KeyValueObservingOptions { KeyValueObservingOptions(rawValue: 8) }

  /// The names of the options, as they are written in Swift.
  public var description: String {
    let names: [(Self, String)] = [(.new, ".new"), (.old, ".old"), (.initial, ".initial"), (.prior, ".prior")]
    return "[" + names.filter { contains($0.0) }.map(\.1).joined(separator: ", ") + "]"
  }
}
