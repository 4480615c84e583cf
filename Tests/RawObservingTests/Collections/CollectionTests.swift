import Foundation
import RawObserving
import Testing

/// Its tracks do not notify automatically; accessors announce them, and count.
private final class Album: KeyValueObject {
  @Observed private var tracks: [String] = []
  @Observed private(set) var insertions = 0

  var shown: [String] { tracks }

  override class var computedKeys: [ComputedKey] {
    super.computedKeys + [
      ComputedKey("shown", \Album.shown, dependsOn: \.$tracks)
    ]
  }

  override class func automaticallyNotifiesObservers(forKey key: String) -> Bool {
    key != "tracks"
  }

  override class func arrayAccessors(forKey key: String) -> ArrayAccessors? {
    key == "tracks"
      ? ArrayAccessors(insert: Album.insertTracks, remove: Album.removeTracks) : nil
  }

  private func insertTracks(_ new: [String], at indexes: RangeSet<Int>) {
    willChange(.insertion, valuesAt: indexes, forKey: "tracks")
    for (index, track) in zip(indexes.ranges.joined(), new) { tracks.insert(track, at: index) }
    insertions += 1
    didChange(.insertion, valuesAt: indexes, forKey: "tracks")
  }

  private func removeTracks(at indexes: RangeSet<Int>) {
    willChange(.removal, valuesAt: indexes, forKey: "tracks")
    tracks.removeSubranges(indexes)
    didChange(.removal, valuesAt: indexes, forKey: "tracks")
  }
}

/// A set of objects that are equal by identity.
private final class Member: KeyValueObject, Hashable {
  @Observed var friends: Set<Member> = []

  static func == (one: Member, other: Member) -> Bool { one === other }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

@Suite("Mutable arrays and sets", .watched)
struct CollectionTests {
  private let list = TrackList()
  private let shelf = BookShelf()
  private var items: MutableArrayValue<String> { list.mutableArrayValue(forKey: "rawItems") }

  // MARK: Over accessors

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
    #expect(list.members == ["one", "two", "three"] && members.count == 3)
  }

