import Foundation
import RawObserving
import Testing

private class Setting<Value>: KeyValueObject {
  @Observed var value: Value
  @Observed var name: String

  init(_ name: String, _ value: Value) {
    self.name = name
    self.value = value
  }
}

private final class Thermostat: Setting<Double> {
  @Observed var isOn = false
  @Observed var note: String?
}

private final class Download: KeyValueObject {
  @Observed private(set) var bytes = 0

  func receive(_ count: Int) { bytes += count }
}

private final class Playlist: KeyValueObject {
  @Observed var titles: [String] = []

  @Observed var volume = 5 {
    didSet { volumesBefore.append(oldValue) }
  }
  private(set) var volumesBefore: [Int] = []
}

@Suite("Properties declared with @Observed", .watched)
struct ObservedTests {
  /// What is heard of one key while `body` runs.
  private func heard<Object: KeyValueObject>(
    _ key: String, of object: Object, options: KeyValueObservingOptions = [.new, .old],
    while body: (Object) throws -> Void
  ) rethrows -> [Heard] {
    let recorder = Recorder(observing: object, key, options)
    defer { object.removeObserver(recorder, forKeyPath: key) }
    try body(object)
    return recorder.heard
  }

  @Test("in a generic class, for values of different sizes")
  func generic() {
    let number = Setting("volume", 3)
    #expect(heard("value", of: number) { $0.value = 4 } == [Heard("value", new: 4, old: 3)])
    #expect(heard("name", of: number) { $0.name = "v" } == [Heard("name", new: "v", old: "volume")])
    let text = Setting("title", "a")
    #expect(heard("value", of: text) { $0.value = "b" } == [Heard("value", new: "b", old: "a")])
    #expect(heard("name", of: text) { $0.name = "t" } == [Heard("name", new: "t", old: "title")])
    let maybe = Setting<Int?>("limit", nil)
    #expect(heard("value", of: maybe) { $0.value = 1 } == [Heard("value", new: 1, old: KeyValueNull.null)])
  }

  @Test("in a subclass: its own properties and those it inherits")
  func subclass() {
    let thermostat = Thermostat("hall", 19.5)
    #expect(heard("value", of: thermostat) { $0.value = 20 } == [Heard("value", new: 20.0, old: 19.5)])
    #expect(heard("isOn", of: thermostat) { $0.isOn.toggle() } == [Heard("isOn", new: true, old: false)])
    #expect(heard("note", of: thermostat) { $0.note = "cold" } == [Heard("note", new: "cold", old: KeyValueNull.null)])
    #expect(thermostat.value(forKey: "name") as? String == "hall")
  }

  @Test("private properties of the same name in a class and its subclass are two keys; the name is the subclass's")
  func samePrivateName() {
    for (key, value) in [("state", 1), ("state(TickingClock)", 2)] {
      let heard = heard(key, of: AlarmClock()) {
        $0.ring(1)
        $0.tick(2)
      }
      #expect(heard == [Heard(key, new: value, old: 0)])
    }
  }

  @Test("values that take no room are told apart from their neighbours")
  func emptyValues() {
    enum Unit: Hashable { case celsius }
    struct Marker: Hashable {}
    final class Sensor: KeyValueObject {
      @Observed var unit = Unit.celsius
      @Observed var marker = Marker()
      @Observed var degrees = 0
    }
    let sensor = Sensor()
    let unit = heard("unit", of: sensor) {
      $0.unit = .celsius
      $0.degrees = 1
      $0.marker = Marker()
    }
    #expect(unit == [Heard("unit", new: Unit.celsius, old: Unit.celsius)])
    #expect(heard("degrees", of: sensor) { $0.degrees = 2 } == [Heard("degrees", new: 2, old: 1)])
  }

  @Test("two values of one type that takes no room are two properties")
  func equalEmptyValues() {
    final class Sensor: KeyValueObject {
      @Observed var left: Void = ()
      @Observed var right: Void = ()
    }
    let sensor = Sensor()
    for (key, other) in [("left", "right"), ("right", "left")] {
      let heardHere = heard(key, of: sensor, options: []) {
        $0.left = ()
        $0.right = ()
        $0.setValue((), forKey: key)
      }
      #expect(heardHere == [Heard(key), Heard(key)])
      #expect(heard(other, of: sensor, options: []) { $0.setValue((), forKey: key) } == [])
      #expect(sensor.value(forKey: key) is Void)
    }
  }

  @Test("a property that others may only read")
  func privateSet() {
    let download = Download()
    let changes = heard("bytes", of: download) {
      $0.receive(10)
      $0.receive(5)
    }
    #expect(changes == [Heard("bytes", new: 10, old: 0), Heard("bytes", new: 15, old: 10)])
  }

