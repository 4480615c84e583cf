import RawObserving
import Testing

/// Programs that Apple's systems end, or answer with more calls. The comment above each test says what they do, as far
/// as a reconstruction of iOS 10's Foundation tells.
@Suite("Further: where this engine is more lenient than Apple's systems", .watched)
struct DifferenceTests {
  private let node = Node()
  private let before = Node()
  private let after = Node()

  // There, the path is registered with the new object twice: each later change of its text makes two calls.
  @Test("a pair by hand around an automatic set of the head, which was nil, registers a path with the new head once")
  func pairAroundHead() {
    let heard = node.heard("child.text") {
      node.willChangeValue(forKey: "child")
      node.child = after
      node.didChangeValue(forKey: "child")
      after.text = "a"
    }
    let set = Heard("child.text", new: null, old: null)
    #expect(heard == [set, set, Heard("child.text", new: "a", old: null)])
    #expect(after.waiting == 0)
  }

  // There, the removal raises, because the path still leads to the previous object.
  @Test("inside the call of another observer of the head, a path can be removed", arguments: [false, true])
  func removesPath(headWasNil: Bool) {
    if !headWasNil { node.child = before }
    let (removed, remover) = (Recorder(observing: node, "child.text"), Recorder())
    remover.reactOnce { _, _ in node.removeObserver(removed, forKeyPath: "child.text") }
    remover.observe(node, "child")
    node.child = after
    for object in [before, after] { object.text = "a" }
    #expect(removed.calls == 0)
    #expect(remover.calls == 1)
    #expect(before.waiting + after.waiting == 0)
    node.removeObserver(remover, forKeyPath: "child")
  }

  // There, the second set raises, because the path still leads to the object before the first.
  @Test(
    "inside the call of another observer of the head, the head can be set again", arguments: ["child", "child.number"],
    [false, true])
  func setsHead(path: String, headWasNil: Bool) {
    if !headWasNil { node.child = before }
    let between = named("between")
    after.text = "after"
    let (follower, setter) = (Recorder(observing: node, "child.text"), Recorder())
    setter.reactOnce { _, _ in node.child = after }
    setter.observe(node, path)
    node.child = between
    #expect(setter.calls == 2)
    let (inner, outer) = (
      Heard("child.text", new: "after", old: "between"), Heard("child.text", new: "after", old: null)
    )
    #expect(follower.heard == [inner, outer])
    for object in [before, between] { object.text = "not observed" }
    #expect(follower.calls == 2)
    after.text = "a"
    #expect(follower.heard.dropFirst(2) == [Heard("child.text", new: "a", old: "after")])
    node.removeObserver(follower, forKeyPath: "child.text")
    node.removeObserver(setter, forKeyPath: path)
    #expect([node, before, between, after].allSatisfy { $0.waiting == 0 })
  }

  // There, the later observer's turn raises NSRangeException, because the elements are gone.
  @Test("elements that another observer has taken out are absent from the change", arguments: [false, true])
  func takesElementsOut(isReplacement: Bool) {
    let list = TrackList()
    list.rawItems = ["old"]
    let items: MutableArrayValue<String> = list.mutableArrayValue(forKey: "rawItems")
    let (later, first) = (Recorder(observing: list, "rawItems"), Recorder())
    first.reactOnce { _, _ in items.removeAll() }
    first.observe(list, "rawItems")
    let removal: Heard
    if isReplacement {
      items[0] = "new"
      removal = Heard("rawItems", kind: .removal, old: ["new"], at: at(0))
      #expect(first.heard == [Heard("rawItems", kind: .replacement, new: ["new"], old: ["old"], at: at(0)), removal])
      #expect(later.heard == [removal, Heard("rawItems", kind: .replacement, old: ["old"], at: at(0))])
    } else {
      items.append("new")
      removal = Heard("rawItems", kind: .removal, old: ["old", "new"], at: at(0, 1))
      #expect(first.heard == [Heard("rawItems", kind: .insertion, new: ["new"], at: at(1)), removal])
      #expect(later.heard == [removal, Heard("rawItems", kind: .insertion, at: at(1))])
    }
    for observer in [later, first] { list.removeObserver(observer, forKeyPath: "rawItems") }
  }

  // There, the registration overflows the stack, and so does a set that closes the circle later.
  @Test(
    "a key that depends on the same key of another object may lead back to its own object", arguments: [false, true])
  func circle(isClosedLater: Bool) {
    final class Account: Node {
      override class func keyPathsForValuesAffectingValue(forKey key: String) -> Set<String> {
        key == "total" ? ["number", "child.total"] : super.keyPathsForValuesAffectingValue(forKey: key)
      }
      override func value(forKey key: String) -> Any? { key == "total" ? number : super.value(forKey: key) }
    }
    let account = Account()
    if !isClosedLater { account.child = account }
    let heard = account.heard("total") {
      if isClosedLater { account.child = account }
      account.number = 1
      account.child = nil
      account.number = 2
    }
    let values = (isClosedLater ? [(0, 0)] : []) + [(0, 1), (1, 1), (1, 2)]
    #expect(heard == values.map { Heard("total", new: $1, old: $0) })
  }

  // There, identical registrations are one object, so the observer is called for the change in each case.

  @Test("an observer that is registered twice and removed once between will and did is called once")
  func removedOnce() {
    let recorder = Recorder()
    for _ in 0..<2 { recorder.observe(node, "tally") }
    node.willChangeValue(forKey: "tally")
    node.removeObserver(recorder, forKeyPath: "tally")
    node.didChangeValue(forKey: "tally")
    #expect(recorder.heard == [Heard("tally", new: 0, old: 0)])
    node.removeObserver(recorder, forKeyPath: "tally")
  }

  @Test("an observer that is removed and added again in the call before is not called after that change")
  func readded() {
    let recorder = Recorder()
    recorder.reactOnce { recorder, _ in
      node.removeObserver(recorder, forKeyPath: "number")
      recorder.observe(node, "number", [.new, .old, .prior])
    }
    recorder.observe(node, "number", [.new, .old, .prior])
    node.number = 1
    #expect(recorder.heard == [Heard("number", old: 0, isPrior: true)])
    node.number = 2
    #expect(recorder.calls == 3)
    node.removeObserver(recorder, forKeyPath: "number")
  }
}
