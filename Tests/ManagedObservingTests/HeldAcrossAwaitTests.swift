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
  func take(_ model: Model) -> Int { calls.withLock { $0.removeValue(forKey: ObjectIdentifier(model)) ?? 0 } }
}

private func replace(_ child: inout Model?) async {
  child = Model()
  await pause()
}

/// What is changed in place, and observed.
private enum Place: String, CaseIterable, Sendable {
  case property, wholeValues, lastOfPath, middleOfPath, dependentKey, array

  var keyPath: String {
    switch self {
    case .property, .wholeValues: "n"
    case .lastOfPath, .middleOfPath: "child.n"
    case .dependentKey: "twice"
    case .array: "items"
    }
  }

  /// Changes it, and holds the change across an await.
  func hold(_ model: Model) async {
    switch self {
    case .property, .wholeValues, .dependentKey: await bump(&model.n)
    case .lastOfPath: await bump(&model.child!.n)
    case .middleOfPath: await replace(&model.child)
    case .array: await appendSlowly(&model.items)
    }
  }

  /// Changes it without holding the change.
  func change(_ model: Model) {
    switch self {
    case .property, .dependentKey: model.n += 1
    case .wholeValues: model.n = model.n + 1
    case .lastOfPath, .middleOfPath: model.child!.n += 1
    case .array: model.mutableArrayValue(forKey: "items", of: Int.self).insert(1, at: 0)
    }
  }
}

@Suite("A change in place that is held across await, through a controller", .watched, .serialized)
struct HeldAcrossAwaitTests {
  @Test("each change is heard, and nothing stays open", arguments: Place.allCases, [1, 6, 100])
  private func each(place: Place, taskCount: Int) async {
    let calls = await inTasks(taskCount) {
      let (model, view) = (Model(), View())
      model.child = Model()
      view.kvoController.observe(model, keyPath: place.keyPath) { view, model, _ in view.note(model) }
      await place.hold(model)
      for _ in 2...40 {
        place.change(model)
        await pause()
      }
      var heard = [view.take(model)]
      for _ in 0..<10 {
        place.change(model)
        await pause()
      }
      heard.append(view.take(model))
      let box = Shared(model)
      _ = inThreads(1) { _ in place.change(box.value) }
      heard.append(view.take(model))
      await place.hold(model)
      heard.append(view.take(model))
      view.kvoController.unobserveAll()
      place.change(model)
      return heard + (view.take(model) == 0 ? [] : [-1])
    }
    // One change that was held and 39 that were not; ten more on the threads of the pool; one on a thread of its own; and
    // one more that was held.
    expectAll(taskCount, of: calls, are: [40, 10, 1, 1])
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
          controller.value.observe(model, keyPath: keyPath) { view, model, _ in view.note(model) }
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
