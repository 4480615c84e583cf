import Foundation
import Testing

@testable import RawObserving
import TestSupport

@Suite("Further: a head that is replaced unannounced", .watched)
struct UnannouncedHeadTests {
  @Test("a head that was replaced unannounced raises at the did of the next announced change")
  func unannouncedUpdate() async {
    let result = await #expect(processExitsWith: .signal(SIGABRT), observing: bothStreams) {
      let node = LabelledNode()
      node.silentChild = Node()
      let recorder = Recorder()
      node.addObserver(recorder, forKeyPath: "silentChild.text")
      node.silentChild = Node()
      node.willChangeValue(forKey: "silentChild")
      print("announced")
      node.didChangeValue(forKey: "silentChild")
    }
    #expect(result?.outputLines.contains("announced") == true)
    expectDeath(result, saying: [unannounced("update for")])
  }

  @Test(
    "a head that was replaced unannounced raises at the removal, also behind a dependent key",
    arguments: ["silentChild.text", "silentTitle"])
  func unannouncedRemoval(path: String) async {
    let result = await #expect(processExitsWith: .signal(SIGABRT), observing: bothStreams) { [path] in
      let node = LabelledNode()
      node.silentChild = Node()
      let recorder = Recorder(observing: node, path, [])
      node.silentChild = Node()
      print("replaced")
      node.removeObserver(recorder, forKeyPath: path)
    }
    #expect(result?.outputLines.contains("replaced") == true)
    expectDeath(result, saying: [unannounced("remove an", path)])
  }

  @Test(
    "a pair by hand around an automatic set of the head raises at its did, also behind a dependent key",
    arguments: ["child.text", "childOrText"])
  func pairAroundSet(path: String) async {
    let result = await #expect(processExitsWith: .signal(SIGABRT), observing: bothStreams) { [path] in
      let node = LabelledNode()
      node.child = Node()
      let recorder = Recorder(observing: node, path, [])
      node.willChangeValue(forKey: "child")
      node.child = Node()
      print("calls:", recorder.calls)
      node.didChangeValue(forKey: "child")
    }
    #expect(result?.outputLines.contains("calls: 1") == true)
    expectDeath(result, saying: [unannounced("update for", path, "child")])
  }

  @Test("a head that is set again in the call before its change raises at the did of that change")
  func setsHeadInPrior() async {
    let result = await #expect(processExitsWith: .signal(SIGABRT), observing: bothStreams) {
      let node = LabelledNode()
      node.child = Node()
      let recorder = Recorder()
      recorder.observe(node, "child.text", .prior)
      recorder.reaction = { recorder, change in
        if recorder.calls == 1 { node.child = Node() } else if !change.isPrior { print("inner") }
      }
      node.child = Node()
    }
    #expect(result?.outputLines.contains("inner") == true)
    expectDeath(result, saying: [unannounced("update for", "child.text", "child")])
  }

  private func unannounced(
    _ verb: String, _ keyPath: String = "silentChild.text", _ key: String = "silentChild"
  ) -> String {
    terminating(
      "NSInternalInconsistencyException",
      """
      Cannot \(verb) observer <Recorder 0x…> for the key path "\(keyPath)" from \
      <LabelledNode 0x…>, most likely because the value for the key "\(key)" has changed \
      without an appropriate KVO notification being sent. Check the KVO-compliance of the \
      LabelledNode class.'
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
    #expect(violation?.name == "NSInternalInconsistencyException")
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
