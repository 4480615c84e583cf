import Foundation
import Testing

@testable import RawObserving
import TestSupport

@Suite("Beyond the list: nested key paths", .watched)
struct FurtherPathTests {
  // MARK: Circles

  @Test("three nodes in a circle: each change is reported once, and a break ends it")
  func threeInACircle() {
    let nodes = [Node(), Node(), Node()]
    for (index, node) in nodes.enumerated() { node.child = nodes[(index + 1) % 3] }
    let path = Array(repeating: "child", count: 10).joined(separator: ".") + ".text"
    let recorder = Recorder(observing: nodes[0], path)
    nodes[1].text = "1"
    #expect(recorder.heard == [Heard(path, new: "1", old: null)])
    nodes[0].text = "not observed"
    #expect(recorder.calls == 1)
    nodes[2].child = nil
    #expect(recorder.calls == 2)
    nodes[1].text = "2"
    #expect(recorder.calls == 2)
    nodes[2].child = nodes[0]
    #expect(recorder.heard.last == Heard(path, new: "2", old: null))
    nodes[0].removeObserver(recorder, forKeyPath: path)
    #expect(nodes.map(\.waiting) == [0, 0, 0])
    nodes[0].child = nil
  }

  @Test("a node that stops being its own child leaves nothing behind on the next one")
  func selfCycleEnds() {
    let node = Node()
    node.child = node
    let other = Node()
    let recorder = Recorder(observing: node, "child.child.text", [])
    node.child = other
    #expect(recorder.calls == 1)
    #expect(node.waiting == 1)
    #expect(other.waiting == 1, "it waits for the child of the other, and not for its text")
    other.text = "not at the end of the path"
    #expect(recorder.calls == 1)
    node.removeObserver(recorder, forKeyPath: "child.child.text")
    #expect(node.waiting + other.waiting == 0)
  }

  @Test("a longer path through a node that is its own child")
  func longSelfCycle() {
    let node = Node()
    let other = chain(3)
    node.child = node
    let recorder = Recorder(observing: node, "child.child.child.text", .new)
    node.child = other
    #expect(recorder.heard == [Heard("child.child.child.text", new: null)])
    other.child?.child?.text = "end"
    #expect(recorder.heard.last == Heard("child.child.child.text", new: "end"))
    #expect(recorder.calls == 2)
    node.child = node
    node.text = "own"
    #expect(recorder.calls == 4)
    node.child = nil
    #expect(recorder.calls == 5)
    node.removeObserver(recorder, forKeyPath: "child.child.child.text")
    #expect(node.waiting + other.waiting == 0)
  }

  // MARK: Between will and did

  @Test("a path that is observed between will and did of its head leads to the new object")
  func addedBetween() {
    let node = chain(1)
    let first = Recorder()
    let recorder = Recorder()
    let old = node.child
    let new = Node()
    node.addObserver(first, forKeyPath: "child")
    node.willChangeValue(forKey: "child")
    node.addObserver(recorder, forKeyPath: "child.text", options: [.new, .old])
    node.child = new
    node.didChangeValue(forKey: "child")
    #expect(first.calls == 1)
    #expect(recorder.calls == 0, "who is called is fixed when the change begins")
    old?.text = "not observed"
    #expect(recorder.calls == 0)
    new.text = "1"
    #expect(recorder.heard == [Heard("child.text", new: "1", old: null)])
    node.child = nil
    #expect(recorder.calls == 2)
    node.removeObserver(recorder, forKeyPath: "child.text")
    node.removeObserver(first, forKeyPath: "child")
    #expect((old?.waiting ?? 0) + new.waiting + node.waiting == 0)
  }

  @Test("a path that is observed between will and did of a silent head leads to the new object")
  func addedBetweenSilent() {
    let node = LabelledNode()
    node.silentChild = Node()
    let (first, recorder) = (Recorder(), Recorder())
    let new = Node()
    node.addObserver(first, forKeyPath: "silentChild")
    node.willChangeValue(forKey: "silentChild")
    node.addObserver(recorder, forKeyPath: "silentChild.text", options: [.new, .old])
    node.silentChild = new
    node.didChangeValue(forKey: "silentChild")
    #expect(recorder.calls == 0)
    new.text = "1"
    #expect(recorder.heard == [Heard("silentChild.text", new: "1", old: null)])
    node.replaceSilentChild(by: nil)
    #expect(recorder.calls == 2)
    node.removeObserver(recorder, forKeyPath: "silentChild.text")
    node.removeObserver(first, forKeyPath: "silentChild")
    #expect(node.waiting + new.waiting == 0)
  }

