/// What the attempt at `kept-display` gives to its check.
@MainActor
public protocol KeptDisplayExercise: SendableMetatype {
  associatedtype Display: AnyObject

  /// Opens a display of the thermometer.
  static func openDisplay(for thermometer: Thermometer) -> Display

  /// Every temperature that the display has shown, the first one first.
  static func shown(by display: Display) -> [Int]
}

extension Exercise {
  static let keptDisplay = Exercise(
    "kept-display", lesson: 17, "A display that stays in memory",
    failure: "the released display is deallocated: the released display is still in memory",
    hints: [
      "Which references to the display exist while the loop waits for the next temperature?",
      "`guard let self` makes a strong reference, which lasts to the end of its scope. Before the loop, this scope is "
        + "the task. So the deinit, which would cancel the task, never runs.",
      "Move `guard let self else { return }` into the loop, and keep the deinit: it ends the loop, which holds the "
        + "thermometer.",
    ],
    proof: [
      "Displays were released while they waited, after a change, and before their first temperature.",
      "A task that holds its display keeps it in memory. A task that never ends keeps the thermometer.",
    ])
}

extension Check {
  /// Opens displays of two thermometers, and releases them at different times.
  public func keptDisplay<Attempt: KeptDisplayExercise>(_ attempt: Attempt.Type) {
    onMainActor { await self.displays(attempt) }
  }

  @MainActor
  private func displays<Attempt: KeptDisplayExercise>(_ attempt: Attempt.Type) async {
    step("a display opens, and the temperature rises")
    var thermometer: Thermometer? = Thermometer(degrees: 20)
    var display: Attempt.Display? = thermometer.map { Attempt.openDisplay(for: $0) }
    for wanted in [[20], [20, 21], [20, 21, 22]] {
      thermometer?.degrees = wanted.last!
      let shown = { display.map { Attempt.shown(by: $0) } ?? [] }
      await letOthersRun(forAtMost: .seconds(2)) { shown() == wanted }
      expect(shown() == wanted, "the display has shown \(wanted)", saw: "it has shown \(shown())")
      if shown() != wanted { return }
    }
    step("the temperature rises twice before anything is asked")
    for degrees in [23, 24] {
      thermometer?.degrees = degrees
      await letOthersRun(forAtMost: .milliseconds(50)) { false }
    }
    let all = display.map { Attempt.shown(by: $0) } ?? []
    expect(all == [20, 21, 22, 23, 24], "the display has shown [20, 21, 22, 23, 24]", saw: "it has shown \(all)")
    step("the display and the thermometer are released")
    var (display1, thermometer1) = (Weak(display), Weak(thermometer))
    (display, thermometer) = (nil, nil)
    await letOthersRun(forAtMost: .seconds(2)) { display1.isGone && thermometer1.isGone }
    expectGone(display1, "the released display")
    expectGone(thermometer1, "the released thermometer")
    step("the temperature rises, and one of two displays is released at once")
    let shared = Thermometer(degrees: 10)
    let other = Attempt.openDisplay(for: shared)
    display = Attempt.openDisplay(for: shared)
    await letOthersRun(forAtMost: .seconds(2)) { Attempt.shown(by: other) == [10] }
    display1 = Weak(display)
    shared.degrees = 11
    display = nil
    await letOthersRun(forAtMost: .seconds(2)) { display1.isGone }
    expectGone(display1, "the display of a thermometer that stays")
    await letOthersRun(forAtMost: .seconds(2)) { Attempt.shown(by: other) == [10, 11] }
    let shown = Attempt.shown(by: other)
    expect(shown == [10, 11], "the other display has shown [10, 11]", saw: "it has shown \(shown)")
    step("a display is released before its first temperature")
    thermometer = Thermometer(degrees: 30)
    thermometer1 = Weak(thermometer)
    display1 = Weak(thermometer.map { Attempt.openDisplay(for: $0) })
    thermometer = nil
    await letOthersRun(forAtMost: .seconds(2)) { display1.isGone && thermometer1.isGone }
    expectGone(display1, "that display")
    expectGone(thermometer1, "its thermometer")
  }
}
