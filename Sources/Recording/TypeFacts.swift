import RawObserving

/// What is known of a type. Finding it out takes longer than everything else, so it is done once for each.
struct TypeFacts {
  /// Whether it looks at an object without holding it.
  let isLookingOnly: Bool
  /// Whether what is inside is held weakly.
  let isWeak: Bool
  /// Whether the references of an object count as those of its holder: the slots of observed properties, and the
  /// stories' own helpers.
  let isTransparent: Bool
  /// Whether it is the slot of an observed property.
  let isSlot: Bool
  /// Whether it is the wrapper of an observed property.
  let isObserved: Bool
  let isClass: Bool
  /// Whether the program declares it, and not the standard library or a module of this package.
  let isOfProgram: Bool
  /// Whether it is never asked for its properties: its mirror would be code of the program, or how they refer to objects
  /// is not known.
  let isHidden: Bool
  /// Whether it has no room for an object: it is made of numbers, texts and collections of them.
  let isPlain: Bool
  /// The stored properties that the type itself lists; nil if it lists none, and retains them all.
  let declared: [(name: String, strength: RecordedEvent.Strength)]?

  static func about(_ value: Any) -> TypeFacts { about(type: Swift.type(of: value)) }

  static func about(type: any Any.Type) -> TypeFacts {
    if let facts = known.withLock({ $0[ObjectIdentifier(type)] }) { return facts }
    let facts = TypeFacts(type)
    known.withLock { $0[ObjectIdentifier(type)] = facts }
    return facts
  }

  private static let known = Locked<[ObjectIdentifier: TypeFacts]>([:])

  /// This process runs a reader's own program.
  ///
  /// - Parameter hidden: the names of its types of which the compiler accepts no list of their properties.
  static func begin(hiding hidden: Set<String>) { program.withLock { $0 = hidden } }

  private static let program = Locked<Set<String>?>(nil)

  private init(_ type: any Any.Type) {
    let name = String(reflecting: type)
    isWeak = name.hasPrefix("RawObserving.ObservedWeak")
    isOfProgram = name.hasPrefix("Marked.")
    let modules = ["Swift.", "Foundation.", "RawObserving.", "ManagedObserving.", "Recording."]
    let isOfModule = modules.contains(where: name.hasPrefix)
    isSlot = name.hasPrefix("RawObserving.Slot") || name.hasPrefix("RawObserving.WeakSlot")
    let hidden = Self.program.withLock { $0 }
    // All objects of a reader's program are recorded themselves.
    isTransparent = isSlot || !(isOfProgram && hidden != nil) && !isOfModule
    isObserved = name.hasPrefix("RawObserving.Observed<")
    isClass = type is AnyClass
    isPlain = name.split(whereSeparator: "<>, ".contains).allSatisfy(Self.plain.contains)
    // To ask a type for its protocols takes longest, so that is done where it can matter.
    isLookingOnly = !isPlain && !isOfProgram && type is any LooksWithoutHolding.Type
    let isRefused = hidden?.isEmpty == false && hidden!.contains(String("\(type)".prefix { $0 != "<" }))
    // The mirror of `Slice<Rows>` asks `Rows` for its elements. Those of optionals and of the standard
    // collections ask nothing.
    let hasOwnMirror =
      name.contains("Marked.") && !Self.silent.contains(where: name.hasPrefix) && type is any CustomReflectable.Type
    // What an `Unmanaged` refers to may be deallocated.
    isHidden = hasOwnMirror || isOfProgram && isRefused || name.hasPrefix("Swift.Unmanaged<")
    // A subclass inherits the list of its superclass, which is not of its own properties.
    let list = isOfModule ? nil : (type as? any Declared.Type)?.storedPropertiesOfCopy
    declared = list?.type == type ? list?.properties : nil
  }

  private static let silent = ["Optional", "Array", "ContiguousArray", "ArraySlice", "Dictionary", "Set"].map {
    "Swift.\($0)<"
  }

  /// What a type without room for an object is made of.
  private static let plain: Set<Substring> = {
    let sizes = ["", "8", "16", "32", "64", "128"]
    let numbers = sizes.flatMap { ["Int\($0)", "UInt\($0)"] } + ["Double", "Float"]
    let others = ["Optional", "Array", "ArraySlice", "Dictionary", "Set", "Bool", "String", "Character"]
    return Set((numbers + others).map { "Swift.\($0)" })
  }()
}

/// A value that looks at an object and does not hold it, such as a weak probe. No reference of it is drawn.
package protocol LooksWithoutHolding {}
