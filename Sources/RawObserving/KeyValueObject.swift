internal import Synchronization

/// The root class of objects that can be observed and that can observe others.
///
/// Declare a property with ``Observed``. Every change of it calls its observers:
///
///     final class Clock: KeyValueObject {
///       @Observed var date = 0
///     }
///
/// In a module whose code is on the main actor by default, as in a new project of Xcode 26, write `nonisolated` before
/// a class that inherits from it.
///
/// Observing by hand takes three methods: ``addObserver(_:forKeyPath:options:context:)``,
/// ``removeObserver(_:forKeyPath:)`` and ``observeValue(forKeyPath:of:change:context:)``. None of them retains the
/// observer, the observed object or the context.
///
/// Adding and removing are safe from any thread, with one condition: for a path through several objects they read
/// those objects, so hold the lock that guards these properties. Callbacks run on the thread that makes the change,
/// and no lock is held while one runs. Properties are not atomic. To set one from two threads, or to read one while
/// another thread sets it, you need a lock of your own. Reading and setting by name need the same lock.
///
/// > Warning: The class is not `Sendable`. In a subclass that is declared `@unchecked Sendable`, the compiler no
/// > longer checks that a handler runs on its actor: it runs where the property is set.
open class KeyValueObject {
  /// Creates an object that has no observers.
  ///
  ///     final class Track: KeyValueObject {
  ///       @Observed var title: String
  ///
  ///       init(title: String) {
  ///         self.title = title
  ///         super.init()
  ///       }
  ///     }
  ///
  /// The first value of a property is not a change. The names of a class's properties are learnt when the first object
  /// of the class is created. Any thread may create an object.
  public init() {
    FieldNames.learn(from: self)
    EventProbe.report(EngineEvent.born(self))
  }

  // MARK: The three parts

  /// Registers an observer for a key path of this object.
  ///
  ///     clock.addObserver(view, forKeyPath: "date", options: .new, context: ClockView.context)
  ///
  /// Each change then calls ``observeValue(forKeyPath:of:change:context:)`` of the observer: on the thread that makes
  /// the change, before the set of the property returns, after the value has been stored, and with no lock held.
  ///
  /// With `.initial` the callback runs before this call returns, and before the registration is recorded, as on
  /// Apple's systems. So a removal inside that callback raises, and a set inside it does not call this observer again
  /// for this registration.
  ///
  /// The first registration of a process fixes its ``Era``. The call is safe from any thread. For a path through
  /// several objects, hold the lock that guards their properties.
  ///
  /// > Important: Registering the same observer twice makes two registrations. Each change calls it twice, and you
  /// > have to remove it twice.
  ///
  /// > Warning: A registration retains neither the observer, nor the context, nor this object. Remove the registration
  /// > before the observer or this object is deallocated. ``Era`` says what a missing removal does.
  ///
  /// > Warning: A key that the class does not have is accepted as long as no value is needed, so the observer of a
  /// > misspelt key is never called. With both `.initial` and `.new` a value is needed at once, and the call raises
  /// > `NSUnknownKeyException`.
  ///
  /// Raises `NSInvalidArgumentException` if the key path is malformed, or if a value on it is not a `KeyValueObject`,
  /// and `NSInternalInconsistencyException` if a key on it depends on itself.
  ///
  /// - Complexity: constant on average for a key, and proportional to the length of a path, however many registrations
  ///   there are. A dependent key adds its key paths.
  ///
  /// - Parameters:
  ///   - observer: the object to call; not retained.
  ///   - keyPath: the name of a property of this object, or several with dots in between: `clock.date` is the date of
  ///     this object's clock. `@count` at the end counts an array or a set.
  ///   - options: the values that each call carries, and extra calls.
  ///   - context: passed back with each call, to tell registrations apart. It is compared by its address and not
  ///     retained. Allocate an address, and do not pass `&variable`: with `.initial`, a callback that reads the
  ///     variable would end the process.
  open func addObserver(
    _ observer: KeyValueObject, forKeyPath keyPath: String, options: KeyValueObservingOptions = [],
    context: UnsafeMutableRawPointer? = nil
  ) {
    enforcing { () throws(Violation) in
      try unsafe register(observer, keyPath: KeyPathString(keyPath, for: self), options: options, context: context)
    }
  }

