import RawObserving
import Testing

@Suite("Mutable arrays and sets, changed by observers", .watched)
struct ReentrantCollectionTests {
  private let list = TrackList()
  private var items: MutableArrayValue<String> { list.mutableArrayValue(forKey: "rawItems") }

  @Test("an insertion inside the call for an insertion is a change of its own")
  func insideCall() {
    let recorder = Recorder()
    recorder.reactOnce { _, _ in items.append("b") }
    list.addObserver(recorder, forKeyPath: "rawItems", options: [.new, .old])
    items.append("a")
    #expect(
      recorder.heard == [
        Heard("rawItems", kind: .insertion, new: ["a"], at: at(0)),
        Heard("rawItems", kind: .insertion, new: ["b"], at: at(1)),
      ])
    list.removeObserver(recorder, forKeyPath: "rawItems")
  }

  @Test("an insertion inside the call before a removal is a change of its own")
  func insidePrior() {
    list.rawItems = ["a"]
    let recorder = Recorder()
    recorder.reactOnce { _, _ in items.append("b") }
    list.addObserver(recorder, forKeyPath: "rawItems", options: [.new, .old, .prior])
    items.remove(at: 0)
    #expect(
      recorder.heard == [
        Heard("rawItems", kind: .removal, old: ["a"], at: at(0), isPrior: true),
        Heard("rawItems", kind: .insertion, at: at(1), isPrior: true),
        Heard("rawItems", kind: .insertion, new: ["b"], at: at(1)),
        Heard("rawItems", kind: .removal, old: ["a"], at: at(0)),
      ])
    #expect(list.rawItems == ["b"])
    list.removeObserver(recorder, forKeyPath: "rawItems")
  }

  @Test(
    "who is added in the call before a change of elements does not hear of it",
    arguments: ["rawItems", "plainItems"])
  func addedInPrior(key: String) {
    let late = Recorder()
    let recorder = Recorder()
    recorder.reactOnce { _, _ in list.addObserver(late, forKeyPath: key, options: .new) }
    list.addObserver(recorder, forKeyPath: key, options: .prior)
    let proxy = list.mutableArrayValue(forKey: key, of: String.self)
    proxy.append("a")
    #expect(late.heard == [])
    list.removeObserver(late, forKeyPath: key)
    list.removeObserver(recorder, forKeyPath: key)
  }

  @Test("who removes itself in the call before is not asked for elements any more")
  func removedInPrior() {
    let list = PickyTrackList()
    let recorder = Recorder()
    recorder.reactOnce { recorder, _ in list.removeObserver(recorder, forKeyPath: "items") }
    list.addObserver(recorder, forKeyPath: "items", options: [.new, .old, .prior])
    list.mutableArrayValue(forKey: "items").append("NaN")
    #expect(recorder.heard == [Heard("items", kind: .insertion, at: at(0), isPrior: true)])
  }

  @Test("each observer gets what it asked for, of one change")
  func optionsApart() {
    list.rawItems = ["a"]
    let all = Recorder()
    let new = Recorder()
    let none = Recorder()
    let counter = Recorder()
    list.child = list
    list.addObserver(all, forKeyPath: "rawItems", options: [.new, .old, .prior])
    list.addObserver(new, forKeyPath: "child.rawItems", options: .new)
    list.addObserver(none, forKeyPath: "rawItems")
    list.addObserver(counter, forKeyPath: "child.rawItems.@count", options: [.new, .old])
    items[0] = "b"
    #expect(
      all.heard == [
        Heard("rawItems", kind: .replacement, old: ["a"], at: at(0), isPrior: true),
        Heard("rawItems", kind: .replacement, new: ["b"], old: ["a"], at: at(0)),
      ])
    #expect(new.heard == [Heard("child.rawItems", kind: .replacement, new: ["b"], at: at(0))])
    #expect(none.heard == [Heard("rawItems", kind: .replacement, at: at(0))])
    #expect(counter.heard == [Heard("child.rawItems.@count", new: 1, old: 1)])
    list.removeObserver(all, forKeyPath: "rawItems")
    list.removeObserver(new, forKeyPath: "child.rawItems")
    list.removeObserver(none, forKeyPath: "rawItems")
    list.removeObserver(counter, forKeyPath: "child.rawItems.@count")
    list.child = nil
  }
}
