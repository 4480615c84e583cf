import ManagedObserving
import RawObserving

/// KEY-7: a change is announced and, on one path out of the method, never finished.
enum WillWithoutDid {
  static let pitfall = Pitfall(
    "KEY-7", "will-without-did", "A change is announced with willChangeValue, and never with didChangeValue",
    lesson: .keysAndPaths, symptoms: [.noLongerCalled],
    why: "After a `willChangeValue` without its `didChangeValue`, the change of the key stays open on that thread. "
      + "Later pairs become part of it.",
    fix: "Announce by hand only through a helper that calls `didChangeValue` in a `defer`. A controller cannot detect "
      + "the missing call.",
    prediction: Prediction(
      "A download announces its byte count by hand: will, the write, did. An empty piece makes the method throw "
        + "between will and did. Then two good pieces arrive. A view observes the count. For how many of the "
        + "two is it called?",
      .wrong(
        "For both.",
        "The error concerned the empty piece, and each good piece has its own will and did. But the first will is "
          + "still open, and the later pairs are nested in it."),
      .wrong(
        "For one: the next did ends the change that was left open.",
        "A did could end the oldest will. It ends the latest one, so the first stays open."),
      .wrong(
        "For one: the second, after the first has ended the open change.",
        "One lost call looks like the whole cost of the error. But no later pair ends the first change, so every later "
          + "call is lost."),
      .right("For none.", "The change that the empty piece began never ends, and the later pairs are parts of it.")),
    acts: [
      .raw(
        "a method throws between will and did", .finds("2 pieces arrive, the view hears 0"),
        wanted: "2 pieces arrive, the view hears 2",
        raw),
      .managed(
        "a helper calls did even when its body throws", .finds("2 pieces arrive, the view hears 2"), scoped),
      .managed(
        "a method throws between will and did", .finds("2 pieces arrive, the view hears 0"),
        wanted: "2 pieces arrive, the view hears 2",
        sameMistake: true, managed),
    ])

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
  }
  // snippet.end

  private final class DownloadView: KeyValueObject {
    let story: Story
    private(set) var calls = 0

    init(_ story: Story) {
      self.story = story
    }

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
      context: UnsafeMutableRawPointer?
    ) {
      calls += 1
      if let bytes = change.newValue as? Int { story.say("the view hears: the download has \(plural(bytes, "byte"))") }
    }
  }

  private static func raw(_ story: Story) -> String {
    let download = PiecedDownload()
    let view = DownloadView(story)
    download.addObserver(view, forKeyPath: "receivedBytes", options: .new)
    defer { download.removeObserver(view, forKeyPath: "receivedBytes") }
    return receive(download, seenBy: view) { try download.append($0) }
  }

  private static func managed(_ story: Story) -> String {
    let download = PiecedDownload()
    let view = DownloadView(story)
    view.kvoController.observe(download, keyPath: "receivedBytes", options: .new, context: nil)
    return receive(download, seenBy: view) { try download.append($0) }
  }

  private static func scoped(_ story: Story) -> String {
    let download = PiecedDownload()
    let view = DownloadView(story)
    view.kvoController.observe(download, keyPath: "receivedBytes", options: .new, context: nil)
    return receive(download, seenBy: view) { try download.appendScoped($0) }
  }

  private static func receive(
    _ download: PiecedDownload, seenBy view: DownloadView, append: ([UInt8]) throws -> Void
  ) -> String {
    do { try append([]) } catch { view.story.say("an empty piece is refused") }
    let before = view.calls
    for piece: [UInt8] in [[1], [2, 3]] { try? append(piece) }
    return "2 pieces arrive, the view hears \(view.calls - before)"
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
