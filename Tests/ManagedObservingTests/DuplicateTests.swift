import RawObserving
import Testing

@testable import ManagedObserving

/// What becomes of a second observation of the same key path of the same object.
@Suite("Duplicates with a say", .watched) struct DuplicateTests {
  private let clock = Clock()
  private let view = ClockView()
  private var controller: KVOController<ClockView> { view.kvoController }

  @Test("replace: the second takes the place of all the others, with its own options")
  func replace() {
    var heard: [String] = []
    let others = (1...3).map { number in
      controller.observe(clock, \.$date, duplicates: .add) { _, _, _ in heard.append("\(number)") }
    }
    let last = controller.observe(clock, \.$date, options: .initial, duplicates: .replace) { _, _, change in
      heard.append("last \(change.value)")
    }
    clock.date = 1
    #expect(heard == ["last 0", "last 1"])
    #expect(!others.contains(where: \.isActive) && last.isActive)
    #expect(controller.activeObservations.map(\.options) == [[.initial, .new]])
  }

  @Test("add: all are called, a token ends its own, and unobserving ends all")
  func add() {
    var heard: [String] = []
    func calls() -> [String] {
      heard = []
      clock.date += 1
      return heard.sorted()
    }
    let first = controller.observe(clock, \.$date, duplicates: .add) { _, _, _ in heard.append("first") }
    controller.observe(clock, \.$date, duplicates: .add) { _, _, _ in heard.append("second") }
    controller.observe(clock, keyPath: "date", duplicates: .add) { _, _, _ in heard.append("third") }
    #expect(calls() == ["first", "second", "third"])
    first.cancel()
    #expect(calls() == ["second", "third"])
    controller.unobserve(clock, \.$date)
    #expect(calls() == [] && clock.activeObservations.isEmpty)
  }

  @Test("several key paths, one of them observed already: its token alone is not active, and ends nothing")
  func several() {
    let first = controller.observe(clock, \.$date) { $0.valueDidChange($2) }
    let tokens = controller.observe(clock, keyPaths: ["zone", "date", "twin"]) { view, _, change in
      view.valueDidChange(change)
    }
    #expect(tokens.map(\.isActive) == [true, false, true])
    #expect(Set(controller.activeObservations.map(\.token)) == [first, tokens[0], tokens[2]])
    (clock.date, clock.zone, clock.twin) = (1, "UTC", nil)
    #expect(view.actions.count == 3)
    tokens[1].cancel()
    tokens[0].cancel()
    #expect(first.isActive && tokens.map(\.isActive) == [false, false, true])
  }

  @Test("a key path that is named twice in one call", arguments: [DuplicatePolicy.ignore, .replace, .add])
  func namedTwice(duplicates: DuplicatePolicy) {
    let tokens = controller.observe(clock, keyPaths: ["zone", "zone"], duplicates: duplicates) { view, _, change in
      view.valueDidChange(change)
    }
    clock.zone = "UTC"
    switch duplicates {
    case .ignore, .ignoreInSilence: #expect(tokens.map(\.isActive) == [true, false] && view.actions.count == 1)
    case .replace: #expect(tokens.map(\.isActive) == [false, true] && view.actions.count == 1)
    case .add: #expect(tokens.map(\.isActive) == [true, true] && view.actions.count == 2)
    }
  }

  enum First: CaseIterable { case unobservesAll, unobservesObject, unobservesOther, cancels, releasesObserver }

  @Test(
    "the first initial call ends the others, which are then neither registered nor called", arguments: First.allCases,
    Retention.all)
  func endedInFirstInitialCall(first: First, retention: Retention) {
    var view: ClockView? = ClockView()
    let controller = KVOController(observer: view, retention: retention)
    var called: [String] = []
    let tokens = controller.observe(clock, keyPaths: ["date", "zone", "twin"], options: .initial) {
      [unowned core = controller.core] _, clock, change in
      let controller = KVOController<ClockView>(core)
      called.append(change.keyPath)
      if called.count > 1 { return }
      switch first {
      case .unobservesAll: controller.unobserveAll()
      case .unobservesObject: controller.unobserve(clock)
      case .unobservesOther: for keyPath in ["zone", "twin"] { controller.unobserve(clock, keyPath: keyPath) }
      case .cancels: for other in controller.activeObservations where other.keyPath != "date" { other.token.cancel() }
      case .releasesObserver: view = nil
      }
    }
    let isFirstLeft = first == .unobservesOther || first == .cancels
    #expect(called == ["date"] && tokens.map(\.isActive) == [isFirstLeft, false, false])
    (clock.date, clock.zone, clock.twin) = (1, "UTC", nil)
    #expect(called == (isFirstLeft ? ["date", "date"] : ["date"]))
    #expect(clock.activeRegistrations.map(\.keyPath).allSatisfy { $0 == "date" })
    withExtendedLifetime(view) {}
  }

  @Test("without an observer nothing is registered or retained", arguments: Retention.all)
  func noObserver(retention: Retention) {
    let controller = KVOController<ClockView>(observer: nil, retention: retention)
    weak var observed: Clock?
    do {
      let clock = Clock()
      observed = clock
      var tokens = [controller.observe(clock, keyPath: "date", options: .initial) { _, _, _ in Issue.record("called") }]
      tokens += controller.observe(clock, keyPaths: ["zone", "twin"], options: .initial) { _, _, _ in
        Issue.record("called")
      }
      #expect(tokens.allSatisfy { !$0.isActive } && clock.activeRegistrations.isEmpty)
      clock.date = 1
    }
    #expect(observed == nil && controller.activeObservations.isEmpty)
  }

  @Test("a thousand key paths, one by one and in one call; a duplicate among them is dropped")
  func many() {
    let keyPaths = (0..<1_000).map { "key\($0)" }
    for keyPath in keyPaths { #expect(controller.observe(clock, keyPath: keyPath) { _, _, _ in }.isActive) }
    #expect(!controller.observe(clock, keyPath: "key999") { _, _, _ in }.isActive)
    #expect(controller.activeObservations.count == 1_000)
    controller.unobserveAll()
    #expect(controller.observe(clock, keyPaths: keyPaths) { _, _, _ in }.allSatisfy { $0.isActive })
    #expect(!controller.observe(clock, keyPaths: keyPaths) { _, _, _ in }.contains { $0.isActive })
  }
}
