import Foundation
import RawObserving
import Testing

@Suite("Conformance: changes announced by hand, and automatic notification switched off", .watched)
struct ManualTests {
  @Test("KVO-MAN-01 with automatic notification off, the setter is silent")
  func silent() {
    let node = Node()
    let recorder = Recorder(observing: node, "quiet", .new)
    node.quiet = "x"
    node.setValue("y", forKey: "quiet")
    #expect(recorder.calls == 0)
    #expect(node.quiet == "y")
    node.removeObserver(recorder, forKeyPath: "quiet")
  }

  @Test("KVO-MAN-02 a pair of will and did notifies")
  func pair() {
    let node = Node()
    let recorder = Recorder(observing: node, "tally", .new)
    node.bump()
    #expect(recorder.heard == [Heard("tally", new: 1)])
    node.removeObserver(recorder, forKeyPath: "tally")
  }

  @Test("KVO-MAN-03 a pair without an observer does nothing, not even for an unknown key")
  func unobserved() {
    let node = Node()
    let unobserved = Node()
    let recorder = Recorder(observing: node, "text", [])
    for (object, key) in [(node, "number"), (node, "bogus"), (unobserved, "text")] {
      object.willChangeValue(forKey: key)
      object.didChangeValue(forKey: key)
    }
    #expect(recorder.calls == 0)
    node.removeObserver(recorder, forKeyPath: "text")
  }

  @Test("KVO-MAN-04 a pair around a setter that notifies automatically is reported once")
  func pairAroundSetter() {
    let node = Node()
    let recorder = Recorder(observing: node, "number", [.new, .old, .prior])
    let sets: [(Node) -> Void] = [{ $0.number = 8 }, { $0.setValue(9, forKey: "number") }]
    for set in sets {
      node.willChangeValue(forKey: "number")
      set(node)
      node.didChangeValue(forKey: "number")
    }
    #expect(
      recorder.heard == [
        Heard("number", old: 0, isPrior: true), Heard("number", new: 8, old: 0),
        Heard("number", old: 8, isPrior: true), Heard("number", new: 9, old: 8),
      ])
    node.number = 10
    #expect(recorder.calls == 6)
    node.removeObserver(recorder, forKeyPath: "number")
  }

  @Test("KVO-MAN-05 a set by key notifies once")
  func setByKey() {
    let node = Node()
    let recorder = Recorder(observing: node, "text", .new)
    node.setValue("1024", forKey: "text")
    #expect(recorder.heard == [Heard("text", new: "1024")])
    node.removeObserver(recorder, forKeyPath: "text")
  }

  @Test("KVO-MAN-06 pairs on two keys, properly nested")
  func nested() {
    let node = Node()
    let journal = Journal()
    let outer = journal.recorder("A")
    let inner = journal.recorder("B")
    node.addObserver(outer, forKeyPath: "text", options: [.new, .old, .prior])
    node.addObserver(inner, forKeyPath: "flagA", options: [.new, .old, .prior])
    node.willChangeValue(forKey: "text")
    node.willChangeValue(forKey: "flagA")
    node.text = "1"
    node.flagA = "2"
    node.didChangeValue(forKey: "flagA")
    node.didChangeValue(forKey: "text")
    #expect(journal.lines == ["prior A", "prior B", "B", "A"])
    #expect(outer.heard.last == Heard("text", new: "1", old: KeyValueNull.null))
    #expect(inner.heard.last == Heard("flagA", new: "2", old: KeyValueNull.null))
    node.removeObserver(outer, forKeyPath: "text")
    node.removeObserver(inner, forKeyPath: "flagA")
  }

  @Test("pairs on two keys that cross are each closed by their own did")
  func crossed() {
    let node = Node()
    let recorder = Recorder()
    for key in ["text", "flagA"] { node.addObserver(recorder, forKeyPath: key, options: .new) }
    node.willChangeValue(forKey: "text")
    node.willChangeValue(forKey: "flagA")
    node.text = "1"
    node.didChangeValue(forKey: "text")
    node.flagA = "2"
    node.didChangeValue(forKey: "flagA")
    #expect(recorder.heard == [Heard("text", new: "1"), Heard("flagA", new: "2")])
    for key in ["text", "flagA"] { node.removeObserver(recorder, forKeyPath: key) }
  }

  @Test("KVO-MAN-07 one announced key, then two nested ones")
  func nestedOperations() {
    final class Download: KeyValueObject {
      private(set) var received = 0
      private(set) var total = 0
      private(set) var fraction = 0

      func announcing(_ key: String, _ body: () -> Void) {
        willChangeValue(forKey: key)
        body()
        didChangeValue(forKey: key)
      }
    }
    let download = Download()
    let journal = Journal()
    let keys = ["received", "total", "fraction"]
    let recorders = keys.map { journal.recorder($0) }
    for (key, recorder) in zip(keys, recorders) {
      download.addObserver(recorder, forKeyPath: key, options: .prior)
    }
    download.announcing("received") {}
    download.announcing("total") { download.announcing("fraction") {} }
    #expect(journal.lines == ["prior received", "received", "prior total", "prior fraction", "fraction", "total"])
    for (key, recorder) in zip(keys, recorders) {
      download.removeObserver(recorder, forKeyPath: key)
    }
  }

  @Test("KVO-MAN-08 a did without a will does nothing and breaks nothing")
  func didAlone() {
    let node = Node()
    let recorder = Recorder(observing: node, "text")
    node.didChangeValue(forKey: "text")
    #expect(recorder.calls == 0)
    node.text = "1"
    node.text = "2"
    #expect(recorder.heard == [Heard("text", new: "1", old: KeyValueNull.null), Heard("text", new: "2", old: "1")])
    node.removeObserver(recorder, forKeyPath: "text")
  }

  @Test("a will without a did keeps its key silent")
  func willAlone() {
    let node = Node()
    let recorder = Recorder(observing: node, "text", .new)
    node.willChangeValue(forKey: "text")
    node.text = "1"
    #expect(recorder.calls == 0)
    node.removeObserver(recorder, forKeyPath: "text")
  }

  @Test("KVO-MAN-09 automatic notification is on unless a class says otherwise for a key")
  func automatic() {
    #expect(!Node.automaticallyNotifiesObservers(forKey: "quiet"))
    #expect(Node.automaticallyNotifiesObservers(forKey: "text"))
    #expect(KeyValueObject.automaticallyNotifiesObservers(forKey: "quiet"))
  }

  @Test("setting the value it already has still notifies")
  func sameValue() {
    let node = Node()
    let recorder = Recorder(observing: node, "number")
    node.number = 0
    #expect(recorder.heard == [Heard("number", new: 0, old: 0)])
    node.removeObserver(recorder, forKeyPath: "number")
  }
}
