internal import Synchronization

/// One observer that is registered for one key path of one object.
///
/// It retains neither of them. Once recorded it never changes, except for the flag that says whether it has been
/// removed. A change under way retains the registrations that it concerns, and checks that flag.
// Sound as Sendable: everything that changes is atomic. The observer is not read, only called, on the thread of a change,
// as its program asked for.
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
    // No weak reference to an observer that is never called. Swift makes it in a form that a leak checker cannot follow.
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
