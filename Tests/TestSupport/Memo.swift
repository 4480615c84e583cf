internal import RawObserving

/// Values that are made once for each key: the first caller makes one, and the others wait for it.
package final class Memo<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private let known = Locked<[Key: Locked<Value?>]>([:])
  private let make: @Sendable (Key) throws -> Value

  package init(_ make: @escaping @Sendable (Key) throws -> Value) { self.make = make }

  /// The value for the key. If it could not be made, the next caller tries again.
  package func value(for key: Key) throws -> Value {
    let place = known.withLock { known in
      let place = known[key] ?? Locked(nil)
      known[key] = place
      return place
    }
    return try place.withLock { value in
      if let value { return value }
      let made = try make(key)
      value = made
      return made
    }
  }
}
