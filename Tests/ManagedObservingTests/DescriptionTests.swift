import ManagedObserving
import RawObserving
import Testing

@Suite("What a controller says of itself") struct DescriptionTests {
  private let clock = Clock()
  private let view = ClockView()

  private func name(_ object: AnyObject) -> String { "\(type(of: object)): \(address(of: object))" }

  @Test("its description lists what is observed, and how")
  func listsWhatIsObserved() {
    let controller = KVOController(observer: view)
    controller.observe(clock, keyPath: "date", options: [.initial, .new]) {
      (_: ClockView, _: Clock, _) in
    }
    controller.observe(
      clock, keyPath: "twin", action: ClockView.valueDidChange)
    controller.observe(clock, keyPath: "zone", options: .old, context: someContext)
    #expect(
      controller.debugDescription == """
        <\(name(controller)), observer: \(name(view)), retains what it observes>
          \(name(clock)) date [.new, .initial] block
          \(name(clock)) twin [] action
          \(name(clock)) zone [.old] context 0x2a
        """)
  }

  @Test("what is unobserved is not listed any more")
  func forgetsWhatIsUnobserved() {
    let controller = KVOController(observer: view, retainObserved: false)
    controller.observe(clock, \.date) { (_: ClockView, _, _) in }
    #expect(controller.debugDescription.contains("date"))
    controller.unobserve(clock)
    #expect(
      controller.debugDescription
        == "<\(name(controller)), observer: \(name(view)), does not retain what it observes>")
  }

  @Test("an observer that is gone is nil")
  func observerGone() {
    let controller = KVOController(observer: ClockView())
    #expect(controller.debugDescription.contains("observer: nil"))
  }
}
