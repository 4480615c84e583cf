import Testing

@testable import RawObserving

@Suite("Further: key paths that lead in a circle", .watched)
struct PathCircleTests {
  @Test("three nodes in a circle: each change is reported once, and a break ends it")
  func threeInACircle() {
    let nodes = [Node(), Node(), Node()]
    for (index, node) in nodes.enumerated() { node.child = nodes[(index + 1) % 3] }
    let path = Array(repeating: "child", count: 10).joined(separator: ".") + ".text"
    let recorder = Recorder(observing: nodes[0], path)
    nodes[1].text = "1"
    #expect(recorder.heard == [Heard(path, new: "1", old: null)])
    nodes[0].text = "not observed"
    #expect(recorder.calls == 1)
    nodes[2].child = nil
    #expect(recorder.calls == 2)
    nodes[1].text = "2"
    #expect(recorder.calls == 2)
    nodes[2].child = nodes[0]
    #expect(recorder.heard.last == Heard(path, new: "2", old: null))
    nodes[0].removeObserver(recorder, forKeyPath: path)
    #expect(nodes.map(\.waiting) == [0, 0, 0])
    nodes[0].child = nil
  }

  @Test("a node that stops being its own child leaves nothing behind on the next one")
  func selfCycleEnds() {
    let node = Node()
    node.child = node
    let other = Node()
    let recorder = Recorder(observing: node, "child.child.text", [])
    node.child = other
    #expect(recorder.calls == 1)
    #expect(node.waiting == 1)
    #expect(other.waiting == 1, "it waits for the child of the other, and not for its text")
    other.text = "not at the end of the path"
    #expect(recorder.calls == 1)
    node.removeObserver(recorder, forKeyPath: "child.child.text")
    #expect(node.waiting + other.waiting == 0)
  }

  @Test("a longer path through a node that is its own child")
  func longSelfCycle() {
    let node = Node()
    let other = chain(3)
    node.child = node
    let recorder = Recorder(observing: node, "child.child.child.text", .new)
    node.child = other
    #expect(recorder.heard == [Heard("child.child.child.text", new: null)])
    other.child?.child?.text = "end"
    #expect(recorder.heard.last == Heard("child.child.child.text", new: "end"))
    #expect(recorder.calls == 2)
    node.child = node
    node.text = "own"
    #expect(recorder.calls == 4)
    node.child = nil
    #expect(recorder.calls == 5)
    node.removeObserver(recorder, forKeyPath: "child.child.child.text")
    #expect(node.waiting + other.waiting == 0)
  }
}
