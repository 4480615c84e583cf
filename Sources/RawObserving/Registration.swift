internal import Synchronization

/// One observer that is registered for one key path of one object.
///
/// It retains neither of them. Once recorded it never changes, except for the flag that says whether it has been
/// removed. A change under way retains the registrations that it concerns, and checks that flag.
// Sound as Sendable: everything that changes is atomic. The observer is not read, only called, on the thread of a
// change, as its program asked for.
@safe @usableFromInline package final class Registration: CustomStringConvertible, @unchecked Sendable {
  package let keyPath: KeyPathString
  package let options: KeyValueObservingOptions
  package let context: UnsafeMutableRawPointer?

  /// What is called in place of the observer, if that is a ``SharedObserver``.
  package let receiver: (any ChangeReceiver)?

  /// The route to the value, if that takes more than one key of one object.
  let route: Route?

  /// Its number in the order in which registrations are recorded, in the whole process.
  var number: Int { ownNumber.load(ordering: .relaxed) }
  private let ownNumber = Atomic<Int>(0)
  private static let recorded = Atomic<Int>(0)

  /// Reads nil from the moment the observer's deinit begins, and if there is a receiver.
  package weak let observer: KeyValueObject?
  let observerType: KeyValueObject.Type
  package let observerIdentity: ObjectIdentifier
  // Never read. An unowned reference keeps the observer's memory allocated, so no other object gets its address, and
  // the identity above stays unique.
  private unowned let keepsAddress: KeyValueObject

  private let removed = Atomic<Bool>(false)

  init(
    _ observer: KeyValueObject, keyPath: KeyPathString, options: KeyValueObservingOptions,
    context: UnsafeMutableRawPointer?, route: Route?
  ) {
    receiver = unsafe (observer as? any SharedObserver)?.receiver(for: context)
    // No weak reference to an observer that is never called. Swift makes it in a form that a leak checker cannot
    // follow.
    (self.observer, keepsAddress) = (receiver == nil ? observer : nil, observer)
    (observerType, observerIdentity) = (type(of: observer), ObjectIdentifier(observer))
    (self.keyPath, self.options, self.route) = (keyPath, options, route)
    unsafe self.context = context
  }

  package var isRemoved: Bool { removed.load(ordering: .acquiring) }

  /// Whether the observer observes for others.
  var isForOthers: Bool { observerType is any SharedObserver.Type }

  /// Whether its receiver has silenced this registration.
  var isSilenced: Bool { receiver?.isSilenced ?? false }

  func markRemoved() { removed.store(true, ordering: .releasing) }

  /// Assigns the number. A registration made in the initial call of another comes before it.
  func willBeRecorded() { ownNumber.store(Self.nextNumber(), ordering: .relaxed) }

  static func nextNumber() -> Int { recorded.add(1, ordering: .relaxed).newValue }

  /// The observer, as exceptions name it, even after its deallocation.
  var observerDescription: String { "<\(observerType) \(hexadecimal(observerIdentity))>" }

  // snippet.observer-gone
  /// Calls the observer, unless the registration has been removed.
  ///
  /// If the observer has been deallocated, the process ends. On Apple's systems this was a message to a freed object.
  /// No freed memory is read here. In the era ``Era/current`` such a change is skipped.
  func deliver(_ change: KeyValueChange, of object: KeyValueObject) {
    if let receiver, !isRemoved {
      EventProbe.report(EngineEvent.calls(self, change, of: object))
      receiver.receive(change, of: object)
      return EventProbe.report(EngineEvent.returned(self))
    }
    guard let observer else {
      // Since the change began, another observer or thread has removed it and released its observer.
      if isRemoved || Era.inForce == .current { return EventProbe.report(EngineEvent.skips(self, of: object)) }
      terminate(
        .messageToDeallocated(
          className: "\(observerType)", address: hexadecimal(observerIdentity), keyPath: "\(keyPath)",
          object: describe(object)))
    }
    if isRemoved { return EventProbe.report(EngineEvent.skips(self, of: object)) }
    EventProbe.report(EngineEvent.calls(self, change, of: object))
    unsafe observer.observeValue(forKeyPath: keyPath.description, of: object, change: change, context: context)
    EventProbe.report(EngineEvent.returned(self))
  }
  // snippet.end

  /// One line of an object's observation info, in Apple's form.
  @usableFromInline package var description: String {
    let flags = [("New", KeyValueObservingOptions.new), ("Old", .old), ("Prior", .prior)].map {
      "\($0): \(options.contains($1) ? "YES" : "NO")"
    }.joined(separator: ", ")
    return """
      <Observer: \(hexadecimal(observerIdentity)), Key path: \(keyPath), Options: <\(flags)> \
      Context: \(unsafe hexadecimal(context))>
      """
  }
}

/// Adding and removing by a ``KeyPathString``, for the mediator.
extension KeyValueObject {
  /// The key path of a property, from this object: `desk.keyPathString(of: desk[keyPath: \.$clock.$date])`.
  ///
  /// Ends the process with a message if it is a property of another object. Proportional to the number of its keys.
  package final func keyPathString<Value>(of property: Property<Value>) -> KeyPathString {
    enforcing { () throws(Violation) in try keyPath(of: property) }
  }

  /// The key path of a property, from this object; nil if it is a property of another object.
  package final func keyPathStringIfAny<Value>(of property: Property<Value>) -> KeyPathString? {
    try? keyPath(of: property)
  }

