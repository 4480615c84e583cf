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

/// What is changed in place and held, how it changes otherwise, and what is observed.
private enum Way: String, CaseIterable, Sendable {
  case property, wholeValues, byName, path, middle, dependentKey, dependentPath, elements

  var keyPath: String {
    switch self {
    case .property, .wholeValues, .byName: "n"
    case .path, .middle: "child.n"
    case .dependentKey: "twice"
    case .dependentPath: "childsTwice"
    case .elements: "items"
    }
  }

  func held(_ model: Gauge) async {
    switch self {
    case .property, .wholeValues, .byName, .dependentKey: await bump(&model.n)
    case .path, .dependentPath: await bump(&model.child!.n)
    case .middle: await replace(&model.child)
    case .elements: await appendSlowly(&model.items)
    }
  }

  func plain(_ model: Gauge) {
    switch self {
    case .property, .dependentKey: model.n += 1
    case .wholeValues: model.n = model.n + 1
    case .byName: model.setValue(model.n + 1, forKey: "n")
    case .path, .middle, .dependentPath: model.child!.n += 1
    case .elements: model.mutableArrayValue(forKey: "items", of: Int.self).insert(1, at: 0)
    }
  }

  /// Announces a change by hand: of a path, the last object announces its own key.
  func announce(_ model: Gauge) {
    let object = [.path, .middle, .dependentPath].contains(self) ? model.child! : model
    let key = self == .elements ? "items" : "n"
    object.willChangeValue(forKey: key)
    object.didChangeValue(forKey: key)
  }
}

/// `await change(&model.n)` lends the value to a task, which can go on, and give it back, on another thread.
@Suite("A change in place that is held across await", .watched, .serialized)
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
  @Test("each change is heard, and nothing stays open", arguments: Way.allCases, counts)
  private func each(_ way: Way, _ count: Int) async {
    let outcomes = await inTasks(count) {
      let model = Gauge()
      model.child = Gauge()
      let counter = Counter()
      var outcome = Outcome()
      model.addObserver(counter, forKeyPath: way.keyPath)
      await way.held(model)
      for _ in 2...40 {
        way.plain(model)
        await pause()
      }
      outcome.heard = counter.take(way.keyPath, of: model)

      for change in [way.plain, way.announce] {
        for _ in 0..<10 {
          change(model)
          await pause()
        }
        outcome.later.append(counter.take(way.keyPath, of: model))
      }
      let box = Shared(model)
      onThreads(1) { _ in way.plain(box.objects) }
      outcome.later.append(counter.take(way.keyPath, of: model))
      await way.held(model)
      outcome.later.append(counter.take(way.keyPath, of: model))
      model.removeObserver(counter, forKeyPath: way.keyPath)
      return outcome
    }
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
