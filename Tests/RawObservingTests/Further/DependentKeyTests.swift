@testable import RawObserving
import TestSupport
import Testing

/// A playlist with keys that depend on its tracks, on its owner, and on each other.
private class Playlist: KeyValueObject {
  @Observed var title: String?
  @Observed var tracks: [String] = []
  @Observed var tags: Set<String> = []
  @Observed var owner: Node?
  @Observed var showsFirst = true
  @Observed var first: Node?
  @Observed var second: Node?
  @Observed var next: Playlist?

  var trackCount: Int { tracks.count }
  var isEmpty: Bool { trackCount == 0 }
  var summary: String { "\(title ?? "?"): \(trackCount)" }
  var tagCount: Int { tags.count }
  var signature: String? { owner?.text.map { "by " + $0 } }
  var shown: Node? { showsFirst ? first : second }
  var total: Int { trackCount + (next?.total ?? 0) }

  var trackCountProperty: Property<Int> { computed(\.trackCount) }
  var totalProperty: Property<Int> { computed(\.total) }

  override class var computedKeys: [ComputedKey] {
    super.computedKeys + [
      ComputedKey("trackCount", \Playlist.trackCount, dependsOn: \.$tracks),
      ComputedKey("isEmpty", \Playlist.isEmpty),
      ComputedKey("summary", \Playlist.summary, dependsOn: \.$title, \.trackCountProperty),
      ComputedKey("tagCount", \Playlist.tagCount, dependsOn: \.$tags),
      ComputedKey("signature", \Playlist.signature, dependsOn: \.$owner.$text),
      ComputedKey("shown", \Playlist.shown, dependsOn: \.$showsFirst, \.$first, \.$second),
      ComputedKey("total", \Playlist.total, dependsOn: \.trackCountProperty, \.$next.totalProperty),
    ]
  }

  override class func keyPathsForValuesAffectingValue(forKey key: String) -> Set<String> {
    key == "isEmpty" ? ["tracks.@count"] : super.keyPathsForValuesAffectingValue(forKey: key)
  }
}

/// It says the summary in another way, and has one more trigger for it.
private final class SharedPlaylist: Playlist {
  @Observed var listeners = 0

  override var summary: String { super.summary + " for \(listeners)" }

  override class func keyPathsForValuesAffectingValue(forKey key: String) -> Set<String> {
    let inherited = super.keyPathsForValuesAffectingValue(forKey: key)
    return key == "summary" ? inherited.union(["listeners"]) : inherited
  }
}

@Suite("Further: dependent keys with paths, collections and each other", .watched)
struct DependentKeyTests {
  private let all: KeyValueObservingOptions = [.new, .old, .prior]
  private let playlist = Playlist()
  private var tracks: MutableArrayValue<String> { playlist.mutableArrayValue(forKey: "tracks") }

