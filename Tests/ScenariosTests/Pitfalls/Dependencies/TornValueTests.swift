import ManagedObserving
import RawObserving
import Testing

@testable import Scenarios

@Suite("DEP-7 torn value", .watched)
struct TornValueTests {
  let track = Track()
  let view = Recorder()

  private var lines: [String?] { view.changes.map { $0.newValue as? String } }

  init() {
    track.title = "Naima"
    track.artist = "John Coltrane"
  }

  @Test("a pair of the line around both sets makes a third call, whose old value is whole")
  func grouped() {
    view.kvoController.observe(track, keyPath: "line", options: [.new, .old], context: nil)
    track.willChangeValue(forKey: "line")
    track.title = "So What"
    track.artist = "Miles Davis"
    track.didChangeValue(forKey: "line")
    #expect(lines == ["So What by John Coltrane", "So What by Miles Davis", "So What by Miles Davis"])
    #expect(view.changes.last?.oldValue as? String == "Naima by John Coltrane")
  }

  @Test("one pair inside the other, by hand: each makes a call, from the value before both to the value after both")
  func nested() {
    let track = ByHand()
    track.become("Naima", by: "John Coltrane")
    track.addObserver(view, forKeyPath: "line", options: [.new, .old])
    defer { track.removeObserver(view, forKeyPath: "line") }
    track.become("So What", by: "Miles Davis")
    #expect(lines == ["So What by Miles Davis", "So What by Miles Davis"])
    #expect(view.changes.allSatisfy { $0.oldValue as? String == "Naima by John Coltrane" })
  }

  @Test("one property that holds both as a value is never torn")
  func oneValue() {
    let player = Player()
    player.addObserver(view, forKeyPath: "line", options: .new)
    player.playing = Player.Playing(title: "So What", artist: "Miles Davis")
    #expect(lines == ["So What by Miles Davis"])
    player.removeObserver(view, forKeyPath: "line")
  }
}

private final class ByHand: Track {
  override class func automaticallyNotifiesObservers(forKey key: String) -> Bool { false }

  func become(_ title: String, by artist: String) {
    willChangeValue(forKey: "title")
    willChangeValue(forKey: "artist")
    (self.title, self.artist) = (title, artist)
    didChangeValue(forKey: "artist")
    didChangeValue(forKey: "title")
  }
}

private final class Player: KeyValueObject {
  struct Playing {
    var title = ""
    var artist = ""
  }

  @Observed var playing = Playing()
  var line: String { "\(playing.title) by \(playing.artist)" }

  override class var computedKeys: [ComputedKey] {
    super.computedKeys + [ComputedKey("line", \Player.line, dependsOn: \.$playing)]
  }
}
