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
public enum KeyValueNull: Hashable, Sendable {
  /// The only null there is.
  case null
}

extension KeyValueNull: CustomStringConvertible {
  /// `<null>`, as Apple prints it.
  public var description: String { "<null>" }
}

/// On whose behalf a mediator passes a change on: its record.
@usableFromInline package protocol ChangeSource: AnyObject {
  var keyPath: String { get }
}

/// What an observer is told about one change. It is a value: an observer may keep it, and it will
/// never alter.
public struct KeyValueChange {
  /// What happened to the value.
  public let kind: KeyValueChangeKind

  /// The value after the change, ``KeyValueNull/null`` if that is nil; nil means "not there":
  /// it was not asked for, or the change has not happened yet.
  public let newValue: Any?

  /// The value before the change, ``KeyValueNull/null`` if that was nil; nil means "not there".
  public let oldValue: Any?

  /// Where a to-many value changed; nil for a setting.
  public let indexes: RangeSet<Int>?

  /// Whether this is the call before the change.
  public let isPrior: Bool

  /// The key path that fired. Only a mediator fills it in; the raw callback has it as an argument.
  public var keyPath: String? { source?.keyPath }

  /// On whose behalf a mediator passes it on.
  @usableFromInline package let source: (any ChangeSource)?

  /// Makes a change. Entries that are left out are "not there".
  @inlinable public init(
    kind: KeyValueChangeKind, newValue: Any? = nil, oldValue: Any? = nil,
    indexes: RangeSet<Int>? = nil, isPrior: Bool = false
  ) {
    self.kind = kind
    self.newValue = newValue
    self.oldValue = oldValue
    self.indexes = indexes
    self.isPrior = isPrior
    source = nil
  }

  /// The same change, as a mediator passes it on.
  @inlinable package init(_ change: KeyValueChange, from source: any ChangeSource) {
    kind = change.kind
    newValue = change.newValue
    oldValue = change.oldValue
    indexes = change.indexes
    isPrior = change.isPrior
    self.source = source
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

extension KeyValueChange: CustomStringConvertible {
  /// The entries that are there, in alphabetical order, as a dictionary is printed by Apple.
  public var description: String {
    let keys: [KeyValueChangeKey] = [.indexes, .keyPath, .kind, .new, .notificationIsPrior, .old]
    let entries = keys.compactMap { key in
      self[key].map { "\(key.rawValue) = \(($0 as? RangeSet<Int>).map(Self.text) ?? "\($0)");" }
    }
    return "{" + entries.joined(separator: " ") + "}"
  }

  private static func text(_ indexes: RangeSet<Int>) -> String {
    indexes.ranges.map { "\($0)" }.joined(separator: " ")
  }
}
