import Foundation
@testable import RawObserving
import TestSupport
import Testing

/// Values of kinds that cannot be compared, and a property that is narrower than its superclass.
private final class Studio: KeyValueObject {
  enum Mode: Hashable {
    case idle
    case recording(track: Int)
  }

  @Observed var mode = Mode.idle
  @Observed var range = 0..<1
  @Observed var greet: (() -> String)?
  @Observed var size = (width: 1, height: 2)
  @Observed var anything: Any?
  @Observed var labelled: LabelledNode?
  @Observed var node = Node()

  var isIdle: Bool { mode == .idle }

  override class var computedKeys: [ComputedKey] {
    super.computedKeys + [ComputedKey("isIdle", \Studio.isIdle, dependsOn: \.$mode)]
  }
}

@Suite("Further: reading and writing by name", .watched)
struct CodingEdgeTests {
  private let studio = Studio()
  private let node = Node()

  @Test("an enum, a range, a closure and a tuple are told and read as what they are")
  func anyKind() {
    let heard = studio.heard("mode") { studio.mode = .recording(track: 2) }
    #expect(heard == [Heard("mode", new: Studio.Mode.recording(track: 2), old: Studio.Mode.idle)])
    #expect(studio.heard("range") { studio.range = 1..<3 } == [Heard("range", new: 1..<3, old: 0..<1)])
    studio.setValue({ "hello" } as () -> String, forKey: "greet")
    #expect(studio.greet?() == "hello")
    studio.setValue((width: 3, height: 4), forKey: "size")
    #expect(studio.size == (3, 4))
    #expect((studio.value(forKey: "size") as? (width: Int, height: Int))?.height == 4)
  }

  @Test("a property of any type takes every value, and nil")
  func anything() {
    let heard = studio.heard("anything") {
      for value in [1, "a", nil] as [Any?] { studio.setValue(value, forKey: "anything") }
    }
    #expect(
      heard == [
        Heard("anything", new: 1, old: null), Heard("anything", new: "a", old: 1),
        Heard("anything", new: null, old: "a"),
      ])
  }

  @Test("an object of a subclass is taken, one of the superclass is not")
  func subclasses() {
    studio.setValue(LabelledNode(), forKey: "node")
    #expect(studio.node is LabelledNode)
    let violation = #expect(throws: Violation.self) {
      try studio.setCodedValue(Node(), forKey: "labelled")
    }
    #expect(violation?.report.hasPrefix("*** RawObserving: ") == true)
    #expect(studio.labelled == nil)
  }

  @Test("a number is not another kind of number", arguments: [1.5, Int8(1), UInt(1), true] as [any Sendable])
  func otherNumbers(value: any Sendable) {
    let violation = #expect(throws: Violation.self) {
      try node.setCodedValue(value, forKey: "number")
    }
    #expect(violation?.reason.contains("the key number holds Int") == true)
    #expect(node.number == 0)
  }

  @Test("a computed property without a setter cannot be set, and the message says so")
  func readOnly() {
    let violation = #expect(throws: Violation.self) {
      try studio.setCodedValue(true, forKey: "isIdle")
    }
    #expect(violation?.name == "NSUnknownKeyException")
    #expect(violation?.reason.contains("setValue:forUndefinedKey:") == true)
    #expect(studio.value(forKey: "isIdle") as? Bool == true)
  }

  @Test("what raises has announced nothing", arguments: ["nope", "isIdle", "range"])
  func raisesUnannounced(key: String) {
    let heard = studio.heard(key, .prior) {
      #expect(throws: Violation.self) { try studio.setCodedValue("wrong", forKey: key) }
    }
    #expect(heard == [])
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
      #expect(violation?.name == "NSInvalidArgumentException")
    }
    #expect(throws: Violation.self) { try list.currentValue(at: KeyPathString(path, for: list)) }
    #expect(throws: Violation.self) {
      try list.setCurrentValue(1, at: KeyPathString(path, for: list))
    }
  }

  @Test("a count is read and cannot be set")
  func countIsReadOnly() {
    let list = TrackList()
    list.plainItems = ["a"]
    list.child = list
    #expect(list.value(forKeyPath: "child.plainItems.@count") as? Int == 1)
    let violation = #expect(throws: Violation.self) {
      try list.setCurrentValue(1, at: KeyPathString("plainItems.@count", for: list))
    }
    #expect(violation?.name == "NSInvalidArgumentException")
    #expect(list.plainItems == ["a"])
    list.plainItems = nil
    #expect(list.value(forKeyPath: "plainItems.@count") == nil)
    list.child = nil
  }

  @Test("the root class itself has no key, and can be observed and observe")
  func root() {
    let (object, observer) = (KeyValueObject(), KeyValueObject())
    #expect(throws: Violation.self) { try object.codedValue(forKey: "anything") }
    object.addObserver(observer, forKeyPath: "anything")
    object.removeObserver(observer, forKeyPath: "anything")
  }

  @Test("an observer that overrides nothing is asked only when something changes")
  func unhandled() async {
    let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      Node().addObserver(KeyValueObject(), forKeyPath: "number", options: [.initial, .new])
    }
    #expect(result?.errorLines.first?.contains("NSInternalInconsistencyException") == true)
    #expect(result?.errorLines.contains("Change: {kind = 1; new = 0;}") == true)
  }
}
