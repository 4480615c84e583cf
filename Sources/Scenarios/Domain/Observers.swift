import Harness
import RawObserving

/// An observer that counts its calls.
class CountingView: KeyValueObject {
  var calls = 0

  override func observeValue(
    forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
    context: UnsafeMutableRawPointer?
  ) {
    calls += 1
  }
}

/// An observer that counts its calls, and tells each new value.
class TellingView: CountingView {
  let story: Story
  private let subject: String

  /// - Parameter subject: what stands before the value: nothing, or `the date is`.
  init(_ story: Story, _ subject: String = "the date is") {
    self.story = story
    self.subject = subject.isEmpty ? "" : subject + " "
  }

  override func observeValue(
    forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
    context: UnsafeMutableRawPointer?
  ) {
    calls += 1
    if let value = change.newValue { story.say("the view hears: \(subject)\(value)") }
  }
}

/// An observer that tells each new value, and counts its calls in a tally that outlives it.
class TallyingView: KeyValueObject {
  let story: Story
  let heard: Tally

  init(_ story: Story, _ heard: Tally) {
    self.story = story
    self.heard = heard
  }

  override func observeValue(
    forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
    context: UnsafeMutableRawPointer?
  ) {
    heard.count += 1
    if let date = change.newValue { story.say("the view hears: the date is \(date)") }
  }
}

/// A count that outlives what it counts for.
final class Tally {
  var count = 0
}
