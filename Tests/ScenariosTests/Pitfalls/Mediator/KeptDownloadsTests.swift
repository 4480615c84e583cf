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

  @Test("misused: what nobody unobserves stays until the bar goes")
  func kept() {
    var bar: Recorder? = Recorder()
    download(100, by: bar!)
    #expect(bar?.changes.count == 100)
    #expect(population.count == 100)
    bar = nil
    #expect(population.count == 0)
  }

  @Test("used correctly: unobserved when it is done, each is freed at once")
  func unobserved() {
    let bar = Recorder()
    download(100, by: bar) { bar.kvoController.unobserve($0) }
    #expect(bar.changes.count == 100)
    #expect(population.count == 0)
  }

  @Test("used correctly: an unobserve of the one key path is enough, if there is no other")
  func unobservedKeyPath() {
    let bar = Recorder()
    download(1, by: bar) { bar.kvoController.unobserve($0, keyPath: "receivedBytes") }
    #expect(population.count == 0)
  }

  @Test("used correctly: bound to both lifetimes, each is freed when its last owner lets go")
  func lifetimeBound() {
    let bar = Recorder()
    for _ in 0..<100 {
      let download = CountedDownload(population)
      bar.kvoControllerLifetimeBound.observe(download, keyPath: "receivedBytes", context: nil)
      download.receivedBytes = 512
      #expect(population.count == 1)
    }
    #expect(bar.changes.count == 100)
    #expect(population.count == 0)
  }
}
