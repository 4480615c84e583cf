#if canImport(ObjectiveC)
  import Foundation
  import ObjectiveC
  import RawObserving
  import Testing

  /// Notes when it is deallocated.
  private final class Note: NSObject, @unchecked Sendable {
    private let onDeath: () -> Void
    init(_ onDeath: @escaping () -> Void) { self.onDeath = onDeath }
    deinit { onDeath() }
  }

  /// Lesson 4, and the cards LIF, MED-5, MED-6, MOD-1 and MOD-2: what is deallocated, and when.
  ///
  /// The package needs macOS 15 or later, so these are the rules of the current era. What may touch freed memory runs in
  /// its own process. Foundation may autorelease what it is passed, so where an end is expected, a pool ends first.
  @Suite("Apple's key-value observing: lifetimes", .watched)
  struct LifetimeTests {
    // Lessons/Pitfalls/LIF-1-observed-dies-first.md
    // Lessons/Pitfalls/REG-2-repeated-hook.md
    // Lessons/Pitfalls/REM-10-fewer-removals.md
    // Lessons/Pitfalls/MED-2-non-retaining-crash.md
    // Lessons/Pitfalls/MED-11-unretained-dies-first.md
    @Test("LIF-1, REG-2, REM-10, MED-2, MED-11: a leftover for an automatic key is cleaned up in silence")
    func observedDiesFirst() async {
      await #expect(processExitsWith: .success) {
        let recorder = Recorder()
        weak var freed: Clock?
        autoreleasepool {
          let clock = Clock()
          freed = clock
          clock.addObserver(recorder, forKeyPath: "date", options: [], context: nil)
          clock.date = 1
        }
        #expect(freed == nil)
        #expect(recorder.calls.count == 1)
      }
    }

    // Lessons/Pitfalls/LIF-1-observed-dies-first.md
    @Test("LIF-1: neither the observer nor the observed object is retained")
    func notRetained() {
      weak var freedRecorder: Recorder?
      weak var freedClock: Clock?
      autoreleasepool {
        let (clock, recorder) = (Clock(), Recorder())
        (freedClock, freedRecorder) = (clock, recorder)
        clock.addObserver(recorder, forKeyPath: "date", options: [], context: nil)
        clock.removeObserver(recorder, forKeyPath: "date")
        clock.addObserver(recorder, forKeyPath: "place", options: [], context: nil)
      }
      #expect(freedClock == nil)
      #expect(freedRecorder == nil)
    }

    // Lessons/Pitfalls/LIF-2-announced-by-hand.md
    // Lessons/Pitfalls/MED-2-non-retaining-crash.md
    // Lessons/Pitfalls/MED-11-unretained-dies-first.md
    // Lessons/Appendices/crash-logs.md
    // Apple promises neither ending. A run that others published, on iOS 18.3, saw no exception.
    @Test("LIF-2, MED-2, MED-11: a leftover for a key that is announced by hand raises, or nothing happens")
    func announcedByHand() async {
      let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        Exceptions.printAndSucceed()
        let recorder = Recorder()
        autoreleasepool {
          let clock = ManualClock()
          clock.addObserver(recorder, forKeyPath: "date", options: [], context: nil)
        }
        note("deallocated without an exception")
      }
      let isSilent = result.says("deallocated without an exception")
      let raises = result.says(
        "NSInternalInconsistencyException", "An instance 0x",
        "was deallocated while key value observers were still registered with it.", "Current observation info:")
      #expect(isSilent != raises)
      print("LIF-2, a leftover for a key that is announced by hand: \(raises ? "an exception" : "no exception")")
    }

    // Lessons/Pitfalls/LIF-2-announced-by-hand.md
    // Lessons/12-bound-to-both-lives.md
    // Lessons/Pitfalls/MOD-1-dropped-token.md
    // Lessons/14-moving-on.md
    @Test("LIF-2, MOD-1: a token is invalidated with the observed object, however that announces")
    func tokenOutlives() async {
      await #expect(processExitsWith: .success) {
        var token: NSKeyValueObservation?
        autoreleasepool {
          let clock = ManualClock()
          token = clock.observe(\.date) { _, _ in }
        }
        token?.invalidate()
        token = nil
      }
    }

    // Lessons/Pitfalls/LIF-3-observer-dies-first.md
    // Read in the binaries of iOS 18.0, 18.2 and 26.1, where Foundation holds the observer weakly. iOS 18.0 is of the
    // year of macOS 15.0, which the package needs. No binary of macOS was read.
    // Lessons/04-who-dies-first.md
    @Test("LIF-3: a change for a deallocated observer is skipped in silence")
    func observerDiesFirst() async {
      await #expect(processExitsWith: .success) {
        let (clock, other) = (Clock(), Recorder())
        clock.addObserver(other, forKeyPath: "date", options: .new, context: nil)
        autoreleasepool {
          let recorder = Recorder()
          clock.addObserver(recorder, forKeyPath: "date", options: .new, context: nil)
          clock.date = 1
          #expect(recorder.calls.count == 1)
        }
        clock.date = 2
        #expect(other.calls.count == 2)
      }
    }

    // Lessons/Pitfalls/LIF-10-observer-in-deinit.md
    // Read in the binaries of iOS 18.0, 18.2 and 26.1: a weak reference to an object in its dealloc is nil.
    @Test("LIF-10: a change for an observer in its deinit is skipped")
    func observerInDeinit() async {
      await #expect(processExitsWith: .success) {
        let clock = Clock()
        let calls = Locked(0)
        autoreleasepool {
          let view = DyingView(clock, calls)
          clock.date = 1
          #expect(calls.withLock { $0 } == 1)
          _ = view
        }
        #expect(clock.date == 2)
        #expect(calls.withLock { $0 } == 1)
      }
    }

    private final class DyingView: NSObject, @unchecked Sendable {
      private let clock: Clock
      private let calls: Locked<Int>

      init(_ clock: Clock, _ calls: Locked<Int>) {
        (self.clock, self.calls) = (clock, calls)
        super.init()
        clock.addObserver(self, forKeyPath: "date", options: [], context: nil)
      }

      deinit {
        clock.date = 2
        clock.removeObserver(self, forKeyPath: "date")
      }

      override func observeValue(
        forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?,
        context: UnsafeMutableRawPointer?
      ) {
        calls.withLock { $0 += 1 }
      }
    }

    // Lessons/Pitfalls/LIF-11-last-release.md
    // Lessons/Pitfalls/THR-3-call-under-way.md
    // Read in the binaries of iOS 18.2 and 26.1.
    @Test("LIF-11, THR-3: the observer is retained during a call")
    func retainedDuringCall() async {
      await #expect(processExitsWith: .success) {
        let clock = Clock()
        let isFreed = Locked(false)
        let owner = Locked<SelfReleasingView?>(nil)
        owner.withLock { $0 = SelfReleasingView(owner, isFreed) }
        let wasFreed = Locked<[Bool]>([])
        owner.withLock { view in
          view?.afterRelease = { wasFreed.withLock { $0.append(isFreed.withLock { $0 }) } }
          clock.addObserver(view!, forKeyPath: "date", options: [], context: nil)
        }
        autoreleasepool { clock.date = 1 }
        #expect(wasFreed.withLock { $0 } == [false])
        #expect(isFreed.withLock { $0 })
      }
    }

    /// It releases itself in its first call.
    private final class SelfReleasingView: NSObject, @unchecked Sendable {
      private let owner: Locked<SelfReleasingView?>
      private let isFreed: Locked<Bool>
      var afterRelease: (() -> Void)?

      init(_ owner: Locked<SelfReleasingView?>, _ isFreed: Locked<Bool>) {
        (self.owner, self.isFreed) = (owner, isFreed)
      }

      deinit { isFreed.withLock { $0 = true } }

      override func observeValue(
        forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?,
        context: UnsafeMutableRawPointer?
      ) {
        let after = afterRelease
        (object as? Clock)?.removeObserver(self, forKeyPath: "date")
        owner.withLock { $0 = nil }
        after?()
      }
    }

    // Lessons/Pitfalls/LIF-5-forgetful-self-observer.md
    // Read in the source of Apple's runtime and in public reconstructions of Foundation's NSKVODeallocate.
    @Test("LIF-5: a stored helper is released before Foundation looks for leftovers, so it is in time")
    func storedHelper() async {
      let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        Exceptions.print()
        weak var freed: SelfObserver?
        autoreleasepool {
          let observer = SelfObserver()
          freed = observer
          observer.observeItself()
        }
        #expect(freed == nil)
        note("deallocated")
      }
      #expect(result.says("removed", "deallocated"))
    }

    /// It observes itself; its helper ends that. Its key is announced by hand, so a leftover may raise an exception. If
    /// the helper came too late, its removal would raise one.
    private final class SelfObserver: ManualClock, @unchecked Sendable {
      private var helper: Note?

      func observeItself() {
        addObserver(self, forKeyPath: "date", options: [], context: nil)
        // Not a weak reference: the runtime ends a process that forms one in dealloc.
        let me = Unmanaged.passUnretained(self)
        helper = Note {
          me._withUnsafeGuaranteedRef { $0.removeObserver($0, forKeyPath: "date") }
          note("removed")
        }
      }
    }

    // Lessons/Pitfalls/MED-5-local-controller.md
    // Lessons/Pitfalls/LIF-5-forgetful-self-observer.md
    // Read in the source of Apple's runtime: objc_destructInstance.
    // Lessons/11-the-mediators-own-traps.md
    @Test("MED-5, LIF-5: dealloc releases the stored properties first, then the associated objects")
    func orderOfDeath() {
      let order = Locked<[String]>([])
      autoreleasepool {
        let owner = Owner(order)
        let associated = Note { order.withLock { $0.append("associated") } }
        objc_setAssociatedObject(owner, Owner.key, associated, .OBJC_ASSOCIATION_RETAIN)
      }
      #expect(order.withLock { $0 } == ["deinit", "stored", "associated"])
    }

    private final class Owner: NSObject, @unchecked Sendable {
      nonisolated(unsafe) static let key = UnsafeRawPointer(Context.first)
      private let order: Locked<[String]>
      private let stored: Note

      init(_ order: Locked<[String]>) {
        self.order = order
        stored = Note { order.withLock { $0.append("stored") } }
      }

      deinit { order.withLock { $0.append("deinit") } }
    }

    // Lessons/Pitfalls/LIF-7-weak-middle.md
    @Test("LIF-7: a weak property becomes nil without a notification")
    func weakProperty() {
      let (desk, recorder) = (Desk(), Recorder())
      autoreleasepool {
        let clock = Clock()
        desk.clock = clock
        desk.addObserver(recorder, forKeyPath: "clock", options: [], context: nil)
      }
      #expect(desk.clock == nil)
      #expect(recorder.calls.isEmpty)
      desk.removeObserver(recorder, forKeyPath: "clock")
    }

    private final class Desk: NSObject, @unchecked Sendable {
      @objc dynamic weak var clock: Clock?
    }

    // Lessons/Pitfalls/LIF-12-helper-in-deinit.md
    // Read in the source of Apple's runtime.
    @Test("LIF-12: the runtime ends a process that forms a weak reference to an object in its dealloc")
    func weakReferenceInDealloc() async {
      let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
        autoreleasepool { _ = Dying() }
      }
      #expect(result.says("Cannot form weak reference to instance"))
    }

    private final class Dying: NSObject {
      /// A lazy helper that refers to its owner weakly.
      private final class Helper {
        weak var owner: Dying?
        init(_ owner: Dying) { self.owner = owner }
      }

      private lazy var helper = Helper(self)

      deinit { _ = helper }
    }

    // Lessons/Pitfalls/LIF-9-captured-owner.md
    // Lessons/Pitfalls/MOD-2-token-cycle.md
    @Test("LIF-9, MOD-2: a stored token whose handler captures its owner keeps the owner")
    func tokenCycle() {
      weak var kept: TokenView?
      let clock = Clock()
      autoreleasepool {
        let view = TokenView()
        kept = view
        view.observe(clock)
      }
      #expect(kept != nil)
      kept?.token = nil
      #expect(kept == nil)
    }

    private final class TokenView: NSObject, @unchecked Sendable {
      var token: NSKeyValueObservation?
      private var shown = 0

      func observe(_ clock: Clock) {
        token = clock.observe(\.date) { clock, _ in self.shown = clock.date }
      }
    }

    // Lessons/Pitfalls/MOD-1-dropped-token.md
    // Lessons/Pitfalls/MED-5-local-controller.md
    @Test("MOD-1, MED-5: a token ends its observation when it is deallocated")
    func droppedToken() {
      let (clock, heard) = (Clock(), Locked(0))
      var token: NSKeyValueObservation? = clock.observe(\.date) { _, _ in heard.withLock { $0 += 1 } }
      clock.date = 1
      #expect(token != nil)
      token = nil
      clock.date = 2
      #expect(heard.withLock { $0 } == 1)
    }

    // Lessons/Pitfalls/MED-6-kept-downloads.md
    @Test("MED-6: a token does not retain the observed object")
    func tokenDoesNotRetain() {
      weak var freed: Clock?
      var token: NSKeyValueObservation?
      autoreleasepool {
        let clock = Clock()
        freed = clock
        token = clock.observe(\.date) { _, _ in }
      }
      #expect(freed == nil)
      token?.invalidate()
    }
  }
#endif
