import RawObserving
import Testing

@Suite("Accesses that look alike and do not overlap", .watched)
struct NoOverlappingAccessTests {
  private let p = Drawer()
  private let q = Drawer()
  private let recorder = Recorder()

  /// What the recorder hears meanwhile of the keys of `p`, each with the options.
  private func heard(
    _ keys: String..., options: KeyValueObservingOptions = [.new, .old], while body: () -> Void
  ) -> [Heard] {
    let start = recorder.calls
    for key in keys { p.addObserver(recorder, forKeyPath: key, options: options, context: nil) }
    body()
    for key in keys { p.removeObserver(recorder, forKeyPath: key) }
    return Array(recorder.heard[start...])
  }

  @Test("two properties of one object are swapped")
  func swapProperties() {
    func swapBoth() { swap(&p.x, &p.y) }
    (p.x, p.y) = (1, 2)
    swapBoth()
    #expect((p.x, p.y) == (2, 1))
    let heard = heard("x", "y", while: swapBoth)
    #expect((p.x, p.y) == (1, 2))
    #expect(heard.count == 2)
    #expect(heard.contains(Heard("x", new: 1, old: 2)))
    #expect(heard.contains(Heard("y", new: 2, old: 1)))
  }

  @Test("the same property of two objects is swapped")
  func swapObjects() {
    (p.x, q.x) = (1, 2)
    swapXs(p, q)
    #expect((p.x, q.x) == (2, 1))
    let heardOfOther = q.heard("x") {
      #expect(heard("x") { swapXs(p, q) } == [Heard("x", new: 1, old: 2)])
    }
    #expect(heardOfOther == [Heard("x", new: 2, old: 1)])
    #expect((p.x, q.x) == (1, 2))
  }

  @Test("the property of another object is used while it is changed in place")
  func otherObject() {
    change(&p.x) {
      q.x = 1
      q.setValue(2, forKey: "x")
      q.x += (q.value(forKey: "x") as? Int) ?? 0
    }
    #expect((p.x, q.x) == (0, 4))
  }

  @Test("an array is sorted by a closure that uses another property of its object")
  func sort() {
    p.a = (0..<64).map { $0 * 37 % 64 }
    let heard = heard("a", "x", options: []) {
      p.a.sort {
        p.setValue(p.x + 1, forKey: "x")
        return $0 < $1
      }
    }
    #expect(p.a == Array(0..<64))
    #expect(heard.count { $0.keyPath == "x" } == p.x)
    #expect(heard.count { $0.keyPath == "a" } == 1)
  }

