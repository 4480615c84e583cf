/// Draws numbers, the same ones for the same seed.
package struct Dice {
  private var state: UInt64

  package init(seed: Int) { state = UInt64(bitPattern: Int64(seed)) &* 0x9E37_79B9_7F4A_7C15 | 1 }

  /// A number from 0 to below `sides`, which is at most some thousands.
  package mutating func roll(_ sides: Int) -> Int {
    // Marsaglia's xorshift; its high bits are the better ones.
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int(state >> 33) % sides
  }
}
