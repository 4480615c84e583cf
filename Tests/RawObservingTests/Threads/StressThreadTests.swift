import Foundation
import RawObserving
import Synchronization
import TestSupport
import Testing

/// A node whose number is set under a lock, each time to the count of its sets.
private final class Dial {
  let node: Node
  private let sets = Locked(0)

  init(_ node: Node) { self.node = node }

  /// How many sets are over.
  var count: Int { sets.withLock { $0 } }

  func set() {
    sets.withLock { count in
      count += 1
      node.number = count
    }
  }
}

/// A node that is counted while it lives.
private final class CountedNode: Node {
  private let population: Population

  init(_ population: Population) {
    self.population = population
    population.add(1)
  }

  deinit { population.add(-1) }
}

/// An observer that writes what it is told into a ledger for each context.
private final class Listener: KeyValueObject {
  private let ledgers: [Ledger]
  private let population: Population

  init(_ ledgers: [Ledger], _ population: Population) {
    self.ledgers = ledgers
    self.population = population
    population.add(1)
  }

  deinit { population.add(-1) }

  override func observeValue(
    forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
    context: UnsafeMutableRawPointer?
  ) {
    if change.isPrior { return }
    ledgers[Int(bitPattern: context) - 1].write(change.newValue as? Int ?? 0)
  }
}

/// An observer that removes itself in its first call, whichever thread that comes on.
private final class OneShot: KeyValueObject {
  private let calls = Atomic<Int>(0)

  var count: Int { calls.load(ordering: .sequentiallyConsistent) }

  override func observeValue(
    forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
    context: UnsafeMutableRawPointer?
  ) {
    calls.add(1, ordering: .sequentiallyConsistent)
    object.removeObserver(self, forKeyPath: keyPath)
  }
}

/// One registration of a thread's, again and again: added at one time, removed at another.
private struct Slot {
  var listener: Listener
  let ledger: Ledger
  let context: UnsafeMutableRawPointer
  private var open: (node: Node, keyPath: String, dial: Dial, period: Ledger.Period)?

  init(_ listener: Listener, _ ledger: Ledger, context number: Int) {
    self.listener = listener
    self.ledger = ledger
    context = RawObservingTests.context(number)
  }

  var isOpen: Bool { open != nil }

  /// Adds the listener to the node. Setting the dial is what it will be told of.
  mutating func add(to node: Node, _ keyPath: String, setBy dial: Dial, options: KeyValueObservingOptions) {
    var period = Ledger.Period()
    period.beforeAdding = dial.count
    node.addObserver(listener, forKeyPath: keyPath, options: options.union(.new), context: context)
    period.afterAdding = dial.count
    open = (node, keyPath, dial, period)
  }

  /// Removes the listener. Returns what was wrong with what it was told.
  mutating func remove() -> String? {
    guard let (node, keyPath, dial, opened) = open else { return nil }
    open = nil
    var period = opened
    period.beforeRemoving = dial.count
    node.removeObserver(listener, forKeyPath: keyPath, context: context)
    // Whoever takes the lock once has waited for a set under way. From here on all is quiet.
    period.afterRemoving = dial.count
    return ledger.fault(in: period)
  }
}

@Suite("Raw observing under stress", .watched)
struct StressThreadTests {
  private static let threads = 6
  private static let rounds = 5_000
  private static let slotsOfEach = 6

  /// What all threads share.
  private final class Stage {
    let population = Population()
    /// The last one is set through the first two as well, which lead to it.
    let dials: [Dial]
    /// One that is replaced now and then, even while another thread uses it.
    let revolving: Locked<Shared<Dial>>
    /// One observer for all threads: its registrations are told apart by their contexts alone.
    let hub: Listener
    let hubLedgers = (0..<threads * slotsOfEach).map { _ in Ledger() }
    let faults = Locked<[String]>([])
    let operations = Atomic<Int>(0)

