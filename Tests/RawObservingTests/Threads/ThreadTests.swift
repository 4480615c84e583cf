import Foundation
import RawObserving
import TestSupport
import Synchronization
import Testing

/// An observer that sets another node in each call, on the thread of the call.
private final class Forwarder: KeyValueObject {
  private let other: Node
  private let calls = Atomic<Int>(0)

  init(to other: Node) { self.other = other }

  var count: Int { calls.load(ordering: .sequentiallyConsistent) }

  override func observeValue(
    forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
    context: UnsafeMutableRawPointer?
  ) {
    calls.add(1, ordering: .sequentiallyConsistent)
    other.flagA = "set by the other's observer"
  }
}

/// An observer that reads each change twice, and lets other threads run in between.
private final class Reader: KeyValueObject {
  private let calls = Atomic<Int>(0)
  private let faults = Atomic<Int>(0)

  /// How many changes were told, and how many were not the ones that were made, or did not stay so.
  var counts: [Int] {
    [calls.load(ordering: .sequentiallyConsistent), faults.load(ordering: .sequentiallyConsistent)]
  }

  override func observeValue(
    forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
    context: UnsafeMutableRawPointer?
  ) {
    let first = [change.oldValue as? Int, change.newValue as? Int]
    sched_yield()
    let second = [change.oldValue as? Int, change.newValue as? Int]
    let isAsMade = first[1] == (object as? Node)?.number && first[1] == first[0].map { $0 + 1 }
    calls.add(1, ordering: .sequentiallyConsistent)
    if first != second || !isAsMade { faults.add(1, ordering: .sequentiallyConsistent) }
  }
}

/// An observer that writes down the numbers it is told.
private final class Scribe: KeyValueObject {
  private let numbers = Locked<[Int]>([])

  var told: [Int] { numbers.withLock { $0 } }

  override func observeValue(
    forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
    context: UnsafeMutableRawPointer?
  ) { numbers.withLock { $0.append(change.newValue as? Int ?? 0) } }
}

@Suite("Registering from any thread", .watched)
struct ThreadTests {
  private let threads = 4
  private let rounds = 100

  @Test("of each thread's own sets, those between its add and its remove are heard, and no other")
  func addSetRemove() {
    weak var nodeProbe: Node?
    let counts = Locked<[Int]>([])
    let probes = Locked<[() -> CallCounter?]>([])
    do {
      let node = Node()
      nodeProbe = node
      let nodeToSet = Locked(Shared(node))
      let shared = Shared(node)
      let rounds = rounds
      onThreads(threads) { _ in
        let node = shared.objects
        let counter = CallCounter(ownedByThisThread: true)
        probes.withLockUnchecked { $0.append { [weak counter] in counter } }
        for round in 0..<rounds {
          node.addObserver(counter, forKeyPath: "number", options: [.new, .old])
          nodeToSet.withLock { $0.objects.number = round }
          node.removeObserver(counter, forKeyPath: "number")
          nodeToSet.withLock { $0.objects.number = -round }
        }
        counts.withLock { $0.append(counter.own) }
      }
    }
    #expect(counts.withLock { $0 } == Array(repeating: rounds, count: threads))
    let alive = probes.withLock { $0 }.compactMap { $0() }
    #expect(alive.isEmpty)
    #expect(nodeProbe == nil)
  }

  @Test("paths are added and removed while another thread sets their leaf")
  func paths() {
    weak var leafProbe: Node?
    let counts = Locked<[Int]>([])
    do {
      let root = chain(2)
      let leaf = root.child?.child
      leafProbe = leaf
      let leafToSet = Locked(Shared(leaf))
      let shared = Shared(root)
      let (threads, rounds) = (threads, rounds)
      onThreads(threads + 1) { index in
        if index == threads {
          for round in 0..<rounds { leafToSet.withLock { $0.objects?.number = round } }
          return
        }
        let root = shared.objects
        let counter = CallCounter(ownedByThisThread: true)
        for round in 0..<rounds {
          root.addObserver(counter, forKeyPath: "child.child.number")
          leafToSet.withLock { $0.objects?.number = round }
          root.removeObserver(counter, forKeyPath: "child.child.number")
          leafToSet.withLock { $0.objects?.number = -round }
        }
        counts.withLock { $0.append(counter.own) }
      }
    }
    #expect(counts.withLock { $0 } == Array(repeating: rounds, count: threads))
    #expect(leafProbe == nil)
  }

