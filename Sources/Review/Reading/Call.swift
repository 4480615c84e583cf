/// A call in Swift.
struct Call {
  struct Argument {
    let label: String?
    let value: Range<Int>
  }

  /// The bracket that opens the arguments, or the first closure if there is none.
  let open: Int
  let arguments: [Argument]
  /// The closures, among the arguments and behind them.
  let closures: [Closure]
  /// The index behind the call.
  let end: Int

  func argument(_ label: String) -> Range<Int>? { arguments.first { $0.label == label }?.value }

  /// The closure that is passed with that label; the first one behind the call has none.
  func closure(_ label: String) -> Closure? { closures.first { $0.label == label } }
}

/// A closure in Swift.
struct Closure {
  let label: String?
  let open: Int
  let close: Int
  /// What is between the brackets of its capture list.
  let captures: Range<Int>
  let parameters: [String]
  /// Its statements.
  let body: Range<Int>
}

extension Source {
  /// The call whose arguments that parenthesis opens, or whose closure that brace opens.
  func call(at open: Int) -> Call? {
    guard let close = mate(open) else { return nil }
    var arguments: [Call.Argument] = []
    var closures: [Closure] = []
    var end = open
    if word(open) == .openParenthesis {
      for range in split(open + 1..<close) {
        guard let first = range.first else { continue }
        if isWord(first), word(first + 1) == .colon, range.count > 2 {
          arguments.append(.init(label: text(first), value: first + 2..<range.upperBound))
        } else {
          arguments.append(.init(label: nil, value: range))
        }
      }
      for argument in arguments {
        if word(argument.value.lowerBound) == .openBrace,
          let closure = closure(at: argument.value.lowerBound, argument.label)
        {
          closures.append(closure)
        }
      }
      end = close + 1
    }
    // The closures behind it, of which the first has no label.
    if word(end) == .openBrace, let closure = closure(at: end, nil) {
      closures.append(closure)
      end = closure.close + 1
      while isWord(end), word(end + 1) == .colon, word(end + 2) == .openBrace,
        let closure = self.closure(at: end + 2, text(end))
      {
        closures.append(closure)
        end = closure.close + 1
      }
    }
    return Call(open: open, arguments: arguments, closures: closures, end: end)
  }

  /// The parts between commas.
  func split(_ range: Range<Int>) -> [Range<Int>] {
    var (parts, start) = ([Range<Int>](), range.lowerBound)
    for index in top(range) where word(index) == .comma {
      parts.append(start..<index)
      start = index + 1
    }
    if start < range.upperBound { parts.append(start..<range.upperBound) }
    return parts
  }

  /// The closure that a brace opens.
  func closure(at open: Int, _ label: String? = nil) -> Closure? {
    guard word(open) == .openBrace, let close = mate(open) else { return nil }
    var index = open + 1
    // Attributes: `@MainActor`, `@Sendable`.
    while word(index) == .at, isWord(index + 1) {
      index += 2
      if word(index) == .openParenthesis, !tokens[index].isFirst { index = next(index) }
    }
    var captures = index..<index
    if word(index) == .openBracket, let end = mate(index) {
      captures = index + 1..<end
      index = end + 1
    }
    let (start, limit) = (index, min(index + 60, close))
    while index < limit, word(index) != .in {
      switch word(index) {
      case .openParenthesis: index = next(index)
      case .comma, .colon, .question, .arrow, .less, .greater, .dot, .at, .async, .throws, .some, .any, .inout,
        .underscore,
        .exclamation, .openBracket, .closeBracket:
        index += 1
      default:
        guard isWord(index), !Self.beginsStatement.contains(word(index)) else {
          index = limit
          continue
        }
        index += 1
      }
    }
    guard word(index) == .in, index < close else {
      // Without `in` there are no captures: the bracket is an array.
      let body = open + 1..<close
      return Closure(
        label: label, open: open, close: close, captures: body.lowerBound..<body.lowerBound, parameters: [], body: body)
    }
    return Closure(
      label: label, open: open, close: close, captures: captures, parameters: parameters(start..<index),
      body: index + 1..<close)
  }

  private static let beginsStatement: Set<Word> = [
    .let, .var, .if, .guard, .return, .for, .self, .super, .switch, .while, .try, .await, .do, .func,
  ]

  private func parameters(_ range: Range<Int>) -> [String] {
    let inner =
      word(range.lowerBound) == .openParenthesis
      ? range.lowerBound + 1..<(mate(range.lowerBound) ?? range.upperBound) : range
    return split(inner).compactMap { part in
      let end = top(part).first { word($0) == .colon || word($0) == .arrow } ?? part.upperBound
      // `_ change: Change` is called `change` inside.
      return part.prefix { $0 < end }.last.map { text($0) }
    }
  }

