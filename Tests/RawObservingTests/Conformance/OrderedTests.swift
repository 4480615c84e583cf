import Foundation
import RawObserving
import Testing

@Suite("Conformance: ordered to-many keys", .watched)
struct OrderedTests {
  private let list = TrackList()
  private var items: MutableArrayValue<String> { list.mutableArrayValue(forKey: "items") }
  private var rawItems: MutableArrayValue<String> { list.mutableArrayValue(forKey: "rawItems") }
  private var plainItems: MutableArrayValue<String> { list.mutableArrayValue(forKey: "plainItems") }

  @Test("KVO-ORD-01 changing a bare collection makes no call")
  func bare() {
    #expect(list.heard("bareItems", []) { list.bareItems.append("object1") } == [])
  }

  @Test("KVO-ORD-02 brackets by hand, kinds and indexes")
  func brackets() {
    let heard = list.heard("bracketItems") {
      list.insertBracketItem("object1", at: 0)
      list.insertBracketItem("object2", at: 1)
      list.removeBracketItem(at: 0)
    }
    #expect(heard == threeChanges(of: "bracketItems"))
  }

  @Test("KVO-ORD-03 a mutable array over storage without accessors")
  func rawStorage() {
    let heard = list.heard("rawItems") {
      rawItems.append("object1")
      rawItems.append("object2")
      rawItems.remove(at: 0)
    }
    #expect(heard == threeChanges(of: "rawItems"))
    #expect(list.rawItems == ["object2"])
  }

  private func threeChanges(of key: String) -> [Heard] {
    [
      Heard(key, kind: .insertion, new: ["object1"], at: at(0)),
      Heard(key, kind: .insertion, new: ["object2"], at: at(1)),
      Heard(key, kind: .removal, old: ["object1"], at: at(0)),
    ]
  }

  @Test("KVO-ORD-04 the count of an ordered key, changed through the mutable array")
  func count() {
    let heard = list.heard("items.@count") { items.append("a") }
    #expect(heard == [Heard("items.@count", new: 1, old: 0)])
  }

