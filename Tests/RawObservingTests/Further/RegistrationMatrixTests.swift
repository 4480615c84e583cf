import RawObserving
import TestSupport
import Testing

@Suite("Further: adding and removing, with and without contexts", .watched)
struct RegistrationMatrixTests {
  private let node = Node()
  private let recorder = Recorder()

  private func add(_ number: Int?, _ keyPath: String = "number") {
    node.addObserver(recorder, forKeyPath: keyPath, context: number.map(context))
  }

  private func removes(_ number: Int?, _ keyPath: String = "number") -> Bool {
    (try? node.unregister(recorder, keyPath: keyPath, context: .exactly(number.map(context))))
      != nil
  }

  private func removesAny(_ keyPath: String = "number") -> Bool {
    (try? node.unregister(recorder, keyPath: keyPath, context: .any)) != nil
  }

  private func heardContexts() -> [UnsafeMutableRawPointer?] {
    let before = recorder.contexts.count
    node.number += 1
    return Array(recorder.contexts.dropFirst(before))
  }

  @Test("a context has to match exactly, in whatever order registrations are removed")
  func exactContexts() {
    add(1)
    #expect(!removes(2))
    #expect(!removes(nil))
    #expect(removes(1))
    #expect(!removes(1))
    add(1)
    add(2)
    #expect(removes(1) && !removes(1) && removes(2) && !removes(2))
    add(1)
    add(2)
    #expect(removes(2) && !removes(2) && removes(1) && !removes(1))
  }

  @Test("a removal without a context takes one registration, whatever its context, and no more")
  func anyContext() {
    add(1)
    #expect(removesAny() && !removesAny())
    add(1)
    add(nil)
    #expect(removesAny())
    #expect(heardContexts().count == 1)
    #expect(removesAny() && !removesAny())
    #expect(heardContexts() == [])
  }

  @Test("each registration's call carries its own context, nil among them")
  func ownContext() {
    add(1)
    add(nil)
    add(2)
    add(1)
    #expect(heardContexts() == [context(1), context(2), nil, context(1)])
    #expect(removes(1))
    #expect(heardContexts() == [context(2), nil, context(1)])
    #expect(removes(nil) && removes(1) && removes(2))
  }

  @Test("one context on two key paths: each is removed by its own")
  func contextOnTwoPaths() {
    add(1, "number")
    add(1, "text")
    #expect(!removes(1, "flagA"))
    #expect(removes(1, "number") && !removes(1, "number"))
    node.text = "a"
    #expect(recorder.heard == [Heard("text")])
    #expect(removes(1, "text"))
  }

  @Test("a path and its first key are removed each by its own name, and no prefix will do")
  func prefixes() {
    node.child = Node()
    add(nil, "child.child.text")
    #expect(!removesAny("child"))
    #expect(!removesAny("child.child"))
    #expect(!removesAny("child.child.text.more"))
    #expect(removesAny("child.child.text"))
  }

  @Test(
    "a key that the class does not have is accepted and removed, with any option that needs no value at once",
    arguments: [[], .new, .old, .prior, .initial] as [KeyValueObservingOptions])
  func unknownKey(options: KeyValueObservingOptions) {
    node.addObserver(recorder, forKeyPath: "nope", options: options)
    node.number = 1
    node.removeObserver(recorder, forKeyPath: "nope")
    #expect(recorder.calls == (options.contains(.initial) ? 1 : 0))
  }

  @Test("an initial call whose value cannot be read registers nothing")
  func failedInitial() {
    node.text = "a"
    let violation = #expect(throws: Violation.self) {
      try node.register(recorder, keyPath: "text.length", options: [.initial, .new], context: nil)
    }
    #expect(violation?.name == "NSInvalidArgumentException")
    #expect(recorder.calls == 0)
    #expect(!removesAny("text.length"))
  }

  @Test("added, removed and added again a thousand times, it is heard once")
  func thousandTimes() {
    for _ in 0..<1000 {
      add(1)
      #expect(removes(1))
    }
    add(1)
    #expect(heardContexts().count == 1)
    #expect(removes(1) && !removes(1))
    #expect(node.waiting == 0)
  }

  @Test("an observer may be observed, also by the one it observes")
  func mutual() {
    final class Peer: Recorder {
      @Observed var number = 0
    }
    let (one, other) = (Peer(), Peer())
    one.addObserver(other, forKeyPath: "number")
    other.addObserver(one, forKeyPath: "number")
    one.number = 1
    other.number = 1
    #expect(one.calls == 1)
    #expect(other.calls == 1)
    one.removeObserver(other, forKeyPath: "number")
    other.removeObserver(one, forKeyPath: "number")
  }

  @Test("a superclass and its subclass observe the same key of one object, each by its own context")
  func twoClasses() {
    class View: KeyValueObject {
      var redrawn = 0
      override func observeValue(
        forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
        context: UnsafeMutableRawPointer?
      ) {
        redrawn += 1
      }
    }
    final class AnimatedView: View {
      var animated = 0
      override func observeValue(
        forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
        context: UnsafeMutableRawPointer?
      ) {
        if context == RawObservingTests.context(2) {
          animated += 1
        } else {
          super.observeValue(forKeyPath: keyPath, of: object, change: change, context: context)
        }
      }
    }
    let view = AnimatedView()
    for number in 1...2 {
      node.addObserver(view, forKeyPath: "number", context: context(number))
    }
    node.number = 1
    node.removeObserver(view, forKeyPath: "number", context: context(2))
    node.number = 2
    #expect(view.redrawn == 2)
    #expect(view.animated == 1)
    node.removeObserver(view, forKeyPath: "number", context: context(1))
  }

  @Test("a class may register for its observers itself: its overrides are asked")
  func overriddenRegistering() {
    final class Counted: Node {
      var added = 0
      override func addObserver(
        _ observer: KeyValueObject, forKeyPath keyPath: String, options: KeyValueObservingOptions,
        context: UnsafeMutableRawPointer?
      ) {
        added += 1
        super.addObserver(observer, forKeyPath: keyPath, options: options, context: context)
      }
      override func removeObserver(_ observer: KeyValueObject, forKeyPath keyPath: String) {
        added -= 1
        super.removeObserver(observer, forKeyPath: keyPath)
      }
    }
    let counted = Counted()
    counted.addObserver(recorder, forKeyPath: "number", options: [], context: nil)
    #expect(counted.added == 1)
    counted.removeObserver(recorder, forKeyPath: "number")
    #expect(counted.added == 0)
  }
}
