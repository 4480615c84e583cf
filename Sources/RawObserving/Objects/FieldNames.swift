internal import Synchronization

/// The names of the observed properties of each class, and their places in an object.
///
/// A setter knows its slot and needs the name of the property; `value(forKey:)` knows the name and needs the slot.
/// `Mirror` is Swift's public means to connect them, and only this file uses it. Swift does not promise how a mirror
/// shows wrapped properties, so that is checked once, before any use.
///
/// A class and its superclass may each have a private property of the same name. That name is then the subclass's. The
/// superclass's property is named after its class too, `state(Base)`, and is found by typed key paths alone.
enum FieldNames {
  /// The indexes of the observed properties among the stored ones, by key: first for the class, then for its
  /// superclasses.
  private static let known = Locked<[ObjectIdentifier: [[String: Int]]]>([:])

  /// The class of the latest object whose fields are known, as a number.
  private static let latest = Atomic<UInt>(0)

  // MARK: Learning

  /// Learns the fields of the object's class, if they are not known yet.
  ///
  /// Called while an object is being created. `Mirror` copies every stored property, and at that time no other thread
  /// can set one. A copy of an unowned reference ends the process if its object is in its deinit. That happens only if
  /// the first object of a class is created in the deinit of the object that it refers to.
  static func learn(from object: KeyValueObject) {
    let type = type(of: object)
    let identity = UInt(bitPattern: ObjectIdentifier(type))
    // Many objects of one class are often created one after the other. For those no lock is taken.
    if latest.load(ordering: .relaxed) == identity { return }
    defer { latest.store(identity, ordering: .relaxed) }
    if known.withLock({ $0[ObjectIdentifier(type)] != nil }) { return }
    var names = Set((type.unlistedProperties ?? [:]).keys)
    let levels = levels(of: object).map { level in
      var indexes: [String: Int] = [:]
      for case (let index, (let label?, is any SlotHolder)) in level.children.enumerated() where label.hasPrefix("_") {
        indexes[uniqueName(String(label.dropFirst()), of: level.subjectType, &names)] = index
      }
      return indexes
    }
    known.withLock { $0[ObjectIdentifier(type)] = levels }
    // The names of their triggers. A name that is not known yet is learnt later.
    for key in type.declaredKeys { _ = try? key.triggers(from: object) }
  }

  /// The name of a property, after those of the subclasses have been named: `state`, or `state(Base)`, or `state(Base 2)`
  /// if two classes print alike. A dot would separate keys, so there is none.
  private static func uniqueName(_ name: String, of type: Any.Type, _ names: inout Set<String>) -> String {
    if names.insert(name).inserted { return name }
    let type = "\(type)".replacing(".", with: ":")
    var (unique, number) = ("\(name)(\(type))", 1)
    while !names.insert(unique).inserted {
      number += 1
      unique = "\(name)(\(type) \(number))"
    }
    return unique
  }

  /// The mirrors of the object, that of its class first. The properties of a class that conforms to
  /// `CustomReflectable` are hidden; those of its superclasses are not.
  private static func levels(of object: KeyValueObject) -> [Mirror] {
    let isHidden = object is any CustomReflectable
    let first = isHidden ? type(of: object).mirrorWithoutFields(of: object) : Mirror(reflecting: object)
    return Array(sequence(first: first, next: \.superclassMirror))
  }

  // MARK: Finding

  /// The slot of the property with that name; nil if there is none.
  static func slot(named key: String, in object: KeyValueObject) throws(Violation) -> AnySlot? {
    let found = try slots(of: object) { $0 == key }.first?.slot
    if isHidden(object) && found == nil && type(of: object).computedKey(key) == nil {
      throw .namesUnavailable(className: "\(type(of: object))")
    }
    return found
  }

  /// The name of the property with that slot.
  static func key(of slot: AnySlot, in object: KeyValueObject) throws(Violation) -> String {
    if let found = try slots(of: object, where: { _ in true }).first(where: { $0.slot === slot }) { return found.key }
    throw isHidden(object) ? .namesUnavailable(className: "\(type(of: object))") : .foreignProperty(describe(object))
  }

  /// Whether the class hides its fields from a mirror, and does not list its properties itself.
  private static func isHidden(_ object: KeyValueObject) -> Bool {
    object is any CustomReflectable && type(of: object).unlistedProperties == nil
  }

  private static func slots(of object: KeyValueObject, where matches: (String) -> Bool) throws(Violation) -> [(
    key: String, slot: AnySlot
  )] {
    let type = type(of: object)
    if !isWorking { throw .namesUnavailable(className: "\(type)") }
    var found = (type.unlistedProperties ?? [:]).filter { matches($0.key) }.map { ($0.key, object[keyPath: $0.value]) }
    let known = known.withLock { $0[ObjectIdentifier(type)] } ?? []
    if known.contains(where: { $0.keys.contains(where: matches) }) {
      for (indexes, level) in zip(known, levels(of: object)) {
        let fields = AnyRandomAccessCollection(level.children)
        for (key, index) in indexes where matches(key) { found.append((key, fields?.dropFirst(index).first?.value)) }
      }
    }
    return found.compactMap { key, holder in (holder as? any SlotHolder)?.anySlot.map { (key, $0) } }
  }

  // MARK: Checking

  @propertyWrapper private struct Wrapper { var wrappedValue = 0 }

  private final class Sample { @Wrapper var sample }

  /// Whether a mirror shows wrapped properties as expected in this process.
  private static let isWorking = Mirror(reflecting: Sample()).children.contains {
    $0.label == "_sample" && $0.value is Wrapper
  }
}

extension KeyValueObject {
  /// The name of the property without that of its class.
  static func plainKey(_ key: String) -> String {
    key.utf8.last == UInt8(ascii: ")") ? String(key.prefix { $0 != "(" }) : key
  }

  /// A mirror that lists only the fields of the superclasses.
  fileprivate class func mirrorWithoutFields(of object: KeyValueObject) -> Mirror {
    Mirror(object as! Self, children: [Mirror.Child](), ancestorRepresentation: .generated)
  }
}

/// A value that has a slot: a property wrapper, or the ``Property`` of one.
protocol SlotHolder { var anySlot: AnySlot? { get } }
