import Foundation
import RawObserving
import Testing

private class Clock: KeyValueObject {
  @Observed var date = 0
  @Observed var zone: String?

  /// Automatic notification is off.
  @Observed var ticks = 0

  override class func automaticallyNotifiesObservers(forKey key: String) -> Bool { key != "ticks" }
}

private final class ClockView: KeyValueObject {
  override func observeValue(
    forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
    context: UnsafeMutableRawPointer?
  ) {
    print("view heard \(keyPath)")
  }
}

/// An observer that has no callback of its own.
private final class Poster: KeyValueObject {}

/// Stored in a clock, it removes the clock's observer when it goes, as a hand-made token does.
private final class Token {
  // The clock outlives this reference: it holds the token, and a stored property is released before
  // its object's memory is.
  unowned(unsafe) let clock: Clock
  let observer: KeyValueObject

  init(_ clock: Clock, _ observer: KeyValueObject) {
    self.clock = clock
    self.observer = observer
  }

  deinit {
    print("token goes")
    clock.removeObserver(observer, forKeyPath: "date")
  }
}

private final class TokenClock: Clock {
  var token: Token?
}

@Suite("How a process dies: each exception's text, after all that was printed before", .watched)
struct ExceptionTests {
  @Test("removing an observer that is not registered")
  func notRegistered() async {
    let result = await #expect(processExitsWith: .signal(SIGABRT), observing: bothStreams) {
      let clock = Clock()
      print("a clock", terminator: "")
      clock.removeObserver(ClockView(), forKeyPath: "date")
      print("not reached")
    }
    #expect(result?.outputLines.last == "a clock")
    expectDeath(
      result, of: "NSRangeException",
      """
      Cannot remove an observer <ClockView 0x…> for the key path "date" from <Clock 0x…> because \
      it is not registered as an observer.
      """)
  }

  @Test("the other removal, with a context that was not the one")
  func otherContext() async {
    let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      let clock = Clock()
      let view = ClockView()
      clock.addObserver(view, forKeyPath: "date", context: context(1))
      clock.removeObserver(view, forKeyPath: "date", context: context(2))
    }
    expectDeath(
      result, of: "NSRangeException",
      """
      Cannot remove an observer <ClockView 0x…> for the key path "date" from <Clock 0x…> because \
      it is not registered as an observer.
      """)
  }

  @Test("the callback is not implemented")
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

  // MARK: The observed object dies first

  @Test("observed while it dies, in the classic era")
  func deallocatedWhileObserved() async {
    let result = await #expect(processExitsWith: .signal(SIGABRT), observing: bothStreams) {
      let view = ClockView()
      let clock = Clock()
      clock.addObserver(view, forKeyPath: "zone", options: [.old, .prior])
      clock.addObserver(view, forKeyPath: "date", options: .new)
      clock.addObserver(view, forKeyPath: "date", options: .initial, context: context(0xbeef))
      print("before", terminator: "")
    }
    #expect(result?.outputLines.suffix(2) == ["view heard date", "before"])
    expectDeath(
      result, of: "NSInternalInconsistencyException",
      """
      An instance 0x… of class Clock was deallocated while key value observers were still \
      registered with it. Current observation info: <3 registered> (
      <Observer: 0x…, Key path: date, Options: <New: YES, Old: NO, Prior: NO> Context: 0x0>
      <Observer: 0x…, Key path: date, Options: <New: NO, Old: NO, Prior: NO> Context: 0x…>
      <Observer: 0x…, Key path: zone, Options: <New: NO, Old: YES, Prior: YES> Context: 0x0>
      )
      """)
  }

  @Test("in the later eras it is cleaned up in silence", arguments: [Era.relaxed, .current])
  func cleanedUp(_ era: Era) async {
    let result = await #expect(
      processExitsWith: .success,
      observing: bothStreams
    ) { [era = era.rawValue as Int] in
      Era.use(Era(rawValue: era)!)
      let view = ClockView()
      do {
        let clock = Clock()
        clock.addObserver(view, forKeyPath: "date", options: .new)
        clock.date = 1
      }
      print("after")
    }
    #expect(result?.outputLines.contains("after") == true)
    #expect(result?.errorLines.contains { $0.hasPrefix("***") } == false)
  }

  @Test("a key that notifies by hand raises in every era, and all is listed", arguments: Era.allCases)
  func byHand(_ era: Era) async {
    let result = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) { [era = era.rawValue as Int] in
      Era.use(Era(rawValue: era)!)
      let view = ClockView()
      let clock = Clock()
      clock.addObserver(view, forKeyPath: "ticks", options: .new)
      clock.addObserver(view, forKeyPath: "date", options: .new)
    }
    expectDeath(
      result, of: "NSInternalInconsistencyException",
      """
      An instance 0x… of class Clock was deallocated while key value observers were still \
      registered with it. Current observation info: <2 registered> (
      <Observer: 0x…, Key path: date, Options: <New: YES, Old: NO, Prior: NO> Context: 0x0>
      <Observer: 0x…, Key path: ticks, Options: <New: YES, Old: NO, Prior: NO> Context: 0x0>
      )
      """)
  }

  @Test("a stored token comes after the check: the classic era raises before it")
  func tokenClassic() async {
    let result = await #expect(processExitsWith: .signal(SIGABRT), observing: bothStreams) {
      let view = ClockView()
      let clock = TokenClock()
      clock.addObserver(view, forKeyPath: "date")
      clock.token = Token(clock, view)
    }
    #expect(result?.outputLines.contains("token goes") == false)
    #expect(
      result?.errorLines.first?.hasPrefix(
        terminating(
          "NSInternalInconsistencyException",
          "An instance 0x… of class TokenClock was deallocated while key value observers")) == true)
  }

  @Test("a stored token comes after the check: in the relaxed era it finds nothing to remove")
  func tokenRelaxed() async {
    let result = await #expect(processExitsWith: .signal(SIGABRT), observing: bothStreams) {
      Era.use(.relaxed)
      let view = ClockView()
      let clock = TokenClock()
      clock.addObserver(view, forKeyPath: "date")
      clock.token = Token(clock, view)
    }
    #expect(result?.outputLines.last { !$0.isEmpty } == "token goes")
    expectDeath(
      result, of: "NSRangeException",
      """
      Cannot remove an observer <ClockView 0x…> for the key path "date" from <TokenClock 0x…> \
      because it is not registered as an observer.
      """)
  }

  // MARK: The observer dies first

  static let deadObserver = [
    """
    *** -[ClockView observeValueForKeyPath:ofObject:change:context:]: message sent to deallocated \
    instance 0x…
    """,
    "Key path: date",
    "Observed object: <Clock 0x…>",
  ]

  @Test("a change for a dead observer, in the classic era")
  func deadObserverClassic() async {
    let result = await #expect(processExitsWith: .signal(SIGABRT), observing: bothStreams) {
      let clock = Clock()
      do { clock.addObserver(ClockView(), forKeyPath: "date", options: .initial) }
      print("the view is gone", terminator: "")
      clock.date = 1
    }
    #expect(result?.outputLines.suffix(2) == ["view heard date", "the view is gone"])
    expectDeath(result, saying: Self.deadObserver)
  }

  @Test("a change for a dead observer, in the relaxed era")
  func deadObserverRelaxed() async {
    let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      Era.use(.relaxed)
      let clock = Clock()
      do { clock.addObserver(ClockView(), forKeyPath: "date") }
      clock.date = 1
    }
    expectDeath(result, saying: Self.deadObserver)
  }

  @Test("a change for a dead observer is skipped in silence in the current era")
  func deadObserverCurrent() async {
    let result = await #expect(processExitsWith: .success, observing: bothStreams) {
      Era.use(.current)
      let clock = Clock()
      let (first, last) = (ClockView(), ClockView())
      clock.addObserver(first, forKeyPath: "date")
      do { clock.addObserver(ClockView(), forKeyPath: "date") }
      clock.addObserver(last, forKeyPath: "date")
      clock.date = 1
      clock.removeObserver(first, forKeyPath: "date")
      clock.removeObserver(last, forKeyPath: "date")
      print("no observer left")
      clock.date = 2
    }
    let said = result?.outputLines.filter { $0 == "view heard date" || $0 == "no observer left" }
    #expect(said == ["view heard date", "view heard date", "no observer left"])
    #expect(result?.errorLines.contains { $0.hasPrefix("***") } == false)
  }

  @Test("an observer in its deinit is dead already")
  func observerInDeinit() async {
    final class ClosingView: KeyValueObject {
      var clock: Clock?
      deinit { clock?.date = 1 }
    }
    let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      let clock = Clock()
      var view: ClosingView? = ClosingView()
      view?.clock = clock
      clock.addObserver(view!, forKeyPath: "date")
      view = nil
    }
    expectDeath(
      result,
      saying: [
        """
        *** -[ClosingView observeValueForKeyPath:ofObject:change:context:]: message sent to \
        deallocated instance 0x…
        """,
        "Key path: date",
        "Observed object: <Clock 0x…>",
      ])
  }

  @Test("a dead observer is no harm until something changes, and can still be left behind by its key")
  func deadObserverOfAnotherKey() async {
    await #expect(processExitsWith: .success) {
      Era.use(.relaxed)
      let clock = Clock()
      do { clock.addObserver(ClockView(), forKeyPath: "date") }
      clock.zone = "UTC"
    }
  }

  // MARK: Keys

  @Test("a key that does not exist is accepted until a value is needed")
  func unknownKey() async {
    let result = await #expect(processExitsWith: .signal(SIGABRT), observing: bothStreams) {
      let clock = Clock()
      let view = ClockView()
      clock.addObserver(view, forKeyPath: "dat", options: .new)
      print("accepted", terminator: "")
      clock.addObserver(view, forKeyPath: "dat", options: [.initial, .new])
    }
    #expect(result?.outputLines.last == "accepted")
    expectDeath(
      result, of: "NSUnknownKeyException",
      """
      [<Clock 0x…> addObserver:<ClockView 0x…> forKeyPath:@"dat" options:5 context:0x0] was sent \
      to an object that is not KVC-compliant for the "dat" property.
      """)
  }

  @Test("a key that does not exist at the end of a path: the whole path, and the missing key")
  func unknownKeyOfPath() async {
    final class Wall: KeyValueObject {
      @Observed var clock: Clock? = Clock()
    }
    let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      Wall().addObserver(
        ClockView(), forKeyPath: "clock.dat", options: [.old, .new, .initial],
        context: context(0xbeef))
    }
    expectDeath(
      result, of: "NSUnknownKeyException",
      """
      [<Wall 0x…> addObserver:<ClockView 0x…> forKeyPath:@"clock.dat" options:7 context:0x…] was \
      sent to an object that is not KVC-compliant for the "dat" property.
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
    final class Reader: KeyValueObject {
      var heard: [String] = []
      override func observeValue(
        forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
        context: UnsafeMutableRawPointer?
      ) { heard.append("\(keyPath) \(change.newValue ?? "nothing")") }
    }
    let (almanac, reader) = (Almanac(), Reader())
    for key in ["moon", "year"] {
      almanac.addObserver(reader, forKeyPath: key, options: [.initial, .new])
      almanac.removeObserver(reader, forKeyPath: key)
    }
    almanac.addObserver(reader, forKeyPath: "nope", options: .initial)  // no value is asked for
    almanac.removeObserver(reader, forKeyPath: "nope")
    #expect(reader.heard == ["moon full", "year 2026", "nope nothing"])
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

  @Test("a path through a value that is not an object is not supported")
  func dottedPath() async {
    let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      let clock = Clock()
      clock.zone = "UTC"
      clock.addObserver(ClockView(), forKeyPath: "zone.name")
    }
    expectDeath(
      result, of: "NSInvalidArgumentException",
      """
      [String addObserver:forKeyPath:options:context:] is not supported. Key path: name. Observe \
      a property of an object.
      """)
  }

  @Test("the process dies even while another thread is waiting for input")
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

  // MARK: The era

  @Test("the era cannot be changed once something is observed")
  func eraAfterUse() async {
    let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      let clock = Clock()
      let view = ClockView()
      clock.addObserver(view, forKeyPath: "date")
      clock.removeObserver(view, forKeyPath: "date")
      Era.use(.classic)
      Era.use(.relaxed)
    }
    expectDeath(
      result, of: "NSInternalInconsistencyException",
      """
      The era of this process is classic already and cannot become relaxed. Choose it before \
      anything is observed.
      """)
  }

  @Test("the same era may be chosen twice, and it is classic where none is chosen")
  func era() async {
    await #expect(processExitsWith: .success) {
      Era.use(.relaxed)
      Era.use(.relaxed)
      #expect(Era.inForce == .relaxed)
      let violation = #expect(throws: Violation.self) { try Era.choose(.classic) }
      #expect(violation?.name == "NSInternalInconsistencyException")
      #expect(throws: Violation.self) { try Era.choose(.current) }
      #expect(Era.inForce == .relaxed)
    }
    await #expect(processExitsWith: .success) {
      #expect(Era.inForce == .classic)  // and that fixes it
      #expect(throws: Violation.self) { try Era.choose(.current) }
    }
    await #expect(processExitsWith: .success) {
      Era.use(.current)
      let (clock, view) = (Clock(), ClockView())
      clock.addObserver(view, forKeyPath: "date")
      clock.removeObserver(view, forKeyPath: "date")
      #expect(Era.inForce == .current)
      #expect(throws: Violation.self) { try Era.choose(.classic) }
    }
  }
}
