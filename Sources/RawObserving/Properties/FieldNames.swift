internal import Synchronization

/// The names of the observed properties of each class, and their places in an object.
///
/// A setter knows its slot and needs the name of the property; `value(forKey:)` knows the name and needs the slot.
/// `Mirror` is Swift's public means to connect them, and only this file uses it. Swift does not promise how a mirror
/// shows wrapped properties, so that is checked once, before any use.
enum FieldNames {
  /// The indexes of the observed properties among the stored ones, by key: first for the class, then for its
  /// superclasses.
  private static let known = Locked<[ObjectIdentifier: [[String: Int]]]>([:])

  /// The classes that were learnt last, each at an index of its own. Every initializer checks it, without a lock,
  /// because a lock would cost more than the rest of the initializer.
  // Sound because the memory is never freed, and only changed through the atomics.
  private nonisolated(unsafe) static let recent = {
    let places = UnsafeMutablePointer<Atomic<UInt>>.allocate(capacity: 256)
    for index in 0..<256 { (places + index).initialize(to: Atomic(0)) }
    return places
  }()

  /// The names that a class and its superclass each gave to a private property, of different types, by class.
  private static let ambiguous = Locked<[ObjectIdentifier: Set<String>]>([:])
  /// Whether there is such a class. Hardly any program has one. Without one no lock is taken.
  private static let isAnyAmbiguous = Atomic<Bool>(false)

  // MARK: Learning

  /// Learns the fields of the object's class, if they are not known yet.
  ///
  /// Called while an object is being created. `Mirror` copies every stored property, and at that time no other thread
  /// can set one. A copy of an unowned reference ends the process if its object is in its deinit. That happens only if
  /// the first object of a class is created in the deinit of the object that it refers to.
  static func learn(from object: KeyValueObject) {
    let identity = UInt(bitPattern: ObjectIdentifier(type(of: object)))
    let index = Int(truncatingIfNeeded: identity >> 5) & 255
    if recent[index].load(ordering: .acquiring) == identity { return }
    learnSlowly(from: object, type(of: object))
    recent[index].store(identity, ordering: .releasing)
  }

  private static func learnSlowly(from object: KeyValueObject, _ type: KeyValueObject.Type) {
    if known.withLock({ $0[ObjectIdentifier(type)] }) != nil { return }
    var types = (type.unlistedProperties ?? [:]).mapValues {
      (object[keyPath: $0] as? any SlotHolder)?.anySlot?.valueType
    }
    let levels = levels(of: object).map { children in
      var level: [String: Int] = [:]
      for case (let index, (let label?, let holder as any SlotHolder)) in children.enumerated()
      where label.hasPrefix("_") {
        let key = String(label.dropFirst())
        level[key] = index
        let slotType = holder.anySlot?.valueType
        if let other = types.updateValue(slotType, forKey: key), other != slotType {
          _ = ambiguous.withLock { $0[ObjectIdentifier(type), default: []].insert(key) }
          isAnyAmbiguous.store(true, ordering: .releasing)
        }
      }
      return level
    }
    known.withLock { $0[ObjectIdentifier(type)] = levels }
    // The names of their triggers. A name that is not known yet is learnt later.
    for key in type.computedKeys { _ = try? key.triggers(from: object) }
  }

  /// The stored properties of the object, those of its class first. The properties of a class that conforms to
  /// `CustomReflectable` are hidden; those of its superclasses are not.
  private static func levels(of object: KeyValueObject) -> [Mirror.Children] {
    let isHidden = object is any CustomReflectable
    var mirror: Mirror? = isHidden ? type(of: object).mirrorWithoutFields(of: object) : Mirror(reflecting: object)
    var levels: [Mirror.Children] = []
    while let current = mirror {
      levels.append(current.children)
      mirror = current.superclassMirror
    }
    return levels
  }

  // MARK: Finding

  /// The slots of the properties with that name. There are two if a class and its superclass have private properties of
  /// the same name. The subclass's comes first.
  static func slots(named key: String, in object: KeyValueObject) throws(Violation) -> [AnySlot] {
    let found = try slots(of: object) { $0 == key }.map(\.slot)
    if isHidden(object) && found.isEmpty && object.computedKey(key) == nil {
      throw .namesUnavailable(className: "\(type(of: object))")
    }
    return found
  }

  /// The name of the property with that slot.
  static func key(of slot: AnySlot, in object: KeyValueObject) throws(Violation) -> String {
    if let found = try slots(of: object, where: { _ in true }).first(where: { $0.slot === slot }) { return found.key }
    throw isHidden(object) ? .namesUnavailable(className: "\(type(of: object))") : .foreignProperty(describe(object))
  }

  /// Whether two properties of different types have that name, so that a change may carry a value of either type.
  static func isAmbiguous(_ key: String, in object: KeyValueObject) -> Bool {
    isAnyAmbiguous.load(ordering: .acquiring)
      && ambiguous.withLock { $0[ObjectIdentifier(type(of: object))]?.contains(key) ?? false }
  }

  /// Whether the class hides its fields from a mirror, and does not list its properties itself.
  private static func isHidden(_ object: KeyValueObject) -> Bool {
    object is any CustomReflectable && type(of: object).unlistedProperties == nil
  }

  static func slots(of object: KeyValueObject, where matches: (String) -> Bool) throws(Violation) -> [(
    key: String, slot: AnySlot
  )] {
    let type = type(of: object)
    if !isWorking { throw .namesUnavailable(className: "\(type)") }
    var found = (type.unlistedProperties ?? [:]).filter { matches($0.key) }.map { ($0.key, object[keyPath: $0.value]) }
    let known = known.withLock { $0[ObjectIdentifier(type)] } ?? []
    if known.contains(where: { $0.keys.contains(where: matches) }) {
      for (level, children) in zip(known, levels(of: object)) {
        let fields = AnyRandomAccessCollection(children)
        for (key, index) in level where matches(key) { found.append((key, fields?.dropFirst(index).first?.value)) }
      }
    }
    return found.compactMap { key, holder in (holder as? any SlotHolder)?.anySlot.map { (key, $0) } }
  }

  // MARK: Checking

  private final class Probe: KeyValueObject { @Observed var probe = 0 }

  /// Whether a mirror shows wrapped properties as expected in this process.
  static let isWorking = Mirror(reflecting: Probe()).children.contains {
    $0.label == "_probe" && $0.value is any SlotHolder
  }
}

extension KeyValueObject {
  /// A mirror that lists only the fields of the superclasses.
  fileprivate class func mirrorWithoutFields(of object: KeyValueObject) -> Mirror {
    Mirror(object as! Self, children: [Mirror.Child](), ancestorRepresentation: .generated)
  }
}

/// A value that has a slot: an ``Observed``, an ``ObservedWeak``, or the ``Property`` of one.
private protocol SlotHolder { var anySlot: AnySlot? { get } }

extension Observed: SlotHolder { fileprivate var anySlot: AnySlot? { slot } }

extension ObservedWeak: SlotHolder { fileprivate var anySlot: AnySlot? { slot } }

extension Property: SlotHolder {
  fileprivate var anySlot: AnySlot? { if case .stored(let slot) = first { slot } else { nil } }
}
