import Foundation
import TestSupport
import Testing

@testable import RawObserving

private struct Position: Hashable {
  var x = 0
  var y = 0
}

/// One key of each kind of value.
private final class Track: KeyValueObject {
  enum Mode: Hashable {
    case idle
    case recording(track: Int)
  }

  @Observed var title = "Prelude"
  @Observed var seconds = 60
  @Observed var loudness = 0.5
  @Observed var isLiked = false
  @Observed var artist: String?
  @Observed var album: Node?
  @Observed var position = Position()
  @Observed var place: Position?
  @Observed var tags: [String] = []
  @Observed var anything: Any?
  @Observed var nested: Int??
  @Observed var mode = Mode.idle
  @Observed var range = 0..<1
  @Observed var greet: (() -> String)?
  @Observed var size = (width: 1, height: 2)
  @Observed var labelled: LabelledNode?
  @Observed var node = Node()
  @Observed var größe = 0
  @Observed var next: Track?

  var isIdle: Bool { mode == .idle }

  override class var computedKeys: [ComputedKey] {
    super.computedKeys + [ComputedKey("isIdle", \Track.isIdle, dependsOn: \.$mode)]
  }
}

/// A number of any width.
private final class Gauge<Value>: KeyValueObject {
  @Observed var value: Value
  init(_ value: Value) { self.value = value }
}

/// A number that is -1 where it is set to nil.
private final class Counter: Node {
  private(set) var nilKeys: [String] = []

  override func setNilValue(forKey key: String) {
    nilKeys.append(key)
    if key == "number" { setValue(-1, forKey: key) }
  }
}

/// An object that has a say in how its keys are read and written.
private final class Translator: Node {
  private(set) var asked: [String] = []

  override func value(forKey key: String) -> Any? {
    asked.append("get \(key)")
    return key == "greeting" ? "hello" : super.value(forKey: key)
  }

  override func setValue(_ value: Any?, forKey key: String) {
    asked.append("set \(key)")
    super.setValue(value, forKey: key)
  }
}

/// An array that is not stored.
private final class Numbers: KeyValueObject {
  private(set) var inserted: [Int] = []

  var numbers: [Int] { Array(0..<10) }

  override class var computedKeys: [ComputedKey] {
    super.computedKeys + [ComputedKey("numbers", \Numbers.numbers)]
  }

  override class func arrayAccessors(forKey key: String) -> ArrayAccessors? {
    key == "numbers"
      ? ArrayAccessors(insert: Numbers.insertNumbers, remove: Numbers.removeNumbers)
      : super.arrayAccessors(forKey: key)
  }

  private func insertNumbers(_ numbers: [Int], at indexes: RangeSet<Int>) { inserted += numbers }
  private func removeNumbers(at indexes: RangeSet<Int>) {}
}

@Suite("Reading and writing by key", .watched)
struct CodingTests {
  private let track = Track()
  private let node = Node()

  // MARK: Values

  @Test("KVO-KVC-01 KVO-KVC-02 what is set by key is read by key and by property")
  func roundTrip() {
    let album = Node()
    let values: [(key: String, value: AnyHashable)] = [
      ("title", "Fugue"), ("seconds", -3), ("loudness", 0.25), ("isLiked", true), ("artist", "Anna"),
      ("position", Position(x: 1, y: 2)), ("place", Position(x: 3, y: 4)), ("tags", ["old"]), ("range", 1..<3),
    ]
    for (key, value) in values {
      track.setValue(value.base, forKey: key)
      #expect(track.value(forKey: key) as? AnyHashable == value)
    }
    #expect(track.title == "Fugue" && track.seconds == -3 && track.loudness == 0.25 && track.isLiked)
    #expect(track.artist == "Anna" && track.position == Position(x: 1, y: 2) && track.tags == ["old"])
    track.setValue(album, forKey: "album")
    #expect(track.album === album && track.value(forKey: "album") as? Node === album)
    track.setValue({ "hello" } as () -> String, forKey: "greet")
    #expect(track.greet?() == "hello")
    track.setValue((width: 3, height: 4), forKey: "size")
    #expect(track.size == (3, 4))
    #expect((track.value(forKey: "size") as? (width: Int, height: Int))?.height == 4)
    let heard = track.heard("mode") { track.mode = .recording(track: 2) }
    #expect(heard == [Heard("mode", new: Track.Mode.recording(track: 2), old: Track.Mode.idle)])
  }

