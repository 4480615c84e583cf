import Foundation
import TestSupport
import Testing

@testable import RawObserving

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

/// A use of a value that is no such collection, and the types that the message names.
private enum WrongKind: String, CaseIterable, Codable, Sendable {
  case elementsOfNumber, membersOfArray, otherElements, otherMembers, announcedNumber, announcedNil, announcedMembers

  func make() {
    let shelf = BookShelf()
    (shelf.titles, shelf.tags) = (["a"], ["a"])
    switch self {
    case .elementsOfNumber: shelf.mutableArrayValue(forKey: "number").append("a")
    case .membersOfArray: shelf.mutableSetValue(forKey: "titles").insert("a")
    case .otherElements: shelf.mutableArrayValue(forKey: "titles").append(1)
    case .otherMembers: shelf.mutableSetValue(forKey: "tags").insert(1)
    // Announced where values are asked for.
    case .announcedNumber:
      _ = shelf.heard("number") { shelf.willChange(.removal, valuesAt: at(0), forKey: "number") }
    case .announcedNil: _ = shelf.heard("count") { shelf.willChange(.removal, valuesAt: at(0), forKey: "count") }
    case .announcedMembers:
      _ = shelf.heard("tags") { shelf.willChangeValue(forKey: "tags", withSetMutation: .union, using: [1]) }
    }
  }

  var names: (key: String, found: String, expected: String) {
    switch self {
    case .elementsOfNumber: ("number", "Int", "Array<String>")
    case .membersOfArray: ("titles", "Array<String>", "Set<String>")
    case .otherElements: ("titles", "Array<String>", "Array<Int>")
    case .otherMembers, .announcedMembers: ("tags", "Set<String>", "Set<Int>")
    case .announcedNumber: ("number", "Int", "an array")
    case .announcedNil: ("count", "nil", "an array")
    }
  }
}

@Suite("Mutable arrays, sets and counts: what raises", .watched)
struct CollectionExceptionTests {
  @Test(
    "an index that is not there raises",
    arguments: [
      ("insert", -1, "-1..<0"), ("insert", 3, "3..<4"), ("insert", .max, "\(Int.max)"),
      ("insert", .min, "\(Int.min)..<\(Int.min + 1)"), ("insert several", 3, "3..<4"),
      ("insert several", .max, "\(Int.max)"),
      ("remove", -1, "-1..<0"), ("remove", 2, "2..<3"), ("remove", .max, "\(Int.max)"),
      ("remove as far as indexes go", 0, "\(Int.min)..<\(Int.max)"),
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
      case "insert several": items.insert(contentsOf: ["c"], at: index)
      case "remove": items.remove(at: index)
      case "replace": items[index] = "c"
      case "read": print(items[index])
      default: items.remove(at: RangeSet(Int.min..<Int.max))
      }
    }
    expectDeath(result, of: "NSRangeException", outOfRange(named))
  }

  private func outOfRange(_ indexes: String, of count: Int = 2) -> String {
    """
    The value for the key "rawItems" of <TrackList 0x…> has \(count) elements, and the indexes \
    \(indexes) are out of range. Pass the indexes of the elements that change.
    """
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
    expectDeath(result, of: "NSRangeException", outOfRange("1..<2", of: 0))
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

  @Test("an unknown key raises when the mutable array or set is used", arguments: [false, true])
  func unknownKey(isSet: Bool) async {
    let result = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) { [isSet] in
      let list = TrackList()
      if isSet {
        list.mutableSetValue(forKey: "tittles").insert("a")
      } else {
        list.mutableArrayValue(forKey: "tittles").append("a")
      }
    }
    expectDeath(
      result, of: "NSUnknownKeyException",
      """
      [<TrackList 0x…> valueForUndefinedKey:]: this class is not key value coding-compliant for the key tittles.
      """)
  }

  @Test("a value that is no such collection raises, and the message names both types", arguments: WrongKind.allCases)
  private func wrongKind(_ use: WrongKind) async {
    let result = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) { [use] in use.make() }
    let (key, found, expected) = use.names
    expectDeath(
      result, of: "NSInvalidArgumentException",
      """
      The value for the key "\(key)" of <BookShelf 0x…> is \(found), not \(expected). Set it, or announce \
      its change, as a whole.
      """)
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

  @Test("the count of what is no collection raises, observed, read or set")
  func countOfNumber() {
    let shelf = BookShelf()
    let raised = [
      violation { try shelf.register(Recorder(), keyPath: "number.@count", options: [], context: nil) },
      violation { _ = try shelf.currentValue(at: KeyPathString("number.@count", for: shelf), for: "valueForKeyPath:") },
      violation { try shelf.setCurrentValue(1, at: KeyPathString("number.@count", for: shelf)) },
    ]
    #expect(raised.map { $0?.id.exception } == Array(repeating: "NSInvalidArgumentException", count: 3))
    let (observe, name) = ("Observe a property of an object.", "Name a property of an object.")
    #expect(
      raised.map { $0?.reason } == [
        "[Int addObserver:forKeyPath:options:context:] is not supported. Key path: @count. \(observe)",
        "[Int valueForKeyPath:] is not supported. Key path: @count. \(name)",
        "[Int setValue:forKeyPath:] is not supported. Key path: @count. \(name)",
      ])
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
      [<TrackList 0x…> addObserver:<Recorder 0x…> forKeyPath:@"child.@count" options:5 context:0x0] was sent to an \
      object that is not KVC-compliant for the "@count" property.
      """)
  }
}
