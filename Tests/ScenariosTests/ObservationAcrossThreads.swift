import Foundation
import Observation
import RawObserving
import TestSupport
import Testing

@testable import Harness
@testable import Scenarios

/// What the pages say of Observation and a second thread, and no act shows. Each test holds the threads at the moment that
/// its sentence is about.
@Suite("Observation, from two threads", .watched) struct ObservationAcrossThreads {
  /// Counts calls of `onChange`.
  private final class Calls: Sendable {
    private let made = Locked(0)
    var count: Int { made.withLock { $0 } }
    func add() { made.withLock { $0 += 1 } }
  }

  // MARK: How often `onChange` is called

  @Test("two sets on two threads can both call one tracker")
  func overlappingSets() {
    let (clock, calls, gate) = (SharedClock(), Calls(), Gate())
    withObservationTracking {
      _ = clock.date
    } onChange: {
      calls.add()
      gate.pass()
    }
    for date in 1...2 { gate.start(named: "writer \(date)") { clock.date = date } }
    gate.open()
    clock.date = 3
    #expect(calls.count == 2)
  }

  @Test("so can a set that onChange itself makes, inside the first call")
  func setInOnChange() {
    let (clock, calls) = (SharedClock(), Calls())
    withObservationTracking {
      _ = clock.date
    } onChange: {
      calls.add()
      if calls.count < 5 { clock.date = 10 }
    }
    clock.date = 1
    #expect(calls.count == 5)
  }

  @Test("what onChange reads can be a value that another thread has stored")
  func readInOnChange() {
    let (clock, gate, read) = (SharedClock(), Gate(), Locked<[Int]>([]))
    withObservationTracking {
      _ = clock.date
    } onChange: {
      gate.pass()
      let date = clock.date
      read.withLock { $0.append(date) }
    }
    gate.start(named: "writer") { clock.date = 1 }
    clock.date = 2
    gate.open()
    #expect(read.withLock { $0 } == [0, 2])
  }

  // MARK: What counts as a read

  @Test("a read counts only on the thread of the tracked closure")
  func readsElsewhere() {
    func isCounted(_ read: (SharedClock) -> Void) -> Bool {
      let (clock, calls) = (SharedClock(), Calls())
      withObservationTracking {
        read(clock)
      } onChange: {
        calls.add()
      }
      clock.date = 1
      return calls.count == 1
    }
    #expect(isCounted { _ = $0.date })
    #expect(!isCounted { clock in onAnotherThread(named: "reader") { _ = clock.date } })
    // Dispatch runs it on this thread.
    #expect(isCounted { clock in DispatchQueue(label: "reader").sync { _ = clock.date } })
  }

  @Test("a set between the ends of an inner and of an outer tracking calls the inner one alone")
  func nested() {
    let (clock, inner, outer) = (SharedClock(), Calls(), Calls())
    withObservationTracking {
      withObservationTracking {
        _ = clock.date
      } onChange: {
        inner.add()
      }
      onAnotherThread(named: "writer") { clock.date = 1 }
    } onChange: {
      outer.add()
    }
    #expect(inner.count == 1 && outer.count == 0)
  }

  @Test("two properties read in one closure can be shown as they never were together")
  func tornPair() {
    let (hours, minutes, calls) = (SharedClock(), SharedClock(), Calls())
    var shown: [Int] = []
    withObservationTracking {
      shown.append(hours.date)
      onAnotherThread(named: "writer") {
        hours.date = 1
        minutes.date = 1
      }
      shown.append(minutes.date)
    } onChange: {
      calls.add()
    }
    #expect(shown == [0, 1] && calls.count == 0)
  }

  // MARK: What is announced

  /// Held where it stores an equal value.
  // Sound because the threads wait for one another, and the registrar has its own lock.
  @Observable fileprivate final class Thermostat: @unchecked Sendable {
    @ObservationIgnored let gate = Gate()
    var degrees = 18 { willSet { if newValue == 18 { gate.pass() } } }
  }

  @Test("a set of an equal value is compared before another thread's set, stored after it, and silent")
  func equalNoLonger() {
    let (thermostat, calls) = (Thermostat(), Calls())
    thermostat.gate.start(named: "writer") { thermostat.degrees = 18 }
    thermostat.degrees = 19
    var shown = 0
    withObservationTracking {
      shown = thermostat.degrees
    } onChange: {
      calls.add()
    }
    thermostat.gate.open()
    #expect(shown == 19 && thermostat.degrees == 18 && calls.count == 0)
  }

  // MARK: Who releases the tracker

  /// Notes the date when it is deallocated.
  private final class View: Sendable {
    private let clock: SharedClock
    private let dates: Locked<[String]>
    init(_ clock: SharedClock, _ dates: Locked<[String]>) { (self.clock, self.dates) = (clock, dates) }
    deinit {
      let note = "\(threadName): \(clock.date)"
      dates.withLock { $0.append(note) }
    }
  }

  @Test("what onChange captured is released on the thread of the change, before the value is stored")
  func releasedInTheSetter() {
    let (clock, notes) = (SharedClock(), Locked<[String]>([]))
    withObservationTracking {
      _ = clock.date
    } onChange: { [view = View(clock, notes)] in
      withExtendedLifetime(view) {}
    }
    onAnotherThread(named: "writer") { clock.date = 1 }
    #expect(notes.withLock { $0 } == ["writer: 0"])
  }