  @Test("a nil value is null in the change, and absent stays absent")
  func optional() {
    let node = Node()
    let changes = heard("text", of: node, options: [.new, .old]) {
      $0.text = "a"
      $0.text = nil
    }
    #expect(
      changes == [Heard("text", new: "a", old: KeyValueNull.null), Heard("text", new: KeyValueNull.null, old: "a")])
    #expect(heard("text", of: node, options: .new) { $0.text = "b" } == [Heard("text", new: "b")])
  }

  @Test("a didSet beside the wrapper runs once for each set, observed or not")
  func propertyObserver() {
    let playlist = Playlist()
    playlist.volume = 6
    let changes = heard("volume", of: playlist) { $0.volume += 1 }
    #expect(changes == [Heard("volume", new: 7, old: 6)])
    #expect(playlist.volumesBefore == [5, 6])
  }

  @Test("a didSet runs after the observers were called; on Apple's systems it runs before")
  func orderOfPropertyObserver() {
    let playlist = Playlist()
    let recorder = Recorder()
    recorder.reaction = { _, _ in #expect(playlist.volumesBefore.isEmpty) }
    playlist.addObserver(recorder, forKeyPath: "volume", options: .prior)
    playlist.volume = 6
    #expect(recorder.calls == 2)
    #expect(playlist.volumesBefore == [5])
    playlist.removeObserver(recorder, forKeyPath: "volume")
  }

  @Test("a set by key writes the storage: a didSet beside the wrapper does not run")
  func propertyObserverByKey() {
    let playlist = Playlist()
    let changes = heard("volume", of: playlist) { $0.setValue(6, forKey: "volume") }
    #expect(changes == [Heard("volume", new: 6, old: 5)])
    #expect(playlist.volumesBefore.isEmpty)
  }

  @Test("making an object is no change, and what init sets is there")
  func initialValue() {
    final class Clock: KeyValueObject {
      @Observed var date: Int

      init(_ recorder: Recorder) {
        date = 1
        super.init()
        date = 2
        addObserver(recorder, forKeyPath: "date", options: .new)
        date = 3
      }
    }
    let recorder = Recorder()
    let clock = Clock(recorder)
    #expect(recorder.heard == [Heard("date", new: 3)])
    #expect(clock.date == 3)
    clock.removeObserver(recorder, forKeyPath: "date")
  }

  @Test("names may have umlauts, composed or not")
  func umlauts() {
    final class Speaker: KeyValueObject {
      @Observed var lautstärke = 3
      @Observed var größe = "L"
    }
    let speaker = Speaker()
    #expect(heard("lautstärke", of: speaker) { $0.lautstärke = 4 } == [Heard("lautstärke", new: 4, old: 3)])
    #expect(heard("lautsta\u{308}rke", of: speaker) { $0.lautstärke = 5 } == [Heard("lautstärke", new: 5, old: 4)])
    speaker.setValue("XL", forKey: "größe")
    #expect(speaker.größe == "XL")
    #expect(speaker.value(forKey: "gro\u{308}ße") as? String == "XL")
  }

  @Test("each of many keys is announced under its own name")
  func manyKeys() {
    let mixer = Mixer()
    let recorder = Recorder()
    let keys = Mixer.setters.map(\.key)
    #expect(Set(keys).count == 24)
    for key in keys { mixer.addObserver(recorder, forKeyPath: key) }
    for (_, set) in Mixer.setters { set(mixer) }
    #expect(recorder.heard == keys.map { Heard($0) })
    for key in keys { mixer.removeObserver(recorder, forKeyPath: key) }
  }
}

@Suite("Mutating a property in place", .watched)
struct InPlaceTests {
  /// Where the array's elements are: an array that is copied moves.
  private func elements(of playlist: Playlist) -> UnsafePointer<String>? {
    playlist.titles.withUnsafeBufferPointer(\.baseAddress)
  }

  private func makePlaylist() -> Playlist {
    let playlist = Playlist()
    playlist.titles.reserveCapacity(100)
    playlist.titles.append("Prelude")
    return playlist
  }

  @Test("an array does not move while it is not observed")
  func unobserved() {
    let playlist = makePlaylist()
    let before = elements(of: playlist)
    playlist.titles.append("Fugue")
    #expect(elements(of: playlist) == before)
  }

  @Test("an array does not move after its observer has gone, nor for an observer of another key")
  func observedOnce() {
    let playlist = makePlaylist()
    let recorder = Recorder(observing: playlist, "volume")
    let before = elements(of: playlist)
    playlist.titles.append("Fugue")
    #expect(elements(of: playlist) == before)
    playlist.removeObserver(recorder, forKeyPath: "volume")
    playlist.titles.append("Chorale")
    #expect(elements(of: playlist) == before)
    #expect(recorder.calls == 0)
  }

