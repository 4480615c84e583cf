import Foundation
import RawObserving
import Synchronization
import TestSupport
import Testing

@testable import ManagedObserving

/// A clock whose date is set under a lock, each time to the count of its sets.
final class Dial {
  let clock: Clock
  private let sets = Locked(0)

  init(_ population: Population) { clock = CountedClock(population) }

  /// How many sets are over.
  var count: Int { sets.withLock { $0 } }

  func set() {
    sets.withLock { count in
      count += 1
      clock.date = count
    }
  }

  /// Runs the body while no thread sets, with the count of the sets.
  func whileQuiet<Result>(_ body: (_ count: Int) -> Result) -> Result { sets.withLock { body($0) } }
}

final class CountedClock: Clock {
  private let population: Population

  init(_ population: Population) {
    self.population = population
    population.add(1)
  }

  deinit { population.add(-1) }
}

/// A view that is counted while it lives.
final class CountedView: KeyValueObject {
  private let population: Population

  init(_ population: Population) {
    self.population = population
    population.add(1)
  }

  deinit { population.add(-1) }
}

/// One observation of a thread's, again and again: begun at one time, ended at another, in one of the ways
/// in which observations end.
private struct Slot {
  enum End: CaseIterable {
    case keyPath
    case object
    case all
    case controllerGoes
    case viewGoes
  }

  let ledger = Ledger()
  private var open:
    (
      dial: Dial, view: CountedView?, controller: KVOController<CountedView>?, period: Ledger.Period
    )?

  var isOpen: Bool { open != nil }

  mutating func observe(
    _ dial: Dial, for view: CountedView, with controller: KVOController<CountedView>,
    options: KeyValueObservingOptions
  ) {
    var period = Ledger.Period()
    period.beforeAdding = dial.count
    controller.observe(dial.clock, keyPath: "date", options: options.union(.new)) {
      [ledger] _, _, change in
      if !change.isPrior { ledger.write(change.newValue as? Int ?? 0) }
    }
    period.afterAdding = dial.count
    open = (dial, view, controller, period)
  }

  /// Ends the observation. Returns what was wrong with what was told.
  mutating func end(_ end: End) -> String? {
    guard var opened = open else { return nil }
    open = nil
    let dial = opened.dial
    opened.period.beforeRemoving = dial.count
    switch end {
    case .keyPath: opened.controller?.unobserve(dial.clock, keyPath: "date")
    case .object: opened.controller?.unobserve(dial.clock)
    case .all: opened.controller?.unobserveAll()
    case .controllerGoes:
      opened.controller = nil
      opened.view = nil  // which holds it, if it is a lazy one
    case .viewGoes:
      opened.view = nil  // a controller that is not a lazy one stays, and has no observer
    }
    // To read the count is to wait for a set that is under way. From here on no set is.
    opened.period.afterRemoving = dial.count
    let fault = ledger.fault(in: opened.period).map { "\(end): \($0)" }
    withExtendedLifetime(opened) {}
    return fault
  }
}

@Suite("Managed observing under stress", .watched)
struct StressRaceTests {
  private static let threads = 6
  private static let rounds = 5_000
  private static let slotsOfEach = 5

  /// What all threads share.
  private final class Stage {
    let population = Population()
    let dials: [Dial]
    /// One that is replaced now and then, even while other threads observe and set it.
    let revolving: Locked<Shared<Dial>>
    /// A view whose one controller all threads use.
    let hub: CountedView
    /// For each thread a dial that it alone observes with the hub's controller, and that all set.
    let hubDials: [Dial]
    /// What all threads observe and unobserve with the rival's one controller, and what is heard of it.
    let contested: Dial
    let rival: CountedView
    let contestedLedger = Ledger()
    let faults = Locked<[String]>([])
    let operations = Atomic<Int>(0)

    init() {
      dials = (0..<4).map { [population] _ in Dial(population) }
      revolving = Locked(Shared(Dial(population)))
      hub = CountedView(population)
      hubDials = (0..<threads).map { [population] _ in Dial(population) }
      contested = Dial(population)
      rival = CountedView(population)
    }

    func observeContested() {
      rival.kvoController.observe(contested.clock, keyPath: "date", options: .new) { [contestedLedger] _, _, change in
        contestedLedger.write(change.newValue as? Int ?? 0)
      }
    }

    func note(_ fault: String?) {
      if let fault { faults.withLock { $0.append(fault) } }
    }
  }