  @Test("adding and removing while another thread sets loses no registration and releases everyone")
  func addRemoveWhileSetting() {
    weak var nodeProbe: Node?
    let probes = Locked<[() -> CallCounter?]>([])
    do {
      let node = Node()
      nodeProbe = node
      let stays = CallCounter()
      let leavers = (0..<threads).map { _ in CallCounter() }
      for leaver in leavers { probes.withLockUnchecked { $0.append { [weak leaver] in leaver } } }
      node.addObserver(stays, forKeyPath: "number", options: [.new, .prior])
      let shared = Shared((node, leavers))
      let (threads, rounds) = (threads, rounds)
      onThreads(threads + 1) { index in
        let (node, leavers) = shared.objects
        if index == threads {
          for number in 1...rounds { node.number = number }  // the only thread that sets
        } else {
          for round in 0..<rounds {
            let context = context(round + 1)
            // A removal that does not find its registration ends the process.
            node.addObserver(leavers[index], forKeyPath: "number", context: context)
            node.addObserver(leavers[index], forKeyPath: "text", context: context)
            node.removeObserver(leavers[index], forKeyPath: "number", context: context)
            node.removeObserver(leavers[index], forKeyPath: "text", context: context)
          }
        }
      }
      #expect(stays.foreign == 2 * rounds)
      let before = leavers.map(\.foreign)
      node.number = 0
      #expect(leavers.map(\.foreign) == before)
      #expect(stays.foreign == 2 * rounds + 2)
      node.removeObserver(stays, forKeyPath: "number")
    }
    // The node's deinit has found no registration, or it had ended the process.
    #expect(nodeProbe == nil)
    let alive = probes.withLock { $0 }.compactMap { $0() }
    #expect(alive.isEmpty)
  }

  @Test(
    "of the sets during an add the earlier ones may be missed, and none that follows one which was told",
    arguments: [("number", 10_000), ("child.number", 1_000)])
  func noGap(keyPath: String, rounds: Int) {
    let node = chain(1)
    let shared = Shared((observed: node, set: keyPath == "number" ? node : node.child))
    let setting = Locked(true)
    let gaps = Locked<[[Int]]>([])
    let count = Atomic<Int>(0)
    onThreads(2) { index in
      let node = shared.objects.observed
      if index == 1 {
        while setting.withLock({ $0 }) { shared.objects.set?.number += 1 }  // the only thread that sets
        return
      }
      for _ in 0..<rounds {
        let scribe = Scribe()
        node.addObserver(scribe, forKeyPath: keyPath, options: .new)
        sched_yield()
        node.removeObserver(scribe, forKeyPath: keyPath)
        let told = scribe.told
        count.add(told.count, ordering: .relaxed)
        if let first = told.first, told != Array(first..<first + told.count) { gaps.withLock { $0.append(told) } }
      }
      setting.withLock { $0 = false }
    }
    #expect(gaps.withLock { $0 } == [])
    #expect(count.load(ordering: .relaxed) > 0)
  }

  @Test("an observer that is removed and then dies is never taken for one that died observing")
  func removedThenDead() {
    let node = Node()
    let shared = Shared(node)
    // The threads meet at the one place that matters about once in 5,000 rounds.
    let rounds = 100 * rounds
    let setting = Locked(true)
    onThreads(2) { index in
      let node = shared.objects
      if index == 0 {
        for _ in 0..<rounds {
          let counter = CallCounter()
          node.addObserver(counter, forKeyPath: "number")
          sched_yield()
          node.removeObserver(counter, forKeyPath: "number")
        }
        setting.withLock { $0 = false }
      } else {
        while setting.withLock({ $0 }) { node.number += 1 }  // the only thread that sets
      }
    }
    // Reaching this is the proof: the process would have died.
    #expect(node.number > 0)
  }

