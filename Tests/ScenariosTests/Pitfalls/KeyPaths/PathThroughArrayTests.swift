import Foundation
import ManagedObserving
import RawObserving
import Testing

@testable import Scenarios

@Suite("KEY-10 path through array", .watched)
struct PathThroughArrayTests {
  private final class Track: KeyValueObject {
    @Observed var title = ""
  }

  private final class Playlist: KeyValueObject {
    @Observed var tracks = [Track(), Track()]
    @Observed var bonus: [Track]?
  }

  @Test("raw: a path that goes on behind an array raises")
  func raw() async throws {
    let result = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) {
      Playlist().addObserver(Recorder(), forKeyPath: "tracks.title")
    }
    let errors = text(try #require(result).standardErrorContent)
    #expect(errors.contains("'NSInvalidArgumentException'"))
    #expect(errors.contains("[Array<Track> addObserver:forKeyPath:options:context:]"))
    #expect(errors.contains("is not supported. Key path: title."))
  }

  @Test("raw: an array that comes later raises when it comes")
  func later() async throws {
    let result = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) {
      let playlist = Playlist()
      let view = Recorder()
      playlist.addObserver(view, forKeyPath: "bonus.title")
      playlist.removeObserver(view, forKeyPath: "bonus.title")
      playlist.addObserver(view, forKeyPath: "bonus.title")
      FileHandle.standardError.write(Data("accepted twice\n".utf8))
      playlist.bonus = [Track()]
    }
    let errors = text(try #require(result).standardErrorContent)
    #expect(errors.hasPrefix("accepted twice\n"))
    #expect(errors.contains("is not supported. Key path: title."))
  }

  @Test("managed: the same string raises the same")
  func managed() async throws {
    let result = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) {
      let view = Recorder()
      view.kvoController.observe(Playlist(), keyPath: "tracks.title", context: nil)
    }
    let errors = text(try #require(result).standardErrorContent)
    #expect(errors.contains("is not supported. Key path: title."))
  }

  @Test("managed: each track by itself is heard, and a track that comes later is not")
  func eachTrack() {
    let playlist = Playlist()
    let view = Recorder()
    for track in playlist.tracks {
      view.kvoController.observe(track, keyPath: "title", context: nil)
    }
    playlist.tracks.append(Track())
    for track in playlist.tracks { track.title = "Overture" }
    #expect(view.changes.count == 2)
  }

  @Test("the count can be observed at the end of a path, raw and managed")
  func count() {
    let playlist = Playlist()
    let (raw, managed) = (Recorder(), Recorder())
    playlist.addObserver(raw, forKeyPath: "tracks.@count", options: .new)
    managed.kvoController.observe(playlist, keyPath: "tracks.@count", options: .new, context: nil)
    playlist.tracks.append(Track())
    for view in [raw, managed] { #expect(view.changes.map { $0.newValue as? Int } == [3]) }
    playlist.removeObserver(raw, forKeyPath: "tracks.@count")
  }
}
