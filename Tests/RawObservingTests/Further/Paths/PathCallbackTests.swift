import Testing

@testable import RawObserving

@Suite("Further: observers of key paths that act inside their calls", .watched)
struct PathCallbackTests {

  @Test("the head and the leaf are set inside a call")
  func setsInCall() {
    let node = Node()
    let recorder = Recorder()
    recorder.reaction = { recorder, _ in
      switch recorder.calls {
      case 1: node.child?.text = "leaf"
      case 2: node.child = named("head")
      default: recorder.reaction = nil
      }
    }
    node.addObserver(recorder, forKeyPath: "child.text", options: [.new, .old])
    node.child = named("first")
    #expect(
      recorder.heard == [
        Heard("child.text", new: "first", old: null),
        Heard("child.text", new: "leaf", old: "first"),
        Heard("child.text", new: "head", old: "leaf"),
      ])
    node.removeObserver(recorder, forKeyPath: "child.text")
  }

  @Test(
    "it removes its path inside a call for each level, before and after the change",
    arguments: [0, 1, 2], [false, true])
  func removesInCall(level: Int, isPrior: Bool) {
    let node = chain(2)
    let nodes = [node, node.child!, node.child!.child!]
    let recorder = Recorder()
    recorder.reaction = { recorder, change in
      if change.isPrior == isPrior { node.removeObserver(recorder, forKeyPath: "child.child.text") }
    }
    node.addObserver(recorder, forKeyPath: "child.child.text", options: [.new, .old, .prior])
    if level == 2 { nodes[2].text = "1" } else { nodes[level].child = chain(1) }
    #expect(recorder.calls == (isPrior ? 1 : 2))
    let all = nodes + [node.child, node.child?.child].compactMap(\.self)
    #expect(all.allSatisfy { $0.waiting == 0 })
    for node in all { node.text = "2" }
    node.child = nil
    #expect(recorder.calls == (isPrior ? 1 : 2))
  }
}
