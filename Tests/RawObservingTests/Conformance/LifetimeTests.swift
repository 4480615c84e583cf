import Foundation
import RawObserving
import TestSupport
import Testing

@Suite("Conformance: lifetime", .watched)
struct LifetimeTests {
  @Test("KVO-MEM-01 an object that observes itself, and removes itself in deinit, is deallocated without an exception")
  func selfObservation() {
    final class Thermostat: KeyValueObject {
      @Observed var degrees = 20
      private(set) var calls = 0

      override init() {
        super.init()
        addObserver(self, forKeyPath: "degrees")
      }

      deinit { removeObserver(self, forKeyPath: "degrees") }

      override func observeValue(
        forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
        context: UnsafeMutableRawPointer?
      ) {
        calls += 1
      }
    }
    var thermostat: Thermostat? = Thermostat()
    weak let probe = thermostat
    thermostat?.degrees = 21
    #expect(thermostat?.calls == 1)
    thermostat = nil
    #expect(probe == nil)
  }

  @Test("KVO-MEM-04 nothing holds the objects of a change once it is delivered")
  func changedObjects() {
    final class Counter: KeyValueObject {
      private(set) var calls = 0
      override func observeValue(
        forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
        context: UnsafeMutableRawPointer?
      ) {
        calls += 1  // and keeps nothing
      }
    }
    let node = Node()
    let observer = Counter()
    node.addObserver(observer, forKeyPath: "child", options: [.new, .old, .prior])
    weak var probe: Node?
    do {
      let child = Node()
      probe = child
      node.child = child
      node.child = nil
    }
    #expect(probe == nil)
    #expect(observer.calls == 4)
    node.removeObserver(observer, forKeyPath: "child")
  }

  @Test("no object gets the address of a deallocated observer while it is registered, or removes for it")
  func keptAddress() async {
    await #expect(processExitsWith: .success) {
      Era.use(.current)  // the deallocated observer's registration is left over in the end
      let node = Node()
      func addAndLetGo() -> ObjectIdentifier {
        let observer = Recorder(observing: node, "text", [])
        return ObjectIdentifier(observer)
      }
      let dead = addAndLetGo()
      let others = (0..<1000).map { _ in Recorder() }
      #expect(!others.contains { ObjectIdentifier($0) == dead })
      for other in others {
        #expect(throws: Violation.self) {
          try node.unregister(other, keyPath: "text", context: .any)
        }
      }
    }
  }

  @Test("the last reference to an observer may go inside its own call")
  func lastReference() {
    let node = Node()
    var recorder: Recorder? = Recorder()
    weak let probe = recorder
    recorder?.reaction = { observer, _ in
      node.removeObserver(observer, forKeyPath: "text")
      recorder = nil
    }
    node.addObserver(recorder!, forKeyPath: "text", options: .new)
    node.text = "1"
    #expect(probe == nil)
    node.text = "2"
  }

  @Test("the last other reference to the observed object may go inside a call")
  func lastReferenceToTheObserved() {
    var node: Node? = Node()
    weak let probe = node
    let recorder = Recorder()
    recorder.reaction = { recorder, _ in
      probe?.removeObserver(recorder, forKeyPath: "text")
      node = nil
    }
    node?.addObserver(recorder, forKeyPath: "text", options: [.new, .old])
    node?.text = "1"
    #expect(probe == nil)
    #expect(recorder.heard == [Heard("text", new: "1", old: KeyValueNull.null)])
  }
}
