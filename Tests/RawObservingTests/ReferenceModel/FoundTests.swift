import RawObserving
import Testing

@Suite("What random programs have found", .watched)
struct FoundTests {
  @Test("a registration made in the initial call of another is the earlier one, on paths as well")
  func orderOfRecording() {
    for path in ["text", "child.text"] {
      let node = Node()
      node.child = node
      let journal = Journal()
      let (outer, inner) = (journal.recorder("outer"), journal.recorder("inner"))
      let write = outer.reaction
      outer.reaction = { recorder, change in
        recorder.reaction = write
        node.addObserver(inner, forKeyPath: path)
      }
      node.addObserver(outer, forKeyPath: path, options: .initial)
      node.text = "1"
      #expect(journal.lines == ["outer", "inner"])
      for observer in [outer, inner] { node.removeObserver(observer, forKeyPath: path) }
      node.child = nil
    }
  }

  @Test("a path that passes the changed key twice is told what it leads to afterwards")
  func pathInCircle() {
    let (node, other) = (Node(), Node())
    node.child = node
    let recorder = Recorder()
    node.addObserver(recorder, forKeyPath: "child.child", options: [.new, .old])
    node.child = other
    #expect(recorder.heard == [Heard("child.child", new: KeyValueNull.null, old: ObjectIdentifier(node))])
    node.removeObserver(recorder, forKeyPath: "child.child")
  }

  @Test("a path that leads elsewhere when the change is over is told the value there")
  func headReplacedInside() {
    let (node, first, second) = (Node(), Node(), Node())
    node.child = first
    second.number = 2
    let recorder = Recorder()
    node.addObserver(recorder, forKeyPath: "child.number", options: [.new, .old])
    first.willChangeValue(forKey: "number")
    node.child = second
    first.didChangeValue(forKey: "number")
    #expect(recorder.heard == [Heard("child.number", new: 2, old: 0)])
    node.removeObserver(recorder, forKeyPath: "child.number")
  }

  @Test("a call before the change carries no new value, even where another such call ended the change")
  func endedInPrior() {
    let node = Node()
    let (recorder, ending) = (Recorder(), Recorder())
    node.addObserver(ending, forKeyPath: "number", options: .prior)
    node.addObserver(recorder, forKeyPath: "number", options: [.new, .prior])
    ending.reactOnce { _, _ in
      node.number = 1
      node.didChangeValue(forKey: "number")
    }
    node.willChangeValue(forKey: "number")
    #expect(recorder.heard == [Heard("number", new: 1), Heard("number", isPrior: true)])
    for observer in [recorder, ending] { node.removeObserver(observer, forKeyPath: "number") }
  }
}
