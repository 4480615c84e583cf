import Foundation

/// The sources that are reviewed together, and what is known of their classes.
final class Project {
  /// The sources that a rule may say something about, in the order of their paths.
  private(set) var sources: [Source] = []
  /// Whether the project declares an `observe` of its own that takes a key path.
  private(set) var declaresObserve = false
  /// Whether the project declares a result builder.
  private(set) var declaresBuilder = false
  /// Whether it is written for garbage collection, which calls no `dealloc`.
  private(set) var isCollected = false
  /// Where each class is declared, by its name.
  private var classes: [String: [(path: String, superclass: String?)]] = [:]
  /// The files that extend each type.
  private var extensions: [String: [String]] = [:]
  /// The types of which a static property has an object, or which are made where the application begins.
  private var shared: Set<String> = []
  /// Reads another file of the project, which has no word of a rule but may declare a class.
  private let load: (String) -> Source?
  private var loaded: [String: Source?] = [:]
  private var propertiesOfTypes: [String: [String: Property]] = [:]
  private var chains: [String: [String]] = [:]
  /// Where properties are released. An entry is made when a rule first asks for it.
  var releases: [String: (source: Source, token: Int)?] = [:]
  private var placesOfNames: [String: [String: [Int]]] = [:]

  init(load: @escaping (String) -> Source?) { self.load = load }

  func add(_ index: FileIndex, of path: String) {
    declaresObserve = declaresObserve || index.declaresObserve
    declaresBuilder = declaresBuilder || index.declaresBuilder
    isCollected = isCollected || index.isCollected
    for one in index.classes where !(classes[one.name] ?? []).contains(where: { $0.path == path }) {
      classes[one.name, default: []].append((path, one.superclass))
    }
    for name in index.extensions { extensions[name, default: []].append(path) }
    shared.formUnion(index.shared)
  }

  /// Whether a static property has an object of the class, or it is made where the application begins: it lives as long
  /// as the program.
  func isShared(_ name: String) -> Bool { shared.contains(name) }

  func add(_ source: Source) { sources.append(source) }

  func sort() { sources.sort { $0.path < $1.path } }

  /// The tokens of a source that are that name.
  func places(of name: String, in source: Source) -> [Int] {
    if let known = placesOfNames[source.path] { return known[name] ?? [] }
    let words = source.tokens.indices.filter { source.tokens[$0].kind == .word && source.tokens[$0].word == .other }
    let all = Dictionary(grouping: words) { source.text($0) }
    placesOfNames[source.path] = all
    return all[name] ?? []
  }

  // MARK: Classes

  func isDeclared(_ name: String) -> Bool { classes[name] != nil }

  /// Whether two files mean the same class by a name. In a project with samples and several targets, names are not
  /// unique: a file that declares the class itself means its own.
  func isSame(_ name: String, in one: Source, and other: Source) -> Bool {
    let all = classes[name] ?? []
    if all.count <= 1 || one === other { return true }
    let isOwn = (all.contains { $0.path == one.path }, all.contains { $0.path == other.path })
    return !isOwn.0 || !isOwn.1
  }

  private func declaration(_ name: String, seenFrom path: String) -> (path: String, superclass: String?)? {
    let all = classes[name] ?? []
    if all.count <= 1 { return all.first }
    if let own = all.first(where: { $0.path == path }) { return own }
    // The header of an implementation.
    if let header = all.first(where: { $0.path.prefix { $0 != "." } == path.prefix { $0 != "." } }) { return header }
    // The same class for several targets, perhaps.
    let language = Language(path: path)
    let near = all.filter { Language(path: $0.path) == language }
    let meant = near.isEmpty ? all : near
    return Set(meant.map { $0.superclass ?? "" }).count == 1 ? meant[0] : nil
  }

  /// The class and its superclasses, as far as the project declares them; the last one may be of a framework.
  func chain(of name: String, seenFrom path: String) -> [String] {
    // Where names are unique, every file sees the same.
    let key = (classes[name]?.count ?? 0) > 1 ? "\(name)|\(path)" : name
    if let known = chains[key] { return known }
    let chain = superclasses(of: name, seenFrom: path)
    chains[key] = chain
    return chain
  }

