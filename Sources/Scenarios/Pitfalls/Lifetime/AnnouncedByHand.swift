import ManagedObserving
import RawObserving

/// LIF-2: the observed object is deallocated first, and announces the observed key by hand. No era of this engine
/// cleans up then.
enum AnnouncedByHand {
  static let pitfall = Pitfall(
    "LIF-2", "announced-by-hand",
    "An object that announces a key by hand is deallocated while the key is observed",
    lesson: .whoDiesFirst, symptoms: [.diesWhenObservedGoes],
    why: "In this engine, the later eras remove leftover registrations only for keys with automatic notification. For "
      + "a key that is announced by hand, the exception is raised in every era.",
    fix: "Remove the observer before the object is deallocated. Or observe through a controller: `kvoController` "
      + "retains the object, and `kvoControllerLifetimeBound` removes the registration when the object is "
      + "deallocated.",
    prediction: Prediction(
      "A download switches automatic notification off for `receivedBytes`, and announces the changes itself with "
        + "`willChangeValue` and `didChangeValue`. It is deallocated while a progress bar observes it. What happens in "
        + "this engine?",
      .right(
        "The process dies, in every era.",
        "The relaxed and current eras of the engine clean up only after keys that notify automatically."),
      .wrong(
        "It depends on the era: an exception in the classic era, a silent clean-up in the later ones.",
        "This is right for a key that notifies automatically, so it is the obvious guess. The clean-up leaves out a "
          + "key that is announced by hand."),
      .wrong(
        "Nothing. With automatic notification off, the download has no registrations.",
        "The name sounds as if observing were off. It stops only the announcements that the setter makes; "
          + "`addObserver` registers the bar as usual.")),
    acts: [
      .raw(
        "the download is deallocated while the bar observes it",
        .dies(.stillRegistered),
        wanted: "the bar hears 1 change, the download is freed, the program goes on", everyEra: true, raw),
      .raw(
        "the bar is removed by hand, in time", .finds("the bar hears 1 change, the download is freed"), byHand),
      .managed(
        "the controller retains the download until the bar is released",
        .finds("the bar hears 1 change, the download is freed"), managed),
      .managed(
        "the controller is bound to both lifetimes",
        .finds("the bar hears 1 change, the download is freed"), lifetimeBound),
    ])

  // snippet.download
  /// A download that announces only whole kilobytes.
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

  // snippet.raw
  private static func raw(_ story: Story) -> String {
    let bar = ProgressBar()
    var download: SparingDownload! = SparingDownload()
    let probe = Probe(download)
    download.addObserver(bar, forKeyPath: "receivedBytes")
    for _ in 1...3 { download.receive(500) }
    story.say("3 pieces of 500 bytes: the bar hears \(plural(bar.calls, "change"))")
    story.say("the download is released")
    download = nil
    return "the bar hears \(plural(bar.calls, "change")), \(fate(probe)), the program goes on"
  }
  // snippet.end

  private static func byHand(_ story: Story) -> String {
    let bar = ProgressBar()
    var download: SparingDownload! = SparingDownload()
    let probe = Probe(download)
    download.addObserver(bar, forKeyPath: "receivedBytes")
    for _ in 1...3 { download.receive(500) }
    story.say("the bar is removed, and the download is released")
    download.removeObserver(bar, forKeyPath: "receivedBytes")
    download = nil
    return "the bar hears \(plural(bar.calls, "change")), \(fate(probe))"
  }

  private static func managed(_ story: Story) -> String {
    var bar: ProgressBar! = ProgressBar()
    var download: SparingDownload! = SparingDownload()
    let probe = Probe(download)
    bar.kvoController.observe(download, keyPath: "receivedBytes", context: nil)
    for _ in 1...3 { download.receive(500) }
    let calls = bar.calls
    download = nil
    story.say("the owner releases the download: \(fate(probe))")
    bar = nil
    story.say("the bar is released: \(fate(probe))")
    return "the bar hears \(plural(calls, "change")), \(fate(probe))"
  }

  // snippet.lifetime-bound
  private static func lifetimeBound(_ story: Story) -> String {
    let bar = ProgressBar()
    var download: SparingDownload! = SparingDownload()
    let probe = Probe(download)
    bar.kvoControllerLifetimeBound.observe(download, keyPath: "receivedBytes", context: nil)
    for _ in 1...3 { download.receive(500) }
    story.say("the download is released, and the bar is not")
    download = nil
    return "the bar hears \(plural(bar.calls, "change")), \(fate(probe))"
  }
  // snippet.end

  private static func fate(_ probe: Probe) -> String {
    "the download is \(probe.isAlive ? "alive" : "freed")"
  }
}
