import Foundation
import Synchronization
import Testing

@testable import RawObserving
import TestSupport

private struct Token: ~Copyable {
  let number: Int
  deinit {}
}

private struct Label<Value> {
  var value: Value
}

/// Fields of all kinds beside the observed ones.
private final class Cabinet: KeyValueObject {
  let mutex = Mutex([1, 2])
  let atomic = Atomic<Int>(3)
  @Observed var first = 1
  let token = Token(number: 4)
  unowned var neighbour: Node
  unowned let fixed: Node
  unowned(unsafe) var reckless: Node
  weak var guest: Node?
  lazy var late = [1]
  @Observed var second = "two"
  var closure: () -> Int = { 5 }
  let block: @convention(c) (Int) -> Int = { $0 }
  var pair = (1, label: "a")
  var nothing: Void = ()
  let pointer: UnsafeMutableRawPointer? = nil
  var existential: any Sendable = 1
  var metatype: Any.Type = Int.self
  @Observed var third: (() -> Int)?
  var label = Label(value: "x")
  var indirect: Result<Int, any Error> = .success(1)
  @ObservedWeak var fourth: Node?
  var maybe: Token?
  @Observed var void: Void = ()

  init(_ node: Node) {
    neighbour = node
    fixed = node
    reckless = node
  }
}

/// Classes that print alike, each with a private property of the same name.
private enum First {
  class Base: KeyValueObject {
    @Observed private var state = "text"
    func setFirst(_ text: String) { state = text }
    var firstState: Property<String> { $state }
  }
}

private enum Second {
  class Base: First.Base {
    @Observed private var state = 0
    func setSecond(_ number: Int) { state = number }
    var secondState: Property<Int> { $state }
  }
}

private class Third: Second.Base {
  @Observed private var state = false
  func setThird(_ flag: Bool) { state = flag }
  var thirdState: Property<Bool> { $state }
}

/// Its name has a dot if its argument is `Int.Type`.
private class Generic<Value>: KeyValueObject {
  @Observed private var state = 0
  func setGeneric(_ number: Int) { state = number }
  var genericState: Property<Int> { $state }
}

private final class Special: Generic<Int.Type> {
  @Observed private var state = 0
  func setSpecial(_ number: Int) { state = number }
}

/// One class for each two types.
private final class Fresh<A, B>: KeyValueObject {
  @Observed var n = 0
}

/// Shows itself in its own way.
private class Showing: KeyValueObject, CustomReflectable {
  @Observed var date = 1
  @ObservedWeak var guest: Node?
  var customMirror: Mirror { Mirror(self, children: ["shown": 1]) }
}

/// Shows itself in its own way, and lists its properties.
private final class Listing: KeyValueObject, CustomReflectable {
  @Observed var date = 1
  var customMirror: Mirror { Mirror(self, children: ["shown": 1]) }
  override class var unlistedProperties: [String: AnyKeyPath]? { ["date": \Listing.$date] }
}

/// It names a property in its computed keys.
private final class ShowingComputed: Showing {
  @Observed var factor = 2
  var product: Int { factor * date }
  override class var unlistedProperties: [String: AnyKeyPath]? {
    ["factor": \ShowingComputed.$factor]
  }
  override class var computedKeys: [ComputedKey] {
    super.computedKeys
      + [ComputedKey("product", \ShowingComputed.product, dependsOn: \.$date, \.$factor)]
  }
}

private final class ShowingMore: Showing {
  @Observed var zone = "UTC"
  override class var unlistedProperties: [String: AnyKeyPath]? { ["zone": \ShowingMore.$zone] }
  override var customMirror: Mirror {
    Mirror(self, children: [:], ancestorRepresentation: .suppressed)
  }
}

/// Its mirror and its list run code that observes, and it lists one property twice and another that is none.
private final class Lying: KeyValueObject, CustomReflectable {
  @Observed var date = 1
  @Observed var zone = "UTC"
  var brand = ""
  var customMirror: Mirror {
    Issue.record("nothing needs this mirror")
    return Mirror(self, children: ["_date": Observed(wrappedValue: 0)])
  }
  override class var unlistedProperties: [String: AnyKeyPath]? {
    let node = Node()
    #expect(node.heard("text", []) { node.text = "a" }.count == 1)
    return ["date": \Lying.$date, "later": \Lying.$date, "brand": \Lying.brand]
  }
}

/// It inherits a list, and declares a property that is on none.
private final class Unlisted: ListingBase {
  @Observed var more = 0
}

private class ListingBase: KeyValueObject, CustomReflectable {
  @Observed var date = 1
  var customMirror: Mirror { Mirror(self, children: [:]) }
  override class var unlistedProperties: [String: AnyKeyPath]? { ["date": \ListingBase.$date] }
}

/// It declares nothing.
private final class NothingMore: ListingBase {
  override class var unlistedProperties: [String: AnyKeyPath]? { [:] }
}

/// It has the property of another object in a field that looks like the storage of one.
private final class Panel: KeyValueObject {
  var _text: Property<String?>
  @Observed var title = ""
  init(_ node: Node) { _text = node.$text }
}

