internal import Synchronization

/// The names of the observed properties of each class, and their places in an object.
///
/// A setter knows its slot and needs the name of the property; `value(forKey:)` knows the name and needs the slot.
/// `Mirror` is Swift's public means to connect them, and only this file uses it. Swift does not promise how a mirror
/// shows wrapped properties, so that is checked once, before any use.
///
/// A class and its superclass may each have a private property of the same name. That name is then the subclass's. The
/// superclass's property is named after its class too, `state(Base)`. A computed key of a subclass takes the name in
/// the same way.
enum FieldNames {
  /// What a property is, whatever object has it: the class that declares it, and its key in an object of that class.
  struct Declaration: Hashable, Sendable {
    let type: KeyValueObject.Type
    let key: String

    static func == (one: Self, other: Self) -> Bool { one.type == other.type && one.key == other.key }

    func hash(into hasher: inout Hasher) {
      hasher.combine(ObjectIdentifier(type))
      hasher.combine(key)
    }
  }

  /// An observed property of the objects of one class.
  private struct Field {
    let key: String
    var declaration: Declaration
    let storage: Storage

    /// Whether another property has the name that this one has in the class that declares it.
    var isRenamed: Bool { key != declaration.key }
  }

  private enum Storage {
    /// Among the stored properties of the class, at level 0, or of a superclass.
    case stored(Int, level: Int)
    /// In the class's ``KeyValueObject/unlistedProperties``.
    case unlisted(AnyKeyPath)
  }