  /// Removes a registration of the observer for the key path, whatever its context.
  ///
  ///     clock.removeObserver(view, forKeyPath: "date")
  ///
  /// Of several registrations, the latest is removed; on Apple's systems that is undefined. The call is safe from any
  /// thread, and inside a callback. A callback that is under way on another thread finishes.
  ///
  /// > Warning: Removing twice raises `NSRangeException`, and so does removing what was never registered.
  ///
  /// > Important: The latest registration may be one that a superclass or a subclass of the observer made. Pass a
  /// > context to remove your own.
  ///
  /// Also raises `NSInternalInconsistencyException` if an object on the path has been replaced without an
  /// announcement, and `NSInvalidArgumentException` if the key path is malformed.
  ///
  /// - Complexity: as for adding, in whatever order registrations are removed.
  ///
  /// - Parameters:
  ///   - observer: the object that was registered.
  ///   - keyPath: the key path that it was registered for.
  open func removeObserver(_ observer: KeyValueObject, forKeyPath keyPath: String) {
    enforcing { () throws(Violation) in
      try unregister(observer, keyPath: KeyPathString(keyPath, for: self), context: .any)
    }
  }

  /// Removes a registration of the observer for the key path with exactly this context.
  ///
  ///     clock.removeObserver(view, forKeyPath: "date", context: ClockView.context)
  ///
  /// Of several registrations, the latest is removed. The call is safe from any thread, and inside a callback. A
  /// callback that is under way on another thread finishes.
  ///
  /// > Warning: Removing twice raises `NSRangeException`, and so does removing with another context. Contexts are
  /// > compared by their addresses; nil matches only a registration made with nil.
  ///
  /// Also raises `NSInternalInconsistencyException` if an object on the path has been replaced without an
  /// announcement, and `NSInvalidArgumentException` if the key path is malformed.
  ///
  /// - Complexity: as for adding, in whatever order registrations are removed.
  ///
  /// - Parameters:
  ///   - observer: the object that was registered.
  ///   - keyPath: the key path that it was registered for.
  ///   - context: the context that it was registered with.
  open func removeObserver(_ observer: KeyValueObject, forKeyPath keyPath: String, context: UnsafeMutableRawPointer?) {
    enforcing { () throws(Violation) in
      try unregister(observer, keyPath: KeyPathString(keyPath, for: self), context: unsafe .exactly(context))
    }
  }

  /// Called for each change that this object observes. Override it in an observer.
  ///
  ///     override func observeValue(
  ///       forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
  ///       context: UnsafeMutableRawPointer?
  ///     ) {
  ///       guard context == Self.context else {
  ///         return super.observeValue(forKeyPath: keyPath, of: object, change: change, context: context)
  ///       }
  ///       if let date = change.newValue as? Int { text = "\(date)" }
  ///     }
  ///
  /// It runs on the thread that makes the change, before the set of the property returns, and with no lock held. With
  /// `.prior` it also runs before each change, and with `.initial` before `addObserver` returns. An override belongs to
  /// no actor: in a class on the main actor, use a controller and a closure instead.
  ///
  /// > Important: Call `super` for registrations that your class did not make, which you recognize by their context.
  /// > The implementation of this class raises `NSInternalInconsistencyException`, because the message was not
  /// > handled.
  ///
  /// - Parameters:
  ///   - keyPath: the key path of the registration, from the observed object.
  ///   - object: the object with which the registration was made. If the key path has several keys, another object on
  ///     the path may be the one that changed.
  ///   - change: what happened, with the values that the registration asked for.
  ///   - context: the context of the registration.
  open func observeValue(
    forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange, context: UnsafeMutableRawPointer?
  ) {
    terminate(
      .notHandled(
        observer: "<\(type(of: self)): \(address(of: self))>", keyPath: keyPath, object: describe(object),
        change: "\(change)", context: unsafe hexadecimal(context)))
  }

