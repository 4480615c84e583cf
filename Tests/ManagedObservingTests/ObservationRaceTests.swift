import Foundation
import RawObserving
import TestSupport
import Testing

@testable import ManagedObserving

/// Threads against tokens, replacements, deliveries and sequences. Run under ThreadSanitizer as well.
@Suite("Tokens, duplicates, delivery and sequences under stress", .watched)
struct ObservationRaceTests {
  private static let threads = 5

  /// Notes what went wrong, on any thread.
  private final class Faults: Sendable {
    private let noted = Locked<[String]>([])

    var all: [String] { noted.withLock { $0 } }

    func note(_ fault: String?) {
      if let fault { noted.withLock { $0.append(fault) } }
    }
  }

  // MARK: Tokens

  /// An observation that any thread may end.
  private struct Open {
    let dial: Dial
    let view: CountedView
    let controller: KVOController<CountedView>
    let token: ObservationToken
    let ledger: Ledger
    var period: Ledger.Period

    init(_ dial: Dial, _ population: Population, _ dice: inout Dice) {
      let retentions: [Retention] = [.retained, .unretained, .lifetimeBound]
      let ledger = Ledger()
      self.dial = dial
      self.ledger = ledger
      view = CountedView(population)
      controller = KVOController(observer: view, retention: retentions[dice.roll(3)])
      period = Ledger.Period()
      period.beforeAdding = dial.count
      token = controller.observe(dial.clock, keyPath: "date", options: .new, duplicates: .add) {
        _, _, change in ledger.write(change.newValue as? Int ?? 0)
      }
      period.afterAdding = dial.count
    }

    /// Cancels. Returns what was wrong with what was told.
    consuming func cancel() -> String? {
      period.beforeRemoving = dial.count
      token.cancel()
      period.afterRemoving = dial.count
      if token.isActive { return "active after it was cancelled" }
      if !controller.activeObservations.isEmpty { return "the controller has not forgotten" }
      return ledger.fault(in: period)
    }
  }

