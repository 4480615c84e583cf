import Harness
import ManagedObserving
import Observation

/// MOD-27: two loops take their values from one sequence, and one of them misses the last value.
enum SharedSequence {
  static let pitfall = Pitfall(
    "MOD-27", "shared-sequence", "Two loops take their values from one sequence",
    frequency: .rare, symptoms: [.showsOldValue, .neverCalled],
    change: .delete("isFading = fades && shown.count == 1"), acts: acts)

  static let acts: [Act] = [
    .raw(
      "two loops over one sequence", .finds("the date is 1, the label shows 1, the page shows 0"),
      wanted: "the date is 1, the label shows 1, the page shows 1",
      onMainActor { story in
        guard #available(macOS 26, *) else { return "Observations needs macOS 26" }
        return await watched(story, watchOne)
      }),
    .raw(
      "two loops over one sequence of the controller", .finds("the date is 1, the label shows 1, the page shows 0"),
      wanted: "the date is 1, the label shows 1, the page shows 1", onMainActor(overOneStream)),
    .managed(
      "a sequence for each loop", .finds("the date is 1, the label shows 1, the page shows 1"),
      onMainActor { story in
        guard #available(macOS 26, *) else { return "Observations needs macOS 26" }
        return await watched(story, watchEach)
      }),
  ]

  @MainActor
  private final class ClockView {
    private let name: String
    private let story: Story
    private let fades: Bool
    private(set) var shown: [Int] = []
    /// Whether it is fading to the date that it has shown.
    var isFading = false

    init(_ name: String, _ story: Story, fades: Bool = false) {
      (self.name, self.story, self.fades) = (name, story, fades)
    }

    func show(_ date: Int) async {
      shown.append(date)
      story.say("the \(name) shows \(date)")
      isFading = fades && shown.count == 1
      await wait { !isFading }
    }
  }

  private typealias Watch = @MainActor (ObservableClock, [ClockView]) -> [Task<Void, Never>]

  // snippet.one
  @MainActor @available(macOS 26, *)
  private static func watchOne(_ clock: ObservableClock, _ views: [ClockView]) -> [Task<Void, Never>] {
    let dates = Observations { clock.date }
    return views.map { view in
      Task {
        for await date in dates { await view.show(date) }
      }
    }
  }
  // snippet.end

  // snippet.each
  @MainActor @available(macOS 26, *)
  private static func watchEach(_ clock: ObservableClock, _ views: [ClockView]) -> [Task<Void, Never>] {
    views.map { view in
      Task {
        for await date in Observations({ clock.date }) { await view.show(date) }
      }
    }
  }
  // snippet.end

  @MainActor
  private static func watched(_ story: Story, _ watch: Watch) async -> String {
    let clock = ObservableClock()
    let (label, page) = (ClockView("label", story), ClockView("page", story, fades: true))
    let tasks = watch(clock, [label, page])
    await wait { label.shown == [0] && page.shown == [0] }
    await letOthersRun()
    story.say("the date is set to 1 while the page is fading")
    clock.date = 1
    return await finding(clock.date, label, page, tasks)
  }

  @MainActor
  private static func overOneStream(_ story: Story) async -> String {
    let (clock, owner) = (Clock(), DateView(story))
    let (label, page) = (ClockView("label", story), ClockView("page", story, fades: true))
    let controller = KVOController(observer: owner)
    let changes = controller.changes(of: clock, \.$date, options: .initial)
    clock.date = 0  // the second element, after that of `initial`
    var tasks: [Task<Void, Never>] = []
    for view in [page, label] {
      tasks.append(Task { for await change in changes { await view.show(change.value) } })
      await wait { view.shown == [0] }
    }
    await letOthersRun()
    story.say("the date is set to 1 while the page is fading")
    clock.date = 1
    defer { withExtendedLifetime(controller) {} }
    return await finding(clock.date, label, page, tasks)
  }

  /// Waits for the label, lets the page go on, and says what both show in the end.
  @MainActor
  private static func finding(
    _ date: Int, _ label: ClockView, _ page: ClockView, _ tasks: [Task<Void, Never>]
  ) async -> String {
    await wait { label.shown.contains(1) }
    await letOthersRun()
    page.isFading = false
    await letOthersRun()
    await cancel(tasks)
    return "the date is \(date), the label shows \(label.shown.last ?? -1), the page shows \(page.shown.last ?? -1)"
  }
}
