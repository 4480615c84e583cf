import RawObserving
import Testing

@Suite("Further: changes announced by hand", .watched)
struct BracketTests {
  private let all: KeyValueObservingOptions = [.new, .old, .prior]
  private let node = Node()
  private let list = TrackList()

  @Test("a pair with nothing between it is a change from a value to itself")
  func nothingBetween() {
    node.number = 4
    let heard = node.heard("number", all) {
      node.willChangeValue(forKey: "number")
      node.didChangeValue(forKey: "number")
    }
    #expect(heard == [Heard("number", old: 4, isPrior: true), Heard("number", new: 4, old: 4)])
  }

  @Test("several sets between one pair are one change, from the first value to the last")
  func severalSets() {
    let heard = node.heard("number", all) {
      node.willChangeValue(forKey: "number")
      for number in 1...3 { node.number = number }
      node.didChangeValue(forKey: "number")
      node.number = 4
    }
    #expect(
      heard == [
        Heard("number", old: 0, isPrior: true), Heard("number", new: 3, old: 0),
        Heard("number", old: 3, isPrior: true), Heard("number", new: 4, old: 3),
      ])
  }

  @Test("three pairs in one another are one change; the next is a change again")
  func nested() {
    let heard = node.heard("number") {
      for _ in 0..<3 { node.willChangeValue(forKey: "number") }
      node.number = 1
      for _ in 0..<3 { node.didChangeValue(forKey: "number") }
      node.number = 2
    }
    #expect(heard == [Heard("number", new: 1, old: 0), Heard("number", new: 2, old: 1)])
  }

  @Test("more dids than wills: the surplus says nothing")
  func surplusDids() {
    let heard = node.heard("number") {
      node.willChangeValue(forKey: "number")
      node.number = 1
      for _ in 0..<3 { node.didChangeValue(forKey: "number") }
      node.number = 2
    }
    #expect(heard == [Heard("number", new: 1, old: 0), Heard("number", new: 2, old: 1)])
  }

  @Test("a pair around one object leaves the same key of another alone")
  func otherObject() {
    let other = Node()
    let heard = other.heard("number") {
      node.willChangeValue(forKey: "number")
      other.number = 1
      node.didChangeValue(forKey: "number")
    }
    #expect(heard == [Heard("number", new: 1, old: 0)])
  }

  @Test("a pair around one key leaves the other keys of the object alone")
  func otherKey() {
    let heard = node.heard("text") {
      node.willChangeValue(forKey: "number")
      node.text = "a"
      node.didChangeValue(forKey: "number")
    }
    #expect(heard == [Heard("text", new: "a", old: null)])
  }

  @Test("a key path is not a key: announcing one makes no call")
  func keyPathAnnounced() {
    node.child = Node()
    let heard = node.heard("child.text") {
      node.willChangeValue(forKey: "child.text")
      node.didChangeValue(forKey: "child.text")
    }
    #expect(heard == [])
  }

  @Test("registered twice and removed once between will and did, it is heard once")
  func removedOnceBetween() {
    let recorder = Recorder()
    for _ in 0..<2 { node.addObserver(recorder, forKeyPath: "tally", options: .new) }
    node.willChangeValue(forKey: "tally")
    node.removeObserver(recorder, forKeyPath: "tally")
    node.didChangeValue(forKey: "tally")
    #expect(recorder.heard == [Heard("tally", new: 0)])
    node.removeObserver(recorder, forKeyPath: "tally")
  }

  @Test("an observer added between will and did of one key hears another key at once")
  func addedBetween() {
    let recorder = Recorder()
    node.willChangeValue(forKey: "number")
    for key in ["number", "text"] { node.addObserver(recorder, forKeyPath: key) }
    node.text = "a"
    node.didChangeValue(forKey: "number")
    node.number = 1
    #expect(recorder.heard == [Heard("text"), Heard("number")])
    for key in ["number", "text"] { node.removeObserver(recorder, forKeyPath: key) }
  }

  @Test("a will without an observer opens no change: a later registration is called for the whole next pair")
  func unheardWill() {
    let recorder = Recorder()
    node.willChangeValue(forKey: "number")
    node.addObserver(recorder, forKeyPath: "number", options: .prior)
    node.didChangeValue(forKey: "number")
    #expect(recorder.calls == 0)
    node.willChangeValue(forKey: "number")
    node.didChangeValue(forKey: "number")
    #expect(recorder.heard == [Heard("number", isPrior: true), Heard("number")])
    node.removeObserver(recorder, forKeyPath: "number")
  }

  @Test("an indexed change is what its will said, whatever its did says")
  func willDecides() {
    let heard = list.heard("items") {
      list.willChange(.insertion, valuesAt: at(0), forKey: "items")
      list.appendUnbracketed("a")
      list.didChange(.removal, valuesAt: at(7), forKey: "items")
    }
    #expect(heard == [Heard("items", kind: .insertion, new: ["a"], at: at(0))])
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

  @Test("an indexed pair without indexes is told as it is")
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

  @Test("a change of elements inside a pair of the whole is one setting")
  func elementsInsideWhole() {
    let items: MutableArrayValue<String> = list.mutableArrayValue(forKey: "rawItems")
    let heard = list.heard("rawItems", all) {
      list.willChangeValue(forKey: "rawItems")
      items.append("a")
      items.append("b")
      list.didChangeValue(forKey: "rawItems")
    }
    #expect(
      heard == [
        Heard("rawItems", old: [String](), isPrior: true), Heard("rawItems", new: ["a", "b"], old: [String]()),
      ])
  }

  @Test("a set change by hand tells real differences only, before and after")
  func setByHand() {
    list.rawMembers = ["a", "b"]
    let heard = list.heard("rawMembers", all) {
      list.willChangeValue(forKey: "rawMembers", withSetMutation: .set, using: Set(["b", "c"]))
      list.rawMembers = ["b", "c"]
      list.didChangeValue(forKey: "rawMembers", withSetMutation: .set, using: Set(["b", "c"]))
    }
    #expect(
      heard == [
        Heard("rawMembers", kind: .replacement, old: Set(["a"]), isPrior: true),
        Heard("rawMembers", kind: .replacement, new: Set(["c"]), old: Set(["a"])),
      ])
  }

  @Test("a pair on a trigger, an inner one on its dependent key: one report, at the outer did")
  func dependentInside() {
    let labelled = LabelledNode()
    let heard = labelled.heard("label", all) {
      labelled.willChangeValue(forKey: "text")
      labelled.willChangeValue(forKey: "label")
      labelled.text = "a"
      labelled.didChangeValue(forKey: "label")
      labelled.didChangeValue(forKey: "text")
    }
    #expect(heard == [Heard("label", old: null, isPrior: true), Heard("label", new: "[a]", old: null)])
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

  @Test("an object may die between will and did: no call is made, and the thread goes on")
  func diesBetween() {
    var mortal: Node? = Node()
    let recorder = Recorder()
    mortal?.addObserver(recorder, forKeyPath: "number")
    mortal?.willChangeValue(forKey: "number")
    mortal?.removeObserver(recorder, forKeyPath: "number")
    mortal = nil
    #expect(node.heard("number") { node.number = 1 } == [Heard("number", new: 1, old: 0)])
    #expect(recorder.calls == 0)
  }
}
