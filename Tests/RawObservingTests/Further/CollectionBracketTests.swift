import RawObserving
import Testing

/// Its tracks do not notify automatically; accessors announce them, and count.
private final class Album: KeyValueObject {
  @Observed private var tracks: [String] = []
  @Observed private(set) var insertions = 0
  @Observed var tags: Set<String> = []

  var shown: [String] { tracks }

  /// Set as a whole, through a setter.
  var upperTags: Set<String> {
    get { Set(tags.map { $0.uppercased() }) }
    set { tags = Set(newValue.map { $0.lowercased() }) }
  }

  override class var computedKeys: [ComputedKey] {
    super.computedKeys + [
      ComputedKey("shown", \Album.shown, dependsOn: \.$tracks),
      ComputedKey("upperTags", \Album.upperTags, dependsOn: \.$tags),
    ]
  }

  override class func automaticallyNotifiesObservers(forKey key: String) -> Bool {
    key != "tracks"
  }

  override class func arrayAccessors(forKey key: String) -> ArrayAccessors? {
    key == "tracks"
      ? ArrayAccessors(insert: Album.insertTracks, remove: Album.removeTracks) : nil
  }

  private func insertTracks(_ new: [String], at indexes: RangeSet<Int>) {
    willChange(.insertion, valuesAt: indexes, forKey: "tracks")
    for (index, track) in zip(indexes.ranges.joined(), new) { tracks.insert(track, at: index) }
    insertions += 1
    didChange(.insertion, valuesAt: indexes, forKey: "tracks")
  }

  private func removeTracks(at indexes: RangeSet<Int>) {
    willChange(.removal, valuesAt: indexes, forKey: "tracks")
    tracks.removeSubranges(indexes)
    didChange(.removal, valuesAt: indexes, forKey: "tracks")
  }
}

@Suite("Further: collections announced by hand, through paths and by accessors", .watched)
struct CollectionBracketTests {
  private let all: KeyValueObservingOptions = [.new, .old, .prior]
  private let list = TrackList()
  private let root = TrackList()
  private let album = Album()
  private var items: MutableArrayValue<String> { list.mutableArrayValue(forKey: "rawItems") }

  @Test("elements announced at an object on a path that ends there, because it is nil, are a setting for the path")
  func nilInTheMiddle() {
    let heard = root.heard("child.items") {
      root.willChange(.insertion, valuesAt: at(0), forKey: "child")
      root.didChange(.insertion, valuesAt: at(0), forKey: "child")
    }
    #expect(heard == [Heard("child.items", new: KeyValueNull.null, old: KeyValueNull.null)])
  }

  @Test("accessors that announce by hand are heard where automatic notification is off")
  func automaticOff() {
    let tracks: MutableArrayValue<String> = album.mutableArrayValue(forKey: "tracks")
    let heard = album.heard("tracks") {
      tracks.append("a")
      tracks.removeAll()
    }
    #expect(
      heard == [
        Heard("tracks", kind: .insertion, new: ["a"], at: at(0)),
        Heard("tracks", kind: .removal, old: ["a"], at: at(0)),
      ])
  }

  @Test("what an accessor sets besides is told first; then the elements, and what depends on them")
  func besides() {
    let recorder = Recorder()
    let paths = ["tracks", "insertions", "shown", "shown.@count"]
    for path in paths { album.addObserver(recorder, forKeyPath: path, options: [.new, .old]) }
    album.mutableArrayValue(forKey: "tracks").append("a")
    #expect(
      recorder.heard == [
        Heard("insertions", new: 1, old: 0), Heard("shown.@count", new: 1, old: 0),
        Heard("shown", new: ["a"], old: [String]()),
        Heard("tracks", kind: .insertion, new: ["a"], at: at(0)),
      ])
    for path in paths { album.removeObserver(recorder, forKeyPath: path) }
  }

  @Test("a computed set is changed through its setter, whose own set is reported too")
  func computedSet() {
    let tags: MutableSetValue<String> = album.mutableSetValue(forKey: "upperTags")
    let heard = album.heard("upperTags") {
      tags.formUnion(["A", "B"])
      tags.remove("A")
    }
    #expect(album.tags == ["b"])
    #expect(
      heard == [
        Heard("upperTags", new: Set(["A", "B"]), old: Set<String>()),
        Heard("upperTags", kind: .insertion, new: Set(["A", "B"])),
        Heard("upperTags", new: Set(["B"]), old: Set(["A", "B"])),
        Heard("upperTags", kind: .removal, old: Set(["A"])),
      ])
  }

  @Test("an insertion by hand into nil, around a set that notifies automatically, is reported besides it")
  func intoNil() {
    let heard = list.heard("plainItems", all) {
      list.willChange(.insertion, valuesAt: at(0), forKey: "plainItems")
      list.plainItems = ["a"]
      list.didChange(.insertion, valuesAt: at(0), forKey: "plainItems")
    }
    #expect(
      heard == [
        Heard("plainItems", kind: .insertion, at: at(0), isPrior: true),
        Heard("plainItems", old: null, isPrior: true), Heard("plainItems", new: ["a"], old: null),
        Heard("plainItems", kind: .insertion, new: ["a"], at: at(0)),
      ])
  }

  @Test("each observer of one path to an array gets the entries it asked for")
  func optionTable() {
    root.child = list
    let recorder = Recorder()
    let optionSets: [KeyValueObservingOptions] = [[], .new, .old, .prior]
    for options in optionSets {
      root.addObserver(recorder, forKeyPath: "child.rawItems", options: options)
    }
    items.append("a")
    let bare = Heard("child.rawItems", kind: .insertion, at: at(0))
    let prior = Heard("child.rawItems", kind: .insertion, at: at(0), isPrior: true)
    let new = Heard("child.rawItems", kind: .insertion, new: ["a"], at: at(0))
    #expect(recorder.heard == [prior, bare, bare, new, bare])
    for _ in optionSets { root.removeObserver(recorder, forKeyPath: "child.rawItems") }
  }

  @Test("one insertion, heard by a path and by the array's own observer, each with its own object")
  func pathAndOwn() {
    root.child = list
    let recorder = Recorder(observing: root, "child.rawItems", .new)
    list.addObserver(recorder, forKeyPath: "rawItems", options: .new)
    items.append("a")
    #expect(
      recorder.heard == [
        Heard("rawItems", kind: .insertion, new: ["a"], at: at(0)),
        Heard("child.rawItems", kind: .insertion, new: ["a"], at: at(0)),
      ])
    #expect(recorder.objects == [ObjectIdentifier(list), ObjectIdentifier(root)])
    root.removeObserver(recorder, forKeyPath: "child.rawItems")
    list.removeObserver(recorder, forKeyPath: "rawItems")
  }

  @Test("two steps of a path are one object: an insertion is one insertion")
  func ownChild() {
    list.child = list
    let heard = list.heard("child.child.rawItems") {
      items.append("a")
      list.child = nil
    }
    #expect(
      heard == [
        Heard("child.child.rawItems", kind: .insertion, new: ["a"], at: at(0)),
        Heard("child.child.rawItems", new: null, old: ["a"]),
      ])
  }
}
