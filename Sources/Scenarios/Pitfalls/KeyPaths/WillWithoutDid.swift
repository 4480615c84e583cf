import Harness
import ManagedObserving
import RawObserving

/// KEY-7: a change is announced and, on one path out of the method, never finished.
enum WillWithoutDid {
  static let pitfall = Pitfall(
    "KEY-7", "will-without-did", "A change is announced with willChangeValue, and never with didChangeValue",
    frequency: .rare, symptoms: [.neverFreed, .valueWrong],
    change: .delete("defer { didChangeValue(forKey: key) }"), acts: acts)

  static let acts: [Act] = [
    .raw(
      "a method throws between will and did",
      .finds("the view hears 2 of 2 later pieces; only a late did frees the download and the view"),
      wanted: "the view hears 2 of 2 later pieces; the download and the view are freed", raw),
    .raw(
      "a did without a will follows later", .finds("the download has 3 bytes, the meter counts 6"),
      wanted: "the download has 3 bytes, the meter counts 3", stray),
    .managed(
      "a helper calls did even when its body throws",
      .finds("the view hears 2 of 2 later pieces; the download and the view are freed"), scoped),
    .managed(
      "a method throws between will and did",
      .finds("the view hears 2 of 2 later pieces; only a late did frees the download"),
      wanted: "the view hears 2 of 2 later pieces; the download and the view are freed", sameMistake: true, managed),
  ]

  // snippet.download
  private final class PiecedDownload: Download {
    private struct Empty: Error {}

    override class func automaticallyNotifiesObservers(forKey key: String) -> Bool {
      key != "receivedBytes"
    }

    func append(_ piece: [UInt8]) throws {
      willChangeValue(forKey: "receivedBytes")
      if piece.isEmpty { throw Empty() }  // leaves the method without didChangeValue
      receivedBytes += piece.count
      didChangeValue(forKey: "receivedBytes")
    }

    func appendScoped(_ piece: [UInt8]) throws {
      try changing("receivedBytes") {
        if piece.isEmpty { throw Empty() }
        receivedBytes += piece.count
      }
    }

    func finish() { didChangeValue(forKey: "receivedBytes") }  // in case something is still open
  }
  // snippet.end

  private final class DownloadView: KeyValueObject {
    let story: Story
    private(set) var calls = 0
    /// The sum of all differences between a new value and the old one.
    private(set) var counted = 0

    init(_ story: Story) {
      self.story = story
    }

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
      context: UnsafeMutableRawPointer?
    ) {
      calls += 1
      guard let old = change.oldValue as? Int, let new = change.newValue as? Int else { return }
      counted += new - old
      story.say("the view hears: \(old) became \(new)")
    }
  }

  private static func raw(_ story: Story) -> String {
    fates(story) { download, view in
      download.addObserver(view, forKeyPath: "receivedBytes", options: [.old, .new])
      defer { download.removeObserver(view, forKeyPath: "receivedBytes") }
      return receive(download, seenBy: view) { try download.append($0) }
    }
  }

  private static func stray(_ story: Story) -> String {
    let download = PiecedDownload()
    let meter = DownloadView(story)
    download.addObserver(meter, forKeyPath: "receivedBytes", options: [.old, .new])
    defer { download.removeObserver(meter, forKeyPath: "receivedBytes") }
    _ = receive(download, seenBy: meter) { try download.append($0) }
    story.say("the download finishes")
    download.finish()
    return "the download has \(plural(download.receivedBytes, "byte")), the meter counts \(meter.counted)"
  }

  private static func managed(_ story: Story) -> String { observed(story) { try $0.append($1) } }
  private static func scoped(_ story: Story) -> String { observed(story) { try $0.appendScoped($1) } }

  private static func observed(_ story: Story, _ append: (PiecedDownload, [UInt8]) throws -> Void) -> String {
    fates(story) { download, view in
      view.kvoController.observe(download, keyPath: "receivedBytes", options: [.old, .new], context: nil)
      return receive(download, seenBy: view) { try append(download, $0) }
    }
  }

  private static func receive(
    _ download: PiecedDownload, seenBy view: DownloadView, append: ([UInt8]) throws -> Void
  ) -> String {
    do { try append([]) } catch { view.story.say("an empty piece is refused") }
    let before = view.calls
    for piece: [UInt8] in [[1], [2, 3]] { try? append(piece) }
    return "the view hears \(view.calls - before) of 2 later pieces"
  }

  /// What `use` returns, and whether the two objects are freed when their owners release them.
  private static func fates(_ story: Story, _ use: (PiecedDownload, DownloadView) -> String) -> String {
    var download: PiecedDownload! = PiecedDownload()
    var view: DownloadView! = DownloadView(story)
    weak let remaining = download
    let probes = [("download", Probe(download)), ("view", Probe(view))]
    let heard = use(download, view)
    story.say("the owners release the view and the download")
    (view, download) = (nil, nil)
    let kept = probes.filter { $0.1.isAlive }.map(\.0)
    if kept.isEmpty { return heard + "; the download and the view are freed" }
    // A program that has released the download cannot do this.
    story.say("a late did ends the change that was left open")
    remaining?.finish()
    let remedy = probes.contains { $0.1.isAlive } ? "nothing" : "only a late did"
    return heard + "; \(remedy) frees the \(kept.joined(separator: " and the "))"
  }
}

// snippet.changing
extension KeyValueObject {
  /// Announces a change of the key, makes it, and ends the announcement even if the body throws.
  fileprivate func changing<Result>(_ key: String, _ body: () throws -> Result) rethrows -> Result {
    willChangeValue(forKey: key)
    defer { didChangeValue(forKey: key) }
    return try body()
  }
}
// snippet.end
