import Harness
import ManagedObserving
import RawObserving

/// LIF-2: the observed object is deallocated first, and announces the observed key by hand. Then the classic era makes no
/// check for leftover registrations. The current era removes them, and reports nothing either.
enum AnnouncedByHand {
  static let pitfall = Pitfall(
    "LIF-2", "announced-by-hand", "An object that announces a key by hand is deallocated while the key is observed",
    frequency: .rare, symptoms: [.diesWhenObservedGoes],
    change: .double(#"download.addObserver(bar, forKeyPath: "receivedBytes")"#, 1, of: 3), acts: acts)

  static let acts: [Act] = [
    .raw(
      "the download is deallocated while the bar observes it",
      .finds("the bar is called 1 time, the download is freed with 1 registration"),
      wanted: "the bar is called 1 time, the download is freed with 0 registrations", everyEra: true, raw),
    .raw(
      "the bar observes the name too, which is announced automatically", .dies(.stillRegistered),
      current: .finds("the bar is called 1 time, the download is freed with 2 registrations"),
      wanted: "the bar is called 1 time, the download is freed with 0 registrations", rawAndName),
    .raw(
      "the bar is removed by hand, in time",
      .finds("the bar is called 1 time, the download is freed with 0 registrations"), byHand),
    .managed(
      "the controller retains the download until the bar is released",
      .finds("the bar is called 1 time, the download is freed with 0 registrations"), managed),
    .managed(
      "the controller is bound to both lifetimes",
      .finds("the bar is called 1 time, the download is freed with 0 registrations"), lifetimeBound),
  ]

  /// A download that announces only whole kilobytes.
  private class SparingDownload: Download {
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

  /// Counts its registrations.
  private final class CountedDownload: SparingDownload {
    @Observed var name = "Naima"
    private let registrations: Tally

    init(_ registrations: Tally) { self.registrations = registrations }

    override func addObserver(
      _ observer: KeyValueObject, forKeyPath keyPath: String, options: KeyValueObservingOptions = [],
      context: UnsafeMutableRawPointer? = nil
    ) {
      super.addObserver(observer, forKeyPath: keyPath, options: options, context: context)
      registrations.count += 1
    }

    override func removeObserver(
      _ observer: KeyValueObject, forKeyPath keyPath: String, context: UnsafeMutableRawPointer?
    ) {
      super.removeObserver(observer, forKeyPath: keyPath, context: context)
      registrations.count -= 1
    }
  }

  // snippet.raw
  private static func raw(_ story: Story) -> String {
    let (bar, registrations) = (CountingView(), Tally())
    var download: CountedDownload! = CountedDownload(registrations)
    let probe = Probe(download)
    download.addObserver(bar, forKeyPath: "receivedBytes")
    for _ in 1...3 { download.receive(500) }
    story.say("3 pieces of 500 bytes: the bar is called \(times(bar.calls))")
    story.say("the download is released")
    download = nil
    return finding(bar.calls, probe, registrations)
  }
  // snippet.end

  private static func rawAndName(_ story: Story) -> String {
    let (bar, registrations) = (CountingView(), Tally())
    var download: CountedDownload! = CountedDownload(registrations)
    let probe = Probe(download)
    download.addObserver(bar, forKeyPath: "receivedBytes")
    download.addObserver(bar, forKeyPath: "name")
    for _ in 1...3 { download.receive(500) }
    story.say("the download is released")
    download = nil
    return finding(bar.calls, probe, registrations)
  }

  private static func byHand(_ story: Story) -> String {
    let (bar, registrations) = (CountingView(), Tally())
    var download: CountedDownload! = CountedDownload(registrations)
    let probe = Probe(download)
    download.addObserver(bar, forKeyPath: "receivedBytes")
    for _ in 1...3 { download.receive(500) }
    story.say("the bar is removed, and the download is released")
    download.removeObserver(bar, forKeyPath: "receivedBytes", context: nil)
    download = nil
    return finding(bar.calls, probe, registrations)
  }

  private static func managed(_ story: Story) -> String {
    let registrations = Tally()
    var bar: CountingView! = CountingView()
    var download: CountedDownload! = CountedDownload(registrations)
    let probe = Probe(download)
    bar.kvoController.observe(download, keyPath: "receivedBytes", context: nil)
    for _ in 1...3 { download.receive(500) }
    let calls = bar.calls
    download = nil
    story.say("the owner releases the download: it is \(probe.fate)")
    bar = nil
    story.say("the bar is released: the download is \(probe.fate)")
    return finding(calls, probe, registrations)
  }

  // snippet.lifetime-bound
  private static func lifetimeBound(_ story: Story) -> String {
    let (bar, registrations) = (CountingView(), Tally())
    var download: CountedDownload! = CountedDownload(registrations)
    let probe = Probe(download)
    bar.kvoControllerLifetimeBound.observe(download, keyPath: "receivedBytes", context: nil)
    for _ in 1...3 { download.receive(500) }
    story.say("the download is released, and the bar is not")
    download = nil
    return finding(bar.calls, probe, registrations)
  }
  // snippet.end

  private static func finding(_ calls: Int, _ probe: Probe, _ registrations: Tally) -> String {
    let left = plural(registrations.count, "registration")
    return "the bar is called \(times(calls)), the download is \(probe.fate) with \(left)"
  }
}
