import Foundation
import RawObserving
import TestSupport
import Testing

@Suite("Lifetime: who is deallocated first", .watched)
struct LifetimeTests {
  @Test("KVO-MEM-01 an object that observes itself, and a path from itself, can go if it removes itself in its deinit")
  func selfObservation() {
    final class Download: Recorder {
      @Observed var node: Node? = chain(1)
      override init() {
        super.init()
        for path in ["node", "node.child.text"] { addObserver(self, forKeyPath: path) }
      }
      deinit { for path in ["node.child.text", "node"] { removeObserver(self, forKeyPath: path) } }
    }
    var download: Download? = Download()
    weak let probe = download
    let node = download!.node!
    node.child?.text = "1"
    download?.node = node
    #expect(download?.calls == 3)
    download = nil
    #expect(probe == nil)
    #expect(node.waiting + node.child!.waiting == 0)
    node.child?.text = "2"
  }

  @Test("KVO-MEM-04 nothing holds the objects of a change once it is delivered")
  func changedObjects() {
    let node = Node()
    let observer = Recorder(observing: node, "child", [.new, .old, .prior])  // it keeps no object
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

  @Test("the objects of a change live as long as the change that is kept, and no longer")
  func keptChange() {
    let node = Node()
    var kept: KeyValueChange?
    let recorder = Recorder()
    recorder.reaction = { kept = $1 }
    node.addObserver(recorder, forKeyPath: "child", options: [.new, .old])
    var child: Node? = Node()
    let trace = Weak(object: child)
    node.child = child
    child = nil
    node.child = nil
    #expect(trace.object != nil)
    #expect(kept?.oldValue as? Node === trace.object)
    kept = nil
    #expect(trace.object == nil)
    node.removeObserver(recorder, forKeyPath: "child")
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

  @Test("an object that is set in its own deinit tells its observers, who may leave it then")
  func setInDeinit() {
    final class Timer: KeyValueObject {
      @Observed var isRunning = true
      deinit { isRunning = false }
    }
    var timer: Timer? = Timer()
    final class Leaver: KeyValueObject {
      var heard: [Bool] = []
      override func observeValue(
        forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
        context: UnsafeMutableRawPointer?
      ) {
        heard.append(change.newValue as? Bool ?? true)
        object.removeObserver(self, forKeyPath: keyPath)
      }
    }
    let leaver = Leaver()
    timer?.addObserver(leaver, forKeyPath: "isRunning", options: .new)
    timer = nil
    #expect(leaver.heard == [false])
  }

  @Test("in the current era an observer is skipped from the moment its deinit begins")
  func inDeinitSkipped() async {
    final class ClosingView: KeyValueObject {
      let node: Node
      init(_ node: Node) { self.node = node }
      deinit {
        node.number = 1
        node.removeObserver(self, forKeyPath: "number")
        node.number = 2
      }
    }
    await #expect(processExitsWith: .success) {
      Era.use(.current)
      let (node, other) = (Node(), Recorder())
      node.addObserver(other, forKeyPath: "number")
      do { node.addObserver(ClosingView(node), forKeyPath: "number") }
      #expect(node.number == 2)
      #expect(other.calls == 2)
      node.removeObserver(other, forKeyPath: "number")
      #expect(node.waiting == 0)
    }
  }
}
