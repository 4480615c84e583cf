import Foundation
import RawObserving
import Testing

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

/// A clock whose ticks notify by hand, and depend on its date, which notifies automatically.
private final class TickingClock: Clock {
  override class func keyPathsForValuesAffectingValue(forKey key: String) -> Set<String> {
    key == "ticks" ? ["date"] : super.keyPathsForValuesAffectingValue(forKey: key)
  }
}

@Suite("How a process ends: the observed object dies first", .watched)
struct DeallocatedObservedTests {
  @Test("observed while it dies, in the classic era")
  func deallocatedWhileObserved() async {
    let result = await #expect(processExitsWith: .signal(SIGABRT), observing: bothStreams) {
      let view = ClockView()
      let clock = Clock()
      clock.addObserver(view, forKeyPath: "zone", options: [.old, .prior])
      clock.addObserver(view, forKeyPath: "ticks", options: .new)  // which notifies by hand
      clock.addObserver(view, forKeyPath: "date", options: .new)
      clock.addObserver(view, forKeyPath: "date", options: .initial, context: context(0xbeef))
      print("before", terminator: "")
    }
    #expect(result?.outputLines.suffix(2) == ["view heard date", "before"])
    expectDeath(
      result, of: "NSInternalInconsistencyException",
      """
      An instance 0x… of class Clock was deallocated while key value observers were still \
      registered with it. Current observation info: <4 registered> (
      <Observer: 0x…, Key path: date, Options: <New: YES, Old: NO, Prior: NO> Context: 0x0>
      <Observer: 0x…, Key path: date, Options: <New: NO, Old: NO, Prior: NO> Context: 0x…>
      <Observer: 0x…, Key path: ticks, Options: <New: YES, Old: NO, Prior: NO> Context: 0x0>
      <Observer: 0x…, Key path: zone, Options: <New: NO, Old: YES, Prior: YES> Context: 0x0>
      )
      """)
  }

  @Test("if every observed key notifies by hand, nothing is raised in any era", arguments: Era.allCases)
  func onlyByHand(_ era: Era) async {
    let result = await #expect(
      processExitsWith: .success, observing: bothStreams
    ) { [era = era.rawValue as Int] in
      Era.use(Era(rawValue: era)!)
      let view = ClockView()
      do { Clock().addObserver(view, forKeyPath: "ticks", options: .new) }
      for _ in 1...100 {
        let clock = Clock()
        clock.willChangeValue(forKey: "ticks")
        clock.didChangeValue(forKey: "ticks")
      }
      print("after")
    }
    #expect(result?.outputLines.suffix(2) == ["after", ""])
    #expect(result?.outputLines.contains { $0.hasPrefix("view heard") } == false)
    #expect(result?.errorLines.contains { $0.hasPrefix("***") } == false)
  }

  // On systems up to iOS 10 the path moves the clock to the hidden subclass, which checks.
  @Test("a path through an object does not make it check what else is left, if that notifies by hand")
  func pathDoesNotCheck() async {
    final class Tower: KeyValueObject { @Observed var clock: Clock? }
    await #expect(processExitsWith: .success) {
      let (tower, view) = (Tower(), ClockView())
      do {
        let clock = Clock()
        tower.clock = clock
        clock.addObserver(view, forKeyPath: "ticks")
      }
      tower.addObserver(view, forKeyPath: "clock.date")
      weak let clock = tower.clock
      tower.clock = Clock()
      #expect(clock == nil)
      tower.removeObserver(view, forKeyPath: "clock.date")
    }
  }

  @Test("a key that notifies by hand is checked if it depends on one that notifies automatically")
  func dependsOnAutomatic() async {
    let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      let view = ClockView()
      do { TickingClock().addObserver(view, forKeyPath: "ticks") }
    }
    expectDeath(
      result, of: "NSInternalInconsistencyException",
      """
      An instance 0x… of class TickingClock was deallocated while key value observers were still \
      registered with it. Current observation info: <1 registered> (
      <Observer: 0x…, Key path: ticks, Options: <New: NO, Old: NO, Prior: NO> Context: 0x0>
      )
      """)
  }

  @Test("a stored token comes after the check: in the current era it finds nothing to remove")
  func tokenCurrent() async {
    let result = await #expect(processExitsWith: .signal(SIGABRT), observing: bothStreams) {
      Era.use(.current)
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
}
