public import RawObserving

/// One observation at the moment of asking: which object is observed, and by which observer.
///
/// It retains both sides, so do not keep it.
public struct ActiveObservation: Hashable {
  /// The observer; nil if it has been deallocated.
  public let observer: AnyObject?

  /// The observed object; nil if it has been deallocated or is in its deinit.
  public let object: KeyValueObject?

  /// The key path, from that object.
  public let keyPath: String

  /// The options of the observation.
  public let options: KeyValueObservingOptions

  /// The kind of handler, in a word or two: `block`, `block on the main actor`, `block elsewhere`, `sequence`,
  /// `context 0x2a`.
  public let handler: String

  /// The file and the line of the call that began it, such as `App/ClockView.swift:12`.
  public let place: String

  /// The token that cancels it.
  public let token: ObservationToken

  /// Its number in the order in which observations began.
  fileprivate let number: Int

  init?(_ record: Record, of object: KeyValueObject?) {
    guard record.isLiving, let handler = record.table.handler(of: record) else { return nil }
    observer = record.observer
    self.object = object
    keyPath = record.keyPath
    options = record.options
    self.handler = "\(handler)"
    place = "\(record.place)"
    token = ObservationToken(record: record)
    number = record.number
  }

  /// Two are equal if they are the same observation.
  public static func == (one: Self, other: Self) -> Bool { one.token == other.token }

  /// Hashes the identity of the observation.
  public func hash(into hasher: inout Hasher) { hasher.combine(token) }
}

extension ActiveObservation: CustomStringConvertible {
  /// The object, the key path, the options, the observer, and the kind of handler.
  public var description: String {
    let (object, observer) = (object.map(describe), observer.map(describe))
    return """
      \(object ?? "an object that is gone") \(keyPath) \(options), observed by \
      \(observer ?? "an observer that is gone"), \(handler)
      """
  }
}

extension KVOController {
  /// The observations of this controller, in the order in which they began. One whose object has been deallocated is
  /// not among them, although what waited then is still delivered.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the number of this controller's observations.
  public var activeObservations: [ActiveObservation] {
    core.table.contents.flatMap { object, records in
      records.compactMap { ActiveObservation($0, of: object) }
    }.sorted { $0.number < $1.number }
  }
}

extension KeyValueObject {
  /// The observations of this object through any controller, in the order in which they began.
  ///
  /// An observation of a longer path, such as `clock.date`, is listed at the object where the path begins.
  /// `activeRegistrations` also lists observers that were added by hand.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the number of the object's registrations.
  public final var activeObservations: [ActiveObservation] {
    changeReceivers.compactMap { $0 as? Record }.filter { $0.objectIdentity == ObjectIdentifier(self) }
      .compactMap { ActiveObservation($0, of: self) }.sorted { $0.number < $1.number }
  }
}

/// A line of source code.
@usableFromInline struct SourcePlace: Sendable, CustomStringConvertible {
  private let file: StaticString
  // Small, because each record has one.
  private let line: UInt32

  @usableFromInline init(_ file: StaticString, _ line: UInt) {
    (self.file, self.line) = (file, UInt32(clamping: line))
  }

  @usableFromInline var description: String { "\(file):\(line)" }
}
