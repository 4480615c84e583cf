// Each registration has an observer of its own, which knows one handler, so no key path has to be told from another.
// The engine does not retain its observers: the controller keeps them.
// `[weak observer]` and `guard let` keep the observer alive during a call, and only then.

import Exercises
import RawObserving

enum Attempt: MediatorExercise {
  /// Observes one key path of one object, and calls a closure.
  final class Observation: KeyValueObject {
    private let handler: (KeyValueObject, KeyValueChange) -> Void

    init(handler: @escaping (KeyValueObject, KeyValueChange) -> Void) { self.handler = handler }

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange, context: UnsafeMutableRawPointer?
    ) {
      handler(object, change)
    }
  }

  final class Controller: MediatingController {
    private weak let observer: AnyObject?
    private var observed: [(object: KeyValueObject, keyPath: String, observation: Observation)] = []

    init(observer: AnyObject) { self.observer = observer }

    func observe(
      _ object: KeyValueObject, _ keyPath: String, options: KeyValueObservingOptions, handler: @escaping Handler
    ) {
      let observation = Observation { [weak observer] object, change in
        guard let observer else { return }
        handler(observer, object, change)
      }
      observed.append((object, keyPath, observation))
      object.addObserver(observation, forKeyPath: keyPath, options: options)
    }

    func unobserve(_ object: KeyValueObject, _ keyPath: String) {
      for one in observed where one.object === object && one.keyPath == keyPath {
        object.removeObserver(one.observation, forKeyPath: keyPath)
      }
    }

    func unobserveAll() {
      for (object, keyPath, observation) in observed { object.removeObserver(observation, forKeyPath: keyPath) }
    }
  }
}