  /// One thread of many: what it does is drawn from a generator, the same in every run.
  private struct Player {
    let stage: Stage
    let index: Int
    var dice: Dice
    var slots: [Slot]
    var hubSlot = Slot()

    init(_ index: Int, on stage: Stage) {
      self.stage = stage
      self.index = index
      dice = Dice(seed: index + 1)
      slots = (0..<slotsOfEach).map { _ in Slot() }
    }

    mutating func play() {
      for _ in 0..<rounds {
        switch dice.roll(12) {
        case 0...3: stage.dials[dice.roll(4)].set()
        case 4...6: toggle(dice.roll(slotsOfEach))
        case 7: toggleHub()
        case 8: stage.hubDials[dice.roll(threads)].set()
        case 9: contest()
        case 10: shootOnce()
        default: revolve()
        }
      }
      for place in slots.indices { stage.note(slots[place].end(drawEnd())) }
      stage.note(hubSlot.end(.keyPath))
      stage.operations.add(rounds, ordering: .relaxed)
    }

    private mutating func drawEnd() -> Slot.End {
      Slot.End.allCases[dice.roll(Slot.End.allCases.count)]
    }

    private mutating func drawOptions() -> KeyValueObservingOptions {
      [[], .old, .prior, [.old, .prior]][dice.roll(4)]
    }

    /// Observes on behalf of a new view, with its own controller or another one.
    private mutating func observe(_ dial: Dial, in slot: inout Slot) {
      let view = CountedView(stage.population)
      let controller =
        switch dice.roll(4) {
        case 0: view.kvoController
        case 1: view.kvoControllerNonRetaining
        case let number: KVOController(observer: view, retainObserved: number == 2)
        }
      slot.observe(dial, for: view, with: controller, options: drawOptions())
    }

    private mutating func toggle(_ place: Int) {
      if slots[place].isOpen { return stage.note(slots[place].end(drawEnd())) }
      checkSilence(of: slots[place])
      var slot = slots[place]
      observe(stage.dials[dice.roll(4)], in: &slot)
      slots[place] = slot
    }

    private mutating func toggleHub() {
      if hubSlot.isOpen { return stage.note(hubSlot.end(dice.roll(2) == 0 ? .keyPath : .object)) }
      checkSilence(of: hubSlot)
      hubSlot.observe(
        stage.hubDials[index], for: stage.hub, with: stage.hub.kvoController,
        options: drawOptions())
    }

    private func checkSilence(of slot: Slot) {
      let heard = slot.ledger.take()
      if !heard.isEmpty { stage.note("told after its end: \(heard)") }
    }

    /// Observes or unobserves what the other threads observe and unobserve with the same controller.
    private mutating func contest() {
      switch dice.roll(6) {
      case 0...1: stage.observeContested()
      case 2: stage.rival.kvoController.unobserve(stage.contested.clock, keyPath: "date")
      case 3: stage.rival.kvoController.unobserveAll()
      default: stage.contested.set()
      }
    }

    /// Observes with a handler that unobserves in its first call, on this thread or another one.
    private mutating func shootOnce() {
      let dial = stage.dials[dice.roll(4)]
      let view = CountedView(stage.population)
      let calls = Locked(0)
      let options: KeyValueObservingOptions = dice.roll(2) == 0 ? [] : .initial
      view.kvoController.observe(dial.clock, keyPath: "date", options: options) {
        view, clock, _ in
        calls.withLock { $0 += 1 }
        view.kvoController.unobserve(clock, keyPath: "date")
      }
      dial.set()
      let count = calls.withLock { $0 }
      if count != 1 { stage.note("a one-shot, \(options): \(count) calls") }
    }

    /// Observes and sets the dial that others observe and set, or puts another one in its place.
    private mutating func revolve() {
      let dial = stage.revolving.withLock { $0 }.value
      var slot = Slot()
      observe(dial, in: &slot)
      dial.set()
      stage.note(slot.end(drawEnd()))
      if dice.roll(3) == 0 {
        var next = Shared(Dial(stage.population))
        // Let go outside the lock.
        stage.revolving.withLock { swap(&$0, &next) }
      }
    }
  }

