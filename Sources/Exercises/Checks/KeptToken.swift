import RawObserving

/// What the attempt at `kept-token` gives to its check.
public protocol KeptTokenExercise {
  associatedtype Meter: AnyObject

  /// Makes a meter that shows on the display how far the player has buffered. It is on the screen.
  static func makeMeter(for player: Player, on display: Display) -> Meter

  /// The meter leaves the screen. Its owner keeps it.
  static func hide(_ meter: Meter)

  /// The meter is back on the screen.
  static func show(_ meter: Meter)
}

extension Exercise {
  static let keptToken = Exercise(
    "kept-token", lesson: 5, "A meter that stands still",
    failure: "the meter shows 5: it shows 2",
    hints: [
      "Who keeps the token when `show()` has returned? And what does the closure keep?",
      "Give the meter a property for its token. Then look at the check's next finding: the meter owns the token, the "
        + "token owns the closure, and the closure must not own the meter.",
      "`private var observation: ScopedObservation?`. In `show()`: `observation = kvoController.observe(player, "
        + "\\.$bufferedSeconds, options: .initial) { meter, player, _ in meter.display.show(player.bufferedSeconds) }"
        + ".scoped()`. In `hide()`: `observation = nil`.",
    ],
    proof: [
      "A meter was shown, hidden, shown twice in a row, and released, and each change was shown once.",
      "A dropped token would have shown one value. A closure with `self` would have kept the meter.",
    ])
}

extension Check {
  /// Shows a meter, hides it, shows it again, and releases it.
  public func keptToken<Attempt: KeptTokenExercise>(_ attempt: Attempt.Type) {
    let (player, display) = (Player(), Display())
    player.bufferedSeconds = 2
    step("a meter is made, for a player that has buffered 2 seconds")
    var meter: Attempt.Meter? = Attempt.makeMeter(for: player, on: display)
    let otherDisplay = Display()
    let other = Attempt.makeMeter(for: player, on: otherDisplay)
    expect(display, shows: 2, "the meter")
    step("the player buffers 3 more seconds, one by one")
    for seconds in 3...5 { player.bufferedSeconds = seconds }
    expect(display, shows: 5, "the meter")
    expect(display, hasShown: [2, 3, 4, 5], "the meter has shown 2, 3, 4 and 5")
    expect(otherDisplay, hasShown: [2, 3, 4, 5], "a second meter for the player has shown the same")
    step("the meter is hidden, and the player goes on")
    Attempt.hide(meter!)
    expect(player, hasRegistrations: 1, "the hidden meter leaves no registration beside that of the second meter")
    expectNothing(on: display, "the hidden meter shows nothing") { player.bufferedSeconds = 8 }
    step("the meter is shown again")
    Attempt.show(meter!)
    expect(display, shows: 8, "the meter")
    step("the meter is shown while it is on the screen, and the player goes on")
    Attempt.show(meter!)
    let before = display.history.count
    player.bufferedSeconds = 9
    let shown = Array(display.history.dropFirst(before))
    expect(shown == [9], "one change is shown once", saw: "it shows \(listed(shown))")
    player.bufferedSeconds = 9
    expect(
      display.history.count == before + 2, "a second set of 9 is shown once more",
      saw: "it shows \(listed(Array(display.history.dropFirst(before)))) in all")
    step("the meter is released")
    let trace = Weak(meter)
    meter = nil
    expectGone(trace, "the released meter")
    step("the player goes on after the meter was released")
    expectNothing(on: display, "the released meter shows nothing") { player.bufferedSeconds = 10 }
    withExtendedLifetime(other) {
      expect(player, hasRegistrations: 1, "only the second meter is registered")
      expect(otherDisplay, shows: 10, "the second meter")
    }
  }
}
