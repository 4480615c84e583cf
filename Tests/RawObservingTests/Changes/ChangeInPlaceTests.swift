import RawObserving
import Testing

/// A change in place lends the value to code that may do anything meanwhile. If no observer is called before the
/// change, less has to be remembered. Both ways must tell the same.
@Suite("What comes between the two halves of a change in place", .watched)
struct ChangeInPlaceTests {
  private let node = Node()
  private let other = Node()

  /// Lends the value, and gives a new one back.
  private func change<Value>(_ value: inout Value, to new: Value, meanwhile: () -> Void = {}) {
    meanwhile()
    value = new
  }

  /// What an observer of the key hears meanwhile, whichever way the change goes.
  private func heard(
    _ key: String = "number", _ options: KeyValueObservingOptions = [.new, .old],
    while body: () -> Void
  ) -> [Heard] {
    let shortly = node.heard(key, options, while: body)
    let prior = Recorder(observing: node, key, .prior)
    node.number = 0
    let atLength = node.heard(key, options, while: body)
    node.removeObserver(prior, forKeyPath: key)
    #expect(shortly == atLength)
    return shortly
  }

  @Test("a change of another object is one of its own, and heard first")
  func otherObject() {
    let recorder = Recorder()
    for object in [node, other] { recorder.observe(object, "number") }
    change(&node.number, to: 1) { other.number = 2 }
    change(&node.number, to: 3) { change(&other.number, to: 4) }
    #expect(recorder.objects == [other, node, other, node].map(ObjectIdentifier.init))
    #expect(recorder.heard.map(\.new) == [2, 1, 4, 3])
    for object in [node, other] { object.removeObserver(recorder, forKeyPath: "number") }
  }

  @Test("a change announced by hand of the same key is one of its own")
  func pairInside() {
    let heard = heard("number", []) {
      change(&node.number, to: 1) {
        node.willChangeValue(forKey: "number")
        node.didChangeValue(forKey: "number")
      }
    }
    #expect(heard == [Heard("number"), Heard("number")])
  }

  @Test("a change announced by hand that ends after it is heard besides it")
  func overlap() {
    let heard = heard("number", []) {
      change(&node.number, to: 1) { node.willChangeValue(forKey: "number") }
      node.number = 2
      node.didChangeValue(forKey: "number")
    }
    #expect(heard == [Heard("number"), Heard("number"), Heard("number")])
  }

  @Test("changes of a dependent key that overlap tell each its own old value, and the present new one")
  func overlapOfDependent() {
    final class Account: Node {
      @Observed var balance = 1
      @Observed var credit = 1
      override class func keyPathsForValuesAffectingValue(forKey key: String) -> Set<String> {
        key == "total" ? ["balance", "credit"] : []
      }
      override func value(forKey key: String) -> Any? {
        // The balance cannot be read while it is lent.
        key == "total" ? credit : super.value(forKey: key)
      }
    }
    let account = Account()
    let heard = account.heard("total") {
      change(&account.balance, to: 2) {
        account.credit = 5
        account.willChangeValue(forKey: "total")
      }
      account.credit = 6
      account.didChangeValue(forKey: "total")
    }
    let (first, second) = (Heard("total", new: 5, old: 1), Heard("total", new: 6, old: 5))
    #expect(heard == [first, first, second, second])
  }

  @Test("a set of another property with the same dependent key is a change of its own")
  func sameDependent() {
    final class Pair: Node {
      @Observed var left = 0
      @Observed var right = 0
      override class func keyPathsForValuesAffectingValue(forKey key: String) -> Set<String> {
        key == "both" ? ["left", "right"] : []
      }
    }
    let pair = Pair()
    let heard = pair.heard("both", [.prior]) {
      change(&pair.left, to: 1) { pair.right = 2 }
      change(&pair.left, to: 3) { change(&pair.right, to: 4) }
    }
    let priors = [true, true, false, false, true, true, false, false]
    #expect(heard == priors.map { Heard("both", isPrior: $0) })
  }

  @Test("a pair by hand that began before and ends in it is heard besides it")
  func pairEndsInside() {
    let heard = heard("number", []) {
      node.willChangeValue(forKey: "number")
      change(&node.number, to: 1) { node.didChangeValue(forKey: "number") }
    }
    #expect(heard == [Heard("number"), Heard("number")])
  }

  @Test("an observer removed meanwhile is not called, and one added meanwhile is not called yet")
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

  @Test("the property behind the lent one is followed until the change ends, and then the new one")
  func behindLent() {
    let (before, after) = (Node(), Node())
    node.child = before
    let recorder = Recorder(observing: node, "child.number", .new)
    change(&node.child, to: after) {
      before.number = 1
      #expect(before.waiting == 1)
    }
    before.number = 3
    after.number = 2
    #expect(recorder.heard.map(\.new) == [1, 0, 2])
    node.removeObserver(recorder, forKeyPath: "child.number")
    #expect(node.waiting + before.waiting + after.waiting == 0)
  }

  @Test("a path may be taken down while it leads through the lent value")
  func pathRemoved() {
    let (before, after) = (Node(), Node())
    node.child = before
    let recorder = Recorder(observing: node, "child.number", [])
    change(&node.child, to: after) {
      node.removeObserver(recorder, forKeyPath: "child.number")
    }
    after.number = 1
    #expect(recorder.calls == 0)
    #expect(node.waiting + before.waiting + after.waiting == 0)
  }

  @Test("in the call before it, the property may be read and set")
  func inPriorCall() {
    let recorder = Recorder(observing: node, "number", [.new, .old, .prior])
    recorder.reactOnce { [node] _, _ in
      node.number += 10
      node.setValue(node.number + 1, forKey: "number")
    }
    node.number += 1
    #expect(node.number == 12)
    #expect(
      recorder.heard == [
        Heard("number", old: 0, isPrior: true), Heard("number", old: 0, isPrior: true),
        Heard("number", new: 10, old: 0), Heard("number", old: 10, isPrior: true), Heard("number", new: 11, old: 10),
        Heard("number", new: 12, old: 0),
      ])
    node.removeObserver(recorder, forKeyPath: "number")
  }

  @Test("changes in place that end on another thread, out of order, tell each its own values")
  func otherThreads() async {
    final class Account: Node, @unchecked Sendable {
      // Sound as Sendable: each property is used by one task, and the observers are asked after all have ended.
      @Observed var first = 0
      @Observed var second = 0
    }
    func increase(_ value: inout Int) async {
      for _ in 0..<10 { await Task.yield() }
      value += 1
    }
    let account = Account()
    let (first, second) = (Recorder(), Recorder())
    account.addObserver(first, forKeyPath: "first", options: [.new, .old])
    account.addObserver(second, forKeyPath: "second", options: [.new, .old, .prior])
    await withTaskGroup(of: Void.self) { group in
      group.addTask { for _ in 0..<20 { await increase(&account.first) } }
      group.addTask { for _ in 0..<20 { await increase(&account.second) } }
    }
    #expect(first.heard == (0..<20).map { Heard("first", new: $0 + 1, old: $0) })
    #expect(
      second.heard
        == (0..<20).flatMap {
          [Heard("second", old: $0, isPrior: true), Heard("second", new: $0 + 1, old: $0)]
        })
    account.removeObserver(first, forKeyPath: "first")
    account.removeObserver(second, forKeyPath: "second")
  }
}
