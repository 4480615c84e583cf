import Foundation
import Testing

@testable import RawObserving
import TestSupport

@Suite("Bad input", .watched)
struct BadInputTests {
  private let node = Node()
  private let list = TrackList()
  private static let million = String(repeating: "k", count: 1_000_000)
  private static let keys = ["", " ", ".", "..", "child.text", "a..b", "@count", "number\0", million]

  @Test("a key that is none raises where a value is read or written, in a short sentence")
  func keys() {
    for key in Self.keys {
      let violations = [
        violation { _ = try node.codedValue(forKey: key) },
        violation { try node.setCodedValue(1, forKey: key) },
      ]
      #expect(violations.map { $0?.id.exception } == Array(repeating: "NSUnknownKeyException", count: 2))
      #expect(violations.allSatisfy { $0?.report.utf8.count ?? .max < 400 })
    }
  }

  @Test("a path that is none raises where a value is read or written, in a short sentence")
  func paths() {
    let paths = ["", ".", "child.", ".text", "child..text", "@count", "@", Self.million]
    for path in paths {
      let violations = [
        violation { _ = try node.currentValue(at: KeyPathString(path, for: node)) },
        violation { try node.setCurrentValue(1, at: KeyPathString(path, for: node)) },
      ]
      #expect(violations.map { $0?.id.exception } == Array(repeating: "NSInvalidArgumentException", count: 2))
      #expect(violations.allSatisfy { $0?.report.utf8.count ?? .max < 400 })
    }
  }

  @Test("announcing a key that does not exist, in any form, makes no call")
  func announced() {
    let heard = node.heard("number", .prior) {
      for key in Self.keys {
        node.willChangeValue(forKey: key)
        node.willChange(.removal, valuesAt: RangeSet(Int.min..<Int.max), forKey: key)
        node.willChangeValue(forKey: key, withSetMutation: .set, using: Set([1]))
        node.didChangeValue(forKey: key, withSetMutation: .set, using: Set([1]))
        node.didChange(.removal, valuesAt: RangeSet(), forKey: key)
        node.didChangeValue(forKey: key)
      }
    }
    #expect(heard == [])
  }

  @Test("the longest key there may be is registered and removed, and no other observer's removal will do")
  func longKey() {
    let key = String(repeating: "k", count: KeyPathString.mostBytes)
    let recorder = Recorder(observing: node, key, .new)
    let raised = violation { try node.unregister(Recorder(), keyPath: key, context: .any) }
    #expect(raised?.id.exception == "NSRangeException")
    node.removeObserver(recorder, forKeyPath: key)
  }

  @Test(
    "indexes that are out of range raise where elements are asked for",
    arguments: [
      RangeSet(-1..<1), RangeSet(0..<3), RangeSet(2..<3), RangeSet(Int.min..<Int.max),
      RangeSet(Int.max - 1..<Int.max), RangeSet([0..<1, 5..<6]),
    ])
  func indexes(range: RangeSet<Int>) {
    list.rawItems = ["a", "b"]
    let recorder = Recorder(observing: list, "rawItems")
    for kind: KeyValueChangeKind in [.removal, .replacement] {
      let raised = violation {
        try list.announceWill(kind, at: range, of: "rawItems")
      }
      #expect(raised?.id.exception == "NSRangeException")
    }
    // An insertion is looked at when it has happened.
    let raised = violation {
      try list.announceWill(.insertion, at: range, of: "rawItems")
      try list.announceDid("rawItems")
    }
    #expect(raised?.id.exception == "NSRangeException")
    let indexes = range.ranges.map { "\($0)" }.joined(separator: ", ")
    #expect(raised?.reason.contains("the indexes \(indexes) are out of range") == true)
    #expect(recorder.calls == 0)
    list.rawItems = []
    #expect(recorder.heard == [Heard("rawItems", new: [String](), old: ["a", "b"])])
    list.removeObserver(recorder, forKeyPath: "rawItems")
  }

  @Test("a hundred thousand indexes are one change, and out of range they raise in short")
  func manyIndexes() {
    let every = (0..<100_000).map { $0 * 2..<$0 * 2 + 1 }
    let items: MutableArrayValue<Int> = Numbered().mutableArrayValue(forKey: "numbers")
    items.insert(Array(0..<200_000), at: RangeSet(0..<200_000))
    items.remove(at: RangeSet(every))
    #expect(items.count == 100_000)
    let raised = Violation.indexesOutOfRange(RangeSet(every), count: 100_000, key: "numbers", object: node)
    #expect(raised.report.utf8.count < 500)
  }

  @Test("a million elements inserted at once take no time to speak of")
  func manyElements() {
    let numbered = Numbered()
    let items: MutableArrayValue<Int> = numbered.mutableArrayValue(forKey: "numbers")
    let heard = numbered.heard("numbers", []) {
      items.insert(Array(0..<1_000_000), at: RangeSet(0..<1_000_000))
      items.insert(Array(0..<100_000), at: RangeSet(0..<100_000))
    }
    #expect(heard.count == 2)
    #expect(numbered.numbers.prefix(100_001).suffix(2) == [99_999, 0])
  }

  @Test("a trigger that is too long raises in short when its dependent key is observed")
  func longTrigger() {
    final class Wordy: Node {
      override class func keyPathsForValuesAffectingValue(forKey key: String) -> Set<String> {
        key == "title" ? [String(repeating: "t", count: 1_000_000)] : []
      }
    }
    let raised = violation {
      try Wordy().register(Recorder(), keyPath: "title", options: [], context: nil)
    }
    #expect(raised?.id.exception == "NSInvalidArgumentException")
    #expect(raised?.report.utf8.count ?? .max < 400)
  }
}

private final class Numbered: KeyValueObject {
  @Observed var numbers: [Int] = []
}
