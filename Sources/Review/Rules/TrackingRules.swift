extension Rule {
  /// The framework Observation.
  static let tracking: [Rule] = [
    Rule(
      "MOD-5", [.swift],
      looksFor: "`withObservationTracking` whose `onChange` leads to none of the functions around it",
      exempt:
        "`onChange` yields to a stream, resumes a continuation, signals a test, posts a notification, asks for an "
        + "update or sets a flag; "
        + "the system calls the function again, as it does `updateUIView`",
      reason: "`onChange` is called once, for the first change, and nothing tracks again.",
      remedy: "Track again in `onChange`, in a task."
    ) { project in
      trackings(project).compactMap { one in
        let source = one.source
        let around = source.scopes.filter { !$0.isType && $0.range.contains(one.token) }
        guard !around.isEmpty || source.type(around: one.token) != nil else { return nil }
        if around.contains(where: { calledAgain.contains($0.name) }) || source.isRepeated(one.token) { return nil }
        let words = one.onChange.body.filter { source.isWord($0) }.map { source.text($0) }
        let signals = words.contains { word in
          signalling.contains(word)
            || ["continuation", "setNeeds", "reload", "invalidate", "delegate"].contains(where: word.hasPrefix)
        }
        return signals || source.setsFlag(one.onChange.body) || tracksAgain(one, words, around.map(\.name), project)
          ? nil : Place(source: source, token: one.token)
      }
    },
    Rule(
      "MOD-6", [.swift],
      looksFor: "an `onChange` that reads a property which the tracked closure reads",
      exempt: "the read is in another closure",
      reason: "`onChange` is called before the change, so it reads the old `PROPERTY`.",
      remedy: "Read `PROPERTY` in a task that `onChange` starts."
    ) { project in
      trackings(project).compactMap { one in
        let source = one.source
        let read = Set(source.members(one.tracked.body))
        // Inside another closure, it may be read later.
        let atOnce = one.onChange.body.filter { source.isDirectly($0, in: one.onChange) }
        let members = source.members(atOnce)
        guard let common = members.first(where: read.contains)?.split(separator: ".").last.map(String.init) else {
          return nil
        }
        return Place(source: source, token: one.token, values: ["PROPERTY": common])
      }
    },
  ]

  private static let calledAgain: Set<String> = [
    "updateUIView", "updateNSView", "updateUIViewController", "updateNSViewController", "layoutSubviews", "layout",
    "viewWillLayoutSubviews", "viewDidLayoutSubviews", "updateProperties", "updateConstraints", "draw",
    "updateConfiguration", "tableView", "collectionView",
  ]
  private static let signalling: Set<String> = [
    "yield", "resume", "fulfill", "signal", "finish", "confirmation", "confirm", "post",
  ]
  /// Whether `onChange` leads to a function around the call, to the property that has it, or to one that tracks too;
  /// also through other functions of the class.
  private static func tracksAgain(_ one: Tracking, _ words: [String], _ around: [String], _ project: Project) -> Bool {
    let source = one.source
    let type = source.type(around: one.token)?.name
    let files = type.map { project.files(of: $0, seenFrom: source) } ?? [source]
    let routines = files.flatMap { file in
      file.scopes.filter { !$0.isType }.map { scope in
        (name: scope.name, words: Set(scope.body.filter { file.isWord($0) }.map { file.text($0) }))
      }
    }
    var reach = Set(around + source.assignedNames(around: one.token)).subtracting(["init"])
    reach.insert("withObservationTracking")
    for _ in 0..<6 {
      let more = routines.filter { $0.name != "init" && !reach.contains($0.name) && !$0.words.isDisjoint(with: reach) }
      if more.isEmpty { break }
      reach.formUnion(more.map(\.name))
    }
    return words.contains(where: reach.contains)
  }

  struct Tracking {
    let source: Source
    let token: Int
    let tracked: Closure
    let onChange: Closure
  }

  static func trackings(_ project: Project) -> [Tracking] {
    project.sources.flatMap { source -> [Tracking] in
      guard source.language == .swift else { return [] }
      return source.places(of: .withObservationTracking).compactMap { index in
        guard source.word(index - 1) != .func,
          [.openParenthesis, .openBrace].contains(source.word(index + 1)), let call = source.call(at: index + 1),
          let onChange = call.closure("onChange"), let tracked = call.closures.first(where: { $0.label != "onChange" })
        else { return nil }
        return Tracking(source: source, token: index, tracked: tracked, onChange: onChange)
      }
    }
  }
}

extension Source {
  /// The members that are read, from the object on: `model.name` of `self?.model.name`, and not methods.
  func members(_ range: some Sequence<Int>) -> [String] {
    range.compactMap { index in
      // `.red` alone is no member of an object.
      guard isWord(index), word(index - 1) == .dot,
        ![.openParenthesis, .openBrace, .equals, .dot, .question, .exclamation].contains(word(index + 1))
      else { return nil }
      let start = expressionStart(of: index)
      guard start < index - 1, isWord(start) else { return nil }
      return Self.plain(flat(start..<index + 1))
    }
  }

  /// Whether the token is in no further closure that may be called later.
  func isDirectly(_ index: Int, in closure: Closure) -> Bool {
    braces(around: index).prefix { $0 != closure.open }
      .allSatisfy { brace in
        if condition(openedBy: brace) != nil || [.else, .do].contains(word(brace - 1)) { return true }
        // These call their closure before they return.
        let called = word(brace - 1) == .closeParenthesis ? (mate(brace - 1) ?? brace) - 1 : brace - 1
        return ["assumeIsolated", "withLock", "sync", "withAnimation", "withTransaction", "forEach"].contains(
          text(called))
      }
  }

  /// Whether something gets the value true or false there: a mark for code that asks later.
  fileprivate func setsFlag(_ range: Range<Int>) -> Bool {
    range.contains { word($0) == .equals && ["true", "false"].contains(text($0 + 1)) }
  }

  /// Whether a loop around the token comes back to it, or code waits there for one change.
  fileprivate func isRepeated(_ index: Int) -> Bool {
    braces(around: index).contains { brace in
      if let condition = condition(openedBy: brace), word(condition) == .while { return true }
      if text(brace - 1) == "repeat" || text(brace - 1).hasSuffix("Continuation") { return true }
      if word(brace - 1) == .closeParenthesis, let open = mate(brace - 1), text(open - 1).hasSuffix("Continuation") {
        return true
      }
      // `for … in … {`
      let start = brace - 1
      return (max(0, start - 40)...max(0, start)).contains {
        word($0) == .for && tokens[$0].isFirst && tokens[$0].outer == tokens[brace].outer
          && !($0..<brace).contains { [.openBrace, .closeBrace, .semicolon].contains(word($0)) }
      }
    }
  }

  /// The names to which the closures around a token are assigned: `renew = { … }`.
  fileprivate func assignedNames(around index: Int) -> [String] {
    braces(around: index).flatMap { brace -> [String] in
      guard word(brace - 1) == .equals else { return [] }
      var start = brace - 2
      while start > 0, !tokens[start].isFirst { start -= 1 }
      return (start..<brace).filter { isWord($0) }.map { text($0) }
    }
  }
}