  /// Unavailable: the parameters have other types.
  @available(
    *, unavailable,
    message:
      "write keyPath: String, of object: KeyValueObject, change: KeyValueChange; change.newValue reads the new value"
  )
  open func observeValue(
    forKeyPath keyPath: String?, of object: Any?, change: [KeyValueChangeKey: Any]?, context: UnsafeMutableRawPointer?
  ) {}

  // MARK: Announcing a change by hand

  /// Announces that the value of the key is about to change on this thread.
  ///
  ///     willChangeValue(forKey: "date")
  ///     date += 1
  ///     didChangeValue(forKey: "date")
  ///
  /// Pair it with ``didChangeValue(forKey:)``, in a class that returns false from
  /// ``automaticallyNotifiesObservers(forKey:)`` for the key. It reads the old value for the observers that ask for it,
  /// and calls those that were registered with `.prior`: on this thread, before it returns, with no lock held. Pairs
  /// may nest: the did that comes first ends the pair that began last. Declare a property without `@Observed` as a
  /// ``ComputedKey``: without one, it raises `NSUnknownKeyException` for an observer that asks for a value.
  ///
  /// > Important: Every pair calls the observers, and so does every set of a property that notifies automatically. A
  /// > pair around such a set calls them twice.
  ///
  /// > Warning: Until its did, the thread retains this object and the observers. If the did never comes, they are
  /// > retained until the thread ends; later pairs call the observers as usual. What is in its deinit is not retained.
  ///
  /// A set that notifies automatically does not call this method, even if a subclass overrides it. On Apple's systems
  /// it does.
  ///
  /// - Complexity: proportional to the number of registrations that the key concerns, as for every change.
  ///
  /// - Parameter key: the name of the property.
  open func willChangeValue(forKey key: String) { enforcing { () throws(Violation) in try announceWill(key) } }

  /// Announces that the value of the key has changed on this thread, and calls its observers.
  ///
  ///     willChangeValue(forKey: "date")
  ///     date += 1
  ///     didChangeValue(forKey: "date")
  ///
  /// It calls the observers that were registered at the will and still are: on this thread, before it returns, with no
  /// lock held. The latest registration is called first. The new value is read before each call, so an observer that
  /// is called after another one has set the property again receives the present value.
  ///
  /// > Important: It does nothing without a ``willChangeValue(forKey:)`` before it on the same thread.
  ///
  /// Raises `NSInternalInconsistencyException` if an object on an observed path behind the key has been replaced
  /// without an announcement.
  ///
  /// - Complexity: proportional to the number of registrations that the key concerns.
  ///
  /// - Parameter key: the name of the property.
  open func didChangeValue(forKey key: String) { enforcing { () throws(Violation) in try announceDid(key) } }

  /// Announces that elements of an array are about to be inserted, removed or replaced on this thread.
  ///
  ///     let last = RangeSet(tracks.count..<tracks.count + 1)
  ///     willChange(.insertion, valuesAt: last, forKey: "tracks")
  ///     _tracks.storedValue.append("Blue Train")
  ///     didChange(.insertion, valuesAt: last, forKey: "tracks")
  ///
  /// Pair it with ``didChange(_:valuesAt:forKey:)``. It reads the old elements for the observers that ask for them,
  /// and calls those that were registered with `.prior`. Observers of a longer path, or of a key that depends on this
  /// one, receive a setting. ``MutableArrayValue`` makes these calls for you.
  ///
  /// Raises `NSInvalidArgumentException` if the property does not hold an array, and an observer asked for the
  /// elements.
  ///
  /// > Warning: Without its did, the thread retains this object and the observers until it ends, as with
  /// > ``willChangeValue(forKey:)``.
  ///
  /// - Complexity: proportional to the number of registrations that the key concerns, and to the number of elements if
  ///   one asked for them.
  ///
  /// - Parameters:
  ///   - kind: what happens to the elements; `.setting` announces a change of the whole value.
  ///   - indexes: the indexes of the elements: after the change for an insertion, before it for a removal or a
  ///     replacement. Indexes beyond the end raise `NSRangeException`, if an observer asked for the elements.
  ///   - key: the name of the array's property.
  open func willChange(_ kind: KeyValueChangeKind, valuesAt indexes: RangeSet<Int>, forKey key: String) {
    enforcing { () throws(Violation) in try announceWill(kind, at: indexes, of: key) }
  }

