/// Finds the types, routines and properties of a source.
struct ScopeReader {
  private let bytes: [UInt8]
  private let tokens: [Token]
  private(set) var scopes: [Scope] = []

  init(bytes: [UInt8], tokens: [Token], language: Language) {
    (self.bytes, self.tokens) = (bytes, tokens)
    if language == .swift { readSwift() } else { readObjectiveC() }
    scopes.sort { $0.start < $1.start }
    setParents()
  }

  private mutating func setParents() {
    var open: [Int] = []
    for index in scopes.indices {
      while let last = open.last, scopes[last].close < scopes[index].start { open.removeLast() }
      scopes[index].parent = open.last
      open.append(index)
    }
  }

  private func word(_ index: Int) -> Word { tokens.indices.contains(index) ? tokens[index].word : .other }

  private func isName(_ index: Int) -> Bool { tokens.indices.contains(index) && tokens[index].kind == .word }

  private func text(_ index: Int) -> String {
    guard tokens.indices.contains(index) else { return "" }
    return String(decoding: bytes[Int(tokens[index].start)..<Int(tokens[index].end)], as: UTF8.self)
  }

  private func mate(_ index: Int) -> Int? {
    tokens.indices.contains(index) && tokens[index].mate > Int32(index) ? Int(tokens[index].mate) : nil
  }

  // MARK: Swift

  private mutating func readSwift() {
    for index in tokens.indices where tokens[index].kind == .word && word(index - 1) != .dot {
      switch tokens[index].word {
      case .class, .struct, .enum, .actor, .extension, .protocol: type(at: index)
      case .func: routine(at: index, name: text(index + 1), from: index + 2)
      case .subscript: routine(at: index, name: "subscript", from: index + 1)
      case .initializer where [.openParenthesis, .question, .exclamation, .less].contains(word(index + 1)):
        routine(at: index, name: "init", from: index + 1)
      case .deinit where word(index + 1) == .openBrace:
        if let close = mate(index + 1) {
          scopes.append(Scope(kind: .routine, name: "deinit", start: index, open: index + 1, close: close))
        }
      case .var: property(at: index)
      default: break
      }
    }
  }

  private static let typeKinds: [Word: Scope.Kind] = [
    .class: .class, .struct: .struct, .enum: .enum, .actor: .actor, .extension: .extension, .protocol: .protocol,
  ]

  private mutating func type(at start: Int) {
    var index = start + 1
    guard isName(index), ![.func, .var, .let, .subscript, .override, .in].contains(word(index)),
      let kind = Self.typeKinds[word(start)]
    else { return }
    var name = text(index)
    index += 1
    while word(index) == .dot, isName(index + 1) {
      name = text(index + 1)
      index += 2
    }
    if word(index) == .less { index = behindGenerics(from: index) }
    var supers: [String] = []
    if word(index) == .colon {
      index += 1
      var isNew = true
      let limit = index + 200
      while index < min(limit, tokens.count), word(index) != .openBrace, word(index) != .where {
        switch word(index) {
        case .comma: isNew = true
        case .less:
          index = behindGenerics(from: index)
          continue
        case .openParenthesis, .openBracket:
          index = (mate(index) ?? index) + 1
          continue
        case .dot where isName(index + 1):
          if !supers.isEmpty { supers[supers.count - 1] = text(index + 1) }
          index += 1
        case _ where isName(index) && isNew && word(index - 1) != .at:
          supers.append(text(index))
          isNew = false
        default: break
        }
        index += 1
      }
    }
    // The conditions of a `where`.
    let limit = index + 80
    while index < min(limit, tokens.count), ![.openBrace, .semicolon, .closeBrace, .func, .var].contains(word(index)) {
      index += 1
    }
    guard word(index) == .openBrace, let close = mate(index) else { return }
    var scope = Scope(kind: kind, name: name, start: start, open: index, close: close)
    (scope.supers, scope.modifiers) = (supers, modifiers(before: start))
    scopes.append(scope)
  }

  private func behindGenerics(from start: Int) -> Int {
    var (index, depth) = (start, 0)
    while index < min(start + 200, tokens.count) {
      if word(index) == .less { depth += 1 }
      if word(index) == .greater {
        depth -= 1
        if depth == 0 { return index + 1 }
      }
      index = (mate(index) ?? index) + 1
    }
    return start + 1
  }

  private mutating func routine(at start: Int, name: String, from first: Int) {
    var index = first
    while word(index) == .question || word(index) == .exclamation { index += 1 }
    // An operator may have several marks.
    while index < min(first + 4, tokens.count), tokens[index].kind == .mark,
      ![.openParenthesis, .less].contains(word(index))
    { index += 1 }
    if word(index) == .less { index = behindGenerics(from: index) }
    guard word(index) == .openParenthesis, let end = mate(index) else { return }
    let parameters = index + 1..<end
    index = end + 1
    let limit = index + 120
    while index < min(limit, tokens.count), word(index) != .openBrace {
      if Self.endsSignature.contains(word(index)) || (word(index) == .at && tokens[index].isFirst) { return }
      index = (mate(index) ?? index) + 1
    }
    guard word(index) == .openBrace, let close = mate(index) else { return }
    var scope = Scope(kind: .routine, name: name, start: start, open: index, close: close)
    (scope.parameters, scope.modifiers) = (parameters, modifiers(before: start))
    scopes.append(scope)
  }

