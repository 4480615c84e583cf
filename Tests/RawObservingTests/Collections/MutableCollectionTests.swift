import RawObserving
import Testing

@Suite("Mutable arrays and sets, beyond the entries", .watched)
struct MutableCollectionTests {
  private let list = TrackList()
  private var items: MutableArrayValue<String> { list.mutableArrayValue(forKey: "rawItems") }

  @Test("several elements go in, out and into each other's places, and arrive in index order")
  func several() {
    list.rawItems = ["b", "d"]
    let heard = list.heard("rawItems") {
      items.insert(["a", "c", "e"], at: at(0, 2, 4))
      #expect(list.rawItems == ["a", "b", "c", "d", "e"])
      items.replace(at: at(4, 1), with: ["B", "E"])
      #expect(list.rawItems == ["a", "B", "c", "d", "E"])
      items.remove(at: at(3, 0))
    }
    #expect(list.rawItems == ["B", "c", "E"])
    #expect(
      heard == [
        Heard("rawItems", kind: .insertion, new: ["a", "c", "e"], at: at(0, 2, 4)),
        Heard("rawItems", kind: .replacement, new: ["B", "E"], old: ["b", "e"], at: at(1, 4)),
        Heard("rawItems", kind: .removal, old: ["a", "d"], at: at(0, 3)),
      ])
  }

  @Test("inserting, removing and replacing nothing is no change")
  func nothing() {
    let heard = list.heard("rawItems", [.new, .old, .prior]) {
      items.insert([], at: RangeSet())
      items.replace(at: RangeSet(), with: [])
      items.remove(at: RangeSet())
      items.removeAll()
    }
    #expect(heard == [])
  }

  @Test("a change that is kept stays what it was")
  func kept() {
    var kept: [KeyValueChange] = []
    let recorder = Recorder()
    recorder.reaction = { kept.append($1) }
    list.addObserver(recorder, forKeyPath: "rawItems", options: [.new, .old, .initial])
    items.append("a")
    items[0] = "b"
    list.rawItems = []
    #expect(kept.map { $0.newValue as? [String] } == [[], ["a"], ["b"], []])
    #expect(kept.map { $0.oldValue as? [String] } == [nil, nil, ["a"], ["b"]])
    #expect(kept.map(\.indexes) == [nil, at(0), at(0), nil])
    list.removeObserver(recorder, forKeyPath: "rawItems")
  }

  @Test("a key that does not notify automatically is changed in silence")
  func notAutomatic() {
    let heard = list.heard("bracketItems", []) {
      list.mutableArrayValue(forKey: "bracketItems").append("a")
    }
    #expect(heard == [])
    #expect(list.bracketItems == ["a"])
    let heardOfSet = list.heard("bracketMembers", []) {
      list.mutableSetValue(forKey: "bracketMembers").insert("a")
    }
    #expect(heardOfSet == [])
    #expect(list.bracketMembers == ["a"])
  }

  @Test("a computed array is changed through its setter, which notifies of what it sets inside the change of elements")
  func computed() {
    let shelf = BookShelf()
    shelf.titles = ["a"]
    let upper = shelf.mutableArrayValue(forKey: "upper", of: String.self)
    let heard = shelf.heard("upper", [.new, .old, .prior]) { upper.append("B") }
    #expect(
      heard == [
        Heard("upper", kind: .insertion, at: at(1), isPrior: true),
        Heard("upper", old: ["A"], isPrior: true), Heard("upper", new: ["A", "B"], old: ["A"]),
        Heard("upper", kind: .insertion, new: ["B"], at: at(1)),
      ])
    #expect(shelf.titles == ["a", "b"])
  }

  @Test("elements changed make what depends on the array, and its count, change as a setting")
  func dependents() {
    let shelf = BookShelf()
    let titles = shelf.mutableArrayValue(forKey: "titles", of: String.self)
    #expect(shelf.heard("upper") { titles.append("a") } == [Heard("upper", new: ["A"], old: [String]())])
    let counted = shelf.heard("titles.@count", [.new, .old, .prior]) { titles.removeAll() }
    #expect(counted == [Heard("titles.@count", old: 1, isPrior: true), Heard("titles.@count", new: 0, old: 1)])
  }

  @Test("a class that answers for a key itself is written through its own setValue")
  func ownCoding() {
    let shelf = BookShelf()
    let hidden = shelf.mutableArrayValue(forKey: "hidden", of: Int.self)
    let heard = shelf.heard("hidden") {
      hidden.append(1)
      hidden[0] = 2
    }
    #expect(
      heard == [
        Heard("hidden", kind: .insertion, new: [1], at: at(0)),
        Heard("hidden", kind: .replacement, new: [2], old: [1], at: at(0)),
      ])
    #expect(shelf.hidden == [2])
  }

  @Test("elements may be asked for as a superclass of their own")
  func upcast() {
    let shelf = BookShelf()
    let node = Node()
    shelf.mutableArrayValue(forKey: "nodes", of: KeyValueObject.self).append(node)
    #expect(shelf.nodes.first === node)
    shelf.mutableSetValue(forKey: "tags", of: AnyHashable.self).insert("new")
    #expect(shelf.tags == ["new"])
  }

  @Test("a set announced by hand is not read where no observer asks for values, or there is none")
  func unreadSet() {
    let shelf = BookShelf()
    #expect(shelf.heard("plainTags", []) { shelf.addPlainTag("new") } == [Heard("plainTags", kind: .insertion)])
    #expect(shelf.heard("titles") { shelf.addPlainTag("old") } == [])
    let bogus = shelf.heard("titles") {
      shelf.willChangeValue(forKey: "bogus", withSetMutation: .set, using: Set<Int>())
      shelf.didChangeValue(forKey: "bogus", withSetMutation: .set, using: Set<Int>())
      shelf.willChange(.removal, valuesAt: at(3), forKey: "bogus")
      shelf.didChange(.removal, valuesAt: at(3), forKey: "bogus")
    }
    #expect(bogus == [])
  }

  @Test("did without will is nothing, and does not upset what follows")
  func strayDid() {
    let heard = list.heard("rawItems") {
      list.didChange(.insertion, valuesAt: at(0), forKey: "rawItems")
      list.didChangeValue(forKey: "rawItems", withSetMutation: .set, using: Set<Int>())
      items.append("a")
    }
    #expect(heard == [Heard("rawItems", kind: .insertion, new: ["a"], at: at(0))])
  }

  @Test("a mutable array keeps its object alive, and a change keeps no element")
  func lifetimes() {
    weak var probe: BookShelf?
    weak var element: Node?
    do {
      let proxy: MutableArrayValue<Node>
      do {
        let shelf = BookShelf()
        probe = shelf
        proxy = shelf.mutableArrayValue(forKey: "nodes")
      }
      do {
        let node = Node()
        element = node
        proxy.append(node)
      }
      #expect(probe != nil)
      #expect(element != nil)
      proxy.removeAll()
      #expect(element == nil)
    }
    #expect(probe == nil)
  }

  @Test("unobserved elements are changed in place, without a copy of the array")
  func inPlace() {
    list.rawItems = Array(repeating: "a", count: 8)
    func place() -> Int {
      list.rawItems.withUnsafeBufferPointer { Int(bitPattern: $0.baseAddress) }
    }
    let before = place()
    items[3] = "b"
    #expect(place() == before)
  }
}
