import Harness
import ManagedObserving
import RawObserving

/// OPT-4: with `prior` there are two calls for each change, and the observer does its work in both.
enum PriorCalls {
  static let pitfall = Pitfall(
    "OPT-4", "prior-calls", "The prior option doubles the calls",
    frequency: .rare, symptoms: [.calledTwice, .wrongTime],
    change: .double("download.receivedBytes = 256", 1, of: 2), acts: acts)

  static let acts: [Act] = [
    .raw(
      "every call is counted as a piece", .finds("2 pieces arrive, the bar counts 4"),
      wanted: "2 pieces arrive, the bar counts 2"
    ) { raw($0) { _ in false } },
    .raw("the prior calls are not counted", .finds("2 pieces arrive, the bar counts 2")) {
      raw($0) { change in change.isPrior }
    },
    .managed("the prior calls are not counted", .finds("2 pieces arrive, the bar counts 2")) {
      managed($0) { change in change.isPrior }
    },
    .managed(
      "every call is counted as a piece", .finds("2 pieces arrive, the bar counts 4"),
      wanted: "2 pieces arrive, the bar counts 2", sameMistake: true
    ) { managed($0) { _ in false } },
  ]

  /// Counts pieces. Before each one it takes a picture of itself, to fade from the old look to the new.
  private final class Bar: KeyValueObject {
    let story: Story
    private(set) var pieces = 0
    private let isPrior: (KeyValueChange) -> Bool

    init(_ story: Story, _ isPrior: @escaping (KeyValueChange) -> Bool = { _ in false }) {
      self.story = story
      self.isPrior = isPrior
    }

    func update(isPrior: Bool) {
      if isPrior {
        story.say("the bar takes a picture of itself")
      } else {
        pieces += 1
        story.say("the bar counts \(pieces)")
      }
    }

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
      context: UnsafeMutableRawPointer?
    ) {
      story.say("the bar is told: \(change)")
      update(isPrior: isPrior(change))
    }
  }

  private static func raw(_ story: Story, _ isPrior: @escaping (KeyValueChange) -> Bool) -> String {
    let download = Download()
    let bar = Bar(story, isPrior)
    // snippet.asked
    download.addObserver(bar, forKeyPath: "receivedBytes", options: [.new, .prior])
    download.receivedBytes = 256
    download.receivedBytes = 512
    // snippet.end
    download.removeObserver(bar, forKeyPath: "receivedBytes")
    return "2 pieces arrive, the bar counts \(bar.pieces)"
  }

  private static func managed(
    _ story: Story, _ isPrior: @escaping (KeyValueChange) -> Bool
  ) -> String {
    let download = Download()
    let bar = Bar(story)
    // snippet.managed
    // By string, because a typed observation has no prior calls.
    bar.kvoController.observe(download, keyPath: "receivedBytes", options: [.new, .prior]) {
      bar, _, change in
      bar.update(isPrior: isPrior(change))
    }
    // snippet.end
    download.receivedBytes = 256
    download.receivedBytes = 512
    return "2 pieces arrive, the bar counts \(bar.pieces)"
  }
}
