import Foundation
import RawObserving
import TestSupport
import Testing

@Suite("Conformance: registration, removal, contexts, several observers", .watched)
struct RegistrationTests {
  @Test("KVO-REG-01 one observer hears the one key it asked for")
  func oneObserver() {
    let node = Node()
    let recorder = Recorder(observing: node, "text", .new)
    node.text = "Hello"
    node.number = 1
    #expect(recorder.heard == [Heard("text", new: "Hello")])
    #expect(recorder.objects == [ObjectIdentifier(node)])
    #expect(recorder.contexts == [nil])
    node.removeObserver(recorder, forKeyPath: "text")
  }

  @Test("KVO-REG-02 one observer hears three keys with one context")
  func threeKeys() {
    let node = Node()
    let recorder = Recorder()
    let keys = ["isOpen", "number", "text"]
    for key in keys {
      node.addObserver(recorder, forKeyPath: key, context: context(8))
    }
    let sets: [(Node) -> Void] = [{ $0.isOpen = true }, { $0.number = 1 }, { $0.text = "a" }]
    for (index, set) in sets.enumerated() {
      set(node)
      #expect(recorder.heard == keys.prefix(index + 1).map { Heard($0) })
    }
    #expect(recorder.objects == Array(repeating: ObjectIdentifier(node), count: 3))
    #expect(recorder.contexts == Array(repeating: context(8), count: 3))
    for key in keys { node.removeObserver(recorder, forKeyPath: key, context: context(8)) }
  }

  @Test("KVO-REG-03 removal stops delivery")
  func removal() {
    let node = Node()
    let recorder = Recorder(observing: node, "text", .new)
    node.removeObserver(recorder, forKeyPath: "text", context: nil)
    node.text = "Hello"
    #expect(recorder.calls == 0)
  }

  @Test("KVO-REG-04 of two observers on one key, the one that is removed goes silent")
  func twoObservers() {
    let node = Node()
    let stays = Recorder()
    let leaves = Recorder()
    node.addObserver(stays, forKeyPath: "text", options: .new)
    node.addObserver(leaves, forKeyPath: "text", options: .new)
    node.text = ""
    #expect(stays.calls == 1)
    #expect(leaves.calls == 1)
    node.removeObserver(leaves, forKeyPath: "text")
    node.text = ""
    #expect(stays.calls == 2)
    #expect(leaves.calls == 1)
    node.removeObserver(stays, forKeyPath: "text")
  }

  @Test("KVO-REG-05 an identical registration counts twice")
  func identical() {
    let node = Node()
    let recorder = Recorder()
    for _ in 1...2 {
      node.addObserver(recorder, forKeyPath: "text", options: .new, context: context(8))
    }
    node.text = ""
    #expect(recorder.calls == 2)
    node.removeObserver(recorder, forKeyPath: "text", context: context(8))
    node.text = ""
    #expect(recorder.calls == 3)
    node.removeObserver(recorder, forKeyPath: "text", context: context(8))
    node.text = ""
    #expect(recorder.calls == 3)
  }

  @Test("KVO-REG-06 removal with a context takes only the registration that has it")
  func removalWithContext() {
    for (removed, left) in [(2, 3), (3, 2)] {
      let node = Node()
      let recorder = Recorder()
      node.addObserver(recorder, forKeyPath: "text", options: .new, context: context(2))
      node.addObserver(recorder, forKeyPath: "text", options: .new, context: context(3))
      node.removeObserver(recorder, forKeyPath: "text", context: context(removed))
      node.text = ""
      #expect(recorder.contexts == [context(left)])
      node.removeObserver(recorder, forKeyPath: "text", context: context(left))
    }
  }

  @Test("KVO-REG-07 removing what was never registered raises")
  func neverRegistered() async {
    let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      Node().removeObserver(Recorder(), forKeyPath: "text", context: context(1))
    }
    expectDeath(result, saying: [Self.notRegistered])
  }

  @Test("KVO-REG-08 the second removal of a single registration raises")
  func secondRemoval() async {
    let result = await #expect(processExitsWith: .signal(SIGABRT), observing: bothStreams) {
      let node = Node()
      let recorder = Recorder(observing: node, "text", [])
      node.removeObserver(recorder, forKeyPath: "text")
      print("removed once")
      node.removeObserver(recorder, forKeyPath: "text")
    }
    #expect(result?.outputLines.contains("removed once") == true)
    expectDeath(result, saying: [Self.notRegistered])
  }

  static let notRegistered =
    terminating(
      "NSRangeException",
      """
      Cannot remove an observer <Recorder 0x…> for the key path "text" from <Node 0x…> because it \
      is not registered as an observer.'
      """)

  @Test("KVO-REG-09 the latest registration is called first, and all carry the same values")
  func order() {
    let node = Node()
    node.text = "0"
    let journal = Journal()
    let recorders = ["A", "B", "C"].map { journal.recorder($0) }
    for recorder in recorders {
      node.addObserver(recorder, forKeyPath: "text", options: [.new, .old])
    }
    node.text = "1"
    #expect(journal.lines == ["C", "B", "A"])
    for recorder in recorders {
      #expect(recorder.heard == [Heard("text", new: "1", old: "0")])
      node.removeObserver(recorder, forKeyPath: "text")
    }
  }

  @Test("KVO-REG-10 an observed object is still of its own class")
  func sameClass() {
    let node = Node()
    let identity = ObjectIdentifier(node)
    let recorder = Recorder(observing: node, "text", [])
    let object: KeyValueObject = node
    #expect(type(of: object) == Node.self)
    #expect(object is Node)
    #expect(!(object is Recorder))
    #expect(ObjectIdentifier(object) == identity)
    node.removeObserver(recorder, forKeyPath: "text")
  }

  @Test("KVO-REG-11 a key that is not declared can be registered and removed")
  func undeclared() {
    let node = Node()
    let recorder = Recorder(observing: node, "nope", [])
    node.text = ""
    node.removeObserver(recorder, forKeyPath: "nope")
    #expect(recorder.calls == 0)
  }

  @Test("KVO-REG-12 an observer without a handler raises at the first change, not before")
  func noHandler() async {
    let result = await #expect(processExitsWith: .signal(SIGABRT), observing: bothStreams) {
      let node = Node()
      let bare = KeyValueObject()
      node.addObserver(bare, forKeyPath: "text")
      print("registered")
      node.text = "1"
    }
    #expect(result?.outputLines.contains("registered") == true)
    expectDeath(
      result,
      saying: [
        terminating(
          "NSInternalInconsistencyException",
          """
          <KeyValueObject: 0x…>: An -observeValueForKeyPath:ofObject:change:context: message was \
          received but not handled.
          """)
      ])
  }

  @Test("KVO-REG-13 a nil context given explicitly matches only a nil context")
  func explicitNil() throws {
    let node = Node()
    let recorder = Recorder()
    node.addObserver(recorder, forKeyPath: "text", context: context(1))
    // The check behind `removeObserver(_:forKeyPath:context:)`.
    let violation = #expect(throws: Violation.self) {
      try node.unregister(recorder, keyPath: "text", context: .exactly(nil))
    }
    #expect(violation?.name == "NSRangeException")
    node.text = ""
    #expect(recorder.contexts == [context(1)])

    node.addObserver(recorder, forKeyPath: "text", context: nil)
    node.removeObserver(recorder, forKeyPath: "text", context: nil)
    node.text = ""
    #expect(recorder.contexts == [context(1), context(1)])
    node.removeObserver(recorder, forKeyPath: "text", context: context(1))
  }
}
