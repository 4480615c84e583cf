import Foundation
import ManagedObserving
import RawObserving
import Testing

@testable import Scenarios

@Suite("KEY-12 unwrapped property", .watched)
struct UnwrappedPropertyTests {
  private final class PlainPlaylist: KeyValueObject {
    var title = "Morning"
  }

  private final class Playlist: KeyValueObject {
    @Observed var title = "Morning"
  }

  @Test("raw: asked for its value at once, it raises")
  func rawInitial() async throws {
    let result = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) {
      PlainPlaylist().addObserver(Recorder(), forKeyPath: "title", options: [.initial, .new])
    }
    let errors = text(try #require(result).standardErrorContent)
    #expect(errors.contains("not KVC-compliant for the \"title\" property."))
  }

  @Test("raw: in the middle of a path it raises at once, because it has to be read")
  func middle() async throws {
    final class Tower: KeyValueObject {
      var clock = Clock()
    }
    let result = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) {
      Tower().addObserver(Recorder(), forKeyPath: "clock.date")
    }
    let errors = text(try #require(result).standardErrorContent)
    #expect(errors.contains("not key value coding-compliant for the key clock."))
  }

  @Test("with the wrapper every way hears it")
  func wrapped() {
    let playlist = Playlist()
    let (raw, managed) = (Recorder(), Recorder())
    var heard: [String] = []
    playlist.addObserver(raw, forKeyPath: "title", options: .new)
    managed.kvoController.observe(playlist, \.$title) { _, _, change in
      heard.append(change.value)
    }
    playlist.title = "Evening"
    #expect(raw.changes.map { $0.newValue as? String } == ["Evening"])
    #expect(heard == ["Evening"])
    playlist.removeObserver(raw, forKeyPath: "title")
  }
}