  /// Announces that elements of an array have changed on this thread, and calls the observers of the key.
  ///
  ///     let first = RangeSet(0..<1)
  ///     willChange(.removal, valuesAt: first, forKey: "tracks")
  ///     _tracks.storedValue.removeFirst()
  ///     didChange(.removal, valuesAt: first, forKey: "tracks")
  ///
  /// The observers are called before it returns, with no lock held, as by ``didChangeValue(forKey:)``. They receive
  /// the kind and the indexes of the will. It does nothing without a will before it on the same thread.
  ///
  /// - Complexity: as for ``willChange(_:valuesAt:forKey:)``.
  ///
  /// - Parameters:
  ///   - kind: the same as in the will, which is the one that counts.
  ///   - indexes: the same as in the will.
  ///   - key: the name of the array's property.
  open func didChange(_ kind: KeyValueChangeKind, valuesAt indexes: RangeSet<Int>, forKey key: String) {
    enforcing { () throws(Violation) in try announceDid(key) }
  }

  /// Announces that a set is about to be changed on this thread.
  ///
  ///     willChangeValue(forKey: "tags", withSetMutation: .union, using: ["jazz"])
  ///     _tags.storedValue.insert("jazz")
  ///     didChangeValue(forKey: "tags", withSetMutation: .union, using: ["jazz"])
  ///
  /// Pair it with ``didChangeValue(forKey:withSetMutation:using:)``. Observers receive only members that are added or
  /// removed: a union as an insertion, `.minus` and `.intersect` as a removal, and `.set` as a replacement. Which
  /// members these are is determined here, before the change. ``MutableSetValue`` makes these calls for you.
  ///
  /// Raises `NSInvalidArgumentException` if the property does not hold a `Set<Element>`, and an observer asked for
  /// values.
  ///
  /// > Warning: Without its did, the thread retains this object and the observers until it ends, as with
  /// > ``willChangeValue(forKey:)``.
  ///
  /// - Complexity: proportional to the number of registrations that the key concerns, and to the number of members.
  ///   For a union, only the members that are passed count.
  ///
  /// - Parameters:
  ///   - key: the name of the set's property.
  ///   - kind: how the set is changed.
  ///   - members: the members with which it is changed; for `.set`, the new members.
  open func willChangeValue<Element: Hashable>(
    forKey key: String, withSetMutation kind: KeyValueSetMutationKind, using members: Set<Element>
  ) { enforcing { () throws(Violation) in try announceWill(kind, members, of: key) } }

  /// Announces that a set has been changed on this thread, and calls the observers of the key.
  ///
  ///     willChangeValue(forKey: "tags", withSetMutation: .minus, using: ["live"])
  ///     _tags.storedValue.remove("live")
  ///     didChangeValue(forKey: "tags", withSetMutation: .minus, using: ["live"])
  ///
  /// The observers are called before it returns, with no lock held, as by ``didChangeValue(forKey:)``. They receive
  /// the kind and the members of the will. It does nothing without a will before it on the same thread.
  ///
  /// - Complexity: proportional to the number of registrations that the key concerns.
  ///
  /// - Parameters:
  ///   - key: the name of the set's property.
  ///   - kind: the same as in the will, which is the one that counts.
  ///   - members: the same as in the will.
  open func didChangeValue<Element: Hashable>(
    forKey key: String, withSetMutation kind: KeyValueSetMutationKind, using members: Set<Element>
  ) { enforcing { () throws(Violation) in try announceDid(key) } }

