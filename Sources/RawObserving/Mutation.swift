/// How a set was changed. The raw values are Apple's.
public enum KeyValueSetMutationKind: UInt, Sendable {
  /// Elements were added.
  case union = 1
  /// Elements were taken out.
  case minus = 2
  /// Elements that are not in another set were taken out.
  case intersect = 3
  /// The set was replaced by another.
  case set = 4
}

/// A change of some elements of a value, and which of them are told of; a change of the value as a whole
/// has none.
final class Mutation {
  /// When a value is looked at.
  enum Moment {
    case before
    case after

    /// What somebody asks for who wants to be told of that value.
    var option: KeyValueObservingOptions { self == .before ? .old : .new }
  }

  /// What is told of the object's value before or after the change, given both; nil for nothing.
  typealias Part = (KeyValueObject, Any?) throws(Violation) -> Any?

  let kind: KeyValueChangeKind
  let indexes: RangeSet<Int>?
  private let old: Part?
  private let new: Part?

  private init(
    _ kind: KeyValueChangeKind, at indexes: RangeSet<Int>? = nil, old: Part? = nil,
    new: Part? = nil
  ) {
    self.kind = kind
    self.indexes = indexes
    self.old = old
    self.new = new
  }

  /// What is told of the object's value at that moment; nil for nothing.
  func part(
    of value: Any?, _ moment: Moment, in object: KeyValueObject
  ) throws(Violation) -> Any? {
    try (moment == .before ? old : new)?(object, value)
  }

  /// Elements of an ordered value: those at the indexes, before where they are removed or replaced,
  /// after where they are inserted or replaced.
  static func elements(
    _ kind: KeyValueChangeKind, at indexes: RangeSet<Int>, of key: String
  ) -> Mutation? {
    let elements: Part = {
      (object, value) throws(Violation) in
      guard let array = value as? any IndexedElements else {
        throw .notACollection(value, expected: "an array", key: key, object: object)
      }
      guard let elements = array.elements(at: indexes) else {
        throw .indexesOutOfRange(indexes, count: array.count, key: key, object: object)
      }
      return elements
    }
    switch kind {
    case .setting: return nil
    case .insertion: return Mutation(kind, at: indexes, new: elements)
    case .removal: return Mutation(kind, at: indexes, old: elements)
    case .replacement: return Mutation(kind, at: indexes, old: elements, new: elements)
    }
  }

  /// Elements of a set: only those that are really added or taken out.
  static func members<Element>(
    _ kind: KeyValueSetMutationKind, _ members: Set<Element>, of current: Set<Element>
  ) -> Mutation {
    let removed: Set<Element>
    switch kind {
    case .union: removed = []
    case .minus: removed = current.intersection(members)
    case .intersect, .set: removed = current.subtracting(members)
    }
    let added = members.subtracting(current)
    switch kind {
    case .union: return Mutation(.insertion, new: { _, _ in added })
    case .minus, .intersect: return Mutation(.removal, old: { _, _ in removed })
    case .set: return Mutation(.replacement, old: { _, _ in removed }, new: { _, _ in added })
    }
  }
}

/// An array of any type, as far as a change of its elements needs it.
private protocol IndexedElements: Countable {
  /// The elements at the indexes as an array of the same type, or nil if one is out of range.
  func elements(at indexes: RangeSet<Int>) -> Any?
}

extension Array: IndexedElements {
  fileprivate func elements(at indexes: RangeSet<Int>) -> Any? {
    guard indexes.ranges.allSatisfy({ indices.contains($0.lowerBound) && $0.upperBound <= count })
    else { return nil }
    return indexes.ranges.flatMap { self[$0] }
  }
}
