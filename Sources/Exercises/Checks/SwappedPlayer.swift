public import RawObserving

/// What the attempt at `swapped-player` gives to its check.
public protocol SwappedPlayerExercise {
  associatedtype Bar: KeyValueObject

  /// Opens a bar that shows on the display how far the player has buffered.
  static func openBar(for player: Player, on display: Display) -> Bar

  /// Gives the bar another player to follow.
  static func follow(_ player: Player, with bar: Bar)
}

extension Exercise {
  static let swappedPlayer = Exercise(
    "swapped-player", lesson: 3, "A new object to observe",
    failure: "the next episode begins, with a player of its own: an observer is removed that is not registered",
    hints: [
      "Read the message: from which object should the observer be removed, and where was it added?",
      "In `didSet`, `player` is the new player already. Swift has a name for the one before.",
      "In `didSet`, write `oldValue.removeObserver(self, forKeyPath: \"bufferedSeconds\")`.",
    ],
    proof: [
      "The bar followed a second player, and the first one was then deallocated.",
      "A remove from the new player raises. With no remove, the first player would still call the bar.",
    ])
}

extension Check {
  /// Plays one episode, then another with a player of its own, and closes the bar.
  public func swappedPlayer<Attempt: SwappedPlayerExercise>(_ attempt: Attempt.Type) {
    let display = Display()
    var first: Player? = Player()
    let second = Player()
    step("the first episode buffers 3 seconds")
    var bar: Attempt.Bar? = Attempt.openBar(for: first!, on: display)
    first!.bufferedSeconds = 3
    expect(display, shows: 3, "the bar")
    step("the next episode begins, with a player of its own")
    Attempt.follow(second, with: bar!)
    expect(first!, hasRegistrations: 0, "the first episode's player has no registration left")
    step("the next episode buffers 5 seconds")
    second.bufferedSeconds = 5
    expect(display, shows: 5, "the bar")
    step("the first episode's player buffers 9 seconds")
    expectNothing(on: display, "the bar shows nothing of that player") { first!.bufferedSeconds = 9 }
    step("the first episode's player is released")
    let firstTrace = Weak(first)
    first = nil
    expectGone(firstTrace, "the first episode's player")
    step("the bar is given the player that it follows already")
    Attempt.follow(second, with: bar!)
    let count = display.history.count
    second.bufferedSeconds = 12
    expect(display, shows: 12, "the bar")
    let calls = display.history.dropFirst(count).count { $0 == 12 }
    expect(calls == 1, "the bar shows 12 once", saw: "it has shown it \(calls) times")
    second.bufferedSeconds = 12
    let again = display.history.dropFirst(count).count { $0 == 12 }
    expect(
      again == 2, "when 12 is set again, the bar shows it once more", saw: "it has shown it \(times(again)) in all")
    step("the bar is closed")
    let trace = Weak(bar)
    bar = nil
    expectGone(trace, "the bar")
    step("the next episode buffers on after the bar was closed")
    expectNothing(on: display, "the closed bar shows nothing more") { second.bufferedSeconds = 20 }
  }
}