  @Test("one observer added from many threads has every registration, and loses every one")
  func countRegistrations() {
    let node = Node()
    let counter = CallCounter()
    let shared = Shared((node, counter))
    let rounds = rounds
    onThreads(threads) { _ in
      let (node, counter) = shared.objects
      for _ in 0..<rounds { node.addObserver(counter, forKeyPath: "number") }
    }
    node.number = 1
    #expect(counter.foreign == threads * rounds)
    onThreads(threads) { _ in
      let (node, counter) = shared.objects
      for _ in 0..<rounds { node.removeObserver(counter, forKeyPath: "number") }
    }
    node.number = 2
    #expect(counter.foreign == threads * rounds)
    #expect(throws: Violation.self) {
      try node.unregister(counter, keyPath: "number", context: .any)
    }
  }

  @Test("two threads may be the first to observe an object, or the first of its class, together")
  func firstObservation() {
    final class FreshClock: KeyValueObject {
      @Observed var date = 0
    }
    let clocks = (0..<rounds).map { _ in FreshClock() }
    let counter = CallCounter()
    let shared = Shared((clocks, counter))
    onThreads(threads) { _ in
      let (clocks, counter) = shared.objects
      for clock in clocks {
        clock.addObserver(counter, forKeyPath: "date", options: [.initial, .new])
      }
    }
    #expect(counter.foreign == threads * clocks.count)
    for clock in clocks { clock.date += 1 }
    #expect(counter.foreign == 2 * threads * clocks.count)
    onThreads(threads) { _ in
      let (clocks, counter) = shared.objects
      for clock in clocks { clock.removeObserver(counter, forKeyPath: "date") }
    }
    for clock in clocks { clock.date += 1 }
    #expect(counter.foreign == 2 * threads * clocks.count)
  }

  @Test("KVO-CON-01 sets of one key from several threads, under a lock, are each reported once")
  func concurrentSets() {
    let node = Node()
    let counter = CallCounter()
    node.addObserver(counter, forKeyPath: "number")
    let nodeToSet = Locked(Shared(node))
    onThreads(4) { _ in
      for number in 0..<250 { nodeToSet.withLock { $0.objects.number = number } }
    }
    #expect(counter.foreign == 1000)
    node.removeObserver(counter, forKeyPath: "number")
  }

  @Test("KVO-CON-02 observers that set each other's objects on two threads do not block each other")
  func crossing() {
    let nodes = [Node(), Node()]
    let forwarders = [Forwarder(to: nodes[1]), Forwarder(to: nodes[0])]
    let counter = CallCounter()
    for (node, forwarder) in zip(nodes, forwarders) {
      node.addObserver(forwarder, forKeyPath: "text")
      node.addObserver(counter, forKeyPath: "flagA")
    }
    // Each property is set by one thread alone.
    let shared = Shared(nodes)
    onThreads(2) { index in
      for number in 0..<300 { shared.objects[index].text = "\(number)" }
    }
    #expect(forwarders.map(\.count) == [300, 300])
    #expect(counter.foreign == 600)
    for (node, forwarder) in zip(nodes, forwarders) {
      node.removeObserver(forwarder, forKeyPath: "text")
      node.removeObserver(counter, forKeyPath: "flagA")
    }
  }

  @Test("KVO-CON-03 what an observer is told by one thread does not mix with another's")
  func unmixed() {
    let reader = Reader()
    let nodes = (0..<threads).map { number in
      let node = Node()
      node.number = 1000 * number
      node.addObserver(reader, forKeyPath: "number", options: [.new, .old])
      return node
    }
    let shared = Shared(nodes)
    onThreads(threads) { index in
      for _ in 0..<250 { shared.objects[index].number += 1 }
    }
    #expect(reader.counts == [250 * threads, 0])
    for node in nodes { node.removeObserver(reader, forKeyPath: "number") }
  }

  @Test("a will belongs to its thread: another thread's set is a change of its own, and its did ends nothing")
  func willsOfTwoThreads() {
    let node = Node()
    let counter = CallCounter(ownedByThisThread: true)
    node.addObserver(counter, forKeyPath: "number")
    node.willChangeValue(forKey: "number")
    let shared = Shared(node)
    onThreads(1) { _ in
      shared.objects.number = 1
      shared.objects.didChangeValue(forKey: "number")  // has no will on this thread
    }
    #expect(counter.foreign == 1)
    #expect(counter.own == 0)
    node.didChangeValue(forKey: "number")
    #expect(counter.own == 1)
    #expect(counter.foreign == 1)
    node.removeObserver(counter, forKeyPath: "number")
  }

  @Test("no lock of the engine is held during a call: another thread may add and remove meanwhile")
  func noLockDuringCall() {
    let node = Node()
    let late = CallCounter()
    let recorder = Recorder()
    let shared = Shared((node, late))
    recorder.reaction = { _, _ in
      onThreads(1) { _ in
        let (node, late) = shared.objects
        node.addObserver(late, forKeyPath: "number", options: .initial)
        node.removeObserver(late, forKeyPath: "number")
      }
    }
    node.addObserver(recorder, forKeyPath: "number", options: [.initial, .prior])
    node.number = 1
    #expect(recorder.calls == 3)
    #expect(late.foreign == 3)
    node.removeObserver(recorder, forKeyPath: "number")
  }

  // An overlap of two threads is usually found, not always: the check is not atomic with the access. Here the first
  // access lasts until the second one has begun, so it is found each time.
  @Test(
    "an access to a property that another thread is changing in place ends the process",
    arguments: ["read", "set", "change in place", "read by name", "read observed"])
  func overlap(access: String) async {
    let result = await #expect(processExitsWith: .signal(SIGABRT), observing: bothStreams) { [access] in
      func change(_ number: inout Int, meanwhile: () -> Void) { meanwhile() }
      let (shared, recorder) = (Shared(Node()), Recorder())
      if access == "read observed" { recorder.observe(shared.objects, "number", [.new, .old]) }
      print("begin")
      change(&shared.objects.number) {
        onThreads(1) { _ in
          let node = shared.objects
          switch access {
          case "set": node.number = 1
          case "change in place": node.number += 1
          case "read by name": _ = node.value(forKey: "number")
          default: _ = node.number
          }
        }
      }
      print("not reached")
    }
    #expect(result?.outputLines.suffix(2) == ["begin", ""])
    expectDeath(
      result,
      """
      Overlapping accesses to an observed property of type Int: it is read or changed while it is being changed. Read it \
      before that change begins, or after it has ended.
      """)
  }
}
