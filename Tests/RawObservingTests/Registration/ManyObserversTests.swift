import RawObserving
import TestSupport
import Testing

/// Which registration goes, and who is left, where many observers wait for one key: an engine may look for it
/// in another way than among a few.
@Suite("Many observers of one key", .watched)
struct ManyObserversTests {
  private let node = Node()

  /// A registration as the test knows it.
  private struct Added: Equatable {
    let observer: Int
    let context: Int?
  }

  /// What the observers are told into.
  private final class Calls {
    var heard: [Added] = []
  }

  /// The observers write into the calls who they are, and their context.
  private func observers(_ count: Int, _ calls: Calls) -> [Recorder] {
    (0..<count).map { number in
      let recorder = Recorder()
      recorder.reaction = { recorder, _ in
        let context = recorder.contexts[recorder.contexts.count - 1]
        calls.heard.append(Added(observer: number, context: context.map { Int(bitPattern: $0) }))
      }
      return recorder
    }
  }

  @Test("the latest that matches goes, whatever is added and removed", arguments: 1...20)
  func latest(seed: Int) throws {
    var dice = Dice(seed: seed)
    let calls = Calls()
    let observers = observers(60, calls)
    var added: [Added] = []
    // Growing, then shrinking, past the number from which they are many, and past it again.
    for step in 0..<800 {
      let observer = dice.roll(observers.count)
      let number = dice.roll(4)
      let isGrowing = (step / 200).isMultiple(of: 2)
      if dice.roll(10) < (isGrowing ? 7 : 2) {
        added.append(Added(observer: observer, context: number == 0 ? nil : number))
        node.addObserver(observers[observer], forKeyPath: "number", context: number == 0 ? nil : context(number))
        continue
      }
      let isAny = dice.roll(2) == 0
      let place = added.lastIndex {
        $0.observer == observer && (isAny || $0.context == (number == 0 ? nil : number))
      }
      let isRemoved: Void? = try? node.unregister(
        observers[observer], keyPath: "number",
        context: isAny ? .any : .exactly(number == 0 ? nil : context(number)))
      #expect((isRemoved != nil) == (place != nil))
      if let place { added.remove(at: place) }
      if step.isMultiple(of: 20) {
        calls.heard = []
        node.number += 1
        #expect(calls.heard == added.reversed())
      }
    }
    calls.heard = []
    node.number += 1
    #expect(calls.heard == added.reversed())
    for registration in added {
      node.removeObserver(observers[registration.observer], forKeyPath: "number")
    }
    calls.heard = []
    node.number += 1
    #expect(calls.heard.isEmpty)
  }

  @Test("of two paths of one observer that begin with one key, removing the earlier one costs as much as the later one")
  func twoPaths() {
    node.child = Node()
    let (recorder, count) = (Recorder(), 2000)
    for path in ["child.number", "child.text"] {
      for _ in 0..<count { node.addObserver(recorder, forKeyPath: path) }
    }
    let times = ["child.number", "child.text"].map { path in
      ContinuousClock().measure { for _ in 0..<count { node.removeObserver(recorder, forKeyPath: path) } }
    }
    #expect(times[0] < times[1] * 8)  // 30 times as much, if one is looked for among the other's
  }
}
