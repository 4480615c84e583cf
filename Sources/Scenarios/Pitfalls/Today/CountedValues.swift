import Harness
import ManagedObserving
import Observation
import RawObserving

/// MOD-11: the first value of `Observations` is not a change, and one value can report several changes.
enum CountedValues {
  static let pitfall = Pitfall(
    "MOD-11", "counted-values", "The values of Observations are counted as changes",
    frequency: .sometimes, symptoms: [.partOfTheValue, .calledForNothing],
    change: .double("download.receive(256)"), acts: acts)

  static let acts: [Act] = [
    .raw(
      "no piece arrives", .finds("0 pieces arrive, the bar counts 1"),
      wanted: "0 pieces arrive, the bar counts 0",
      onMainActor { await countValues($0, pieces: 0) }),
    .raw(
      "three pieces arrive at once", .finds("3 pieces arrive, the bar counts 2"),
      wanted: "3 pieces arrive, the bar counts 3",
      onMainActor { await countValues($0, pieces: 3) }),
    .managed("the download counts its pieces", .finds("3 pieces arrive, the bar counts 3"), onMainActor(askForCount)),
    .managed(
      "the controller's sequence of changes", .finds("3 pieces arrive, the bar counts 3"), onMainActor(sequence)),
  ]

  @MainActor
  @Observable
  fileprivate final class TodaysDownload {
    private(set) var receivedBytes = 0
    private(set) var pieces = 0

    func receive(_ bytes: Int) {
      receivedBytes += bytes
      pieces += 1
    }
  }

  @MainActor
  private final class ProgressBar {
    let story: Story
    private(set) var counted = 0
    private(set) var bytes = -1

    init(_ story: Story) {
      self.story = story
    }

    // snippet.misused
    @available(macOS 26, *)
    func countValues(of download: TodaysDownload) async {
      for await bytes in Observations({ download.receivedBytes }) {
        counted += 1
        story.say("value \(counted): \(bytes) bytes")
        self.bytes = bytes
      }
    }
    // snippet.end

    @available(macOS 26, *)
    func askForCount(of download: TodaysDownload) async {
      for await (bytes, pieces) in Observations({ (download.receivedBytes, download.pieces) }) {
        counted = pieces
        story.say("\(bytes) bytes in \(pieces) pieces")
        self.bytes = bytes
      }
    }
  }

  @MainActor
  private static func countValues(_ story: Story, pieces: Int) async -> String {
    guard #available(macOS 26, *) else { return "Observations needs macOS 26" }
    return await finding(story, pieces: pieces) { await $0.countValues(of: $1) }
  }

  @MainActor
  private static func askForCount(_ story: Story) async -> String {
    guard #available(macOS 26, *) else { return "Observations needs macOS 26" }
    return await finding(story, pieces: 3) { await $0.askForCount(of: $1) }
  }

  @MainActor
  private static func sequence(_ story: Story) async -> String {
    // snippet.sequence
    let (download, observer) = (Download(), CountingView())
    let changes = observer.kvoController.changes(of: download, \.$receivedBytes, options: [])
    for piece in 1...3 {
      story.say("piece \(piece) arrives")
      download.receivedBytes += 256
    }
    observer.kvoController.unobserveAll()  // otherwise the loop would wait for more
    var counted = 0
    for await change in changes {
      counted += 1
      story.say("change \(counted): \(change.value) bytes")
    }
    // snippet.end
    return "3 pieces arrive, the bar counts \(counted)"
  }

  @MainActor
  private static func finding(
    _ story: Story, pieces: Int,
    _ watch: @escaping @MainActor (ProgressBar, TodaysDownload) async -> Void
  ) async -> String {
    let (download, bar) = (TodaysDownload(), ProgressBar(story))
    let task = Task { await watch(bar, download) }
    await wait { bar.bytes == 0 }
    for piece in 0..<pieces {
      story.say("piece \(piece + 1) arrives")
      download.receive(256)
    }
    await wait { bar.bytes == download.receivedBytes }
    await letOthersRun()
    await cancel([task])
    return "\(pieces) pieces arrive, the bar counts \(bar.counted)"
  }
}
