import ManagedObserving
import RawObserving

/// MED-6: what a controller retains stays in memory until it is unobserved, used or not.
enum KeptDownloads {
  static let pitfall = Pitfall(
    "MED-6", "kept-downloads", "Observed objects are retained after their use",
    lesson: "26-the-mediators-small-print.md#med-6-kept-downloads",
    acts: [
      .raw("nobody unobserves", .finds("100 downloads done, 100 in memory"), misused),
      .managed(
        "each is unobserved when it is done", .finds("100 downloads done, 0 in memory"), unobserved),
      .managed(
        "the controller does not retain, and is bound to both lifetimes",
        .finds("100 downloads done, 0 in memory"), lifetimeBound),
    ])

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
    return "\(probes.count) downloads done, \(probes.count(where: \.isAlive)) in memory"
  }
  // snippet.end

  private static func unobserved(_ story: Story) -> String {
    let bar = ProgressBar()
    var probes: [Probe] = []
    for _ in 1...100 {
      let download = Download()
      probes.append(Probe(download))
      bar.kvoController.observe(download, \.$receivedBytes) { bar, download, _ in
        bar.show(download.receivedBytes)
      }
      download.receivedBytes = 512
      bar.kvoController.unobserve(download)
    }
    return "\(probes.count) downloads done, \(probes.count(where: \.isAlive)) in memory"
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
    return "\(probes.count) downloads done, \(probes.count(where: \.isAlive)) in memory"
  }
}
