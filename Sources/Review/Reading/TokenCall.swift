/// A call of Apple's `observe` with a typed key path, and what becomes of its token.
struct TokenCall {
  enum Use: Equatable {
    /// Nothing: it is a statement, or assigned to `_`.
    case dropped
    /// It is assigned to that expression.
    case assigned(String)
    /// It is a local variable of that name.
    case local(String)
    /// It is passed to a method of a collection of that name, such as `append`.
    case collected(String)
    /// It is returned, passed on, part of a chain, or the value of a closure.
    case passedOn
  }

  let source: Source
  /// The token of `observe`.
  let token: Int
  let call: Call
  let receiver: String
  /// The tokens of the key path.
  let path: Range<Int>
  let use: Use
}

extension Source {
  /// The calls of `observe` with a key path and a closure.
  var tokenCalls: [TokenCall] {
    guard language == .swift else { return [] }
    return places(of: .observe).compactMap { index in
      guard word(index - 1) != .func, word(index + 1) == .openParenthesis,
        word(index + 2) == .backslash, let call = call(at: index + 1), !call.closures.isEmpty,
        let path = call.arguments.first?.value
      else { return nil }
      return TokenCall(
        source: self, token: index, call: call, receiver: receiver(of: index), path: path, use: use(of: index, call))
    }
  }

  /// What becomes of the value of a call.
  func use(of member: Int, _ call: Call) -> TokenCall.Use {
    if word(call.end) == .dot { return stored(behind: call).map { .collected($0) } ?? .passedOn }
    let start = expressionStart(of: member)
    var before = start - 1
    while [.try, .await, .question, .exclamation].contains(word(before)),
      word(before) == .try || word(before) == .await || word(before - 1) == .try
    {
      before -= 1
    }
    switch word(before) {
    case .equals: return assigned(before)
    case .openParenthesis: return collection(openedAt: before).map { .collected($0) } ?? .passedOn
    case .openBracket, .comma:
      // `tokens = [a.observe …, b.observe …]`, `tokens += […]`.
      guard let open = brackets(around: member).first(where: { _ in true }), word(open) == .openBracket,
        word(open - 1) == .equals || word(open - 1) == .plusEquals, case .assigned(let target) = assigned(open - 1)
      else { return .passedOn }
      return .collected(target)
    case .return, .colon, .coalescing, .question, .arrow, .plusEquals, .dot, .backslash:
      return .passedOn
    default:
      guard let brace = braces(around: member).first else { return .dropped }
      let isValue = returnsValue(brace)
      let body = closure(at: brace)?.body ?? brace + 1..<(mate(brace) ?? tokens.count)
      // The only expression of a closure, a function or a getter is its value; also in each branch of an `#if`.
      if isValue, body.lowerBound == before + 1 || word(before) == .branch,
        call.end >= body.upperBound || word(call.end) == .branch
      {
        return .passedOn
      }
      return tokens[before + 1].isFirst || [.openBrace, .in, .semicolon, .closeBrace].contains(word(before))
        ? .dropped : .passedOn
    }
  }

  /// Whether what is between these braces may be a value: not of a function without a result, nor of an `if` that is a
  /// statement.
  private func returnsValue(_ brace: Int) -> Bool {
    if let routine = scopes.first(where: { $0.open == brace && $0.kind == .routine }) {
      if ["init", "deinit"].contains(routine.name) { return false }
      let arrow = (routine.parameters.upperBound..<max(routine.parameters.upperBound, brace)).first {
        word($0) == .arrow
      }
      guard let arrow else { return routine.name == "subscript" }
      return !(text(arrow + 1) == "Void" || word(arrow + 1) == .openParenthesis && word(arrow + 2) == .closeParenthesis)
    }
    // An `if` is a value if it is one of a value itself: the only thing that a function has, behind `return`, or `=`.
    var start = brace
    while true {
      if word(start - 1) == .else, word(start - 2) == .closeBrace, let open = mate(start - 2) {
        start = open
      } else if let condition = condition(openedBy: start) {
        start = condition
        if word(start - 1) == .else { continue }
        if [.equals, .return, .openParenthesis, .comma, .in].contains(word(start - 1)) { return true }
        var end = mate(brace) ?? tokens.count
        while word(end + 1) == .else,
          let next = (end + 1..<min(end + 80, tokens.count)).first(where: { word($0) == .openBrace })
        { end = mate(next) ?? tokens.count }
        return word(start - 1) == .openBrace && mate(start - 1) == end + 1 && returnsValue(start - 1)
      } else {
        return true
      }
    }
  }

