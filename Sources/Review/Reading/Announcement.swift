extension Source {
  /// Whether a value is set behind that token.
  func isSet(_ index: Int) -> Bool {
    [.equals, .plusEquals, .minusEquals, .timesEquals, .orEquals, .andEquals].contains(word(index))
  }

  /// Whether a brace opens a block of Objective-C.
  func isBlock(openedBy brace: Int) -> Bool {
    var index = brace - 1
    if word(index) == .closeParenthesis, let open = mate(index) { index = open - 1 }
    while isWord(index) || word(index) == .star { index -= 1 }
    return word(index) == .caret
  }

  /// The words that may announce a change.
  var announcements: [Int] {
    [Word.willChangeValue, .didChangeValue, .willChangeValueForKey, .didChangeValueForKey].flatMap(places).sorted()
  }

  /// Whether the token announces the begin of a change, or its end; nil if it does neither.
  func announcement(_ index: Int) -> Bool? {
    guard word(index - 1) != .func else { return nil }
    switch word(index) {
    case .willChangeValue where language == .swift && word(index + 1) == .openParenthesis: return true
    case .didChangeValue where language == .swift && word(index + 1) == .openParenthesis: return false
    case .willChangeValueForKey where language == .objectiveC && word(index + 1) == .colon: return true
    case .didChangeValueForKey where language == .objectiveC && word(index + 1) == .colon: return false
    default: return nil
    }
  }

  /// The key of an announcement by the object itself.
  func announcedKey(_ index: Int) -> Key? {
    if language == .objectiveC {
      guard let message = message(with: index), text(message.receiver) == "self",
        let key = message.arguments.first?.value
      else { return nil }
      return self.key(key)
    }
    guard let call = call(at: index + 1), let argument = call.arguments.first,
      ["for", "forKey"].contains(argument.label),
      ["self", ""].contains(receiver(of: index))
    else { return nil }
    return key(argument.value)
  }
}
