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

private final class Playlist: KeyValueObject {
  @Observed var titles: [String] = []

  @Observed var volume = 5 {
    didSet { volumesBefore.append(oldValue) }
  }
  private(set) var volumesBefore: [Int] = []
}

@Suite("Properties declared with @Observed", .watched)
struct ObservedTests {
  @Test("in a generic class, for values of different sizes")
  func generic() {
    let number = Setting("volume", 3)
    #expect(number.heard("value") { number.value = 4 } == [Heard("value", new: 4, old: 3)])
    #expect(number.heard("name") { number.name = "v" } == [Heard("name", new: "v", old: "volume")])
    let text = Setting("title", "a")
    #expect(text.heard("value") { text.value = "b" } == [Heard("value", new: "b", old: "a")])
    #expect(text.heard("name") { text.name = "t" } == [Heard("name", new: "t", old: "title")])
    let maybe = Setting<Int?>("limit", nil)
    #expect(maybe.heard("value") { maybe.value = 1 } == [Heard("value", new: 1, old: KeyValueNull.null)])
  }

  @Test("in a subclass: its own properties and those it inherits")
  func subclass() {
    let thermostat = Thermostat("hall", 19.5)
    #expect(thermostat.heard("value") { thermostat.value = 20 } == [Heard("value", new: 20.0, old: 19.5)])
    #expect(thermostat.heard("isOn") { thermostat.isOn.toggle() } == [Heard("isOn", new: true, old: false)])
    #expect(
      thermostat.heard("note") { thermostat.note = "cold" } == [Heard("note", new: "cold", old: KeyValueNull.null)])
    #expect(thermostat.value(forKey: "name") as? String == "hall")
  }

  @Test("two values of one type that takes no room are two properties")
  func equalEmptyValues() {
    final class Sensor: KeyValueObject {
      @Observed var left: Void = ()
      @Observed var right: Void = ()
    }
    let sensor = Sensor()
    for (key, other) in [("left", "right"), ("right", "left")] {
      let heardHere = sensor.heard(key, []) {
        sensor.left = ()
        sensor.right = ()
        sensor.setValue((), forKey: key)
      }
      #expect(heardHere == [Heard(key), Heard(key)])
      #expect(sensor.heard(other, []) { sensor.setValue((), forKey: key) } == [])
      #expect(sensor.value(forKey: key) is Void)
    }
  }

  @Test("a didSet beside the wrapper runs once for each set, observed or not")
  func propertyObserver() {
    let playlist = Playlist()
    playlist.volume = 6
    let changes = playlist.heard("volume") { playlist.volume += 1 }
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
    let changes = playlist.heard("volume") { playlist.setValue(6, forKey: "volume") }
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

  @Test("an array does not move while there is no observer, nor for one of another key, nor after that has gone")
  func unobserved() {
    let playlist = makePlaylist()
    let before = elements(of: playlist)
    playlist.titles.append("Fugue")
    #expect(elements(of: playlist) == before)
    _ = playlist.heard("volume") {
      playlist.titles.append("Chorale")
      #expect(elements(of: playlist) == before)
    }
    playlist.titles.append("Finale")
    #expect(elements(of: playlist) == before)
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
}