  @Test("tokens are cancelled on any thread, also twice: nothing is lost, nothing comes later")
  func tokens() {
    let population = Population()
    let faults = Faults()
    do {
      let dials = Shared((0..<3).map { _ in Dial(population) })
      let opened = Locked<[Shared<Open>]>([])
      let finished = inThreads(Self.threads) { index in
        var dice = Dice(seed: index + 1)
        var cancelled: [ObservationToken] = []
        func endOne() {
          let taken = opened.withLock { opened in
            opened.isEmpty ? nil : opened.remove(at: dice.roll(opened.count))
          }
          guard let taken else { return }
          cancelled.append(taken.value.token)
          faults.note(taken.value.cancel())
        }
        for _ in 0..<3_000 {
          switch dice.roll(8) {
          case 0...2: dials.value[dice.roll(3)].set()
          case 3...4:
            let open = Shared(Open(dials.value[dice.roll(3)], population, &dice))
            opened.withLock { $0.append(open) }
          case 5...6: endOne()
          default: cancelled.randomElement()?.cancel()
          }
        }
        while !opened.withLock(\.isEmpty) { endOne() }
      }
      #expect(finished)
      for dial in dials.value { #expect(dial.clock.activeObservations.isEmpty) }
    }
    #expect(faults.all == [])
    #expect(population.count == 0)
  }

  // MARK: Duplicates

  @Test(
    "threads replace, cancel and unobserve one observation: one is left, and the others are released"
  )
  func replaced() {
    let population = Population()
    let captured = Population()
    let faults = Faults()
    do {
      let dial = Dial(population)
      let view = CountedView(population)
      let shared = Shared((dial, view.kvoController))
      @Sendable func replace() -> (ObservationToken, Ledger) {
        let ledger = Ledger()
        let capturedView = Shared(CountedView(captured))
        let (dial, controller) = shared.value
        let token = controller.observe(
          dial.clock, keyPath: "date", options: .new, duplicates: .replace
        ) { _, _, change in
          _ = capturedView
          ledger.write(change.newValue as? Int ?? 0)
        }
        return (token, ledger)
      }
      let finished = inThreads(Self.threads) { index in
        var dice = Dice(seed: index + 1)
        let (dial, controller) = shared.value
        for _ in 0..<2_000 {
          switch dice.roll(6) {
          case 0...1: dial.set()
          case 2...3:
            let (token, ledger) = replace()
            dial.set()
            if dice.roll(2) == 0 { token.cancel() }
            let told = ledger.take()
            if !zip(told, told.dropFirst()).allSatisfy(<) { faults.note("out of order: \(told)") }
          case 4: controller.unobserve(dial.clock, keyPath: "date")
          default: controller.activeObservations.randomElement()?.token.cancel()
          }
        }
      }
      #expect(finished)
      let (token, ledger) = replace()
      #expect(dial.clock.activeObservations.map(\.token) == [token])
      #expect(captured.count == 1)
      dial.set()
      #expect(ledger.take() == [dial.count])
      token.cancel()
      #expect(captured.count == 0)
      dial.set()
      #expect(ledger.take() == [])
    }
    #expect(faults.all == [])
    #expect(population.count == 0)
  }

  // MARK: Delivery

  /// A view that may be used anywhere, and which notices calls that come too late.
  private final class QueueView: Sendable {
    let ledger = Ledger()
    let isSilenced = Locked(false)
    private let population: Population
    private let faults: Faults

    init(_ population: Population, _ faults: Faults) {
      self.population = population
      self.faults = faults
      population.add(1)
    }

    deinit { population.add(-1) }

    func show(_ number: Int) {
      if isSilenced.withLock({ $0 }) { faults.note("told after cancel() had returned there") }
      ledger.write(number)
    }
  }

  private enum Place: CaseIterable { case serialQueue, concurrentQueue, atOnce, waitingQueue }

  @Test(
    "delivery by way of a queue, or at once: in order, nothing lost, nothing after cancel()",
    arguments: Place.allCases)
  private func delivery(place: Place) async {
    let population = Population()
    let faults = Faults()
    let queue = DispatchQueue(
      label: "delivery", attributes: place == .concurrentQueue ? .concurrent : [])
    let schedule: @Sendable (@escaping @Sendable () -> Void) -> Void =
      switch place {
      case .serialQueue, .concurrentQueue: { queue.async(execute: $0) }
      case .atOnce: { $0() }
      case .waitingQueue: { queue.sync(execute: $0) }
      }
    do {
      let dials = Shared((0..<2).map { _ in Dial(population) })
      let finished = inThreads(Self.threads) { index in
        var dice = Dice(seed: index + 1)
        for _ in 0..<150 {
          let dial = dials.value[dice.roll(2)]
          var view: QueueView? = QueueView(population, faults)
          var controller: KVOController<QueueView>? = KVOController(
            observer: view, retention: dice.roll(2) == 0 ? .retained : .lifetimeBound)
          let token = controller?.observe(dial.clock, \.$date, on: .function(schedule)) {
            view, change in view.show(change.value)
          }
          let begin = dial.count
          for _ in 0..<5 { dials.value[dice.roll(2)].set() }
          dial.set()
          let end = dial.count
          switch dice.roll(5) {
          case 0...1:
            // All is told, some time. Cancelled there, it ends there.
            var told: [Int] = []
            while told.last ?? 0 < end {
              told += view?.ledger.take() ?? []
              sched_yield()
            }
            if let first = told.first, let last = told.last {
              if told != Array(first...last) { faults.note("not in order: \(told)") }
              if first > begin + 1 || last < end { faults.note("\(begin) to \(end): \(told)") }
            } else {
              faults.note("nothing was told")
            }
            if place == .serialQueue {
              queue.sync { [isSilenced = view?.isSilenced] in
                token?.cancel()
                isSilenced?.withLock { $0 = true }
              }
            }
            token?.cancel()
          case 2:
            // Cancelled here: what has begun may finish, and that is all.
            token?.cancel()
            if place != .serialQueue { break }
            queue.sync {}
            view?.isSilenced.withLock { $0 = true }
          case 3: view = nil
          default: controller = nil
          }
          _ = (view, controller)
        }
      }
      #expect(finished)
      for dial in dials.value { dial.set() }
      queue.sync(flags: .barrier) {}
      for dial in dials.value { #expect(dial.clock.activeObservations.isEmpty) }
    }
    // What waited for its turn holds no one but until it came.
    await waitUntil {
      queue.sync(flags: .barrier) {}
      return population.count == 0
    }
    #expect(faults.all == [])
    #expect(population.count == 0)
  }

  @Test(
    "objects that are deallocated while their changes wait: all come, in order, or none after the end",
    arguments: Place.allCases)
  private func objectsGo(place: Place) async {
    let (population, faults) = (Population(), Faults())
    let queue = DispatchQueue(label: "objects go", attributes: place == .concurrentQueue ? .concurrent : [])
    let schedule: @Sendable (@escaping @Sendable () -> Void) -> Void =
      switch place {
      case .serialQueue, .concurrentQueue: { queue.async(execute: $0) }
      case .atOnce: { $0() }
      case .waitingQueue: { queue.sync(execute: $0) }
      }
    let finished = inThreads(Self.threads) { index in
      var dice = Dice(seed: index + 1)
      for _ in 0..<150 {
        let view = QueueView(population, faults)
        let controller = KVOController(observer: view, retention: .lifetimeBound)
        let sets = dice.roll(6)
        let token = {
          let dial = Dial(population)
          let token = controller.observe(dial.clock, \.$date, on: .function(schedule)) { view, change in
            view.show(change.value)
          }
          for _ in 0..<sets { dial.set() }
          return token
        }()
        var told: [Int] = []
        switch dice.roll(4) {
        case 0: token.cancel()
        case 1: controller.unobserveAll()
        case 2: token.scoped().cancel()
        default:
          while told.count < sets {
            told += view.ledger.take()
            sched_yield()
          }
          if told != Array(0..<sets).map({ $0 + 1 }) { faults.note("\(sets) sets: \(told)") }
          continue
        }
        if place == .serialQueue {
          queue.sync {}
          view.isSilenced.withLock { $0 = true }
        }
      }
    }
    #expect(finished)
    await waitUntil {
      queue.sync(flags: .barrier) {}
      return population.count == 0
    }
    #expect(faults.all == [])
    #expect(population.count == 0)
  }

  // MARK: Sequences

  @Test("loops are begun, left, dropped, cancelled and unobserved while others set and die")
  func sequences() async {
    let population = Population()
    let faults = Faults()
    do {
      let dials = Shared((0..<2).map { _ in Dial(population) })
      let isOver = Locked(false)
      let setters = DispatchGroup()
      for number in 0..<2 {
        setters.enter()
        Thread {
          // With pauses: the loops wait for their turn among all other tests, and those need the processor.
          while !isOver.withLock({ $0 }) {
            for _ in 0..<10 { dials.value[number].set() }
            Thread.sleep(forTimeInterval: 0.001)
          }
          setters.leave()
        }.start()
      }
      await withTaskGroup { group in
        for index in 0..<Self.threads {
          group.addTask {
            var dice = Dice(seed: index + 1)
            for _ in 0..<60 {
              let dial = Shared(dice.roll(3) == 0 ? Dial(population) : dials.value[dice.roll(2)])
              await Self.loop(over: dial, dice.roll(7), population, faults)
            }
          }
        }
      }
      isOver.withLock { $0 = true }
      await withCheckedContinuation { done in setters.notify(queue: .global()) { done.resume() } }
      for dial in dials.value { #expect(dial.clock.activeObservations.isEmpty) }
    }
    // A task that was waited for may still be letting go of what it captured.
    await waitUntil { population.count == 0 }
    #expect(faults.all == [])
    #expect(population.count == 0)
  }

  private static func loop(
    over dial: Shared<Dial>, _ ending: Int, _ population: Population, _ faults: Faults
  ) async {
    // The view and its controller, to be released below.
    let view = Locked<CountedView?>(CountedView(population))
    let begun = dial.value.whileQuiet { count in
      let controller = view.withLock { $0 }?.kvoController
      return (count, controller?.changes(of: dial.value.clock, \.$date))
    }
    guard let changes = begun.1 else { return faults.note("no view") }
    if ending == 0 { return }  // never entered
    let (started, start) = AsyncStream.makeStream(of: Void.self)
    let loop = Task { [changes] in
      var told: [Int] = []
      for await change in changes {
        told.append(change.value)
        start.yield()
        if ending == 1 && told.count == 3 { break }
        if ending == 2 && told.count == 3 {
          view.withLock { $0 }?.kvoController.unobserve(dial.value.clock, \.$date)
        }
      }
      return told
    }
    for _ in 0..<3 { dial.value.set() }
    for await _ in started { break }
    switch ending {
    case 3: loop.cancel()
    case 4: view.withLock { $0 }?.kvoController.unobserve(dial.value.clock)
    case 5: view.withLock { $0 }?.kvoController.unobserveAll()
    case 6:
      var last = view.withLock { view in
        defer { view = nil }
        return view
      }
      last = nil
      _ = last
    default: break
    }
    let told = await loop.value
    if told != Array(begun.0..<(begun.0 + told.count)) {
      faults.note("\(ending), from \(begun.0): \(told)")
    }
  }

  // MARK: Deaths

  @Test("the observer goes on one thread while another observes on its behalf: nothing is left")
  func observerGoesDuringObserve() {
    let population = Population()
    let clock = Shared(Clock())
    for round in 0..<500 {
      let controller = Shared(Locked<KVOController<CountedView>?>(nil))
      let view = Locked<CountedView?>(CountedView(population))
      controller.value.withLock { controller in
        controller = KVOController(observer: view.withLock { $0 }, retention: .lifetimeBound)
        // In every other round the observer is watched already.
        if round % 2 == 0 { controller?.observe(clock.value, keyPath: "zone") { _, _, _ in } }
      }
      let finished = inThreads(2) { number in
        if number == 0 {
          let controller = controller.value.withLock { $0 }
          controller?.observe(clock.value, keyPath: "date") { _, _, _ in }
        } else {
          var last: CountedView?
          view.withLock { swap(&last, &$0) }
        }
      }
      #expect(finished)
      #expect(clock.value.activeObservations.isEmpty && population.count == 0)
    }
  }

  @Test("observed, observer, controller and scope go on four threads at once, in every form")
  func deathsAtOnce() async {
    let population = Population()
    for round in 0..<200 {
      var dial: Dial? = Dial(population)
      var view: CountedView? = CountedView(population)
      var controller: KVOController<CountedView>? = KVOController(
        observer: view, retention: round % 2 == 0 ? .lifetimeBound : .retained)
      let token = controller?.observe(dial?.clock, \.$date) { _, _, _ in }
      controller?.observe(dial?.clock, keyPath: "twin.date") { _, _, _ in }
      let delivered = controller?.observe(
        dial?.clock, \.$zone, on: .function { DispatchQueue.global().async(execute: $0) }
      ) { _, _ in }
      let changes = controller?.changes(of: dial?.clock, \.$date)
      let loop = Task { if let changes { for await _ in changes {} } }
      let things = Shared(
        Locked<[AnyObject?]>(uncheckedState: [dial, view, controller?.core, delivered?.scoped()]))
      dial?.set()
      (dial, view, controller) = (nil, nil, nil)
      let shared = Shared(token)
      let finished = inThreads(5) { number in
        if number == 4 { return shared.value?.cancel() ?? () }
        var thing = things.value.withLock { things in
          let place = (number + round) % 4
          defer { things[place] = nil }
          return things[place]
        }
        (thing as? Dial)?.set()
        thing = nil
        _ = thing
      }
      #expect(finished)
      #expect(token?.isActive == false && delivered?.isActive == false)
      await loop.value
      #expect(population.count == 0)
    }
  }
}

// Sound because it has nothing but a constant that is.
extension CountedView: @unchecked Sendable {}
