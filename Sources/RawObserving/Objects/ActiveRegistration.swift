extension KeyValueObject {
  /// The registrations made with this object, in the order in which they were made.
  ///
  /// They include those that a mediator made. Apple's `observationInfo` prints the same.
  public var activeRegistrations: [ActiveRegistration] {
    (observationInfo?.registrations ?? []).map(ActiveRegistration.init)
  }

  /// The receivers of the registrations made with this object, in the order in which they were made.
  package final var changeReceivers: [any ChangeReceiver] {
    (observationInfo?.registrations ?? []).compactMap(\.receiver)
  }
}

/// One registration at the moment of asking. It retains the observer.
@safe public struct ActiveRegistration: CustomStringConvertible {
  /// The observer; nil if it has been deallocated, is in its deinit, or observes for others.
  public let observer: KeyValueObject?

  /// Whether the observer observes for others, as a mediator does.
  public let isForOthers: Bool

  /// The key path, from the observed object.
  public let keyPath: String

  /// The options of the registration.
  public let options: KeyValueObservingOptions

  /// The context that the observer is called with.
  public let context: UnsafeMutableRawPointer?

  /// The observer's class and address, the key path, the options and the context.
  public let description: String

  init(_ registration: Registration) {
    isForOthers = registration.isForOthers
    (observer, keyPath) = (isForOthers ? nil : registration.observer, registration.keyPath.description)
    options = registration.options
    unsafe context = registration.context
    description = "\(registration.observerDescription) \(keyPath) \(options) context \(unsafe hexadecimal(context))"
  }
}
