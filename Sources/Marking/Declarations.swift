import Console
import Recording

/// What a file declares, as the compiler sees it: how each variable and property refers to its object, and what cannot
/// be read.
struct Declarations {
  /// A class, structure or actor of the file.
  struct DeclaredType {
    let name: String
    let superclass: String?
    /// The stored properties, in their order, and how each refers if it does not retain.
    let stored: [(property: String, strength: RecordedEvent.Strength?)]
    let isCopyable: Bool
    /// Whether it draws itself, so that its mirror would be code of the program.
    let isReflectable: Bool

    var isRetaining: Bool { stored.allSatisfy { $0.strength == nil } }
  }

  /// A variable that is declared at a place.
  private struct Variable {
    let offset: Int
    let strength: RecordedEvent.Strength?
    let type: String
    let isAsync: Bool
  }

  /// By the beginnings of their mangled names.
  private var types: [String: DeclaredType] = [:]
  /// By their names, in the order of the file.
  private var variables: [String: [Variable]] = [:]
  /// What the functions inside functions capture, by their names. They are closures where they are passed on.
  private(set) var localFunctions: [String: [String]] = [:]
  /// Whether a type is `@main`.
  private(set) var hasMainType = false
  /// Where the body of the function begins with which the program begins.
  private(set) var mainFunction: Int?

  init(_ tree: Any) {
    Node.walk(tree) { node in
      if node.isImplicit && node.isDeclaration { return false }
      switch node.kind {
      case "var_decl": noteVariable(node)
      case "func_decl":
        let captured = node.nodes("captures").compactMap(\.usedName)
        if let name = node.declaredName, !captured.isEmpty { localFunctions[name] = captured }
      case "class_decl", "struct_decl", "enum_decl": noteType(node)
      default: break
      }
      noteMain(node)
      return true
    }
  }

  // MARK: Types

  /// A reader's type is found by the beginning of its mangled name, which is the same whatever its generic arguments.
  private static func stem(of type: Node) -> String? {
    // `$s6Marked4NodeCyxGmD` is the metatype of `Node<Value>`.
    let name = type.interfaceType
    guard name.hasSuffix("mD") else { return nil }
    return String(name.dropLast(2)).replacing(#/y[xqd0-9_]+G$/#, with: "")
  }

  private mutating func noteType(_ node: Node) {
    guard let stem = Self.stem(of: node) else { return }
    let inherited = node.node("inherits")
    let conformances = (inherited?.nodes("conformances") ?? []).compactMap { $0["protocol"] as? String }
    let stored = node.nodes("members").filter { member in
      member.kind == "var_decl" && !member.flag("static") && member.attribute("has_storage_attr") != nil
    }
    types[stem] = DeclaredType(
      name: node.declaredName ?? "", superclass: inherited?["superclass_type"] as? String,
      stored: stored.compactMap { property in property.declaredName.map { ($0, property.strength) } },
      isCopyable: conformances.contains("s:s8CopyableP"),
      isReflectable: conformances.contains("s:s17CustomReflectableP"))
  }

  func type(_ node: Node) -> DeclaredType? { Self.stem(of: node).flatMap { types[$0] } }

  /// The type of the file that has this mangled name, whatever its generic arguments.
  private func type(named name: String) -> DeclaredType? { stem(named: name).flatMap { types[$0] } }

  private func stem(named name: String) -> String? {
    let stems = types.keys.filter { stem in
      name.hasPrefix(stem) && ["D", "y"].contains { name.dropFirst(stem.count).hasPrefix($0) }
    }
    return stems.max { $0.count < $1.count }
  }

  /// Whether the class with this mangled name, or a superclass of it, has properties that do not retain.
  func isAnySuperclassUnretaining(_ name: String?) -> Bool {
    guard let name, let type = type(named: name) else { return false }
    return !type.isRetaining || isAnySuperclassUnretaining(type.superclass)
  }

  /// The names of a class and of those that inherit from it.
  func classes(_ node: Node) -> [String] {
    guard let stem = Self.stem(of: node) else { return [] }
    return types.filter { $0.key == stem || inherits($0.value, from: stem) }.map(\.value.name).uniqued().sorted()
  }

  private func inherits(_ type: DeclaredType, from stem: String) -> Bool {
    guard let name = type.superclass, let superclass = self.stem(named: name) else { return false }
    return superclass == stem || types[superclass].map { inherits($0, from: stem) } == true
  }

  // MARK: Variables

  private mutating func noteVariable(_ node: Node) {
    guard let name = node.declaredName, let offset = node.range?.lowerBound else { return }
    variables[name, default: []].append(
      Variable(
        offset: offset, strength: node.strength, type: node.interfaceType,
        isAsync: node.attribute("async_attr") != nil))
  }

  /// Why a variable cannot be read.
  enum Unreadable: String {
    /// A read ends the process if the object is deallocated.
    case unowned = "it is unowned"
    case uncopyable = "its type cannot be copied"
    /// What it refers to may be deallocated.
    case unmanaged = "it is Unmanaged"
    /// A read has to be awaited.
    case async = "it is async let"
  }

  /// How the variable refers that a declaration at this place declares.
  func strength(of name: String, in declaration: ClosedRange<Int>) -> RecordedEvent.Strength? {
    variable(name, in: declaration)?.strength
  }

  func whyUnreadable(_ name: String, in declaration: ClosedRange<Int>) -> Unreadable? {
    guard let variable = variable(name, in: declaration) else { return nil }
    if variable.strength == .unowned { return .unowned }
    if variable.isAsync { return .async }
    if variable.type.hasPrefix("$ss9UnmanagedV") { return .unmanaged }
    return isCopyable(variable.type) ? nil : .uncopyable
  }

  private func variable(_ name: String, in declaration: ClosedRange<Int>) -> Variable? {
    variables[name]?.first { declaration.contains($0.offset) }
  }

  /// Whether a value of the type with this mangled name can be copied.
  func isCopyable(_ type: String) -> Bool {
    if ["$s15Synchronization5MutexV", "$s15Synchronization6AtomicV"].contains(where: type.hasPrefix) { return false }
    let plain = type.hasSuffix("SgD") ? type.dropLast(3) + "D" : type[...]
    return self.type(named: String(plain))?.isCopyable ?? true
  }

  /// Whether the type with this mangled name is that of functions.
  static func isFunction(_ type: String) -> Bool { type.hasSuffix("cD") }

  // MARK: Where the program begins

  private mutating func noteMain(_ node: Node) {
    let isMain = node.attribute("main_type_attr") != nil
    if isMain { hasMainType = true }
    // The function may be in an extension of the type, which has no name in the tree.
    guard isMain || node.kind == "extension_decl" else { return }
    let function = node.nodes("members").first { member in
      member.kind == "func_decl" && member.flag("static") && !member.isImplicit && member.declaredName == "main"
        && member.parameters.isEmpty
    }
    guard let start = function?.node("body")?.range?.lowerBound, isMain || mainFunction == nil else { return }
    mainFunction = start
  }
}
