import Foundation
import RawObserving
import Testing

@Suite("Conformance: nested key paths", .watched)
struct PathTests {
  @Test("KVO-PATH-01 nil in the middle becomes an object")
  func nilBecomesObject() {
    let node = Node()
    let child = named("Hello")
    let recorder = Recorder(observing: node, "child.text")
    node.child = child
    #expect(recorder.heard == [Heard("child.text", new: "Hello", old: null)])
    #expect(recorder.objects == [ObjectIdentifier(node)])
    node.removeObserver(recorder, forKeyPath: "child.text")
  }

  @Test("KVO-PATH-02 the middle is replaced by one with an equal leaf")
  func equalLeaf() {
    let node = Node()
    node.child = named("Hello")
    let recorder = Recorder(observing: node, "child.text")
    node.child = named("Hello")
    #expect(recorder.heard == [Heard("child.text", new: "Hello", old: "Hello")])
    node.removeObserver(recorder, forKeyPath: "child.text")
  }

  @Test("KVO-PATH-03 the head of a path of two keys is set and cleared")
  func headSetAndCleared() {
    let node = Node()
    let recorder = Recorder(observing: node, "child.child", [])
    node.child = Node()
    node.child = nil
    #expect(recorder.heard == [Heard("child.child"), Heard("child.child")])
    node.removeObserver(recorder, forKeyPath: "child.child")
  }

  @Test("KVO-PATH-04 a head that was there at registration is cleared")
  func headCleared() {
    let node = chain(2)
    let recorder = Recorder(observing: node, "child.child", [])
    node.child = nil
    #expect(recorder.calls == 1)
    node.removeObserver(recorder, forKeyPath: "child.child")
  }

  @Test("KVO-PATH-05 the middle is cleared, then the head")
  func middleThenHead() {
    let node = chain(3)
    let recorder = Recorder(observing: node, "child.child.child", [])
    node.child?.child = nil
    #expect(recorder.calls == 1)
    node.child = nil
    #expect(recorder.calls == 2)
    node.removeObserver(recorder, forKeyPath: "child.child.child")
  }

  @Test("KVO-PATH-06 the head is replaced again and again")
  func headReplaced() {
    let node = Node()
    let recorder = Recorder(observing: node, "child.child", [])
    for child in [Node(), Node(), nil] { node.child = child }
    #expect(recorder.calls == 3)
    node.removeObserver(recorder, forKeyPath: "child.child")
  }