  /// Whether the brace opens a closure of expressions alone, in a call whose value is used: what a result builder
  /// collects.
  func mayBuild(_ brace: Int) -> Bool {
    guard let close = mate(brace), isWord(brace - 1) || word(brace - 1) == .closeParenthesis else { return false }
    if top(brace + 1..<close).contains(where: { [.let, .var, .return, .equals].contains(word($0)) }) { return false }
    return [.equals, .return, .openParenthesis, .comma, .colon].contains(word(expressionStart(of: brace - 1) - 1))
  }

  /// The property to which the value of a call is assigned.
  func assigned(_ member: Int, _ call: Call) -> String? {
    if case .assigned(let target) = use(of: member, call) { target } else { nil }
  }

  /// The collection in which a subscription is stored: of `.store(in: &subscriptions)`, `subscriptions`.
  func stored(behind call: Call) -> String? {
    guard word(call.end) == .dot, word(call.end + 1) == .store, let store = self.call(at: call.end + 2),
      let target = store.argument("in"), word(target.lowerBound) == .ampersand
    else { return nil }
    return Self.plain(flat(target.lowerBound + 1..<target.upperBound))
  }

  /// The statement before an equals sign.
  private func assigned(_ equals: Int) -> TokenCall.Use {
    var start = equals - 1
    while start > 0, !tokens[start].isFirst, ![.semicolon, .openBrace, .in].contains(word(start - 1)),
      word(start) != .closeBrace
    {
      start = (mate(start).map { min($0, start) } ?? start) - 1
    }
    let range = max(0, start)..<equals
    if word(range.lowerBound) == .underscore { return .dropped }
    if let declaration = range.first(where: { word($0) == .let || word($0) == .var }) {
      let name = text(declaration + 1)
      if name == "_" { return .dropped }
      // `if let` and the initial value of a property keep it.
      if [.if, .guard, .while].contains(word(declaration - 1)) { return .passedOn }
      if let type = type(around: declaration), braces(around: declaration).first == type.open { return .assigned(name) }
      return .local(name)
    }
    return .assigned(flat(range))
  }

  /// The name of a collection to which a call adds its argument: of `tokens.append(`, `tokens`.
  private func collection(openedAt open: Int) -> String? {
    guard ["append", "insert", "add"].contains(text(open - 1)), word(open - 2) == .dot else { return nil }
    return receiver(of: open - 1)
  }
}

