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

  @Test("grouped, the line is told once, and its old value is whole as well")
  func grouped() {
    view.kvoController.observe(track, keyPath: "line", options: [.new, .old], context: nil)
    track.willChangeValue(forKey: "line")
    track.title = "So What"
    track.artist = "Miles Davis"
    track.didChangeValue(forKey: "line")
    #expect(lines == ["So What by Miles Davis"])
    #expect(view.changes.first?.oldValue as? String == "Naima by John Coltrane")
  }

  @Test("grouped, an observer of one input is still told at its own set")
  func inputs() {
    let other = Recorder()
    other.kvoController.observe(track, keyPath: "title", options: .new, context: nil)
    track.willChangeValue(forKey: "line")
    track.title = "So What"
    #expect(other.changes.count == 1)
    track.didChangeValue(forKey: "line")
    #expect(other.changes.count == 1)
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
