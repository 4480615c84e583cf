import Testing

@testable import RawObserving

@Suite("Further: key paths between will and did", .watched)
struct PathBracketTests {
  @Test(
    "a path that is observed between will and did of its head leads to the new object",
    arguments: [("child", "child.text"), ("silentChild", "silentChild.text"), ("child", "childAlias.text")])
  func addedBetween(head: String, path: String) {
    let node = LabelledNode()
    let (old, new) = (Node(), Node())
    node.setValue(old, forKey: head)
    let first = Recorder(observing: node, head, [])
    let recorder = Recorder()
    node.willChangeValue(forKey: head)
    recorder.observe(node, path)
    node.setValue(new, forKey: head)
    node.didChangeValue(forKey: head)
    #expect(first.calls == 1)
    #expect(recorder.calls == 0, "who is called is fixed when the change begins")
    old.text = "not observed"
    #expect(recorder.calls == 0)
    new.text = "1"
    #expect(recorder.heard == [Heard(path, new: "1", old: null)])
    node.willChangeValue(forKey: head)
    node.setValue(nil, forKey: head)
    node.didChangeValue(forKey: head)
    #expect(recorder.calls == 2)
    node.removeObserver(recorder, forKeyPath: path)
    node.removeObserver(first, forKeyPath: head)
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

  @Test("the middle is taken out and put back while a change of its own is open")
  func outAndBack() {
    let node = chain(2)
    let middle = node.child!
    let leaf = Node()
    let recorder = Recorder(observing: node, "child.child.text")
    middle.willChangeValue(forKey: "child")
    node.child = nil
    node.child = middle
    middle.child = leaf
    middle.didChangeValue(forKey: "child")
    #expect(recorder.heard == [Heard("child.child.text", new: null, old: null)])
    leaf.text = "1"
    #expect(recorder.calls == 2)
    #expect(leaf.waiting == 1)
    middle.child = nil
    #expect(recorder.calls == 3)
    node.removeObserver(recorder, forKeyPath: "child.child.text")
    #expect(node.waiting + middle.waiting + leaf.waiting == 0)
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

  @Test("what is replaced between the pairs inside a pair is announced by the outer one")
  func pairsInsidePair() {
    let node = LabelledNode()
    node.silentChild = Node()
    let recorder = Recorder(observing: node, "silentChild.text")
    node.willChangeValue(forKey: "silentChild")
    node.replaceSilentChild(by: named("1"))
    node.silentChild = named("2")
    node.replaceSilentChild(by: named("3"))
    let last = named("4")
    node.silentChild = last
    #expect(recorder.calls == 0)
    node.didChangeValue(forKey: "silentChild")
    #expect(recorder.heard == [Heard("silentChild.text", new: "4", old: null)])
    last.text = "5"
    #expect(recorder.heard.last == Heard("silentChild.text", new: "5", old: "4"))
    node.removeObserver(recorder, forKeyPath: "silentChild.text")
    #expect(node.waiting + last.waiting == 0)
  }

  @Test("removed between will and did of its head, and observed again")
  func removedBetween() {
    let node = chain(1)
    let recorder = Recorder(observing: node, "child.text", [])
    node.willChangeValue(forKey: "child")
    node.removeObserver(recorder, forKeyPath: "child.text")
    let new = Node()
    node.child = new
    node.didChangeValue(forKey: "child")
    new.text = "1"
    #expect(recorder.calls == 0)
    #expect(node.waiting + new.waiting == 0)
    node.addObserver(recorder, forKeyPath: "child.text")
    new.text = "2"
    #expect(recorder.calls == 1)
    node.removeObserver(recorder, forKeyPath: "child.text")
  }

  @Test("changes of two levels that overlap are one report, at the last did")
  func overlappingLevels() {
    let node = chain(1)
    let old = node.child!
    old.text = "old"
    let new = named("new")
    let recorder = Recorder(observing: node, "child.text", [.new, .old, .prior])
    old.willChangeValue(forKey: "text")
    node.willChangeValue(forKey: "child")
    old.text = "changed"
    node.child = new
    old.didChangeValue(forKey: "text")
    #expect(recorder.heard == [Heard("child.text", old: "old", isPrior: true)])
    node.didChangeValue(forKey: "child")
    #expect(recorder.heard.dropFirst() == [Heard("child.text", new: "new", old: "old")])
    node.removeObserver(recorder, forKeyPath: "child.text")
  }

  @Test(
    "a change of elements that overlaps with one of the head is one setting, at the last did",
    arguments: [true, false])
  func elementsAndHead(elementsFirst: Bool) {
    let list = TrackList()
    let old = TrackList()
    let new = TrackList()
    old.rawItems = ["a"]
    new.rawItems = ["x", "y"]
    list.child = old
    let heard = list.heard("child.rawItems") {
      let changes: [(will: () -> Void, did: () -> Void)] = [
        (
          { old.willChange(.insertion, valuesAt: at(1), forKey: "rawItems") },
          { old.didChange(.insertion, valuesAt: at(1), forKey: "rawItems") }
        ),
        ({ list.willChangeValue(forKey: "child") }, { list.didChangeValue(forKey: "child") }),
      ]
      let (first, second) = elementsFirst ? (changes[0], changes[1]) : (changes[1], changes[0])
      first.will()
      second.will()
      old.rawItems.append("b")
      list.child = new
      first.did()
      second.did()
    }
    #expect(heard == [Heard("child.rawItems", new: ["x", "y"], old: ["a"])])
  }

  @Test("a change of a set's members that overlaps with one of the head is one setting, too")
  func membersAndHead() {
    let list = TrackList()
    let old = TrackList()
    old.rawMembers = ["a", "b"]
    list.child = old
    let heard = list.heard("child.rawMembers") {
      old.willChangeValue(forKey: "rawMembers", withSetMutation: .minus, using: ["a"])
      list.willChangeValue(forKey: "child")
      old.rawMembers = ["b"]
      list.child = nil
      old.didChangeValue(forKey: "rawMembers", withSetMutation: .minus, using: ["a"])
      list.didChangeValue(forKey: "child")
    }
    #expect(heard == [Heard("child.rawMembers", new: null, old: Set(["a", "b"]))])
  }
}