extension Project {
  /// Whether an object of the class lives as long as the program: a delegate of the application, or one that a static
  /// property has or a class method such as `sharedClient` gives.
  func livesForEver(_ type: Scope, in source: Source) -> Bool {
    let name = type.name
    if name.contains("App") && name.hasSuffix("Delegate") || name == "SceneDelegate" || isShared(name) { return true }
    return files(of: name, seenFrom: source).contains { one in
      one.scopes.contains { scope in
        if scope.isType, scope.name == name {
          return scope.supers.contains { ["UIApplicationDelegate", "NSApplicationDelegate", "App"].contains($0) }
        }
        return scope.modifiers.contains(.static) && !scope.name.contains(":") && one.language == .objectiveC
          && scope.name.contains(#/^(shared|default|standard|current|main)([A-Z]|$)|[sS]ingleton/#)
          && one.type(around: scope.start)?.name == name
      } || one.hasStaticObject(of: name)
    }
  }

  /// Whether the token is in a class: an instance of it can be in a cycle.
  func isInClass(_ token: Int, of source: Source) -> Bool {
    guard let type = source.type(around: token), type.mayBeClass else { return false }
    // In a function of the type, `self` is the type.
    let routine = source.scope(around: token) {
      $0.kind == .routine && source.type(around: $0.start)?.start == type.start
    }
    if let routine, !routine.modifiers.isDisjoint(with: [.static, .class]) { return false }
    return type.kind != .extension || isDeclared(type.name)
  }

  /// Where something outside the deinit releases what a property of the class holds: sets it to nil, empties it, or
  /// cancels it.
  func release(of name: String, in type: String, seenFrom source: Source) -> (source: Source, token: Int)? {
    let key = "\(name)|\(type)|\(source.path)"
    if let known = releases[key] { return known }
    let own = files(of: type, seenFrom: source)
    let found = (own + filesOfSubclasses(of: type).filter { file in !own.contains { $0 === file } }).lazy.compactMap {
      one -> (source: Source, token: Int)? in
      let places = self.places(of: name, in: one)
      return places.first { index in
        guard one.releases(index) else { return false }
        // Another class may have a property of that name. `cell.token = nil` is anybody's.
        let isOthers = one.word(index - 1) == .dot && one.word(index - 2) != .self
        guard
          isOthers
            || one.type(around: index).map({ self.chain(of: $0.name, seenFrom: one.path).contains(type) }) ?? false
        else { return false }
        guard let routine = one.routine(around: index) else { return true }
        // What makes room for the next ends nothing.
        return routine.name != "deinit"
          && !places.contains { $0 > index && $0 < routine.close && !one.releases($0) }
      }.map { (one, $0) }
    }.first
    releases[key] = .some(found)
    return found
  }

  /// Whether a closure around the token holds `self` weakly, and nothing makes it strong again before the token.
  func isInWeakClosure(_ token: Int, of source: Source) -> Bool {
    let routine = source.routine(around: token)
    for brace in source.braces(around: token) {
      if brace == routine?.open { return false }
      guard let closure = source.closure(at: brace), !closure.captures.isEmpty else { continue }
      if source.hasWeakSelf(closure) { return source.rebindsSelf(closure.body.lowerBound..<token) == nil }
    }
    return false
  }
}

extension Source {
  /// Whether what a property holds is let go: it is set to nil, emptied or cancelled.
  fileprivate func releases(_ index: Int) -> Bool {
    if [.var, .let].contains(word(index - 1)) { return false }
    var next = index + 1
    // `(first, second) = (nil, nil)`
    if let open = brackets(around: index).first(where: { _ in true }), word(open) == .openParenthesis,
      let close = mate(open), word(close + 1) == .equals, word(close + 2) == .openParenthesis,
      (close + 2..<self.next(close + 2)).contains(where: { word($0) == .nil })
    {
      return true
    }
    while [.question, .exclamation].contains(word(next)) { next += 1 }
    if word(next) == .openBracket, !tokens[next].isFirst { next = self.next(next) }
    while [.question, .exclamation].contains(word(next)) { next += 1 }
    if word(next) == .equals {
      if word(next + 1) == .nil || word(next + 1) == .dot && text(next + 2) == "none" { return true }
      if word(next + 1) == .openBracket { return [.closeBracket, .colon].contains(word(next + 2)) }
      // `.init()`, `Set()`, `Set<AnyCancellable>()`
      var behind = next + 2
      if word(next + 1) == .dot, word(next + 2) == .initializer { behind += 1 }
      if word(behind) == .less {
        while behind < min(next + 20, tokens.count), word(behind) != .greater { behind += 1 }
        behind += 1
      }
      let isType = word(next + 1) == .dot || text(next + 1).first?.isUppercase == true
      return isType && word(behind) == .openParenthesis && word(behind + 1) == .closeParenthesis
    }
    let ending = [
      "removeAll", "removeValue", "popLast", "removeFirst", "removeLast", "remove", "cancel", "take", "subtract",
      "formIntersection",
    ]
    return word(next) == .dot && ending.contains(text(next + 1))
  }
}

extension Source {
  /// Whether a static property is made by a closure that makes an object of the class.
  fileprivate func hasStaticObject(of name: String) -> Bool {
    places(of: .static).contains { index in
      guard word(index + 1) == .let || word(index + 1) == .var, word(index + 3) == .equals,
        word(index + 4) == .openBrace, let close = mate(index + 4)
      else { return false }
      return (index + 4..<close).contains { text($0) == name && word($0 + 1) == .openParenthesis }
    }
  }
}
