import Foundation
import RawObserving
import Testing

@Suite("Conformance: dependent keys", .watched)
struct DependencyTests {
  let all: KeyValueObservingOptions = [.new, .old, .prior]

  @Test("KVO-DEP-01 a dependent key with one trigger")
  func oneTrigger() {
    let (node, recorder) = observed("label", .new)
    node.text = "Hello"
    #expect(recorder.heard == [Heard("label", new: "[Hello]")])
    node.removeObserver(recorder, forKeyPath: "label")
  }

  @Test("KVO-DEP-02 a dependent key with two triggers")
  func twoTriggers() {
    let (node, recorder) = observed("both", .new)
    node.flagA = "x"
    node.flagB = "y"
    #expect(recorder.heard == [Heard("both", new: false), Heard("both", new: true)])
    node.removeObserver(recorder, forKeyPath: "both")
  }

  @Test("KVO-DEP-03 a key and a path as triggers, of two objects that share one")
  func keyAndPath() {
    let hub = Meter()
    let (first, second) = (Meter(), Meter())
    for (meter, a) in [(first, 1), (second, 2)] {
      meter.a = a
      meter.hub = hub
    }
    let (one, two) = (Recorder(), Recorder())
    let pairs = [(first, one), (second, two)]
    for (meter, recorder) in pairs {
      meter.addObserver(recorder, forKeyPath: "sum", options: [.new, .old], context: context(8))
    }
    hub.x = 1
    #expect(one.heard == [Heard("sum", new: 2, old: 1)])
    #expect(two.heard == [Heard("sum", new: 3, old: 2)])
    hub.x = 1
    #expect(one.heard.last == Heard("sum", new: 2, old: 2))
    #expect(two.heard.last == Heard("sum", new: 3, old: 3))
    first.a = 2
    #expect(one.heard.last == Heard("sum", new: 3, old: 2))
    #expect(one.calls == 3)
    #expect(two.calls == 2)
    for (meter, recorder) in pairs {
      #expect(Set(recorder.objects) == [ObjectIdentifier(meter)])
      #expect(Set(recorder.contexts) == [context(8)])
      meter.removeObserver(recorder, forKeyPath: "sum", context: context(8))
    }
  }

  @Test("KVO-DEP-04 a path that starts at a dependent key")
  func pathFromDependent() {
    let node = LabelledNode()
    let (first, second) = (chain(1), chain(1))
    node.child = first
    let recorder = Recorder(observing: node, "childAlias.child.text", [])
    node.child = second
    #expect(recorder.calls == 1)
    second.child?.text = "w"
    #expect(recorder.calls == 2)
    first.child?.text = "not observed"
    #expect(recorder.calls == 2)
    node.removeObserver(recorder, forKeyPath: "childAlias.child.text")
  }

  @Test("KVO-DEP-05 two stored keys that depend on each other")
  func ring() {
    let node = LabelledNode()
    let recorder = Recorder()
    for key in ["ringA", "ringB"] { node.addObserver(recorder, forKeyPath: key, options: .new) }
    node.ringA = "x"
    #expect(Set(recorder.heard.map(\.keyPath)) == ["ringA", "ringB"])
    node.ringB = "y"
    #expect(recorder.calls == 4)
    // One set changes both; who is called first is not settled.
    let last = recorder.heard.suffix(2)
    #expect(last.contains(Heard("ringA", new: "x")))
    #expect(last.contains(Heard("ringB", new: "y")))
    for key in ["ringA", "ringB"] { node.removeObserver(recorder, forKeyPath: key) }
  }

  @Test("KVO-DEP-06 a circle of three keys beside a direct trigger")
  func circleBeside() {
    let circle = Circle()
    let recorder = Recorder(observing: circle, "derived", [])
    circle.leaf = 6
    #expect(recorder.heard == [Heard("derived")])
    circle.x = 1
    circle.y = 1
    circle.z = 1
    #expect(recorder.calls == 4)
    circle.removeObserver(recorder, forKeyPath: "derived")
  }

  @Test("KVO-DEP-07 a diamond: triggered directly and through another dependent key")
  func diamond() {
    let (node, recorder) = observed("shout", all)
    node.text = "1"
    #expect(recorder.heard == [Heard("shout", old: null, isPrior: true), Heard("shout", new: "[1]1!", old: null)])
    node.removeObserver(recorder, forKeyPath: "shout")
  }

