import RawObserving
import Testing

@Suite("Further: observers that add, remove and set inside their calls", .watched)
struct CallbackTests {
  private let node = Node()
  private let all: KeyValueObservingOptions = [.new, .old, .prior]

  @Test("an observer that is removed and let go inside another's call is not called, and not missed")
  func removedAndReleased() {
    var victim: Recorder? = Recorder()
    let trace = Weak(object: victim)
    node.addObserver(victim!, forKeyPath: "number")
    let remover = Recorder()
    remover.reactOnce { _, _ in
      node.removeObserver(victim!, forKeyPath: "number")
      victim = nil
    }
    node.addObserver(remover, forKeyPath: "number")
    node.number = 1
    #expect(trace.object == nil)
    node.number = 2
    #expect(remover.calls == 2)
    node.removeObserver(remover, forKeyPath: "number")
  }

  @Test("removed and added again in the call before: that change is over for it, the next is not")
  func readded() {
    let recorder = Recorder()
    recorder.reactOnce { recorder, _ in
      node.removeObserver(recorder, forKeyPath: "number")
      node.addObserver(recorder, forKeyPath: "number", options: all)
    }
    node.addObserver(recorder, forKeyPath: "number", options: all)
    node.number = 1
    #expect(recorder.heard == [Heard("number", old: 0, isPrior: true)])
    node.number = 2
    #expect(recorder.calls == 3)
    node.removeObserver(recorder, forKeyPath: "number")
  }

  @Test("a path's observer that comes back in the call before its head changes follows the new head")
  func readdsPathInPrior() {
    node.child = named("a")
    let recorder = Recorder()
    recorder.reactOnce { recorder, _ in
      node.removeObserver(recorder, forKeyPath: "child.text")
      node.addObserver(recorder, forKeyPath: "child.text", options: [.new, .old])
    }
    node.addObserver(recorder, forKeyPath: "child.text", options: all)
    node.child = named("b")
    node.child?.text = "c"
    #expect(recorder.calls == 2)
    #expect(recorder.heard.last == Heard("child.text", new: "c", old: "b"))
    node.removeObserver(recorder, forKeyPath: "child.text")
    #expect(node.waiting + node.child!.waiting == 0)
  }

  @Test("registered twice, it removes both in its first call, and is called once")
  func removesBoth() {
    let recorder = Recorder()
    recorder.reactOnce { recorder, _ in
      for _ in 0..<2 { node.removeObserver(recorder, forKeyPath: "number") }
    }
    for _ in 0..<2 { node.addObserver(recorder, forKeyPath: "number") }
    node.number = 1
    #expect(recorder.calls == 1)
  }

  @Test("it removes one of its contexts in a call: the others are still called")
  func removesContext() {
    let recorder = Recorder()
    recorder.reactOnce { recorder, _ in
      node.removeObserver(recorder, forKeyPath: "number", context: context(1))
    }
    for number in 1...3 {
      node.addObserver(recorder, forKeyPath: "number", context: context(number))
    }
    node.number = 1
    #expect(recorder.contexts == [context(3), context(2)])
    for number in 2...3 {
      node.removeObserver(recorder, forKeyPath: "number", context: context(number))
    }
  }

  @Test("another observer, removed and added again in a call, hears only the next change")
  func replacesOther() {
    let (other, first) = (Recorder(), Recorder())
    first.reactOnce { _, _ in
      node.removeObserver(other, forKeyPath: "number")
      node.addObserver(other, forKeyPath: "number", options: .new)
    }
    node.addObserver(other, forKeyPath: "number")
    node.addObserver(first, forKeyPath: "number")
    for number in 1...2 { node.number = number }
    #expect(other.heard == [Heard("number", new: 2)])
    for observer in [other, first] { node.removeObserver(observer, forKeyPath: "number") }
  }

  @Test("a key that is set until it is right: each set is a change of its own")
  func untilRight() {
    let recorder = Recorder()
    recorder.reaction = { _, _ in if node.number < 5 { node.number += 1 } }
    node.addObserver(recorder, forKeyPath: "number", options: [.new, .old])
    node.number = 1
    #expect(recorder.heard == (1...5).map { Heard("number", new: $0, old: $0 - 1) })
    node.removeObserver(recorder, forKeyPath: "number")
  }

  @Test("two keys that set each other end where nothing is set any more")
  func pingPong() {
    let recorder = Recorder()
    recorder.reaction = { recorder, _ in
      guard recorder.calls < 6 else { return }
      if recorder.heard.last?.keyPath == "number" {
        node.text = "\(node.number)"
      } else {
        node.number += 1
      }
    }
    for key in ["number", "text"] { node.addObserver(recorder, forKeyPath: key) }
    node.number = 1
    #expect(recorder.heard.map(\.keyPath) == ["number", "text", "number", "text", "number", "text"])
    for key in ["number", "text"] { node.removeObserver(recorder, forKeyPath: key) }
  }

