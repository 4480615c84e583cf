internal import Foundation
internal import RawObserving

/// The only observer that the engine sees. It is never deallocated.
// Sound as Sendable: the lock is held while `handlers` is used. It is recursive, because a handler that runs under
// it may observe and cancel.
final class Mediator: KeyValueObject, @unchecked Sendable {
  static let shared = Mediator()

  private let lock = NSRecursiveLock()
  /// What is called, by the number of the observation.
  private var handlers: [Int: Observation.Handler] = [:]

  func observe(_ object: KeyValueObject, _ observation: Observation) {
    lock.withLock {
      handlers[observation.number] = observation.handler
      object.addObserver(
        self, forKeyPath: observation.keyPath, options: observation.options, context: context(of: observation))
    }
  }

  /// If the object is nil, no registration is removed.
  func unobserve(_ object: KeyValueObject?, _ observation: Observation) {
    lock.withLock {
      handlers[observation.number] = nil
      object?.removeObserver(self, forKeyPath: observation.keyPath, context: context(of: observation))
    }
  }

  /// Every change of every observed object arrives here. The context says which observation it is for.
  override func observeValue(
    forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange, context: UnsafeMutableRawPointer?
  ) {
    lock.withLock { handlers[Int(bitPattern: context)]?(object, change) }
  }

  /// The number as a pointer, which is never followed.
  private func context(of observation: Observation) -> UnsafeMutableRawPointer? {
    UnsafeMutableRawPointer(bitPattern: observation.number)
  }
}
