import RawObserving
import Testing

@testable import ManagedObserving

/// A token stands for one observation, and ends it.
@Suite("Tokens", .watched) struct TokenTests {
  private let clock = Clock()
  private let view = ClockView()

  @Test("cancelling ends one observation, once; the controller forgets it")
  func cancel() {
    let controller = view.kvoController
    let token = controller.observe(clock, \.$date) { $0.valueDidChange($2) }
    controller.observe(clock, \.$zone) { $0.valueDidChange($2) }
    #expect(token.isActive)
    for _ in 0..<3 { token.cancel() }
    clock.date = 1
    clock.zone = "UTC"
    #expect(view.actions.count == 1)
    #expect(!token.isActive && controller.activeObservations.map(\.keyPath) == ["zone"])
    let again = controller.observe(clock, \.$date) { $0.valueDidChange($2) }
    #expect(again.isActive && again != token && !token.isActive)
    token.cancel()
    #expect(again.isActive, "a token that has ended does not end its successor")
  }

  @Test("of several key paths each has its token")
  func several() {
    let tokens = view.kvoController.observe(
      clock, keyPaths: ["date", "zone"]
    ) { view, _, change in view.valueDidChange(change) }
    tokens[0].cancel()
    clock.date = 1
    #expect(view.actions.isEmpty)
    clock.zone = "UTC"
    #expect(view.actions.count == 1)
    #expect(Set(tokens).count == 2)
  }

  @Test("inside a handler, and inside the initial call", arguments: [true, false])
  func insideHandler(initial: Bool) {
    var calls = 0
    let token = view.kvoController.observe(clock, \.$date, options: initial ? .initial : []) {
      view, clock, _ in
      calls += 1
      view.kvoController.unobserve(clock, \.$date)
    }
    let other = view.kvoController.observe(clock, keyPath: "zone", options: initial ? .initial : []) { view, clock, _ in
      calls += 1
      for one in clock.activeObservations where one.keyPath == "zone" { one.token.cancel() }
      view.kvoController.unobserve(clock, keyPath: "zone")
    }
    for date in 1...3 { clock.date = date }
    for date in 1...3 { clock.zone = "\(date)" }
    #expect(calls == 2)
    #expect(!token.isActive && !other.isActive && clock.activeObservations.isEmpty)
  }

  @Test("dropping a token changes nothing; a scoped one ends with it")
  func scoped() {
    view.kvoController.observe(clock, \.$date) { $0.valueDidChange($2) }
    clock.date = 1
    #expect(view.actions.count == 1)

    var scoped: ScopedObservation? = view.kvoController.observe(
      clock, \.$zone
    ) { $0.valueDidChange($2) }.scoped()
    #expect(scoped?.token.isActive == true)
    clock.zone = "UTC"
    #expect(view.actions.count == 2)
    scoped = nil
    clock.zone = "CET"
    #expect(view.actions.count == 2)

    let cancelled = view.kvoController.observe(clock, \.$zone) { $0.valueDidChange($2) }
      .scoped()
    cancelled.cancel()
    clock.zone = "UTC"
    #expect(view.actions.count == 2)
  }

  @Test(
    "a token keeps neither side, nor the controller, nor what the handler captured",
    arguments: [Retention.retained, .lifetimeBound])
  func keepsNothing(retention: Retention) {
    var captured: ClockView? = ClockView()
    var clock: Clock? = Clock()
    var view: ClockView? = ClockView()
    var controller: KVOController<ClockView>? = KVOController(observer: view, retention: retention)
    weak let capturedProbe = captured
    weak let clockProbe = clock
    weak let viewProbe = view
    weak let controllerProbe = controller?.core
    let token = controller?.observe(clock, \.$date) { [captured] _, _, _ in _ = captured }
    captured = nil
    #expect(capturedProbe != nil)
    token?.cancel()
    #expect(capturedProbe == nil)
    let other = controller?.observe(clock, \.$date) { _, _, _ in }
    clock = nil
    view = nil
    controller = nil
    #expect(clockProbe == nil && viewProbe == nil && controllerProbe == nil)
    #expect(other?.isActive == false)
    other?.cancel()
  }

  @Test("the handler is released when the observation ends, even if it holds what it was told")
  func keptChange() {
    final class Log { var changes: [Change<Int>] = [] }
    var log: Log? = Log()
    weak let probe = log
    let token = view.kvoController.observe(clock, \.$date) { [log] _, _, change in
      log?.changes.append(change)
    }
    clock.date = 1
    #expect(log?.changes.map(\.value) == [1])
    log = nil
    #expect(probe != nil, "the handler holds it")
    token.cancel()
    #expect(probe == nil)
  }

  @Test("cancelled from any thread, nothing is called any more on that thread, and nothing is left")
  func anyThread() {
    for _ in 0..<200 {
      let calls = Locked(0)
      let tokens = (0..<4).map { _ in
        view.kvoController.observe(clock, \.$date, duplicates: .add) { _, _, _ in
          calls.withLock { $0 += 1 }
        }
      }
      let shared = Shared((clock, tokens))
      let finished = inThreads(5) { number in
        let (clock, tokens) = shared.value
        if number == 4 {
          for date in 1...20 { clock.date = date }
        } else {
          tokens[number].cancel()
          tokens[(number + 1) % 4].cancel()
        }
      }
      #expect(finished)
      #expect(tokens.allSatisfy { !$0.isActive } && clock.activeObservations.isEmpty)
      let before = calls.withLock { $0 }
      clock.date = 0
      #expect(calls.withLock { $0 } == before)
    }
  }

  @Test("an observation whose observer is gone is not active; what it prints says so")
  func observerGone() {
    var view: ClockView? = ClockView()
    let controller = KVOController(observer: view)
    let token = controller.observe(clock, \.$date) { $0.valueDidChange($2) }
    #expect("\(token)" == "date, observed")
    view = nil
    #expect(!token.isActive && "\(token)" == "date, not observed any more")
    let without = KVOController<ClockView>(observer: nil).observe(clock, \.$date) { _, _, _ in }
    #expect(!without.isActive)
    let nothing = controller.observe(nil as Clock?, \.$date) { _, _, _ in }
    #expect("\(nothing)" == "not observed")
  }

  @Test("a typed change prints what is there")
  func printedChange() {
    var printed = ""
    view.kvoController.observe(clock, \.$date, options: .old) { _, _, change in
      printed = "\(change)"
    }
    clock.date = 5
    #expect(printed == "date: setting from 0 to 5")
  }
}
