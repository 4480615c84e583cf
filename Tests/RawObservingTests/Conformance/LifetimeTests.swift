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

  @Test("KVO-MEM-02 an object that dies observed raises, or in the current era does not")
  func diesObserved() async {
    let classic = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      let recorder = Recorder()
      Node().addObserver(recorder, forKeyPath: "text")
      withExtendedLifetime(recorder) {}
    }
    expectDeath(
      classic,
      saying: [
        terminating(
          "NSInternalInconsistencyException",
          """
          An instance 0x… of class Node was deallocated while key value observers were still \
          registered with it. Current observation info: <1 registered> (
          """)
      ])

    await #expect(processExitsWith: .success) {
      Era.use(.current)
      let recorder = Recorder()
      weak var probe: Node?
      do {
        let node = Node()
        probe = node
        node.addObserver(recorder, forKeyPath: "text")
        node.text = "heard"
      }
      #expect(probe == nil)
      // Some of these may well get the deallocated one's address.
      for _ in 1...100 { Node().text = "not heard" }
      #expect(recorder.calls == 1)
    }
  }

  @Test("KVO-MEM-03 an object in the middle of an observed path can be replaced and die")
  func replacedIntermediate() {
    let node = chain(1)
    weak let probe = node.child
    let recorder = Recorder(observing: node, "child.text", [])
    node.child = nil
    #expect(probe == nil)
    #expect(recorder.calls == 1)
    let other = Node()
    node.child = other
    other.text = "still heard"
    #expect(recorder.calls == 3)
    node.removeObserver(recorder, forKeyPath: "child.text")
  }

  @Test("KVO-MEM-04 nothing holds the objects of a change once it is delivered")
  func changedObjects() {
    final class Deaf: KeyValueObject {
      private(set) var calls = 0
      override func observeValue(
        forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
        context: UnsafeMutableRawPointer?
      ) {
        calls += 1  // and keeps nothing
      }
    }
    let node = Node()
    let observer = Deaf()
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
}
