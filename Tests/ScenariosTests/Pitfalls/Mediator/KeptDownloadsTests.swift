import ManagedObserving
import RawObserving
import TestSupport
import Testing

@testable import Scenarios

@Suite("MED-6 kept downloads", .watched)
struct KeptDownloadsTests {
  private final class CountedDownload: Download {
    let population: Population

    init(_ population: Population) {
      self.population = population
      super.init()
      population.add(1)
    }

    deinit { population.add(-1) }
  }

  private let population = Population()

  /// Observes downloads and lets go of them.
  private func download(_ count: Int, by bar: Recorder, whenDone: (Download) -> Void = { _ in }) {
    for _ in 0..<count {
      let download = CountedDownload(population)
      bar.kvoController.observe(download, keyPath: "receivedBytes", context: nil)
      download.receivedBytes = 512
      whenDone(download)
    }
  }

  @Test("used correctly: an unobserve of the one key path is enough, if there is no other")
  func unobservedKeyPath() {
    let bar = Recorder()
    download(1, by: bar) { bar.kvoController.unobserve($0, keyPath: "receivedBytes") }
    #expect(population.count == 0)
  }
}
