extension Rule {
  /// FBKVOController.
  static let controllers: [Rule] = [
    Rule(
      "LIF-9", [.objectiveC],
      looksFor: "a block for a KVOController that names `self` or an instance variable",
      exempt:
        "the block makes a strong reference of a weak one; the class calls `unobserveAll`, or has a shared instance",
      reason: "`self` owns the controller, the controller keeps the block, and the block keeps `self` (line LINE).",
      remedy: "Use the observer that the block receives."
    ) { project in
      controllerCalls(project).compactMap { one in
        guard let block = one.message.argument("block"), let captured = one.source.captured(inBlock: block),
          !ends(one),
          let type = one.source.type(around: one.token), !project.livesForEver(type, in: one.source)
        else { return nil }
        return Place(source: one.source, token: one.token, values: ["LINE": "\(one.source.line(of: captured))"])
      }
    },
    Rule(
      "MED-1", [.objectiveC],
      looksFor: "a retaining KVOController that observes `self`",
      exempt: "the class calls `unobserve:self` or `unobserveAll`, or has a shared instance",
      reason: "The controller retains `self`, and `self` owns the controller: the object is never deallocated.",
      remedy: "Override the setter, or call `unobserve:self` before the owner releases the object."
    ) { project in selfObservations(project).filter { !$0.isNonRetaining }.map(\.place) },
    Rule(
      "MED-2", [.objectiveC],
      looksFor: "a KVOController that does not retain, and observes `self`",
      exempt: "the class calls `unobserve:self` or `unobserveAll`, or has a shared instance",
      reason:
        "When the object is deallocated, the controller cannot remove it any longer: up to iOS 10 the process ends, "
        + "and later systems remove it without a word.",
      remedy: "Override the setter, or unobserve before the object is deallocated."
    ) { project in selfObservations(project).filter(\.isNonRetaining).map(\.place) },
    Rule(
      "MED-5", [.objectiveC],
      looksFor: "an FBKVOController in a local variable that is not stored",
      reason: "The controller is deallocated when the function returns, and its observations end.",
      remedy: "Use `self.KVOController`, or keep the controller in a property."
    ) { project in
      controllerCalls(project).compactMap { one in
        let source = one.source
        guard let name = one.localName, let routine = source.routine(around: one.token),
          let made = source.controllerMade(name, in: routine)
        else { return nil }
        let isStored =
          routine.body.contains { index in
            guard source.text(index) == name, index > made.upperBound else { return false }
            // A block may keep it.
            let isInBlock = source.braces(around: index).contains { $0 > routine.open && source.isBlock(openedBy: $0) }
            return [.equals, .return, .comma, .colon].contains(source.word(index - 1)) || isInBlock
          } || made.contains { source.word($0) == .equals }
        return isStored ? nil : Place(source: source, token: one.token)
      }
    },
  ]

  struct ControllerCall {
    let source: Source
    /// The token of `observe`.
    let token: Int
    let message: Message
    /// The local variable that is the receiver.
    let localName: String?
    /// What is known of the receiver, in small letters.
    let receiver: String
  }

  static func controllerCalls(_ project: Project) -> [ControllerCall] {
    project.sources.flatMap { source -> [ControllerCall] in
      guard source.language == .objectiveC else { return [] }
      return source.places(of: .observe).compactMap { index in
        guard source.word(index + 1) == .colon, let message = source.message(with: index),
          message.argument("keyPath") != nil || message.argument("keyPaths") != nil
        else { return nil }
        var receiver = source.flat(message.receiver).lowercased()
        let name = message.receiver.count == 1 ? source.text(message.receiver.lowerBound) : nil
        var local: String?
        if let name, let routine = source.routine(around: index), let made = source.controllerMade(name, in: routine) {
          local = name
          receiver += " " + source.flat(made).lowercased()
        }
        guard receiver.contains("kvo") || receiver.contains("controller") else { return nil }
        return ControllerCall(source: source, token: index, message: message, localName: local, receiver: receiver)
      }
    }
  }

  /// Whether the class ends all observations, or that of itself.
  private static func ends(_ one: ControllerCall) -> Bool {
    let source = one.source
    let name = source.type(around: one.token)?.name
    return source.scopes.filter { $0.isType && $0.name == name }.contains { scope in
      scope.body.contains { index in
        source.text(index) == "unobserveAll" && !["dealloc"].contains(source.routine(around: index)?.name)
          || source.text(index) == "unobserve" && source.word(index + 1) == .colon && source.word(index + 2) == .self
      }
    }
  }

  private struct SelfObservation {
    let place: Place
    let isNonRetaining: Bool
  }

  private static func selfObservations(_ project: Project) -> [SelfObservation] {
    controllerCalls(project).compactMap { one in
      let source = one.source
      guard let object = one.message.argument("observe"), source.flat(object) == "self",
        let type = source.type(around: one.token), !project.livesForEver(type, in: source)
      else { return nil }
      guard !ends(one) else { return nil }
      let isNonRetaining = one.receiver.contains("nonretaining") || one.receiver.contains("retainobserved:no")
      return SelfObservation(place: Place(source: source, token: one.token), isNonRetaining: isNonRetaining)
    }
  }
}

extension Source {
  /// The value of a local variable that is an FBKVOController; nil if there is none of that name.
  func controllerMade(_ name: String, in routine: Scope) -> Range<Int>? {
    let declaration = routine.body.first { index in
      guard text(index) == name, word(index - 1) == .star, word(index + 1) == .equals else { return false }
      return text(index - 2).hasSuffix("KVOController")
    }
    guard let declared = declaration else { return nil }
    var end = declared + 2
    while end < routine.close, word(end) != .semicolon { end = next(end) }
    let value = declared + 2..<end
    let made = flat(value)
    return made.contains("controllerWithObserver") || made.contains("alloc") ? value : nil
  }

  /// Where a block of Objective-C captures `self` strongly; nil if it does not.
  func captured(inBlock range: Range<Int>) -> Int? {
    guard let open = range.first(where: { word($0) == .openBrace }), let close = mate(open) else { return nil }
    let body = open + 1..<close
    // `@strongify(self)`, `__strong typeof(self) self = weakSelf`
    let makesStrong = body.contains { index in
      if text(index) == "@strongify" { return true }
      guard word(index) == .self, word(index + 1) == .equals else { return false }
      return (max(open, index - 12)..<index).contains { text($0) == "__strong" || text($0).contains("typeof") }
    }
    if makesStrong { return nil }
    return body.first { index in
      guard isWord(index) else { return false }
      if word(index) == .self {
        // The type of `self` captures nothing.
        let isType =
          word(index - 1) == .openParenthesis && ["typeof", "sizeof"].contains { text(index - 2).contains($0) }
        return word(index - 1) != .dot && !isType
      }
      let name = text(index)
      // A parameter or a variable of the block itself may begin like that too.
      let isLocal = range.contains { inner in
        text(inner) == name && (word(inner - 1) == .star || isWord(inner - 1) && word(inner - 1) != .return)
      }
      let isVariable = name.hasPrefix("_") && name.dropFirst().first?.isLowercase == true && name != "_cmd" && !isLocal
      return isVariable && word(index - 1) != .dot && word(index - 1) != .arrow
    }
  }
}
