internal import Foundation
internal import RawObserving

/// The only observer that the engine sees. It is never deallocated.
// Sound as Sendable: the lock is held while `handlers` is used. Nothing that is called under it calls an observer or
// releases a last reference.
final class Mediator: KeyValueObject, @unchecked Sendable {
  static let shared = Mediator()

  private let lock = NSLock()
  /// What is called, by the number of the observation.
  private var handlers: [Int: Observation.Handler] = [:]

  /// Holds the lock, which guards the handlers, the states of all records, and the tables of all controllers.
  func locked<Result>(_ body: () -> Result) -> Result { lock.withLock(body) }

  func observe(_ object: KeyValueObject, _ observation: Observation) {
    let isWanted = locked {
      guard observation.state == .initial else { return false }  // another thread has unobserved it
      handlers[observation.number] = observation.handler
      return true
    }
    guard isWanted else { return }
    object.addObserver(
      self, forKeyPath: observation.keyPath, options: observation.options, context: context(of: observation))
    let isUnobserved = locked {
      if observation.state == .initial { observation.state = .observing }
      return observation.state == .notObserving
    }
    if isUnobserved { remove(observation, from: object) }  // meanwhile, or in the initial call
  }

  /// If the object is nil, no registration is removed.
  func unobserve(_ object: KeyValueObject?, _ observation: Observation) {
    let wasObserving = locked {
      defer { observation.state = .notObserving }
      handlers[observation.number] = nil
      return observation.state == .observing
    }
    if wasObserving, let object { remove(observation, from: object) }
  }

  private func remove(_ observation: Observation, from object: KeyValueObject) {
    object.removeObserver(self, forKeyPath: observation.keyPath, context: context(of: observation))
  }

  /// Every change of every observed object arrives here. The context says which observation it is for.
  override func observeValue(
    forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange, context: UnsafeMutableRawPointer?
  ) {
    // A strong reference, which keeps the handler alive if another thread unobserves while it runs.
    let handler = locked { handlers[Int(bitPattern: context)] }
    handler?(object, change)
  }

  /// The number as a pointer, which is never followed.
  private func context(of observation: Observation) -> UnsafeMutableRawPointer? {
    UnsafeMutableRawPointer(bitPattern: observation.number)
  }
}