  @Test("an observer sets the property that changed, reads it and changes it in place", arguments: [false, true])
  func setInCallback(inPlace: Bool) {
    recorder.reactOnce { [p] recorder, _ in
      p.x = p.x + 10
      p.x += (p.value(forKey: "x") as? Int) ?? 0
      change(&p.x) {}
    }
    let heard = heard("x") {
      if inPlace { p.x += 1 } else { p.x = 1 }
    }
    #expect(
      heard == [
        Heard("x", new: 1, old: 0), Heard("x", new: 11, old: 1), Heard("x", new: 22, old: 11),
        Heard("x", new: 22, old: 22),
      ])
  }

  @Test("an observer that is called before the change reads the property", arguments: [false, true])
  func readInPriorCallback(inPlace: Bool) {
    var read: [Int] = []
    recorder.reaction = { [p] _, change in
      guard change.isPrior else { return }
      read += [p.x, (p.value(forKey: "x") as? Int) ?? -1, p.twice]
    }
    let heard = heard("x", options: .prior) {
      if inPlace { p.x += 1 } else { p.x = 1 }
    }
    #expect(heard == [Heard("x", isPrior: true), Heard("x")])
    #expect(read == [0, 0, 0])
  }

  @Test(
    "the old value's deinit uses another property, and the same property of another object", arguments: [false, true])
  func oldValueUsesAnother(byName: Bool) {
    p.held = DeinitAction { [p] in
      p.x += 1
      p.setValue([1], forKey: "a")
      p.alsoHeld = nil
    }
    p.alsoHeld = DeinitAction { [p, q] in
      p.y = 1
      q.alsoHeld = nil
    }
    q.alsoHeld = DeinitAction {}
    let heard = heard("x", "y", "held", options: []) {
      if byName { p.setValue(nil, forKey: "held") } else { p.held = nil }
    }
    #expect((p.x, p.y, p.a) == (1, 1, [1]))
    #expect(q.alsoHeld == nil)
    #expect(Set(heard.map(\.keyPath)) == ["x", "y", "held"])
    #expect(heard.count == 3)
  }

  @Test("a change in place is over when the property is used again, also after an error")
  func afterError() {
    struct Refusal: Error {}
    func refuse(_ x: inout Int) throws {
      x += 1
      throw Refusal()
    }
    let heard = heard("x") {
      #expect(throws: Refusal.self) { try refuse(&p.x) }
      p.x = 5
      p.setValue(6, forKey: "x")
    }
    #expect(heard == [Heard("x", new: 1, old: 0), Heard("x", new: 5, old: 1), Heard("x", new: 6, old: 5)])
  }

  // MARK: A weak property whose object is deallocated

  @Test("an object reads nil in its deinit from the weak property that held it", arguments: [false, true])
  func weakReads(isObserved: Bool) {
    var isNil: [Bool] = []
    let heard = heard(isObserved ? "friend" : "x", options: []) {
      let friend = Friend()
      friend.deinitAction = { [p] in isNil += [p.friend == nil, p.value(forKey: "friend") == nil] }
      p.friend = friend
    }
    #expect(isNil == [true, true])
    #expect(p.friend == nil)
    // One call for the set, one for the deallocation.
    #expect(heard.count == (isObserved ? 2 : 0))
  }

  @Test("what the object's deinit writes to the property is not lost", arguments: [false, true], [false, true])
  func weakWrites(isObserved: Bool, byName: Bool) {
    let successor = Friend()
    let heard = heard(isObserved ? "friend" : "x", options: .new) {
      let friend = Friend()
      friend.deinitAction = { [p] in
        if byName { p.setValue(successor, forKey: "friend") } else { p.friend = successor }
      }
      p.friend = friend
    }
    #expect(p.friend === successor)
    // One call for each set. The property no longer held the first object when it was deallocated.
    #expect(heard.count == (isObserved ? 2 : 0))
    if isObserved { #expect(heard.last?.new == ObjectIdentifier(successor) as AnyHashable) }
  }

  @Test("the observer sets the property when it is told of the deallocation", arguments: [false, true])
  func weakCallback(byName: Bool) {
    let successor = Friend()
    let heard = heard("friend", options: .new) {
      let friend = Friend()
      p.friend = friend
      recorder.reactOnce { [p] _, _ in
        if byName { p.setValue(successor, forKey: "friend") } else { p.friend = successor }
      }
      withExtendedLifetime(friend) {}
    }
    #expect(p.friend === successor)
    #expect(heard.count == 3)
  }

  @Test("the last strong reference is released while the property is being changed in place", arguments: [false, true])
  func weakInPlace(isObserved: Bool) {
    let heard = heard(isObserved ? "friend" : "x", options: .new) {
      var friend: Friend? = Friend()
      p.friend = friend
      change(&p.friend) { friend = nil }
    }
    #expect(p.friend == nil)
    #expect(heard.last?.new == (isObserved ? KeyValueNull.null as AnyHashable : nil))
  }

  @Test("two weak properties are swapped, then one object is deallocated")
  func weakSwap() {
    let friend = Friend()
    do {
      let other = Friend()
      (p.friend, q.friend) = (friend, other)
      swapWeakly(p, q)
      #expect(p.friend === other)
      #expect(q.friend === friend)
    }
    #expect(p.friend == nil)
    #expect(q.friend === friend)
  }
}
