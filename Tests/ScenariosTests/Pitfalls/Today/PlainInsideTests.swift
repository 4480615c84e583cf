import Observation
import RawObserving
import Testing

@testable import Scenarios

@MainActor
@Suite("MOD-8 plain inside", .watched)
struct PlainInsideTests {
  private let player = TestPlayer()

  /// Whether a change of what is read is heard.
  private func isHeard(_ read: @autoclosure () -> Any, when change: () -> Void) -> Bool {
    let heard = Locked(false)
    withObservationTracking {
      _ = read()
    } onChange: {
      heard.withLock { $0 = true }
    }
    change()
    return heard.withLock { $0 }
  }

  @Test("misused: what was read before the closure, or not at all, changes unheard")
  func notRead() {
    let title = player.track.title
    #expect(!isHeard(title) { player.track.title = "Noon" })
    #expect(!isHeard(player.volume) { player.track.title = "Night" })
  }

  @Test("misused: a property that is left out by hand changes unheard")
  func ignored() {
    #expect(!isHeard(player.secret) { player.secret = 1 })
  }

  @Test("used correctly: a computed property needs no declaration, it is what it reads")
  func computed() {
    #expect(isHeard(player.track.line) { player.track.title = "Noon" })
    #expect(!isHeard(player.track.line) { player.volume = 6 })
  }

  @Test("used correctly: what a condition leaves unread is tracked once the condition changes")
  func condition() {
    func shown() -> String { player.isPlaying ? player.track.title : "silence" }
    #expect(!isHeard(shown()) { player.track.title = "Noon" })
    #expect(isHeard(shown()) { player.isPlaying = true })
    #expect(isHeard(shown()) { player.track.title = "Night" })
  }
}

private final class PlainTrack {
  var title = "Morning"
}

@MainActor
@Observable
private final class ObservableTrack {
  var title = "Morning"
  var line: String { "now: \(title)" }
}

@MainActor
@Observable
private final class TestPlayer {
  var plain = PlainTrack()
  var track = ObservableTrack()
  var volume = 5
  var isPlaying = false
  @ObservationIgnored var secret = 0
}
