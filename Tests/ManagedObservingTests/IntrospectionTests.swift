import Foundation
import RawObserving
import Testing

@testable import ManagedObserving

/// Observations, as values and as text.
@Suite("What is observed, and by which observer", .watched) struct IntrospectionTests {
  private let clock = Clock()
  private let view = ClockView()

  @Test("what a controller observes, and KVO-FBK-01 its debug description")
  func controller() {
    let controller = KVOController(observer: view)
    let (one, other) = (describe(clock), describe(view))
    let head = "<KVOController: \(address(of: controller.core)), observer: \(other), retains what it observes>"
    controller.observe(clock, \.$date) { _, _, _ in }
    controller.observe(clock, keyPath: "twin.date", options: [.initial, .old], context: someContext)
    let observations = controller.activeObservations
    #expect(observations.map(\.keyPath) == ["date", "twin.date"])
    #expect(observations.map(\.options) == [.new, [.initial, .old]])
    #expect(observations.allSatisfy { $0.object === clock && $0.observer === view })
    #expect(observations == controller.activeObservations)
    #expect(Set(observations + controller.activeObservations).count == 2)
    #expect("\(observations[0])" == "\(one) date [.new], observed by \(other), block")
    #expect(
      controller.debugDescription == """
        \(head)
          \(one) date [.new], observed by \(other), block
          \(one) twin.date [.old, .initial], observed by \(other), context 0x2a
        """)
    observations[0].token.cancel()
    #expect(controller.activeObservations.map(\.keyPath) == ["twin.date"])
    controller.unobserveAll()
    #expect(controller.debugDescription == head)
    let others = [view.kvoControllerNonRetaining, view.kvoControllerLifetimeBound].map(\.debugDescription)
    #expect(others[0].hasSuffix(", does not retain what it observes>"))
    #expect(others[1].hasSuffix(", is bound to the lives of both sides>"))
    #expect(KVOController(observer: ClockView()).debugDescription.contains("observer: nil, "))
  }

  @Test("a controller that a handler retains, whose observer is gone, says so")
  func retainedByItsHandler() {
    var view: ClockView? = ClockView()
    let core = view?.kvoController.core
    do {
      guard let view else { return }
      // snippet.captured-controller
      let controller = view.kvoController
      controller.observe(clock, \.$date) { _, clock, change in
        if change.value > 3 { controller.unobserve(clock, \.$date) }
      }
      // snippet.end
      #expect(!controller.debugDescription.contains("has been deallocated"))
    }
    view = nil
    let left = core.map { KVOController<ClockView>($0) }?.debugDescription ?? ""
    #expect(left.contains("observer: nil, "))
    #expect(left.contains("date [.new], observed by an observer that is gone, block"))
    #expect(left.hasSuffix("let it use that of the observer which it receives: view.kvoController."))
    #expect(clock.activeObservations.count == 1)
    clock.date = 4
    #expect(clock.activeObservations.count == 1, "the handler is not called without an observer")
    clock.activeObservations.first?.token.cancel()
  }

  @Test("a handler that uses the controller of the observer that it receives retains nothing")
  func usesTheObserver() {
    weak var released: ClockView?
    do {
      let view = ClockView()
      released = view
      // snippet.passed-observer
      view.kvoController.observe(clock, \.$date) { view, clock, change in
        if change.value > 3 { view.kvoController.unobserve(clock, \.$date) }
      }
      // snippet.end
      clock.date = 3
      #expect(clock.activeObservations.count == 1)
      view.kvoController.observe(clock, \.$zone) { _, _, _ in }
      clock.date = 4
      #expect(clock.activeObservations.map(\.keyPath) == ["zone"])
    }
    #expect(released == nil && clock.activeObservations.isEmpty)
  }

  // MARK: Mirrors

  /// The types of all values that a mirror of the subject shows, at any depth.
  private func shown(_ subject: Any, _ types: inout Set<String>, depth: Int = 0) {
    if depth > 12 { return }
    for mirror in sequence(first: Mirror(reflecting: subject), next: \.superclassMirror) {
      types.insert("\(mirror.subjectType)")
      for child in mirror.children { shown(child.value, &types, depth: depth + 1) }
    }
  }

  @Test("a mirror shows nothing that a lock guards, of whatever this library hands out")
  func mirrors() {
    let desk = Desk()
    desk.clock = clock
    let controller = view.kvoController
    let token = controller.observe(clock, \.$date) { _, _, _ in }
    controller.observe(desk, \.$clock.$date) { _, _, _ in }
    let subjects: [Any] = [
      controller, token, token.scoped(), clock, desk, desk.$clock.$date, controller.activeObservations,
      clock.activeRegistrations, Delivery.function { $0() },
    ]
    var types: Set<String> = []
    shown(subjects, &types)
    #expect(types.isSuperset(of: ["Table", "Record", "WeakSlot"]), "it sees what is inside")
    let guarded = ["State", "Handler", "ObjectRecords", "DeathWatch", "Registration", "Step", "All"]
    #expect(types.isDisjoint(with: guarded))
    var text = ""
    dump(desk.$clock, to: &text)
    #expect(text.contains("object: Optional("), "the value is shown: \(text)")
  }

  private final class Desk: KeyValueObject { @ObservedWeak var clock: Clock? }

  @Test("the observations of an object, through any controller, in the order in which they began")
  func object() {
    let (other, twin) = (ClockView(), Clock())
    clock.twin = twin
    other.kvoController.observe(clock, \.$zone) { $0.valueDidChange($2) }
    view.kvoControllerNonRetaining.observe(clock, \.$date) { $0.valueDidChange($2) }
    view.kvoControllerLifetimeBound.observe(clock, \.$twin.$date) { $0.valueDidChange($2) }
    clock.addObserver(view, forKeyPath: "date")
    #expect(clock.activeObservations.map(\.keyPath) == ["zone", "date", "twin.date"])
    #expect(clock.activeObservations.map { $0.observer === view } == [false, true, true])
    #expect(twin.activeObservations.isEmpty, "a path is an observation of the object at which it begins")
    clock.removeObserver(view, forKeyPath: "date")
    view.kvoControllerNonRetaining.unobserveAll()
  }

  @Test("what is called, in words, for each form")
  @MainActor func handlers() {
    let (panel, caller) = (Panel(), ClockView())
    let controller = KVOController(observer: panel)
    controller.observe(clock, \.$date) { _, _, _ in }
    controller.observe(clock, \.$date, duplicates: .add, on: .shared) { _, _ in }
    controller.observe(clock, \.$date, duplicates: .add, on: .function { $0() }, block: { _, _ in })
    caller.kvoController.observe(clock, keyPath: "zone", context: someContext)
    let changes = controller.changes(of: clock, \.$date)
    #expect(
      clock.activeObservations.map(\.handler) == [
        "block", "block on the main actor", "block elsewhere", "context 0x2a", "sequence",
      ])
    withExtendedLifetime((changes, panel)) {}
  }

  @Test("an observer that is gone is nil, and so is an object in its deinit; the description says so")
  func gone() throws {
    var observer: ClockView? = ClockView()
    let lost = KVOController(observer: observer)
    lost.observe(clock, \.$date) { _, _, _ in }
    observer = nil
    #expect(clock.activeObservations.map { $0.observer == nil } == [true])
    let observation = "\(clock.activeObservations[0])"
    #expect(observation == "\(describe(clock)) date [.new], observed by an observer that is gone, block")
    lost.unobserveAll()

    let controller = view.kvoControllerLifetimeBound
    var seen: [ActiveObservation] = []
    do {
      let clock = HomeClock(Home())
      controller.observe(clock, keyPath: "date", context: nil)
      clock.lastWords = { _ in seen = controller.activeObservations }
    }
    #expect(controller.activeObservations.isEmpty && seen.map { $0.object == nil } == [true])
    let text = "an object that is gone date [], observed by \(describe(view)), context 0x0"
    #expect(seen.map { "\($0)" } == [text])
  }
}
