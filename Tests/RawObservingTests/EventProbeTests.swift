import Foundation
import Testing

@testable import RawObserving

/// Prints each event of the engine. Objects are named after their classes.
private final class Printer: Sendable {
  private let names = Locked<[ObjectIdentifier: String]>([:])

  static func install() {
    let printer = Printer()
    EventProbe.install { event in if let event = event as? EngineEvent { print(printer.line(for: event)) } }
  }

  private func line(for event: EngineEvent) -> String {
    switch event {
    case .born(let object):
      names.withLock { $0[ObjectIdentifier(object)] = name(object) }
      return "born \(name(object))"
    case .dying(let identity): return "dying \(names.withLock { $0[identity] } ?? "?")"
    case .gone(let identity): return "gone \(names.withLock { $0[identity] } ?? "?")"
    case .adds(let registration, let object): return "adds \(text(registration)) to \(name(object))"
    case .added(let registration): return "added \(text(registration))"
    case .removed(let registration): return "removed \(text(registration))"
    case .endedWithObject(let registration): return "ended with object \(text(registration))"
    case .willChange(let object, let key, let value): return "will \(name(object)) \(key) \(value)"
    case .changed(let object, let key, let value): return "did \(name(object)) \(key) \(value)"
    case .announces(let object, let key, let call): return "\(call) \(name(object)) \(key)"
    case .calls(let registration, let change, let object):
      return "calls \(text(registration)) of \(name(object)) \(change)"
    case .returned(let registration): return "returned \(text(registration))"
    case .skips(let registration, let object): return "skips \(text(registration)) of \(name(object))"
    case .raises(let violation): return "raises \(violation.id.exception ?? "-")"
    }
  }

  private func name(_ object: KeyValueObject) -> String { "\(type(of: object))" }

  private func text(_ registration: Registration) -> String {
    "\(registration.keyPath) \(registration.context.map { Int(bitPattern: $0) } ?? 0)"
  }
}

/// A clock on a path, with a computed key.
private final class ChainedClock: Clock {
  @Observed var next: ChainedClock?
  var label: String { "\(date) \(next?.date ?? 0)" }

  override class var computedKeys: [ComputedKey] {
    super.computedKeys + [ComputedKey("label", \ChainedClock.label, dependsOn: \.$date, \.$next.$date)]
  }
}

/// Does what a test says when it is called.
private final class Remover: KeyValueObject {
  var onCall: () -> Void = {}

  override func observeValue(
    forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange, context: UnsafeMutableRawPointer?
  ) { onCall() }
}

@Suite("EventProbe", .watched) struct EventProbeTests {
  /// The lines that the process printed itself, without those of the test library.
  private func lines(_ result: ExitTest.Result?) -> [String] {
    let all = result?.outputLines ?? []
    return Array(all.drop { $0 != "begin" }.dropFirst().prefix { $0 != "end" })
  }

