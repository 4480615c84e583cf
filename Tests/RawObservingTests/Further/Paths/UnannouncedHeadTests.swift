import Foundation
import Testing

@testable import RawObserving
import TestSupport

@Suite("Further: a head that is replaced unannounced", .watched)
struct UnannouncedHeadTests {
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