  /// Whether setting the property announces the change.
  ///
  ///     override class func automaticallyNotifiesObservers(forKey key: String) -> Bool {
  ///       key == "date" ? false : super.automaticallyNotifiesObservers(forKey: key)
  ///     }
  ///
  /// True, unless a subclass says otherwise for a key and calls ``willChangeValue(forKey:)`` and
  /// ``didChangeValue(forKey:)`` by hand. It is asked at each change of an observed property, on the thread that makes
  /// the change.
  ///
  /// If a class and its superclass each have a private property of that name, each class is asked about its own. A
  /// subclass that does not override this inherits the answer. Announce such a property by its typed key path, with
  /// ``KeyValueCodingAndObserving/willChangeValue(for:)``: in an object of the subclass, the string names the
  /// subclass's property.
  ///
  /// - Parameter key: the name of the property.
  /// - Returns: true if a set of the property announces the change.
  open class func automaticallyNotifiesObservers(forKey key: String) -> Bool { true }

  /// The computed properties that can be observed, with those of `super`; see ``ComputedKey``. Read once for each
  /// class.
  open class var computedKeys: [ComputedKey] { [] }

  /// The key paths, from an object of this class, whose changes change the value of the key too.
  ///
  ///     override class func keyPathsForValuesAffectingValue(forKey key: String) -> Set<String> {
  ///       key == "zone" ? ["city"] : super.keyPathsForValuesAffectingValue(forKey: key)
  ///     }
  ///
  /// By default they are the triggers that ``computedKeys`` declares. Their names are known once the first object of
  /// the class has been created. Override it for a stored property that depends on others, and call `super` for the
  /// rest.
  ///
  /// > Important: An override gives a key no value. A computed property needs a ``ComputedKey`` as well, or the class
  /// > has to override ``value(forKey:)``. Otherwise an observer that asks for a value raises `NSUnknownKeyException`.
  ///
  /// Observing the key raises `NSInternalInconsistencyException` if the set has the key itself, or a path that begins
  /// with it.
  ///
  /// - Parameter key: the name of the property.
  /// - Returns: the key paths; empty if the key depends on no other.
  open class func keyPathsForValuesAffectingValue(forKey key: String) -> Set<String> {
    computedKey(key)?.triggerNames(in: self) ?? []
  }

  /// The observed properties that the mirror of a class hides, by their names.
  ///
  ///     override class var unlistedProperties: [String: AnyKeyPath]? { ["date": \Clock.$date] }
  ///
  /// A class that conforms to `CustomReflectable` hides its properties. A subclass of such a class lists the
  /// properties that it declares itself, or `[:]` if there are none. Read once for each class.
  open class var unlistedProperties: [String: AnyKeyPath]? { nil }

  /// The methods of the class that change elements of the array with that name.
  ///
  ///     override class func arrayAccessors(forKey key: String) -> ArrayAccessors? {
  ///       key == "tracks" ? ArrayAccessors(insert: Playlist.insert, remove: Playlist.remove) : nil
  ///     }
  ///
  /// Override it if the class decides what the array holds. It is asked whenever a ``MutableArrayValue`` is made. An
  /// `@Observed` array does not need them.
  ///
  /// - Parameter key: the name of the array's property.
  /// - Returns: the methods; nil if the class has none.
  open class func arrayAccessors(forKey key: String) -> ArrayAccessors? { nil }

  /// The methods of the class that change members of the set with that name.
  ///
  ///     override class func setAccessors(forKey key: String) -> SetAccessors? {
  ///       key == "tags" ? SetAccessors(add: Playlist.addTags, remove: Playlist.removeTags) : nil
  ///     }
  ///
  /// Override it if the class decides what the set holds. It is asked whenever a ``MutableSetValue`` is made. An
  /// `@Observed` set does not need them.
  ///
  /// - Parameter key: the name of the set's property.
  /// - Returns: the methods; nil if the class has none.
  open class func setAccessors(forKey key: String) -> SetAccessors? { nil }

  // MARK: Reading and writing by name