  /// The key path with that text. Raises `NSInvalidArgumentException` if the text is malformed.
  package final func keyPathString(_ text: String) -> KeyPathString {
    enforcing { () throws(Violation) in try KeyPathString(text, for: self) }
  }

  /// The value at the key path, as ``value(forKeyPath:)`` reads it. A typed key is read by its name in the class of
  /// each object.
  package final func value(for keyPath: KeyPathString) -> Any? {
    enforcing { () throws(Violation) in try currentValue(at: keyPath) }
  }

  /// Registers an observer, as ``addObserver(_:forKeyPath:options:context:)`` does, for a key path whose names may not
  /// be known yet. It does not call an override of that method. If ``KeyPathString/isText`` is true, call the method
  /// with the text.
  ///
  /// - Complexity: as for that method.
  package final func addObserver(
    _ observer: KeyValueObject, for keyPath: KeyPathString, options: KeyValueObservingOptions = [],
    context: UnsafeMutableRawPointer?
  ) {
    enforcing { () throws(Violation) in
      try unsafe register(observer, keyPath: keyPath, options: options, context: context)
    }
  }

  /// Removes what ``addObserver(_:for:options:context:)`` registered.
  ///
  /// - Complexity: as for ``removeObserver(_:forKeyPath:context:)``.
  package final func removeObserver(
    _ observer: KeyValueObject, for keyPath: KeyPathString, context: UnsafeMutableRawPointer?
  ) {
    enforcing { () throws(Violation) in
      try unregister(observer, keyPath: keyPath, context: unsafe .exactly(context))
    }
  }
}

/// The same, as checks that throw instead of ending the process.
extension KeyValueObject {
  package func register(
    _ observer: KeyValueObject, keyPath: KeyPathString, options: KeyValueObservingOptions,
    context: UnsafeMutableRawPointer?
  ) throws(Violation) {
    _ = Era.inForce  // the first registration fixes it
    let key = keyPath.first
    let isPlain = try keyPath.isOneKey ? triggers(of: key).isEmpty : false
    let slot = try slotToObserve(key)
    let registration = unsafe Registration(
      observer, keyPath: keyPath, options: options, context: context, route: isPlain ? nil : Route(from: self))
    EventProbe.report(EngineEvent.adds(registration, to: self))
    if options.contains(.initial) {
      let newValue = options.contains(.new) ? try initialValue(for: registration) : nil
      registration.deliver(KeyValueChange(.setting, newValue, nil), of: self)
    }
    registration.willBeRecorded()
    try registration.route?.begin(registration, on: self)
    existingOrNewInfo.add(
      registration, to: key, storedIn: slot, notifiesAutomatically: notifiesAutomatically(key))
    slot?.isObserved(in: self)
    EventProbe.report(EngineEvent.added(registration))
  }

  /// The slot of the property with that key; nil if the key has no stored property. Throws if another wrapper has been
  /// assigned to the property since it was first observed, or if the wrapper belongs to another property.
  func slotToObserve(_ key: String) throws(Violation) -> AnySlot? {
    if let known = observationInfo?.registrations(for: key) {
      try known.checkSlot(of: self)
      return known.slot
    }
    let slot = try slot(named: key)
    if let found = slot?.registrations, found.key != key || !found.belong(to: self) {
      throw .wrapperReplaced(key: key, object: describe(self))
    }
    return slot
  }

  package func unregister(_ observer: KeyValueObject, keyPath: KeyPathString, context: SoughtContext) throws(Violation)
  {
    let found = try observationInfo?.remove(keyPath, of: observer, context, from: self)
    guard let found else {
      if observer is any SharedObserver { return }
      throw .notRegistered(observer: describe(observer), keyPath: keyPath.description, object: describe(self))
    }
    EventProbe.report(EngineEvent.removed(found))
    guard let route = found.route else { return }
    defer { route.end() }
    if !found.isForOthers { try route.checkAnnounced(for: found) }
  }
}

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

  /// The receivers of the registrations that a change of this object may concern, along paths from other objects too.
  package final var changeReceiversOnPaths: [any ChangeReceiver] {
    (observationInfo?.registrationsOnPaths ?? []).compactMap(\.receiver)
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

/// An observer that observes on behalf of others, as a mediator does: one object for all of them.
///
/// It is called on every thread, so it cannot be observed, nor have associated objects or hooks. For such an observer,
/// removing a registration that is not there is no error, and a removal reads no property. ``activeRegistrations`` does
/// not list the observer itself. Apple's systems have nothing of the kind.
package protocol SharedObserver: KeyValueObject {
  /// What a registration with that context calls in place of this object. It is asked once, when the registration is
  /// made. Nil if there is none: then this object is called, as any observer is.
  func receiver(for context: UnsafeMutableRawPointer?) -> (any ChangeReceiver)?
}

/// What a registration of a ``SharedObserver`` calls. The registration retains it.
package protocol ChangeReceiver: AnyObject, Sendable {
  /// Whether the registration only waits for its removal. Then a change reads nothing for it and raises nothing, and
  /// its call carries no values.
  var isSilenced: Bool { get }

  /// What to write so that the registration ends before that object's deinit, in which it was found; nil for nothing.
  func adviceAtDeath(of object: KeyValueObject) -> String?

  /// Receives a change of the registration. Called where an observer's `observeValue` would be.
  func receive(_ change: KeyValueChange, of object: KeyValueObject)
}
