import RawObserving
import Testing

@testable import ManagedObserving

/// A class with a private property, whose subclass has another one with the same name.
private class Base: KeyValueObject {
  @Observed private var state = 0
  func setBase(_ state: Int) { self.state = state }

  static func observe(
    _ desk: Desk, with controller: KVOController<ClockView>, _ body: @escaping (Int?) -> Void
  ) -> ObservationToken { controller.observe(desk, \.$thing.$state) { _, _, change in body(change.value) } }
}

private final class Derived: Base {
  @Observed private var state = 100
  func setDerived(_ state: Int) { self.state = state }
}

private final class Desk: KeyValueObject {
  @Observed var thing: Base?
  @Observed var drawerCount = 0
  /// The mediator, which an override of `addObserver` receives.
  private(set) var mediator: KeyValueObject?
  init(_ thing: Base?) { self.thing = thing }

  override func addObserver(
    _ observer: KeyValueObject, forKeyPath keyPath: String, options: KeyValueObservingOptions,
    context: UnsafeMutableRawPointer?
  ) {
    mediator = observer
    super.addObserver(observer, forKeyPath: keyPath, options: options, context: context)
  }
}

@Suite("A typed key path names its own property, and no other with the same name", .watched) struct SameNameTests {
  enum First: CaseIterable { case base, derived, none }

  @Test("whatever object its name was learnt from", arguments: First.allCases)
  func privateProperties(first: First) {
    // One of the cases is the first to learn the name; the others find it known.
    let (view, desk, derived) = (ClockView(), Desk(nil), Derived())
    desk.thing = first == .base ? Base() : first == .derived ? Derived() : nil
    var told: [Int?] = []
    let token = Base.observe(desk, with: view.kvoController) { told.append($0) }
    desk.thing = derived
    derived.setBase(1)
    derived.setDerived(2)
    #expect(told == [0, 1])
    token.cancel()
    derived.setBase(3)
    #expect(told == [0, 1] && desk.activeRegistrations.isEmpty)
  }

  @Test("even if an object of the base class was on the path before")
  func baseFirst() {
    let (view, desk, derived) = (ClockView(), Desk(Base()), Derived())
    var told: [Int?] = []
    Base.observe(desk, with: view.kvoController) { _ in }.cancel()
    let token = Base.observe(desk, with: view.kvoController) { told.append($0) }
    desk.thing = derived
    derived.setBase(1)
    derived.setDerived(2)
    #expect(told == [0, 1])
    token.cancel()
  }

  @Test("a call that claims a change of elements behind a key whose name depends on the class raises nothing")
  func forgedElements() async {
    await #expect(processExitsWith: .success) {
      // The name is learnt from a derived object, and a base object has the property by another name.
      for thing in [Derived(), Base()] {
        let (view, desk) = (ClockView(), Desk(thing))
        withExtendedLifetime(Base.observe(desk, with: view.kvoController) { _ in }) {}
        view.kvoController.observe(desk, \.$drawerCount) { _, _, _ in }
        let context = desk.activeRegistrations.first?.context
        desk.mediator?.observeValue(
          forKeyPath: "thing.state", of: desk, change: KeyValueChange(kind: .insertion), context: context ?? nil)
        view.kvoController.unobserveAll()
      }
    }
  }
}
