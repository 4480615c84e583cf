import Foundation
import RawObserving
import Testing

@Suite("Further: paths whose middles are replaced, shared, nil or in a circle", .watched)
struct MiddleOfPathTests {
  @Test("a new subtree is put in while all of the path below is nil, from the top and from the bottom")
  func subtree() {
    let (root, path) = (Node(), "child.child.text")
    let middle = Node()
    let heard = root.heard(path) {
      middle.child = named("early")
      root.child = middle
      middle.child = nil
      middle.child = named("late")
      root.child = nil
      middle.child?.text = "unheard"
    }
    #expect(
      heard == [
        Heard(path, new: "early", old: null), Heard(path, new: null, old: "early"),
        Heard(path, new: "late", old: null), Heard(path, new: null, old: "late"),
      ])
  }

  @Test("each level of one path observed on its own tells its own values")
  func everyLevel() {
    let root = chain(2)
    let (top, leaf) = (root.child!, root.child!.child!)
    leaf.text = "old"
    let recorder = Recorder()
    let paths = ["child", "child.child", "child.child.text"]
    for path in paths { root.addObserver(recorder, forKeyPath: path, options: [.new, .old]) }
    let other = chain(1)
    root.child = other
    #expect(
      recorder.heard == [
        Heard("child.child.text", new: null, old: "old"),
        Heard("child.child", new: ObjectIdentifier(other.child!), old: ObjectIdentifier(leaf)),
        Heard("child", new: ObjectIdentifier(other), old: ObjectIdentifier(top)),
      ])
    for path in paths { root.removeObserver(recorder, forKeyPath: path) }
  }

  @Test("two levels of one path are the same object: its leaf is told once, and so is its head")
  func sharedLevels() {
    let (root, shared) = (Node(), Node())
    shared.child = shared
    defer { shared.child = nil }  // or the circle would be left behind
    root.child = shared
    let heard = root.heard("child.child.text") {
      shared.text = "a"
      shared.child = nil
      shared.text = "b"
      shared.child = shared
    }
    #expect(
      heard == [
        Heard("child.child.text", new: "a", old: null),
        Heard("child.child.text", new: null, old: "a"),
        Heard("child.child.text", new: "b", old: null),
      ])
  }

  @Test("what the observer of a leaf makes of the head is followed at once")
  func headInLeafCall() {
    let root = chain(1)
    let old = root.child!
    let recorder = Recorder()
    recorder.reactOnce { _, _ in root.child = named("new") }
    root.addObserver(recorder, forKeyPath: "child.text", options: [.new, .old])
    old.text = "a"
    old.text = "unheard"
    root.child?.text = "b"
    #expect(
      recorder.heard == [
        Heard("child.text", new: "a", old: null), Heard("child.text", new: "new", old: "a"),
        Heard("child.text", new: "b", old: "new"),
      ])
    root.removeObserver(recorder, forKeyPath: "child.text")
  }

  @Test("observer, root, middle and leaf may be one object")
  func allInOne() {
    final class Mirror: Recorder {
      @Observed var image: Mirror?
      @Observed var text: String?
    }
    let mirror = Mirror()
    mirror.image = mirror
    mirror.addObserver(mirror, forKeyPath: "image.image.text", options: [.new, .old])
    mirror.text = "a"
    mirror.image = nil
    #expect(
      mirror.heard == [Heard("image.image.text", new: "a", old: null), Heard("image.image.text", new: null, old: "a")])
    mirror.removeObserver(mirror, forKeyPath: "image.image.text")
    #expect(mirror.waiting == 0)
  }

  @Test("a set by key path tells the leaf, every path that leads to it, and nothing else")
  func setByPath() {
    let root = chain(2)
    let recorder = Recorder()
    let paths = ["child.child.text", "child.text", "child", "text"]
    for path in paths { root.addObserver(recorder, forKeyPath: path) }
    root.setValue("deep", forKeyPath: "child.child.text")
    #expect(recorder.heard == [Heard("child.child.text")])
    for path in paths { root.removeObserver(recorder, forKeyPath: path) }
  }

  @Test("a head set by key path is followed like one that is set by its property")
  func headByPath() {
    let root = chain(1)
    let heard = root.heard("child.child.text") {
      root.setValue(named("a"), forKeyPath: "child.child")
      root.setValue(nil, forKeyPath: "child")
      root.setValue("ignored", forKeyPath: "child.child.text")
    }
    #expect(heard == [Heard("child.child.text", new: "a", old: null), Heard("child.child.text", new: null, old: "a")])
  }

  @Test("a set of the head to what it is, inside a change by hand of the leaf, is a change of its own")
  func sameHeadInsideLeaf() {
    let root = chain(1)
    let child = root.child!
    let heard = root.heard("child.tally") {
      child.willChangeValue(forKey: "tally")
      root.child = child
      child.didChangeValue(forKey: "tally")
      child.bump()
    }
    let unchanged = Heard("child.tally", new: 0, old: 0)
    #expect(heard == [unchanged, unchanged, Heard("child.tally", new: 1, old: 0)])
  }

  @Test("a value of a superclass's type leads on to the subclass's own keys")
  func subclassKeys() {
    let root = Node()
    let labelled = LabelledNode()
    let heard = root.heard("child.label") {
      root.child = labelled
      labelled.text = "a"
    }
    #expect(heard == [Heard("child.label", new: null, old: null), Heard("child.label", new: "[a]", old: null)])
  }

  @Test("an object that lacks the leaf raises as soon as its value is needed, and not before")
  func lackingLeaf() async {
    let root = Node()
    let heard = root.heard("child.label", []) { root.child = Node() }
    #expect(heard == [Heard("child.label")])
    let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      let root = Node()
      root.addObserver(Recorder(), forKeyPath: "child.label", options: .new)
      root.child = Node()
    }
    #expect(result?.errorLines.first?.contains("NSUnknownKeyException") == true)
  }

  @Test("twenty-five rounds of replacing the middle leave one way to the leaf")
  func rounds() {
    let root = chain(1)
    let (holder, leaf) = (root.child!, named("leaf"))
    let recorder = Recorder(observing: root, "child.child.text", [])
    for _ in 0..<25 {
      holder.child = nil
      holder.child = leaf
    }
    #expect(recorder.calls == 50)
    leaf.text = "once"
    #expect(recorder.calls == 51)
    root.removeObserver(recorder, forKeyPath: "child.child.text")
    #expect(root.waiting + holder.waiting + leaf.waiting == 0)
  }

  @Test("a thousand observers of one path come, hear and go in good time")
  func manyObservers() {
    let root = chain(1)
    let recorders = (0..<1_000).map { _ in Recorder() }
    for recorder in recorders {
      root.addObserver(recorder, forKeyPath: "child.number", options: [.new, .old])
    }
    root.child?.number = 1
    root.child = Node()
    for recorder in recorders { root.removeObserver(recorder, forKeyPath: "child.number") }
    #expect(recorders.allSatisfy { $0.calls == 2 })
    #expect(root.waiting == 0)
  }

  @Test("a root that goes leaves the middle it shared to the other root")
  func sharedAfterRemoval() {
    let shared = Node()
    var first: Node? = chain(0)
    let second = chain(0)
    first?.child = shared
    second.child = shared
    let recorder = Recorder()
    first?.addObserver(recorder, forKeyPath: "child.text")
    second.addObserver(recorder, forKeyPath: "child.text")
    first?.removeObserver(recorder, forKeyPath: "child.text")
    first = nil
    shared.text = "a"
    #expect(recorder.objects == [ObjectIdentifier(second)])
    second.removeObserver(recorder, forKeyPath: "child.text")
    #expect(shared.waiting == 0)
  }
}