    init() {
      dials = (0..<4).map { [population] _ in Dial(CountedNode(population)) }
      for dial in dials.prefix(2) { dial.node.child = dials[3].node }
      revolving = Locked(Shared(Dial(CountedNode(population))))
      hub = Listener(hubLedgers, population)
    }

    func note(_ fault: String?) {
      if let fault { faults.withLock { $0.append(fault) } }
    }
  }

  /// One thread of many: what it does is drawn from a generator, the same in every run.
  private struct Player {
    let stage: Stage
    var dice: Dice
    var slots: [Slot]

    init(_ index: Int, on stage: Stage) {
      self.stage = stage
      dice = Dice(seed: index + 1)
      slots = (0..<slotsOfEach).map { place in
        if place.isMultiple(of: 2) {
          let number = index * slotsOfEach + place
          return Slot(stage.hub, stage.hubLedgers[number], context: number + 1)
        }
        let ledger = Ledger()
        return Slot(Listener([ledger], stage.population), ledger, context: 1)
      }
    }

    mutating func play() {
      for _ in 0..<rounds {
        switch dice.roll(10) {
        case 0...3: stage.dials[dice.roll(4)].set()
        case 4...6: toggle(dice.roll(slotsOfEach))
        case 7: replaceListener(dice.roll(slotsOfEach))
        case 8: shootOnce()
        default: revolve()
        }
      }
      for place in slots.indices { stage.note(slots[place].remove()) }
      stage.operations.add(rounds, ordering: .relaxed)
    }

    private mutating func toggle(_ place: Int) {
      if slots[place].isOpen { return stage.note(slots[place].remove()) }
      let heard = slots[place].ledger.take()
      if !heard.isEmpty { stage.note("told after its removal: \(heard)") }
      let options = [KeyValueObservingOptions(), .old, .prior, [.old, .prior]][dice.roll(4)]
      let number = dice.roll(6)
      if number < 4 {
        slots[place].add(to: stage.dials[number].node, "number", setBy: stage.dials[number], options: options)
      } else {
        slots[place].add(to: stage.dials[number - 4].node, "child.number", setBy: stage.dials[3], options: options)
      }
    }

    /// Lets go of an observer of its own, once it is removed.
    private mutating func replaceListener(_ place: Int) {
      stage.note(slots[place].remove())
      if slots[place].listener !== stage.hub {
        slots[place].listener = Listener([slots[place].ledger], stage.population)
      }
    }

    /// Adds an observer that removes itself when this thread or another one sets.
    private mutating func shootOnce() {
      let dial = stage.dials[dice.roll(4)]
      let observer = OneShot()
      dial.node.addObserver(observer, forKeyPath: "number")
      dial.set()
      if observer.count != 1 { stage.note("a one-shot was called \(observer.count) times") }
    }

    /// Observes and sets the dial that others observe and set, or puts another one in its place.
    private mutating func revolve() {
      let dial = stage.revolving.withLock { $0 }.objects
      let ledger = Ledger()
      var slot = Slot(Listener([ledger], stage.population), ledger, context: 1)
      slot.add(to: dial.node, "number", setBy: dial, options: [])
      dial.set()
      stage.note(slot.remove())
      if dice.roll(3) == 0 {
        var next = Shared(Dial(CountedNode(stage.population)))
        // Let go outside the lock.
        stage.revolving.withLock { swap(&$0, &next) }
      }
    }
  }

  @Test("threads add, remove, set, and let go of observers and observed, all on shared objects")
  func everything() {
    var stage: Stage? = Stage()
    if let stage {
      let shared = Shared(stage)
      onThreads(Self.threads) { index in
        var player = Player(index, on: shared.objects)
        player.play()
      }
      #expect(stage.operations.load(ordering: .relaxed) == Self.threads * Self.rounds)
      #expect(stage.faults.withLock { $0 } == [])
      for dial in stage.dials { dial.set() }
      #expect(stage.hubLedgers.allSatisfy { $0.take().isEmpty })
    }
    let population = stage?.population
    stage = nil
    // The deinits have found no registration, or they had ended the process.
    #expect(population?.count == 0)
  }
}
