import Testing

@testable import RawObserving
import TestSupport

@Suite("Further: several registrations of key paths", .watched)
struct PathRegistrationTests {
  @Test("two registrations with the same path count twice, and leave one by one")
  func twice() {
    let node = chain(1)
    let recorder = Recorder()
    for number in 1...2 {
      node.addObserver(recorder, forKeyPath: "child.text", context: context(number))
    }
    node.child?.text = "1"
    #expect(recorder.contexts == [context(2), context(1)])
    node.removeObserver(recorder, forKeyPath: "child.text", context: context(1))
    node.child = chain(1)
    #expect(recorder.contexts.dropFirst(2) == [context(2)])
    node.child?.text = "2"
    #expect(recorder.calls == 4)
    node.removeObserver(recorder, forKeyPath: "child.text")
    #expect(throws: Violation.self) {
      try node.unregister(recorder, keyPath: "child.text", context: .any)
    }
    #expect(node.waiting + node.child!.waiting == 0)
  }

  @Test("a path, its head and its tail are different registrations")
  func neighbours() {
    let node = chain(1)
    let child = node.child!
    let recorder = Recorder(observing: node, "child.text", [])
    #expect(throws: Violation.self) {
      try node.unregister(recorder, keyPath: "child", context: .any)
    }
    #expect(throws: Violation.self) {
      try child.unregister(recorder, keyPath: "text", context: .any)
    }
    node.addObserver(recorder, forKeyPath: "child")
    child.addObserver(recorder, forKeyPath: "text")
    child.text = "1"
    #expect(recorder.heard == [Heard("text"), Heard("child.text")])
    child.removeObserver(recorder, forKeyPath: "text")
    node.removeObserver(recorder, forKeyPath: "child")
    child.text = "2"
    #expect(recorder.calls == 3)
    node.removeObserver(recorder, forKeyPath: "child.text")
  }

  @Test("a path that is laid anew is the latest registration with the new object, and is called first")
  func order() {
    let node = chain(1)
    let journal = Journal()
    let (early, late) = (journal.recorder("early"), journal.recorder("late"))
    node.addObserver(early, forKeyPath: "child.text")
    let child = Node()
    child.addObserver(late, forKeyPath: "text")
    node.child = child
    child.text = "1"
    #expect(journal.lines == ["early", "early", "late"])
    node.removeObserver(early, forKeyPath: "child.text")
    child.removeObserver(late, forKeyPath: "text")
  }
}
