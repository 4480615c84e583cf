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
    func notRetained() async {
      await #expect(processExitsWith: .success) {
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
    }

    // Lessons/Pitfalls/LIF-2-announced-by-hand.md
    // Lessons/14-bound-to-both-lives.md
    // Lessons/Pitfalls/MOD-1-dropped-token.md
    // Lessons/05-the-token.md
    // Lessons/19-moving-on.md
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

    // Lessons/Pitfalls/MED-5-local-controller.md
    // Lessons/Pitfalls/LIF-5-forgetful-self-observer.md
    // Read in the source of Apple's runtime: objc_destructInstance.
    // Lessons/13-the-mediators-own-traps.md
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
      autoreleasepool { kept?.token = nil }
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