  @Test("an array does not move when the old value is not asked for, and does when it is")
  func observed() {
    final class Listener: KeyValueObject {
      private(set) var counts: [Int] = []
      override func observeValue(
        forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
        context: UnsafeMutableRawPointer?
      ) {
        counts.append((change.newValue as? [String])?.count ?? 0)  // and keeps no copy
      }
    }
    let playlist = makePlaylist()
    let listener = Listener()
    playlist.addObserver(listener, forKeyPath: "titles", options: [.new, .prior])
    let before = elements(of: playlist)
    playlist.titles.append("Fugue")
    playlist.titles.append("Chorale")
    #expect(elements(of: playlist) == before)
    #expect(listener.counts == [0, 2, 0, 3])
    playlist.removeObserver(listener, forKeyPath: "titles")

    playlist.addObserver(listener, forKeyPath: "titles", options: .old)
    playlist.titles.append("Finale")
    #expect(elements(of: playlist) != before)
    playlist.removeObserver(listener, forKeyPath: "titles")
  }

  @Test("a mutation that throws has still happened, and ends its change")
  func throwing() {
    struct Interrupted: Error {}
    func replaceFirst(of titles: inout [String]) throws {
      titles[0] = "Toccata"
      throw Interrupted()
    }
    let playlist = makePlaylist()
    let recorder = Recorder(observing: playlist, "titles")
    #expect(throws: Interrupted.self) { try replaceFirst(of: &playlist.titles) }
    #expect(recorder.heard == [Heard("titles", new: ["Toccata"], old: ["Prelude"])])
    playlist.titles = []
    #expect(recorder.heard.last == Heard("titles", new: [String](), old: ["Toccata"]))
    #expect(recorder.calls == 2)
    playlist.removeObserver(recorder, forKeyPath: "titles")
  }

  @Test("an observer added during the mutation is not called for it")
  func addedMeanwhile() {
    func mutate(_ titles: inout [String], meanwhile: () -> Void) {
      titles.append("Fugue")
      meanwhile()
    }
    let playlist = makePlaylist()
    let recorder = Recorder()
    mutate(&playlist.titles) {
      playlist.addObserver(recorder, forKeyPath: "titles", options: .new)
    }
    #expect(recorder.calls == 0)
    playlist.titles.append("Chorale")
    #expect(recorder.heard == [Heard("titles", new: ["Prelude", "Fugue", "Chorale"])])
    playlist.removeObserver(recorder, forKeyPath: "titles")
  }
}

private class TickingClock: KeyValueObject {
  @Observed private var state = 0

  func tick(_ value: Int) { state = value }
}

private final class AlarmClock: TickingClock {
  // The superclass's is private to a file of its own in practice; here the name is what matters.
  @Observed private var state = 0

  func ring(_ value: Int) { state = value }
}

private final class Mixer: KeyValueObject {
  @Observed var gain1 = 0
  @Observed var mute1 = false
  @Observed var name1: String?
  @Observed var pan1 = 0.5
  @Observed var gain2: Int8 = 0
  @Observed var mute2: Bool?
  @Observed var name2 = ""
  @Observed var pan2: Float = 0
  @Observed var gain3 = 0
  @Observed var mute3 = false
  @Observed var name3: String?
  @Observed var pan3 = 0.5
  var plain = 0
  @Observed var gain4: Int8 = 0
  @Observed var mute4: Bool?
  @Observed var name4 = ""
  @Observed var pan4: Float = 0
  @Observed var effects: [String: [Int]] = [:]
  @Observed var range = 0..<10
  @Observed var master: KeyValueObject?
  @Observed var point = (x: 0, y: 0)
  @Observed var solo: UInt16 = 0
  @Observed var stereo = false
  @Observed var bus: Character = "a"
  @Observed var last: Any = 0

  static var setters: [(key: String, set: (Mixer) -> Void)] {
    [
      ("gain1", { $0.gain1 = 1 }), ("mute1", { $0.mute1 = true }), ("name1", { $0.name1 = "a" }),
      ("pan1", { $0.pan1 = 1 }), ("gain2", { $0.gain2 = 1 }), ("mute2", { $0.mute2 = true }),
      ("name2", { $0.name2 = "a" }), ("pan2", { $0.pan2 = 1 }), ("gain3", { $0.gain3 = 1 }),
      ("mute3", { $0.mute3 = true }), ("name3", { $0.name3 = "a" }), ("pan3", { $0.pan3 = 1 }),
      ("gain4", { $0.gain4 = 1 }), ("mute4", { $0.mute4 = true }), ("name4", { $0.name4 = "a" }),
      ("pan4", { $0.pan4 = 1 }), ("effects", { $0.effects["hall"] = [1] }),
      ("range", { $0.range = 1..<2 }), ("master", { $0.master = KeyValueObject() }),
      ("point", { $0.point.x = 1 }), ("solo", { $0.solo = 1 }), ("stereo", { $0.stereo = true }),
      ("bus", { $0.bus = "b" }), ("last", { $0.last = "a" }),
    ]
  }
}
