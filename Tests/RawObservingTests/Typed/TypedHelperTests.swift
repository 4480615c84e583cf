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
  var shout: String {
    get { title.uppercased() }
    set { title = newValue.lowercased() }
  }
  var undeclared: Int { 1 }

  func storeTitle(_ title: String) { _title.storedValue = title }

  var trackCountProperty: Property<Int> { computed(\.trackCount) }
  var summaryProperty: Property<String> { computed(\.summary) }
  var totalProperty: Property<Int> { computed(\.total) }
  var undeclaredProperty: Property<Int> { computed(\.undeclared) }

  override class var computedKeys: [ComputedKey] {
    super.computedKeys + [
      ComputedKey("trackCount", \Playlist.trackCount, dependsOn: \.$tracks),
      ComputedKey("summary", \Playlist.summary, dependsOn: \.$title, \.trackCountProperty),
      ComputedKey("total", \Playlist.total, dependsOn: \.trackCountProperty, \.$next.totalProperty),
      ComputedKey("shout", \Playlist.shout, dependsOn: \.$title),
      ComputedKey("nextTitle", \Playlist.next?.title, dependsOn: \.$next.$title),
    ]
  }
}

private final class LongPlaylist: Playlist {
  @Observed var limit = 0
  override var summary: String { super.summary + " of \(limit)" }

  override class var computedKeys: [ComputedKey] {
    super.computedKeys + [
      ComputedKey("summary", \LongPlaylist.summary, dependsOn: \.$title, \.trackCountProperty, \.$limit)
    ]
  }
}

@Suite("Computed keys with typed triggers", .watched)
struct TypedTriggerTests {
  private let playlist = Playlist()

  @Test("a change of a trigger is a change of the key")
  func triggers() {
    let heard = playlist.heard("summary") {
      playlist.title = "A"
      playlist.tracks.append("a")
      playlist.mutableArray(\.$tracks).append("b")
    }
    #expect(heard.map(\.new) == ["A 0", "A 1", "A 2"])
  }

