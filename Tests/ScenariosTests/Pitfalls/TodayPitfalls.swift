import Observation
import RawObserving
import Testing

@testable import Harness
@testable import Scenarios

@Suite("Pitfalls: today's own tools", .watched)
struct TodayPitfalls {
  @Test func `MOD-1 dropped-token: an observation ends with its token`() throws { try runs() }
  @Test func `MOD-2 token-cycle: a token whose closure captures its owner keeps it`() throws { try runs() }
  @Test func `MOD-5 fires-once: a tracker is called for the first change alone`() throws { try runs() }
  @Test func `MOD-6 before-the-write: onChange runs before the write, and reads the old value`() throws { try runs() }
  @Test func `MOD-7 change-in-between: a change between two trackers calls nothing`() throws { try runs() }
  @Test func `MOD-8 plain-inside: what the closure does not read itself is not tracked`() throws { try runs() }
  @Test func `MOD-9 equal-assignment: an equal value is silent, unless it is changed in place`() throws { try runs() }
  @Test func `MOD-10 piled-trackers: every tracker that waits is called`() throws { try runs() }
  @Test func `MOD-11 counted-values: the elements of Observations are states, not changes`() throws { try runs() }
  @Test func `MOD-14 parked-loop: a waiting loop does not notice that its owner is freed`() throws { try runs() }
  @Test func `MOD-15 concurrent-set: a change before the tracker is installed is missed`() throws { try runs() }
  @Test func `MOD-16 equal-object: another object that is equal is stored in silence`() throws { try runs() }
  @Test func `MOD-21 over-observation: a part of a value is tracked as the whole`() throws { try runs() }
  @Test func `MOD-22 lagging-total: what a loop derives is out of date until the loop has its turn`() throws {
    try runs()
  }
  @Test func `MOD-23 escaped-read: a read after the tracked closure is not tracked`() throws { try runs() }
  @Test func `MOD-24 guard-before-loop: a strong reference before a loop lasts as long as the loop`() throws {
    try runs()
  }
  @Test func `MOD-25 wrapped-handler: a closure that is the state of a Mutex is wrapped at each read`() throws {
    try runs()
  }
  @Test func `MOD-26 overtaken-store: a tracker that overtakes the store keeps the old value`() throws { try runs() }
  @Test func `MOD-27 shared-sequence: of two loops over one sequence, one misses the last value`() throws { try runs() }
  @Test func `MOD-28 late-value: a value on its way outlives the observation that sent it`() throws { try runs() }

  // What the pages say of the toolchain besides, and no act shows.

  @MainActor
  @Test("the property that lesson 16 writes by hand announces what the macro's announces")
  func handwritten() {
    let (byHand, byMacro) = (HandwrittenThermostat(), Thermostat())
    #expect(!isAnnounced(byHand.temperature) { byHand.temperature = 18 })
    #expect(!isAnnounced(byMacro.temperature) { byMacro.temperature = 18 })
    #expect(isAnnounced(byHand.temperature) { byHand.temperature += 0 })
    #expect(isAnnounced(byMacro.temperature) { byMacro.temperature += 0 })
    #expect(isAnnounced(byHand.temperature) { byHand.temperature = 19 })
    #expect(isAnnounced(byMacro.temperature) { byMacro.temperature = 19 })
    #expect(byHand.temperature == 19)
  }

  @MainActor
  @Test("the macro's setter compares objects by identity, and values without == not at all")
  func comparisons() {
    let thermostat = Thermostat()
    let sensor = thermostat.sensor
    #expect(!isAnnounced(thermostat.sensor) { thermostat.sensor = sensor })
    #expect(isAnnounced(thermostat.sensor) { thermostat.sensor = Thermostat.Sensor() })
    #expect(isAnnounced(thermostat.format) { thermostat.format = Thermostat.Format(digits: 2) })
  }

  @MainActor @available(macOS 26, *)
  @Test("a loop over Observations leaves no tracker when its task is cancelled")
  func cancelledLoop() async {
    let (clock, seen) = (ObservableClock(), Locked(0))
    var sensor: Thermostat.Sensor! = Thermostat.Sensor()
    let probe = Probe(sensor)
    let task = Task { [sensor] in
      for await _ in Observations({ [sensor] in withExtendedLifetime(sensor) { clock.date } }) {
        seen.withLock { $0 += 1 }
      }
    }
    sensor = nil
    await wait { seen.withLock { $0 } == 1 }
    #expect(probe.isAlive)
    await cancel([task])
    #expect(!probe.isAlive)
  }

  @MainActor @available(macOS 26, *)
  @Test("a loop that holds its clock weakly is not woken by the clock's deallocation")
  func weakLoop() async {
    var clock: ObservableClock! = ObservableClock()
    let probe = Probe(clock)
    let (seen, hasEnded) = (Locked(0), Locked(false))
    let task = Task { [weak clock] in
      for await date in Observations({ [weak clock] in clock?.date }) {
        if date == nil { break }
        seen.withLock { $0 += 1 }
      }
      hasEnded.withLock { $0 = true }
    }
    await wait { seen.withLock { $0 } == 1 }
    clock = nil
    await letOthersRun()
    #expect(!probe.isAlive && !hasEnded.withLock { $0 })
    task.cancel()
    await wait { hasEnded.withLock { $0 } }
  }

  /// Whether a change of what is read calls `onChange`.
  @MainActor
  private func isAnnounced(_ read: @autoclosure () -> Any, when change: () -> Void) -> Bool {
    let isAnnounced = Locked(false)
    withObservationTracking {
      _ = read()
    } onChange: {
      isAnnounced.withLock { $0 = true }
    }
    change()
    return isAnnounced.withLock { $0 }
  }
}

/// What `@Observable` makes of a class with `var temperature = 18`, by hand.
private final class HandwrittenThermostat: Observable {
  private let registrar = ObservationRegistrar()
  private var _temperature = 18

  var temperature: Int {
    get {
      registrar.access(self, keyPath: \.temperature)
      return _temperature
    }
    set {
      guard newValue != _temperature else { return _temperature = newValue }
      registrar.withMutation(of: self, keyPath: \.temperature) { _temperature = newValue }
    }
    _modify {
      registrar.willSet(self, keyPath: \.temperature)
      defer { registrar.didSet(self, keyPath: \.temperature) }
      yield &_temperature
    }
  }
}

@MainActor
@Observable
private final class Thermostat {
  final class Sensor: Sendable {}
  struct Format { var digits: Int }

  var temperature = 18
  var sensor = Sensor()
  var format = Format(digits: 2)
}