  @Test("a dependent path that is observed between will and did of its trigger leads to the new object")
  func addedBetweenDependent() {
    let node = LabelledNode()
    node.child = Node()
    let (first, recorder) = (Recorder(), Recorder())
    let new = Node()
    node.addObserver(first, forKeyPath: "child")
    node.willChangeValue(forKey: "child")
    node.addObserver(recorder, forKeyPath: "childAlias.text", options: [.new, .old])
    node.child = new
    node.didChangeValue(forKey: "child")
    #expect(recorder.calls == 0)
    new.text = "1"
    #expect(recorder.heard == [Heard("childAlias.text", new: "1", old: null)])
    node.removeObserver(recorder, forKeyPath: "childAlias.text")
    node.removeObserver(first, forKeyPath: "child")
    #expect(node.waiting + new.waiting == 0)
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

  // MARK: Inside a call

  @Test("the head is set again inside the prior call: one report, and the last child is followed")
  func setsHeadInPrior() {
    let node = Node()
    node.child = named("0")
    let (inner, outer) = (named("inner"), named("outer"))
    let recorder = Recorder()
    recorder.reactOnce { _, _ in node.child = inner }
    node.addObserver(recorder, forKeyPath: "child.text", options: [.new, .old, .prior])
    node.child = outer
    #expect(
      recorder.heard == [Heard("child.text", old: "0", isPrior: true), Heard("child.text", new: "outer", old: "0")])
    inner.text = "not observed"
    #expect(recorder.calls == 2)
    outer.text = "heard"
    #expect(recorder.calls == 4)
    node.removeObserver(recorder, forKeyPath: "child.text")
    #expect(node.waiting + inner.waiting + outer.waiting == 0)
  }

