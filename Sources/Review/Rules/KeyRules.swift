extension Rule {
  /// Keys that announce nothing, or do not exist.
  static let keys: [Rule] = [
    Rule(
      "KEY-12", [.swift],
      looksFor:
        "`observe` of a key path whose last property is a stored `var` of a class in the project without `dynamic`",
      exempt:
        "the object is a parameter or a local variable; the project declares what affects it, or announces it by hand",
      reason: "`PROPERTY` is not `dynamic`, so its changes are not announced.",
      remedy: "Declare it `@objc dynamic var`."
    ) { project in silentProperties(project).filter(\.isLast).map(\.place) },
    Rule(
      "KEY-9", [.swift],
      looksFor: "`observe` of a key path through a stored `var` of a class in the project without `dynamic`",
      exempt:
        "the project declares what affects it, or announces it by hand; the observer registers again after each set",
      reason:
        "`PROPERTY`, in the middle of the path, is not `dynamic`: if it gets another object, the old one stays observed.",
      remedy: "Declare it `@objc dynamic var`, or `let` if it never changes."
    ) { project in silentProperties(project).filter { !$0.isLast }.map(\.place) },
    Rule(
      "REG-7", [.swift, .objectiveC],
      looksFor: "a literal key that an object observes on itself, and that neither its class nor a superclass has",
      exempt: "a superclass is not in the project; a category or an extension adds to the class",
      reason: "CLASS has no `KEY`.",
      remedy: "Correct the key. In Swift, `#keyPath` lets the compiler check it."
    ) { project in
      project.additions.all.compactMap { one in
        let source = one.source
        guard one.key.isLiteral, one.receiver == "self", one.isOfSelf, let key = one.key.parts.first,
          !key.hasPrefix("@"),
          one.key.text != "self"
        else { return nil }
        let chain = project.chain(of: one.type, seenFrom: source.path)
        guard project.isWhole(chain), one.scope?.kind != .extension else { return nil }
        let isExtended = chain.contains { name in
          project.types(called: name).contains { $0.scope.category?.isEmpty == false || $0.scope.kind == .extension }
        }
        let names = [
          key, "is" + key.prefix(1).uppercased() + key.dropFirst(), "_" + key,
          "get" + key.prefix(1).uppercased() + key.dropFirst(),
        ]
        let exists =
          names.contains { project.property($0, of: one.type, seenFrom: source.path) != nil }
          || project.hasRoutine(names, in: chain)
          || project.mentions(names, in: chain, seenFrom: source)
        return isExtended || exists
          ? nil : Place(source: source, token: one.token, values: ["CLASS": one.type, "KEY": key])
      }
    },
  ]

  private struct Silent {
    let place: Place
    let isLast: Bool
  }

  private static func silentProperties(_ project: Project) -> [Silent] {
    if project.declaresObserve { return [] }
    return project.tokenCalls.compactMap { one -> Silent? in
      do {
        let source = one.source
        var names = one.path.filter { source.isWord($0) }.map { source.text($0) }
        var type: String?
        if source.word(one.path.lowerBound + 1) != .dot {
          // `\Clock.date`
          if names.isEmpty { return nil }
          type = names.removeFirst()
        } else if one.receiver == "self" || one.receiver.isEmpty {
          type = source.type(around: one.token)?.name
        } else if !one.receiver.contains("."), !project.isLocal(one.receiver, at: one.token, of: source),
          let owner = source.type(around: one.token)
        {
          type = project.property(one.receiver, of: owner.name, seenFrom: source.path)?.type
        }
        for (index, name) in names.enumerated() {
          guard let owner = type, let property = project.property(name, of: owner, seenFrom: source.path) else {
            return nil
          }
          if property.source.language == .swift, property.isVariable, !property.isComputed, !property.isSetOnce,
            property.modifiers.isDisjoint(with: [.dynamic, .override, .managed]),
            project.chain(of: owner, seenFrom: source.path).last != "NSManagedObject"
          {
            if project.announcedNames.contains(name) || source.observesAnew(name, at: one.token) { return nil }
            var place = Place(source: source, token: one.token, values: ["PROPERTY": "\(owner).\(name)"])
            let chain = project.chain(of: owner, seenFrom: source.path)
            if project.isWhole(chain), !project.hasObjCMembers(chain), !property.isVisibleToObjectiveC {
              place.harm = .crash
              place.reason =
                "`PROPERTY` is not `@objc`, so this call ends the process: \"Could not extract a String from KeyPath\"."
            }
            return Silent(place: place, isLast: index == names.count - 1)
          }
          type = property.type
        }
        return nil
      }
    }
  }
}

extension Property {
  /// Whether the runtime of Objective-C has it, by an attribute of its own.
  fileprivate var isVisibleToObjectiveC: Bool {
    !modifiers.isDisjoint(with: [.objc, .dynamic, .managed, .override])
      || (max(0, token - 6)..<token).contains {
        ["IBOutlet", "IBInspectable", "GKInspectable"].contains(source.text($0))
      }
  }
}

extension Project {
  /// Whether the function around a token has a parameter, a constant or a variable of that name.
  fileprivate func isLocal(_ name: String, at token: Int, of source: Source) -> Bool {
    guard let routine = source.routine(around: token) else { return false }
    return places(of: name, in: source).contains { index in
      if routine.parameters.contains(index) { return source.word(index + 1) == .colon }
      return routine.body.contains(index) && index < token
        && ([.let, .var].contains(source.word(index - 1)) || source.word(index + 1) == .in)
    }
  }
}

extension Source {
  /// Whether the call is in the observer of that property, or in a function that the observer calls: each set observes
  /// the new object.
  fileprivate func observesAnew(_ name: String, at token: Int) -> Bool {
    guard let routine = routine(around: token) else { return false }
    if routine.kind == .property, routine.name == name { return true }
    return scopes.contains { scope in
      scope.kind == .property && scope.name == name && scope.body.contains { text($0) == routine.name && isWord($0) }
    }
  }
}