@Suite("Fields of all kinds", .watched)
struct FieldTests {
  @Test("observed properties among fields of all kinds have their names")
  func kinds() throws {
    let cabinet: Cabinet
    do {
      let node = Node()
      cabinet = Cabinet(node)
      #expect(cabinet.value(forKey: "first") as? Int == 1)
    }
    // The unowned fields are dead now.
    #expect(cabinet.heard("first") { cabinet.first = 2 } == [Heard("first", new: 2, old: 1)])
    #expect(
      cabinet.heard("second") { cabinet.setValue("zwei", forKey: "second") }
        == [Heard("second", new: "zwei", old: "two")])
    #expect(cabinet.heard("third", []) { cabinet.third = { 6 } } == [Heard("third")])
    #expect(cabinet.heard("fourth", []) { cabinet.fourth = Node() }.count == 2)
    #expect(cabinet.heard("void", []) { cabinet.void = () } == [Heard("void")])
    #expect((cabinet.value(forKey: "third") as? () -> Int)?() == 6)
    for key in ["neighbour", "mutex", "token", "late", "$__lazy_storage_$_late", "pair", ""] {
      #expect(throws: Violation.self) { try cabinet.codedValue(forKey: key) }
    }
  }

  @Test("a class that is CustomReflectable keeps the names of its properties")
  func customReflectable() throws {
    let showing = Showing()
    // A name alone cannot be looked up. Nothing is lost in silence.
    for body: () throws -> Void in [
      { _ = try showing.codedValue(forKey: "date") },
      { try showing.setCodedValue(2, forKey: "date") },
      { try showing.register(Recorder(), keyPath: "date", options: [], context: nil) },
    ] {
      let violation = #expect(throws: Violation.self) { try body() }
      #expect(violation?.report.hasPrefix("*** RawObserving: ") == true)
      #expect(violation?.reason.contains("CustomReflectable, list the properties that Showing declares in") == true)
    }
    #expect(throws: Violation.self) { try showing.keyPath(of: showing.$date) }
    let listing = Listing()
    #expect(try listing.keyPath(of: listing.$date).description == "date")
    #expect(listing.heard("date") { listing.date = 2 } == [Heard("date", new: 2, old: 1)])
    #expect(listing.value(forKey: "date") as? Int == 2)
    listing.setValue(3, forKey: "date")
    #expect(listing.date == 3)
    let computed = ShowingComputed()
    #expect(computed.heard("product") { computed.date = 4 } == [Heard("product", new: 8, old: 2)])
    #expect(computed.heard("factor") { computed.factor = 3 } == [Heard("factor", new: 3, old: 2)])
    let more = ShowingMore()
    _ = try (more.keyPath(of: more.$zone), more.keyPath(of: more.$date), more.keyPath(of: more.$guest))
    #expect(more.heard("zone") { more.zone = "CET" } == [Heard("zone", new: "CET", old: "UTC")])
    #expect(more.heard("date") { more.date = 2 } == [Heard("date", new: 2, old: 1)])
    #expect(more.heard("guest", []) { more.guest = Node() }.count == 2)
  }

  @Test("a list that leaves out, repeats or invents a property misleads nothing")
  func misleadingList() throws {
    let lying = Lying()
    #expect(lying.heard("date") { lying.date = 2 } == [Heard("date", new: 2, old: 1)])
    for key in ["later", "brand"] {
      let violation = #expect(throws: Violation.self) {
        try lying.register(Recorder(), keyPath: key, options: [], context: nil)
      }
      #expect(violation?.reason.contains("\"\(key)\" leads to no property, or to one that is listed twice.") == true)
    }
    // It is on no list, or it belongs to another object. Both are possible, so the message says both.
    for body: () throws -> Void in [
      { _ = try lying.keyPath(of: lying.$zone) }, { _ = try lying.keyPath(of: Lying().$date) },
    ] {
      let violation = #expect(throws: Violation.self) { try body() }
      #expect(violation?.reason.contains("list the properties that Lying declares") == true)
      #expect(violation?.reason.contains("If the property belongs to another object, write a $") == true)
    }
  }

  @Test("a subclass lists its own properties, and an inherited list says nothing about them")
  func inheritedList() throws {
    let unlisted = Unlisted()
    #expect(unlisted.heard("date") { unlisted.date = 2 } == [Heard("date", new: 2, old: 1)])
    #expect(try unlisted.keyPath(of: unlisted.$date).description == "date")
    #expect(throws: Violation.self) { try unlisted.codedValue(forKey: "date(ListingBase)") }
    for body: () throws -> Void in [
      { _ = try unlisted.keyPath(of: unlisted.$more) },
      { try unlisted.register(Recorder(), keyPath: "more", options: [], context: nil) },
    ] {
      let violation = #expect(throws: Violation.self) { try body() }
      #expect(violation?.reason.contains("list the properties that Unlisted declares") == true)
    }
    let nothing = NothingMore()
    #expect(nothing.heard("date", .new) { nothing.date = 2 } == [Heard("date", new: 2)])
    #expect(nothing.heard("unknown", []) { nothing.date = 3 } == [])
  }

  @Test("a field that holds a property of another object is none of this object's")
  func storedProperty() throws {
    let node = Node()
    let panel = Panel(node)
    #expect(throws: Violation.self) { try panel.codedValue(forKey: "text") }
    #expect(throws: Violation.self) { try panel.keyPath(of: panel._text) }
    #expect(panel.heard("text", []) { node.text = "a" } == [])
    #expect(panel.heard("title", []) { panel.title = "a" }.count == 1)
  }

  @Test("private properties of one name have names of their own, even in classes that print alike")
  func sameNameInClassesThatPrintAlike() throws {
    let third = Third()
    let paths = try [
      third.keyPath(of: third.firstState), third.keyPath(of: third.secondState), third.keyPath(of: third.thirdState),
    ]
    #expect(Set(paths.map(\.description)).count == 3)
    let recorders = paths.map { path in
      let recorder = Recorder()
      third.addObserver(recorder, for: path, options: .new, context: nil)
      return recorder
    }
    third.setFirst("new")
    #expect(recorders.map(\.calls) == [1, 0, 0] && recorders[0].heard == [Heard(paths[0].description, new: "new")])
    third.setSecond(1)
    #expect(recorders.map(\.calls) == [1, 1, 0] && recorders[1].heard == [Heard(paths[1].description, new: 1)])
    third.setThird(true)
    #expect(recorders.map(\.calls) == [1, 1, 1] && recorders[2].heard == [Heard(paths[2].description, new: true)])
    for (path, recorder) in zip(paths, recorders) { third.removeObserver(recorder, for: path, context: nil) }
    // The same for an object of the superclass, where one name fewer is taken.
    let second = Second.Base()
    let names = try [second.keyPath(of: second.firstState), second.keyPath(of: second.secondState)]
    #expect(Set(names.map(\.description)).count == 2)
  }

  @Test("a dot in the name of a class separates no keys")
  func dotInClassName() throws {
    let special = Special()
    let path = try special.keyPath(of: special.genericState)
    let recorder = Recorder()
    try special.register(recorder, keyPath: path.description, options: .new, context: nil)
    special.setGeneric(1)
    special.setSpecial(2)
    #expect(recorder.heard.map(\.new) == [1])
    special.removeObserver(recorder, forKeyPath: path.description)
  }

  @Test("a property that is observed no more is set as if it had never been observed")
  func observedNoMore() {
    let (node, recorder) = (named("a"), Recorder())
    var isWatched: [Bool?] { [node.$text.anySlot?.isWatched, node.$flagA.anySlot?.isWatched] }
    #expect(isWatched == [false, false])
    for _ in 1...2 { recorder.observe(node, "text") }
    let path = named("b")
    path.child = node
    recorder.observe(path, "child.flagA")
    #expect(isWatched == [true, true])
    node.removeObserver(recorder, forKeyPath: "text")
    #expect(isWatched == [true, true])
    node.removeObserver(recorder, forKeyPath: "text")
    #expect(isWatched[0] == false)
    path.removeObserver(recorder, forKeyPath: "child.flagA")
    node.text = "c"
    #expect(recorder.calls == 0)
    recorder.observe(node, "text")
    #expect(isWatched[0] == true)
    node.text = "d"
    #expect(recorder.calls == 1)
    node.removeObserver(recorder, forKeyPath: "text")
  }

  @Test("the first objects of many classes are made on several threads at once")
  func threads() {
    @Sendable func make<A, B>(_: A.Type, _: B.Type) -> KeyValueObject { Fresh<A, B>() }
    @Sendable func all<A>(_ type: A.Type) -> [KeyValueObject] {
      [
        make(type, Int.self), make(type, String.self), make(type, Bool.self),
        make(type, [A].self), make(type, A?.self), make(type, Set<Int>.self),
      ]
    }
    onThreads(4) { _ in
      for object in all(Int.self) + all(String.self) + all([Int].self) + all(Int?.self) {
        object.setValue(1, forKey: "n")
        #expect(object.heard("n", .old) { object.setValue(2, forKey: "n") } == [Heard("n", old: 1)])
      }
    }
  }

  /// Its declared keys create an object of the class.
  private final class Sampled: KeyValueObject {
    @Observed var number = 1
    var twice: Int { 2 * number }

    override class var computedKeys: [ComputedKey] {
      let sample = Sampled()
      return [ComputedKey("twice", \Sampled.twice, dependsOn: \.$number)].filter { _ in sample.number == 1 }
    }
  }

  @Test("a class may create an object of its own while it declares its keys")
  func sampled() async {
    await #expect(processExitsWith: .success) {
      let (sampled, recorder) = (Sampled(), Recorder())
      recorder.observe(sampled, "twice", .new)
      sampled.number = 2
      precondition(recorder.heard.last == Heard("twice", new: 4))
      sampled.removeObserver(recorder, forKeyPath: "twice")
    }
  }
}