  @Test("KVO-PATH-07 the initial call on nested paths")
  func initial() {
    let node = Node()
    node.child = LabelledNode()
    let recorder = Recorder()
    let paths = ["child.text", "child.number", "child.label"]
    for path in paths { node.addObserver(recorder, forKeyPath: path, options: [.initial, .new]) }
    #expect(
      recorder.heard == [
        Heard("child.text", new: null), Heard("child.number", new: 0),
        Heard("child.label", new: null),
      ])
    for path in paths { node.removeObserver(recorder, forKeyPath: path) }
  }

  @Test("KVO-PATH-08 the same object is assigned again to a complete path of four keys")
  func sameObject() {
    let node = chain(3)
    let child = node.child
    child?.child?.child?.number = 1
    let recorder = Recorder(observing: node, "child.child.child.number", [])
    node.child = child
    #expect(recorder.calls == 1)
    child?.child?.child?.number = 2
    #expect(recorder.calls == 2)
    node.removeObserver(recorder, forKeyPath: "child.child.child.number")
  }

  @Test("KVO-PATH-09 a path through a dependent key to a leaf, and its removal")
  func throughDependent() {
    let node = Node()
    let child = LabelledNode()
    child.text = "Hello"
    let recorder = Recorder(observing: node, "child.labelLength", .new)
    node.child = child
    #expect(recorder.heard == [Heard("child.labelLength", new: 7)])
    child.text = "Hi"
    #expect(recorder.heard.last == Heard("child.labelLength", new: 4))
    node.removeObserver(recorder, forKeyPath: "child.labelLength")
    child.text = "Whatever"
    #expect(recorder.calls == 2)
  }

  @Test("KVO-PATH-10 the leaf is set by key path")
  func leafSetByKeyPath() {
    let node = Node()
    node.child = Node()
    let recorder = Recorder(observing: node, "child.text")
    node.setValue("kv", forKeyPath: "child.text")
    #expect(recorder.heard == [Heard("child.text", new: "kv", old: null)])
    #expect(node.value(forKeyPath: "child.text") as? String == "kv")
    node.removeObserver(recorder, forKeyPath: "child.text")
  }

  @Test("KVO-PATH-11 two roots share one child")
  func sharedChild() {
    let first = Node()
    let second = Node()
    let child = Node()
    first.child = child
    second.child = child
    let recorder = Recorder()
    for root in [first, second] {
      root.addObserver(recorder, forKeyPath: "child.text", options: [.new, .old])
    }
    child.text = "1"
    let one = Heard("child.text", new: "1", old: null)
    #expect(recorder.heard == [one, one])
    #expect(Set(recorder.objects) == [ObjectIdentifier(first), ObjectIdentifier(second)])
    first.child = nil
    #expect(recorder.calls == 3)
    #expect(recorder.heard.last == Heard("child.text", new: null, old: "1"))
    #expect(recorder.objects.last == ObjectIdentifier(first))
    child.text = "2"
    #expect(recorder.calls == 4)
    #expect(recorder.heard.last == Heard("child.text", new: "2", old: "1"))
    #expect(recorder.objects.last == ObjectIdentifier(second))
    for root in [first, second] { root.removeObserver(recorder, forKeyPath: "child.text") }
  }

  @Test("KVO-PATH-12 a node that is its own child: the leaf changes")
  func selfCycle() {
    let node = Node()
    node.child = node
    let recorder = Recorder(observing: node, "child.child.text")
    node.text = "1"
    #expect(recorder.heard == [Heard("child.child.text", new: "1", old: null)])
    node.removeObserver(recorder, forKeyPath: "child.child.text")
    node.child = nil
  }

  @Test("KVO-PATH-13 two nodes in a circle: the head is cleared")
  func circle() {
    let (x, y) = (Node(), Node())
    (x.child, y.child) = (y, x)
    y.text = "1"
    let recorder = Recorder(observing: x, "child.child.child.text")
    x.child = nil
    #expect(recorder.heard == [Heard("child.child.child.text", new: null, old: "1")])
    y.text = "2"
    #expect(recorder.calls == 1)
    x.child = y
    y.text = "3"
    #expect(recorder.calls == 3)
    x.removeObserver(recorder, forKeyPath: "child.child.child.text")
    y.child = nil
  }

  @Test("KVO-PATH-14 a silent key that is replaced between will and did leads to the new object")
  func silentChild() {
    let node = LabelledNode()
    let (y, z) = (Node(), Node())
    node.silentChild = y
    let recorder = Recorder(observing: node, "silentChild.text")
    node.replaceSilentChild(by: z)
    #expect(recorder.heard == [Heard("silentChild.text", new: null, old: null)])
    y.text = "2"
    #expect(recorder.calls == 1)
    z.text = "3"
    #expect(recorder.calls == 2)
    #expect(recorder.heard.last == Heard("silentChild.text", new: "3", old: null))
    node.removeObserver(recorder, forKeyPath: "silentChild.text")
  }

  @Test("KVO-PATH-15 the observation does not keep the objects on the way alive")
  func notKept() {
    let node = Node()
    node.child = Node()
    weak let probe = node.child
    let recorder = Recorder(observing: node, "child.text")
    node.child = nil
    #expect(recorder.heard == [Heard("child.text", new: null, old: null)])
    #expect(probe == nil)
    node.removeObserver(recorder, forKeyPath: "child.text")
  }
}

/// A node with that text.
func named(_ text: String?) -> Node {
  let node = Node()
  node.text = text
  return node
}

/// A node with that many more below it, each the child of the one before.
func chain(_ length: Int) -> Node {
  let root = Node()
  var last = root
  for _ in 0..<length {
    let next = Node()
    last.child = next
    last = next
  }
  return root
}
