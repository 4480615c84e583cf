import Harness
import ManagedObserving
import RawObserving

/// MED-6: a controller retains an object until it is unobserved, even if it is no longer used.
enum KeptDownloads {
  static let pitfall = Pitfall(
    "MED-6", "kept-downloads", "Observed objects stay in memory after their last use",
    frequency: .rare, symptoms: [.neverFreed],
    change: .delete("bar.kvoController.unobserve(download)"), acts: acts)

  static let acts: [Act] = [
    .raw(
      "no download is unobserved", .finds("100 downloads are done, 100 are still in memory"),
      wanted: "100 downloads are done, 0 are still in memory", misused),
    .managed("each is unobserved when it is done", .finds("100 downloads are done, 0 are still in memory"), unobserved),
    .managed(
      "the lifetime-bound controller, which does not retain them",
      .finds("100 downloads are done, 0 are still in memory"), lifetimeBound),
  ]

  private final class ProgressBar: KeyValueObject {
    private(set) var bytes = 0

    func show(_ bytes: Int) { self.bytes = bytes }
  }

  // snippet.misused
  private static func misused(_ story: Story) -> String {
    let bar = ProgressBar()
    var probes: [Probe] = []
    for _ in 1...100 {
      let download = Download()
      probes.append(Probe(download))
      bar.kvoController.observe(download, \.$receivedBytes) { bar, download, _ in
        bar.show(download.receivedBytes)
      }
      download.receivedBytes = 512
    }
    return "\(probes.count) downloads are done, \(probes.count(where: \.isAlive)) are still in memory"
  }
  // snippet.end

  private static func unobserved(_ story: Story) -> String {
    let bar = ProgressBar()
    var probes: [Probe] = []
    for _ in 1...100 {
      let download = Download()
      probes.append(Probe(download))
      // snippet.unobserved
      bar.kvoController.observe(download, \.$receivedBytes) { bar, download, _ in
        bar.show(download.receivedBytes)
      }
      download.receivedBytes = 512
      bar.kvoController.unobserve(download)
      // snippet.end
    }
    return "\(probes.count) downloads are done, \(probes.count(where: \.isAlive)) are still in memory"
  }

  private static func lifetimeBound(_ story: Story) -> String {
    let bar = ProgressBar()
    var probes: [Probe] = []
    for _ in 1...100 {
      let download = Download()
      probes.append(Probe(download))
      bar.kvoControllerLifetimeBound.observe(download, \.$receivedBytes) { bar, download, _ in
        bar.show(download.receivedBytes)
      }
      download.receivedBytes = 512
    }
    return "\(probes.count) downloads are done, \(probes.count(where: \.isAlive)) are still in memory"
  }
}
