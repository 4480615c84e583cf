/// What names the observed property.
struct Key: Hashable, Sendable {
  let text: String
  /// Whether the source has the name itself, and not a constant or an expression that stands for it.
  let isLiteral: Bool

  /// The names between the dots.
  var parts: [String] { text.split(separator: ".").map { String($0.filter { $0 != "?" && $0 != "!" }) } }

  /// Whether two keys name the same property, or may do so because one of them is an expression.
  func mayBe(_ other: Key) -> Bool {
    self == other || !isConstant && !isLiteral || !other.isConstant && !other.isLiteral
  }

  /// Whether it is a name that stands for one key, and not a variable or an expression.
  private var isConstant: Bool {
    guard let first = text.utf8.first(where: { $0 != UInt8(ascii: "k") }) else { return false }
    return first >= UInt8(ascii: "A") && first <= UInt8(ascii: "Z")
      && text.utf8.allSatisfy {
        $0 == UInt8(ascii: "_") || Character(UnicodeScalar($0)).isLetter || Character(UnicodeScalar($0)).isNumber
      }
  }
}

extension Source {
  /// The key that an argument names.
  func key(_ range: Range<Int>) -> Key {
    let tokens = Array(range)
    let whole = flat(range)
    func unknown() -> Key { Key(text: whole.replacing("self.", with: ""), isLiteral: false) }
    // "date", @"date"
    if tokens.count == 1, self.tokens[tokens[0]].kind == .string {
      let literal = text(tokens[0])
      guard let open = literal.firstIndex(of: "\"") else { return unknown() }
      let inner = literal[literal.index(after: open)...].prefix { $0 != "\"" }
      return inner.contains("\\") ? unknown() : Key(text: String(inner), isLiteral: true)
    }
    // #keyPath(Clock.date), #keyPath(self.clock.date)
    if tokens.count > 3, word(tokens[0]) == .hash, text(tokens[1]) == "keyPath", let end = mate(tokens[2]),
      end == tokens.last
    {
      return Key(text: path(tokens[2] + 1..<end), isLiteral: true)
    }
    // \.date, \Clock.date
    if word(tokens.first ?? -1) == .backslash {
      return Key(text: path(tokens[0] + 1..<range.upperBound), isLiteral: true)
    }
    // NSStringFromSelector(@selector(date)), @keypath(self, clock.date), FBKVOClassKeyPath(Clock, date)
    if language == .objectiveC, tokens.count > 3, isWord(tokens[0]), word(tokens[1]) == .openParenthesis,
      mate(tokens[1]) == tokens.last
    {
      let inner = tokens[1] + 1..<(tokens.last ?? tokens[1])
      if text(tokens[0]) == "NSStringFromSelector", word(inner.lowerBound) == .selector, inner.count > 2 {
        return Key(text: text(inner.lowerBound + 2), isLiteral: true)
      }
      if ["@keypath", "keypath", "FBKVOClassKeyPath", "FBKVOKeyPath"].contains(text(tokens[0])),
        let last = split(inner).last
      {
        let names = last.filter { isWord($0) }.map { text($0) }
        let isAlone = split(inner).count == 1
        return Key(text: names.dropFirst(isAlone ? 1 : 0).joined(separator: "."), isLiteral: !names.isEmpty)
      }
    }
    return unknown()
  }

  /// The names of a path, without the type or the object from which it begins.
  private func path(_ range: Range<Int>) -> String {
    var names = range.filter { isWord($0) }.map { text($0) }
    if names.first == "self" || word(range.lowerBound) != .dot { names.removeFirst(names.isEmpty ? 0 : leading(names)) }
    return names.joined(separator: ".")
  }

  private func leading(_ names: [String]) -> Int {
    if names.first == "self" { return 1 }
    return names.prefix { $0.first?.isUppercase == true }.count
  }
}