  private func superclasses(of name: String, seenFrom path: String) -> [String] {
    var (chain, place) = ([name], path)
    while let declaration = declaration(chain[chain.count - 1], seenFrom: place), let next = declaration.superclass,
      !chain.contains(next), chain.count < 40
    {
      chain.append(next)
      place = declaration.path
    }
    return chain
  }

  /// Whether the chain of a class ends at a root class, and so has no superclass that is not in the project.
  func isWhole(_ chain: [String]) -> Bool { chain.last == "NSObject" && chain.count > 1 }

  /// Whether a superclass may decide which setters announce: Core Data's, or one that is not in the project.
  func mayAnnounceOtherwise(_ chain: [String]) -> Bool {
    // They say themselves what announces.
    if !Set(chain).isDisjoint(with: ["NSManagedObject", "NSOperation", "Operation", "CALayer"]) { return true }
    guard let root = chain.last, !Self.isApple(root) else { return false }
    // Of several classes by that name, one may have a superclass.
    return !isDeclared(root) || (classes[root] ?? []).contains { $0.superclass != nil }
  }

  /// Whether a class is of one of Apple's frameworks, by the letters with which it begins.
  static func isApple(_ name: String) -> Bool {
    name.prefixMatch(
      of: #/(NS|UI|CA|AV|WK|WebView|MK|CL|SK|SCN|GK|GLK|MTK|PH|PDF|QL|IK|AB|EK|CN|HM|MP|PK|SF|ST|TV|WK|XC)([A-Z]|View)/#
    )
      != nil
  }

  // MARK: Properties

  /// Whether a class or one above it is declared with `@objcMembers`, which is for its extensions too.
  func hasObjCMembers(_ chain: [String]) -> Bool {
    chain.contains { name in
      let places = (classes[name] ?? []).compactMap { source(at: $0.path) }
      return places.contains { one in
        one.scopes.contains { $0.kind == .class && $0.name == name && $0.modifiers.contains(.objcMembers) }
      }
    }
  }

  /// Whether a class, or one above it, has something of one of these names in a file that declares or extends it.
  func mentions(_ names: [String], in chain: [String], seenFrom source: Source) -> Bool {
    chain.contains { type in
      files(of: type, seenFrom: source).contains { one in names.contains { !places(of: $0, in: one).isEmpty } }
    }
  }

  /// Whether a source has the key between quotation marks.
  func hasLiteral(_ key: String) -> Bool {
    sources.contains { source in
      source.tokens.indices.contains {
        source.tokens[$0].kind == .string && source.text($0).drop { $0 == "@" } == "\"\(key)\""
      }
    }
  }

  /// The properties that the class declares in its own file and in those of the project that are read, by their names.
  func properties(of name: String, seenFrom path: String) -> [String: Property] {
    let place = declaration(name, seenFrom: path)?.path
    let key = "\(name)|\(place ?? path)"
    if let known = propertiesOfTypes[key] { return known }
    var found: [String: Property] = [:]
    let own = place.flatMap(source(at:))
    let declared = typesByName[name] ?? []
    let more =
      own.map { own in own.scopes.filter { $0.isType && $0.name == name }.map { (source: own, scope: $0) } } ?? []
    for (source, scope) in declared + (declared.contains { $0.source === own } ? [] : more) {
      do {
        // Another class of that name.
        if let place, source.path != place, scope.kind == .class || scope.kind == .interface && scope.category == nil {
          continue
        }
        for property in source.properties(of: scope) {
          found[property.name] = found[property.name] ?? property
          if let getter = property.getter { found[getter] = property }
        }
      }
    }
    propertiesOfTypes[key] = found
    return found
  }

  /// The property, in the class or in a superclass.
  func property(_ name: String, of type: String, seenFrom path: String) -> Property? {
    for one in chain(of: type, seenFrom: path) {
      if let found = properties(of: one, seenFrom: path)[name] { return found }
    }
    return nil
  }

  /// The declarations of types in the sources, by their names.
  private lazy var typesByName: [String: [(source: Source, scope: Scope)]] = {
    var found: [String: [(source: Source, scope: Scope)]] = [:]
    for source in sources {
      for scope in source.scopes where scope.isType { found[scope.name, default: []].append((source, scope)) }
    }
    return found
  }()

