import Observation

/// What the attempt at `missed-readings` gives to its check.
@MainActor
public protocol MissedReadingsExercise: SendableMetatype {
  associatedtype Battery: AnyObject
  associatedtype Gauge: AnyObject

  /// Makes a full battery: 100 percent.
  static func makeBattery() -> Battery

  /// Sets the charge of the battery.
  static func setPercent(_ percent: Int, of battery: Battery)

  /// Makes a gauge that shows the battery.
  static func makeGauge(for battery: Battery) -> Gauge

  /// Every value that the gauge has shown, the first one first.
  static func shown(by gauge: Gauge) -> [Int]

  /// The assigned values that the gauge with a controller shows and the gauge with Observation does not, in order.
  static var missed: [Int] { get }
}

extension Exercise {
  static let missedReadings = Exercise(
    "missed-readings", lesson: 17, "What Observation does not tell",
    failure: "the class of the battery is Observable: it is not",
    hints: [
      "An `@Observable` class has no base class. How many times does `withObservationTracking` call `onChange`, and "
        + "which value does the battery have then?",
      "`onChange` is called once, and before the write. Start a task on the main actor there, and track again in the "
        + "task. By then the other writes of the same turn have been made. Both classes are `@MainActor`, and the gauge "
        + "keeps the battery.",
      "`withObservationTracking { shown.append(battery.percent) } onChange: { [weak self] in "
        + "Task { @MainActor [weak self] in self?.show() } }` in a method `show()`. Of the assignments of one turn only "
        + "the last is shown, and one of an equal value is not shown at all. Compare the values that are set with `shown`.",
    ],
    proof: [
      "The gauge showed the charge after each turn, and you named each assignment that it missed.",
      "A gauge that reads before the write would have shown the charge before the change.",
    ])
}

extension Check {
  /// Sets the battery in four turns of the run loop, and compares what the gauge has shown with what is named.
  public func missedReadings<Attempt: MissedReadingsExercise>(_ attempt: Attempt.Type) {
    onMainActor { await self.readings(attempt) }
  }

  @MainActor
  private func readings<Attempt: MissedReadingsExercise>(_ attempt: Attempt.Type) async {
    step("a gauge shows a full battery")
    let battery = Attempt.makeBattery()
    var gauge: Attempt.Gauge? = Attempt.makeGauge(for: battery)
    let readings = { gauge.map { Attempt.shown(by: $0) } ?? [] }
    expect(battery is any Observable, "the class of the battery is Observable", saw: "it is not")
    // Some ways to observe read for the first time in a turn of their own.
    await letOthersRun(forAtMost: .seconds(2)) { !readings().isEmpty }
    expect(readings() == [100], "the gauge has shown [100]", saw: "it has shown \(readings())")
    for turn in [[80, 70], [60], [60], [50, 40, 20]] {
      step("in one turn of the run loop, the battery is set to \(turn.map { "\($0)" }.joined(separator: ", "))")
      for percent in turn { Attempt.setPercent(percent, of: battery) }
      await letOthersRun(forAtMost: .seconds(2)) { readings().last == turn.last }
      let last = readings().last.map { "\($0)" } ?? "nothing"
      if readings().last != turn.last {
        return expect(false, "the gauge shows \(turn.last!)", saw: "it shows \(last)")
      }
    }
    let (shown, states) = (readings(), [100, 70, 60, 20])
    expect(shown == states, "the gauge has shown the state after each turn, \(states)", saw: "it has shown \(shown)")
    // Which values are missed is a question about a gauge that misses some.
    if shown != states { return }
    step("the attempt names the values that the gauge has missed")
    var missed = [100, 80, 70, 60, 60, 50, 40, 20]
    for percent in states { missed.remove(at: missed.lastIndex(of: percent)!) }
    expect(
      Attempt.missed == missed,
      "`missed` lists the values that were set and not shown, a repeated one too, in order, and no other value",
      saw: "it has \(Attempt.missed)")
    step("the battery is set to 2 and to 3, each in a turn of its own, before anything is asked")
    for percent in [2, 3] {
      Attempt.setPercent(percent, of: battery)
      await letOthersRun(forAtMost: .milliseconds(50)) { false }
    }
    let last = Array(readings().dropFirst(states.count))
    expect(last == [2, 3], "the gauge has shown 2 and 3", saw: "it has shown \(last)")
    step("the gauge is released, and the battery is set to 10")
    let trace = Weak(gauge)
    gauge = nil
    expectGone(trace, "the gauge")
    Attempt.setPercent(10, of: battery)
    await letOthersRun(forAtMost: .zero) { true }
  }
}
