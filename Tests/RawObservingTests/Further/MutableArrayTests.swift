import RawObserving
import Testing

@Suite("Further: mutable arrays over every kind of property", .watched)
struct MutableArrayTests {
  private let all: KeyValueObservingOptions = [.new, .old, .prior]
  private let list = TrackList()
  private var raw: MutableArrayValue<String> { list.mutableArrayValue(forKey: "rawItems") }
  private var plain: MutableArrayValue<String> { list.mutableArrayValue(forKey: "plainItems") }

  @Test("one made before the first registration announces to later ones")
  func madeEarly() {
    let items = raw
    items.append("unheard")
    #expect(
      list.heard("rawItems") { items.append("a") }
        == [Heard("rawItems", kind: .insertion, new: ["a"], at: at(1))])
    items.append("unheard")
  }

  @Test("several elements are appended in one change, and none in no change")
  func appendSeveral() {
    let items = raw
    items.append("a")
    let heard = list.heard("rawItems") {
      items.append(contentsOf: ["b", "c"])
      items.append(contentsOf: [])
    }
    #expect(items.elements == ["a", "b", "c"])
    #expect(heard == [Heard("rawItems", kind: .insertion, new: ["b", "c"], at: RangeSet(1..<3))])
  }

  @Test("kept over a set to nil, it is empty, removes nothing, and begins a new array")
  func keptOverNil() {
    let items = plain
    list.plainItems = ["a"]
    let heard = list.heard("plainItems", all) {
      list.plainItems = nil
      #expect(items.elements == [])
      #expect(items.isEmpty)
      items.removeAll()
      items.removeLast()
      items.remove("a")
      #expect(list.plainItems == nil)
      items.insert(["b", "c"], at: at(0, 1))
    }
    #expect(list.plainItems == ["b", "c"])
    #expect(
      heard == [
        Heard("plainItems", old: ["a"], isPrior: true),
        Heard("plainItems", new: null, old: ["a"]),
        Heard("plainItems", kind: .insertion, at: at(0, 1), isPrior: true),
        Heard("plainItems", kind: .insertion, new: ["b", "c"], at: at(0, 1)),
      ])
  }

  @Test("an element mutated in place is one replacement")
  func inPlace() {
    list.rawItems = ["a", "b"]
    let items = raw
    let heard = list.heard("rawItems") { items[1] += "!" }
    #expect(heard == [Heard("rawItems", kind: .replacement, new: ["b!"], old: ["b"], at: at(1))])
  }

  @Test("removing everything is one removal, and the call before has all that goes")
  func removeAll() {
    list.rawItems = ["a", "b"]
    let heard = list.heard("rawItems", all) { raw.removeAll() }
    #expect(
      heard == [
        Heard("rawItems", kind: .removal, old: ["a", "b"], at: at(0, 1), isPrior: true),
        Heard("rawItems", kind: .removal, old: ["a", "b"], at: at(0, 1)),
      ])
  }

  @Test("going through it while it changes goes through what was there at the start")
  func whileIterating() {
    list.rawItems = ["a", "b", "c"]
    var seen: [String] = []
    for item in raw {
      seen.append(item)
      raw.remove(item)
    }
    #expect(seen == ["a", "b", "c"])
    #expect(list.rawItems == [])
    list.rawItems = ["a", "b"]
    for item in raw { raw.append(item + "!") }
    #expect(list.rawItems == ["a", "b", "a!", "b!"])
  }

  @Test("it is a collection: counted, searched, mapped, sliced and compared like an array")
  func collection() {
    list.rawItems = ["a", "b", "c"]
    #expect(raw.count == 3)
    #expect(raw.first == "a" && raw.last == "c")
    #expect(raw.firstIndex(of: "b") == 1)
    #expect(raw.map { $0.uppercased() } == ["A", "B", "C"])
    #expect(Array(raw[1...]) == ["b", "c"])
    #expect(raw.elementsEqual(["a", "b", "c"]))
  }

  @Test("the count: from nil, unchanged by a replacement, and through a set of the whole")
  func count() {
    let heard = list.heard("plainItems.@count", all) {
      plain.append("a")
      plain[0] = "b"
      list.plainItems = ["a", "b", "c"]
      list.plainItems = nil
    }
    let values: [(AnyHashable, AnyHashable)] = [(null, 1), (1, 1), (1, 3), (3, null)]
    #expect(
      heard
        == values.flatMap { old, new in
          [Heard("plainItems.@count", old: old, isPrior: true), Heard("plainItems.@count", new: new, old: old)]
        })
  }

  @Test("elements that are objects are told as those objects, and are not observed themselves")
  func objects() {
    let nodes: MutableArrayValue<Node> = list.mutableArrayValue(forKey: "nodes")
    let (first, second) = (Node(), Node())
    var told: [[Node]] = []
    let recorder = Recorder()
    recorder.reaction = { told += [$1.newValue as? [Node] ?? [], $1.oldValue as? [Node] ?? []] }
    list.addObserver(recorder, forKeyPath: "nodes", options: [.new, .old])
    nodes.append(first)
    nodes[0] = second
    second.text = "unheard"
    #expect(recorder.calls == 2)
    #expect(
      told.map { $0.map(ObjectIdentifier.init) } == [
        [ObjectIdentifier(first)], [], [ObjectIdentifier(second)], [ObjectIdentifier(first)],
      ])
    list.removeObserver(recorder, forKeyPath: "nodes")
  }

  @Test("the property's own append is a setting of the whole, not an insertion")
  func propertyAppend() {
    let heard = list.heard("rawItems") { list.rawItems.append("a") }
    #expect(heard == [Heard("rawItems", new: ["a"], old: [String]())])
  }

  @Test("a mutable array lives on the object it was made of, also after a path leads elsewhere")
  func afterPathMoves() {
    let root = TrackList()
    root.child = list
    let items = raw
    let heard = root.heard("child.rawItems.@count") {
      root.child = TrackList()
      items.append("unheard")
    }
    #expect(heard == [Heard("child.rawItems.@count", new: 0, old: 0)])
  }
}
