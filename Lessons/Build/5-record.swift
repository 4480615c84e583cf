// The dictionary says what is observed, and an array of tokens does not. Two requests are the same if their object and
// their key path are: closures cannot be compared. So a second request with another handler is dropped as well, and
// that is the trap of card MED-3.

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
      }
    }

    func unobserve(_ object: KeyValueObject, _ observation: Observation) {
      lock.withLock {
        handlers[observation.number] = nil
        object.removeObserver(self, forKeyPath: observation.keyPath, context: observation.context)
      }
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
      Mediator.shared.observe(object, self)
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
      observations[key] = Observation(object, keyPath, options) { [weak observer] object, change in
        guard let observer else { return }
        handler(observer, object, change)
      }
    }

    func unobserve(_ object: KeyValueObject, _ keyPath: String) {
      observations.removeValue(forKey: Key(object: ObjectIdentifier(object), keyPath: keyPath))?.cancel()
    }

    func unobserveAll() { observations = [:] }
  }
}