  @Test("an observer takes all its registrations away in one call, of other keys and paths as well")
  func removesAll() {
    node.child = Node()
    let paths = ["number", "text", "child.text"]
    let recorder = Recorder()
    recorder.reaction = { recorder, _ in
      for path in paths { node.removeObserver(recorder, forKeyPath: path) }
    }
    for path in paths { node.addObserver(recorder, forKeyPath: path) }
    node.number = 1
    node.text = "a"
    node.child?.text = "b"
    #expect(recorder.calls == 1)
    #expect(node.waiting == 0)
  }

  @Test("each call adds one more observer, and each hears only the changes after")
  func adding() {
    var added: [Recorder] = []
    let first = Recorder()
    first.reaction = { _, _ in
      let next = Recorder()
      added.append(next)
      node.addObserver(next, forKeyPath: "number")
    }
    node.addObserver(first, forKeyPath: "number")
    for number in 1...3 { node.number = number }
    #expect(added.map(\.calls) == [2, 1, 0])
    for observer in added + [first] { node.removeObserver(observer, forKeyPath: "number") }
  }

  @Test("an initial call inside another call is made at once")
  func initialInside() {
    let journal = Journal()
    let late = journal.recorder("late")
    let first = Recorder()
    first.reactOnce { _, _ in
      node.addObserver(late, forKeyPath: "number", options: .initial)
      journal.write("first")
    }
    node.addObserver(first, forKeyPath: "number")
    node.number = 1
    #expect(journal.lines == ["late", "first"])
    for observer in [first, late] { node.removeObserver(observer, forKeyPath: "number") }
  }

  @Test("another key that is set inside an initial call calls that key's observers")
  func setInsideInitial() {
    let other = Recorder(observing: node, "text", [.new])
    let recorder = Recorder()
    recorder.reactOnce { _, _ in node.text = "a" }
    node.addObserver(recorder, forKeyPath: "number", options: .initial)
    #expect(other.heard == [Heard("text", new: "a")])
    node.removeObserver(other, forKeyPath: "text")
    node.removeObserver(recorder, forKeyPath: "number")
  }

  @Test("an observer that adds itself again inside its initial call has two registrations")
  func initialAgain() {
    let recorder = Recorder()
    recorder.reactOnce { recorder, _ in node.addObserver(recorder, forKeyPath: "number") }
    node.addObserver(recorder, forKeyPath: "number", options: .initial)
    node.number = 1
    #expect(recorder.calls == 3)
    for _ in 0..<2 { node.removeObserver(recorder, forKeyPath: "number") }
  }

  @Test("the other key is set in the call before: its whole change comes inside")
  func otherKeyInPrior() {
    let journal = Journal()
    let (number, text) = (journal.recorder("number"), journal.recorder("text"))
    let write = number.reaction!
    number.reaction = { recorder, change in
      write(recorder, change)
      if change.isPrior { node.text = "a" }
    }
    node.addObserver(number, forKeyPath: "number", options: .prior)
    node.addObserver(text, forKeyPath: "text", options: .prior)
    node.number = 1
    #expect(journal.lines == ["prior number", "prior text", "text", "number"])
    node.removeObserver(number, forKeyPath: "number")
    node.removeObserver(text, forKeyPath: "text")
  }

  @Test("a change announced by hand inside the call for the same key is a change of its own")
  func bracketInCall() {
    let recorder = Recorder()
    recorder.reactOnce { _, _ in node.bump() }
    node.addObserver(recorder, forKeyPath: "tally", options: [.new, .old])
    node.bump()
    #expect(recorder.heard == [Heard("tally", new: 1, old: 0), Heard("tally", new: 2, old: 1)])
    node.removeObserver(recorder, forKeyPath: "tally")
  }

  @Test("elements taken out inside the call for an insertion: the later observer hears both, inner first")
  func arrayInCall() {
    let list = TrackList()
    let items: MutableArrayValue<String> = list.mutableArrayValue(forKey: "rawItems")
    let (later, first) = (Recorder(), Recorder())
    first.reactOnce { _, _ in items.removeAll() }
    for observer in [later, first] {
      list.addObserver(observer, forKeyPath: "rawItems", options: [.new, .old])
    }
    items.append("a")
    let insertion = Heard("rawItems", kind: .insertion, new: ["a"], at: at(0))
    let removal = Heard("rawItems", kind: .removal, old: ["a"], at: at(0))
    #expect(first.heard == [insertion, removal])
    #expect(later.heard == [removal, insertion])
    for observer in [later, first] { list.removeObserver(observer, forKeyPath: "rawItems") }
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
}