  /// The files that declare or extend a class, and the one from which it is seen.
  func files(of name: String, seenFrom source: Source) -> [Source] {
    let own = declaration(name, seenFrom: source.path).flatMap { self.source(at: $0.path) }
    let extending = (extensions[name] ?? []).compactMap { self.source(at: $0) }
    let all = [source] + types(called: name).map(\.source) + [own].compactMap(\.self) + extending
    var seen: Set<String> = []
    return all.filter { seen.insert($0.path).inserted && isSame(name, in: source, and: $0) }
  }

  /// The files, of those that are read, with a class that inherits from that one.
  func filesOfSubclasses(of name: String) -> [Source] { subclasses[name] ?? [] }

  private lazy var subclasses: [String: [Source]] = {
    var found: [String: [Source]] = [:]
    for source in sources {
      let types = source.scopes.filter { $0.kind == .class }
      for name in Set(types.flatMap { chain(of: $0.name, seenFrom: source.path).dropFirst() }) {
        found[name, default: []].append(source)
      }
    }
    return found
  }()

  /// The types of that name that the sources declare or extend.
  func types(called name: String) -> [(source: Source, scope: Scope)] { typesByName[name] ?? [] }

  /// The routines and properties whose names begin like that, with the types around them.
  private(set) lazy var routinesByName: [String: [(source: Source, scope: Scope, type: Scope?)]] = {
    var found: [String: [(source: Source, scope: Scope, type: Scope?)]] = [:]
    for source in sources {
      for scope in source.scopes where !scope.isType {
        found[scope.name, default: []].append((source, scope, source.type(around: scope.start)))
      }
    }
    return found
  }()

  /// Whether one of these classes has a routine of one of these names.
  func hasRoutine(_ names: some Sequence<String>, in classes: some Sequence<String>) -> Bool {
    names.contains { name in typesOfRoutines[name].map { types in classes.contains(where: types.contains) } ?? false }
  }

  private lazy var typesOfRoutines = routinesByName.mapValues { Set($0.compactMap { $0.type?.name }) }

  /// The names of the routines that say which keys are announced, or which depend on others.
  private(set) lazy var keyRoutines = routinesByName.keys.filter {
    $0.hasPrefix("automaticallyNotifiesObservers") || $0.hasPrefix("keyPathsForValuesAffecting")
  }

  private lazy var sourcesByPath = Dictionary(sources.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })

  private func source(at path: String) -> Source? {
    if let known = sourcesByPath[path] { return known }
    if let known = loaded[path] { return known }
    let source = load(path)
    loaded[path] = source
    return source
  }

  // MARK: Observing by key path

  /// Every call that adds or removes an observer for a key path.
  private lazy var registrations: [Registration] = sources.flatMap(\.registrations)
  private(set) lazy var additions = Registrations(registrations.filter(\.isAddition))
  private(set) lazy var removals = Registrations(registrations.filter { !$0.isAddition })

  /// The calls of `observe` with a typed key path.
  private(set) lazy var tokenCalls = sources.flatMap(\.tokenCalls)

  /// The names of properties that something announces by hand, or of which something declares what affects them.
  private(set) lazy var announcedNames: Set<String> = {
    var found: Set<String> = []
    let prefix = "keyPathsForValuesAffecting"
    for name in routinesByName.keys where name.hasPrefix(prefix) {
      let rest = name.dropFirst(prefix.count)
      found.insert(rest.prefix(1).lowercased() + rest.dropFirst())
    }
    for source in sources {
      for index in source.announcements where source.announcement(index) != nil {
        if let name = source.announcedKey(index)?.parts.last { found.insert(name) }
      }
    }
    return found
  }()

  /// For each class with a registration, those that inherit from it.
  private lazy var below: [String: Set<String>] = {
    var found: [String: Set<String>] = [:]
    for one in registrations {
      for name in chain(of: one.type, seenFrom: one.source.path) { found[name, default: []].insert(one.type) }
    }
    return found
  }()

  /// The classes above and below a class, and the class itself.
  func family(of registration: Registration) -> Set<String> {
    Set(chain(of: registration.type, seenFrom: registration.source.path)).union(below[registration.type] ?? [])
  }

  /// The registrations in the class of another one, above it and below it, and not in a class of the same name elsewhere.
  func related(to registration: Registration, among all: Registrations) -> [Registration] {
    family(of: registration).sorted().flatMap { type in
      all.of(type: type).filter { isSame(type, in: $0.source, and: registration.source) }
    }
  }
}

