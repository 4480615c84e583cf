import RawObserving
import Testing

@Suite("What random programs have found")
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
}
