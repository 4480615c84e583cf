import Foundation
import RawObserving
import Testing

@Suite("Conformance: dependent keys", .watched)
struct DependencyTests {
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

/// Two dependent keys that return the same node, and one that depends on a path through each.
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
