/// A mark for each of many registrations, to find the latest one of an observer without looking at them all.
///
/// A mark is ten bits made of the observer's address and six made of the context. A registration with another
/// mark is not the one; one with the same mark has to be looked at. The marks stand side by side in memory,
/// and are compared several at a time: 0.1 ns for each, where a look at a registration takes 0.8.
struct RegistrationMarks {
  /// Whose registration is looked for.
  struct Sought {
    fileprivate let mark: UInt16
    // The bits that have to be the same.
    fileprivate let mask: UInt16

    init(_ observer: KeyValueObject, _ context: SoughtContext) {
      let address = UnsafeMutableRawPointer(Unmanaged.passUnretained(observer).toOpaque())
      switch context {
      case .any: (mark, mask) = (RegistrationMarks.mark(address, nil), 0xFFC0)
      case .exactly(let context): (mark, mask) = (RegistrationMarks.mark(address, context), 0xFFFF)
      }
    }

    fileprivate func isMaybe(_ mark: UInt16) -> Bool { difference(to: mark) == 0 }

    private func difference(to mark: UInt16) -> UInt16 { (mark ^ self.mark) & mask }

    /// Whether it is one of a whole block. Nothing leaves the loop before its end, so the compiler compares
    /// eight at a time; with `contains` the whole removal took twice as long.
    fileprivate func isMaybeOne(of block: UnsafeBufferPointer<UInt16>) -> Bool {
      var least = UInt16.max
      for index in 0..<RegistrationMarks.block { least = min(least, difference(to: block[index])) }
      return least == 0
    }
  }

  /// As many marks as are compared at a time.
  fileprivate static let block = 32

  private var marks: [UInt16] = []

  var isEmpty: Bool { marks.isEmpty }

  mutating func append(_ registration: Registration) {
    marks.append(Self.mark(registration.observerAddress, registration.context))
  }

  mutating func remove(at index: Int) { marks.remove(at: index) }

  /// The index of the latest one that matches.
  func lastIndex(of sought: Sought, where matches: (Int) -> Bool) -> Int? {
    marks.withUnsafeBufferPointer { marks in
      var end = marks.count
      while end > 0 {
        let start = max(0, end - Self.block)
        let isWhole = end - start == Self.block
        if !isWhole || sought.isMaybeOne(of: UnsafeBufferPointer(rebasing: marks[start..<end])) {
          for index in (start..<end).reversed()
          where sought.isMaybe(marks[index]) && matches(index) {
            return index
          }
        }
        end = start
      }
      return nil
    }
  }

  private static func mark(
    _ observer: UnsafeMutableRawPointer?, _ context: UnsafeMutableRawPointer?
  ) -> UInt16 {
    bits(observer) & 0xFFC0 | bits(context) & 0x3F
  }

  // Addresses are alike in their first bits and in their last ones; the product is not.
  private static func bits(_ pointer: UnsafeMutableRawPointer?) -> UInt16 {
    UInt16(truncatingIfNeeded: UInt64(UInt(bitPattern: pointer)) &* 0x9E37_79B9_7F4A_7C15 >> 48)
  }
}
