import Foundation
import RawObserving
import Testing

/// An observer that has no callback of its own.
private final class Poster: KeyValueObject {}

@Suite("How a process ends: after all that was printed before", .watched)
struct ExceptionTests {
  @Test("KVO-REG-12 an observer without a callback raises at the first change, not before")
  func notHandled() async {
    let result = await #expect(processExitsWith: .signal(SIGABRT), observing: bothStreams) {
      let clock = Clock()
      let poster = Poster()
      clock.addObserver(poster, forKeyPath: "zone", options: [.new, .old], context: context(0xbeef))
      print("before", terminator: "")
      clock.zone = "UTC"
    }
    #expect(result?.outputLines.last == "before")
    expectDeath(
      result, of: "NSInternalInconsistencyException",
      """
      <Poster: 0x…>: An -observeValueForKeyPath:ofObject:change:context: message was received \
      but not handled.
      Key path: zone
      Observed object: <Clock 0x…>
      Change: {kind = 1; new = UTC; old = <null>;}
      Context: 0x…
      """)
  }

  @Test("the process ends even while another thread is waiting for input")
  func inputUnderWay() async {
    let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardOutputContent]) {
      // A thread that waits in `readLine` holds the lock of its stream; so does this one.
      let isWaiting = Locked(false)
      Thread {
        flockfile(tmpfile())
        isWaiting.withLock { $0 = true }
        while true { sleep(1) }
      }.start()
      while !isWaiting.withLock({ $0 }) { sched_yield() }
      print("before", terminator: "")
      Clock().removeObserver(ClockView(), forKeyPath: "date")
    }
    #expect(result?.outputLines.last == "before")
  }

  // MARK: A key that does not exist

  @Test("a key that does not exist at the end of a path: the message has the whole path, and the missing key")
  func unknownKeyOfPath() async {
    let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      chain(1).addObserver(
        Recorder(), forKeyPath: "child.dat", options: [.old, .new, .initial], context: context(0xbeef))
    }
    expectDeath(
      result, of: "NSUnknownKeyException",
      """
      [<Node 0x…> addObserver:<Recorder 0x…> forKeyPath:@"child.dat" options:7 context:0x…] was sent to an object \
      that is not KVC-compliant for the "dat" property.
      """)
  }

  /// Answers for a key that it has no property for, and passes on the rest.
  private final class Almanac: KeyValueObject {
    @Observed var year = 2026

    override func value(forKey key: String) -> Any? {
      switch key {
      case "moon": "full"
      case "sun": super.value(forKey: "son")
      default: super.value(forKey: key)
      }
    }
  }

  @Test("a class that overrides value(forKey:) answers for its keys, at an initial call, too")
  func overriddenValue() {
    let (almanac, recorder) = (Almanac(), Recorder())
    for key in ["moon", "year"] {
      recorder.observe(almanac, key, [.initial, .new])
      almanac.removeObserver(recorder, forKeyPath: key)
    }
    recorder.observe(almanac, "nope", .initial)  // no value is asked for
    almanac.removeObserver(recorder, forKeyPath: "nope")
    #expect(recorder.heard == [Heard("moon", new: "full"), Heard("year", new: 2026), Heard("nope")])
  }

  @Test("what it passes on and the root does not know is blamed on the add; another key is not")
  func overriddenValuePassedOn() async {
    let asked = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) { Almanac().addObserver(ClockView(), forKeyPath: "mars", options: [.initial, .new]) }
    #expect(
      asked?.errorLines.first?.hasSuffix(
        "was sent to an object that is not KVC-compliant for the \"mars\" property.'") == true)
    let other = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) { Almanac().addObserver(ClockView(), forKeyPath: "sun", options: [.initial, .new]) }
    let plain =
      "[<Almanac 0x…> valueForUndefinedKey:]: this class is not key value coding-compliant"
    #expect(other?.errorLines.first?.contains("\(plain) for the key son.") == true)
    // A read after an initial call is a read like any other.
    let later = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      let (almanac, view) = (Almanac(), ClockView())
      almanac.addObserver(view, forKeyPath: "moon", options: [.initial, .new])
      _ = almanac.value(forKey: "mars")
    }
    #expect(later?.errorLines.first?.contains("\(plain) for the key mars.") == true)
  }

  /// Answers for one key until it is told to pass it on. For another it makes an add of its own first.
  private final class Chart: KeyValueObject {
    let almanac = Almanac()
    var isPassing = false

    override func value(forKey key: String) -> Any? {
      if key == "tide" && !isPassing { return "low" }
      if key == "wind" { almanac.addObserver(ClockView(), forKeyPath: "moon", options: [.initial, .new]) }
      return super.value(forKey: key)
    }
  }

  @Test("an add is blamed for its own read alone: neither for a later one, nor is an add inside it")
  func blamedForItsOwnRead() async {
    let later = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      let (chart, view) = (Chart(), ClockView())
      chart.addObserver(view, forKeyPath: "tide", options: [.initial, .new])
      chart.isPassing = true
      _ = chart.value(forKey: "tide")
    }
    #expect(
      later?.errorLines.first?.contains(
        "[<Chart 0x…> valueForUndefinedKey:]: this class is not key value coding-compliant for the key tide.") == true)
    let outer = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      Era.use(.current)  // the observer inside is released at once
      Chart().addObserver(ClockView(), forKeyPath: "wind", options: [.initial, .new])
    }
    #expect(
      outer?.errorLines.first?.hasSuffix(
        "was sent to an object that is not KVC-compliant for the \"wind\" property.'") == true)
  }
}
