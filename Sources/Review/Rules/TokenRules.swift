extension Rule {
  /// Tokens that are dropped, and tokens in a cycle.
  static let tokens: [Rule] = [
    Rule(
      "MOD-1", [.swift],
      looksFor: "a call of `observe` with a key path whose token is not used, or is assigned to `_` or to a local "
        + "constant that is not used again",
      exempt:
        "the call is the value of a closure or a function, is returned or passed on; it is one of the expressions of a "
        + "closure that makes a value, as a result builder does; the project has an `observe` of its own that takes a "
        + "key path",
      reason: "The token is not kept, so the observation ends at once.",
      remedy: "Store the token in a property of the observer."
    ) { project in
      guard !project.declaresObserve else { return [] }
      let dropped = project.tokenCalls.filter { one in
        let source = one.source
        if let brace = source.braces(around: one.token).first,
          source.scopes.first(where: { $0.open == brace })?.kind != .routine, source.condition(openedBy: brace) == nil,
          project.declaresBuilder || source.mayBuild(brace)
        {
          return false
        }
        let last = Source.lastName(one.receiver)
        if last == "rx" || last.hasSuffix("Defaults") && last != "UserDefaults" { return false }
        switch one.use {
        case .dropped: return true
        case .local(let name):
          guard let routine = source.routine(around: one.token) else { return false }
          return project.places(of: name, in: source).count(where: routine.body.contains) == 1
        default: return false
        }
      }
      return dropped.map { Place(source: $0.source, token: $0.token) }
    },
    Rule(
      "MOD-2", [.swift],
      looksFor: "a class whose property keeps the token of an `observe`, and whose closure mentions `self` without a "
        + "weak reference in its own list of captures",
      exempt: "something outside the deinit sets the property to nil or empties it; a closure around the call holds "
        + "`self` weakly; the class has a shared instance",
      reason:
        "`self` holds the token in `PROPERTY`, the token its closure, and the closure `self` (line LINE): the object "
        + "is never deallocated.",
      remedy: "Write `[weak self]` in the closure. `invalidate()` does not break the cycle."
    ) { tokenCycles($0).filter { $0.release == nil }.map(\.place) },
    Rule(
      "MOD-2", form: "assign", [.swift],
      looksFor:
        "`assign(to:on: self)` of `$name`, `publisher(for:)`, a subject or a property that is called a publisher, "
        + "stored in a property of `self`",
      exempt: "the chain ends, as with `first()`; `assign` has a third argument; the class has a shared instance",
      reason: "The subscription retains `self`, and `self` keeps the subscription in `PROPERTY`.",
      remedy: "Write `sink { [weak self] … }`, or `assign(to: &$property)` if the property is published."
    ) { assignments($0).filter(\.isEndless).map(\.place) },
  ]

  /// Subscriptions that are assigned to `_`.
  static func droppedSinks(_ project: Project) -> [Place] {
    project.sources.flatMap { source -> [Place] in
      guard source.language == .swift else { return [] }
      return source.places(of: .sink).compactMap { index in
        guard source.word(index - 1) == .dot,
          [.openParenthesis, .openBrace].contains(source.word(index + 1)), let call = source.call(at: index + 1),
          source.word(call.end) != .dot
        else { return nil }
        let start = source.expressionStart(of: index)
        guard source.word(start - 1) == .equals, source.word(start - 2) == .underscore else { return nil }
        return sendsAtOnce(source, index) ? nil : Place(source: source, token: index)
      }
    }
  }

  /// Whether a publisher has sent its values and has ended when `sink` returns, by the name with which its chain begins.
  static func sendsAtOnce(_ source: Source, _ sink: Int) -> Bool {
    source.flat(source.expressionStart(of: sink)..<sink)
      .contains(#/^(Just|Empty|Fail|Result|Record)\b|\]\.publisher/#.wordBoundaryKind(.simple))
  }

  /// A property that keeps a token whose closure keeps `self`, and where something releases it.
  struct Cycle {
    let place: Place
    let release: (source: Source, token: Int)?
  }

  static func tokenCycles(_ project: Project) -> [Cycle] {
    project.tokenCalls.compactMap { one -> Cycle? in
      let source = one.source
      do {
        guard project.isInClass(one.token, of: source), let type = source.type(around: one.token),
          let captured = one.call.closures.lazy.compactMap({ source.strongSelf(in: $0) }).first,
          let name = keeper(of: one, type, project), !project.livesForEver(type, in: source),
          !project.isInWeakClosure(one.token, of: source)
        else { return nil }
        var place = Place(
          source: source, token: one.token, values: ["PROPERTY": name, "LINE": "\(source.line(of: captured))"])
        if source.word(captured - 1) == .weak {
          place.reason =
            "`self` holds the token in `PROPERTY`, and the token its closure. The `[weak self]` of line LINE is that of an "
            + "inner closure, for which the outer one holds `self` strongly: the object is never deallocated."
          place.remedy = "Write `[weak self]` in the outer closure."
        }
        return Cycle(
          place: place, release: project.release(of: name, in: type.name, seenFrom: source))
      }
    }
  }

  /// The property of the class that keeps the token; nil if none does.
  private static func keeper(of one: TokenCall, _ type: Scope, _ project: Project) -> String? {
    let source = one.source
    let name: String?
    switch one.use {
    case .assigned(let target), .collected(let target): name = Source.ownName(target)
    case .local(let local):
      guard let routine = source.routine(around: one.token),
        let kept = keeper(ofLocal: local, in: routine, after: one.call.end, source)
      else { return nil }
      name = Source.ownName(kept)
    case .dropped, .passedOn: return nil
    }
    return name.flatMap { project.property($0, of: type.name, seenFrom: source.path) == nil ? nil : $0 }
  }

  /// Where a local variable is stored later: `tokens.append(token)`, `self.token = token`.
  private static func keeper(ofLocal name: String, in routine: Scope, after start: Int, _ source: Source) -> String? {
    for index in max(start, routine.body.lowerBound)..<max(start, routine.body.upperBound)
    where source.isWord(index) && source.text(index) == name {
      if source.word(index - 1) == .openParenthesis, ["append", "insert", "add"].contains(source.text(index - 2)) {
        return source.receiver(of: index - 2)
      }
      if source.word(index - 1) == .equals, source.word(index + 1) != .dot {
        var first = index - 2
        while first > routine.open, !source.tokens[first].isFirst { first -= 1 }
        return source.flat(first..<index - 1)
      }
    }
    return nil
  }

  struct Assignment {
    let place: Place
    /// Whether the publisher does not end, and nothing outside the deinit ends the subscription.
    let isEndless: Bool
  }

  /// `.assign(to: \.p, on: self).store(in: &own)`.
  static func assignments(_ project: Project) -> [Assignment] {
    project.sources.flatMap { source -> [Assignment] in
      guard source.language == .swift else { return [] }
      return source.places(of: .assign).compactMap { index in
        guard source.word(index - 1) == .dot, source.word(index + 1) == .openParenthesis,
          let call = source.call(at: index + 1), let target = call.argument("on"), target.count == 1,
          source.word(target.lowerBound) == .self,
          let property = (source.stored(behind: call) ?? source.assigned(index, call)).flatMap(Source.ownName),
          // `assign(to:on:ownership:)`, or one of the project's own that may hold its object weakly.
          call.arguments.count == 2, project.routinesByName["assign"] == nil, project.isInClass(index, of: source),
          let type = source.type(around: index), !project.livesForEver(type, in: source)
        else { return nil }
        let chain = source.expressionStart(of: index)..<index
        let names = chain.filter { source.isWord($0) }.map { source.text($0) }
        let isFinite = names.contains {
          ["first", "prefix", "output", "dataTaskPublisher", "Future", "Just"].contains($0)
        }
        let isEndless =
          !isFinite
          && chain.contains { token in
            guard source.isWord(token) else { return false }
            let text = source.text(token)
            // `$0` is the parameter of a closure.
            return text.hasPrefix("$") && text.count > 1 && text.dropFirst().first?.isNumber == false
              || text.hasSuffix("Publisher") && text != "eraseToAnyPublisher"
                && source.word(token + 1) != .openParenthesis
              || text == "publisher" && source.word(token + 1) == .openParenthesis
              || text == "subject" || text.hasSuffix("Subject")
          }
        var place = Place(source: source, token: index, values: ["PROPERTY": property])
        let closures = chain.compactMap { source.closure(at: $0) }
        if closures.contains(where: { source.strongSelf(in: $0) != nil }) {
          place.remedy = "Write `sink { [weak self] … }`, and `[weak self]` in the closures before it."
        }
        let release = project.release(of: property, in: type.name, seenFrom: source)
        if let release {
          place.values["END"] = line(of: release, from: source)
          place.reason = "The subscription in `PROPERTY` retains `self` until line END runs."
          place.remedy = "Write `sink { [weak self] … }`, unless line END always runs."
        }
        return Assignment(place: place, isEndless: isEndless && release == nil)
      }
    }
  }
}