  @Test("KVO-DEP-08 a key and a path through it as triggers")
  func keyAndPathThroughIt() {
    let (node, recorder) = observed("childOrText", all)
    let child = named("0")
    node.child = child
    #expect(
      recorder.heard == [Heard("childOrText", old: null, isPrior: true), Heard("childOrText", new: "0", old: null)])
    child.text = "1"
    #expect(
      recorder.heard.dropFirst(2) == [
        Heard("childOrText", old: "0", isPrior: true), Heard("childOrText", new: "1", old: "0"),
      ])
    node.removeObserver(recorder, forKeyPath: "childOrText")
  }

  @Test("KVO-DEP-09 three overlapping registrations stay separate")
  func overlapping() {
    let node = LabelledNode()
    let (y, z) = (LabelledNode(), LabelledNode())
    node.child = y
    z.text = "z"
    let recorder = Recorder()
    let paths = ["childLabel", "child.text", "child.label"]
    for path in paths { node.addObserver(recorder, forKeyPath: path, options: [.new, .old]) }
    y.text = "1"
    #expect(
      recorder.heard == [
        Heard("child.label", new: "[1]", old: null), Heard("child.text", new: "1", old: null),
        Heard("childLabel", new: "[1]", old: null),
      ])
    node.child = z
    #expect(
      recorder.heard.dropFirst(3) == [
        Heard("child.label", new: "[z]", old: "[1]"), Heard("child.text", new: "z", old: "1"),
        Heard("childLabel", new: "[z]", old: "[1]"),
      ])
    for path in paths { node.removeObserver(recorder, forKeyPath: path) }
  }

  @Test("KVO-DEP-10 a trigger that is announced by hand reaches the dependent key")
  func triggerByHand() {
    let (node, recorder) = observed("echo", [.new, .old])
    node.quiet = "1"
    #expect(recorder.calls == 0)
    node.willChangeValue(forKey: "quiet")
    node.quiet = "2"
    node.didChangeValue(forKey: "quiet")
    #expect(recorder.heard == [Heard("echo", new: "2", old: "1")])
    node.setValue("3", forKey: "quiet")
    #expect(recorder.calls == 1)
    node.removeObserver(recorder, forKeyPath: "echo")
  }

  @Test("KVO-DEP-11 the dependent key itself is announced by hand")
  func dependentByHand() {
    let (node, recorder) = observed("label", [.new, .old])
    node.text = "1"
    node.willChangeValue(forKey: "label")
    node.didChangeValue(forKey: "label")
    #expect(recorder.heard.last == Heard("label", new: "[1]", old: "[1]"))
    #expect(recorder.calls == 2)
    node.removeObserver(recorder, forKeyPath: "label")
  }

  @Test("KVO-DEP-12 a dependent key with a setter of its own", arguments: ["stored", "computed"])
  func ownSetter(key: String) {
    let dial = Dial()
    let recorder = Recorder(observing: dial, key, [])
    if key == "stored" { dial.stored = 1 } else { dial.computed = 1 }
    #expect(recorder.calls == 1)
    dial.text = "1"
    #expect(recorder.calls == 2)
    dial.removeObserver(recorder, forKeyPath: key)
  }

  @Test("KVO-DEP-13 a class tells what a key depends on")
  func query() {
    #expect(LabelledNode.keyPathsForValuesAffectingValue(forKey: "label") == ["text"])
    #expect(LabelledNode.keyPathsForValuesAffectingValue(forKey: "text").isEmpty)
    #expect(KeyValueObject.keyPathsForValuesAffectingValue(forKey: "label").isEmpty)
  }

  @Test("KVO-DEP-14 the initial call on a dependent key at the end of a path")
  func initial() {
    let node = Node()
    node.child = LabelledNode()
    let recorder = Recorder(observing: node, "child.label", [.initial, .new])
    #expect(recorder.heard == [Heard("child.label", new: null)])
    node.removeObserver(recorder, forKeyPath: "child.label")
  }

  @Test("KVO-DEP-15 an object on two trigger paths: the leaf of the second changes")
  func sharedLeaf() {
    let (root, shared, recorder) = crossing()
    shared.e = 2
    #expect(recorder.heard == [Heard("x")])
    root.removeObserver(recorder, forKeyPath: "x")
  }

  @Test("KVO-DEP-16 a trigger announced by hand inside the announcement of another key")
  func triggerInside() {
    let (root, shared, recorder) = crossing()
    shared.c?.announceF(11)
    #expect(recorder.calls == 0)
    let other = Crossing()
    other.d = Crossing()
    shared.c = other
    #expect(recorder.calls == 1)
    other.announceF(101)
    #expect(recorder.calls == 2)
    root.removeObserver(recorder, forKeyPath: "x")
  }

  @Test("KVO-DEP-17 one branch becomes nil, and the other goes on")
  func oneBranch() {
    let (root, shared, recorder) = crossing()
    shared.c = Crossing()
    #expect(recorder.calls == 1)
    shared.c = nil
    #expect(recorder.calls == 2)
    shared.e = 4
    #expect(recorder.calls == 3)
    root.removeObserver(recorder, forKeyPath: "x")
  }

  @Test("KVO-DEP-18 two dependent keys with the same trigger: the first branch")
  func sameTrigger() {
    let root = Selection()
    let holder = Selection()
    root.holder = holder
    let recorder = Recorder(observing: root, "derived", [])
    let node = Selection()
    let leaf = Selection()
    node.leaf = leaf
    holder.node = node
    #expect(recorder.calls == 1)
    leaf.number = 2
    #expect(recorder.calls == 2)
    leaf.flag = true
    #expect(recorder.calls == 3)
    root.removeObserver(recorder, forKeyPath: "derived")
    leaf.number = 3
    #expect(recorder.calls == 3)
  }

  @Test("KVO-DEP-19 a key that depends on an array which is changed as a whole")
  func dependsOnArray() {
    let (node, recorder) = observed("itemCount", [.new, .old])
    node.append("first")
    #expect(recorder.heard == [Heard("itemCount", new: 1, old: 0)])
    node.removeObserver(recorder, forKeyPath: "itemCount")
  }

  /// A node and an observer of one key of it.
  private func observed(_ key: String, _ options: KeyValueObservingOptions) -> (LabelledNode, Recorder) {
    let node = LabelledNode()
    let recorder = Recorder(observing: node, key, options)
    return (node, recorder)
  }

  /// An observed root, and the object that both of its trigger paths lead through.
  private func crossing() -> (root: Crossing, shared: Crossing, Recorder) {
    let (root, a, shared, ac, recorder) = (Crossing(), Crossing(), Crossing(), Crossing(), Recorder())
    root.a = a
    a.b = shared
    a.c = ac
    ac.b = shared
    shared.e = 1
    shared.c = Crossing()
    root.addObserver(recorder, forKeyPath: "x")
    return (root, shared, recorder)
  }
}

