import ManagedObserving
import RawObserving
import Testing

@testable import Scenarios

@Suite("LIF-7 weak middle", .watched)
struct WeakMiddleTests {
  private final class PlainPlatform: KeyValueObject {
    weak var clock: Clock? {
      willSet { willChangeValue(forKey: "clock") }
      didSet { didChangeValue(forKey: "clock") }
    }

    override class var computedKeys: [ComputedKey] {
      super.computedKeys + [ComputedKey("clock", \PlainPlatform.clock)]
    }
  }

  private final class Platform: KeyValueObject {
    @ObservedWeak var clock: Clock?
  }

  @Test("raw: a plain weak var becomes nil in silence, also in the middle of a path")
  func raw() {
    let platform = PlainPlatform()
    let view = Recorder()
    for path in ["clock", "clock.date"] { platform.addObserver(view, forKeyPath: path) }
    var clock: Clock? = Clock()
    platform.clock = clock
    #expect(view.changes.count == 2)
    clock = nil
    #expect(platform.clock == nil)
    #expect(view.changes.count == 2)
    for path in ["clock", "clock.date"] { platform.removeObserver(view, forKeyPath: path) }
  }

  @Test("raw: the next clock is heard of again")
  func next() {
    let platform = PlainPlatform()
    let view = Recorder()
    platform.addObserver(view, forKeyPath: "clock.date", options: .new)
    var clock: Clock? = Clock()
    platform.clock = clock
    clock = nil
    clock = Clock()
    platform.clock = clock
    clock?.date = 3
    #expect(view.changes.map { $0.newValue as? Int } == [0, 0, 3])
    platform.removeObserver(view, forKeyPath: "clock.date")
  }

  @Test("managed: of an observed weak property the death is told, without an old value")
  func managed() {
    let platform = Platform()
    let view = Recorder()
    var clock: Clock? = Clock()
    weak let probe = clock
    platform.clock = clock
    view.kvoController.observe(
      platform, keyPath: "clock.date", options: [.new, .old], context: nil)
    clock = nil
    #expect(probe == nil)
    #expect(view.changes.count == 1)
    #expect(view.changes.first?.newValue is KeyValueNull)
    #expect(view.changes.first?.oldValue == nil)
  }

  @Test("managed: it is told on the thread on which the last reference goes")
  func elsewhere() {
    let platform = Platform()
    let controller = KVOController(observer: platform)
    let station = Locked([Clock()])
    platform.clock = station.withLock { $0[0] }
    var heardOn = "no thread"
    controller.observe(platform, \.$clock) { _, _, _ in heardOn = threadName }
    onAnotherThread(named: "workshop") { _ = station.withLock { $0.removeLast() } }
    #expect(heardOn == "workshop")
    controller.unobserveAll()
  }
}
