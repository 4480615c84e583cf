import RawObserving
import Testing

@testable import ManagedObserving

@Suite("What a controller says of itself", .watched) struct DescriptionTests {
  private let clock = Clock()
  private let view = ClockView()

  private func name(_ controller: KVOController<ClockView>) -> String {
    "KVOController: \(address(of: controller.core))"
  }

  @Test("its description lists what is observed, and how")
  func listsWhatIsObserved() {
    let controller = KVOController(observer: view)
    controller.observe(clock, keyPath: "date", options: [.initial, .new]) {
      _, _, _ in
    }
    controller.observe(
      clock, keyPath: "twin"
    ) { $0.valueDidChange($2) }
    controller.observe(clock, keyPath: "zone", options: .old, context: someContext)
    #expect(
      controller.debugDescription == """
        <\(name(controller)), observer: \(describe(view)), retains what it observes>
          \(describe(clock)) date [.new, .initial], observed by \(describe(view)), block
          \(describe(clock)) twin [], observed by \(describe(view)), block
          \(describe(clock)) zone [.old], observed by \(describe(view)), context 0x2a
        """)
  }

  @Test("what is unobserved is not listed any more")
  func forgetsWhatIsUnobserved() {
    let controller = KVOController(observer: view, retainObserved: false)
    controller.observe(clock, \.$date) { _, _, _ in }
    #expect(controller.debugDescription.contains("date"))
    controller.unobserve(clock)
    #expect(
      controller.debugDescription
        == "<\(name(controller)), observer: \(describe(view)), does not retain what it observes>")
  }

  @Test("an observer that is gone is nil")
  func observerGone() {
    let controller = KVOController(observer: ClockView())
    #expect(controller.debugDescription.contains("observer: nil"))
  }
}
