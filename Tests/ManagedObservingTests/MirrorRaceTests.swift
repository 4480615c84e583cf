import ManagedObserving
import RawObserving
import Testing

/// Mirrors, as `dump` and a failed expectation make them, while other threads use the same controller.
@Suite("Dumping races observing", .watched) struct MirrorRaceTests {
  private final class Desk: KeyValueObject, @unchecked Sendable { @ObservedWeak var clock: Clock? }

  @Test("a controller, a token and an object are dumped while observations begin and end on other threads")
  func dumps() async {
    await #expect(processExitsWith: .success) {
      let (clock, desk, view) = (Clock(), Desk(), ClockView())
      let controller = view.kvoController
      let token = controller.observe(clock, \.$date) { _, _, _ in }
      let shared = Shared((clock, desk, view, controller, token))
      let finished = inThreads(3) { number in
        let (clock, desk, view, controller, token) = shared.value
        for round in 0..<300 {
          switch number {
          case 0:
            var text = ""
            dump((controller, token, clock, desk), to: &text)
            text += "\(controller) \(String(reflecting: token)) \(desk.$clock)"
          case 1:
            withExtendedLifetime(controller.changes(of: clock, \.$date, options: [])) {}
            _ = controller.observe(clock, keyPath: "zone\(round)") { _, _, _ in }.scoped()
            if round % 10 == 0 { controller.unobserveAll() }
          default:
            desk.clock = Clock()
            token.cancel()
            view.kvoControllerLifetimeBound.observe(desk as KeyValueObject, keyPath: "clock") { _, _, _ in }
            view.kvoControllerLifetimeBound.unobserveAll()
          }
        }
      }
      #expect(finished)
    }
  }
}