  /// Returns the value of a property by its name.
  ///
  ///     let date = clock.value(forKey: "date") as? Int
  ///
  /// The property is declared with ``Observed`` or ``ObservedWeak``, or as a ``ComputedKey``. The value of an observed
  /// property is read from its storage. The getter of an override does not run here; on Apple's systems it does.
  ///
  /// Raises `NSUnknownKeyException` for any other key. Override it to support more keys. There is no list of the keys
  /// of a class, and no way to ask for one: a class that wants to be inspected lists its own. The setter of an observed
  /// property does not call this method: its observers receive the stored value. Observers of a longer path receive
  /// what this method returns.
  ///
  /// > Important: For a property of type `any Sendable` an override may return every value, because Swift cannot check
  /// > that at run time. Return only what is `Sendable`.
  ///
  /// - Complexity: constant on average for a property that has been observed, and otherwise proportional to the number
  ///   of the class's observed properties.
  ///
  /// - Parameter key: the name of the property.
  /// - Returns: the value; nil if it is nil.
  open func value(forKey key: String) -> Any? {
    enforcing { () throws(Violation) -> Any? in try codedValue(forKey: key) }
  }

  /// Sets a property by its name, and announces the change if the key notifies automatically.
  ///
  ///     clock.setValue(1, forKey: "date")
  ///
  /// The property is declared with ``Observed`` or ``ObservedWeak``, or as a ``ComputedKey`` with a setter. The
  /// observers are called on this thread, before the call returns, with no lock held.
  ///
  /// The value of an observed property is written to its storage. A `didSet` beside the wrapper does not run, and
  /// neither does an override of the property; on Apple's systems both do. For a computed property, its setter is
  /// called. If that sets a property on which it depends, its observers are called twice: for that one, and for this.
  ///
  /// Raises `NSUnknownKeyException` for any other key. A value of another type ends the process with a message. Nil
  /// for a property that cannot be nil calls ``setNilValue(forKey:)``.
  ///
  /// > Warning: A property that is `private(set)` can be set from anywhere by its name. A property of type
  /// > `any Sendable` accepts every value, because Swift cannot check that at run time.
  ///
  /// - Complexity: as for ``value(forKey:)``, and proportional to the number of registrations that the key concerns.
  ///
  /// - Parameters:
  ///   - value: the new value; nil or ``KeyValueNull/null`` for nil.
  ///   - key: the name of the property.
  open func setValue(_ value: Any?, forKey key: String) {
    enforcing { () throws(Violation) in try setCodedValue(value, forKey: key) }
  }

  /// Called when a property that cannot be nil is set to nil by its name.
  ///
  ///     override func setNilValue(forKey key: String) {
  ///       if key == "date" { date = 0 } else { super.setNilValue(forKey: key) }
  ///     }
  ///
  /// The implementation of this class raises `NSInvalidArgumentException`. Override it to set another value instead.
  /// ``setValue(_:forKey:)`` calls it, on its thread, and does nothing afterwards.
  ///
  /// - Parameter key: the name of the property.
  open func setNilValue(forKey key: String) { terminate(.nilForNonOptional(key: key, object: describe(self))) }

  // MARK: The registrations

  /// Set when the object is first observed, or first needs an associated object or a hook; nil again at the end of its
  /// deinit. A stored property of a subclass is released later, and may still use this object.
  final let infoReference = OnceReference<ObservationInfo>()

  // The order of a deallocation, which several lessons rely on:
  // 1. the deinit bodies of the subclasses have run; 2. the death hooks run;
  // 3. the associated objects are released, among them the lazy controllers, which unobserve;
  // 4. a registration that is left now was forgotten; 5. only then are the subclasses' stored properties released, so a
  //    controller in one removes registrations with other objects in time, and those with this object too late.
  deinit {
    let identity = ObjectIdentifier(self)
    EventProbe.report(EngineEvent.dying(identity))
    if let info = observationInfo {
      info.runHooks(of: self)
      info.releaseAssociatedObjects()
      enforcing { () throws(Violation) in try info.removeLeftovers(of: self) }
      infoReference.clear()
    }
    EventProbe.report(EngineEvent.gone(identity))
  }
}

/// A ``KeyValueObject`` that can name its own type, `Self`, in typed key paths.
///
/// Apple's Foundation has a protocol of this name, with an underscore, for the same purpose. Only ``KeyValueObject``
/// conforms to it.
public protocol KeyValueCodingAndObserving: KeyValueObject {}

extension KeyValueObject: KeyValueCodingAndObserving {}

