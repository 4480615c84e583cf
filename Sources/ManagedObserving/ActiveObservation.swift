public import RawObserving

/// What is observed by whom: one observation, as it is at the moment of asking.
///
/// It holds both sides strongly, so let go of it when you have looked.
public struct ActiveObservation: Hashable {
  /// On whose behalf; nil if the observer is gone.
  public let observer: AnyObject?

  /// What is observed; nil if it is gone.
  public let object: KeyValueObject?

  /// The key path, from that object.
  public let keyPath: String

  /// What was asked for.
  public let options: KeyValueObservingOptions

  /// What is called, in a word or two: `block`, `action`, `context 0x2a`.
  public let handler: String

  /// To cancel it.
  public let token: ObservationToken

  init?(_ record: Record, of object: KeyValueObject?) {
    guard let handler = Mediator.shared.handler(of: record) else { return nil }
    observer = record.controller?.observer
    self.object = object
    keyPath = record.keyPath
    options = record.options
    self.handler = "\(handler)"
    token = ObservationToken(record: record)
  }

  /// Two are equal if they are the same observation.
  public static func == (one: Self, other: Self) -> Bool { one.token == other.token }

  /// Hashes the identity of the observation.
  public func hash(into hasher: inout Hasher) { hasher.combine(token) }
}

extension ActiveObservation: CustomStringConvertible {
  /// The object, the key path, the options, and what is called.
  public var description: String {
    "\(object.map(name) ?? "a dead object") \(keyPath) \(options) \(handler)"
  }
}

extension KVOController {
  /// What this controller observes, ordered by the objects' classes and addresses, and then by key path; those of
  /// one key path in no promised order.
  public var activeObservations: [ActiveObservation] {
    tables.withLock(\.contents).flatMap { object, records in
      records.compactMap { ActiveObservation($0, of: object) }
    }
    .sorted { "\($0)" < "\($1)" }
  }
}

extension KeyValueObject {
  /// Who observes this object through any controller, in the order in which they began.
  ///
  /// An observation of a longer path, such as `clock.date`, is one of the object at which the path begins.
  /// Whoever observes by hand is not among them.
  public final var activeObservations: [ActiveObservation] {
    Mediator.shared.records(of: self).compactMap { ActiveObservation($0, of: self) }
  }
}

/// An object as descriptions name it.
func name(_ object: AnyObject) -> String { "\(type(of: object)): \(address(of: object))" }