  @Test("KVO-ORD-05 the count behind an intermediate")
  func countBehindIntermediate() {
    let child = TrackList()
    child.insertItems(["q"], at: at(0))
    let heard = list.heard("child.items.@count") {
      list.child = child
      child.insertItems(["r"], at: at(0))
      list.child = nil
    }
    let path = "child.items.@count"
    #expect(
      heard == [
        Heard(path, new: 1, old: KeyValueNull.null), Heard(path, new: 2, old: 1),
        Heard(path, new: KeyValueNull.null, old: 2),
      ])
  }

  @Test("KVO-ORD-06 a path that goes on through an ordered collection is refused")
  func pathThroughCollection() async {
    let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      let list = TrackList()
      list.nodes = [Node()]
      list.addObserver(Recorder(), forKeyPath: "nodes.text", options: .new)
    }
    expectDeath(
      result, of: "NSInvalidArgumentException",
      """
      [Array<Node> addObserver:forKeyPath:options:context:] is not supported. Key path: text. \
      Observe a property of an object.
      """)
  }

  @Test(
    "KVO-ORD-07 which values are there, for each of the options",
    arguments: [[], .new, .old, [.new, .old]] as [KeyValueObservingOptions])
  func values(options: KeyValueObservingOptions) {
    func ifNew(_ value: [String]) -> AnyHashable? { options.contains(.new) ? value : nil }
    func ifOld(_ value: [String]) -> AnyHashable? { options.contains(.old) ? value : nil }
    let expected = [
      Heard("items", kind: .insertion, new: ifNew(["a"]), at: at(0)),
      Heard("items", kind: .replacement, new: ifNew(["b"]), old: ifOld(["a"]), at: at(0)),
      Heard("items", kind: .removal, old: ifOld(["b"]), at: at(0)),
    ]
    let byAccessor = list.heard("items", options) {
      list.insertItems(["a"], at: at(0))
      list.replaceItems(at: at(0), with: ["b"])
      list.removeItems(at: at(0))
    }
    #expect(byAccessor == expected)
    let byMutableArray = list.heard("items", options) {
      items.insert("a", at: 0)
      items[0] = "b"
      items.remove(at: 0)
    }
    #expect(byMutableArray == expected)
  }

  @Test("KVO-ORD-08 several indexes in one change")
  func severalIndexes() {
    let heard = list.heard("items", [.new, .old, .prior]) {
      list.insertItems(["a", "b"], at: at(0, 1))
      list.removeItems(at: at(0, 1))
    }
    #expect(
      heard == [
        Heard("items", kind: .insertion, at: at(0, 1), isPrior: true),
        Heard("items", kind: .insertion, new: ["a", "b"], at: at(0, 1)),
        Heard("items", kind: .removal, old: ["a", "b"], at: at(0, 1), isPrior: true),
        Heard("items", kind: .removal, old: ["a", "b"], at: at(0, 1)),
      ])
  }

  @Test("KVO-ORD-09 removing equal elements is one change")
  func equalElements() {
    list.rawItems = ["a", "b", "a"]
    let heard = list.heard("rawItems") { rawItems.remove("a") }
    #expect(heard == [Heard("rawItems", kind: .removal, old: ["a", "a"], at: at(0, 2))])
    #expect(list.rawItems == ["b"])
  }

  @Test("KVO-ORD-10 a removal that removes nothing is none")
  func nothingRemoved() {
    list.insertItems(["b"], at: at(0))
    #expect(list.heard("items") { items.remove("absent") } == [])
    #expect(list.heard("items") { items.removeAll() } == [Heard("items", kind: .removal, old: ["b"], at: at(0))])
    let nothing = list.heard("items", [.new, .old, .prior]) {
      items.removeLast()
      items.removeAll()
      items.remove(at: RangeSet<Int>())
    }
    #expect(nothing == [])
  }

  @Test("KVO-ORD-11 a replacement without an accessor for it is one change")
  func replacementWithoutAccessor() {
    let list = PlainAccessorsTrackList()
    let items = list.mutableArrayValue(forKey: "items", of: String.self)
    items.insert(["a", "b"], at: at(0, 1))
    let heard = list.heard("items") {
      items[0] = "A"
      items.append("c")
    }
    #expect(
      heard == [
        Heard("items", kind: .replacement, new: ["A"], old: ["a"], at: at(0)),
        Heard("items", kind: .insertion, new: ["c"], at: at(2)),
      ])
    #expect(list.items == ["A", "b", "c"])
  }

  @Test("KVO-ORD-12 the accessor to replace, called directly")
  func replaceAccessor() {
    list.insertItems(["a"], at: at(0))
    let heard = list.heard("items", [.new, .old, .prior]) {
      list.replaceItems(at: at(0), with: ["A"])
    }
    #expect(
      heard == [
        Heard("items", kind: .replacement, old: ["a"], at: at(0), isPrior: true),
        Heard("items", kind: .replacement, new: ["A"], old: ["a"], at: at(0)),
      ])
  }

  @Test("KVO-ORD-13 a mutable array over a whole value notifies once")
  func wholeValue() {
    for before in [nil, []] as [[String]?] {
      list.plainItems = before
      let heard = list.heard("plainItems", [.new, .old, .prior]) { plainItems.append("a") }
      #expect(
        heard == [
          Heard("plainItems", kind: .insertion, at: at(0), isPrior: true),
          Heard("plainItems", kind: .insertion, new: ["a"], at: at(0)),
        ])
    }
  }

  @Test("KVO-ORD-14 a whole value assigned is a setting")
  func assigned() {
    list.plainItems = ["a"]
    let heard = list.heard("plainItems", [.new, .old, .prior]) { list.plainItems = ["w"] }
    #expect(heard == [Heard("plainItems", old: ["a"], isPrior: true), Heard("plainItems", new: ["w"], old: ["a"])])
  }

  @Test("KVO-ORD-15 an ordered change under an intermediate keeps its kind and indexes")
  func underIntermediate() {
    let first = TrackList()
    let second = TrackList()
    second.insertItems(["zz"], at: at(0))
    list.child = first
    let recorder = Recorder()
    let path = "child.items"
    list.addObserver(recorder, forKeyPath: path, options: [.new, .old, .prior])
    first.insertItems(["a"], at: at(0))
    first.removeItems(at: at(0))
    list.child = second
    #expect(
      recorder.heard == [
        Heard(path, kind: .insertion, at: at(0), isPrior: true),
        Heard(path, kind: .insertion, new: ["a"], at: at(0)),
        Heard(path, kind: .removal, old: ["a"], at: at(0), isPrior: true),
        Heard(path, kind: .removal, old: ["a"], at: at(0)),
        Heard(path, old: [String](), isPrior: true),
        Heard(path, new: ["zz"], old: [String]()),
      ])
    #expect(recorder.objects == Array(repeating: ObjectIdentifier(list), count: 6))
    list.removeObserver(recorder, forKeyPath: path)
  }

  @Test("KVO-ORD-16 appending while the value is nil makes an array")
  func appendToNil() {
    let heard = list.heard("plainItems") { plainItems.append("1") }
    #expect(heard == [Heard("plainItems", kind: .insertion, new: ["1"], at: at(0))])
    #expect(list.plainItems == ["1"])
  }

  @Test("KVO-ORD-17 a bracket of the whole inside one of an insertion is absorbed")
  func nestedBrackets() {
    let heard = list.heard("items") {
      list.willChange(.insertion, valuesAt: at(0), forKey: "items")
      list.willChangeValue(forKey: "items")
      list.appendUnbracketed("a")
      list.didChangeValue(forKey: "items")
      list.didChange(.insertion, valuesAt: at(0), forKey: "items")
    }
    #expect(heard == [Heard("items", kind: .insertion, new: ["a"], at: at(0))])
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

    // Where no observer asks for the elements, the refusal is told as an insertion, and nothing is corrupted.
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

  @Test("KVO-ORD-19 accessors have the last word on the content")
  func lastWord() {
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

  @Test("KVO-ORD-20 the sum of observed elements is refused at registration")
  func sum() async {
    let result = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) { TrackList().addObserver(Recorder(), forKeyPath: "nodes.@sum.number") }
    expectDeath(
      result, of: "NSInvalidArgumentException",
      """
      [<TrackList 0x…>]: the key path "nodes.@sum.number" cannot be used: the only operator is \
      @count, at the end and behind a property. Name one property after another, with a dot in \
      between.
      """)
  }
}
