import RawObserving
import TestSupport
import Testing

/// A key that no property has is accepted. An engine that never frees what it keeps for such a key grows forever.
@Suite(
  "Further: after many keys were observed, the heap is as large as before", .watched,
  .enabled(if: heapInUse() != nil))
struct ProcessSizeTests {
  // Fewer in debug, where a million take a minute.
  #if DEBUG
    static let (keyCount, roundSize) = (60_000, 6_000)
  #else
    static let (keyCount, roundSize) = (1_000_000, 100_000)
  #endif

  /// How many bytes the heap may have grown by.
  static let tolerance = 7 * keyCount

  @Test("each key is observed and unobserved before the next")
  func oneAtATime() async {
    // In a process of its own, where no other test allocates.
    await #expect(processExitsWith: .success) {
      let (node, recorder) = (Node(), Recorder())
      func observe(_ keys: Range<Int>) {
        for number in keys {
          let key = "key\(number)"
          node.addObserver(recorder, forKeyPath: key, options: [], context: nil)
          node.removeObserver(recorder, forKeyPath: key)
        }
      }
      observe(0..<1000)
      let growth = try #require(heapGrowth { observe(0..<Self.keyCount) })
      #expect(growth <= Self.tolerance, "the heap grew by \(growth) bytes")
    }
  }

  @Test("in each of ten rounds all keys are observed, and then unobserved")
  func allAtOnce() async {
    await #expect(processExitsWith: .success) {
      let (node, recorder) = (Node(), Recorder())
      func observe(_ keys: Range<Int>) {
        for number in keys {
          node.addObserver(recorder, forKeyPath: "key\(number)", options: [], context: nil)
        }
        for number in keys { node.removeObserver(recorder, forKeyPath: "key\(number)") }
      }
      observe(0..<1000)
      let growth = try #require(
        heapGrowth {
          for round in 0..<10 {
            observe(round * Self.roundSize..<(round + 1) * Self.roundSize)
          }
        })
      #expect(growth <= Self.tolerance, "the heap grew by \(growth) bytes")
    }
  }

  @Test("the same with key paths through an object")
  func paths() async {
    await #expect(processExitsWith: .success) {
      let (node, recorder) = (Node(), Recorder())
      node.child = Node()
      func observe(_ keys: Range<Int>) {
        for number in keys {
          let keyPath = "child.key\(number)"
          node.addObserver(recorder, forKeyPath: keyPath, options: [], context: nil)
          node.removeObserver(recorder, forKeyPath: keyPath)
        }
      }
      observe(0..<1000)
      let growth = try #require(heapGrowth { observe(0..<Self.keyCount / 3) })
      #expect(growth <= Self.tolerance, "the heap grew by \(growth) bytes")
    }
  }
}
