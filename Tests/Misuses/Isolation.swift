// What must not compile: what belongs to one actor and is sent elsewhere. Swift looks for these errors only in a
// file without errors of types.

import ManagedObserving
import RawObserving

final class Clock: KeyValueObject {
  @Observed var date = 0
  @Observed var pointer: UnsafeMutablePointer<Int>?
}

@MainActor final class MainView {
  var text = ""
  func dateDidChange(_ change: Change<Int>) {}
}

// MARK: A handler of the main actor, and a model that is set elsewhere

@MainActor func setElsewhere(_ view: MainView) {
  let clock = Clock()
  let controller = KVOController(observer: view)
  controller.observe(clock, \.$date) { view, _, change in view.text = "\(change.value)" }
  // error: passing closure as a 'sending' parameter risks causing data races between main actor-isolated code and concurrent execution of the closure
  Task.detached { clock.date = 1 }
}

@MainActor func captured(_ view: MainView, _ clock: Clock) {
  KVOController(observer: view).observe(clock, \.$date) { view, _, _ in view.text = "" }
  // error: passing closure as a 'sending' parameter risks causing data races between main actor-isolated code and concurrent execution of the closure
  Task.detached { clock.date = 1 }
}

func sentLater(_ view: MainView) async {
  let clock = Clock()
  await MainActor.run {
    // error: sending 'clock' risks causing data races
    _ = KVOController(observer: view).observe(clock, \.$date) { view, _, _ in view.text = "" }
  }
  clock.date = 1
}

actor Ledger {
  var total = 0
  private let clock = Clock()

  /// The model stays with the actor, but the closure would be called on the main actor.
  func start(_ view: MainView) async {
    KVOController(observer: view).observe(clock, \.$date) { _, _, change in
      self.total += change.value
    }
    // error: sending 'self.clock' risks causing data races
    await set(clock)
  }
}

@MainActor func set(_ clock: Clock) { clock.date = 1 }

// MARK: A controller in a constant

final class ConstantView {
  let controller: KVOController<ConstantView>

  init() {
    // error: constant 'self.controller' used before being initialized
    controller = KVOController(observer: self)
  }
}

final class ConstantModel: KeyValueObject {
  let controller: KVOController<ConstantModel>

  override init() {
    // error: 'self' used before 'super.init' call
    controller = KVOController(observer: self)
    super.init()
  }
}

// MARK: Tokens

@MainActor func cancelElsewhere(_ view: MainView, _ clock: Clock) {
  let token = KVOController(observer: view).observe(clock, \.$date) { _, _, _ in }
  // error: passing closure as a 'sending' parameter risks causing data races between main actor-isolated code and concurrent execution of the closure
  Task.detached { token.cancel() }
}

func cancelInAnotherTask(_ token: ObservationToken) {
  // error: passing closure as a 'sending' parameter risks causing data races between code in the current task and concurrent execution of the closure
  Task.detached { token.cancel() }
}

@MainActor func releaseElsewhere(_ view: MainView, _ clock: Clock) {
  let scoped = KVOController(observer: view).observe(clock, \.$date) { _, _, _ in }.scoped()
  // error: passing closure as a 'sending' parameter risks causing data races between main actor-isolated code and concurrent execution of the closure
  Task.detached { scoped.cancel() }
}

@MainActor final class Panel {
  var token: ObservationToken?
  var scoped: ScopedObservation?
  deinit {
    // error: cannot access property 'token' with a non-Sendable type 'ObservationToken?' from nonisolated deinit
    token?.cancel()
  }
}

func sequenceElsewhere(_ view: MainView, _ clock: Clock) {
  let controller = KVOController(observer: view)
  // error: passing closure as a 'sending' parameter risks causing data races between code in the current task and concurrent execution of the closure
  Task.detached { for await _ in controller.changes(of: clock, \.$date) {} }
  controller.unobserveAll()
}

// These compile. The method is called on the main actor, wherever the property is set.
@MainActor func use(_ view: MainView) {
  let clock = Clock()
  let controller = KVOController(observer: view)
  controller.observe(clock, \.$date, on: .shared) { $0.dateDidChange($1) }
  clock.date = 5
}

@MainActor final class IsolatedPanel {
  var token: ObservationToken?
  isolated deinit { token?.cancel() }
}
