// The engine makes the initial call before it records the registration, so there is nothing to remove in it. Whichever
// of `observe` and `unobserve` comes second sees the state that the first one left, and removes.
// A Boolean cannot tell "not registered yet" from "not wanted any more".

import Exercises
import Foundation
import RawObserving
import Synchronization

enum Attempt: MediatorExercise {
  /// The only observer that the engine sees. It is never deallocated.
  // Sound as Sendable: the lock is held while `handlers` is used. It is recursive, because a handler that runs under it
  // may observe and cancel.
  final class Mediator: KeyValueObject, @unchecked Sendable {
    static let shared = Mediator()

    private let lock = NSRecursiveLock()
    /// What is called, by the number of the observation.
    private var handlers: [Int: Observation.Handler] = [:]

    func observe(_ object: KeyValueObject, _ observation: Observation) {
      lock.withLock {
        handlers[observation.number] = observation.handler
        object.addObserver(
          self, forKeyPath: observation.keyPath, options: observation.options, context: observation.context)
        if observation.state == .initial {
          observation.state = .observing
        } else {
          remove(observation, from: object)  // unobserved in the initial call
        }
      }
    }

    func unobserve(_ object: KeyValueObject, _ observation: Observation) {
      lock.withLock {
        handlers[observation.number] = nil
        let wasObserving = observation.state == .observing
        observation.state = .notObserving
        if wasObserving { remove(observation, from: object) }
      }
    }

    private func remove(_ observation: Observation, from object: KeyValueObject) {
      object.removeObserver(self, forKeyPath: observation.keyPath, context: observation.context)
    }

    /// Every change of every observed object arrives here. The context says which observation it is for.
    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange, context: UnsafeMutableRawPointer?
    ) {
      lock.withLock { handlers[Int(bitPattern: context)]?(object, change) }
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
      guard let object else { return }
      self.object = nil
      Mediator.shared.unobserve(object, self)
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
      guard observations[key] == nil else { return }
      let observation = Observation(object, keyPath, options) { [weak observer] object, change in
        guard let observer else { return }
        handler(observer, object, change)
      }
      observations[key] = observation
      Mediator.shared.observe(object, observation)
    }

    func unobserve(_ object: KeyValueObject, _ keyPath: String) {
      observations.removeValue(forKey: Key(object: ObjectIdentifier(object), keyPath: keyPath))?.cancel()
    }

    func unobserveAll() { observations = [:] }
  }
}