  /// Whether the closure holds `self` weakly or not at all, by its list of captures.
  func hasWeakSelf(_ closure: Closure) -> Bool {
    split(closure.captures).contains { part in
      let words = part.map { word($0) }
      return words.contains(.self) && (words.contains(.weak) || words.contains(.unowned))
        // `[self = something]` is another object by that name.
        || words.first == .self && words.contains(.equals)
    }
  }

  /// Where the closure captures `self` strongly; nil if it does not.
  func strongSelf(in closure: Closure) -> Int? {
    if hasWeakSelf(closure) { return nil }
    if let named = closure.captures.first(where: { word($0) == .self }) { return named }
    return closure.body.first { isSelf($0) }
  }

  /// Whether the token is the object itself, and not a member of that name or its type.
  func isSelf(_ index: Int) -> Bool {
    word(index) == .self && word(index - 1) != .dot && !(word(index + 1) == .dot && text(index + 2) == "Type")
  }

  /// Where `self` becomes a strong reference that is there at the end of the range: by `guard let self` at its top, or by
  /// `if let self` around its end.
  func rebindsSelf(_ range: Range<Int>) -> Int? {
    top(range).first { index in
      guard word(index) == .guard || word(index) == .if, word(index + 1) == .let, isBoundSelf(index + 2) else {
        return false
      }
      if word(index) == .guard { return true }
      guard let open = (index..<range.upperBound).first(where: { word($0) == .openBrace }) else { return true }
      return mate(open).map { $0 >= range.upperBound } ?? true
    }
  }

  private func isBoundSelf(_ index: Int) -> Bool {
    if word(index) == .self { return true }
    // `let stream = self?.stream` binds what `self` has.
    return isWord(index) && word(index + 1) == .equals && word(index + 2) == .self
      && ![.dot, .question, .exclamation].contains(word(index + 3))
  }

  /// The token of the `if`, `guard` or `while` whose body that brace opens.
  func condition(openedBy brace: Int) -> Int? {
    var index = brace - 1
    let limit = max(0, brace - 80)
    while index > limit, tokens[index].outer == tokens[brace].outer || (mate(index).map { $0 < index } ?? false) {
      if [.if, .guard, .while].contains(word(index)) { return index }
      if [.semicolon, .closeBrace].contains(word(index)) { return nil }
      index = (mate(index).map { min($0, index) } ?? index) - 1
    }
    return nil
  }

  // MARK: Expressions

  /// Where the expression begins that ends before a member: of `a.b(c)?.observe`, at `a`.
  ///
  /// - Parameter member: the name of the last member.
  func expressionStart(of member: Int) -> Int {
    var start = member
    while word(start - 1) == .dot {
      var index = start - 2
      while word(index) == .question || word(index) == .exclamation { index -= 1 }
      // Arguments, subscripts and closures, and then what they belong to.
      while [.closeParenthesis, .closeBracket, .closeBrace].contains(word(index)), let open = mate(index), open < index
      {
        index = open - 1
        while word(index) == .question || word(index) == .exclamation { index -= 1 }
        if !isWord(index), ![.closeParenthesis, .closeBracket].contains(word(index)) {
          index += 1
          break
        }
      }
      guard index >= 0, isWord(index) || tokens[index].kind != .mark || mate(index) != nil else { return start }
      start = index
      if word(start - 1) != .dot { break }
    }
    return start
  }

  /// The text of the object of a member: of `self.player?.observe`, `player`.
  func receiver(of member: Int) -> String {
    guard word(member - 1) == .dot else { return "self" }
    let start = expressionStart(of: member)
    guard start < member - 1 else { return "" }
    return Self.plain(flat(start..<member - 1))
  }

  /// A name without `self.` and marks of optionals.
  static func plain(_ text: String) -> String {
    var text = text
    if text.hasPrefix("self.") { text.removeFirst(5) }
    if text.hasPrefix("self->") { text.removeFirst(6) }
    return text.filter { $0 != "?" && $0 != "!" }
  }

  /// The name of a property of the object itself: of `self.tokens["a"]`, `tokens`. Nil if it is another object's.
  static func ownName(_ text: String) -> String? {
    let plain = plain(text).prefix { $0 != "[" && $0 != "(" }
    return plain.contains(".") || plain.isEmpty ? nil : String(plain)
  }

  /// The last name of a path: of `self.tokens["a"]`, `tokens`.
  static func lastName(_ text: String) -> String {
    let plain = plain(text).prefix { $0 != "[" && $0 != "(" }
    return plain.split(separator: ".").last.map(String.init) ?? ""
  }
}