  @Test("what an accessor sets besides is told first; then the elements, and what depends on them")
  func besides() {
    let album = Album()
    let recorder = Recorder()
    let paths = ["tracks", "insertions", "shown", "shown.@count"]
    for path in paths { album.addObserver(recorder, forKeyPath: path, options: [.new, .old]) }
    album.mutableArrayValue(forKey: "tracks").append("a")
    #expect(
      recorder.heard == [
        Heard("insertions", new: 1, old: 0), Heard("shown.@count", new: 1, old: 0),
        Heard("shown", new: ["a"], old: [String]()),
        Heard("tracks", kind: .insertion, new: ["a"], at: at(0)),
      ])
    for path in paths { album.removeObserver(recorder, forKeyPath: path) }
  }

  // MARK: Over a property

  @Test("KVO-SET-11 a mutable set reads the property")
  func readsThrough() {
    let proxy = list.mutableSetValue(forKey: "plainMembers", of: String.self)
    #expect(proxy.members == [])
    list.plainMembers = ["one"]
    #expect(proxy.members == ["one"])
    list.plainMembers = nil
    #expect(proxy.members == [])
  }

  @Test("a computed array is changed through its setter, which notifies of what it sets inside the change of elements")
  func computed() {
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

  @Test("a class that answers for a key itself is written through its own setValue")
  func ownCoding() {
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
    let node = Node()
    shelf.mutableArrayValue(forKey: "nodes", of: KeyValueObject.self).append(node)
    #expect(shelf.nodes.first === node)
    shelf.mutableSetValue(forKey: "tags", of: AnyHashable.self).insert("new")
    #expect(shelf.tags == ["new"])
  }

  @Test("a mutable array or set keeps its object alive, and a change keeps no element")
  func lifetimes() {
    weak var probe: BookShelf?
    weak var element: Node?
    do {
      let nodes: MutableArrayValue<Node>
      let tags: MutableSetValue<String>
      do {
        let shelf = BookShelf()
        probe = shelf
        nodes = shelf.mutableArrayValue(forKey: "nodes")
        tags = shelf.mutableSetValue(forKey: "tags")
      }
      do {
        let node = Node()
        element = node
        nodes.append(node)
      }
      #expect(element != nil)
      nodes.removeAll()
      #expect(element == nil)
      withExtendedLifetime(nodes) {}
      tags.insert("a")
      #expect(probe?.tags == ["a"])
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

  // MARK: As collections

  @Test("inserting into an observed set costs the same, however many members it has")
  func setInsertion() {
    final class Bag: KeyValueObject { @Observed var tags: Set<Int> = [] }
    let (bag, recorder) = (Bag(), Recorder())
    bag.addObserver(recorder, forKeyPath: "tags", options: .new)
    let (tags, count) = (bag.mutableSet(\.$tags), 1000)
    func insert(from first: Int) -> Duration {
      ContinuousClock().measure { for tag in first..<first + count { tags.insert(tag) } }
    }
    let few = insert(from: 0)
    bag.tags.formUnion(count..<16 * count)
    let many = insert(from: 16 * count)
    #expect(many < few * 10)  // 30 times as much, if each insertion goes through all members
    bag.removeObserver(recorder, forKeyPath: "tags")
  }

  @Test("changing no elements is no change")
  func nothing() {
    let heard = list.heard("rawItems", [.new, .old, .prior]) {
      items.insert([], at: RangeSet())
      items.replace(at: RangeSet(), with: [])
      items.remove(at: RangeSet())
      items.append(contentsOf: [])
      items.insert(contentsOf: [], at: 0)
      items.removeSubrange(0..<0)
      items.removeLast()
      items.removeAll()
    }
    #expect(heard == [])
  }

  @Test("Array's own names for changes: each is one change of the elements concerned, or none")
  func arrayNames() {
    let items = self.items  // made before the first registration
    list.rawItems = ["a", "b"]
    let heard = list.heard("rawItems") {
      items.insert(contentsOf: ["x", "y"], at: 1)
      items.removeAll { $0 == "a" || $0 == "y" }
      items.removeAll { $0 == "nowhere" }
      items += ["c", "d"]
      items.removeSubrange(1..<3)
      items.removeFirst()
      items[0] += "!"
      items.append(contentsOf: ["e", "f"])
    }
    #expect(list.rawItems == ["d!", "e", "f"])
    #expect(
      heard == [
        Heard("rawItems", kind: .insertion, new: ["x", "y"], at: at(1, 2)),
        Heard("rawItems", kind: .removal, old: ["a", "y"], at: at(0, 2)),
        Heard("rawItems", kind: .insertion, new: ["c", "d"], at: at(2, 3)),
        Heard("rawItems", kind: .removal, old: ["b", "c"], at: at(1, 2)),
        Heard("rawItems", kind: .removal, old: ["x"], at: at(0)),
        Heard("rawItems", kind: .replacement, new: ["d!"], old: ["d"], at: at(0)),
        Heard("rawItems", kind: .insertion, new: ["e", "f"], at: at(1, 2)),
      ])
  }

  @Test("it is a collection: counted, searched, mapped, sliced and compared like an array")
  func collection() {
    list.rawItems = ["a", "b", "c"]
    #expect(items.count == 3)
    #expect(items.first == "a" && items.last == "c")
    #expect(items.firstIndex(of: "b") == 1)
    #expect(items.map { $0.uppercased() } == ["A", "B", "C"])
    #expect(Array(items[1...]) == ["b", "c"])
    #expect(items.elementsEqual(["a", "b", "c"]))
  }

  @Test("going through one while it changes goes through what was there at the start")
  func whileIterating() {
    list.rawItems = ["a", "b", "c"]
    var seen: [String] = []
    for item in items {
      seen.append(item)
      items.remove(item)
    }
    #expect(seen == ["a", "b", "c"] && list.rawItems == [])
    list.rawItems = ["a", "b"]
    for item in items { items.append(item + "!") }
    #expect(list.rawItems == ["a", "b", "a!", "b!"])
    list.rawMembers = ["a", "b"]
    let members = list.mutableSetValue(forKey: "rawMembers", of: String.self)
    for member in members { members.remove(member) }
    #expect(list.rawMembers == [])
  }

  @Test("elements that are objects are told as those objects, in arrays and in sets")
  func objects() {
    let nodes: MutableArrayValue<Node> = list.mutableArrayValue(forKey: "nodes")
    let (first, second) = (Node(), Node())
    var told: [[Node]] = []
    let recorder = Recorder()
    recorder.reaction = { told += [$1.newValue as? [Node] ?? [], $1.oldValue as? [Node] ?? []] }
    recorder.observe(list, "nodes")
    nodes.append(first)
    nodes[0] = second
    #expect(
      told.map { $0.map(ObjectIdentifier.init) } == [
        [ObjectIdentifier(first)], [], [ObjectIdentifier(second)], [ObjectIdentifier(first)],
      ])
    list.removeObserver(recorder, forKeyPath: "nodes")
    let (team, other) = (Member(), Member())
    let heard = team.heard("friends") {
      team.mutableSet(\.$friends).insert(other)
      team.mutableSet(\.$friends).remove(team)
    }
    #expect(team.friends == [other])
    #expect(heard.first == Heard("friends", kind: .insertion, new: [other] as Set<Member>))
  }
}
