import Foundation
import RawObserving
import Testing

@Suite("Further: who dies first, in each era", .watched)
struct LifetimeOrderTests {
  @Test("an observer that removes itself from everything in its deinit leaves nothing behind")
  func observerFirst() {
    final class View: KeyValueObject {
      let nodes: [Node]
      init(_ nodes: [Node]) {
        self.nodes = nodes
        super.init()
        for node in nodes {
          for path in ["number", "child.text"] { node.addObserver(self, forKeyPath: path) }
        }
      }
      deinit {
        for node in nodes {
          for path in ["child.text", "number"] { node.removeObserver(self, forKeyPath: path) }
        }
      }
    }
    let nodes = [chain(1), chain(2), Node()]
    var view: View? = View(nodes)
    #expect(view?.nodes.count == 3)
    view = nil
    for node in nodes {
      node.number = 1
      node.child?.text = "a"
      #expect(node.waiting == 0)
    }
  }

  @Test("an object that dies runs its death hooks before it releases what is associated with it")
  func hooksFirst() {
    final class Tied {
      let release: () -> Void
      init(_ release: @escaping () -> Void) { self.release = release }
      deinit { release() }
    }
    var events: [String] = []
    var node: Node? = Node()
    let owner = Node()
    _ = node?.associatedObject("tied") { Tied { events.append("released") } }
    node?.setDeallocationHook(of: owner) { _ in events.append("hook") }
    node = nil
    #expect(events == ["hook", "released"])
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

  @Test("a mutable set keeps its object alive, and an observation does not")
  func mutableSetKeeps() {
    var list: TrackList? = TrackList()
    let trace = Weak(object: list)
    let recorder = Recorder()
    list?.addObserver(recorder, forKeyPath: "rawMembers")
    var members: MutableSetValue<String>? = list?.mutableSetValue(forKey: "rawMembers")
    list?.removeObserver(recorder, forKeyPath: "rawMembers")
    list = nil
    members?.insert("a")
    #expect(trace.object != nil)
    members = nil
    #expect(trace.object == nil)
  }

  @Test("in the current era both sides may die, in either order, if nothing changes any more")
  func currentBoth() async {
    await #expect(processExitsWith: .success) {
      Era.use(.current)
      for observerFirst in [true, false] {
        for path in ["number", "child.text", "label", "childLabel"] {
          var node: LabelledNode? = LabelledNode()
          let child = LabelledNode()
          node?.child = child
          var recorder: Recorder? = Recorder()
          node?.addObserver(recorder!, forKeyPath: path, options: [.new, .old])
          if observerFirst { recorder = nil }
          node = nil
          child.text = "unheard"
          if recorder?.calls ?? 0 > 0 || child.waiting > 0 { exit(1) }
        }
      }
    }
  }

  @Test(
    "in the classic era each kind of registration raises when its object dies",
    arguments: ["number", "child.text", "label", "nope", "rawItems.@count"])
  func classicEach(path: String) async {
    let result = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) { [path] in
      let recorder = Recorder()
      let object = path.hasPrefix("raw") ? TrackList() : LabelledNode()
      object.addObserver(recorder, forKeyPath: path)
    }
    let text = result?.errorLines.joined(separator: "\n") ?? ""
    #expect(text.contains("was deallocated while key value observers were still registered"))
    #expect(text.contains("Key path: \(path), Options: <New: NO, Old: NO, Prior: NO>"))
  }

  @Test(
    "a dead observer is named, whatever would have called it",
    arguments: ["number", "child.text", "label", "rawItems"])
  func deadObserver(path: String) async {
    let result = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) { [path] in
      let list = TrackList()
      let node = LabelledNode()
      node.child = Node()
      (path == "rawItems" ? list : node).addObserver(Recorder(), forKeyPath: path)
      switch path {
      case "number": node.number = 1
      case "label": node.text = "a"
      case "rawItems": list.mutableArrayValue(forKey: path, of: String.self).append("a")
      default: node.child = nil
      }
    }
    let lines = result?.errorLines ?? []
    #expect(
      lines.first?.hasPrefix(
        "*** RawObserving: -[Recorder observeValueForKeyPath:ofObject:change:context:]: message sent to deallocated"
      )
        == true)
    #expect(lines.dropFirst().first == "Key path: \(path)")
  }

  @Test("an observer that is dead before the call before a change is found at that call")
  func deadInPrior() async {
    let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      let node = Node()
      node.addObserver(Recorder(), forKeyPath: "number", options: .prior)
      node.willChangeValue(forKey: "number")
      exit(0)
    }
    #expect(result?.errorLines.first?.contains("message sent to deallocated instance") == true)
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