  @Test("a trigger behind another object, which comes and goes")
  func behindObject() {
    let next = Playlist()
    let heard = playlist.heard("nextTitle") {
      playlist.next = next
      next.title = "B"
      playlist.next = nil
      next.title = "unheard"
    }
    #expect(
      heard == [
        Heard("nextTitle", new: "", old: null), Heard("nextTitle", new: "B", old: ""),
        Heard("nextTitle", new: null, old: "B"),
      ])
  }

  @Test("a trigger that is computed itself, in the next object, along a list")
  func chained() {
    let (second, third) = (Playlist(), Playlist())
    let heard = playlist.heard("total") {
      playlist.next = second
      second.next = third
      third.tracks = ["a", "b"]
      second.next = nil
    }
    #expect(heard.map(\.new) == [0, 0, 2, 0])
  }

  @Test("a subclass declares the key anew, and adds a trigger")
  func subclass() {
    let long = LongPlaylist()
    let heard = long.heard("summary") {
      long.limit = 3
      long.title = "A"
      long.tracks = ["a"]
    }
    #expect(heard.map(\.new) == [" 0 of 3", "A 0 of 3", "A 1 of 3"])
    #expect(playlist.heard("summary") { playlist.title = "B" }.map(\.new) == ["B 0"])
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

  @Test(
    "a dependency on itself, or on a path that starts with itself, raises",
    arguments: ["echo", "mirror", "byName", "byNamedPath"])
  func onItself(key: String) {
    final class Loop: KeyValueObject {
      @Observed var plain = 0
      @Observed var next: Loop?
      var echo: Int { plain }
      var mirror: Loop? { next }
      var echoProperty: Property<Int> { computed(\.echo) }
      var mirrorProperty: Property<Loop?> { computed(\.mirror) }
      override class var computedKeys: [ComputedKey] {
        super.computedKeys + [
          ComputedKey("echo", \Loop.echo, dependsOn: \.$plain, \.echoProperty),
          ComputedKey("mirror", \Loop.mirror, dependsOn: \.mirrorProperty.$plain),
        ]
      }
      override class func keyPathsForValuesAffectingValue(forKey key: String) -> Set<String> {
        switch key {
        case "byName": ["plain", "byName"]
        case "byNamedPath": ["plain", "byNamedPath.plain"]
        default: super.keyPathsForValuesAffectingValue(forKey: key)
        }
      }
    }
    let loop = Loop()
    let outer = Loop()
    outer.next = loop
    for (object, path) in [(loop, key), (loop, "\(key).plain"), (outer, "next.\(key)")] {
      let violation = #expect(throws: Violation.self) {
        try object.register(Recorder(), keyPath: path, options: [], context: nil)
      }
      #expect(violation?.name == "NSInternalInconsistencyException")
      #expect(violation?.reason.contains("the same key that was passed in, which is not valid") == true)
      #expect(violation?.reason.contains("\(key)") == true)
      #expect(object.activeRegistrations.isEmpty)
    }
    loop.plain = 1
    outer.next = nil
  }

  @Test("making an object runs none of its getters")
  func makingRunsNoGetter() {
    final class Lamp: KeyValueObject { @Observed var light = 0 }
    final class Desk: KeyValueObject {
      @Observed var first: Lamp?
      private(set) var reads = 0
      var lamp: Lamp? {
        reads += 1
        return first
      }
      var lampProperty: Property<Lamp?> { computed(\.lamp) }
      override class var computedKeys: [ComputedKey] {
        super.computedKeys + [
          ComputedKey("lamp", \Desk.lamp, dependsOn: \.$first),
          ComputedKey("light", \Desk.lamp?.light, dependsOn: \.lampProperty.$light),
        ]
      }
      init(_ lamp: Lamp) { first = lamp }
    }
    let desk = Desk(Lamp())
    #expect(desk.reads == 0)
    #expect(desk.heard("light", []) { desk.first?.light = 1 } == [Heard("light")])
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

  @Test("an array by its property, which may be nil")
  func arrays() {
    let heard = playlist.heard("tracks") {
      let tracks = playlist.mutableArray(\.$tracks)
      tracks.append("a")
      tracks.insert("b", at: 0)
      tracks.remove("a")
    }
    #expect(
      heard == [
        Heard("tracks", kind: .insertion, new: ["a"], at: at(0)),
        Heard("tracks", kind: .insertion, new: ["b"], at: at(0)),
        Heard("tracks", kind: .removal, old: ["a"], at: at(1)),
      ])
    let drafts = playlist.heard("drafts") { playlist.mutableArray(\.$drafts).append("d") }
    #expect(drafts == [Heard("drafts", kind: .insertion, new: ["d"], at: at(0))])
    #expect(playlist.drafts == ["d"] && playlist.tracks == ["b"])
  }

  @Test("a set by its property, which may be nil")
  func sets() {
    let heard = playlist.heard("tags") {
      let tags = playlist.mutableSet(\.$tags)
      tags.formUnion(["a", "b"])
      tags.remove("a")
    }
    #expect(
      heard == [Heard("tags", kind: .insertion, new: Set(["a", "b"])), Heard("tags", kind: .removal, old: Set(["a"]))])
    let moods = playlist.heard("moods") { playlist.mutableSet(\.$moods).insert("calm") }
    #expect(moods == [Heard("moods", kind: .insertion, new: Set(["calm"]))])
    #expect(playlist.moods == ["calm"] && playlist.tags == ["b"])
  }

  @Test("a subclass names a computed property of its superclass")
  func computedOfSuperclass() throws {
    let long = LongPlaylist()
    #expect(try long.keyPath(of: long.trackCountProperty).description == "trackCount")
    #expect(try long.keyPath(of: long.summaryProperty).description == "summary")
  }

  @Test("a computed property that is not declared ends the process; the message says what to add")
  func undeclared() async {
    let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      _ = Playlist().undeclaredProperty
    }
    expectDeath(
      result,
      """
      [<Playlist 0x…> computed:]: the property is not declared. Add a ComputedKey for it to \
      computedKeys, with the same key path.
      """)
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