  @Test("a property of any type takes every value, and nil")
  func anything() {
    let heard = track.heard("anything") {
      for value in [1, "a", nil] as [Any?] { track.setValue(value, forKey: "anything") }
    }
    #expect(
      heard == [
        Heard("anything", new: 1, old: null), Heard("anything", new: "a", old: 1),
        Heard("anything", new: null, old: "a"),
      ])
  }

  @Test("an optional of any depth reads as its value or as nil")
  func depth() {
    track.nested = .some(.some(3))
    #expect(track.value(forKey: "nested") as? Int == 3)
    track.nested = .some(.none)
    #expect(track.value(forKey: "nested") == nil)
    track.anything = "fine"
    #expect(track.value(forKey: "anything") as? String == "fine")
    track.anything = Int?.none as Any
    #expect(track.value(forKey: "anything") == nil)
  }

  @Test("KVO-KVC-08 a key need not be ASCII, and its letters may be composed in any way")
  func notASCII() {
    track.next = Track()
    let heard = track.heard("next.gro\u{308}ße") {
      track.setValue(4, forKeyPath: "next.größe")
      track.next?.größe = 5
    }
    #expect(heard == [Heard("next.größe", new: 4, old: 0), Heard("next.größe", new: 5, old: 4)])
    #expect(track.value(forKeyPath: "next.gro\u{308}ße") as? Int == 5)
  }

  @Test("KVO-KVC-11 extremes keep their value and width")
  func extremes() {
    check(Int8.min, .max)
    check(Int16.min, .max)
    check(Int32.min, .max)
    check(Int64.min, .max)
    check(Int.min, .max)
    check(UInt8.min, .max)
    check(UInt16.min, .max)
    check(UInt32.min, .max)
    check(UInt64.min, .max)
    check(UInt.min, .max)
    check(-Float.greatestFiniteMagnitude, .leastNonzeroMagnitude, .infinity)
    check(-Double.greatestFiniteMagnitude, .leastNonzeroMagnitude, -.infinity)
    check(false, true)
  }

  private func check<Value: Equatable>(_ values: Value...) {
    let gauge = Gauge(values[0])
    for value in values.reversed() {
      gauge.setValue(value, forKey: "value")
      let read = gauge.value(forKey: "value")
      #expect(read.map { type(of: $0) == Value.self } == true)
      #expect(read as? Value == value)
    }
  }

  @Test("a number is not another kind of number", arguments: [1.5, Int8(1), UInt(1), true] as [any Sendable])
  func otherNumbers(value: any Sendable) {
    let violation = #expect(throws: Violation.self) {
      try node.setCodedValue(value, forKey: "number")
    }
    #expect(violation?.reason.contains("the key number holds Int") == true)
    #expect(node.number == 0)
  }

  @Test("an object of a subclass is taken, one of the superclass is not")
  func subclasses() {
    track.setValue(LabelledNode(), forKey: "node")
    #expect(track.node is LabelledNode)
    let violation = #expect(throws: Violation.self) {
      try track.setCodedValue(Node(), forKey: "labelled")
    }
    #expect(violation?.report.hasPrefix("*** RawObserving: ") == true)
    #expect(track.labelled == nil)
  }

  @Test("a computed property without a setter cannot be set, and the message says so")
  func readOnly() {
    let violation = #expect(throws: Violation.self) {
      try track.setCodedValue(true, forKey: "isIdle")
    }
    #expect(violation?.id.exception == "NSUnknownKeyException")
    #expect(violation?.reason.contains("setValue:forUndefinedKey:") == true)
    #expect(track.value(forKey: "isIdle") as? Bool == true)
  }

  @Test("what raises has announced nothing", arguments: ["nope", "isIdle", "range"])
  func raisesUnannounced(key: String) {
    let heard = track.heard(key, .prior) {
      #expect(throws: Violation.self) { try track.setCodedValue("wrong", forKey: key) }
    }
    #expect(heard == [])
  }

  @Test(
    "a set by key tells what a set by the property tells: it goes the setter's way",
    arguments: ["text", "child", "number", "quiet"])
  func settersWay(key: String) {
    func told(_ set: (LabelledNode, Node) -> Void) -> [Heard] {
      let (node, child) = (LabelledNode(), LabelledNode())
      let recorder = Recorder()
      let paths = ["text", "child", "number", "quiet", "banner", "child.text", "childLabel", "childOrText"]
      for path in paths {
        node.addObserver(recorder, forKeyPath: path, options: [.new, .prior])
        node.addObserver(recorder, forKeyPath: path, options: .old)
      }
      set(node, child)
      for path in paths + paths { node.removeObserver(recorder, forKeyPath: path) }
      return recorder.heard.map { heard in
        // Each run has a child of its own.
        heard.new is ObjectIdentifier ? Heard(heard.keyPath, new: "child") : heard
      }
    }
    let byProperty = told { node, child in
      switch key {
      case "text": node.text = "a"
      case "child": node.child = child
      case "number": node.number = 1
      default: node.quiet = "a"
      }
    }
    func value(_ child: Node) -> Any {
      ["text": "a", "child": child, "number": 1, "quiet": "a"][key]!
    }
    #expect(told { $0.setValue(value($1), forKey: key) } == byProperty)
    #expect(told { $0.setValue(value($1), forKeyPath: key) } == byProperty)
    #expect(byProperty.isEmpty == (key == "quiet"))
  }

  // MARK: Nil

  @Test("KVO-KVC-04 nil for a number raises, and where a hook takes it, nothing else happens")
  func nilForNumber() {
    for null: Any? in [nil, KeyValueNull.null, String?.none as Any] {
      let counter = Counter()
      counter.isOpen = true
      let heard = counter.heard("isOpen", [.new, .old, .prior]) {
        counter.setValue(null, forKey: "isOpen")
      }
      #expect(heard == [])
      #expect(counter.isOpen)
      #expect(counter.nilKeys == ["isOpen"])
    }
  }

  @Test("KVO-KVC-05 nil for a key that can be nil is accepted, in each of its forms, and what it held is released")
  func nilForOptional() {
    let counter = Counter()
    for null: Any? in [nil, KeyValueNull.null, String?.none as Any] {
      counter.text = "Hello"
      let heard = counter.heard("text") { counter.setValue(null, forKey: "text") }
      #expect(heard == [Heard("text", new: KeyValueNull.null, old: "Hello")])
      #expect(counter.text == nil && counter.value(forKey: "text") == nil)
    }
    #expect(counter.nilKeys == [])
    weak let album = track.node
    track.setValue(Node(), forKey: "node")
    #expect(album == nil)
  }

  @Test("KVO-KVC-06 the hook for nil, called directly, raises for any key", arguments: ["number", "text"])
  func nilHook(key: String) async {
    let result = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) { [key] in Node().setNilValue(forKey: key) }
    expectDeath(result, saying: [Self.nilValue(for: key)])
  }

  @Test("KVO-MAN-10 nil for a number with a hook is one change")
  func hook() {
    let counter = Counter()
    let heard = counter.heard("number") {
      counter.setValue(nil, forKey: "number")
      counter.number = 2
    }
    #expect(heard == [Heard("number", new: -1, old: 0), Heard("number", new: 2, old: -1)])
  }

  @Test("the hook takes nil for an inherited key, by path, and for a computed key")
  func hookElsewhere() {
    final class Person: KeyValueObject {
      @Observed var meters = 1
      var centimetres: Int {
        get { meters * 100 }
        set { meters = newValue / 100 }
      }
      private(set) var nilKeys: [String] = []

      override class var computedKeys: [ComputedKey] {
        super.computedKeys
          + [ComputedKey("centimetres", \Person.centimetres, dependsOn: \.$meters)]
      }

      override func setNilValue(forKey key: String) { nilKeys.append(key) }
    }
    let person = Person()
    person.setValue(nil, forKey: "centimetres")
    #expect(person.nilKeys == ["centimetres"])
    node.child = Counter()
    node.setValue(nil, forKeyPath: "child.number")
    #expect(node.child?.number == -1)
  }

  private static func nilValue(for key: String) -> String {
    terminating(
      "NSInvalidArgumentException",
      "[<Node 0x…> setNilValueForKey]: could not set nil as the value for the key \(key).'")
  }

  // MARK: Paths

  @Test("KVO-KVC-03 an unknown key at the end of a path raises, and names the object that lacks it")
  func unknownKey() async {
    let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      let node = Node()
      node.child = Counter()
      node.setValue("", forKeyPath: "child.nonexistent")
    }
    expectDeath(
      result, of: "NSUnknownKeyException",
      """
      [<Counter 0x…> setValue:forUndefinedKey:]: this class is not key value coding-compliant for \
      the key nonexistent.
      """)
  }

  @Test("KVO-KVC-07 paths of two and three keys go through the last object's own methods")
  func paths() {
    let translator = Translator()
    node.child = Node()
    node.child?.child = translator
    node.setValue("Hi", forKeyPath: "child.child.text")
    #expect(translator.text == "Hi")
    #expect(node.value(forKeyPath: "child.child.text") as? String == "Hi")
    #expect(node.child?.value(forKeyPath: "child.greeting") as? String == "hello")
    #expect(translator.asked == ["set text", "get text", "get greeting"])
  }

  @Test("KVO-KVC-09 nil on the way is read as nil, and a set through it is ignored")
  func nilOnTheWay() {
    let heard = node.heard("child.text", [.new, .old, .prior]) {
      #expect(node.value(forKeyPath: "child.text") == nil)
      #expect(node.value(forKeyPath: "child.child.child.number") == nil)
      node.setValue(1, forKeyPath: "child.text")
      node.setValue(nil, forKeyPath: "child.child.number")
    }
    #expect(heard == [])
    #expect(node.child == nil)
  }

  @Test("a path through a computed property is read and written")
  func throughComputed() {
    final class Desk: KeyValueObject {
      @Observed var nodes = [Node()]
      var first: Node? { nodes.first }
      override class var computedKeys: [ComputedKey] {
        super.computedKeys + [ComputedKey("first", \Desk.first, dependsOn: \.$nodes)]
      }
    }
    let desk = Desk()
    desk.setValue("a", forKeyPath: "first.text")
    #expect(desk.value(forKeyPath: "first.text") as? String == "a")
    desk.nodes = []
    desk.setValue("ignored", forKeyPath: "first.text")
    #expect(desk.value(forKeyPath: "first.text") == nil)
  }

  @Test("KVO-KVC-12 a path counts an array or a set, or a nil that could be one, and cannot set the count")
  func count() {
    let list = TrackList()
    list.rawItems = ["a", "b"]
    list.rawMembers = ["a"]
    list.child = list
    #expect(list.value(forKeyPath: "rawItems.@count") as? Int == 2)
    #expect(list.value(forKeyPath: "child.child.rawMembers.@count") as? Int == 1)
    #expect(list.value(forKeyPath: "plainItems.@count") == nil)
    list.plainItems = []
    #expect(list.value(forKeyPath: "plainItems.@count") as? Int == 0)
    let violation = #expect(throws: Violation.self) {
      try list.setCurrentValue(1, at: KeyPathString("plainItems.@count", for: list))
    }
    #expect(violation?.id.exception == "NSInvalidArgumentException")
    #expect(list.plainItems == [])
    list.child = nil
  }

  @Test(
    "a count stands only behind a property at the end of a path",
    arguments: [
      "@count", "@count.items", "items.@count.text", "items.@count.@count", "items.@sum", "items.@",
      "items.@Count", "@sum.items",
    ])
  func oddCounts(path: String) {
    let list = TrackList()
    for options: KeyValueObservingOptions in [[], [.initial, .new]] {
      let violation = #expect(throws: Violation.self) {
        try list.register(Recorder(), keyPath: path, options: options, context: nil)
      }
      #expect(violation?.id.exception == "NSInvalidArgumentException")
      #expect(violation?.reason.contains("the only operator is @count, at the end and behind a property.") == true)
    }
    #expect(throws: Violation.self) { try list.currentValue(at: KeyPathString(path, for: list)) }
    #expect(throws: Violation.self) {
      try list.setCurrentValue(1, at: KeyPathString(path, for: list))
    }
  }

  @Test("the root class itself has no key, and can be observed and observe")
  func root() {
    let (object, observer) = (KeyValueObject(), KeyValueObject())
    #expect(throws: Violation.self) { try object.codedValue(forKey: "anything") }
    object.addObserver(observer, forKeyPath: "anything")
    object.removeObserver(observer, forKeyPath: "anything")
  }

  // MARK: Mutable collections

  @Test("KVO-KVC-17 a mutable array over a computed array inserts by the accessor, reads by the property")
  func computedArray() {
    let numbers = Numbers()
    let proxy = numbers.mutableArrayValue(forKey: "numbers", of: Int.self)
    proxy.append(77)
    #expect(numbers.inserted == [77])
    #expect(proxy[3] == 3)
    #expect(proxy.count == 10)
    #expect(Array(proxy) == Array(0..<10))
  }

  @Test("KVO-KVC-18 a mutable collection over nil stores a new one")
  func autovivification() {
    let list = TrackList()
    list.mutableArrayValue(forKey: "plainItems").append("x")
    list.mutableSetValue(forKey: "plainMembers").insert("x")
    #expect(list.plainItems == ["x"])
    #expect(list.plainMembers == ["x"])
  }
}