extension KeyValueCodingAndObserving {
  /// Returns a computed property as a ``Property``, so that you can name it by a typed key path.
  ///
  ///     var fullNameProperty: Property<String> { computed(\Person.fullName) }
  ///
  /// You can then write `\.fullNameProperty` in place of a key path such as `\.$first`.
  ///
  /// Ends the process with a message if the class does not declare the property in ``KeyValueObject/computedKeys``.
  ///
  /// - Complexity: proportional to the number of computed keys that the class declares.
  ///
  /// - Parameter path: the computed property itself, with the class: `\Person.fullName`.
  /// - Returns: the property under the name that its ``ComputedKey`` gives it.
  public func computed<Value>(_ path: KeyPath<Self, Value>) -> Property<Value> {
    guard let declared = type(of: self).declaredKeys.last(where: { $0.path as AnyKeyPath == path }) else {
      terminate(
        .undeclared(
          """
          [\(describe(self)) computed:]: the property is not declared. Add a ComputedKey for it to \
          computedKeys, with the same key path. An override begins with super.computedKeys +.
          """))
    }
    return Property(.named(declared.key))
  }

  // MARK: Reading and setting in generic code

  /// The value of a property that is named by a key path, for code that is generic over the property.
  ///
  ///     func set<Object: KeyValueObject, Value: Equatable>(
  ///       _ object: Object, _ property: KeyPath<Object, Property<Value>>, to value: Value
  ///     ) {
  ///       if object[property] != value { object[property] = value }
  ///     }
  ///
  /// Where the property is known, write `clock.date`.
  ///
  /// The stored value is read and set: the getter and the setter of an override do not run, nor does a `didSet` beside
  /// the wrapper. Setting announces the change if the key notifies automatically, and calls the observers before it
  /// returns. At the end of a path the value is read and set by name, as `value(forKey:)` does. A property that a path
  /// leads to through nil reads as nil, and a set of it does nothing. To set nil, write the path without an optional
  /// step: nil for a property that cannot be nil raises `NSInvalidArgumentException`. A computed property is set
  /// through its setter, as in code; without one it raises `NSUnknownKeyException`.
  ///
  /// > Warning: A property that is `private(set)` can be set in this way from wherever it can be named. A path without
  /// > its first `$`, such as `\.clock.$date`, ends the process with a message. So does a property of a class that
  /// > conforms to `CustomReflectable` and does not list it in ``KeyValueObject/unlistedProperties``.
  ///
  /// - Complexity: constant on average for a property that has been observed, and otherwise proportional to the number
  ///   of the object's properties; proportional to the length of a path. A change in place, as by `append`, copies the
  ///   value.
  ///
  /// - Parameter property: the property, `\.$date`, or a path from this object.
  public subscript<Value>(_ property: KeyPath<Self, Property<Value>>) -> Value {
    get {
      let property = self[keyPath: property]
      if let slot = ownSlot(of: property) {
        if let slot = slot as? Slot<Value> { return slot.read() }
        if let value: Value = converted(slot.anyValue) { return value }
      }
      let value = enforcing { () throws(Violation) in try currentValue(at: keyPath(of: property)) }
      guard let value: Value = converted(value) else {
        terminate(
          .undeclared(
            "A key path of \(describe(self)) names a \(Value.self), and its value is \(type(of: value)). Return "
              + "\(Value.self) from value(forKey:)."))
      }
      return value
    }
    set {
      let property = self[keyPath: property]
      if let slot = ownSlot(of: property) {
        if let slot = slot as? Slot<Value> { return set(slot, to: newValue) }
        if slot.accepts(newValue) { return slot.set(newValue, in: self, announcing: true) }
      }
      let path = enforcing { () throws(Violation) in try keyPath(of: property) }
      // The search has returned before the set begins: its frames are large, and sets nest.
      let found = enforcing { () throws(Violation) in try place(at: path) }
      guard let (object, key) = found else { return }
      let hasSlot = enforcing { () throws(Violation) in try object.slot(named: key) != nil }
      if hasSlot || Swift.type(of: object).computedKey(key) == nil { return object.setValue(newValue, forKey: key) }
      // As code sets it: what depends on others is announced by them.
      enforcing { () throws(Violation) in try object.setCodedValue(newValue, forKey: key, announcing: false) }
    }
  }

