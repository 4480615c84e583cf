import RawObserving
import TestSupport
import Testing

/// A key that no property has is accepted. An engine that never frees what it keeps for such a key grows forever.
@Suite(
  "After many keys were observed, the heap is as large as before", .watched,
  .enabled(if: heapInUse() != nil))
struct ProcessSizeTests {
  // Fewer in debug, where a million take a minute.
  #if DEBUG
    static let keyCount = 30_000
  #else
    static let keyCount = 1_000_000
  #endif

  /// How many bytes the heap may have grown by.
  static let tolerance = 7 * keyCount

  enum Way: String, CaseIterable, Codable, Sendable { case oneAtATime, inRounds, behindAnObject }

  @Test("keys are observed and unobserved, one at a time, in ten rounds, or behind an object", arguments: Way.allCases)
  func heap(way: Way) async {
    // In a process of its own, where no other test allocates.
    await #expect(processExitsWith: .success) { [way] in
      let (node, recorder) = (Node(), Recorder())
      node.child = Node()
      func observe(_ keys: Range<Int>, atOnce count: Int) {
        for start in stride(from: keys.lowerBound, to: keys.upperBound, by: count) {
          let paths = (start..<start + count).map { (way == .behindAnObject ? "child.key" : "key") + "\($0)" }
          for path in paths { node.addObserver(recorder, forKeyPath: path, options: [], context: nil) }
          for path in paths { node.removeObserver(recorder, forKeyPath: path) }
        }
      }
      observe(0..<1000, atOnce: 1)
      let count = way == .behindAnObject ? Self.keyCount / 3 : Self.keyCount
      let growth = try #require(
        heapGrowth { observe(0..<count, atOnce: way == .inRounds ? Self.keyCount / 10 : 1) })
      #expect(growth <= Self.tolerance, "the heap grew by \(growth) bytes")
    }
  }
}