  @Test("KVO-FBK-23 threads observe, unobserve, set, and release everything, all on shared objects")
  func everything() {
    var stage: Stage? = Stage()
    if let stage {
      let shared = Shared(stage)
      let finished = inThreads(Self.threads) { index in
        var player = Player(index, on: shared.value)
        player.play()
      }
      #expect(finished)
      #expect(stage.operations.load(ordering: .relaxed) == Self.threads * Self.rounds)
      #expect(stage.faults.withLock { $0 } == [])
      // While one thread unobserves, another's observation of the same may have begun, and both are told.
      let contested = stage.contestedLedger.take()
      #expect(!contested.isEmpty)
      #expect(zip(contested, contested.dropFirst()).allSatisfy(<=))
      // When all is quiet there is one, or none.
      stage.observeContested()
      stage.contested.set()
      #expect(stage.contestedLedger.take() == [stage.contested.count])
      stage.rival.kvoController.unobserveAll()
      stage.contested.set()
      #expect(stage.contestedLedger.take() == [])
    }
    let population = stage?.population
    stage = nil
    // The deinits have found no registration, or they would have ended the process.
    #expect(population?.count == 0)
  }

  @Test("threads that ask for a view's controllers at once get the same ones, and lose nothing")
  func lazyControllers() {
    let population = Population()
    do {
      let views = (0..<1_000).map { _ in CountedView(population) }
      let clocks = (0..<Self.threads).map { _ in Clock() }
      let calls = Locked(Array(repeating: 0, count: Self.threads))
      let identities = Locked<[Set<ObjectIdentifier>]>(Array(repeating: [], count: views.count))
      let shared = Shared((views, clocks))
      let finished = inThreads(Self.threads) { index in
        let (views, clocks) = shared.value
        let isEven = index.isMultiple(of: 2)
        var found: [Set<ObjectIdentifier>] = Array(repeating: [], count: views.count)
        for (place, view) in views.enumerated() {
          // The threads ask for the two in different orders.
          let first = isEven ? view.kvoController : view.kvoControllerNonRetaining
          let second = isEven ? view.kvoControllerNonRetaining : view.kvoController
          found[place] = [ObjectIdentifier(first.core), ObjectIdentifier(second.core)]
          first.observe(clocks[index], keyPath: "date") {
            _, _, _ in calls.withLock { $0[index] += 1 }
          }
        }
        identities.withLock { all in
          for place in views.indices { all[place].formUnion(found[place]) }
        }
      }
      #expect(finished)
      #expect(identities.withLock { $0.allSatisfy { $0.count == 2 } })
      for clock in clocks { clock.date += 1 }
      #expect(calls.withLock { $0 } == Array(repeating: views.count, count: Self.threads))
      // The clocks may go first.
      for view in views { view.kvoControllerNonRetaining.unobserveAll() }
    }
    #expect(population.count == 0)
  }

  @Test("of a registration and an unobserve that race, exactly one removes")
  func stateOfARecord() throws {
    let clock = Clock()
    let controller = KVOController(observer: clock)
    let path = try KeyPathString("date", for: clock)
    let records = (0..<10_000).map { _ in
      Record(
        controller.core, of: clock, path, [], SourcePlace(#fileID, #line), .call { _, _, _, _ in })
    }
    let meeting = Meeting()
    let answers = Locked<[[Bool]]>([[], []])
    let shared = Shared(records)
    let finished = inThreads(2) { index in
      var mine: [Bool] = []
      var dice = Dice(seed: index + 1)
      for (place, record) in shared.value.enumerated() {
        meeting.arrive(index, at: place + 1)
        // The thread that came last goes on first. A few steps of delay let every order happen.
        for _ in 0..<dice.roll(20) { meeting.pause() }
        mine.append(index == 0 ? record.begin() : record.end().isRegistered)
      }
      answers.withLock { $0[index] = mine }
    }
    #expect(finished)
    let (began, wasObserving) = answers.withLock { ($0[0], $0[1]) }
    // If `begin` was first, the thread that unobserves removes; if `end` was, the one that registers does.
    #expect(began == wasObserving)
  }
}

/// Where two threads wait for each other, again and again.
private final class Meeting: Sendable {
  private let first = Atomic<Int>(0)
  private let second = Atomic<Int>(0)

  func arrive(_ index: Int, at place: Int) {
    if index == 0 {
      first.store(place, ordering: .releasing)
    } else {
      second.store(place, ordering: .releasing)
    }
    var tries = 0
    while other(than: index) < place {
      tries += 1
      if tries > 1_000 { sched_yield() }
    }
  }

  func pause() { _ = first.load(ordering: .relaxed) }

  private func other(than index: Int) -> Int {
    index == 0 ? second.load(ordering: .acquiring) : first.load(ordering: .acquiring)
  }
}
