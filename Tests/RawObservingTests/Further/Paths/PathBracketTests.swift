import Testing

@testable import RawObserving

@Suite("Further: key paths between will and did", .watched)
struct PathBracketTests {
  // On Apple's systems such a path stays on the old object, and the next announced change raises.
  @Test(
    "a path that is observed between will and did of its head leads to the new object",
    arguments: ["silentChild.text", "silentTitle"])
  func addedBetween(path: String) {
    let node = LabelledNode()
    let (old, new) = (Node(), Node())
    node.silentChild = old
    let first = Recorder(observing: node, "silentChild", [])
    let recorder = Recorder()
    node.willChangeValue(forKey: "silentChild")
    recorder.observe(node, path)
    node.silentChild = new
    node.didChangeValue(forKey: "silentChild")
    #expect(first.calls == 1)
    #expect(recorder.calls == 0, "who is called is fixed when the change begins")
    old.text = "not observed"
    #expect(recorder.calls == 0)
    new.text = "1"
    #expect(recorder.heard == [Heard(path, new: "1", old: null)])
    node.replaceSilentChild(by: nil)
    #expect(recorder.calls == 2)
    node.removeObserver(recorder, forKeyPath: path)
    node.removeObserver(first, forKeyPath: "silentChild")
    #expect(old.waiting + new.waiting + node.waiting == 0)
  }

  @Test("a path that is observed inside the prior call for its head leads to the new object")
  func addedInPrior() {
    let node = chain(1)
    let first = Recorder()
    let late = Recorder()
    first.reactOnce { _, _ in
      node.addObserver(late, forKeyPath: "child.text", options: [.new, .old])
    }
    node.addObserver(first, forKeyPath: "child", options: .prior)
    node.child = named("0")
    #expect(late.calls == 0)
    node.child?.text = "1"
    #expect(late.heard == [Heard("child.text", new: "1", old: "0")])
    node.child = nil
    #expect(late.calls == 2)
    node.removeObserver(late, forKeyPath: "child.text")
    node.removeObserver(first, forKeyPath: "child")
  }

  @Test("the middle is taken out while a change of its own is open: nothing waits below it")
  func outForGood() {
    let node = chain(2)
    let middle = node.child!
    let leaf = Node()
    let recorder = Recorder(observing: node, "child.child.text", [])
    middle.willChangeValue(forKey: "child")
    node.child = nil
    middle.child = leaf
    middle.didChangeValue(forKey: "child")
    #expect(recorder.calls == 1)
    leaf.text = "1"
    #expect(recorder.calls == 1)
    #expect(middle.waiting + leaf.waiting == 0)
    node.removeObserver(recorder, forKeyPath: "child.child.text")
  }
}
