import Foundation
import RawObserving
import TestSupport
import Testing

private final class Gauge: KeyValueObject {
  @Observed var n = 0
  @Observed var items: [Int] = []
  @Observed var child: Gauge?
  @Observed var other = 0

  /// Automatic notification is off.
  @Observed var tally = 0

  /// Depends on `n`.
  var twice: Int { 2 * n }

  /// Depends on the child's `n`.
  var childsTwice: Int { child?.twice ?? 0 }

  override class func automaticallyNotifiesObservers(forKey key: String) -> Bool { key != "tally" }

  override class func keyPathsForValuesAffectingValue(forKey key: String) -> Set<String> {
    switch key {
    case "twice": ["n"]
    case "childsTwice": ["child.twice"]
    default: super.keyPathsForValuesAffectingValue(forKey: key)
    }
  }

  func announceTally() {
    willChangeValue(forKey: "tally")
    tally += 1
    didChangeValue(forKey: "tally")
  }
}

/// Counts the calls for each object and key path; it may be called on several threads at once.
private final class Counter: KeyValueObject {
  private struct Place: Hashable {
    let object: ObjectIdentifier
    let keyPath: String
  }

  private let calls = Locked<[Place: Int]>([:])

  override func observeValue(
    forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
    context: UnsafeMutableRawPointer?
  ) {
    calls.withLock {
      $0[Place(object: ObjectIdentifier(object), keyPath: keyPath), default: 0] += 1
    }
  }

  /// How many calls there were since the last time.
  func take(_ keyPath: String, of object: Gauge) -> Int {
    calls.withLock {
      $0.removeValue(forKey: Place(object: ObjectIdentifier(object), keyPath: keyPath)) ?? 0
    }
  }
}

private func bump(_ x: inout Int, meanwhile: () -> Void) async {
  x += 1
  meanwhile()
  await pause()
  meanwhile()
}

private func bump(_ x: inout Int, and y: inout Int) async {
  x += 1
  await pause()
  y += 1
  await pause()
}

private func replace(_ child: inout Gauge?) async {
  child = Gauge()
  await pause()
}

/// `await change(&model.n)` lends the value to a task, which can go on, and give it back, on another thread.
@Suite("Further: a change in place that is held across await", .watched, .serialized)
struct HeldAcrossAwaitTests {
  static let counts = [1, 6, 100]

  /// What one task heard.
  private struct Outcome: Equatable {
    /// Of one change that was held and 39 that were not.
    var heard = 0
    /// Of later changes: on the threads of the pool, on a thread of its own, and announced by hand.
    var later: [Int] = []

    static let right = Outcome(heard: 40, later: [10, 10, 1, 1])
  }

  /// Each task has a gauge and an observer of its own. It makes one change that is held across `await`, then 39
  /// that are not, then some more to see that nothing was left open.
  private func outcomes(
    in taskCount: Int, of keyPath: String, held: @escaping @Sendable (Gauge) async -> Void,
    plain: @escaping @Sendable (Gauge) -> Void, announced key: String? = nil
  ) async -> [Outcome] {
    await inTasks(taskCount) {
      let model = Gauge()
      let child = Gauge()
      model.child = child
      let counter = Counter()
      var outcome = Outcome()
      model.addObserver(counter, forKeyPath: keyPath, options: [], context: nil)
      func announce() {
        let key = key ?? keyPath
        // Of a path, the last object announces its own key.
        let object = key.hasPrefix("child.") ? model.child! : model
        let last = String(key.split(separator: ".").last!)
        object.willChangeValue(forKey: last)
        object.didChangeValue(forKey: last)
      }

      await held(model)
      for _ in 2...40 {
        plain(model)
        await pause()
      }
      outcome.heard = counter.take(keyPath, of: model)

      for _ in 0..<10 {
        plain(model)
        await pause()
      }
      outcome.later.append(counter.take(keyPath, of: model))
      for _ in 0..<10 {
        announce()
        await pause()
      }
      outcome.later.append(counter.take(keyPath, of: model))
      let box = Shared(model)
      onThreads(1) { _ in plain(box.objects) }
      outcome.later.append(counter.take(keyPath, of: model))
      await held(model)
      outcome.later.append(counter.take(keyPath, of: model))
      model.removeObserver(counter, forKeyPath: keyPath)
      return outcome
    }
  }

  @Test("of a property: each change is heard, and nothing stays open", arguments: counts)
  func property(_ count: Int) async {
    let outcomes = await outcomes(in: count, of: "n", held: { await bump(&$0.n) }, plain: { $0.n += 1 })
    expectAll(count, of: outcomes, are: .right)
  }

  @Test("of a property, with whole values set in between", arguments: counts)
  func wholeValues(_ count: Int) async {
    let outcomes = await outcomes(in: count, of: "n", held: { await bump(&$0.n) }, plain: { $0.n = $0.n + 1 })
    expectAll(count, of: outcomes, are: .right)
  }

  @Test("of a property, set by name in between", arguments: counts)
  func byName(_ count: Int) async {
    let outcomes = await outcomes(
      in: count, of: "n", held: { await bump(&$0.n) },
      plain: { $0.setValue($0.n + 1, forKey: "n") })
    expectAll(count, of: outcomes, are: .right)
  }