/// Adds what its hub says to its own value.
private final class Meter: KeyValueObject {
  @Observed var a = 0
  @Observed var x = 0
  @Observed var hub: Meter?

  override class func keyPathsForValuesAffectingValue(forKey key: String) -> Set<String> {
    key == "sum" ? ["a", "hub.x"] : super.keyPathsForValuesAffectingValue(forKey: key)
  }

  override func value(forKey key: String) -> Any? {
    key == "sum" ? a + (hub?.x ?? 0) : super.value(forKey: key)
  }
}

/// `x`, `y` and `z` depend on each other in a circle, and `derived` on one of them and a leaf.
private final class Circle: KeyValueObject {
  @Observed var x = 0
  @Observed var y = 0
  @Observed var z = 0
  @Observed var leaf = 0

  override class func keyPathsForValuesAffectingValue(forKey key: String) -> Set<String> {
    switch key {
    case "x": ["y"]
    case "y": ["z"]
    case "z": ["x"]
    case "derived": ["x", "leaf"]
    default: super.keyPathsForValuesAffectingValue(forKey: key)
    }
  }
}

/// Two keys that depend on `text` and can be set as well: one stored, one computed.
private final class Dial: KeyValueObject {
  @Observed var text = ""
  @Observed var stored = 0
  private var hidden = 0

  var computed: Int {
    get { hidden }
    set {
      willChangeValue(forKey: "computed")
      hidden = newValue
      didChangeValue(forKey: "computed")
    }
  }

  override class func keyPathsForValuesAffectingValue(forKey key: String) -> Set<String> {
    switch key {
    case "stored", "computed": ["text"]
    default: super.keyPathsForValuesAffectingValue(forKey: key)
    }
  }
}

/// `x` depends on two paths that may lead through the same object.
private final class Crossing: KeyValueObject {
  @Observed var a: Crossing?
  @Observed var b: Crossing?
  @Observed var c: Crossing?
  @Observed var d: Crossing?
  @Observed var e = 0
  private(set) var f = 10

  override class func keyPathsForValuesAffectingValue(forKey key: String) -> Set<String> {
    key == "x"
      ? ["a.b.c.d", "a.c.b.e"] : super.keyPathsForValuesAffectingValue(forKey: key)
  }

  /// Announces `f`, and `d` as well if there is one.
  func announceF(_ value: Int) {
    willChangeValue(forKey: "f")
    if d != nil { willChangeValue(forKey: "d") }
    f = value
    if d != nil { didChangeValue(forKey: "d") }
    didChangeValue(forKey: "f")
  }
}

/// Two dependent keys that stand for the same node, and one that depends on a path through each.
private final class Selection: KeyValueObject {
  @Observed var holder: Selection?
  @Observed var node: Selection?
  @Observed var leaf: Selection?
  @Observed var number = 0
  @Observed var flag = false

  override class func keyPathsForValuesAffectingValue(forKey key: String) -> Set<String> {
    switch key {
    case "first", "second": ["holder.node"]
    case "derived": ["first.leaf.flag", "second.score"]
    case "score": ["leaf.number"]
    default: super.keyPathsForValuesAffectingValue(forKey: key)
    }
  }

  override func value(forKey key: String) -> Any? {
    switch key {
    case "first", "second": holder?.node
    case "score": leaf?.number
    default: super.value(forKey: key)
    }
  }
}
