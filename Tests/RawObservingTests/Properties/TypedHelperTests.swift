import Foundation
import Testing

@testable import RawObserving
import TestSupport

/// A class with a property of each kind, and its computed properties declared by typed triggers.
private class Playlist: KeyValueObject {
  @Observed var title = ""
  @Observed var tracks: [String] = []
  @Observed var drafts: [String]?
  @Observed var tags: Set<String> = []
  @Observed var moods: Set<String>?
  @Observed var next: Playlist?

  var trackCount: Int { tracks.count }
  var summary: String { "\(title) \(trackCount)" }
  var total: Int { trackCount + (next?.total ?? 0) }

  func storeTitle(_ title: String) { _title.storedValue = title }

  var trackCountProperty: Property<Int> { computed(\.trackCount) }
  var summaryProperty: Property<String> { computed(\.summary) }
  var totalProperty: Property<Int> { computed(\.total) }

  override class var computedKeys: [ComputedKey] {
    super.computedKeys + [
      ComputedKey("trackCount", \Playlist.trackCount, dependsOn: \.$tracks),
      ComputedKey("summary", \Playlist.summary, dependsOn: \.$title, \.trackCountProperty),
      ComputedKey("total", \Playlist.total, dependsOn: \.trackCountProperty, \.$next.totalProperty),
      ComputedKey("nextTitle", \Playlist.next?.title, dependsOn: \.$next.$title),
    ]
  }
}

@Suite("Computed keys with typed triggers", .watched)
struct TypedTriggerTests {
  private let playlist = Playlist()

  @Test("a change of a trigger is a change of the key, even where the trigger is computed, in the next object")
  func triggers() {
    let (second, third) = (Playlist(), Playlist())
    let recorder = Recorder()
    let keys = ["summary", "nextTitle", "total"]
    for key in keys { recorder.observe(playlist, key, .new) }
    playlist.title = "A"
    playlist.mutableArray(\.$tracks).append("a")
    playlist.next = second
    second.title = "B"
    second.next = third
    third.tracks = ["b", "c"]
    second.next = nil
    playlist.next = nil
    second.title = "unheard"
    for key in keys { playlist.removeObserver(recorder, forKeyPath: key) }
    func values(_ key: String) -> [AnyHashable?] { recorder.heard.filter { $0.keyPath == key }.map(\.new) }
    #expect(values("summary") == ["A 0", "A 1"])
    #expect(values("nextTitle") == ["", "B", null])
    #expect(values("total") == [1, 1, 1, 3, 1, 1])
  }

  @Test("the class knows the names of the triggers once an object of it has been made")
  func names() {
    final class Room: KeyValueObject {
      @Observed var width = 1
      @Observed var height = 1
      @Observed var lamp: Lamp?
      var area: Int { width * height }
      override class var computedKeys: [ComputedKey] {
        super.computedKeys + [
          ComputedKey("area", \Room.area, dependsOn: \.$width, \.$height),
          ComputedKey("isLit", \Room.lamp?.isOn, dependsOn: \.$lamp.$isOn),
          ComputedKey("none", \Room.area),
        ]
      }
    }
    final class Lamp: KeyValueObject { @Observed var isOn = false }
    #expect(Room.keyPathsForValuesAffectingValue(forKey: "area") == [])
    let room = Room()
    #expect(Room.keyPathsForValuesAffectingValue(forKey: "area") == ["width", "height"])
    #expect(Room.keyPathsForValuesAffectingValue(forKey: "none") == [])
    #expect(Room.keyPathsForValuesAffectingValue(forKey: "nope") == [])
    // The name behind a nil is learnt when an object comes on an observed path.
    #expect(room.heard("isLit", .new) { room.lamp = Lamp() }.map(\.new) == [false])
    #expect(room.heard("isLit", .new) { room.lamp?.isOn = true }.map(\.new) == [true])
    #expect(Room.keyPathsForValuesAffectingValue(forKey: "isLit") == ["lamp.isOn"])
  }