  @Test("of the last property of a path", arguments: counts)
  func path(_ count: Int) async {
    let outcomes = await outcomes(
      in: count, of: "child.n", held: { await bump(&$0.child!.n) }, plain: { $0.child!.n += 1 })
    expectAll(count, of: outcomes, are: .right)
  }

  @Test("of an object in the middle of a path", arguments: counts)
  func middle(_ count: Int) async {
    let outcomes = await outcomes(
      in: count, of: "child.n", held: { await replace(&$0.child) }, plain: { $0.child!.n += 1 })
    expectAll(count, of: outcomes, are: .right)
  }

  @Test("of what a key depends on", arguments: counts)
  func dependentKey(_ count: Int) async {
    let outcomes = await outcomes(
      in: count, of: "twice", held: { await bump(&$0.n) }, plain: { $0.n += 1 }, announced: "n")
    expectAll(count, of: outcomes, are: .right)
  }

  @Test("of what a key depends on through another object and another key", arguments: counts)
  func dependentPath(_ count: Int) async {
    let outcomes = await outcomes(
      in: count, of: "childsTwice", held: { await bump(&$0.child!.n) },
      plain: { $0.child!.n += 1 }, announced: "child.n")
    expectAll(count, of: outcomes, are: .right)
  }

  @Test("of an array, which then changes element by element", arguments: counts)
  func collection(_ count: Int) async {
    let outcomes = await outcomes(
      in: count, of: "items", held: { await appendSlowly(&$0.items) },
      plain: { $0.mutableArrayValue(forKey: "items", of: Int.self).insert(1, at: 0) })
    expectAll(count, of: outcomes, are: .right)
  }

  @Test("by tasks that share one observer, in twenty rounds")
  func sharedObserver() async {
    for _ in 1...20 {
      let counter = Shared(Counter())
      let heard = await inTasks(20) {
        let model = Gauge()
        model.child = Gauge()
        let keyPaths = ["n", "child.n", "twice", "items"]
        for keyPath in keyPaths {
          model.addObserver(counter.objects, forKeyPath: keyPath, options: [], context: nil)
        }
        await bump(&model.n, and: &model.child!.n)
        await appendSlowly(&model.items)
        for _ in 2...10 {
          model.n += 1
          model.child!.n += 1
          model.items.append(1)
          await Task.yield()
        }
        for keyPath in keyPaths { model.removeObserver(counter.objects, forKeyPath: keyPath) }
        return keyPaths.map { counter.objects.take($0, of: model) }
      }
      expectAll(20, of: heard, are: [10, 10, 10, 10])
    }
  }

  @Test("old and new values are those before and after the whole change", arguments: counts)
  func values(_ count: Int) async {
    let heard = await inTasks(count) {
      let model = Gauge()
      let recorder = Recorder(observing: model, "n", [.new, .old, .prior])
      for _ in 1...5 {
        await bump(&model.n)
        model.n += 1
      }
      model.removeObserver(recorder, forKeyPath: "n")
      let expected = (0..<10).flatMap { old in
        [Heard("n", old: old, isPrior: true), Heard("n", new: old + 1, old: old)]
      }
      return recorder.heard == expected
    }
    expectAll(count, of: heard, are: true)
  }

  @Test("pairs announced by hand meanwhile, each on one thread, are heard too", arguments: counts)
  func pairs(_ count: Int) async {
    let heard = await inTasks(count) {
      let model = Gauge()
      let counter = Counter()
      for key in ["n", "tally"] {
        model.addObserver(counter, forKeyPath: key, options: [], context: nil)
      }
      for _ in 1...10 {
        model.announceTally()
        await bump(&model.n) { model.announceTally() }
        model.announceTally()
        model.n = 0
      }
      for key in ["n", "tally"] { model.removeObserver(counter, forKeyPath: key) }
      return [counter.take("n", of: model), counter.take("tally", of: model)]
    }
    expectAll(count, of: heard, are: [20, 40])
  }

  @Test("two properties of one object at the same time", arguments: counts)
  func twoProperties(_ count: Int) async {
    let heard = await inTasks(count) {
      let model = Gauge()
      let counter = Counter()
      for key in ["n", "other"] {
        model.addObserver(counter, forKeyPath: key, options: [], context: nil)
      }
      for _ in 1...10 {
        await bump(&model.n, and: &model.other)
        model.other = 0
        model.n = 0
      }
      for key in ["n", "other"] { model.removeObserver(counter, forKeyPath: key) }
      return [counter.take("n", of: model), counter.take("other", of: model)]
    }
    expectAll(count, of: heard, are: [20, 20])
  }

  @Test("an observer that is removed meanwhile is not called for that change")
  func removedMeanwhile() async {
    let model = Gauge()
    let counter = Counter()
    model.addObserver(counter, forKeyPath: "n", options: [], context: nil)
    func change(_ x: inout Int) async {
      x += 1
      await pause()
      model.removeObserver(counter, forKeyPath: "n")
      await pause()
    }
    await change(&model.n)
    #expect(counter.take("n", of: model) == 0)
    model.addObserver(counter, forKeyPath: "n", options: [], context: nil)
    model.n += 1
    #expect(counter.take("n", of: model) == 1)
    model.removeObserver(counter, forKeyPath: "n")
  }
}
