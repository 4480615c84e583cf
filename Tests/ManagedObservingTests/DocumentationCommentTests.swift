import ManagedObserving
import RawObserving
import TestSupport
import Testing

/// The code in the documentation comments of ManagedObserving, run. LessonsTests compares both, line for line.
@Suite("The code in documentation comments", .watched) struct DocumentationCommentTests {
  final class Clock: KeyValueObject {
    @Observed var date = 0
  }

  final class ClockView: KeyValueObject {
    var text = ""

    func dateDidChange(_ change: Change<Int>) { text = "\(change.value) by a method" }
  }

  @MainActor final class MainView: KeyValueObject {
    nonisolated override init() { super.init() }
    var text = ""

    func dateDidChange(_ change: Change<Int>) { text = "\(change.value)" }
  }

  private let clock = Clock()
  private let view = ClockView()
  private var controller: KVOController<ClockView> { view.kvoController }

  @Test("KVOController: a controller of the observer's own; DuplicatePolicy: replaced; ObservationToken: cancelled")
  func controllers() {
    view.kvoController.observe(clock, \.$date, options: .initial) { view, clock, change in
      view.text = "\(change.value)"
    }
    #expect(view.text == "0")
    controller.observe(clock, \.$date, duplicates: .replace) { view, _, change in view.dateDidChange(change) }
    clock.date = 1
    #expect(view.text == "1 by a method")
    controller.unobserveAll()
    let token = controller.observe(clock, \.$date) { view, _, change in view.dateDidChange(change) }
    token.cancel()
    clock.date = 2
    #expect(view.text == "1 by a method")
  }

  @Test("a method of a main-actor class that is not Sendable, in a closure")
  @MainActor func mainActor() async {
    let view = MainView()
    view.kvoController.observe(clock, \.$date, on: .shared) { view, change in view.dateDidChange(change) }
    clock.date = 1
    await view.kvoController.waitForDeliveries()
    #expect(view.text == "1")
  }

  @Test("changes(of:): a loop")
  @MainActor func loop() async {
    let (clock, view) = (Clock(), ClockView())
    let controller = view.kvoController
    let loop = Task {
      for await change in controller.changes(of: clock, \.$date) {
        view.text = "\(change.value)"
      }
    }
    await waitUntil { view.text == "0" }
    clock.date = 1
    await waitUntil { view.text == "1" }
    #expect(view.text == "1")
    loop.cancel()
    await loop.value
    #expect(clock.activeObservations.isEmpty)
  }
}