  @Test("objects, registrations with their contexts, will, did and calls are reported in order")
  func order() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
      Printer.install()
      print("begin")
      do {
        let view = ClockView()
        let clock = Clock()
        clock.addObserver(view, forKeyPath: "date", options: [.initial, .prior, .new], context: context(7))
        clock.date = 1
        clock.removeObserver(view, forKeyPath: "date", context: context(7))
        clock.date = 2
        clock.addObserver(view, forKeyPath: "ticks", options: .old)
        clock.willChangeValue(forKey: "ticks")
        clock.ticks = 1
        clock.didChangeValue(forKey: "ticks")
        clock.removeObserver(view, forKeyPath: "ticks")
      }
      print("end")
    }
    let lines = lines(result)
    #expect(
      lines.dropLast(4) == [
        "born ClockView", "born Clock",
        "adds date 7 to Clock",
        "calls date 7 of Clock {kind = 1; new = 0;}", "view heard date", "returned date 7",
        "added date 7",
        "will Clock date 0",
        "calls date 7 of Clock {kind = 1; notificationIsPrior = true;}", "view heard date", "returned date 7",
        "did Clock date 1",
        "calls date 7 of Clock {kind = 1; new = 1;}", "view heard date", "returned date 7",
        "removed date 7",
        "will Clock date 1", "did Clock date 2",
        "adds ticks 0 to Clock", "added ticks 0",
        "willChangeValue Clock ticks",
        "will Clock ticks 0", "did Clock ticks 1",
        "didChangeValue Clock ticks",
        "calls ticks 0 of Clock {kind = 1; old = 0;}", "view heard ticks", "returned ticks 0",
        "removed ticks 0",
      ])
    // Swift does not promise which of the two is released first.
    #expect(lines.suffix(4).sorted() == ["dying Clock", "dying ClockView", "gone Clock", "gone ClockView"])
    for name in ["Clock", "ClockView"] {
      #expect(lines.firstIndex(of: "dying \(name)").map { lines[$0 + 1] } == "gone \(name)")
    }
  }

  @Test("a deinit: its body comes first, then the leftovers; a change for a deallocated observer is skipped")
  func deallocation() async {
    final class ChimingClock: Clock {
      deinit { date = 12 }
    }
    let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
      Era.use(.current)
      Printer.install()
      let view = ClockView()
      var clock: ChimingClock? = ChimingClock()
      print("begin")
      clock?.addObserver(view, forKeyPath: "date", context: context(1))
      do { clock?.addObserver(ClockView(), forKeyPath: "date", context: context(2)) }
      clock = nil
      print("end")
      withExtendedLifetime(view) {}
    }
    #expect(
      lines(result) == [
        "adds date 1 to ChimingClock", "added date 1",
        "born ClockView", "adds date 2 to ChimingClock", "added date 2", "dying ClockView", "gone ClockView",
        "will ChimingClock date 0", "did ChimingClock date 12",
        "skips date 2 of ChimingClock",
        "calls date 1 of ChimingClock {kind = 1;}", "view heard date", "returned date 1",
        "dying ChimingClock", "ended with object date 1", "ended with object date 2", "gone ChimingClock",
      ])
  }

  @Test("a registration that another observer removes before its turn is skipped", arguments: ["date", "zone"])
  func skipped(key: String) async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) { [key] in
      let (clock, view, remover) = (Clock(), ClockView(), Remover())
      clock.addObserver(view, forKeyPath: key, options: key == "zone" ? .prior : [], context: context(1))
      clock.addObserver(remover, forKeyPath: key, context: context(2))
      remover.onCall = { clock.removeObserver(view, forKeyPath: key) }
      Printer.install()
      print("begin")
      if key == "zone" {
        // With a prior call, a change takes another way through the engine.
        clock.willChangeValue(forKey: key)
        clock.didChangeValue(forKey: key)
      } else {
        clock.date = 1
      }
      print("end")
      EventProbe.remove()
      clock.removeObserver(remover, forKeyPath: key)
    }
    #expect(
      lines(result).suffix(4) == [
        "calls \(key) 2 of Clock {kind = 1;}", "removed \(key) 1", "returned \(key) 2", "skips \(key) 1 of Clock",
      ])
  }

  @Test("a violation is reported before the process ends")
  func raise() async {
    let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardOutputContent]) {
      Printer.install()
      Clock().removeObserver(ClockView(), forKeyPath: "date")
    }
    #expect(result?.outputLines.suffix(2) == ["raises NSRangeException", ""])
  }

  @Test("no lock is held: at each event the probe adds and removes observers, here and on another thread, and sets")
  func noLock() async {
    await #expect(processExitsWith: .success) {
      Era.use(.current)
      let (clock, view) = (ChainedClock(), Remover())
      let shared = Shared((clock, view))
      let (isInside, events) = (Locked(false), Locked(0))
      EventProbe.install { _ in
        let isOwn = isInside.withLock { isInside in
          defer { isInside = true }
          return isInside
        }
        if isOwn { return }
        let change: @Sendable () -> Void = {
          let (clock, guest) = (shared.objects.0, shared.objects.1)
          for path in ["date", "zone", "label", "next.date"] {
            clock.addObserver(guest, forKeyPath: path, options: [.old, .new, .prior])
          }
          clock.zone = "UTC"
          for path in ["date", "zone", "label", "next.date"] { clock.removeObserver(guest, forKeyPath: path) }
        }
        change()
        onThreads(1) { _ in change() }
        events.withLock { $0 += 1 }
        isInside.withLock { $0 = false }
      }
      do {
        let (other, observer) = (ChainedClock(), Remover())
        clock.addObserver(observer, forKeyPath: "label", options: [.initial, .prior, .new, .old])
        clock.addObserver(observer, forKeyPath: "next.date", options: [.prior, .old])
        clock.date = 1
        clock.next = other
        other.date = 2
        clock.willChangeValue(forKey: "label")
        clock.didChangeValue(forKey: "label")
        clock.removeObserver(observer, forKeyPath: "next.date")
        clock.removeObserver(observer, forKeyPath: "label")
        clock.next = nil
        other.addObserver(observer, forKeyPath: "zone")  // left over, and not inside a write of the clock's property
      }
      EventProbe.remove()
      let count = events.withLock { $0 }
      if count < 30 { fatalError("only \(count) events") }
      if !clock.activeRegistrations.isEmpty { fatalError("\(clock.activeRegistrations)") }
    }
  }
}
