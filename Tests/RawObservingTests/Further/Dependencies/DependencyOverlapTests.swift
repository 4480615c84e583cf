import Testing

@testable import RawObserving

@Suite("Further: changes of several triggers that overlap", .watched)
struct DependencyOverlapTests {
  @Test("pairs on two triggers that cross: one report, at the last did, with the first old value")
  func crossing() {
    let node = LabelledNode()
    let recorder = Recorder(observing: node, "both", [.new, .old, .prior])
    node.willChangeValue(forKey: "flagA")
    node.flagA = "up"
    node.willChangeValue(forKey: "flagB")
    node.flagB = "up"
    node.didChangeValue(forKey: "flagA")
    #expect(recorder.heard == [Heard("both", old: false, isPrior: true)])
    node.didChangeValue(forKey: "flagB")
    #expect(recorder.heard.dropFirst() == [Heard("both", new: true, old: false)])
    node.flagA = nil
    #expect(recorder.calls == 4)
    node.removeObserver(recorder, forKeyPath: "both")
  }

  @Test("pairs on two triggers that nest: one report, at the last did, with the first old value")
  func nesting() {
    let node = LabelledNode()
    let recorder = Recorder(observing: node, "both")
    node.willChangeValue(forKey: "flagA")
    node.willChangeValue(forKey: "flagB")
    (node.flagA, node.flagB) = ("up", "up")
    node.didChangeValue(forKey: "flagB")
    #expect(recorder.calls == 0)
    node.didChangeValue(forKey: "flagA")
    #expect(recorder.heard == [Heard("both", new: true, old: false)])
    node.removeObserver(recorder, forKeyPath: "both")
  }

  @Test("pairs that cross on triggers in two objects")
  func crossingObjects() {
    let node = LabelledNode()
    let child = named("1")
    node.child = child
    let recorder = Recorder(observing: node, "childOrText")
    child.willChangeValue(forKey: "text")
    node.willChangeValue(forKey: "child")
    child.text = "2"
    child.didChangeValue(forKey: "text")
    node.child = named("3")
    node.didChangeValue(forKey: "child")
    #expect(recorder.heard == [Heard("childOrText", new: "3", old: "1")])
    node.removeObserver(recorder, forKeyPath: "childOrText")
    #expect(node.waiting + child.waiting == 0)
  }

  @Test("the registration goes while two pairs overlap")
  func removedWhileOverlapping() {
    let node = LabelledNode()
    let recorder = Recorder(observing: node, "both")
    node.willChangeValue(forKey: "flagA")
    node.willChangeValue(forKey: "flagB")
    node.removeObserver(recorder, forKeyPath: "both")
    node.didChangeValue(forKey: "flagA")
    node.addObserver(recorder, forKeyPath: "both", options: [.new, .old])
    node.didChangeValue(forKey: "flagB")
    #expect(recorder.calls == 0)
    node.flagA = "up"
    #expect(recorder.heard == [Heard("both", new: false, old: false)])
    node.removeObserver(recorder, forKeyPath: "both")
  }

  @Test("the other trigger is set inside the prior call: one report; inside the call: two")
  func setsOtherTrigger() {
    let node = LabelledNode()
    let recorder = Recorder()
    recorder.reactOnce { _, _ in node.flagB = "up" }
    node.addObserver(recorder, forKeyPath: "both", options: [.new, .old, .prior])
    node.flagA = "up"
    #expect(recorder.heard == [Heard("both", old: false, isPrior: true), Heard("both", new: true, old: false)])
    node.removeObserver(recorder, forKeyPath: "both")

    let inCall = Recorder()
    inCall.reactOnce { _, _ in node.flagB = nil }
    node.addObserver(inCall, forKeyPath: "both", options: [.new, .old])
    node.flagA = "still up"
    #expect(inCall.heard == [Heard("both", new: true, old: true), Heard("both", new: false, old: true)])
    node.removeObserver(inCall, forKeyPath: "both")
  }
}
