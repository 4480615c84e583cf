import Harness

/// Shows dates, on the main actor.
@MainActor
class DateView {
  let story: Story
  private(set) var shown: [Int] = []

  init(_ story: Story) {
    self.story = story
  }

  func show(_ date: Int) {
    shown.append(date)
    story.say("the view shows \(date)")
  }
}