  private struct State {
    var fields: [ObjectIdentifier: [Field]] = [:]
    /// The properties that have another key in some class.
    var renamed: Set<Declaration> = []
  }
  private static let state = Locked(State())

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
    if state.withLockUnchecked({ $0.fields[ObjectIdentifier(type)] != nil }) {
      return latest.store(identity, ordering: .relaxed)
    }
    if !ThreadState.current.learning.insert(ObjectIdentifier(type)).inserted { return }
    defer { ThreadState.current.learning.remove(ObjectIdentifier(type)) }
    let fields = fields(of: object)
    state.withLockUnchecked { state in
      state.fields[ObjectIdentifier(type)] = fields
      state.renamed.formUnion(fields.filter(\.isRenamed).map(\.declaration))
    }
    // The names of their triggers. A name that is not known yet is learnt later.
    for key in type.declaredKeys { _ = try? key.triggers(from: object) }
    latest.store(identity, ordering: .relaxed)
  }

  private static func fields(of object: KeyValueObject) -> [Field] {
    let type = type(of: object)
    var fields = (type.unlistedProperties ?? [:]).sorted { $0.key < $1.key }.map { name, path in
      Field(key: name, declaration: Declaration(type: type, key: name), storage: .unlisted(path))
    }
    let listed = fields.map { slots(of: [$0], in: object).first?.slot }
    var stored: [Field] = []
    for (level, mirror) in levels(of: object).enumerated() {
      let owner = mirror.subjectType as? KeyValueObject.Type ?? type
      for (index, child) in mirror.children.enumerated() {
        guard let key = child.label.flatMap(key(ofStorage:)), let wrapper = child.value as? any ObservedWrapper else {
          continue
        }
        let declaration = Declaration(type: owner, key: key)
        if let index = listed.firstIndex(where: { $0 === wrapper.anySlot }) {
          // A superclass lists it, and this class inherits the list.
          fields[index].declaration = declaration
        } else {
          stored.append(Field(key: key, declaration: declaration, storage: .stored(index, level: level)))
        }
      }
    }
    var taken = Set(fields.map(\.key))
    var names = taken.union(stored.map(\.key)).union(type.declaredKeys.map(\.key))
    for field in stored {
      func count(_ type: KeyValueObject.Type) -> Int { type.declaredKeys.count { $0.key == field.key } }
      let isComputedInSubclass = count(type) > 0 && count(type) > count(field.declaration.type)
      if taken.insert(field.key).inserted && !isComputedInSubclass {
        fields.append(field)
      } else {
        let key = uniqueName(field.declaration, &names)
        fields.append(Field(key: key, declaration: field.declaration, storage: field.storage))
      }
    }
    return fields
  }

  /// The key of the property whose wrapper has that label in a mirror; nil if it is no wrapper. Of a raw identifier the
  /// mirror has the backticks, and each space is a no-break space there. What would divide a path, a dot or an @ at the
  /// beginning, is a colon in the key.
  private static func key(ofStorage label: String) -> String? {
    var name = label.unicodeScalars[...]
    if name.first == "`" { name = name.dropFirst().dropLast() }
    guard name.first == "_" else { return nil }
    let key = String(name.dropFirst()).replacing("\u{A0}", with: " ").replacing(".", with: ":")
    return key.hasPrefix("@") ? ":" + key.dropFirst() : key
  }

  /// The key of a property whose own is taken: `state(Base)`, or `state(Base 2)` if two classes print alike.
  private static func uniqueName(_ declaration: Declaration, _ names: inout Set<String>) -> String {
    let (name, type) = (declaration.key, "\(declaration.type)".replacing(".", with: ":"))
    var (unique, number) = ("\(name)(\(type))", 1)
    while !names.insert(unique).inserted {
      number += 1
      unique = "\(name)(\(type) \(number))"
    }
    return unique
  }

  /// The mirrors of the object, that of its class first. If the class conforms to `CustomReflectable`, its own
  /// properties are hidden, and those of its superclasses are not. No `customMirror` is called.
  private static func levels(of object: KeyValueObject) -> [Mirror] {
    let isHidden = object is any CustomReflectable
    let first = isHidden ? type(of: object).mirrorWithoutFields(of: object) : Mirror(reflecting: object)
    return Array(sequence(first: first, next: \.superclassMirror))
  }

  // MARK: Finding

  /// The slot of the property with that name; nil if there is none.
  static func slot(named key: String, in object: KeyValueObject) throws(Violation) -> AnySlot? {
    let type = type(of: object)
    guard let field = try fields(of: type).first(where: { $0.key == key }) else {
      if hidesFields(object) && type.computedKey(key) == nil { throw .namesUnavailable(className: "\(type)") }
      return nil
    }
    let slot = slots(of: [field], in: object).first?.slot
    if case .unlisted = field.storage {
      let isListedOnce = if let slot { try self.key(of: slot, in: object) == key } else { false }
      if !isListedOnce {
        throw .undeclared(
          "The unlistedProperties of \(type): \"\(key)\" leads to no property, or to one that is listed twice. List each "
            + "property once, by its name: [\"\(key)\": \\\(type).$\(key)].")
      }
    }
    return slot
  }

  /// The name of the property with that slot.
  static func key(of slot: AnySlot, in object: KeyValueObject) throws(Violation) -> String {
    let type = type(of: object)
    if let found = try slots(of: fields(of: type), in: object).first(where: { $0.slot === slot }) { return found.key }
    throw object is any CustomReflectable
      ? .namesUnavailable(className: "\(type)") : .foreignProperty(describe(object))
  }

  /// What the property with that key is in an object of the class; nil if there is none.
  static func declaration(of key: String, in type: KeyValueObject.Type) -> Declaration? {
    state.withLockUnchecked { $0.fields[ObjectIdentifier(type)]?.first { $0.key == key }?.declaration }
  }

  /// The key, in an object of the class, of what one of its superclasses calls by that name.
  static func key(_ name: String, knownTo superclass: KeyValueObject.Type, in type: KeyValueObject.Type) -> String {
    let fields = state.withLockUnchecked { $0.fields[ObjectIdentifier(type)] } ?? []
    return fields.drop { $0.declaration.type != superclass }.first { $0.declaration.key == name }?.key ?? name
  }

  /// Whether the property has another key in an object of some subclass.
  static func isRenamed(_ declaration: Declaration) -> Bool {
    state.withLockUnchecked { $0.renamed.contains(declaration) }
  }

  /// Whether a mirror hides properties that the class itself declares, as far as is known: the class lists nothing, or
  /// inherits the list of its superclass.
  private static func hidesFields(_ object: KeyValueObject) -> Bool {
    if !(object is any CustomReflectable) { return false }
    guard let list = type(of: object).unlistedProperties else { return true }
    let superclass = levels(of: object).dropFirst().first?.subjectType as? KeyValueObject.Type
    return superclass?.unlistedProperties.map { $0.keys == list.keys } ?? false
  }

  private static func fields(of type: KeyValueObject.Type) throws(Violation) -> [Field] {
    if !isWorking { throw .namesUnavailable(className: "\(type)") }
    return state.withLockUnchecked { $0.fields[ObjectIdentifier(type)] } ?? []
  }

  private static func slots(of fields: [Field], in object: KeyValueObject) -> [(key: String, slot: AnySlot)] {
    lazy var levels = levels(of: object).map { AnyRandomAccessCollection($0.children) }
    return fields.compactMap { field in
      let holder: Any? =
        switch field.storage {
        case .stored(let index, let level): levels[level]?.dropFirst(index).first?.value
        case .unlisted(let path): object[keyPath: path]
        }
      return (holder as? any SlotHolder)?.anySlot.map { (field.key, $0) }
    }
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
  /// Which class is asked about the key, and by which name: this class, by the key. About a property of a superclass
  /// whose name is another property's here, that superclass is asked, by the name that it knows.
  class func asked(about key: String) -> FieldNames.Declaration {
    // The key of such a property ends like that. No other is looked up.
    let isRenamed = key.utf8.last == UInt8(ascii: ")")
    if isRenamed, let found = FieldNames.declaration(of: key, in: self), found.key != key { return found }
    return FieldNames.Declaration(type: self, key: key)
  }

  /// A mirror that lists only the fields of the superclasses.
  fileprivate class func mirrorWithoutFields(of object: KeyValueObject) -> Mirror {
    Mirror(object as! Self, children: [Mirror.Child](), ancestorRepresentation: .generated)
  }
}

extension FieldNames.Declaration {
  /// Whether setting the property announces the change.
  var notifiesAutomatically: Bool { type.automaticallyNotifiesObservers(forKey: key) }
}

/// A value that has a slot: a property wrapper, or the ``Property`` of one.
protocol SlotHolder { var anySlot: AnySlot? { get } }

/// A property wrapper. A stored ``Property`` is none: it may be another object's.
protocol ObservedWrapper: SlotHolder {}
