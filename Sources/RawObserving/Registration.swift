internal import Synchronization

/// One observer that asked to hear of one key path of one object.
///
/// It retains neither of them. Once recorded, a registration never changes, but for the flag that says
/// whether it has been removed; a change under way keeps the registrations it serves and looks at that flag.
@usableFromInline final class Registration {
  let keyPath: KeyPathString
  @usableFromInline let options: KeyValueObservingOptions
  let context: UnsafeMutableRawPointer?

  /// The way to the value, if it takes more than one key of one object.
  let route: Route?

  /// Reads nil from the moment the observer's deinit begins.
  private let observer: LightWeak<KeyValueObject>

  // What is left to name the observer when it is gone.
  private let observerType: KeyValueObject.Type
  var observerAddress: UnsafeMutableRawPointer? { observer.identity }
  private var observerClass: String { "\(observerType)" }

  /// Registrations are numbered in the order they are recorded: one made in the initial call of another
  /// comes before it.
  private(set) var number = 0
  private static let recorded = Atomic<Int>(0)

  private let removed = Atomic<Bool>(false)

  init(
    _ observer: KeyValueObject, keyPath: KeyPathString,
    options: KeyValueObservingOptions, context: UnsafeMutableRawPointer?, route: Route?
  ) {
    self.route = route
    self.observer = LightWeak(observer)
    self.keyPath = keyPath
    self.options = options
    self.context = context
    observerType = type(of: observer)
  }

  var isRemoved: Bool { removed.load(ordering: .acquiring) }

  /// Gives it its number, once, before anybody waits by way of it.
  func willBeRecorded() { number = Self.recorded.add(1, ordering: .relaxed).newValue }

  func markRemoved() { removed.store(true, ordering: .releasing) }

  /// Whether this is a registration of that object, which may be in its deinit. The registration keeps the
  /// address from being used again, so it is enough to compare it.
  func belongs(to other: KeyValueObject) -> Bool {
    observer.identity == Unmanaged.passUnretained(other).toOpaque()
  }

  /// The observer, as exceptions name it, alive or not.
  var observerDescription: String { "<\(observerClass) \(hexadecimal(observerAddress))>" }

  /// Calls the observer, unless the registration has been removed. If the observer has died, the
  /// process dies: on Apple's systems this is a message to a freed object. Nothing freed is read here.
  @usableFromInline func deliver(_ change: KeyValueChange, of object: KeyValueObject) {
    // snippet.dead-observer
    guard let observer = observer.object else {
      // Another thread may have removed the registration since, and then let the observer go.
      if isRemoved { return }
      raise(
        .messageToDeallocated(
          className: observerClass, address: hexadecimal(observerAddress),
          keyPath: keyPath.description,
          object: describe(object)))
    }
    // snippet.end
    if isRemoved { return }
    observer.observeValue(
      forKeyPath: keyPath.description, of: object, change: change, context: context)
  }
}

extension Registration: CustomStringConvertible {
  /// One line of an object's observation info, in Apple's form.
  @usableFromInline var description: String {
    let flags = [("New", KeyValueObservingOptions.new), ("Old", .old), ("Prior", .prior)]
      .map { "\($0): \(options.contains($1) ? "YES" : "NO")" }.joined(separator: ", ")
    return """
      <Observer: \(hexadecimal(observerAddress)), Key path: \(keyPath), Options: <\(flags)> \
      Context: \(hexadecimal(context))>
      """
  }
}
