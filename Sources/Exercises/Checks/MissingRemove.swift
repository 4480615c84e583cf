public import RawObserving

/// What the attempt at `missing-remove` gives to its check.
public protocol MissingRemoveExercise {
  associatedtype Bar: KeyValueObject

  /// Makes the bar of a window that has just opened.
  static func openBar(for player: Player) -> Bar

  /// What the bar shows now.
  static func shownSeconds(of bar: Bar) -> Int
}

extension Exercise {
  static let missingRemove = Exercise(
    "missing-remove", lesson: 4, "The change after a window has closed",
    failure: "the player buffers on after the window has closed: a change is delivered to a deallocated observer",
    hints: [
      "Which registrations does the player have when the bar is deallocated?",
      "A class that adds itself as an observer has one last chance to remove itself: its deinit.",
      "Write `deinit { player.removeObserver(self, forKeyPath: \"bufferedSeconds\") }` into the bar.",
    ],
    proof: [
      "The check closed one of two windows, and the player went on for the other.",
      "A bar that is still registered would have ended the process at the player's next change.",
    ])
}

extension Check {
  /// Opens two windows on one player, closes one, and buffers on.
  public func missingRemove<Attempt: MissingRemoveExercise>(_ attempt: Attempt.Type) {
    let player = Player()
    var bar: Attempt.Bar? = Attempt.openBar(for: player)
    let other = Attempt.openBar(for: player)
    step("the player buffers 3 seconds while two windows are open")
    player.bufferedSeconds = 3
    expect(bar.map(Attempt.shownSeconds), shows: 3, "the first bar")
    expect(Attempt.shownSeconds(of: other), shows: 3, "the second bar")
    step("the first window closes")
    let trace = Weak(bar)
    bar = nil
    expectGone(trace, "the first bar")
    step("the player buffers on after the window has closed")
    player.bufferedSeconds = 8
    expect(Attempt.shownSeconds(of: other), shows: 8, "the second bar")
    withExtendedLifetime(other) {
      expectObserved(player, "the player of the second bar")
      expect(player, hasRegistrations: 1, "only the second bar is registered")
    }
  }

  private func expect(_ found: Int?, shows wanted: Int, _ what: String) {
    expect(found == wanted, "\(what) shows \(wanted)", saw: found.map { "it shows \($0)" } ?? "it shows nothing")
  }
}