  @Test("the tracker of two objects is released with the last of them")
  func twoObjects() {
    var (first, second): (SharedClock?, SharedClock?) = (SharedClock(), SharedClock())
    let probe = track { withExtendedLifetime((first?.date, second?.date)) {} }
    first = nil
    #expect(probe.isAlive)
    second = nil
    #expect(!probe.isAlive)
  }

  @Test("the tracker of an object that is deallocated while the closure runs is not released")
  func deallocatedInside() {
    #expect(track { _ = SharedClock().date }.isAlive)
  }

  /// Tracks what the body reads. The probe looks at an object that `onChange` holds.
  private func track(_ body: () -> Void) -> Probe {
    let held = Calls()
    withObservationTracking(body) { [held] in held.add() }
    return Probe(held)
  }

  // MARK: `Observations`

  @MainActor @available(macOS 26, *)
  @Test("a weak reference that becomes nil does not end a loop over Observations.untilFinished")
  func untilFinished() async {
    var clock: ObservableClock? = ObservableClock()
    weak let weakClock = clock
    let (dates, hasEnded) = (Locked<[Int]>([]), Locked(false))
    let task = Task {
      let sequence = Observations<Int, Never>.untilFinished {
        if let weakClock { .next(weakClock.date) } else { .finish }
      }
      for await date in sequence { dates.withLock { $0.append(date) } }
      hasEnded.withLock { $0 = true }
    }
    await wait { dates.withLock { $0 } == [0] }
    await letOthersRun()
    clock = nil
    await letOthersRun()
    #expect(weakClock == nil && !hasEnded.withLock { $0 })
    task.cancel()
    await wait { hasEnded.withLock { $0 } }
  }

  /// An actor that runs on a queue of its own.
  private actor Reader {
    private final class Executor: SerialExecutor {
      private let queue = DispatchQueue(label: "reader")
      private static let key = DispatchSpecificKey<Bool>()
      init() { queue.setSpecific(key: Self.key, value: true) }
      func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
      }
      static var isHere: Bool { DispatchQueue.getSpecific(key: key) == true }
    }

    private let executor = Executor()
    private let clock = SharedClock()
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Whether the closure of a sequence that is made in this actor's method runs on this actor.
    @available(macOS 26, *)
    func isClosureHere(ifItUsesTheActor usesActor: Bool) async -> Bool? {
      let (clock, isHere) = (clock, Locked<Bool?>(nil))
      let note: @Sendable () -> Int = {
        isHere.withLock { $0 = Executor.isHere }
        return clock.date
      }
      let sequence =
        if usesActor {
          Observations { withExtendedLifetime(self.clock) { note() } }
        } else {
          Observations { note() }
        }
      for await _ in sequence { break }
      return isHere.withLock { $0 }
    }
  }

  @available(macOS 26, *)
  @Test("in a method of an actor, the closure of Observations runs there only if it uses the actor")
  func actorOfTheClosure() async {
    let reader = Reader()
    #expect(await reader.isClosureHere(ifItUsesTheActor: true) == true)
    #expect(await reader.isClosureHere(ifItUsesTheActor: false) == false)
  }

  private static let onMain = DispatchSpecificKey<Bool>()

  @MainActor @available(macOS 26, *)
  @Test("a closure that is passed to Observations as a value runs on no actor, wherever the sequence is made")
  func closureAsValue() async {
    DispatchQueue.main.setSpecific(key: Self.onMain, value: true)
    let (clock, isOnMain) = (SharedClock(), Locked<[Bool]>([]))
    let note: @Sendable () -> Int = {
      isOnMain.withLock { $0.append(DispatchQueue.getSpecific(key: Self.onMain) == true) }
      return clock.date
    }
    for await _ in Observations({ note() }) { break }
    for await _ in Observations(note) { break }
    #expect(isOnMain.withLock { $0 } == [true, false])
  }

  // MARK: What holds

  /// A clock with one lock, which its tracker takes too.
  // Sound because every access to the date holds the lock.
  private final class LockedClock: Observable, @unchecked Sendable {
    let lock = NSRecursiveLock()
    let (isSetting, isStoring) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    private let registrar = ObservationRegistrar()
    private var stored = 0

    var date: Int {
      get {
        registrar.access(self, keyPath: \.date)
        return lock.withLock { stored }
      }
      set {
        isSetting.signal()
        lock.withLock {
          registrar.withMutation(of: self, keyPath: \.date) {
            isStoring.signal()
            usleep(50_000)  // time for a tracking that does not wait for the lock
            stored = newValue
          }
        }
      }
    }
  }

  @Test("one lock around the whole set and around each tracking closes both windows")
  func oneLock() {
    let (clock, calls, shown) = (LockedClock(), Calls(), Locked<[Int]>([]))
    let (isOver, isShown) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    @Sendable func track() {
      clock.lock.withLock {
        withObservationTracking {
          let date = clock.date
          shown.withLock { $0.append(date) }
          if date > 0 { return }
          // Another thread begins to set the date here. It must not announce before the tracker is installed.
          alongside(named: "writer", signalling: isOver) { clock.date = 1 }
          clock.isSetting.wait()
          let isAnnounced = clock.isStoring.wait(timeout: .now() + 0.05) == .success
          #expect(!isAnnounced)
        } onChange: {
          calls.add()
          // As a task would, it tracks again on another thread, which must not read before the date is stored.
          alongside(named: "view", signalling: isShown) { track() }
        }
      }
    }
    track()
    #expect(isOver.wait(timeout: .now() + 20) == .success && isShown.wait(timeout: .now() + 20) == .success)
    #expect(calls.count == 1 && shown.withLock { $0 } == [0, 1])
  }
}
