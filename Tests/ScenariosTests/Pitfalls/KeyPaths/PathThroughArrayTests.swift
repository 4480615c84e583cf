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
}