  @Test("two classes with a computed key of one name and other triggers know their own")
  func generic() {
    final class Box<Value>: KeyValueObject {
      @Observed var value: Value
      var text: String { "\(value)" }
      init(_ value: Value) { self.value = value }
      override class var computedKeys: [ComputedKey] {
        super.computedKeys + [ComputedKey("text", \Box.text, dependsOn: \.$value)]
      }
    }
    let (number, text) = (Box(1), Box("a"))
    #expect(number.heard("text") { number.value = 2 } == [Heard("text", new: "2", old: "1")])
    #expect(text.heard("text") { text.value = "b" } == [Heard("text", new: "b", old: "a")])
    #expect(Box<Int>.keyPathsForValuesAffectingValue(forKey: "text") == ["value"])
  }
}

@Suite("What typed key paths make easier", .watched)
struct TypedHelperTests {
  private let playlist = Playlist()

  @Test("willChangeValue(for:) and didChangeValue(for:) do what those with a key do")
  func byHand() {
    let heard = playlist.heard("title") {
      playlist.willChangeValue(for: \.$title)
      playlist.storeTitle("a")
      playlist.didChangeValue(for: \.$title)
    }
    #expect(heard == [Heard("title", new: "a", old: "")])
    let mixed = playlist.heard("summary") {
      playlist.willChangeValue(for: \.summaryProperty)
      playlist.storeTitle("b")
      playlist.didChangeValue(forKey: "summary")
    }
    #expect(mixed == [Heard("summary", new: "b 0", old: "a 0")])
  }

  @Test("changing announces what the body changes, and returns what it returns")
  func changing() throws {
    struct Interrupted: Error {}
    var result = 0
    let heard = playlist.heard("title", [.new, .old, .prior]) {
      result = playlist.changing(\.$title) {
        playlist.storeTitle("a")
        playlist.storeTitle("b")
        return 7
      }
      #expect(throws: Interrupted.self) {
        try playlist.changing(\.$title) { () throws(Interrupted) in
          playlist.storeTitle("c")
          throw Interrupted()
        }
      }
    }
    #expect(result == 7)
    #expect(
      heard == [
        Heard("title", old: "", isPrior: true), Heard("title", new: "b", old: ""),
        Heard("title", old: "b", isPrior: true), Heard("title", new: "c", old: "b"),
      ])
    #expect(ThreadState.current.pop("title", of: playlist.observationInfo!) == nil)
  }

  @Test(
    "changing around a set that notifies automatically: each of them notifies, and so does each pair inside another")
  func changingAutomatic() {
    let heard = playlist.heard("summary") {
      playlist.changing(\.summaryProperty) {
        playlist.changing(\.$title) { playlist.storeTitle("a") }
        playlist.tracks = ["x"]
      }
    }
    #expect(
      heard == [
        Heard("summary", new: "a 0", old: " 0"), Heard("summary", new: "a 1", old: "a 0"),
        Heard("summary", new: "a 1", old: " 0"),
      ])
  }

  @Test("an array and a set by their properties, which may be nil")
  func collections() {
    #expect(
      playlist.heard("tracks") { playlist.mutableArray(\.$tracks).append("a") }
        == [Heard("tracks", kind: .insertion, new: ["a"], at: at(0))])
    #expect(
      playlist.heard("drafts") { playlist.mutableArray(\.$drafts).append("d") }
        == [Heard("drafts", kind: .insertion, new: ["d"], at: at(0))])
    #expect(
      playlist.heard("tags") { playlist.mutableSet(\.$tags).formUnion(["b"]) }
        == [Heard("tags", kind: .insertion, new: Set(["b"]))])
    #expect(
      playlist.heard("moods") { playlist.mutableSet(\.$moods).insert("calm") }
        == [Heard("moods", kind: .insertion, new: Set(["calm"]))])
    #expect(playlist.tracks == ["a"] && playlist.drafts == ["d"])
    #expect(playlist.tags == ["b"] && playlist.moods == ["calm"])
  }

  @Test("announcing by a path through another object raises")
  func announcingPath() async {
    let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      let playlist = Playlist()
      playlist.next = Playlist()
      playlist.willChangeValue(for: \.$next.$title)
    }
    expectDeath(
      result, of: "NSInvalidArgumentException",
      """
      [<Playlist 0x…> willChangeValueForKey:] is not supported. Key path: next.title. Name a \
      property of an object.
      """)
  }
}
