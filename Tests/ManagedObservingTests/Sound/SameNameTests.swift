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

  static func unobserve(_ desk: Desk, with controller: KVOController<ClockView>) {
    controller.unobserve(desk, \.$thing.$state)
  }
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

/// A class without a subclass that has a property of the same name, and another name for its property.
private class Plain: KeyValueObject {
  @Observed var state = 0
  var alias: Property<Int> { $state }
}

private final class Shelf: KeyValueObject {
  @Observed var plain: Plain?
}

/// A pair of classes of its own for each tag, so that a test decides which is known first.
private class Animal<Tag>: KeyValueObject {
  @Observed private var name = "a"
  var nameProperty: Property<String> { $name }
  func setAnimal(_ name: String) { self.name = name }
}

private final class Dog<Tag>: Animal<Tag> {
  @Observed private var name = "d"
  func setDog(_ name: String) { self.name = name }
}

private final class Keeper<Tag>: KeyValueObject {
  @Observed var pet: Animal<Tag>?
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

  // MARK: Duplicates

  /// Which object is on the path when the typed path is observed first, and then.
  enum Before: CaseIterable { case nothing, animal, dog }

  @Test("a string that names another property is no duplicate, and ends nothing else", arguments: Before.allCases)
  func stringOfSubclass(before: Before) {
    enum Nothing {}
    enum WithAnimal {}
    enum WithDog {}
    switch before {
    case .nothing: check(Keeper<Nothing>(), before)
    case .animal: check(Keeper<WithAnimal>(), before)
    case .dog: check(Keeper<WithDog>(), before)
    }
  }

  private func check<Tag>(_ keeper: Keeper<Tag>, _ before: Before) {
    let (view, dog) = (ClockView(), Dog<Tag>())
    let controller = view.kvoController
    var heard: [String] = []
    func observe(isTyped: Bool, _ policy: DuplicatePolicy = .ignore) -> ObservationToken {
      isTyped
        ? controller.observe(keeper, \.$pet.nameProperty, duplicates: policy) { _, _, change in
          heard.append("typed \(change.value ?? "nil")")
        }
        : controller.observe(keeper, keyPath: "pet.name", options: .new, duplicates: policy) { _, _, change in
          heard.append("string \(change.newValue ?? "nil")")
        }
    }
    func calls() -> [String] {
      heard = []
      dog.setDog("dog")
      dog.setAnimal("animal")
      return heard
    }
    // What is known of the path before.
    keeper.pet = before == .nothing ? nil : before == .animal ? Animal() : dog
    observe(isTyped: true).cancel()
    keeper.pet = dog
    for isTypedFirst in [true, false] {
      for policy in [DuplicatePolicy.ignore, .replace] {
        let tokens = [observe(isTyped: isTypedFirst, policy), observe(isTyped: !isTypedFirst, policy)]
        #expect(tokens.map(\.isActive) == [true, true])
        #expect(calls() == ["string dog", "typed animal"])
        controller.unobserve(keeper, keyPath: "pet.name")
        #expect(calls() == ["typed animal"])
        controller.unobserve(keeper, \.$pet.nameProperty)
        #expect(calls() == [] && keeper.activeRegistrations.isEmpty)
      }
      _ = observe(isTyped: isTypedFirst)
      // Each is a duplicate of itself.
      #expect(!observe(isTyped: isTypedFirst).isActive)
      controller.unobserveAll()
    }
  }

  @Test("another path to the same property is a duplicate, and so is a string, however many there are")
  func samePropertyByOtherPath() {
    for count in [0, 2] {
      let (view, shelf) = (ClockView(), Shelf())
      let controller = view.kvoController
      shelf.plain = Plain()
      for _ in 0..<count { controller.observe(shelf, keyPath: "other") { _, _, _ in } }
      let first = controller.observe(shelf, \.$plain.$state) { _, _, _ in }
      #expect(first.isActive)
      #expect(!controller.observe(shelf, \.$plain.alias) { _, _, _ in }.isActive)
      #expect(!controller.observe(shelf, keyPath: "plain.state") { _, _, _ in }.isActive)
      controller.unobserve(shelf, \.$plain.alias)
      #expect(!first.isActive && shelf.activeRegistrations.count == min(count, 1))
      let string = controller.observe(shelf, keyPath: "plain.state") { _, _, _ in }
      #expect(!controller.observe(shelf, \.$plain.alias) { _, _, _ in }.isActive)
      controller.unobserve(shelf, \.$plain.$state)
      #expect(!string.isActive)
    }
  }

  @Test("observing a string costs no more beside thousands of typed paths, named or not", arguments: [true, false])
  func stringBesideTyped(isNamed: Bool) {
    enum Named {}
    enum Unnamed {}
    func time<Tag>(_ count: Int, _ keeper: Keeper<Tag>) -> Duration {
      let view = ClockView()
      for _ in 0..<count { view.kvoController.observe(keeper, \.$pet.nameProperty, duplicates: .add) { _, _, _ in } }
      return ContinuousClock().measure {
        for index in 0..<500 { view.kvoController.observe(keeper, keyPath: "key\(index)") { _, _, _ in } }
      }
    }
    func time(_ count: Int) -> Duration {
      if !isNamed { return time(count, Keeper<Unnamed>()) }
      let keeper = Keeper<Named>()
      keeper.pet = Animal()
      return time(count, keeper)
    }
    // A name that has been learnt somewhere does not make each string look at all of them.
    let (view, shelf) = (ClockView(), Shelf())
    shelf.plain = Plain()
    view.kvoController.observe(shelf, \.$plain.$state) { _, _, _ in }
    // 16 times as many cost the same; more than 10 times as much if each of them is looked at.
    #expect((0..<3).contains { _ in time(8000) / max(time(500), .microseconds(1)) < 4 })
  }
}
