import Foundation
import TestSupport
import Testing

@testable import RawObserving

@Suite("Key paths", .watched)
struct PathTests {
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

  @Test("a head that was replaced unannounced raises at the did of the next announced change, and the text says so")
  func unannouncedUpdate() async {
    let result = await #expect(processExitsWith: .signal(SIGABRT), observing: bothStreams) {
      let node = LabelledNode()
      node.silentChild = Node()
      let recorder = Recorder(observing: node, "silentChild.text", [])
      node.silentChild = Node()
      node.willChangeValue(forKey: "silentChild")
      print("announced")
      withExtendedLifetime(recorder) { node.didChangeValue(forKey: "silentChild") }
    }
    #expect(result?.outputLines.contains("announced") == true)
    expectDeath(
      result, of: "NSInternalInconsistencyException",
      """
      Cannot update for observer <Recorder 0x…> for the key path "silentChild.text" from <LabelledNode 0x…>, most \
      likely because the value for the key "silentChild" has changed without an appropriate KVO notification being \
      sent. Check the KVO-compliance of the LabelledNode class.
      """)
  }

  @Test("a did that finds a head replaced unannounced ends its change, and the route goes on")
  func unannouncedCheck() {
    let node = LabelledNode()
    let (first, second) = (Node(), Node())
    node.silentChild = first
    let recorder = Recorder(observing: node, "silentChild.text", [])
    node.silentChild = second
    try? node.announceWill("silentChild")
    let violation = #expect(throws: Violation.self) { try node.announceDid("silentChild") }
    #expect(violation?.id.exception == "NSInternalInconsistencyException")
    #expect(ThreadState.current.pop("silentChild", of: node.observationInfo!) == nil)
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

  @Test("a getter in the middle that makes a new object each time cannot be removed")
  func newObjectEachTime() {
    final class Factory: KeyValueObject {
      override func value(forKey key: String) -> Any? { Node() }
    }
    let factory = Factory()
    let recorder = Recorder(observing: factory, "product.text", [.initial, .new])
    #expect(recorder.calls == 1)
    let violation = #expect(throws: Violation.self) {
      try factory.unregister(recorder, keyPath: "product.text", context: .any)
    }
    #expect(violation?.reason.contains("because the value for the key \"product\" has changed without") == true)
    #expect(factory.activeRegistrations.isEmpty)
  }
}
