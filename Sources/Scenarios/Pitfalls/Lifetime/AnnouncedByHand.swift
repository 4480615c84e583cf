import ManagedObserving
import RawObserving

/// LIF-2: the observed object dies first, and its key is announced by hand: no era cleans up after it.
enum AnnouncedByHand {
  static let pitfall = Pitfall(
    "LIF-2", "announced-by-hand",
    "An object dies observed, and announces the observed key by hand",
    lesson: "24-the-rest-of-lifetime-and-threads.md#lif-2-announced-by-hand",
    acts: [
      .raw(
        "the download dies while the bar observes it",
        .dies("was deallocated while key value observers were still registered with it"),
        everyEra: true, raw),
      .raw(
        "the bar is removed by hand, in time", .finds("1 change heard, downloads freed: 1"), byHand),
      .managed(
        "the controller keeps the download until the bar goes",
        .finds("1 change heard, downloads freed: 1, in silence"), managed),
      .managed(
        "the controller is bound to both lifetimes",
        .finds("1 change heard, downloads freed: 1, in silence"), lifetimeBound),
    ])

  // snippet.download
  /// A download that announces whole kilobytes only.
  private final class SparingDownload: Download {
    override class func automaticallyNotifiesObservers(forKey key: String) -> Bool {
      key != "receivedBytes" && super.automaticallyNotifiesObservers(forKey: key)
    }

    func receive(_ count: Int) {
      let isKilobyte = (receivedBytes + count) / 1024 > receivedBytes / 1024
      if isKilobyte { willChangeValue(forKey: "receivedBytes") }
      receivedBytes += count
      if isKilobyte { didChangeValue(forKey: "receivedBytes") }
    }
  }
  // snippet.end

  private final class ProgressBar: KeyValueObject {
    private(set) var calls = 0

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
      context: UnsafeMutableRawPointer?
    ) {
      calls += 1
    }
  }

  private static func raw(_ story: Story) -> String {
    let bar = ProgressBar()
    var download: SparingDownload! = SparingDownload()
    let probe = Probe(download)
    download.addObserver(bar, forKeyPath: "receivedBytes")
    for _ in 1...3 { download.receive(500) }
    story.say("3 pieces of 500 bytes: the bar hears \(bar.calls) change")
    story.say("the download goes")
    download = nil
    return "\(bar.calls) change heard, \(freed(probe)), and it went on"
  }

  private static func byHand(_ story: Story) -> String {
    let bar = ProgressBar()
    var download: SparingDownload! = SparingDownload()
    let probe = Probe(download)
    download.addObserver(bar, forKeyPath: "receivedBytes")
    for _ in 1...3 { download.receive(500) }
    story.say("the bar is removed, and the download goes")
    download.removeObserver(bar, forKeyPath: "receivedBytes")
    download = nil
    return "\(bar.calls) change heard, \(freed(probe))"
  }

  private static func managed(_ story: Story) -> String {
    var bar: ProgressBar! = ProgressBar()
    var download: SparingDownload! = SparingDownload()
    let probe = Probe(download)
    bar.kvoController.observe(download, keyPath: "receivedBytes", context: nil)
    for _ in 1...3 { download.receive(500) }
    let calls = bar.calls
    download = nil
    story.say("its owner has let go of the download: \(freed(probe))")
    bar = nil
    story.say("the bar has gone: \(freed(probe))")
    return "\(calls) change heard, \(freed(probe)), in silence"
  }

  private static func lifetimeBound(_ story: Story) -> String {
    let bar = ProgressBar()
    var download: SparingDownload! = SparingDownload()
    let probe = Probe(download)
    bar.kvoControllerLifetimeBound.observe(download, keyPath: "receivedBytes", context: nil)
    for _ in 1...3 { download.receive(500) }
    story.say("the download goes, and the bar stays")
    download = nil
    return "\(bar.calls) change heard, \(freed(probe)), in silence"
  }

  private static func freed(_ probe: Probe) -> String {
    "downloads freed: \(probe.isAlive ? 0 : 1)"
  }
}
