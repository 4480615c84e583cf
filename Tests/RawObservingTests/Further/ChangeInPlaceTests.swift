import RawObserving
import Testing

/// A change in place lends the value to somebody who may do anything meanwhile. With nobody else about, it
/// takes a short way, and with an observer that is called before the change as well, the long one: both tell
/// the same.
@Suite("Further: what comes between the two halves of a change in place")
struct ChangeInPlaceTests {
  private let node = Node()
  private let other = Node()

  /// Lends the value, and gives a new one back.
  private func change<Value>(_ value: inout Value, to new: Value, meanwhile: () -> Void = {}) {
    meanwhile()
    value = new
  }

  /// What an observer of the key hears meanwhile, whichever way the change goes.
  private func heard(_ key: String = "number", while body: () -> Void) -> [Heard] {
    let shortly = node.heard(key, while: body)
    let prior = Recorder()
    node.addObserver(prior, forKeyPath: key, options: .prior)
    node.number = 0
    let atLength = node.heard(key, while: body)
    node.removeObserver(prior, forKeyPath: key)
    #expect(shortly == atLength)
    return shortly
  }

  @Test("nothing")
  func nothing() {
    #expect(heard { change(&node.number, to: 1) } == [Heard("number", new: 1, old: 0)])
  }

  @Test("a change of another object is one of its own, and heard first")
  func otherObject() {
    let journal = Journal()
    let (mine, others) = (journal.recorder("mine"), journal.recorder("other's"))
    node.addObserver(mine, forKeyPath: "number")
    other.addObserver(others, forKeyPath: "number")
    change(&node.number, to: 1) { other.number = 2 }
    change(&node.number, to: 3) { change(&other.number, to: 4) }
    #expect(journal.lines == ["other's", "mine", "other's", "mine"])
    node.removeObserver(mine, forKeyPath: "number")
    other.removeObserver(others, forKeyPath: "number")
  }

  @Test("one observer of both objects hears of both")
  func sameObserver() {
    let recorder = Recorder()
    for object in [node, other] {
      object.addObserver(recorder, forKeyPath: "number", options: [.new, .old])
    }
    change(&node.number, to: 1) { other.number = 2 }
    #expect(
      recorder.heard == [Heard("number", new: 2, old: 0), Heard("number", new: 1, old: 0)])
    for object in [node, other] { object.removeObserver(recorder, forKeyPath: "number") }
  }

  @Test("a change announced by hand of the same key is part of it")
  func pairInside() {
    let heard = heard {
      change(&node.number, to: 1) {
        node.willChangeValue(forKey: "number")
        node.didChangeValue(forKey: "number")
      }
    }
    #expect(heard == [Heard("number", new: 1, old: 0)])
  }

  @Test("a change announced by hand that ends after it is heard at its end")
  func overlap() {
    let heard = heard {
      change(&node.number, to: 1) { node.willChangeValue(forKey: "number") }
      node.number = 2
      node.didChangeValue(forKey: "number")
    }
    #expect(heard == [Heard("number", new: 2, old: 0)])
  }

  @Test("who is removed meanwhile is not called, and who is added meanwhile is not called yet")
  func registrations() {
    let (early, late) = (Recorder(), Recorder())
    node.addObserver(early, forKeyPath: "number")
    change(&node.number, to: 1) {
      node.removeObserver(early, forKeyPath: "number")
      node.addObserver(late, forKeyPath: "number")
    }
    #expect(early.calls == 0 && late.calls == 0)
    change(&node.number, to: 2)
    #expect(early.calls == 0 && late.calls == 1)
    node.removeObserver(late, forKeyPath: "number")
  }

  @Test("a path laid through the lent value leads to the new one afterwards")
  func pathThrough() {
    let (witness, recorder) = (Recorder(), Recorder())
    let (before, after) = (Node(), Node())
    node.child = before
    node.addObserver(witness, forKeyPath: "child", options: [.new, .old])
    change(&node.child, to: after) {
      node.addObserver(recorder, forKeyPath: "child.number", options: .new)
    }
    #expect(witness.calls == 1)
    before.number = 1
    after.number = 2
    #expect(recorder.heard == [Heard("child.number", new: 2)])
    node.removeObserver(recorder, forKeyPath: "child.number")
    node.removeObserver(witness, forKeyPath: "child")
  }

  @Test("in a callback of it, another change in place is one of its own")
  func inCallback() {
    let recorder = Recorder()
    node.addObserver(recorder, forKeyPath: "number", options: [.new, .old])
    recorder.reactOnce { [node] _, _ in node.number += 10 }
    node.number += 1
    #expect(
      recorder.heard == [Heard("number", new: 1, old: 0), Heard("number", new: 11, old: 1)])
    node.removeObserver(recorder, forKeyPath: "number")
  }

  @Test("an old value is told to whoever asks, also where others do not")
  func oldForSome() {
    let (plain, asking) = (Recorder(), Recorder())
    node.addObserver(asking, forKeyPath: "number", options: .old)
    node.addObserver(plain, forKeyPath: "number")
    node.number += 1
    #expect(asking.heard == [Heard("number", old: 0)] && plain.heard == [Heard("number")])
    node.removeObserver(asking, forKeyPath: "number")
    node.number += 1
    #expect(asking.calls == 1 && plain.calls == 2)
    node.removeObserver(plain, forKeyPath: "number")
  }

  /// Swift ends the process where a property is set while it is being changed in place. Observed or not, the
  /// wrapper keeps that.
  @Test("setting the property itself meanwhile is what it is for any property: not allowed")
  func overlapping() async {
    let observed = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let node = Node()
      let recorder = Recorder()
      node.addObserver(recorder, forKeyPath: "number")
      increase(&node.number) { node.number = 5 }
    }
    let unobserved = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let node = Node()
      increase(&node.number) { node.number = 5 }
    }
    for ending in [observed, unobserved] {
      let text = ending.map { String(decoding: $0.standardErrorContent, as: UTF8.self) }
      #expect(text?.contains("modification requires exclusive access") == true)
    }
  }
}

private func increase(_ number: inout Int, _ meanwhile: () -> Void) {
  meanwhile()
  number += 1
}