  /// The slot of a stored property of this object; nil for a path, a computed property, and for one of another object.
  /// A slot without registrations does not know its object, and is looked for among those of this one. It is not noted
  /// as found: until it is observed, another wrapper may take its place.
  private func ownSlot<Value>(of property: Property<Value>) -> AnySlot? {
    guard property.rest.isEmpty, let slot = property.anySlot else { return nil }
    let isOwn = slot.registrations?.belong(to: self) ?? ((try? FieldNames.key(of: slot, in: self)) != nil)
    return isOwn ? slot : nil
  }

  // MARK: Announcing by hand

  /// Announces that the value of a property of this object is about to change on this thread.
  ///
  ///     willChangeValue(for: \.$date)
  ///     date += 1
  ///     didChangeValue(for: \.$date)
  ///
  /// It does the same as ``KeyValueObject/willChangeValue(forKey:)``, and a misspelt name does not compile. Raises
  /// `NSInvalidArgumentException` for a path through another object. A set of an `@Observed` property announces itself:
  /// between the two calls it would be announced twice, unless the class turns that off in
  /// ``KeyValueObject/automaticallyNotifiesObservers(forKey:)``.
  ///
  /// > Warning: Pair it with ``didChangeValue(for:)`` on the same thread. Until then the thread retains this object
  /// > and the observers.
  ///
  /// - Complexity: as for ``KeyValueObject/willChangeValue(forKey:)``.
  ///
  /// - Parameter property: the property, `\.$date`.
  public func willChangeValue<Value>(for property: KeyPath<Self, Property<Value>>) {
    willChangeValue(forKey: key(of: property))
  }

  /// Announces that the value of a property of this object has changed on this thread, and calls its observers.
  ///
  ///     willChangeValue(for: \.$date)
  ///     date += 1
  ///     didChangeValue(for: \.$date)
  ///
  /// It does the same as ``KeyValueObject/didChangeValue(forKey:)``: the observers are called before it returns, with
  /// no lock held. Raises `NSInvalidArgumentException` for a path through another object.
  ///
  /// > Important: It does nothing without a ``willChangeValue(for:)`` before it on the same thread.
  ///
  /// - Complexity: as for ``KeyValueObject/didChangeValue(forKey:)``.
  ///
  /// - Parameter property: the property, `\.$date`.
  public func didChangeValue<Value>(for property: KeyPath<Self, Property<Value>>) {
    didChangeValue(forKey: key(of: property))
  }

  /// Announces the change of a property of this object that the body makes.
  ///
  ///     changing(\.$date) { _date.storedValue += 1 }
  ///
  /// It is for a property whose class announces it by hand, and for writes to `storedValue`. The body runs once, on
  /// this thread, with no lock held. The observers are called when it has ended, even if it throws, and before this
  /// function returns.
  ///
  /// > Important: If the body sets a property that notifies automatically, its observers are called twice: once for
  /// > the set, and once for this pair.
  ///
  /// Raises `NSInvalidArgumentException` for a path through another object.
  ///
  /// - Complexity: proportional to the number of registrations that the property concerns, besides the body.
  ///
  /// - Parameters:
  ///   - property: the property, `\.$date`.
  ///   - body: makes the change.
  /// - Returns: what the body returns.
  /// - Throws: what the body throws.
  public func changing<Value, Result, Failure>(
    _ property: KeyPath<Self, Property<Value>>, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let key = key(of: property)
    willChangeValue(forKey: key)
    defer { didChangeValue(forKey: key) }
    return try body()
  }

  /// The key of a property of this object. Raises for a path through another object.
  @usableFromInline func key<Value>(of property: KeyPath<Self, Property<Value>>) -> String {
    enforcing { () throws(Violation) in
      let path = try keyPath(of: self[keyPath: property])
      if path.isOneKey { return path.first }
      throw .unsupportedKeyPath(path.description, object: describe(self), access: "willChangeValueForKey:")
    }
  }
}
