import RawObserving
import Testing

@testable import ManagedObserving

/// What is allowed and seldom meant is said once in debug builds, and what raises says what to write.
@Suite("Remarks", .watched) struct RemarkTests {
  class BaseView: KeyValueObject {
    static let place = "\(#fileID):\(#line + 1)"
    func show(_ clock: Clock) { kvoController.observe(clock, \.$date) { _, _, _ in } }
  }

  final class SubView: BaseView {
    static let subPlace = "\(#fileID):\(#line + 3)"
    override func show(_ clock: Clock) {
      super.show(clock)
      kvoController.observe(clock, \.$date) { _, _, _ in }
    }
  }

  #if DEBUG
    @Test("a dropped duplicate is said once, with both places")
    func dropped() async {
      let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        Remark.setOff(false)
        let (clock, view) = (Clock(), SubView())
        for _ in 0..<3 { view.show(clock) }
        SubView().show(clock)
      }
      let lines = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self).split(separator: "\n")
        .filter { $0.hasPrefix("*** ManagedObserving: ") }
      let (first, last) = (lines.first ?? "", lines.last ?? "")
      #expect(lines.count == 2)
      #expect(first.contains("observes date of <Clock 0x"))
      #expect(
        first.contains("since \(BaseView.place); what \(SubView.subPlace) adds is dropped"), "\(lines)")
      #expect(
        result.raised("Write duplicates: .add to keep both, .replace to keep the later one, or .ignoreInSilence.")
      )
      #expect(last.contains("since \(BaseView.place); that line observes it again, which is dropped"))
    }

    @Test("nothing is said of what is meant, kept, or in scope, nor of a nil object")
    func meant() async {
      let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        Remark.setOff(false)
        let (clock, view) = (Clock(), ClockView())
        let controller = view.kvoController
        controller.observe(clock, \.$date) { _, _, _ in }
        for policy in [DuplicatePolicy.ignoreInSilence, .replace, .add] {
          controller.observe(clock, \.$date, duplicates: policy) { _, _, _ in }
          controller.observe(clock, keyPath: "date", duplicates: policy) { _, _, _ in }
          controller.observe(clock, keyPaths: ["date"], duplicates: policy) { _, _, _ in }
          controller.observe(clock, keyPath: "date", duplicates: policy, context: nil)
        }
        controller.unobserveAll()
        let scoped = controller.observe(clock, \.$date) { _, _, _ in }.scoped()
        controller.observe(clock, \.$date) { _, _, _ in }
        for _ in 0..<2 { controller.observe(nil as Clock?, \.$date) { _, _, _ in } }
        for _ in 0..<2 { _ = controller.changes(of: clock, \.$date) }
        withExtendedLifetime(scoped) {}
      }
      #expect(!result.raised("ManagedObserving"))
    }

    @Test("unobserving through another of an object's own controllers is said once")
    func wrongController() async {
      let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        Remark.setOff(false)
        let (clock, view) = (Clock(), ClockView())
        view.kvoController.unobserve(clock)
        view.kvoControllerLifetimeBound.observe(clock, \.$date) { _, _, _ in }
        for _ in 0..<2 { view.kvoController.unobserve(clock, \.$zone) }
        for _ in 0..<2 { view.kvoController.unobserve(clock, \.$date) }
        for _ in 0..<2 { view.kvoControllerNonRetaining.unobserve(clock) }
        KVOController(observer: view).unobserve(clock, \.$date)
        view.kvoControllerLifetimeBound.unobserve(clock, \.$date)
        view.kvoController.unobserve(clock, \.$date)
        // Released, and not removed yet: it is observed no more.
        var scoped: ScopedObservation? = view.kvoControllerLifetimeBound.observe(clock, \.$zone) { _, _, _ in }.scoped()
        withExtendedLifetime(scoped) {}
        scoped = nil
        view.kvoController.unobserve(clock, \.$zone)
      }
      let lines = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self).split(separator: "\n")
        .filter { $0.hasPrefix("*** ManagedObserving: ") }
      let (first, last) = (lines.first ?? "", lines.last ?? "")
      #expect(lines.count == 2, "\(lines)")
      #expect(first.contains("Unobserving through kvoController ended nothing; <ClockView 0x"))
      #expect(
        first.contains(" observes date of <Clock 0x")
          && first.hasSuffix("through kvoControllerLifetimeBound.")
          && result.raised("\n    Unobserve through that one."))
      #expect(last.hasPrefix("*** ManagedObserving: Unobserving through kvoControllerNonRetaining"))
    }

    final class Thermostat: KeyValueObject {
      @Observed var degrees = 0
      static let place = "\(#fileID):\(#line + 1)"
      func start() { kvoController.observe(self, \.$degrees) { _, _, _ in } }
    }

    @Test("an object that observes itself through the controller that retains it")
    func retainsItself() async {
      let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        Remark.setOff(false)
        for _ in 0..<2 { Thermostat().start() }
        let thermostat = Thermostat()
        thermostat.kvoControllerLifetimeBound.observe(thermostat, \.$degrees) { _, _, _ in }
        KVOController(observer: thermostat).observe(thermostat, \.$degrees) { _, _, _ in }
      }
      let lines = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self).split(separator: "\n")
        .filter { $0.hasPrefix("*** ManagedObserving: ") }
      #expect(lines.count == 1, "\(lines)")
      #expect(
        lines.first?.contains("observes degrees of itself through kvoController, at \(Thermostat.place).") == true)
      #expect(result.raised("\n    Use kvoControllerLifetimeBound."))
    }
  #endif

  @Test("a controller that is traced says what happens to its observations, and another one does not")
  func traced() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let (clock, view) = (Clock(), ClockView())
      let controller = view.kvoController
      controller.observe(clock, \.$zone) { _, _, _ in }
      controller.isTraced = true
      controller.observe(clock, \.$date) { _, _, _ in }
      controller.observe(clock, \.$date) { _, _, _ in }
      clock.date = 1
      controller.unobserve(clock, \.$date)
      KVOController(observer: view).observe(clock, \.$date) { _, _, _ in }
      clock.date = 2
      controller.isTraced = false
      clock.zone = "UTC"
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    let lines = text.split(separator: "\n").compactMap { line in
      line.wholeMatch(of: /<ClockView 0x\w+>, date of <Clock 0x\w+>: (.*)/)?.1
    }
    #expect(
      lines.map { $0.prefix { $0 != "," } } == [
        "observed from now on", "dropped as a duplicate", "calls with {kind = 1; new = 1;}", "observed no more",
      ], "\(text)")
  }

  /// A value whose description is other code.
  struct Talking: CustomStringConvertible {
    let say: () -> Void
    var description: String {
      say()
      return "talking"
    }
  }

  final class Talker: KeyValueObject {
    @Observed var value: Talking?
  }

  @Test("a description that ends the observation, while a trace prints it: the handler is not called")
  func endedByTheTrace() async {
    await #expect(processExitsWith: .success) {
      let (talker, view) = (Talker(), ClockView())
      let controller = view.kvoController
      controller.isTraced = true
      controller.observe(talker, \.$value) { _, _, _ in fatalError("called after unobserveAll") }
      talker.value = Talking { controller.unobserveAll() }
      #expect(talker.activeObservations.isEmpty)
    }
  }

  // MARK: What raises

  final class Desk: KeyValueObject {
    @Observed var clock = Clock()
  }

  @Test("the exception of an object that observed itself names the controller, and the one to use")
  func observesItself() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let desk = Desk()
      desk.kvoControllerNonRetaining.observe(desk, \.$clock.$date) { _, _, _ in }
    }
    #expect(
      result.raised(
        "was deallocated while key value observers were still registered with it",
        "*** ManagedObserving: <Desk 0x",
        "observes clock.date of itself through its kvoControllerNonRetaining.\n"
          + "    Use kvoControllerLifetimeBound, whose observations end when either side is deallocated, or unobserve before its deinit begins."
      ))
  }

  @Test("so does that of an object which another observed without retaining it")
  func observesAnother() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let view = ClockView()
      let controller = KVOController(observer: view, retention: .unretained)
      controller.observe(Clock(), \.$date) { _, _, _ in }
    }
    #expect(
      result.raised(
        "*** ManagedObserving: <ClockView 0x", "observes date of <Clock 0x",
        "through a controller that does not retain what it observes.\n    Make that controller with retention: .lifetimeBound"
      ))
  }

  @Test("an observer that was added by hand has no such line")
  func byHand() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let view = ClockView()
      Clock().addObserver(view, forKeyPath: "date")
    }
    #expect(result.raised("was deallocated while") && !result.raised("ManagedObserving"))
  }
}
