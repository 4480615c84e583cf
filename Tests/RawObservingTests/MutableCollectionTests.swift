import Foundation
import RawObserving
import Testing

/// A list whose class declares what cannot be, and properties that are set in ways of their own.
private final class Shelf: KeyValueObject {
  @Observed var titles: [String] = []
  @Observed var tags: Set<String> = []
  @Observed var mixed: [Any] = []
  @Observed var nodes: [Node] = []
  @Observed var number = 0
  @Observed var count: Int?

  /// Set as a whole, through a setter.
  var upper: [String] {
    get { titles.map { $0.uppercased() } }
    set { titles = newValue.map { $0.lowercased() } }
  }

  /// Stored elsewhere, and reached through the two methods below.
  private(set) var hidden: [Int] = []

  /// Not wrapped; announced by hand.
  private var plainTags: Set<String> = []

  override class var computedKeys: [ComputedKey] {
    super.computedKeys + [ComputedKey("upper", \Shelf.upper, dependsOn: \.$titles)]
  }

  override func value(forKey key: String) -> Any? {
    key == "hidden" ? hidden : super.value(forKey: key)
  }

  override func setValue(_ value: Any?, forKey key: String) {
    if key == "hidden", let value = value as? [Int] {
      hidden = value
    } else {
      super.setValue(value, forKey: key)
    }
  }

  func addPlainTag(_ tag: String) {
    willChangeValue(forKey: "plainTags", withSetMutation: .union, using: [tag])
    plainTags.insert(tag)
    didChangeValue(forKey: "plainTags", withSetMutation: .union, using: [tag])
  }
}

/// Its accessors are those of another class, or take other elements.
private final class Misdeclared: KeyValueObject {
  @Observed var strange: [String] = []
  @Observed var titles: [String] = []
  @Observed var tags: Set<String> = []

  override class func arrayAccessors(forKey key: String) -> ArrayAccessors? {
    switch key {
    case "strange": ArrayAccessors(insert: TrackList.insertItems, remove: TrackList.removeItems)
    case "titles":
      ArrayAccessors(insert: Misdeclared.insertTitles, remove: Misdeclared.removeTitles)
    default: nil
    }
  }

  override class func setAccessors(forKey key: String) -> SetAccessors? {
    SetAccessors(add: Misdeclared.addTags, remove: Misdeclared.addTags)
  }

  override class var computedKeys: [ComputedKey] {
    super.computedKeys + [ComputedKey("upper", \Shelf.upper)]
  }

