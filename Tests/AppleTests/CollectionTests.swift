#if canImport(ObjectiveC)
  import Foundation
  import RawObserving
  import Testing

  /// Lesson 11, and the cards COL: arrays and sets.
  @Suite("Apple's key-value observing: collections", .watched)
  struct CollectionTests {
    private let recorder = Recorder()

    /// A property with a setter alone.
    private class Playlist: NSObject, @unchecked Sendable {
      @objc dynamic var tracks: [String] = [] { didSet { sets += 1 } }
      @objc dynamic var tags: Set<String> = []
      private(set) var sets = 0
    }

    /// A property with accessors for its elements.
    private class Queue: NSObject, @unchecked Sendable {
      fileprivate var stored: [String] = []

      @objc var tracks: [String] { stored }
      @objc(insertObject:inTracksAtIndex:) dynamic func insert(_ track: String, at index: Int) {
        stored.insert(track, at: index)
      }
      @objc(removeObjectFromTracksAtIndex:) dynamic func remove(at index: Int) { stored.remove(at: index) }
    }

    /// The same accessors, which announce by hand as well.
    private final class LoudQueue: Queue, @unchecked Sendable {
      override func insert(_ track: String, at index: Int) {
        willChange(.insertion, valuesAt: IndexSet(integer: index), forKey: "tracks")
        stored.insert(track, at: index)
        didChange(.insertion, valuesAt: IndexSet(integer: index), forKey: "tracks")
      }
    }

    // Lessons/Pitfalls/COL-1-behind-the-property.md
    // Lessons/11-collections.md
    @Test("COL-1: accessors are found by their names, and each call of one is announced by itself")
    func accessors() {
      let queue = Queue()
      queue.addObserver(recorder, forKeyPath: "tracks", options: .new, context: nil)
      queue.insert("a", at: 0)
      queue.mutableArrayValue(forKey: "tracks").add("b")
      #expect(queue.stored == ["a", "b"])
      #expect(recorder.calls.map(\.kind) == [.insertion, .insertion])
      #expect(recorder.calls.map(\.indexes) == [IndexSet(integer: 0), IndexSet(integer: 1)])
      #expect(recorder.calls.map { $0.new as? [String] } == [["a"], ["b"]])
      queue.removeObserver(recorder, forKeyPath: "tracks")
    }

    // Lessons/Pitfalls/COL-1-behind-the-property.md
    @Test("COL-1: with will and did inside an accessor, each change is announced twice")
    func announcedTwice() {
      let queue = LoudQueue()
      queue.addObserver(recorder, forKeyPath: "tracks", options: [], context: nil)
      queue.insert("a", at: 0)
      #expect(recorder.calls.count == 2)
      queue.removeObserver(recorder, forKeyPath: "tracks")
    }

    // Lessons/Pitfalls/COL-1-behind-the-property.md
    @Test("COL-1: append on an @objc dynamic array calls the setter; a mutable array changes in silence")
    func append() {
      let playlist = Playlist()
      playlist.addObserver(recorder, forKeyPath: "tracks", options: [], context: nil)
      playlist.tracks.append("a")
      #expect(recorder.calls.map(\.kind) == [.setting])
      playlist.removeObserver(recorder, forKeyPath: "tracks")

      let (shelf, other) = (Shelf(), Recorder())
      shelf.addObserver(other, forKeyPath: "list", options: [], context: nil)
      shelf.list.add("a")
      #expect(other.calls.isEmpty)
      shelf.removeObserver(other, forKeyPath: "list")
    }

    private final class Shelf: NSObject, @unchecked Sendable {
      @objc dynamic var list = NSMutableArray()
    }

    // Lessons/Pitfalls/COL-2-whole-array-for-each.md
    @Test("COL-2: a proxy without accessors calls the setter with a new array for each change")
    func wholeArray() {
      let playlist = Playlist()
      let proxy = playlist.mutableArrayValue(forKey: "tracks")
      for number in 1...3 { proxy.add("\(number)") }
      #expect(playlist.tracks == ["1", "2", "3"])
      #expect(playlist.sets == 3)
    }

    // Lessons/Pitfalls/COL-4-part-for-the-whole.md
    // Read in the source of Swift's overlay.
    @Test("COL-4: a typed newValue is only the inserted elements, with kind and indexes beside it")
    func part() {
      let playlist = Playlist()
      playlist.tracks = ["a"]
      let heard = Locked<[(NSKeyValueChange, [String]?, IndexSet?)]>([])
      let token = playlist.observe(\.tracks, options: .new) { _, change in
        heard.withLock { $0.append((change.kind, change.newValue, change.indexes)) }
      }
      playlist.mutableArrayValue(forKey: "tracks").add("b")
      #expect(heard.withLock { $0.map(\.0) } == [.insertion])
      #expect(heard.withLock { $0.map(\.1) } == [["b"]])
      #expect(heard.withLock { $0.map(\.2) } == [IndexSet(integer: 1)])
      token.invalidate()
    }

    // Lessons/Pitfalls/COL-5-missed-setting.md
    @Test("COL-5: a setting has no indexes")
    func setting() {
      let playlist = Playlist()
      playlist.addObserver(recorder, forKeyPath: "tracks", options: .new, context: nil)
      playlist.tracks = ["a"]
      #expect(recorder.calls.map(\.kind) == [.setting])
      #expect(recorder.calls.map { $0.indexes == nil } == [true])
      playlist.removeObserver(recorder, forKeyPath: "tracks")
    }

    // Lessons/Pitfalls/COL-6-set-differences.md
    @Test("COL-6: the four mutations of a set are an insertion, two removals and a replacement")
    func sets() {
      let playlist = Playlist()
      playlist.tags = ["a", "b"]
      playlist.addObserver(recorder, forKeyPath: "tags", options: [.new, .old], context: nil)
      let proxy = playlist.mutableSetValue(forKey: "tags")
      proxy.union(["c"])
      proxy.minus(["c"])
      proxy.intersect(["a"])
      proxy.setSet(["d"])
      #expect(playlist.tags == ["d"])
      #expect(recorder.calls.map(\.kind) == [.insertion, .removal, .removal, .replacement])
      playlist.removeObserver(recorder, forKeyPath: "tags")
    }

    // Lessons/Pitfalls/COL-8-later-elements.md
    // Lessons/Pitfalls/REM-11-remove-by-index.md
    @Test("COL-8, REM-11: an array can observe its elements by indexes; later elements are not observed")
    func laterElements() {
      let (first, later) = (Clock(), Clock())
      let clocks = NSMutableArray(array: [first])
      let all = IndexSet(integer: 0)
      clocks.addObserver(recorder, toObjectsAt: all, forKeyPath: "date", options: [], context: nil)
      clocks.add(later)
      first.date = 1
      later.date = 1
      #expect(recorder.calls.map { $0.object === first } == [true])
      clocks.removeObserver(recorder, fromObjectsAt: all, forKeyPath: "date")
    }
  }
#endif
