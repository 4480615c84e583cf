/// How a set was changed. The raw values are Apple's.
public enum KeyValueSetMutationKind: UInt, Sendable {
  /// Members were added.
  case union = 1
  /// Members were removed.
  case minus = 2
  /// Members that are not in another set were removed.
  case intersect = 3
  /// The set was replaced by another.
  case set = 4
}

/// A change of some elements of a value, and the elements that observers receive. A change of the value as a whole has
/// none.
final class ElementChange {
  /// The part of the object's value that observers receive; nil for none. Throws if the value lacks the indexes, unless it
  /// may lack them.
  typealias Part = (KeyValueObject, Any?, _ mayLackIndexes: Bool) throws(Violation) -> Any?

  let kind: KeyValueChangeKind
  let indexes: RangeSet<Int>?
  private let old: Part?
  private let new: Part?

  private init(_ kind: KeyValueChangeKind, at indexes: RangeSet<Int>? = nil, old: Part? = nil, new: Part? = nil) {
    (self.kind, self.indexes, self.old, self.new) = (kind, indexes, old, new)
  }

  /// The part of the object's value that observers receive, before the change (`.old`) or after it (`.new`); nil for
  /// none.
  func part(
    of value: Any?, _ option: KeyValueObservingOptions, in object: KeyValueObject, _ mayLackIndexes: Bool
  ) throws(Violation) -> Any? { try (option == .old ? old : new)?(object, value, mayLackIndexes) }

  /// Whether the value has the indexes; true if it is not an array.
  func areIndexes(of value: Any) -> Bool {
    guard let indexes, let array = value as? any IndexedElements else { return true }
    return array.elements(at: indexes) != nil
  }

  /// Elements of an array: those at the indexes, before they are removed or replaced, and after they are inserted or
  /// replaced.
  static func elements(_ kind: KeyValueChangeKind, at indexes: RangeSet<Int>, of key: String) -> ElementChange? {
    let elements: Part = { (object, value, mayLackIndexes) throws(Violation) in
      guard let array = value as? any IndexedElements else {
        throw .notACollection(value, expected: "an array", key: key, object: object)
      }
      if let elements = array.elements(at: indexes) { return elements }
      if mayLackIndexes { return nil }
      throw .indexesOutOfRange(indexes, count: array.count, key: key, object: object)
    }
    switch kind {
    case .setting: return nil
    case .insertion: return ElementChange(kind, at: indexes, new: elements)
    case .removal: return ElementChange(kind, at: indexes, old: elements)
    case .replacement: return ElementChange(kind, at: indexes, old: elements, new: elements)
    }
  }

  /// Members of a set: only those that are really added or removed.
  static func members<Element>(_ kind: KeyValueSetMutationKind, _ members: Set<Element>, of current: Set<Element>)
    -> ElementChange
  {
    switch kind {
    case .union:
      // Not `subtracting`, which visits each member of its argument: the cost is that of the members that are inserted.
      let added = members.filter { !current.contains($0) }
      return ElementChange(.insertion, new: { _, _, _ in added })
    case .minus, .intersect:
      let removed = kind == .minus ? current.intersection(members) : current.subtracting(members)
      return ElementChange(.removal, old: { _, _, _ in removed })
    case .set:
      let (added, removed) = (members.subtracting(current), current.subtracting(members))
      return ElementChange(.replacement, old: { _, _, _ in removed }, new: { _, _, _ in added })
    }
  }
}

/// An array of any type.
private protocol IndexedElements: Countable {
  /// The elements, as an array of the same type; nil if there are fewer.
  func elements(at indexes: RangeSet<Int>) -> Any?
}

extension Array: IndexedElements {
  fileprivate func elements(at indexes: RangeSet<Int>) -> Any? {
    let ranges = Array<Range<Int>>(indexes.ranges)
    if let first = ranges.first, let last = ranges.last, first.lowerBound < 0 || last.upperBound > count { return nil }
    return ranges.count == 1 ? Array(self[ranges[0]]) : ranges.flatMap { self[$0] }
  }
}
