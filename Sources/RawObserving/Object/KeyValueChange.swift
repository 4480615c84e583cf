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

/// The names of the entries of a change, as Apple spells them.
public enum KeyValueChangeKey: String, Sendable {
  /// What happened: the raw value of a ``KeyValueChangeKind``.
  case kind
  /// The value after the change.
  case new
  /// The value before the change.
  case old
  /// Where elements were inserted, removed or replaced.
  case indexes
  /// `true` in the call before the change, absent in the call after it.
  case notificationIsPrior
  /// The key path that fired. Only a mediator fills it in.
  case keyPath
}

/// The value "nil" inside a change, where the absence of an entry means something else.
///
/// Apple uses `NSNull` for the same purpose.
public enum KeyValueNull: Hashable, Sendable, CustomStringConvertible {
  /// The only null there is.
  case null

  /// `<null>`, as Apple prints it.
  public var description: String { "<null>" }
}

/// On whose behalf a mediator passes a change on: its record.
@usableFromInline package protocol ChangeSource: AnyObject { var keyPath: String { get } }

/// What an observer is told about one change. It is a value: an observer may keep it.
public struct KeyValueChange {
  /// What happened to the value.
  public let kind: KeyValueChangeKind

  /// The value after the change, ``KeyValueNull/null`` if that is nil. Nil means "not there": it was not asked for,
  /// or the change has not happened yet.
  public let newValue: Any?

  /// The value before the change, ``KeyValueNull/null`` if that was nil. Nil means "not there".
  public let oldValue: Any?

  /// Where a to-many value changed; nil for a setting.
  public var indexes: RangeSet<Int>? { boxedIndexes?.indexes }

  // Behind a reference, because the standard library does not fix the layout of a RangeSet. A change that had one
  // inside would have no fixed layout either, and would be copied by calls into the runtime.
  private let boxedIndexes: BoxedIndexes?

  /// Whether this is the call before the change.
  public let isPrior: Bool

  /// The key path that fired. Only a mediator fills it in; the raw callback has it as an argument.
  public var keyPath: String? { source?.keyPath }

  /// On whose behalf a mediator passes it on.
  package let source: (any ChangeSource)?

  /// Creates a change. Entries that are left out are "not there".
  public init(
    kind: KeyValueChangeKind, newValue: Any? = nil, oldValue: Any? = nil, indexes: RangeSet<Int>? = nil,
    isPrior: Bool = false
  ) { self.init(kind, newValue, oldValue, indexes.map(BoxedIndexes.init), isPrior) }

  init(
    _ kind: KeyValueChangeKind, _ newValue: Any?, _ oldValue: Any?, _ boxedIndexes: BoxedIndexes? = nil,
    _ isPrior: Bool = false, _ source: (any ChangeSource)? = nil
  ) {
    (self.kind, self.newValue, self.oldValue) = (kind, newValue, oldValue)
    (self.boxedIndexes, self.isPrior, self.source) = (boxedIndexes, isPrior, source)
  }

  /// The same change, with the values that the options ask for.
  func reduced(to options: KeyValueObservingOptions) -> KeyValueChange {
    KeyValueChange(
      kind, options.contains(.new) ? newValue : nil, options.contains(.old) ? oldValue : nil, boxedIndexes, isPrior)
  }

  /// The same change, as a mediator passes it on.
  @usableFromInline package func passed(onBehalfOf source: any ChangeSource) -> KeyValueChange {
    KeyValueChange(kind, newValue, oldValue, boxedIndexes, isPrior, source)
  }

  /// The entry of that name, or nil if it is not there; the way Apple's change dictionary is read.
  public subscript(key: KeyValueChangeKey) -> Any? {
    switch key {
    case .kind: kind.rawValue
    case .new: newValue
    case .old: oldValue
    case .indexes: indexes
    case .notificationIsPrior: isPrior ? true : nil
    case .keyPath: keyPath
    }
  }
}

final class BoxedIndexes: Sendable {
  let indexes: RangeSet<Int>
  init(_ indexes: RangeSet<Int>) { self.indexes = indexes }
}

extension KeyValueChange: CustomStringConvertible {
  /// The entries that are there, in alphabetical order, as a dictionary is printed by Apple.
  public var description: String {
    let keys: [KeyValueChangeKey] = [.indexes, .keyPath, .kind, .new, .notificationIsPrior, .old]
    let entries = keys.compactMap { key in
      self[key].map { "\(key.rawValue) = \(($0 as? RangeSet<Int>).map(Self.text) ?? "\($0)");" }
    }
    return "{" + entries.joined(separator: " ") + "}"
  }

  private static func text(_ indexes: RangeSet<Int>) -> String { indexes.ranges.map { "\($0)" }.joined(separator: " ") }
}
