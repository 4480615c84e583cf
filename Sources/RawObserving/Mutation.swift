/// What a change does to a value, and which part of the value it tells of.
struct Mutation: Sendable {
  let kind: KeyValueChangeKind
  let indexes: RangeSet<Int>?

  /// What is told of the value before the change, or nil for nothing.
  let old: @Sendable (Any?) throws(Violation) -> Any?

  /// What is told of the value after the change, or nil for nothing.
  let new: @Sendable (Any?) throws(Violation) -> Any?

  /// The value as a whole.
  static let setting = Mutation(
    kind: .setting, indexes: nil,
    old: { value throws(Violation) in value ?? KeyValueNull.null },
    new: { value throws(Violation) in value ?? KeyValueNull.null })
}
