import RawObserving
import Testing

@Suite("Further: observers that add, remove and set inside their calls", .watched)
struct CallbackTests {
  private let node = Node()

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

  @Test(
    "a set inside the initial call calls the key's other observers; the registration is not recorded yet",
    arguments: [false, true])
  func setInsideInitial(isPath: Bool) {
    node.child = Node()
    let path = isPath ? "child.number" : "number"
    let object = isPath ? node.child! : node
    let other = Recorder(observing: node, path)
    let recorder = Recorder()
    recorder.reactOnce { _, _ in object.number = 1 }
    node.addObserver(recorder, forKeyPath: path, options: [.initial, .new, .old])
    #expect(other.heard == [Heard(path, new: 1, old: 0)])
    #expect(recorder.heard == [Heard(path, new: 0)])
    object.number = 2
    #expect(recorder.heard.dropFirst() == [Heard(path, new: 2, old: 1)])
    for observer in [other, recorder] { node.removeObserver(observer, forKeyPath: path) }
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
