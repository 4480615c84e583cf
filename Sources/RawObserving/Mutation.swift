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

/// What a change does to a value, and which part of the value it tells of.
struct Mutation {
  let kind: KeyValueChangeKind
  var indexes: RangeSet<Int>?

  /// What is told of the object's value before the change, given both; nil for nothing.
  var old: (KeyValueObject, Any?) throws(Violation) -> Any? = { _, _ in nil }

  /// What is told of the object's value after the change, given both; nil for nothing.
  var new: (KeyValueObject, Any?) throws(Violation) -> Any? = { _, _ in nil }

  /// The value as a whole.
  static var setting: Mutation {
    Mutation(kind: .setting, old: { $1 ?? KeyValueNull.null }, new: { $1 ?? KeyValueNull.null })
  }

  /// Elements of an ordered value: those at the indexes, before where they are removed or replaced,
  /// after where they are inserted or replaced.
  static func elements(
    _ kind: KeyValueChangeKind, at indexes: RangeSet<Int>, of key: String
  ) -> Mutation {
    let elements: (KeyValueObject, Any?) throws(Violation) -> Any? = {
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
    case .setting: return .setting
    case .insertion: return Mutation(kind: kind, indexes: indexes, new: elements)
    case .removal: return Mutation(kind: kind, indexes: indexes, old: elements)
    case .replacement: return Mutation(kind: kind, indexes: indexes, old: elements, new: elements)
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
    case .union: return Mutation(kind: .insertion, new: { _, _ in added })
    case .minus, .intersect: return Mutation(kind: .removal, old: { _, _ in removed })
    case .set: return Mutation(kind: .replacement, old: { _, _ in removed }, new: { _, _ in added })
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
