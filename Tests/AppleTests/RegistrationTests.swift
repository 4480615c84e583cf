#if canImport(ObjectiveC)
  import Foundation
  import ObjectiveC
  import RawObserving
  import Testing

  /// Lesson 3, and the cards REG and REM: adding and removing.
  @Suite("Apple's key-value observing: adding and removing", .watched)
  struct RegistrationTests {
    private let clock = Clock()
    private let recorder = Recorder()

    // Lessons/Pitfalls/REG-1-double-add.md
    // Lessons/02-add-react-remove.md
    @Test("REG-1: an observer that is added twice is called twice")
    func doubleAdd() {
      clock.addObserver(recorder, forKeyPath: "date", options: .new, context: nil)
      clock.addObserver(recorder, forKeyPath: "date", options: .new, context: nil)
      clock.date = 1
      #expect(recorder.calls.count == 2)
      clock.removeObserver(recorder, forKeyPath: "date")
      clock.date = 2
      #expect(recorder.calls.count == 3)
      clock.removeObserver(recorder, forKeyPath: "date")
      clock.date = 3
      #expect(recorder.calls.count == 3)
    }

    // Lessons/Pitfalls/REG-1-double-add.md
    @Test("REG-1: two tokens for one property are two registrations")
    func twoTokens() {
      let heard = Locked<[Int]>([])
      let first = clock.observe(\.date) { clock, _ in heard.withLock { $0.append(clock.date) } }
      let second = clock.observe(\.date) { clock, _ in heard.withLock { $0.append(clock.date) } }
      clock.date = 1
      #expect(heard.withLock { $0 } == [1, 1])
      first.invalidate()
      clock.date = 2
      #expect(heard.withLock { $0 } == [1, 1, 2])
      second.invalidate()
    }

    // Lessons/Pitfalls/REG-3-unhandled-callback.md
    @Test("REG-3: NSObject has the callback, and raises")
    func unhandled() async {
      let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
        Exceptions.print()
        let (clock, bystander) = (Clock(), Bystander())
        clock.addObserver(bystander, forKeyPath: "date", options: .new, context: nil)
        clock.date = 1
      }
      #expect(
        result.says(
          "NSInternalInconsistencyException",
          "An -observeValueForKeyPath:ofObject:change:context: message was received but not handled.", "Key path: date",
          "Observed object:", "Change:", "Context:"))
    }

    // Lessons/Pitfalls/REG-5-registered-or-not.md
    @Test("REG-5: the registrations of an object are one opaque pointer")
    func opaque() {
      #expect(clock.observationInfo == nil)
      clock.addObserver(recorder, forKeyPath: "date", options: [], context: nil)
      #expect(clock.observationInfo != nil)
      clock.removeObserver(recorder, forKeyPath: "date")
    }

    // Lessons/Pitfalls/REM-2-double-remove.md
    // Lessons/Pitfalls/REG-5-registered-or-not.md
    @Test("REM-2, REG-5: a token may be invalidated twice")
    func invalidatedTwice() {
      let heard = Locked(0)
      let token = clock.observe(\.date) { _, _ in heard.withLock { $0 += 1 } }
      token.invalidate()
      token.invalidate()
      clock.date = 1
      #expect(heard.withLock { $0 } == 0)
    }

    // Lessons/Pitfalls/REG-7-misspelt-key.md
    @Test("REG-7: a misspelt key is accepted, and nothing is told")
    func misspelt() {
      clock.addObserver(recorder, forKeyPath: "dat", options: [], context: nil)
      clock.date = 1
      #expect(recorder.calls.isEmpty)
      clock.removeObserver(recorder, forKeyPath: "dat")
    }

    // Lessons/Pitfalls/REG-7-misspelt-key.md
    // Read in the binary of iOS 26.1: the add reads the value. The words are those of a log of 2018 with these options.
    @Test("REG-7: with .initial and .new, a misspelt key raises")
    func misspeltWithInitial() async {
      let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
        Exceptions.print()
        Clock().addObserver(Recorder(), forKeyPath: "dat", options: [.initial, .new], context: nil)
      }
      #expect(
        result.says(
          "NSUnknownKeyException", "addObserver:", "forKeyPath:@\"dat\"",
          "was sent to an object that is not KVC-compliant for the \"dat\" property."))
    }

    // Lessons/Pitfalls/REG-7-misspelt-key.md
    @Test("REG-7: #keyPath makes a string that the compiler has checked")
    func checkedString() {
      #expect(#keyPath(Clock.date) == "date")
    }

    // Lessons/Pitfalls/REG-8-initial-too-early.md
    // Lessons/Pitfalls/THR-6-add-in-callback.md
    @Test("REG-8, THR-6: with .initial, the call comes before the registration method returns")
    func initial() {
      clock.addObserver(recorder, forKeyPath: "date", options: [.initial, .new], context: nil)
      #expect(recorder.calls.map { $0.new as? Int } == [0])
      clock.removeObserver(recorder, forKeyPath: "date")
    }

    // Lessons/Pitfalls/REG-8-initial-too-early.md
    // Read in the source of Swift's overlay.
    @Test("REG-8: during the initial call, the variable for the token is still empty")
    func initialWithoutToken() {
      let token = Locked<NSKeyValueObservation?>(nil)
      let wasEmpty = Locked<[Bool]>([])
      let made = clock.observe(\.date, options: .initial) { _, _ in
        let isEmpty = token.withLock { $0 == nil }
        wasEmpty.withLock { $0.append(isEmpty) }
      }
      token.withLockUnchecked { $0 = made }
      #expect(wasEmpty.withLock { $0 } == [true])
      made.invalidate()
    }

    // Lessons/Pitfalls/REM-1-remove-unadded.md
    // Lessons/Pitfalls/REM-5-taken-registration.md
    // Lessons/Pitfalls/REM-8-late-add.md
    // Read in the binary of iOS 26.1.
    // Lessons/03-every-add-needs-its-remove.md
    @Test("REM-1, REM-5, REM-8: a removal that matches nothing raises")
    func removalWithoutAdd() async {
      let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
        Exceptions.print()
        Clock().removeObserver(Recorder(), forKeyPath: "date")
      }
      #expect(
        result.says(
          "NSRangeException", "Cannot remove an observer <", "for the key path \"date\" from <",
          "because it is not registered as an observer."))
    }

    // Lessons/Pitfalls/REM-2-double-remove.md
    @Test("REM-2: the second removal of one registration raises")
    func doubleRemove() async {
      let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
        Exceptions.print()
        let (clock, recorder) = (Clock(), Recorder())
        clock.addObserver(recorder, forKeyPath: "date", options: [], context: nil)
        clock.removeObserver(recorder, forKeyPath: "date")
        note("removed once")
        clock.removeObserver(recorder, forKeyPath: "date")
      }
      #expect(result.says("removed once", "NSRangeException", "because it is not registered as an observer."))
    }

    // Lessons/Pitfalls/REM-6-swapped-object.md
    // Lessons/Pitfalls/REM-11-remove-by-index.md
    @Test("REM-6, REM-11: a removal from another object than the one observed raises")
    func otherObject() async {
      let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
        Exceptions.print()
        let (clock, other, recorder) = (Clock(), Clock(), Recorder())
        clock.addObserver(recorder, forKeyPath: "date", options: [], context: nil)
        other.removeObserver(recorder, forKeyPath: "date")
        _ = clock
      }
      #expect(result.says("NSRangeException", "because it is not registered as an observer."))
    }

    // Lessons/Pitfalls/REM-6-swapped-object.md
    // Lessons/Pitfalls/REM-10-fewer-removals.md
    @Test("REM-6, REM-10: a new token in the property, or an empty array of tokens, ends the old registrations")
    func replacedToken() {
      let heard = Locked(0)
      var token: NSKeyValueObservation? = clock.observe(\.date) { _, _ in heard.withLock { $0 += 1 } }
      let other = Clock()
      token = other.observe(\.date) { _, _ in heard.withLock { $0 += 10 } }
      clock.date = 1
      #expect(heard.withLock { $0 } == 0)
      other.date = 1
      #expect(heard.withLock { $0 } == 10)
      var tokens = [token]
      token = nil
      tokens.removeAll()
      other.date = 2
      #expect(heard.withLock { $0 } == 10)
    }

    // Lessons/Pitfalls/REM-3-other-context.md
    // Read in the binary of iOS 26.1.
    @Test("REM-3: a context has to be equal, and the message leaves it out")
    func otherContext() async {
      let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
        Exceptions.print()
        let (clock, recorder) = (Clock(), Recorder())
        clock.addObserver(recorder, forKeyPath: "date", options: [], context: Context.first)
        clock.removeObserver(recorder, forKeyPath: "date", context: Context.second)
      }
      #expect(result.says("NSRangeException", "because it is not registered as an observer."))
      #expect(!result.exception.contains("ontext"))
    }

    // Lessons/Pitfalls/REM-3-other-context.md
    // Read in the binary of iOS 26.1.
    @Test("REM-3: nil as a context matches only nil")
    func nilContext() async {
      let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
        Exceptions.print()
        let (clock, recorder) = (Clock(), Recorder())
        clock.addObserver(recorder, forKeyPath: "date", options: [], context: Context.first)
        clock.removeObserver(recorder, forKeyPath: "date", context: nil)
      }
      #expect(result.says("NSRangeException", "because it is not registered as an observer."))
    }

    // Lessons/Pitfalls/REM-4-guessed-registration.md
    // Read in the binary of iOS 26.1. No documentation promises it.
    @Test("REM-4: a removal without a context takes the latest registration")
    func guess() {
      clock.addObserver(recorder, forKeyPath: "date", options: [], context: Context.first)
      clock.addObserver(recorder, forKeyPath: "date", options: [], context: Context.second)
      clock.removeObserver(recorder, forKeyPath: "date")
      clock.date = 1
      #expect(recorder.calls.map(\.context) == [Context.first])
      clock.removeObserver(recorder, forKeyPath: "date", context: Context.first)
    }

    // Lessons/Pitfalls/REM-7-remove-in-initial.md
    // Read in the binary of iOS 26.1; reported for iOS 8 to 11 (rdar://34307466).
    @Test("REM-7: the initial call comes before the registration is recorded, so a removal in it raises")
    func removalInInitial() async {
      let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
        Exceptions.print()
        let (clock, recorder) = (Clock(), Recorder())
        recorder.reaction = { clock.removeObserver(recorder, forKeyPath: "date") }
        clock.addObserver(recorder, forKeyPath: "date", options: .initial, context: nil)
      }
      #expect(result.says("NSRangeException", "because it is not registered as an observer."))
    }
  }
#endif
