import Foundation
import RawObserving
import TestSupport
import Testing

/// Says when it is deallocated.
private final class Tied {
  private let release: () -> Void
  init(_ release: @escaping () -> Void) { self.release = release }
  deinit { release() }
}

@Suite("Deallocation hooks and associated objects", .watched) struct DeallocationHookTests {
  private let owner = Recorder()

  @Test("a hook runs once, after the deinit bodies of the subclasses; weak references to the object read nil")
  func order() {
    final class Base: KeyValueObject {
      var deinitBody: () -> Void = {}
      deinit { deinitBody() }
    }
    var events: [String] = []
    var object: Base? = Base()
    weak let probe = object
    object?.deinitBody = { events.append("deinit") }
    object?.setDeallocationHook(of: owner) { dying in
      events.append("hook \(type(of: dying)) \(probe == nil)")
    }
    _ = object?.associatedObject("tied") { Tied { events.append("associated") } }
    object = nil
    #expect(events == ["deinit", "hook Base true", "associated"])
  }

  @Test("a hook that another hook removes does not run")
  func removesAnother() {
    var runs = 0
    var node: Node? = Node()
    let owners = [Recorder(), Recorder()]
    for (own, other) in [(0, 1), (1, 0)] {
      node?.setDeallocationHook(of: owners[own]) { dying in
        runs += 1
        dying.setDeallocationHook(of: owners[other], to: nil)
      }
    }
    node = nil
    #expect(runs == 1)
  }

  @Test("a hook and an associated object can still remove a registration, and set a property")
  func removesInTime() {
    for byHook in [true, false] {
      var node: Node? = Node()
      let recorder = Recorder(observing: node!, "number", .new)
      // The object is not retained: each runs in its deinit.
      unowned(unsafe) let dying = node!
      let leave: () -> Void = {
        dying.number = 1
        dying.removeObserver(recorder, forKeyPath: "number")
      }
      if byHook {
        node?.setDeallocationHook(of: owner) { _ in leave() }
      } else {
        _ = node?.associatedObject("tied") { Tied(leave) }
      }
      node = nil  // raises if the registration is left
      #expect(recorder.heard == [Heard("number", new: 1)])
    }
  }

  @Test("each owner has one hook: a later one replaces it and returns it, nil removes it, and other owners keep theirs")
  func owners() {
    var events: [String] = []
    var node: Node? = Node()
    let (second, third) = (Recorder(), Recorder())
    #expect(node?.setDeallocationHook(of: owner, to: nil) == nil)
    #expect(node?.setDeallocationHook(of: owner) { _ in events.append("first") } == nil)
    let replaced = node?.setDeallocationHook(of: owner) { _ in events.append("later") }
    node?.setDeallocationHook(of: second) { _ in events.append("second") }
    node?.setDeallocationHook(of: third) { _ in events.append("third") }
    #expect(node?.setDeallocationHook(of: third, to: nil) != nil)
    replaced?(node!)
    #expect(events == ["first"])
    node = nil
    #expect(events.dropFirst().sorted() == ["later", "second"])
  }

  @Test("neither the hook's owner nor the object is retained, and a removed hook is released")
  func retains() {
    weak var captured: Tied?
    weak var gone: Recorder?
    let node = Node()
    do {
      let other = Recorder()
      gone = other
      let tied = Tied {}
      captured = tied
      node.setDeallocationHook(of: other) { _ in withExtendedLifetime(tied) {} }
      #expect(captured != nil)
      node.setDeallocationHook(of: other, to: nil)
    }
    #expect(gone == nil && captured == nil)
  }

  @Test("no lock is held while a hook runs: it may set hooks, ask for associated objects, and observe other objects")
  func noLock() {
    let other = Node()
    var node: Node? = Node()
    let recorder = Recorder()
    var events: [String] = []
    node?.setDeallocationHook(of: owner) { dying in
      dying.setDeallocationHook(of: recorder) { _ in events.append("in turn") }
      _ = dying.associatedObject("new") { Tied { events.append("released") } }
      other.addObserver(recorder, forKeyPath: "number", options: .new)
      other.number = 1
      other.removeObserver(recorder, forKeyPath: "number")
    }
    node = nil
    #expect(recorder.heard == [Heard("number", new: 1)])
    #expect(events == ["in turn", "released"])
  }

  @Test("threads that ask at the same time get the same associated object, and may ask for another while one is made")
  func associated() {
    let node = Node()
    let first = node.associatedObject("a") { Recorder() }
    #expect(node.associatedObject("a") { Recorder() } === first)
    #expect(node.associatedObject("b") { Recorder() } !== first)
    for round in 0..<100 {
      let shared = Shared(node)
      let made = Locked(0)
      let found = Locked<[ObjectIdentifier]>([])
      onThreads(4) { _ in
        let object = shared.objects.associatedObject("round \(round)") {
          made.withLock { $0 += 1 }
          _ = shared.objects.associatedObject("inner \(round)") { Recorder() }
          return Recorder()
        }
        let identity = ObjectIdentifier(object)
        found.withLock { $0.append(identity) }
      }
      #expect((1...4).contains(made.withLock { $0 }))
      #expect(Set(found.withLock { $0 }).count == 1)
    }
  }

  @Test("an associated object of another class than the one asked for ends the process")
  func otherClass() async {
    let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      let node = Node()
      let _: Recorder = node.associatedObject("a") { Recorder() }
      let _: Node = node.associatedObject("a") { Node() }
    }
    expectDeath(
      result, "[<Node 0x…> associatedObject:]: the object with the name a is a Recorder, not a Node. Use another name.")
  }
}