  private func insertTitles(_ titles: [Int], at indexes: RangeSet<Int>) {}
  private func removeTitles(at indexes: RangeSet<Int>) {}
  private func addTags(_ tags: Set<Int>) {}
}

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

  @Test("a computed array is changed through its setter, in one change")
  func computed() {
    let shelf = Shelf()
    shelf.titles = ["a"]
    let upper = shelf.mutableArrayValue(forKey: "upper", of: String.self)
    let heard = shelf.heard("upper", [.new, .old, .prior]) { upper.append("B") }
    #expect(
      heard == [
        Heard("upper", kind: .insertion, at: at(1), isPrior: true),
        Heard("upper", kind: .insertion, new: ["B"], at: at(1)),
      ])
    #expect(shelf.titles == ["a", "b"])
  }

  @Test("elements changed make what depends on the array, and its count, change as a setting")
  func dependents() {
    let shelf = Shelf()
    let titles = shelf.mutableArrayValue(forKey: "titles", of: String.self)
    #expect(shelf.heard("upper") { titles.append("a") } == [Heard("upper", new: ["A"], old: [String]())])
    let counted = shelf.heard("titles.@count", [.new, .old, .prior]) { titles.removeAll() }
    #expect(counted == [Heard("titles.@count", old: 1, isPrior: true), Heard("titles.@count", new: 0, old: 1)])
  }

  @Test("a class that answers for a key itself is written through its own setValue")
  func ownCoding() {
    let shelf = Shelf()
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
    let shelf = Shelf()
    let node = Node()
    shelf.mutableArrayValue(forKey: "nodes", of: KeyValueObject.self).append(node)
    #expect(shelf.nodes.first === node)
    shelf.mutableSetValue(forKey: "tags", of: AnyHashable.self).insert("new")
    #expect(shelf.tags == ["new"])
  }

  @Test("a set announced by hand is not read where no observer asks for values, or there is none")
  func unreadSet() {
    let shelf = Shelf()
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
    weak var probe: Shelf?
    weak var element: Node?
    do {
      let proxy: MutableArrayValue<Node>
      do {
        let shelf = Shelf()
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

  // MARK: What raises

  @Test(
    "an index that is not there raises",
    arguments: [
      ("insert", -1, "-1..<0"), ("insert", 3, "3..<4"), ("insert", .max, "\(Int.max)"),
      ("insert", .min, "\(Int.min)..<\(Int.min + 1)"),
      ("remove", -1, "-1..<0"), ("remove", 2, "2..<3"), ("remove", .max, "\(Int.max)"),
      ("replace", -1, "-1..<0"), ("replace", 2, "2..<3"), ("replace", .max, "\(Int.max)"),
      ("read", -1, "-1"), ("read", 2, "2"), ("read", .max, "\(Int.max)"),
    ] as [(String, Int, String)])
  func outOfRange(access: String, index: Int, named: String) async {
    let result = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) { [access, index] in
      let list = TrackList()
      list.rawItems = ["a", "b"]
      let items = list.mutableArrayValue(forKey: "rawItems", of: String.self)
      switch access {
      case "insert": items.insert("c", at: index)
      case "remove": items.remove(at: index)
      case "replace": items[index] = "c"
      default: print(items[index])
      }
    }
    expectDeath(result, saying: [outOfRange(named)])
  }

  private func outOfRange(_ indexes: String, of count: Int = 2) -> String {
    terminating(
      "NSRangeException",
      """
      The value for the key "rawItems" of <TrackList 0x…> has \(count) elements, and the indexes \
      \(indexes) are out of range. Pass the indexes of the elements that change.'
      """)
  }

  @Test("indexes as far as they go raise, and do not overflow")
  func everyIndex() async {
    let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      let list = TrackList()
      list.rawItems = ["a", "b"]
      list.mutableArrayValue(forKey: "rawItems", of: String.self)
        .remove(at: RangeSet(Int.min..<Int.max))
    }
    expectDeath(result, saying: [outOfRange("\(Int.min)..<\(Int.max)")])
  }

  @Test("an announcement of indexes that are not there raises where elements are asked for")
  func announcedOutOfRange() async {
    list.rawItems = ["a", "b"]
    let unasked = list.heard("rawItems", []) {
      list.willChange(.removal, valuesAt: at(7), forKey: "rawItems")
      list.didChange(.removal, valuesAt: at(7), forKey: "rawItems")
    }
    #expect(unasked == [Heard("rawItems", kind: .removal, at: at(7))])
    let negative = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      let list = TrackList()
      list.rawItems = ["a", "b"]
      _ = list.heard("rawItems") {
        list.willChange(.removal, valuesAt: RangeSet(-1..<0), forKey: "rawItems")
      }
    }
    expectDeath(negative, saying: [outOfRange("-1..<0")])
    let beyond = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      let list = TrackList()
      list.rawItems = ["a", "b"]
      _ = list.heard("rawItems") {
        list.willChange(.insertion, valuesAt: at(0, 2, 3), forKey: "rawItems")
        list.didChange(.insertion, valuesAt: at(0, 2, 3), forKey: "rawItems")
      }
    }
    expectDeath(beyond, saying: [outOfRange("0..<1, 2..<4")])
  }

  @Test("an array that becomes shorter in the call before a removal raises")
  func shrinksInPrior() async {
    let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      let list = TrackList()
      list.rawItems = ["a", "b"]
      let recorder = Recorder()
      recorder.reactOnce { _, _ in list.rawItems = [] }
      list.addObserver(recorder, forKeyPath: "rawItems", options: .prior)
      list.mutableArrayValue(forKey: "rawItems", of: String.self).remove(at: 1)
    }
    expectDeath(result, saying: [outOfRange("1..<2", of: 0)])
  }

  @Test("elements and indexes have to be as many", arguments: [0, 1, 3])
  func counts(count: Int) async {
    let result = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) { [count] in
      let list = TrackList()
      list.rawItems = ["a", "b", "c"]
      let items = list.mutableArrayValue(forKey: "rawItems", of: String.self)
      let new = Array(repeating: "new", count: count)
      if count == 1 {
        items.insert(new, at: at(0, 1))
      } else {
        items.replace(at: at(0, 1), with: new)
      }
    }
    expectDeath(
      result, of: "NSInvalidArgumentException",
      """
      [MutableArrayValue of "rawItems" of <TrackList 0x…>]: \(count) elements for 2 indexes. Pass \
      as many elements as indexes.
      """)
  }

  @Test("an unknown key raises when the mutable array or set is used")
  func unknownKey() async {
    let reason = """
      [<TrackList 0x…> valueForUndefinedKey:]: this class is not key value coding-compliant for the \
      key tittles.'
      """
    let array = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) { TrackList().mutableArrayValue(forKey: "tittles").append("a") }
    expectDeath(array, saying: [terminating("NSUnknownKeyException", reason)])
    let set = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) { TrackList().mutableSetValue(forKey: "tittles").insert("a") }
    expectDeath(set, saying: [terminating("NSUnknownKeyException", reason)])
  }

  private func notACollection(_ key: String, _ found: String, _ expected: String) -> String {
    terminating(
      "NSInvalidArgumentException",
      """
      The value for the key "\(key)" of <Shelf 0x…> is \(found), not \(expected). Set it, or announce \
      its change, as a whole.'
      """)
  }

  @Test("a value that is no such collection raises, and the message names both types")
  func notACollection() async {
    let number = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) { Shelf().mutableArrayValue(forKey: "number").append("a") }
    expectDeath(number, saying: [notACollection("number", "Int", "Array<String>")])
    let setOfArray = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) { Shelf().mutableSetValue(forKey: "titles").insert("a") }
    expectDeath(setOfArray, saying: [notACollection("titles", "Array<String>", "Set<String>")])
    let otherElements = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      let shelf = Shelf()
      shelf.titles = ["a"]
      shelf.mutableArrayValue(forKey: "titles").append(1)
    }
    expectDeath(otherElements, saying: [notACollection("titles", "Array<String>", "Array<Int>")])
  }

  @Test("announcing elements or members of another value raises where values are asked for")
  func announcedNoCollection() async {
    let elements = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      let shelf = Shelf()
      _ = shelf.heard("number") { shelf.willChange(.removal, valuesAt: at(0), forKey: "number") }
    }
    expectDeath(elements, saying: [notACollection("number", "Int", "an array")])
    let none = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      let shelf = Shelf()
      _ = shelf.heard("count") { shelf.willChange(.removal, valuesAt: at(0), forKey: "count") }
    }
    expectDeath(none, saying: [notACollection("count", "nil", "an array")])
    let members = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      let shelf = Shelf()
      shelf.tags = ["a"]
      _ = shelf.heard("tags") {
        shelf.willChangeValue(forKey: "tags", withSetMutation: .union, using: [1])
      }
    }
    expectDeath(members, saying: [notACollection("tags", "Set<String>", "Set<Int>")])
  }

  @Test("an element of another type raises, also in an empty array")
  func wrongElement() async {
    let empty = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) { Shelf().mutableArrayValue(forKey: "titles").append(1) }
    expectDeath(
      empty, of: "NSInvalidArgumentException",
      """
      [<Shelf 0x…> setValue:forKey:]: the key titles holds Array<String>, and the value is \
      Array<Int>. Pass Array<String>.
      """)
  }

  @Test(
    "accessors and computed keys that were declared for something else raise",
    arguments: [
      ("strange", "TrackList", "Misdeclared"), ("titles", "Array<Int>", "Array<String>"),
      ("tags", "Set<Int>", "Set<String>"), ("upper", "Shelf", "Misdeclared"),
    ])
  func misdeclared(key: String, declared: String, used: String) async {
    let result = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) { [key] in
      let object = Misdeclared()
      switch key {
      case "tags": object.mutableSetValue(forKey: key).insert("a")
      case "upper": print(object.value(forKey: key) ?? "nil")
      default: object.mutableArrayValue(forKey: key).append("a")
      }
    }
    expectDeath(
      result, of: "NSInvalidArgumentException",
      """
      An accessor or a computed key was declared for \(declared), and is used with \(used). \
      Declare it for that, or pass \(declared).
      """)
  }

  // MARK: The count

  @Test(
    "an operator where none can be raises at registration, whatever the values are",
    arguments: [
      "@count", "@count.titles", "titles.@count.b", "titles.@sum", "titles.@max.length", "titles.@",
      "@avg.number", "number.@counts",
    ])
  func misplacedOperator(path: String) async {
    let result = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) { [path] in Shelf().addObserver(Recorder(), forKeyPath: path) }
    expectDeath(
      result, of: "NSInvalidArgumentException",
      """
      [<Shelf 0x…>]: the key path "\(path)" cannot be used: the only operator is @count, at the \
      end and behind a property. Name one property after another, with a dot in between.
      """)
  }

  @Test("the count of what is no collection raises, observed or read")
  func countOfNumber() async {
    func line(_ access: String, _ advice: String) -> String {
      terminating(
        "NSInvalidArgumentException",
        """
        [Int \(access)] is not supported. Key path: @count. \(advice) a property of an object.'
        """)
    }
    let observed = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) { Shelf().addObserver(Recorder(), forKeyPath: "number.@count") }
    expectDeath(observed, saying: [line("addObserver:forKeyPath:options:context:", "Observe")])
    let read = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) { _ = Shelf().value(forKeyPath: "number.@count") }
    expectDeath(read, saying: [line("valueForKeyPath:", "Name")])
    let set = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) { Shelf().setValue(1, forKeyPath: "number.@count") }
    expectDeath(set, saying: [line("setValue:forKeyPath:", "Name")])
  }

  @Test("the count of an object raises, too, once it is read")
  func countOfObject() async {
    let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      let list = TrackList()
      list.child = TrackList()
      list.addObserver(Recorder(), forKeyPath: "child.@count", options: [.initial, .new])
    }
    expectDeath(
      result, of: "NSUnknownKeyException",
      """
      [<TrackList 0x…> addObserver:<Recorder 0x…> forKeyPath:@"child.@count" options:5 context:0x0] \
      was sent to an object that is not KVC-compliant for the "@count" property.
      """)
  }
}