/// Calls that add observers, or calls that remove them, as the rules look for them.
struct Registrations {
  let all: [Registration]
  /// Those of another object than the one whose code it is.
  let ofOthers: [Registration]
  private let byType: [String: [Registration]]
  private let byPath: [String: [Registration]]

  init(_ all: [Registration]) {
    self.all = all
    ofOthers = all.filter { !$0.isOfSelf }
    byType = Dictionary(grouping: all, by: \.type)
    byPath = Dictionary(grouping: all, by: \.source.path)
  }

  func of(type: String) -> [Registration] { byType[type] ?? [] }

  func of(_ source: Source) -> [Registration] { byPath[source.path] ?? [] }
}

/// A call that adds an observer for a key path, or removes one.
struct Registration {
  let source: Source
  /// The token of its name.
  let token: Int
  let isAddition: Bool
  /// The object that is observed, as the source has it.
  let receiver: String
  let observer: String
  let key: Key
  /// The context without casts; nil if none is passed.
  let plainContext: String?
  let options: Range<Int>?
  /// The name of the class in which it is.
  let type: String
  let scope: Scope?
  let routine: Scope?

  /// Whether the observer is the object whose code it is.
  var isOfSelf: Bool { ["self", "weakSelf", "strongSelf"].contains(observer) }

  /// Whether the context is a parameter of the function, as that of the callback.
  var hasReceivedContext: Bool {
    guard let name = plainContext, let routine else { return false }
    return routine.parameters.contains { source.isWord($0) && source.text($0) == name }
  }
}

extension Source {
  /// The calls of this source that add or remove observers for key paths.
  fileprivate var registrations: [Registration] {
    (places(of: .addObserver) + places(of: .removeObserver)).sorted().compactMap { index in
      guard word(index - 1) != .func else { return nil }
      return language == .swift ? swiftRegistration(at: index) : objectiveCRegistration(at: index)
    }
  }

  private func swiftRegistration(at index: Int) -> Registration? {
    guard word(index + 1) == .openParenthesis, let call = call(at: index + 1), let path = call.argument("forKeyPath"),
      let observer = call.arguments.first, observer.label == nil
    else { return nil }
    return registration(
      index, receiver: receiver(of: index), observer: flat(observer.value), path, call.argument("context"),
      call.argument("options"))
  }

  private func objectiveCRegistration(at index: Int) -> Registration? {
    guard let message = message(with: index), let path = message.argument("forKeyPath"),
      let observer = message.arguments.first?.value
    else { return nil }
    let receiver = text(message.receiver)
    return registration(
      index, receiver: Self.plain(receiver.split(whereSeparator: \.isWhitespace).joined(separator: " ")),
      observer: flat(observer), path, message.argument("context"), message.argument("options"))
  }

  private func registration(
    _ index: Int, receiver: String, observer: String, _ path: Range<Int>, _ context: Range<Int>?, _ options: Range<Int>?
  ) -> Registration {
    let type = type(around: index)
    let plain = context.map { range in
      let words = flat(range).replacing("(void*)", with: "").replacing("(__bridgevoid*)", with: "")
        .replacing("(__bridgevoid*_Nullable)", with: "").filter { $0 != "(" && $0 != ")" }
      return ["Self.", "self.", "\(type?.name ?? "").", "self->"].reduce(words) {
        $0.hasPrefix($1) ? String($0.dropFirst($1.count)) : $0
      }
    }
    return Registration(
      source: self, token: index, isAddition: word(index) == .addObserver, receiver: receiver, observer: observer,
      key: key(path), plainContext: plain, options: options,
      type: type?.name ?? "", scope: type,
      routine: routine(around: index))
  }
}
