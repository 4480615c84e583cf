import Foundation
import Testing

@testable import RawObserving

@Suite("Key paths, and which object is deallocated first", .watched)
struct PathLifetimeTests {
  @Test("an observed object may clear the head of an observed path in its deinit, and its observer hears of it")
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
    #expect(observer.heard == [Heard("node.text", new: null, old: null)])
    #expect(node.waiting == 0)
  }

  @Test("an object in the middle without an owner dies: the path then ends there, and can be removed")
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
    do {
      let last = Node()
      last.child = leaf
      holder.replace(by: last)
      withExtendedLifetime(last) {}
    }
    #expect(holder.current == nil)
    holder.removeObserver(recorder, forKeyPath: "current.child.text")
    #expect(next.waiting + next.child!.waiting + leaf.waiting == 0)
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
    var hook = node.observationInfo?.registrations(for: "child")?.receivers?.routed.first
    weak let registration = hook?.registration
    weak let route = hook?.registration.route
    weak let first = hook?.steps.first
    weak let next = hook?.steps.first?.next
    weak let last = hook?.steps.first?.next?.next
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

  private final class Chain: KeyValueObject {
    @Observed var value = 0
    @Observed var next: Chain?

    func forget() { _next.storedValue = nil }
  }

  @Test("what a path left behind in silence is forgotten once it has been deallocated")
  func leftBehind() {
    let (chain, recorder) = (Chain(), Recorder())
    chain.next = Chain()
    recorder.observe(chain, "next.value", .new)
    var kept: [Chain] = []
    for round in 0..<40 {
      if round % 4 == 0 { kept.append(chain.next!) }
      chain.forget()
      chain.next = Chain()
    }
    let calls = recorder.heard.count
    chain.next?.value = 1
    #expect(recorder.heard.count == calls + 1)
    chain.removeObserver(recorder, forKeyPath: "next.value")
    withExtendedLifetime(kept) {}
  }
}
