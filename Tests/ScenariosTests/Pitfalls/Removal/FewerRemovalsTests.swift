import Foundation
import ManagedObserving
import RawObserving
import Testing

@testable import Scenarios

@Suite("REM-10 fewer removals", .watched)
struct FewerRemovalsTests {
  @Test("raw: what was taken out of the list in between is still heard, and dies observed")
  func rawDies() async throws {
    let result = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) {
      let bar = Recorder()
      var downloads = [Download(), Download(), Download()]
      for download in downloads { download.addObserver(bar, forKeyPath: "receivedBytes") }
      var cancelled: Download? = downloads.removeLast()
      for download in downloads { download.removeObserver(bar, forKeyPath: "receivedBytes") }
      cancelled?.receivedBytes = 1
      guard bar.changes.count == 1 else { return }
      cancelled = nil
    }
    let text = text(try #require(result).standardErrorContent)
    #expect(text.contains("of class Download was deallocated while key value observers"))
    #expect(text.contains("<1 registered>"))
  }

  @Test("raw: in the relaxed era the leftover goes with its download, without a word")
  func rawRelaxed() async {
    await #expect(processExitsWith: .success) {
      Era.use(.relaxed)
      let bar = Recorder()
      var download: Download? = Download()
      weak let probe = download
      download?.addObserver(bar, forKeyPath: "receivedBytes")
      download = nil
      precondition(probe == nil)
    }
  }

  /// One registration, for as long as the token lives.
  private final class Token {
    let download: Download
    let bar: Recorder

    init(_ download: Download, _ bar: Recorder) {
      (self.download, self.bar) = (download, bar)
      download.addObserver(bar, forKeyPath: "receivedBytes")
    }

    deinit { download.removeObserver(bar, forKeyPath: "receivedBytes") }
  }

  @Test("raw: a token for each add removes as often as was added, whatever became of the list")
  func rawTokens() {
    let bar = Recorder()
    var downloads = [Download(), Download(), Download()]
    var tokens = downloads.map { Token($0, bar) }
    let cancelled = downloads.removeLast()
    tokens.removeAll()
    cancelled.receivedBytes = 1
    #expect(bar.changes.isEmpty)
  }

  @Test("managed: unobserveAll() reaches what is no longer in the list, and lets it go")
  func managed() {
    let bar = Recorder()
    let controller = KVOController(observer: bar)
    var downloads = [Download(), Download(), Download()]
    for download in downloads {
      controller.observe(download, keyPath: "receivedBytes", context: nil)
    }
    var cancelled: Download? = downloads.removeLast()
    weak let probe = cancelled
    controller.unobserveAll()
    cancelled?.receivedBytes = 1
    cancelled = nil
    #expect(bar.changes.isEmpty)
    #expect(probe == nil)
  }

  @Test("managed: a loop over the shorter list leaves the same leftover, until the controller goes")
  func managedLoop() {
    let bar = Recorder()
    var controller: KVOController? = KVOController(observer: bar)
    var downloads = [Download(), Download()]
    for download in downloads {
      controller?.observe(download, keyPath: "receivedBytes", context: nil)
    }
    weak let cancelled = downloads.removeLast()
    for download in downloads { controller?.unobserve(download) }
    cancelled?.receivedBytes = 1
    #expect(bar.changes.count == 1)
    controller = nil
    #expect(cancelled == nil)
  }
}
