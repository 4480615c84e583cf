/// A property of a type.
struct Property: Sendable {
  let name: String
  /// The token of `var`, `let` or `@property`.
  let token: Int
  let isVariable: Bool
  let modifiers: Set<Word>
  /// The name of its type, if the source has it.
  let type: String?
  /// Whether it has a getter and no storage.
  let isComputed: Bool
  /// Other names by which key-value coding finds it.
  var getter: String?
  /// The name of its setter, if that is not `setKEY:`. Such a setter announces nothing.
  var setter: String?
  /// The source that declares it.
  let source: Source

  /// Whether it is lazy or only its class can set it, and no function but `init` sets it.
  var isSetOnce: Bool {
    guard !modifiers.isDisjoint(with: [.private, .fileprivate, .lazy]) else { return false }
    return !source.tokens.indices.contains { index in
      source.isWord(index) && source.text(index) == name && source.isSet(index + 1)
        && ![.var, .let].contains(source.word(index - 1)) && source.routine(around: index)?.name != "init"
    }
  }
}

extension Source {
  /// The properties that a type declares in this scope.
  func properties(of scope: Scope) -> [Property] {
    language == .swift ? swiftProperties(of: scope) : objectiveCProperties(of: scope)
  }

  private func swiftProperties(of scope: Scope) -> [Property] {
    top(scope.body).filter { word($0) == .var || word($0) == .let }.compactMap { index in
      guard isWord(index + 1), word(index - 1) != .case else { return nil }
      var modifiers = Declarations.modifiers(before: index, tokens: tokens)
      if scope.modifiers.contains(.objcMembers) { modifiers.insert(.objc) }
      var type: String?
      var isComputed = false
      if word(index + 2) == .colon, isWord(index + 3) {
        type = text(index + 3)
        var end = index + 4
        while word(end) == .dot, isWord(end + 1) {
          type = text(end + 1)
          end += 2
        }
      } else if word(index + 2) == .equals, isWord(index + 3), word(index + 4) == .openParenthesis {
        let name = text(index + 3)
        type = name.first?.isUppercase == true ? name : nil
      }
      if let body = scopes.first(where: { $0.kind == .property && $0.start == index }) {
        isComputed = !body.body.contains {
          ["willSet", "didSet"].contains(text($0)) && tokens[$0].outer == Int32(body.open)
        }
      }
      return Property(
        name: text(index + 1), token: index, isVariable: word(index) == .var, modifiers: modifiers, type: type,
        isComputed: isComputed, source: self)
    }
  }

  private func objectiveCProperties(of scope: Scope) -> [Property] {
    var found: [Property] = []
    for index in scope.body where word(index) == .property {
      var end = index + 1
      while end < tokens.count, word(end) != .semicolon { end = next(end) }
      let attributes = word(index + 1) == .openParenthesis ? index + 2..<(mate(index + 1) ?? index + 2) : index..<index
      let names = (index + 1..<end).filter { isWord($0) && tokens[$0].outer == tokens[index].outer }
        .map { text($0) }.filter {
          !$0.hasPrefix("NS_") && !$0.hasPrefix("API_") && !$0.hasPrefix("UI_") && !$0.hasPrefix("__")
        }
      guard let name = names.last else { continue }
      func accessor(_ kind: String) -> String? { attributes.first { text($0) == kind }.map { text($0 + 2) } }
      var property = Property(
        name: name, token: index, isVariable: true,
        modifiers: attributes.contains { word($0) == .weak } ? [.weak] : [], type: names.dropLast().last,
        isComputed: false, source: self)
      (property.getter, property.setter) = (accessor("getter"), accessor("setter"))
      found.append(property)
    }
    return found
  }
}