@Suite("Mutable arrays and sets, changed by observers", .watched)
struct ReentrantCollectionTests {
  private let list = TrackList()
  private var items: MutableArrayValue<String> { list.mutableArrayValue(forKey: "rawItems") }

  @Test("an insertion inside the call for an insertion is a change of its own")
  func insideCall() {
    let recorder = Recorder()
    recorder.reactOnce { _, _ in items.append("b") }
    list.addObserver(recorder, forKeyPath: "rawItems", options: [.new, .old])
    items.append("a")
    #expect(
      recorder.heard == [
        Heard("rawItems", kind: .insertion, new: ["a"], at: at(0)),
        Heard("rawItems", kind: .insertion, new: ["b"], at: at(1)),
      ])
    list.removeObserver(recorder, forKeyPath: "rawItems")
  }

  @Test("an insertion inside the call before a removal is absorbed")
  func insidePrior() {
    list.rawItems = ["a"]
    let recorder = Recorder()
    recorder.reactOnce { _, _ in items.append("b") }
    list.addObserver(recorder, forKeyPath: "rawItems", options: [.new, .old, .prior])
    items.remove(at: 0)
    #expect(
      recorder.heard == [
        Heard("rawItems", kind: .removal, old: ["a"], at: at(0), isPrior: true),
        Heard("rawItems", kind: .removal, old: ["a"], at: at(0)),
      ])
    #expect(list.rawItems == ["b"])
    list.removeObserver(recorder, forKeyPath: "rawItems")
  }

  @Test(
    "who is added in the call before a change of elements does not hear of it",
    arguments: ["rawItems", "plainItems"])
  func addedInPrior(key: String) {
    let late = Recorder()
    let recorder = Recorder()
    recorder.reactOnce { _, _ in list.addObserver(late, forKeyPath: key, options: .new) }
    list.addObserver(recorder, forKeyPath: key, options: .prior)
    let proxy = list.mutableArrayValue(forKey: key, of: String.self)
    proxy.append("a")
    #expect(late.heard == [])
    list.removeObserver(late, forKeyPath: key)
    list.removeObserver(recorder, forKeyPath: key)
  }

  @Test("who removes itself in the call before is not asked for elements any more")
  func removedInPrior() {
    let list = PickyTrackList()
    let recorder = Recorder()
    recorder.reactOnce { recorder, _ in list.removeObserver(recorder, forKeyPath: "items") }
    list.addObserver(recorder, forKeyPath: "items", options: [.new, .old, .prior])
    list.mutableArrayValue(forKey: "items").append("NaN")
    #expect(recorder.heard == [Heard("items", kind: .insertion, at: at(0), isPrior: true)])
  }

  @Test("each observer gets what it asked for, of one change")
  func optionsApart() {
    list.rawItems = ["a"]
    let all = Recorder()
    let new = Recorder()
    let none = Recorder()
    let counter = Recorder()
    list.child = list
    list.addObserver(all, forKeyPath: "rawItems", options: [.new, .old, .prior])
    list.addObserver(new, forKeyPath: "child.rawItems", options: .new)
    list.addObserver(none, forKeyPath: "rawItems")
    list.addObserver(counter, forKeyPath: "child.rawItems.@count", options: [.new, .old])
    items[0] = "b"
    #expect(
      all.heard == [
        Heard("rawItems", kind: .replacement, old: ["a"], at: at(0), isPrior: true),
        Heard("rawItems", kind: .replacement, new: ["b"], old: ["a"], at: at(0)),
      ])
    #expect(new.heard == [Heard("child.rawItems", kind: .replacement, new: ["b"], at: at(0))])
    #expect(none.heard == [Heard("rawItems", kind: .replacement, at: at(0))])
    #expect(counter.heard == [Heard("child.rawItems.@count", new: 1, old: 1)])
    list.removeObserver(all, forKeyPath: "rawItems")
    list.removeObserver(new, forKeyPath: "child.rawItems")
    list.removeObserver(none, forKeyPath: "rawItems")
    list.removeObserver(counter, forKeyPath: "child.rawItems.@count")
    list.child = nil
  }
}
