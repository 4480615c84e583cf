import Foundation
import RawObserving
import Testing

@Suite("Conformance: accessors of arrays and sets", .watched)
struct CollectionTests {
  private let list = TrackList()

  @Test("KVO-ORD-01 changing an array without an announcement makes no call")
  func unannounced() {
    #expect(list.heard("items", []) { list.appendUnbracketed("object1") } == [])
    #expect(list.items == ["object1"])
  }

  @Test("KVO-ORD-09 removing equal elements through a mutable array is one change")
  func equalElements() {
    list.rawItems = ["a", "b", "a"]
    let heard = list.heard("rawItems") { list.mutableArrayValue(forKey: "rawItems").remove("a") }
    #expect(heard == [Heard("rawItems", kind: .removal, old: ["a", "a"], at: at(0, 2))])
    #expect(list.rawItems == ["b"])
  }

  @Test("KVO-ORD-11 a replacement without an accessor for it is one change")
  func replacementWithoutAccessor() {
    let list = PlainAccessorsTrackList()
    let items = list.mutableArrayValue(forKey: "items", of: String.self)
    items.insert(["a", "b"], at: at(0, 1))
    let heard = list.heard("items") { items[0] = "A" }
    #expect(heard == [Heard("items", kind: .replacement, new: ["A"], old: ["a"], at: at(0))])
    #expect(list.items == ["A", "b"])
  }

  @Test("KVO-ORD-18 an accessor that refuses to insert")
  func refusal() async {
    let result = await #expect(processExitsWith: .signal(SIGABRT), observing: bothStreams) {
      let list = PickyTrackList()
      list.insertItems(["One", "Two"], at: at(0, 1))
      let recorder = Recorder()
      recorder.reaction = { print($1.isPrior ? "before" : "now", $1.newValue ?? "-") }
      list.addObserver(recorder, forKeyPath: "items", options: [.new, .old, .initial, .prior])
      list.mutableArrayValue(forKey: "items").append("NaN")
    }
    // The call before the change is made; the one after it asks for an element that is not there.
    #expect(result?.outputLines.suffix(3) == [#"now ["One", "Two"]"#, "before -", ""])
    expectDeath(
      result, of: "NSRangeException",
      """
      The value for the key "items" of <PickyTrackList 0x…> has 2 elements, and the indexes 2..<3 \
      are out of range. Pass the indexes of the elements that change.
      """)

    // If no observer asks for the elements, the refused insertion is announced, and nothing is corrupted.
    let list = PickyTrackList()
    list.insertItems(["One", "Two"], at: at(0, 1))
    let items = list.mutableArrayValue(forKey: "items", of: String.self)
    #expect(list.heard("items", .old) { items.append("NaN") } == [Heard("items", kind: .insertion, at: at(2))])
    let after = list.heard("items") {
      items[0] = "Uno"
      items.append("Three")
      items.remove(at: 0)
    }
    #expect(
      after == [
        Heard("items", kind: .replacement, new: ["Uno"], old: ["One"], at: at(0)),
        Heard("items", kind: .insertion, new: ["Three"], at: at(2)),
        Heard("items", kind: .removal, old: ["Uno"], at: at(0)),
      ])
    #expect(list.items == ["Two", "Three"])
  }

  @Test("KVO-ORD-19 accessors decide what an array holds")
  func elements() {
    let list = PickyTrackList()
    list.insertItems(["One", "Ten", "Three", "Ninety"], at: RangeSet(0..<4))
    let items = list.mutableArrayValue(forKey: "items", of: String.self)
    items.removeLast()
    items[1] = "Seven"
    items.append("Four")
    items.remove("One")
    items.append("NaN")
    #expect(list.items == ["One", "Two", "Three", "Four"])
    #expect(items.elements == list.items)
  }

  @Test("KVO-SET-09 accessors decide what a set holds")
  func members() {
    let list = PickyTrackList()
    list.addMembers(["one", "two", "eight"])
    let members = list.mutableSetValue(forKey: "members", of: String.self)
    members.remove("one")
    members.insert("ten")
    members.remove("eight")
    members.insert("three")
    #expect(list.members == ["one", "two", "three"])
  }

  @Test("KVO-SET-10 a mutable set changes a property that has no accessors")
  func content() {
    list.plainMembers = ["one", "two", "eight"]
    list.rawMembers = ["one", "two", "eight"]
    for key in ["plainMembers", "rawMembers"] {
      let members = list.mutableSetValue(forKey: key, of: String.self)
      members.insert("seven")
      members.subtract(["eight"])
      #expect(Set(members) == ["one", "two", "seven"] && members.count == 3)
    }
    #expect(list.plainMembers == list.rawMembers && list.rawMembers == ["one", "two", "seven"])
  }

  @Test("KVO-SET-11 a mutable set reads the property")
  func readsThrough() {
    let proxy = list.mutableSetValue(forKey: "plainMembers", of: String.self)
    #expect(proxy.members == [])
    list.plainMembers = ["one"]
    #expect(proxy.members == ["one"])
    list.plainMembers = nil
    #expect(proxy.members == [])
  }
}