  private static let endsSignature: Set<Word> = [
    .semicolon, .closeBrace, .func, .var, .let, .initializer, .deinit, .subscript, .case, .static, .override, .if,
    .guard,
    .return, .for, .equals,
  ]

  private mutating func property(at start: Int) {
    guard isName(start + 1) else { return }
    var index = start + 2
    if word(index) == .colon {
      index += 1
      while index < tokens.count,
        ![.equals, .openBrace, .semicolon, .closeBrace, .comma, .closeParenthesis].contains(word(index)),
        !tokens[index].isFirst
      { index = (mate(index) ?? index) + 1 }
    }
    if word(index) == .equals {
      // Behind the value, braces may have observers.
      let limit = index + 200
      index += 1
      while index < min(limit, tokens.count), !tokens[index].isFirst || [.dot, .openBrace].contains(word(index)) {
        if word(index) == .openBrace, ["willSet", "didSet"].contains(text(index + 1)) { break }
        if [.semicolon, .closeBrace, .closeParenthesis].contains(word(index)) { return }
        index = (mate(index) ?? index) + 1
      }
      guard word(index) == .openBrace, ["willSet", "didSet"].contains(text(index + 1)) else { return }
    }
    guard word(index) == .openBrace, let close = mate(index) else { return }
    var scope = Scope(kind: .property, name: text(start + 1), start: start, open: index, close: close)
    scope.modifiers = modifiers(before: start)
    scopes.append(scope)
  }

  /// The modifiers and attributes before a declaration.
  private func modifiers(before start: Int) -> Set<Word> {
    Declarations.modifiers(before: start, tokens: tokens)
  }

  // MARK: Objective-C

  private mutating func readObjectiveC() {
    var type: Scope?
    for index in tokens.indices {
      switch tokens[index].word {
      case .implementation, .interface: type = objectiveCType(at: index)
      case .end:
        if let open = type {
          var scope = Scope(kind: open.kind, name: open.name, start: open.start, open: open.open, close: index)
          (scope.supers, scope.category) = (open.supers, open.category)
          scopes.append(scope)
        }
        type = nil
      case .minus, .plus:
        if tokens[index].isFirst, tokens[index].outer < 0, word(index + 1) == .openParenthesis { method(at: index) }
      case .openBrace:
        if tokens[index].outer < 0, word(index - 1) == .closeParenthesis { function(openedAt: index) }
      default: break
      }
    }
    // An unfinished file.
    if let open = type {
      var scope = Scope(kind: open.kind, name: open.name, start: open.start, open: open.open, close: tokens.count - 1)
      (scope.supers, scope.category) = (open.supers, open.category)
      scopes.append(scope)
    }
  }

  private func objectiveCType(at start: Int) -> Scope? {
    guard isName(start + 1) else { return nil }
    var index = start + 2
    if word(index) == .less { index = behindGenerics(from: index) }
    var scope = Scope(
      kind: word(start) == .interface ? .interface : .implementation, name: text(start + 1), start: start, open: start,
      close: start)
    if word(index) == .openParenthesis {
      scope.category = isName(index + 1) ? text(index + 1) : ""
    } else if word(index) == .colon, isName(index + 1) {
      scope.supers = [text(index + 1)]
    }
    return scope
  }

  private mutating func method(at start: Int) {
    guard let type = mate(start + 1) else { return }
    var index = type + 1
    var labels: [String] = []
    var first = ""
    while index < tokens.count, word(index) != .openBrace, word(index) != .semicolon {
      if isName(index), first.isEmpty { first = text(index) }
      if isName(index), word(index + 1) == .colon {
        labels.append(text(index))
        // The type and the name of the argument.
        index = word(index + 2) == .openParenthesis ? (mate(index + 2) ?? index + 2) + 2 : index + 3
        continue
      }
      if word(index) == .closeBrace || word(index) == .end { return }
      index = (mate(index) ?? index) + 1
    }
    guard word(index) == .openBrace, let close = mate(index) else { return }
    let name = labels.isEmpty ? first : labels.map { $0 + ":" }.joined()
    var scope = Scope(kind: .routine, name: name, start: start, open: index, close: close)
    scope.parameters = start..<index
    if word(start) == .plus { scope.modifiers = [.static] }
    scopes.append(scope)
  }

  private mutating func function(openedAt open: Int) {
    guard let close = mate(open), tokens[open - 1].mate >= 0 else { return }
    let parameters = Int(tokens[open - 1].mate)
    guard isName(parameters - 1), tokens[parameters].outer < 0 else { return }
    var scope = Scope(kind: .routine, name: text(parameters - 1), start: parameters - 1, open: open, close: close)
    scope.parameters = parameters..<open
    if !scopes.contains(where: { $0.open == open }) { scopes.append(scope) }
  }
}

/// What stands before a declaration.
enum Declarations {
  static func modifiers(before start: Int, tokens: [Token]) -> Set<Word> {
    var found: Set<Word> = []
    var index = start - 1
    while index >= 0 {
      let token = tokens[index]
      if token.word == .closeParenthesis, token.mate >= 0 {
        // `private(set)`, `@objc(name)`, `unowned(safe)`.
        index = Int(token.mate) - 1
      } else if token.kind == .word, !stops.contains(token.word) {
        found.insert(token.word)
        index -= 1
      } else if token.word == .at {
        index -= 1
      } else {
        break
      }
    }
    return found
  }

  private static let stops: Set<Word> = [.return, .in, .else, .self, .super, .case, .let, .var, .func, .nil]
}
