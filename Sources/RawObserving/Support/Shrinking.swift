extension Dictionary {
  /// Gives memory back after many removals. A dictionary never does that by itself.
  ///
  /// Call it after each removal; the cost is constant on average.
  package mutating func shrinkIfSparse() {
    if capacity > 64 && count < capacity / 8 { self = Dictionary(uniqueKeysWithValues: map { $0 }) }
  }
}

extension Array {
  /// Gives memory back after many removals. An array never does that by itself.
  ///
  /// Call it after each removal; the cost is constant on average.
  package mutating func shrinkIfSparse() { if capacity > 64 && count < capacity / 8 { self = map { $0 } } }
}
