import Foundation
import RawObserving
import Testing

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
    super.computedKeys + [ComputedKey("upper", \BookShelf.upper)]
  }

  private func insertTitles(_ titles: [Int], at indexes: RangeSet<Int>) {}
  private func removeTitles(at indexes: RangeSet<Int>) {}
  private func addTags(_ tags: Set<Int>) {}
}

@Suite("Mutable arrays, sets and counts: what raises", .watched)
struct CollectionExceptionTests {
  private let list = TrackList()

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
      The value for the key "\(key)" of <BookShelf 0x…> is \(found), not \(expected). Set it, or announce \
      its change, as a whole.'
      """)
  }

  @Test("a value that is no such collection raises, and the message names both types")
  func notACollection() async {
    let number = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) { BookShelf().mutableArrayValue(forKey: "number").append("a") }
    expectDeath(number, saying: [notACollection("number", "Int", "Array<String>")])
    let setOfArray = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) { BookShelf().mutableSetValue(forKey: "titles").insert("a") }
    expectDeath(setOfArray, saying: [notACollection("titles", "Array<String>", "Set<String>")])
    let otherElements = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      let shelf = BookShelf()
      shelf.titles = ["a"]
      shelf.mutableArrayValue(forKey: "titles").append(1)
    }
    expectDeath(otherElements, saying: [notACollection("titles", "Array<String>", "Array<Int>")])
  }

  @Test("announcing elements or members of another value raises where values are asked for")
  func announcedNoCollection() async {
    let elements = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      let shelf = BookShelf()
      _ = shelf.heard("number") { shelf.willChange(.removal, valuesAt: at(0), forKey: "number") }
    }
    expectDeath(elements, saying: [notACollection("number", "Int", "an array")])
    let none = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      let shelf = BookShelf()
      _ = shelf.heard("count") { shelf.willChange(.removal, valuesAt: at(0), forKey: "count") }
    }
    expectDeath(none, saying: [notACollection("count", "nil", "an array")])
    let members = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      let shelf = BookShelf()
      shelf.tags = ["a"]
      _ = shelf.heard("tags") {
        shelf.willChangeValue(forKey: "tags", withSetMutation: .union, using: [1])
      }
    }
    expectDeath(members, saying: [notACollection("tags", "Set<String>", "Set<Int>")])
  }

  @Test("an element of another type ends the process, even if the array is empty")
  func wrongElement() async {
    let empty = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) { BookShelf().mutableArrayValue(forKey: "titles").append(1) }
    expectDeath(
      empty,
      """
      [<BookShelf 0x…> setValue:forKey:]: the key titles holds Array<String>, and the value is \
      Array<Int>. Pass Array<String>.
      """)
  }

  @Test(
    "accessors and computed keys that were declared for something else end the process",
    arguments: [
      ("strange", "TrackList", "Misdeclared"), ("titles", "Array<Int>", "Array<String>"),
      ("tags", "Set<Int>", "Set<String>"), ("upper", "BookShelf", "Misdeclared"),
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
      result,
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
    ) { [path] in BookShelf().addObserver(Recorder(), forKeyPath: path) }
    expectDeath(
      result, of: "NSInvalidArgumentException",
      """
      [<BookShelf 0x…>]: the key path "\(path)" cannot be used: the only operator is @count, at the \
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
    ) { BookShelf().addObserver(Recorder(), forKeyPath: "number.@count") }
    expectDeath(observed, saying: [line("addObserver:forKeyPath:options:context:", "Observe")])
    let read = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) { _ = BookShelf().value(forKeyPath: "number.@count") }
    expectDeath(read, saying: [line("valueForKeyPath:", "Name")])
    let set = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) { BookShelf().setValue(1, forKeyPath: "number.@count") }
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
