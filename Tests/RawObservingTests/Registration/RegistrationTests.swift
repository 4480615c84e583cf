import RawObserving
import TestSupport
import Testing

@Suite("Adding and removing", .watched)
struct RegistrationTests {
  private let node = Node()
  private let recorder = Recorder()

  private func add(_ number: Int?) { node.addObserver(recorder, forKeyPath: "number", context: number.map(context)) }

  private func removes(_ number: Int?) -> Bool {
    (try? node.unregister(recorder, keyPath: "number", context: .exactly(number.map(context)))) != nil
  }

  private func removesAny() -> Bool {
    (try? node.unregister(recorder, keyPath: "number", context: .any)) != nil
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
    node.number = 1
    #expect(recorder.calls == 1)
    #expect(removesAny() && !removesAny())
  }

  @Test("KVO-REG-10 an observed object is still of its own class")
  func sameClass() {
    let identity = ObjectIdentifier(node)
    _ = node.heard("text") {
      let object: KeyValueObject = node
      #expect(type(of: object) == Node.self)
      #expect(object is Node && !(object is Recorder))
      #expect(ObjectIdentifier(object) == identity)
    }
  }

  @Test("KVO-MAN-09 automatic notification is on unless a class says otherwise for a key")
  func automatic() {
    #expect(!Node.automaticallyNotifiesObservers(forKey: "quiet"))
    #expect(Node.automaticallyNotifiesObservers(forKey: "text"))
    #expect(KeyValueObject.automaticallyNotifiesObservers(forKey: "quiet"))
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
