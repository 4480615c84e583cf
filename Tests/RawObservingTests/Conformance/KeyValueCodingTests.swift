import Foundation
import RawObserving
import Testing

private struct Position: Hashable {
  var x = 0
  var y = 0
}

/// One key of each width, and of each kind that a node does not have.
private final class Meter: KeyValueObject {
  @Observed var int8: Int8 = 0
  @Observed var int16: Int16 = 0
  @Observed var int32: Int32 = 0
  @Observed var int64: Int64 = 0
  @Observed var int = 0
  @Observed var uint8: UInt8 = 0
  @Observed var uint16: UInt16 = 0
  @Observed var uint32: UInt32 = 0
  @Observed var uint64: UInt64 = 0
  @Observed var uint: UInt = 0
  @Observed var float: Float = 0
  @Observed var double = 0.0
  @Observed var bool = false
  @Observed var position = Position()
  @Observed var place: Position?
  @Observed var größe = 0
  @Observed var next: Meter?
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

@Suite("Conformance: key-value coding", .watched)
struct KeyValueCodingTests {
  private let node = Node()

  // MARK: Values

  @Test("KVO-KVC-01 strings, integers, doubles and booleans come back as they were set")
  func roundTrip() {
    let meter = Meter()
    meter.setValue(-3, forKey: "int")
    meter.setValue(0.1, forKey: "double")
    meter.setValue(true, forKey: "bool")
    node.setValue("Hello", forKey: "text")
    #expect(meter.value(forKey: "int") as? Int == -3)
    #expect(meter.value(forKey: "double") as? Double == 0.1)
    #expect(meter.value(forKey: "bool") as? Bool == true)
    #expect(node.value(forKey: "text") as? String == "Hello")
    let child = Node()
    node.setValue(child, forKey: "child")
    #expect(node.value(forKey: "child") as? Node === child)
  }

  @Test("KVO-KVC-02 a struct comes back as it was set")
  func structs() {
    let meter = Meter()
    for key in ["position", "place"] {
      meter.setValue(Position(x: 1, y: 2), forKey: key)
      #expect(meter.value(forKey: key) as? Position == Position(x: 1, y: 2))
    }
    #expect(meter.position == Position(x: 1, y: 2))
  }

  @Test("KVO-KVC-08 a key need not be ASCII")
  func notASCII() {
    let meter = Meter()
    meter.next = Meter()
    let heard = meter.heard("next.größe") {
      meter.setValue(4, forKeyPath: "next.größe")
      meter.next?.größe = 5
    }
    #expect(heard == [Heard("next.größe", new: 4, old: 0), Heard("next.größe", new: 5, old: 4)])
    #expect(meter.value(forKeyPath: "next.größe") as? Int == 5)
    // The same letters, put together in another way, are the same key.
    #expect(meter.value(forKeyPath: "next.gro\u{308}ße") as? Int == 5)
  }

  @Test("KVO-KVC-11 extremes keep their value and width")
  func extremes() {
    check("int8", Int8.min, Int8.max)
    check("int16", Int16.min, Int16.max)
    check("int32", Int32.min, Int32.max)
    check("int64", Int64.min, Int64.max)
    check("int", Int.min, Int.max)
    check("uint8", UInt8.min, UInt8.max)
    check("uint16", UInt16.min, UInt16.max)
    check("uint32", UInt32.min, UInt32.max)
    check("uint64", UInt64.min, UInt64.max)
    check("uint", UInt.min, UInt.max)
    check("float", -Float.greatestFiniteMagnitude, .leastNonzeroMagnitude, .infinity)
    check("double", -Double.greatestFiniteMagnitude, .leastNonzeroMagnitude, -.infinity)
    check("bool", false, true)
  }

  private func check<Value: Equatable>(_ key: String, _ values: Value...) {
    let meter = Meter()
    for value in values {
      meter.setValue(value, forKey: key)
      let read = meter.value(forKey: key)
      #expect(read.map { type(of: $0) == Value.self } == true, "\(key)")
      #expect(read as? Value == value, "\(key)")
    }
  }

  // MARK: Nil

  @Test("KVO-KVC-04 nil for a number raises, and where a hook takes it, nothing else happens")
  func nilForNumber() async {
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
    let result = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) { Node().setValue(nil, forKey: "number") }
    expectDeath(result, saying: [Self.nilValue(for: "number")])
  }

  @Test("KVO-KVC-05 nil for a key that can be nil is accepted")
  func nilForOptional() {
    let counter = Counter()
    counter.text = "Hello"
    #expect(
      counter.heard("text") { counter.setValue(nil, forKey: "text") } == [
        Heard("text", new: KeyValueNull.null, old: "Hello")
      ])
    #expect(counter.text == nil)
    #expect(counter.nilKeys == [])
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

  @Test("KVO-KVC-12 a path counts an array or a set, or a nil that could be one")
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
    list.child = nil
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