  @Test("the head and the leaf are set inside a call")
  func setsInCall() {
    let node = Node()
    let recorder = Recorder()
    recorder.reaction = { recorder, _ in
      switch recorder.calls {
      case 1: node.child?.text = "leaf"
      case 2: node.child = named("head")
      default: recorder.reaction = nil
      }
    }
    node.addObserver(recorder, forKeyPath: "child.text", options: [.new, .old])
    node.child = named("first")
    #expect(
      recorder.heard == [
        Heard("child.text", new: "first", old: null),
        Heard("child.text", new: "leaf", old: "first"),
        Heard("child.text", new: "head", old: "leaf"),
      ])
    node.removeObserver(recorder, forKeyPath: "child.text")
  }

  @Test(
    "it removes its path inside a call for each level, before and after the change",
    arguments: [0, 1, 2], [false, true])
  func removesInCall(level: Int, isPrior: Bool) {
    let node = chain(2)
    let nodes = [node, node.child!, node.child!.child!]
    let recorder = Recorder()
    recorder.reaction = { recorder, change in
      if change.isPrior == isPrior { node.removeObserver(recorder, forKeyPath: "child.child.text") }
    }
    node.addObserver(recorder, forKeyPath: "child.child.text", options: [.new, .old, .prior])
    if level == 2 { nodes[2].text = "1" } else { nodes[level].child = chain(1) }
    #expect(recorder.calls == (isPrior ? 1 : 2))
    let all = nodes + [node.child, node.child?.child].compactMap(\.self)
    #expect(all.allSatisfy { $0.waiting == 0 })
    for node in all { node.text = "2" }
    node.child = nil
    #expect(recorder.calls == (isPrior ? 1 : 2))
  }

  @Test("a prior call on a path tells the old value, also where the head changes")
  func prior() {
    let node = Node()
    node.child = named("1")
    let recorder = Recorder(observing: node, "child.text", [.new, .old, .prior])
    node.child?.text = "2"
    node.child = nil
    node.child = named("3")
    func pair(_ old: AnyHashable, _ new: AnyHashable) -> [Heard] {
      [Heard("child.text", old: old, isPrior: true), Heard("child.text", new: new, old: old)]
    }
    #expect(recorder.heard == pair("1", "2") + pair("2", null) + pair(null, "3"))
    node.removeObserver(recorder, forKeyPath: "child.text")
  }

  // MARK: Several registrations

  @Test("two registrations with the same path count twice, and leave one by one")
  func twice() {
    let node = chain(1)
    let recorder = Recorder()
    for number in 1...2 {
      node.addObserver(recorder, forKeyPath: "child.text", context: context(number))
    }
    node.child?.text = "1"
    #expect(recorder.contexts == [context(2), context(1)])
    node.removeObserver(recorder, forKeyPath: "child.text", context: context(1))
    node.child = chain(1)
    #expect(recorder.contexts.dropFirst(2) == [context(2)])
    node.child?.text = "2"
    #expect(recorder.calls == 4)
    node.removeObserver(recorder, forKeyPath: "child.text")
    #expect(throws: Violation.self) {
      try node.unregister(recorder, keyPath: "child.text", context: .any)
    }
    #expect(node.waiting + node.child!.waiting == 0)
  }

  @Test("a path, its head and its tail are different registrations")
  func neighbours() {
    let node = chain(1)
    let child = node.child!
    let recorder = Recorder(observing: node, "child.text", [])
    #expect(throws: Violation.self) {
      try node.unregister(recorder, keyPath: "child", context: .any)
    }
    #expect(throws: Violation.self) {
      try child.unregister(recorder, keyPath: "text", context: .any)
    }
    node.addObserver(recorder, forKeyPath: "child")
    child.addObserver(recorder, forKeyPath: "text")
    child.text = "1"
    #expect(recorder.heard == [Heard("text"), Heard("child.text")])
    child.removeObserver(recorder, forKeyPath: "text")
    node.removeObserver(recorder, forKeyPath: "child")
    child.text = "2"
    #expect(recorder.calls == 3)
    node.removeObserver(recorder, forKeyPath: "child.text")
  }

  @Test("the latest registration is called first, also after the way was laid anew")
  func order() {
    let node = chain(1)
    let journal = Journal()
    let (early, late) = (journal.recorder("early"), journal.recorder("late"))
    node.addObserver(early, forKeyPath: "child.text")
    let child = Node()
    child.addObserver(late, forKeyPath: "text")
    node.child = child
    child.text = "1"
    #expect(journal.lines == ["early", "late", "early"])
    node.removeObserver(early, forKeyPath: "child.text")
    child.removeObserver(late, forKeyPath: "text")
  }

  // MARK: Lives

  @Test("an object that observes a path of its own can go if it removes itself in deinit")
  func selfObservation() {
    final class Download: Recorder {
      @Observed var node: Node? = chain(1)
      override init() {
        super.init()
        addObserver(self, forKeyPath: "node.child.text", options: [.new, .old])
      }
      deinit { removeObserver(self, forKeyPath: "node.child.text") }
    }
    var download: Download? = Download()
    weak let probe = download
    let node = download!.node!
    node.child?.text = "1"
    #expect(download?.calls == 1)
    download = nil
    #expect(probe == nil)
    #expect(node.waiting + node.child!.waiting == 0)
    node.child?.text = "2"
  }

  @Test("an observed object may clear the head of an observed path in its deinit")
  func clearsInDeinit() {
    final class Download: KeyValueObject {
      @Observed var node: Node? = chain(1)
      let observer = Recorder()
      override init() {
        super.init()
        addObserver(observer, forKeyPath: "node.text", options: [.new, .old])
      }
      deinit {
        node = nil
        removeObserver(observer, forKeyPath: "node.text")
      }
    }
    var download: Download? = Download()
    let observer = download!.observer
    let node = download!.node!
    download = nil
    #expect(observer.calls == 0, "the observed object reads nil by now")
    #expect(node.waiting == 0)
  }

  @Test("in the relaxed era, a root that dies leaves nothing on the objects of its paths")
  func rootDiesRelaxed() async {
    await #expect(processExitsWith: .success) {
      Era.use(.relaxed)
      let recorder = Recorder()
      let child = LabelledNode()
      child.child = LabelledNode()
      weak var probe: Node?
      do {
        let node = LabelledNode()
        node.child = child
        probe = node
        for path in ["child.child.label", "child.text", "childLabel", "childAlias.text"] {
          node.addObserver(recorder, forKeyPath: path, options: [.new, .old, .prior])
        }
        #expect(child.waiting > 0)
      }
      #expect(probe == nil)
      #expect(child.waiting + child.child!.waiting == 0)
      child.text = "1"
      child.child?.text = "1"
      child.child = nil
      #expect(recorder.calls == 0)
    }
  }

  @Test("in the classic era, a root that dies while a path of it is observed raises")
  func rootDiesClassic() async {
    let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      let recorder = Recorder()
      let child = Node()
      do {
        let node = Node()
        node.child = child
        node.addObserver(recorder, forKeyPath: "child.text", options: .new)
      }
      withExtendedLifetime((recorder, child)) {}
    }
    expectDeath(
      result, of: "NSInternalInconsistencyException",
      """
      An instance 0x… of class Node was deallocated while key value observers were still \
      registered with it. Current observation info: <1 registered> (
      <Observer: 0x…, Key path: child.text, Options: <New: YES, Old: NO, Prior: NO> Context: 0x0>
      )
      """)
  }

  @Test("an object in the middle without an owner dies; the path then ends there")
  func weakMiddle() {
    final class Holder: KeyValueObject {
      weak var current: Node?
      override func value(forKey key: String) -> Any? {
        key == "current" ? current : super.value(forKey: key)
      }
      func replace(by node: Node?) {
        willChangeValue(forKey: "current")
        current = node
        didChangeValue(forKey: "current")
      }
    }
    let holder = Holder()
    let leaf = Node()
    let recorder = Recorder(observing: holder, "current.child.text")
    var middle: Node? = Node()
    middle?.child = leaf
    holder.replace(by: middle)
    #expect(recorder.calls == 1)
    weak let probe = middle
    middle = nil
    #expect(probe == nil)
    let next = chain(1)
    holder.replace(by: next)
    #expect(recorder.calls == 2)
    #expect(leaf.waiting == 0)
    next.child?.text = "1"
    #expect(recorder.heard.last == Heard("current.child.text", new: "1", old: null))
    holder.removeObserver(recorder, forKeyPath: "current.child.text")
    #expect(next.waiting + next.child!.waiting == 0)
  }

  @Test("a middle that has died does not stand in the way of a removal")
  func weakMiddleRemoved() {
    final class Holder: KeyValueObject {
      weak var current: Node?
      override func value(forKey key: String) -> Any? { current }
    }
    let holder = Holder()
    let leaf = Node()
    let recorder = Recorder()
    do {
      let middle = Node()
      middle.child = leaf
      holder.current = middle
      holder.addObserver(recorder, forKeyPath: "current.child.text")
      withExtendedLifetime(middle) {}
    }
    #expect(holder.current == nil)
    holder.removeObserver(recorder, forKeyPath: "current.child.text")
    #expect(leaf.waiting == 0)
  }

  @Test("once it is removed, a path keeps nothing alive: not the leaves, the observer or the root")
  func keepsNothing() {
    var parts: [Weak] = []
    do {
      let root = LabelledNode()
      root.child = chain(3)
      let observer = Recorder()
      parts = [root, root.child!, root.child!.child!, root.child!.child!.child!, observer]
        .map(Weak.init)
      for path in ["child.child.child.text", "childAlias.child.text", "childOrText", "shout"] {
        root.addObserver(observer, forKeyPath: path, options: [.new, .old, .prior])
        root.child = chain(3)
        root.child?.child = chain(2)
        root.text = "1"
        root.removeObserver(observer, forKeyPath: path)
      }
      parts += [root.child!, root.child!.child!].map(Weak.init)
    }
    #expect(parts.allSatisfy { $0.object == nil })
  }

  @Test("a registration and its steps are gone once they are removed")
  func registrationsGo() throws {
    let node = chain(2)
    let recorder = Recorder(observing: node, "child.child.text")
    var hook = node.observationInfo?.registrations(for: "child")?.snapshot?.lists.stepwise.first
    weak let registration = hook?.registration
    weak let route = hook?.registration.route
    weak let first = hook?.step
    weak let next = hook?.step.next
    weak let last = hook?.step.next?.next
    hook = nil
    #expect(last != nil)
    node.child?.child = chain(0)
    #expect(last == nil)
    #expect(first != nil)
    node.removeObserver(recorder, forKeyPath: "child.child.text")
    #expect(registration == nil)
    #expect(route == nil)
    #expect(first == nil)
    #expect(next == nil)
  }

  // MARK: What cannot be observed

  @Test(
    "a malformed path raises when it is added and when it is removed",
    arguments: ["", ".", "..", "a..b", "a.", ".a", ".a.", "child..text", "child.text."])
  func malformed(path: String) {
    let node = Node()
    let recorder = Recorder()
    for options: KeyValueObservingOptions in [[], [.initial, .new]] {
      let violation = #expect(throws: Violation.self) {
        try node.register(recorder, keyPath: path, options: options, context: nil)
      }
      #expect(violation?.name == "NSInvalidArgumentException")
      #expect(
        violation?.reason == """
          [\(describe(node))]: the key path "\(path)" cannot be used: it has an empty key. Name one \
          property after another, with a dot in between.
          """)
    }
    let violation = #expect(throws: Violation.self) {
      try node.unregister(recorder, keyPath: path, context: .any)
    }
    #expect(violation?.name == "NSInvalidArgumentException")
    #expect(recorder.calls == 0)
    #expect(node.waiting == 0)
  }

  @Test(
    "a path of a million characters raises at once, in a short sentence",
    arguments: ["a", "a.", ".", "child.", "é", "\u{301}"])
  func million(piece: String) {
    let path = String(repeating: piece, count: 1_000_000 / piece.unicodeScalars.count) + "a"
    let node = Node()
    node.child = node
    let start = ContinuousClock.now
    var violations: [Violation] = []
    for options: KeyValueObservingOptions in [[], [.initial, .new]] {
      do throws(Violation) {
        try node.register(Recorder(), keyPath: path, options: options, context: nil)
      } catch {
        violations.append(error)
      }
      do throws(Violation) {
        try node.unregister(Recorder(), keyPath: path, context: .any)
      } catch {
        violations.append(error)
      }
    }
    let reports = violations.map(\.report.unicodeScalars.count)
    #expect(ContinuousClock.now - start < .seconds(1))
    #expect(violations.map(\.name) == Array(repeating: "NSInvalidArgumentException", count: 4))
    #expect(reports.allSatisfy { $0 < 400 })
    #expect(node.waiting == 0)
    node.child = nil
  }

  @Test("a hundred keys are a path, and one more is not")
  func hundred() {
    let node = chain(99)
    let recorder = Recorder()
    let heads = Array(repeating: "child", count: 99)
    let path = (heads + ["text"]).joined(separator: ".")
    node.addObserver(recorder, forKeyPath: path, options: [.new, .old])
    node.child = node.child
    var last = node
    while let next = last.child { last = next }
    last.text = "far"
    #expect(recorder.heard.last == Heard(path, new: "far", old: null))
    node.removeObserver(recorder, forKeyPath: path)
    let violation = #expect(throws: Violation.self) {
      try node.register(recorder, keyPath: "child." + path, options: [], context: nil)
    }
    #expect(violation?.reason.contains("it has more than 100 keys") == true)
  }

  @Test("a path through a value that cannot be observed raises, and leaves nothing behind")
  func throughString() {
    let node = Node()
    node.child = named("Hello")
    let recorder = Recorder()
    let violation = #expect(throws: Violation.self) {
      try node.register(recorder, keyPath: "child.text.length", options: [], context: nil)
    }
    #expect(violation?.name == "NSInvalidArgumentException")
    #expect(
      violation?.reason == """
        [String addObserver:forKeyPath:options:context:] is not supported. Key path: length. Observe \
        a property of an object.
        """)
    #expect(node.waiting + node.child!.waiting == 0)
    #expect(throws: Violation.self) {
      try node.unregister(recorder, keyPath: "child.text.length", context: .any)
    }
  }

  @Test("a path through an array that is nil yet raises when the array comes, and leaves nothing behind")
  func arrayComesLater() {
    // As on Apple's systems: a nil on the way may become anything, and what the property is declared to
    // hold is not looked at.
    let list = TrackList()
    let recorder = Recorder(observing: list, "plainItems.name", [])
    #expect(throws: Violation.self) {
      try list.announceWill("plainItems")
      list.plainItems = []
      try list.announceDid("plainItems")
    }
    #expect(recorder.calls == 0)
    list.removeObserver(recorder, forKeyPath: "plainItems.name")
    #expect(list.observationInfo?.registrations(for: "plainItems")?.snapshot == nil)
  }

  @Test("an unknown key at the end of a path is accepted as long as no value is needed")
  func unknownLeaf() {
    let node = chain(1)
    let recorder = Recorder(observing: node, "child.nope", [])
    node.child = nil
    #expect(recorder.heard == [Heard("child.nope")])
    node.removeObserver(recorder, forKeyPath: "child.nope")
  }

  @Test("an unknown key in the middle of a path raises")
  func unknownMiddle() async {
    let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      chain(1).addObserver(Recorder(), forKeyPath: "child.nope.text")
    }
    expectDeath(
      result, of: "NSUnknownKeyException",
      """
      [<Node 0x…> valueForUndefinedKey:]: this class is not key value coding-compliant for the \
      key nope.
      """)
  }

  // MARK: Behind the back

  @Test("a head that was replaced unannounced raises at the next announced change")
  func unannouncedUpdate() async {
    let result = await #expect(processExitsWith: .signal(SIGABRT), observing: bothStreams) {
      let node = LabelledNode()
      node.silentChild = Node()
      let recorder = Recorder()
      node.addObserver(recorder, forKeyPath: "silentChild.text")
      node.silentChild = Node()
      print("replaced")
      node.willChangeValue(forKey: "silentChild")
    }
    #expect(result?.outputLines.contains("replaced") == true)
    expectDeath(result, saying: [unannounced("update for")])
  }

  @Test("a head that was replaced unannounced raises at the removal")
  func unannouncedRemoval() async {
    let result = await #expect(processExitsWith: .signal(SIGABRT), observing: bothStreams) {
      let node = LabelledNode()
      node.silentChild = Node()
      let recorder = Recorder(observing: node, "silentChild.text", [])
      node.silentChild = Node()
      print("replaced")
      node.removeObserver(recorder, forKeyPath: "silentChild.text")
    }
    #expect(result?.outputLines.contains("replaced") == true)
    expectDeath(result, saying: [unannounced("remove an")])
  }

  @Test("so does one on the path of a dependent key")
  func unannouncedRemovalOfDependent() async {
    let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      let node = LabelledNode()
      node.silentChild = Node()
      let recorder = Recorder(observing: node, "silentTitle", [])
      node.silentChild = Node()
      node.removeObserver(recorder, forKeyPath: "silentTitle")
    }
    expectDeath(result, saying: [unannounced("remove an", "silentTitle")])
  }

  private func unannounced(_ verb: String, _ keyPath: String = "silentChild.text") -> String {
    terminating(
      "NSInternalInconsistencyException",
      """
      Cannot \(verb) observer <Recorder 0x…> for the key path "\(keyPath)" from \
      <LabelledNode 0x…>, most likely because the value for the key "silentChild" has changed \
      without an appropriate KVO notification being sent. Check the KVO-compliance of the \
      LabelledNode class.'
      """)
  }

  @Test("a check that finds a head replaced unannounced leaves the thread as it was")
  func unannouncedCheck() {
    let node = LabelledNode()
    let (first, second) = (Node(), Node())
    node.silentChild = first
    let recorder = Recorder(observing: node, "silentChild.text", [])
    node.silentChild = second
    let violation = #expect(throws: Violation.self) {
      try node.announceWill("silentChild")
    }
    #expect(violation?.name == "NSInternalInconsistencyException")
    #expect(!OpenChanges.contains("silentChild", of: node.observationInfo!))
    #expect(first.waiting == 0)
    node.replaceSilentChild(by: first)
    #expect(recorder.calls == 1)
    first.text = "1"
    #expect(recorder.calls == 2)
    node.silentChild = second
    #expect(throws: Violation.self) {
      try node.unregister(recorder, keyPath: "silentChild.text", context: .any)
    }
    #expect(node.waiting + first.waiting + second.waiting == 0)
  }

  @Test("a head that was nil and is set unannounced is followed from the next announced change on")
  func unannouncedFromNil() {
    let node = LabelledNode()
    let recorder = Recorder(observing: node, "silentChild.text", [])
    let child = Node()
    node.silentChild = child
    child.text = "not heard"
    #expect(recorder.calls == 0)
    node.replaceSilentChild(by: child)
    child.text = "heard"
    #expect(recorder.calls == 2)
    node.removeObserver(recorder, forKeyPath: "silentChild.text")
    #expect(child.waiting == 0)
  }

  @Test("a getter in the middle that makes a new object each time cannot be removed")
  func newObjectEachTime() async {
    let result = await #expect(processExitsWith: .signal(SIGABRT), observing: bothStreams) {
      final class Factory: KeyValueObject {
        override func value(forKey key: String) -> Any? { Node() }
      }
      let factory = Factory()
      let recorder = Recorder(observing: factory, "product.text", [.initial, .new])
      print("calls:", recorder.calls)
      factory.removeObserver(recorder, forKeyPath: "product.text")
    }
    #expect(result?.outputLines.contains("calls: 1") == true)
    expectDeath(
      result, of: "NSInternalInconsistencyException",
      """
      Cannot remove an observer <Recorder 0x…> for the key path "product.text" from \
      <Factory 0x…>, most likely because the value for the key "product" has changed without an \
      appropriate KVO notification being sent. Check the KVO-compliance of the Factory class.
      """)
  }
}
