import Foundation
import RawObserving
import TestSupport
import Testing

@Suite("Changes announced by hand", .watched)
struct BracketTests {
  @Test("an indexed change of the kind setting tells the whole array, and one without indexes tells no elements")
  func kinds() {
    let node = Node()
    let heard = node.heard("bracketItems", [.new, .old, .prior]) {
      node.append("a")
      node.willChange(.setting, valuesAt: at(0), forKey: "bracketItems")
      node.didChange(.setting, valuesAt: at(0), forKey: "bracketItems")
      node.willChange(.insertion, valuesAt: RangeSet(), forKey: "bracketItems")
      node.didChange(.insertion, valuesAt: RangeSet(), forKey: "bracketItems")
    }
    #expect(
      heard == [
        Heard("bracketItems", kind: .insertion, at: at(0), isPrior: true),
        Heard("bracketItems", kind: .insertion, new: ["a"], at: at(0)),
        Heard("bracketItems", old: ["a"], isPrior: true), Heard("bracketItems", new: ["a"], old: ["a"]),
        Heard("bracketItems", kind: .insertion, at: RangeSet(), isPrior: true),
        Heard("bracketItems", kind: .insertion, new: [String](), at: RangeSet()),
      ])
  }

  @Test("a will for members reads the set only if an observer of the key itself asks for a value")
  func membersUnread() {
    final class Shelf: KeyValueObject {
      @Observed var tags: Set<String> = []
      var reads = 0
      override func value(forKey key: String) -> Any? {
        if key == "tags" { reads += 1 }
        return super.value(forKey: key)
      }
      override class func keyPathsForValuesAffectingValue(forKey key: String) -> Set<String> {
        key == "caption" ? ["tags"] : super.keyPathsForValuesAffectingValue(forKey: key)
      }
    }
    func reads(_ key: String, _ options: KeyValueObservingOptions) -> Int {
      let (shelf, recorder) = (Shelf(), Recorder())
      recorder.observe(shelf, key, options)
      shelf.willChangeValue(forKey: "tags", withSetMutation: .union, using: ["a"])
      let reads = shelf.reads
      shelf.didChangeValue(forKey: "tags", withSetMutation: .union, using: ["a"])
      #expect(recorder.calls == (options.contains(.prior) ? 2 : 1))
      shelf.removeObserver(recorder, forKeyPath: key)
      return reads
    }
    #expect(reads("tags", []) == 0 && reads("tags", .prior) == 0 && reads("caption", []) == 0)
    #expect(reads("tags", .new) > 0)
  }

  @Test("a plain property that announces itself in willSet and didSet is a computed key")
  func plainProperty() {
    final class Account: KeyValueObject {
      var balance = 0 {
        willSet { willChangeValue(forKey: "balance") }
        didSet { didChangeValue(forKey: "balance") }
      }
      override class var computedKeys: [ComputedKey] {
        super.computedKeys + [ComputedKey("balance", \Account.balance)]
      }
    }
    let account = Account()
    #expect(account.heard("balance") { account.balance = 2 } == [Heard("balance", new: 2, old: 0)])
  }

  @Test("a will without a did retains the object and its observers until the thread ends")
  func loneWill() {
    final class Counted: Recorder {
      static let living = Population()
      override init() { Self.living.add(1) }
      deinit { Self.living.add(-1) }
    }
    onThreads(1) { _ in
      do {
        let (object, observer) = (Counted(), Counted())
        object.addObserver(observer, forKeyPath: "date")
        object.willChangeValue(forKey: "date")
        object.removeObserver(observer, forKeyPath: "date")
      }
      #expect(Counted.living.count == 2)
    }
    // The body has returned, and the thread is about to end.
    for _ in 0..<10_000 where Counted.living.count > 0 { usleep(1_000) }
    #expect(Counted.living.count == 0)
  }

  @Test("a will in a deinit retains neither the object nor an observer that is being deallocated")
  func willInDeinit() async {
    // A deinit whose object is retained for longer ends the process.
    await #expect(processExitsWith: .success) {
      final class Leaving: Recorder {
        override init() {
          super.init()
          addObserver(self, forKeyPath: "date")
        }
        deinit {
          willChangeValue(forKey: "date")
          removeObserver(self, forKeyPath: "date")
        }
      }
      _ = Leaving()
    }
  }
}
