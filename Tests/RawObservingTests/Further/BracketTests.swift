import Foundation
import RawObserving
import TestSupport
import Testing

/// None of its keys notifies automatically: a set between a will and a did announces nothing.
private final class ManualList: TrackList {
  override class func automaticallyNotifiesObservers(forKey key: String) -> Bool { false }
}

@Suite("Further: changes announced by hand", .watched)
struct BracketTests {
  private let all: KeyValueObservingOptions = [.new, .old, .prior]
  private let node = Node()
  private let list: TrackList = ManualList()

  @Test("a key path is not a key: announcing one makes no call")
  func keyPathAnnounced() {
    node.child = Node()
    let heard = node.heard("child.text") {
      node.willChangeValue(forKey: "child.text")
      node.didChangeValue(forKey: "child.text")
    }
    #expect(heard == [])
  }

  @Test("an indexed change of the kind setting tells the whole array, without indexes")
  func indexedSetting() {
    list.rawItems = ["a"]
    let heard = list.heard("rawItems", all) {
      list.willChange(.setting, valuesAt: at(0), forKey: "rawItems")
      list.rawItems = ["b", "c"]
      list.didChange(.setting, valuesAt: at(0), forKey: "rawItems")
    }
    #expect(heard == [Heard("rawItems", old: ["a"], isPrior: true), Heard("rawItems", new: ["b", "c"], old: ["a"])])
  }

  @Test("a pair for an insertion without indexes calls the observers with no elements")
  func noIndexes() {
    let heard = list.heard("rawItems") {
      list.willChange(.insertion, valuesAt: RangeSet(), forKey: "rawItems")
      list.didChange(.insertion, valuesAt: RangeSet(), forKey: "rawItems")
    }
    #expect(heard == [Heard("rawItems", kind: .insertion, new: [String](), at: RangeSet())])
  }

  @Test("a replacement by hand, over several indexes, with the call before")
  func replacement() {
    list.rawItems = ["a", "b", "c"]
    let heard = list.heard("rawItems", all) {
      list.willChange(.replacement, valuesAt: at(0, 2), forKey: "rawItems")
      list.rawItems = ["A", "b", "C"]
      list.didChange(.replacement, valuesAt: at(0, 2), forKey: "rawItems")
    }
    #expect(
      heard == [
        Heard("rawItems", kind: .replacement, old: ["a", "c"], at: at(0, 2), isPrior: true),
        Heard("rawItems", kind: .replacement, new: ["A", "C"], old: ["a", "c"], at: at(0, 2)),
      ])
  }

  @Test("observers that ask for no elements are told the indexes as announced, right or wrong")
  func unaskedIndexes() {
    let heard = list.heard("rawItems", .prior) {
      list.willChange(.removal, valuesAt: at(5), forKey: "rawItems")
      list.didChange(.removal, valuesAt: at(5), forKey: "rawItems")
    }
    #expect(
      heard == [
        Heard("rawItems", kind: .removal, at: at(5), isPrior: true),
        Heard("rawItems", kind: .removal, at: at(5)),
      ])
  }

  @Test("a class may switch automatic notification off for an inherited key, and only in itself")
  func offInSubclass() {
    final class Silent: Node {
      override class func automaticallyNotifiesObservers(forKey key: String) -> Bool {
        key != "number" && super.automaticallyNotifiesObservers(forKey: key)
      }
    }
    let silent = Silent()
    let heard = silent.heard("number") {
      silent.number = 1
      silent.setValue(2, forKey: "number")
      silent.willChangeValue(forKey: "number")
      silent.number = 3
      silent.didChangeValue(forKey: "number")
    }
    #expect(heard == [Heard("number", new: 3, old: 2)])
    #expect(node.heard("number") { node.number = 1 } == [Heard("number", new: 1, old: 0)])
  }

  @Test("a setter that announces only real changes is silent for an equal value")
  func equalValue() {
    final class Thermostat: KeyValueObject {
      @Observed private var stored = 20
      var degrees: Int {
        get { stored }
        set {
          if newValue == stored { return }
          willChangeValue(forKey: "degrees")
          stored = newValue
          didChangeValue(forKey: "degrees")
        }
      }
      override class var computedKeys: [ComputedKey] {
        super.computedKeys + [ComputedKey("degrees", \Thermostat.degrees)]
      }
      override class func automaticallyNotifiesObservers(forKey key: String) -> Bool {
        key != "degrees"
      }
    }
    let thermostat = Thermostat()
    let heard = thermostat.heard("degrees") {
      thermostat.degrees = 20
      thermostat.degrees = 21
      thermostat.setValue(21, forKey: "degrees")
      thermostat.setValue(22, forKey: "degrees")
    }
    #expect(heard == [Heard("degrees", new: 21, old: 20), Heard("degrees", new: 22, old: 21)])
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
