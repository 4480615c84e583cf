// Handlers, `addObserver`, `removeObserver` and deinits are code that the mediator does not know, and it holds no lock
// while they run. What they need is kept alive by a strong reference that was taken under the lock.
// What is removed from a dictionary is returned, so that its last reference is released without the lock.

import Exercises
import Foundation
import RawObserving
import Synchronization

enum Attempt: MediatorExercise {
  /// The only observer that the engine sees. It is never deallocated.
  // Sound as Sendable: the lock is held while `handlers` is used. Nothing that is called under it calls an observer or
  // releases a last reference.
  final class Mediator: KeyValueObject, @unchecked Sendable {
    static let shared = Mediator()

    private let lock = NSLock()
    /// What is called, by the number of the observation.
    private var handlers: [Int: Observation.Handler] = [:]

    /// Holds the lock, which guards the handlers, all observations, and the dictionaries of all controllers.
    func locked<Result>(_ body: () -> Result) -> Result { lock.withLock(body) }

    func observe(_ object: KeyValueObject, _ observation: Observation) {
      locked {
        // Another thread may have unobserved it.
        if observation.state == .initial { handlers[observation.number] = observation.handler }
      }
      object.addObserver(
        self, forKeyPath: observation.keyPath, options: observation.options, context: observation.context)
      let isOver = locked {
        if observation.state == .initial { observation.state = .observing }
        return observation.state == .notObserving
      }
      if isOver { remove(observation, from: object) }  // meanwhile, or in the initial call
    }

    func unobserve(_ object: KeyValueObject, _ observation: Observation) {
      let wasObserving = locked {
        defer { observation.state = .notObserving }
        handlers[observation.number] = nil
        return observation.state == .observing
      }
      if wasObserving { remove(observation, from: object) }
    }

    private func remove(_ observation: Observation, from object: KeyValueObject) {
      object.removeObserver(self, forKeyPath: observation.keyPath, context: observation.context)
    }

    /// Every change of every observed object arrives here. The context says which observation it is for.
    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange, context: UnsafeMutableRawPointer?
    ) {
      // A strong reference, which keeps the handler alive if another thread unobserves while it runs.
      let handler = locked { handlers[Int(bitPattern: context)] }
      handler?(object, change)
    }
  }

  /// Observes one key path of one object, and calls a closure until it is cancelled or released.
  final class Observation {
    typealias Handler = (KeyValueObject, KeyValueChange) -> Void

    /// How far the registration has come. The initial call arrives in the first state.
    enum State { case initial, observing, notObserving }

    /// Guarded by the mediator's lock.
    var state = State.initial
    private static let numbers = Atomic<Int>(0)
    /// Tells this observation from every other one of the process, earlier or later.
    let number = numbers.add(1, ordering: .relaxed).newValue
    let handler: Handler
    let keyPath: String
    let options: KeyValueObservingOptions
    /// Retained until the observation is cancelled; then nil.
    private(set) var object: KeyValueObject?

    init(
      _ object: KeyValueObject, _ keyPath: String, _ options: KeyValueObservingOptions, handler: @escaping Handler
    ) {
      (self.object, self.keyPath, self.options, self.handler) = (object, keyPath, options, handler)
    }

    /// The number as a pointer, which is never followed.
    var context: UnsafeMutableRawPointer? { UnsafeMutableRawPointer(bitPattern: number) }

    /// Removes the registration. Does nothing the second time.
    func cancel() {
      let object = Mediator.shared.locked {
        defer { self.object = nil }
        return self.object
      }
      if let object { Mediator.shared.unobserve(object, self) }
    }

    // The observed object is alive: this observation retains it.
    deinit { cancel() }
  }

  final class Controller: MediatingController {
    private struct Key: Hashable {
      let object: ObjectIdentifier
      let keyPath: String
    }

    private weak let observer: AnyObject?
    /// What the controller observes: at most one observation for each key path of an object.
    private var observations: [Key: Observation] = [:]

    init(observer: AnyObject) { self.observer = observer }

    func observe(
      _ object: KeyValueObject, _ keyPath: String, options: KeyValueObservingOptions, handler: @escaping Handler
    ) {
      let key = Key(object: ObjectIdentifier(object), keyPath: keyPath)
      let observation = Observation(object, keyPath, options) { [weak observer] object, change in
        guard let observer else { return }
        handler(observer, object, change)
      }
      let isNew = Mediator.shared.locked {
        if observations[key] != nil { return false }
        observations[key] = observation
        return true
      }
      if isNew { Mediator.shared.observe(object, observation) }
    }

    func unobserve(_ object: KeyValueObject, _ keyPath: String) {
      let key = Key(object: ObjectIdentifier(object), keyPath: keyPath)
      Mediator.shared.locked { observations.removeValue(forKey: key) }?.cancel()
    }

    func unobserveAll() {
      let ended = Mediator.shared.locked {
        defer { observations = [:] }
        return observations.values
      }
      for observation in ended { observation.cancel() }
    }
  }
}
