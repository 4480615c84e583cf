// The observation knows what a removal needs, and whether it is done: it is a token.
// `object` is nil before any other code runs, so even a second `cancel()` from inside the removal does nothing.
// The reference is strong: as long as the token is not cancelled, the observed object cannot be deallocated.

import Exercises
import RawObserving

enum Attempt: MediatorExercise {
  /// Observes one key path of one object, and calls a closure until it is cancelled.
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
