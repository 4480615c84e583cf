extension Rule {
  /// The callback by key path, and the closure of Apple's `observe`.
  static let callbacks: [Rule] = [
    Rule(
      "OPT-1", [.swift, .objectiveC],
      looksFor: "the new or the old value of a change, where the options are written out and do not ask for it",
      exempt: "the options are an expression; another addition of the class asks for the value; a superclass observes "
        + "too",
      reason: "The options (line LINE) do not ask for the VALUE value, so it is always nil.",
      remedy: "Add `.VALUE`, or read the observed object.",
      inObjectiveC: "Add the option for the VALUE value, or read the observed object."
    ) { project in valuesOfTokens(project) + valuesOfMethods(project) },
    Rule(
      "CTX-1", form: "category", [.swift, .objectiveC],
      looksFor:
        "`observeValue(forKeyPath:…)` in a category or an extension of a class that the project does not declare",
      reason: "This method takes the place of the one that CLASS has or inherits, for the whole process.",
      remedy: "Let a helper object observe, or keep a token.", inObjectiveC: "Let a helper object observe."
    ) { project in
      callbackMethods(project).compactMap { method in
        let isCategory =
          method.type.kind == .implementation && method.type.category?.isEmpty == false
          || method.type.kind == .extension
        guard isCategory, !project.isDeclared(method.type.name), !declares(method.type.name, project) else {
          return nil
        }
        return Place(source: method.source, token: method.scope.start, values: ["CLASS": method.type.name])
      }
    },
    Rule(
      "CTX-2", [.swift, .objectiveC],
      looksFor:
        "`observeValue(forKeyPath:…)` that never calls `super`, where a superclass in the project has one too and "
        + "observes",
      exempt: "the method of the superclass is empty",
      reason: "The calls for CLASS, which observes too, end here.",
      remedy: "Pass every call that is not your own to `super`."
    ) { project in
      let methods = callbackMethods(project)
      let methodsByType = Dictionary(grouping: methods, by: \.type.name)
      return methods.compactMap { method in
        let chain = project.chain(of: method.type.name, seenFrom: method.source.path).dropFirst()
        guard !method.callsSuper,
          let above = chain.first(where: { name in
            func isMeant(by source: Source) -> Bool { project.isSame(name, in: source, and: method.source) }
            return methodsByType[name]?.contains { !$0.isEmpty && isMeant(by: $0.source) } ?? false
              && project.additions.of(type: name).contains { $0.isOfSelf && isMeant(by: $0.source) }
          })
        else { return nil }
        return Place(source: method.source, token: method.scope.start, values: ["CLASS": above])
      }
    },
  ]

  // MARK: Values

  private static func valuesOfTokens(_ project: Project) -> [Place] {
    project.tokenCalls.flatMap { one -> [Place] in
      let source = one.source
      do {
        guard let options = source.options(one.call.argument("options")),
          let closure = one.call.closures.first, closure.parameters.count != 1
        else { return [] }
        let change = closure.parameters.count > 1 ? closure.parameters[1] : "$1"
        // Another variable by that name.
        let isHidden = closure.body.contains { index in
          source.text(index) == change
            && ([.let, .var].contains(source.word(index - 1)) || [.in, .comma].contains(source.word(index + 1)))
        }
        if isHidden { return [] }
        return ["new", "old"].compactMap { value in
          guard change != "_", !options.contains(value),
            let read = closure.body.first(where: {
              source.text($0) == change && source.word($0 + 1) == .dot && source.text($0 + 2) == value + "Value"
            })
          else { return nil }
          return Place(
            source: source, token: read, values: ["VALUE": value, "LINE": "\(source.line(of: one.token))"])
        }
      }
    }
  }

  private static func valuesOfMethods(_ project: Project) -> [Place] {
    callbackMethods(project).flatMap { method -> [Place] in
      let source = method.source
      let own = project.additions.of(source).filter { $0.type == method.type.name }
      // What a superclass observes comes here too, and with other values.
      let inherited = project.chain(of: method.type.name, seenFrom: source.path).dropFirst().contains { name in
        project.isDeclared(name)
          && project.additions.of(type: name).contains { project.isSame(name, in: $0.source, and: source) }
      }
      let isOnly = source.scopes.count { $0.isType && $0.name == method.type.name && $0.kind != .interface } == 1
      let keys = Set(own.map(\.key))
      let isAddedByOthers = project.additions.ofOthers.contains { keys.contains($0.key) }
      guard !own.isEmpty, isOnly, !inherited, !isAddedByOthers, own.allSatisfy(\.isOfSelf) else { return [] }
      return ["new", "old"].compactMap { value in
        let isAskedFor = own.contains { source.options($0.options)?.contains(value) ?? true }
        let constant = "NSKeyValueChange\(value == "new" ? "New" : "Old")Key"
        guard !isAskedFor,
          let read = method.scope.body.first(where: { index in
            (source.text(index) == constant
              || source.text(index) == value + "Key" && source.word(index - 1) == .dot
                && source.word(index - 2) == .openBracket)
              && !isForOtherKeys(index, keys, in: source)
          })
        else { return nil }
        let line = own.first.map { source.line(of: $0.token) } ?? 0
        return Place(source: source, token: read, values: ["VALUE": value, "LINE": "\(line)"])
      }
    }
  }

  /// Whether a condition around the token compares with other keys alone.
  private static func isForOtherKeys(_ index: Int, _ keys: Set<Key>, in source: Source) -> Bool {
    source.braces(around: index).contains { brace in
      guard let condition = source.condition(openedBy: brace) else { return false }
      let compared = (condition..<brace).filter { source.tokens[$0].kind == .string }.map { source.key($0..<$0 + 1) }
      return !compared.isEmpty && keys.isDisjoint(with: compared) && keys.allSatisfy(\.isLiteral)
    }
  }

  // MARK: Methods

  struct CallbackMethod {
    let source: Source
    let scope: Scope
    let type: Scope
    let callsSuper: Bool

    var isEmpty: Bool { scope.body.allSatisfy { source.word($0) == .semicolon } }
  }

  static func callbackMethods(_ project: Project) -> [CallbackMethod] {
    let named = project.routinesByName.filter {
      $0.key == "observeValue" || $0.key.hasPrefix("observeValueForKeyPath:")
    }
    return named.values.joined().compactMap { source, scope, type -> CallbackMethod? in
      do {
        let isCallback =
          source.language == .swift
          ? scope.name == "observeValue" && scope.parameters.contains { source.word($0) == .forKeyPath }
          : scope.name.hasPrefix("observeValueForKeyPath:")
        guard isCallback, scope.kind == .routine, let type else { return nil }
        let callsSuper = scope.body.contains { index in
          source.word(index) == .super
            && (source.word(index + 1) == .dot && source.word(index + 2) == .observeValue
              || source.text(index + 1) == "observeValueForKeyPath")
        }
        return CallbackMethod(source: source, scope: scope, type: type, callsSuper: callsSuper)
      }
    }
  }

  private static func declares(_ name: String, _ project: Project) -> Bool {
    project.types(called: name).contains {
      $0.scope.kind == .class || $0.scope.kind == .implementation && $0.scope.category == nil
    }
  }
}

extension Source {
  /// The options that are written out: `new`, `old`, `initial`, `prior`. Nil if they are an expression.
  func options(_ range: Range<Int>?) -> Set<String>? {
    guard let range, !range.isEmpty else { return [] }
    var found: Set<String> = []
    for index in range {
      let text = text(index)
      if tokens[index].kind == .mark || ["0", "kNilOptions", "NSKeyValueObservingOptions"].contains(text) { continue }
      let name = text.hasPrefix("NSKeyValueObservingOption") ? text.dropFirst(25).lowercased() : text
      guard ["new", "old", "initial", "prior"].contains(name) else { return nil }
      found.insert(name)
    }
    return found
  }
}
