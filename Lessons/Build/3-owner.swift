// The bar is released; then its controller, which it owns; then the observations, which the controller owns. Each
// cancels in its deinit, so the bar needs no deinit and no `close()`.

import Exercises
import RawObserving

enum Attempt: MediatorExercise {
  /// Observes one key path of one object, and calls a closure until it is cancelled or released.
  final class Observation: KeyValueObject {
    private let handler: (KeyValueObject, KeyValueChange) -> Void
    let keyPath: String
    /// Retained until the observation is cancelled; then nil.
    private(set) var object: KeyValueObject?

    init(
      _ object: KeyValueObject, _ keyPath: String, _ options: KeyValueObservingOptions,
      handler: @escaping (KeyValueObject, KeyValueChange) -> Void
    ) {
      (self.object, self.keyPath, self.handler) = (object, keyPath, handler)
      super.init()
      object.addObserver(self, forKeyPath: keyPath, options: options)
    }

    /// Removes the registration. Does nothing the second time.
    func cancel() {
      guard let object else { return }
      self.object = nil
      object.removeObserver(self, forKeyPath: keyPath)
    }

    // The observed object is alive: this observation retains it.
    deinit { cancel() }

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange, context: UnsafeMutableRawPointer?
    ) {
      handler(object, change)
    }
  }

  final class Controller: MediatingController {
    private weak let observer: AnyObject?
    private var observations: [Observation] = []

    init(observer: AnyObject) { self.observer = observer }

    func observe(
      _ object: KeyValueObject, _ keyPath: String, options: KeyValueObservingOptions, handler: @escaping Handler
    ) {
      let observation = Observation(object, keyPath, options) { [weak observer] object, change in
        guard let observer else { return }
        handler(observer, object, change)
      }
      observations.append(observation)
    }

    func unobserve(_ object: KeyValueObject, _ keyPath: String) {
      for one in observations where one.object === object && one.keyPath == keyPath { one.cancel() }
    }

    func unobserveAll() {
      for one in observations { one.cancel() }
    }
  }
}
