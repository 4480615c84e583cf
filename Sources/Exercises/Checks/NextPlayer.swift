import RawObserving

/// What the attempt at `next-player` gives to its check.
public protocol NextPlayerExercise {
  associatedtype Meter: AnyObject

  /// Makes a meter that follows no player yet.
  static func makeMeter(on display: Display) -> Meter

  /// The meter shows this player from now on, and no other one.
  static func follow(_ player: Player, with meter: Meter)

  /// The meter follows no player from now on.
  static func stop(_ meter: Meter)
}

extension Exercise {
  static let nextPlayer = Exercise(
    "next-player", lesson: 5, "A meter for the player that plays now",
    failure: "the meter shows nothing of the first player: it shows 7",
    hints: [
      "How many observations does the meter have after it has followed two players?",
      "An observation lasts as long as its token. Which tokens does the array still hold?",
      "One property is enough: `private var observation: ScopedObservation?`. `follow` assigns it, and `stop` sets it to "
        + "nil. The assignment releases the token of the player before.",
    ],
    proof: [
      "A meter followed two players, the second one twice, and stopped. Each showed nothing after its turn.",
      "If a token were kept too long, the earlier player would have been shown again.",
    ])
}

extension Check {
  /// Lets a meter follow one player, then another one, the same again, and none.
  public func nextPlayer<Attempt: NextPlayerExercise>(_ attempt: Attempt.Type) {
    let display = Display()
    var (first, second): (Player?, Player?) = (Player(), Player())
    let (firstTrace, secondTrace) = (Weak(first), Weak(second))
    second!.bufferedSeconds = 30
    step("the meter follows a player")
    var meter: Attempt.Meter? = Attempt.makeMeter(on: display)
    Attempt.follow(first!, with: meter!)
    expect(display, shows: 0, "the meter")
    first!.bufferedSeconds = 4
    expect(display, shows: 4, "the meter")
    step("a second meter follows the other player")
    let otherDisplay = Display()
    let other = Attempt.makeMeter(on: otherDisplay)
    Attempt.follow(second!, with: other)
    expect(otherDisplay, shows: 30, "the second meter")
    step("the meter follows another player")
    Attempt.follow(second!, with: meter!)
    expect(display, shows: 30, "the meter")
    step("the first player goes on")
    expectNothing(on: display, "the meter shows nothing of the first player") { first!.bufferedSeconds = 7 }
    expect(first!, hasRegistrations: 0, "the first player has no registration left")
    step("the second player goes on")
    second!.bufferedSeconds = 31
    expect(display, shows: 31, "the meter")
    step("the app releases the first player")
    first = nil
    expectGone(firstTrace, "the first player")
    step("the meter is told once more to follow the second player, which goes on")
    Attempt.follow(second!, with: meter!)
    let before = display.history.count
    second!.bufferedSeconds = 32
    let shown = Array(display.history.dropFirst(before))
    expect(
      shown == [32], "one change is shown once", saw: shown.isEmpty ? "it is not shown" : "it shows \(listed(shown))")
    step("the meter stops, and the second player goes on")
    Attempt.stop(meter!)
    expect(second!, hasRegistrations: 1, "only the second meter is registered with the second player")
    expectNothing(on: display, "the meter that has stopped shows nothing") { second!.bufferedSeconds = 33 }
    expect(otherDisplay, shows: 33, "the second meter")
    Attempt.stop(other)
    step("the meter follows the second player again, and is released")
    Attempt.follow(second!, with: meter!)
    expect(display, shows: 33, "the meter")
    let trace = Weak(meter)
    meter = nil
    expectGone(trace, "the released meter")
    expectNothing(on: display, "the released meter shows nothing") { second!.bufferedSeconds = 34 }
    step("the app releases the second player")
    second = nil
    expectGone(secondTrace, "the second player")
  }
}
