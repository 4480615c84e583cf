import ManagedObserving
import RawObserving

/// MED-6: a controller retains an object until it is unobserved, even if it is no longer used.
enum KeptDownloads {
  static let pitfall = Pitfall(
    "MED-6", "kept-downloads", "Observed objects stay in memory after their last use",
    lesson: .mediatorTraps, symptoms: [.neverFreed],
    why: "A controller retains what it observes until it is unobserved, or until the controller itself is deallocated.",
    fix: "Unobserve each object when it is no longer used, or use `kvoControllerLifetimeBound`, which does not "
      + "retain it.",
    prediction: Prediction(
      "A bar observes a hundred downloads, one after the other, through its `kvoController`, and stays in "
        + "memory. No other object holds the downloads any more. How many are in memory?",
      .wrong(
        "None.",
        "A registration by hand retains nothing, and weak references are usual for observing. This controller retains "
          + "what it observes, so that nothing is deallocated while it is observed."),
      .wrong(
        "One, the last.",
        "A bar shows one download at a time. But observing another object does not end the observations before it."),
      .right(
        "All hundred.",
        "The controller retains each until it is unobserved, and no code unobserves them.")),
    acts: [
      .raw(
        "no download is unobserved", .finds("100 downloads are done, 100 are still in memory"),
        wanted: "100 downloads are done, 0 are still in memory", misused),
      .managed(
        "each is unobserved when it is done", .finds("100 downloads are done, 0 are still in memory"), unobserved),
      .managed(
        "the lifetime-bound controller, which does not retain them",
        .finds("100 downloads are done, 0 are still in memory"), lifetimeBound),
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
      // snippet.lifetime-bound
      bar.kvoControllerLifetimeBound.observe(download, \.$receivedBytes) { bar, download, _ in
        bar.show(download.receivedBytes)
      }
      // snippet.end
      download.receivedBytes = 512
    }
    return "\(probes.count) downloads are done, \(probes.count(where: \.isAlive)) are still in memory"
  }
}
