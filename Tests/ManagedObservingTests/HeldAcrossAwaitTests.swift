import Foundation
import ManagedObserving
import RawObserving
import TestSupport
import Testing

private final class Model: KeyValueObject {
  @Observed var n = 0
  @Observed var items: [Int] = []
  @Observed var child: Model?

  override class func keyPathsForValuesAffectingValue(forKey key: String) -> Set<String> {
    key == "twice" ? ["n"] : super.keyPathsForValuesAffectingValue(forKey: key)
  }
}

/// Counts its calls for each object; it may be called on several threads at once.
private final class View: KeyValueObject {
  private let calls = Locked<[ObjectIdentifier: Int]>([:])

  func note(_ model: Model) { calls.withLock { $0[ObjectIdentifier(model), default: 0] += 1 } }

  /// How many calls there were since the last time.
  func take(_ model: Model) -> Int {
    calls.withLock { $0.removeValue(forKey: ObjectIdentifier(model)) ?? 0 }
  }
}

private func replace(_ child: inout Model?) async {
  child = Model()
  await pause()
}

@Suite("A change in place that is held across await, through a controller", .watched, .serialized)
struct HeldAcrossAwaitTests {
  static let counts = [1, 6, 100]

  /// What each task heard of one change that was held and 39 that were not; of ten more on the threads of the
  /// pool; of one on a thread of its own; and of one more that was held.
  private static let right = [40, 10, 1, 1]

  private func calls(
    in taskCount: Int, of keyPath: String, held: @escaping @Sendable (Model) async -> Void,
    plain: @escaping @Sendable (Model) -> Void
  ) async -> [[Int]] {
    await inTasks(taskCount) {
      let (model, view) = (Model(), View())
      model.child = Model()
      view.kvoController.observe(model, keyPath: keyPath) {
        (view: View, model: Model, _: KeyValueChange) in view.note(model)
      }
      await held(model)
      for _ in 2...40 {
        plain(model)
        await pause()
      }
      var heard = [view.take(model)]
      for _ in 0..<10 {
        plain(model)
        await pause()
      }
      heard.append(view.take(model))
      let box = Shared(model)
      _ = inThreads(1) { _ in plain(box.value) }
      heard.append(view.take(model))
      await held(model)
      heard.append(view.take(model))
      view.kvoController.unobserveAll()
      plain(model)
      return heard + (view.take(model) == 0 ? [] : [-1])
    }
  }

  @Test("of a property: each change is heard, and nothing stays open", arguments: counts)
  func property(_ count: Int) async {
    let calls = await calls(
      in: count, of: "n", held: { await bump(&$0.n) }, plain: { $0.n += 1 })
    expectAll(count, of: calls, are: Self.right)
  }

  @Test("of a property, with whole values set in between", arguments: counts)
  func wholeValues(_ count: Int) async {
    let calls = await calls(
      in: count, of: "n", held: { await bump(&$0.n) }, plain: { $0.n = $0.n + 1 })
    expectAll(count, of: calls, are: Self.right)
  }

  @Test("of the last property of a path", arguments: counts)
  func path(_ count: Int) async {
    let calls = await calls(
      in: count, of: "child.n", held: { await bump(&$0.child!.n) }, plain: { $0.child!.n += 1 })
    expectAll(count, of: calls, are: Self.right)
  }

  @Test("of an object in the middle of a path", arguments: counts)
  func middle(_ count: Int) async {
    let calls = await calls(
      in: count, of: "child.n", held: { await replace(&$0.child) }, plain: { $0.child!.n += 1 })
    expectAll(count, of: calls, are: Self.right)
  }

  @Test("of what a key depends on", arguments: counts)
  func dependentKey(_ count: Int) async {
    let calls = await calls(
      in: count, of: "twice", held: { await bump(&$0.n) }, plain: { $0.n += 1 })
    expectAll(count, of: calls, are: Self.right)
  }

  @Test("of an array, which then changes element by element", arguments: counts)
  func collection(_ count: Int) async {
    let calls = await calls(
      in: count, of: "items", held: { await appendSlowly(&$0.items) },
      plain: { $0.mutableArrayValue(forKey: "items", of: Int.self).insert(1, at: 0) })
    expectAll(count, of: calls, are: Self.right)
  }

  @Test("by tasks that share one observer and its controller, in twenty rounds")
  func sharedObserver() async {
    for _ in 1...20 {
      let view = Shared(View())
      // The lazy controller is made here, before the tasks share it.
      let controller = Shared(view.value.kvoController)
      let calls = await inTasks(20) {
        let model = Model()
        model.child = Model()
        for keyPath in ["n", "child.n", "twice", "items"] {
          controller.value.observe(model, keyPath: keyPath) {
            (view: View, model: Model, _: KeyValueChange) in view.note(model)
          }
        }
        await bump(&model.n)
        await bump(&model.child!.n)
        await appendSlowly(&model.items)
        for _ in 2...10 {
          model.n += 1
          model.child!.n += 1
          model.items.append(1)
          await Task.yield()
        }
        controller.value.unobserve(model)
        return view.value.take(model)
      }
      expectAll(20, of: calls, are: 40)
    }
  }
}