  @Test("elements that come and go are a setting for observers of what depends on them")
  func onElements() {
    let heard = playlist.heard("trackCount", all) {
      tracks.append("a")
      tracks[0] = "b"
      tracks.removeAll()
    }
    let values = [(0, 1), (1, 1), (1, 0)]
    #expect(
      heard
        == values.flatMap { old, new in
          [Heard("trackCount", old: old, isPrior: true), Heard("trackCount", new: new, old: old)]
        })
  }

  @Test("a trigger may be the count of an array")
  func onCount() {
    let heard = playlist.heard("isEmpty") {
      tracks.append("a")
      playlist.tracks = []
    }
    #expect(heard == [Heard("isEmpty", new: false, old: true), Heard("isEmpty", new: true, old: false)])
  }

  @Test("a chain of dependent keys that ends at an array")
  func chained() {
    let heard = playlist.heard("summary") {
      tracks.append("a")
      playlist.title = "Blue"
    }
    #expect(heard == [Heard("summary", new: "?: 1", old: "?: 0"), Heard("summary", new: "Blue: 1", old: "?: 1")])
  }

  @Test("a trigger path: its head, its leaf and nil on the way each tell the dependent key")
  func triggerPath() {
    let owner = named("Ada")
    let heard = playlist.heard("signature") {
      playlist.owner = owner
      owner.text = "Bob"
      playlist.owner = nil
      owner.text = "unheard"
      playlist.owner = named(nil)
    }
    #expect(
      heard == [
        Heard("signature", new: "by Ada", old: null),
        Heard("signature", new: "by Bob", old: "by Ada"),
        Heard("signature", new: null, old: "by Bob"), Heard("signature", new: null, old: null),
      ])
  }

  @Test("a path through a dependent key follows whichever object it yields")
  func throughChoice() {
    let (first, second) = (named("1"), named("2"))
    playlist.first = first
    playlist.second = second
    let heard = playlist.heard("shown.text") {
      second.text = "unheard"
      first.text = "a"
      playlist.showsFirst = false
      first.text = "unheard"
      second.text = "b"
      playlist.second = nil
    }
    #expect(
      heard == [
        Heard("shown.text", new: "a", old: "1"), Heard("shown.text", new: "unheard", old: "a"),
        Heard("shown.text", new: "b", old: "unheard"), Heard("shown.text", new: null, old: "b"),
      ])
    #expect(first.waiting + second.waiting == 0)
  }

  @Test("a key that depends on itself in the next object: a list of a thousand")
  func list() {
    var playlists = [playlist]
    for _ in 0..<1000 {
      let next = Playlist()
      playlists.last?.next = next
      playlists.append(next)
    }
    let heard = playlist.heard("total", []) {
      playlists.last?.tracks = ["a"]
      playlists[500].next = nil
      playlists.last?.tracks = []
    }
    #expect(heard == [Heard("total"), Heard("total")])
  }

  @Test("a list of ten, with values")
  func shortList() {
    let last = Playlist()
    playlist.next = Playlist()
    playlist.next?.next = last
    let heard = playlist.heard("total") {
      last.tracks = ["a", "b"]
      tracks.append("c")
      playlist.next = nil
    }
    #expect(heard == [(0, 2), (2, 3), (3, 1)].map { Heard("total", new: $1, old: $0) })
  }

  @Test("a subclass reads an inherited dependent key its own way, and adds a trigger")
  func inherited() {
    let shared = SharedPlaylist()
    let heard = shared.heard("summary") {
      shared.title = "Blue"
      shared.listeners = 2
      shared.mutableArrayValue(forKey: "tracks").append("a")
    }
    #expect(heard.map(\.new) == ["Blue: 0 for 0", "Blue: 0 for 2", "Blue: 1 for 2"])
    #expect(playlist.heard("listeners", []) { playlist.title = "x" } == [])
  }

  @Test("a dependent key that does not notify automatically is still told of its triggers")
  func automaticOff() {
    final class Room: KeyValueObject {
      @Observed var width = 2
      var area: Int { width * width }
      override class var computedKeys: [ComputedKey] {
        super.computedKeys + [ComputedKey("area", \Room.area, dependsOn: \.$width)]
      }
      override class func automaticallyNotifiesObservers(forKey key: String) -> Bool {
        key != "area"
      }
    }
    let room = Room()
    #expect(room.heard("area") { room.width = 3 } == [Heard("area", new: 9, old: 4)])
  }

  @Test("a key may depend on another key and on a path that starts with that one")
  func keyAndItsPath() {
    final class Branch: Node {
      override class func keyPathsForValuesAffectingValue(forKey key: String) -> Set<String> {
        if key == "title" { return ["child", "child.text"] }
        return super.keyPathsForValuesAffectingValue(forKey: key)
      }
    }
    let branch = Branch()
    let leaf = Node()
    let heard = branch.heard("title", []) {
      branch.child = leaf
      leaf.text = "a"
      branch.child = nil
      leaf.text = "unheard"
    }
    #expect(heard == [Heard("title"), Heard("title"), Heard("title")])
    #expect(leaf.waiting == 0)
  }

  @Test("asking what a key depends on may itself observe: nothing is locked and nothing gets mixed up")
  func observingInside() {
    final class Curious: Node {
      override class func keyPathsForValuesAffectingValue(forKey key: String) -> Set<String> {
        let other = Node()
        _ = other.heard("text") { other.text = "a" }
        return key == "title" ? ["text"] : []
      }
      override class func automaticallyNotifiesObservers(forKey key: String) -> Bool {
        let other = Node()
        _ = other.heard("text") { other.text = "a" }
        return true
      }
    }
    let curious = Curious()
    #expect(curious.heard("title", []) { curious.text = "b" } == [Heard("title")])
  }

  @Test("a trigger that is set inside the call for its dependent key is a change of its own")
  func triggerInCall() {
    let recorder = Recorder()
    recorder.reactOnce { _, _ in playlist.title = "inner" }
    playlist.addObserver(recorder, forKeyPath: "summary", options: [.new, .old])
    playlist.title = "outer"
    #expect(
      recorder.heard == [
        Heard("summary", new: "outer: 0", old: "?: 0"),
        Heard("summary", new: "inner: 0", old: "outer: 0"),
      ])
    playlist.removeObserver(recorder, forKeyPath: "summary")
  }

  @Test("a trigger that is taken out of its object's life: the next one is followed, the last is free")
  func triggerObjectGoes() {
    weak var gone: Node?
    let recorder = Recorder(observing: playlist, "signature", .new)
    do {
      let owner = named("Ada")
      gone = owner
      playlist.owner = owner
    }
    playlist.owner = named("Bob")
    #expect(gone == nil)
    playlist.owner?.text = "Cleo"
    #expect(recorder.heard.map(\.new) == ["by Ada", "by Bob", "by Cleo"])
    playlist.removeObserver(recorder, forKeyPath: "signature")
  }

  @Test("two objects lead to one whose key is dependent: each is told once, and each leaves alone")
  func sharedLeaf() {
    let (shared, one, other) = (LabelledNode(), Node(), Node())
    let recorder = Recorder()
    for root in [one, other] {
      root.child = shared
      root.addObserver(recorder, forKeyPath: "child.banner", options: .new)
    }
    shared.text = "a"
    #expect(recorder.heard.map(\.new) == ["*[a]*", "*[a]*"])
    #expect(recorder.objects == [ObjectIdentifier(other), ObjectIdentifier(one)])
    one.child = nil
    shared.text = "b"
    #expect(recorder.heard.dropFirst(2).map(\.new) == [null, "*[b]*"])
    for root in [one, other] { root.removeObserver(recorder, forKeyPath: "child.banner") }
    #expect(shared.waiting == 0)
  }

  @Test("a computed key without a trigger is read, and never told of")
  func noTrigger() {
    final class Room: KeyValueObject {
      @Observed var width = 2
      var area: Int { width * width }
      override class var computedKeys: [ComputedKey] {
        super.computedKeys + [ComputedKey("area", \Room.area)]
      }
    }
    let room = Room()
    #expect(room.heard("area", [.initial, .new]) { room.width = 3 } == [Heard("area", new: 4)])
    #expect(room.value(forKey: "area") as? Int == 9)
  }
}
