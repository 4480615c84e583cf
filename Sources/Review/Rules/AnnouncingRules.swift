extension Rule {
  /// Changes that are announced by hand, and keys that depend on others.
  static let announcing: [Rule] = [
    Rule(
      "KEY-6", [.swift, .objectiveC],
      looksFor:
        "`willChangeValue` and `didChangeValue` for one key around a set of that key which announces itself: in the "
        + "setter in Objective-C, around `self.key =`, or around a `dynamic` property in Swift",
      exempt: "a superclass is in another module, or is `NSManagedObject`, `NSOperation` or `CALayer`; the class or a "
        + "superclass overrides `automaticallyNotifiesObservers` or `willChangeValue`; a `return` is in between; the pair is in a block, and the setter does more than to "
        + "pass that on",
      reason: "The setter of `KEY` announces the change too, so each observer is called twice.",
      remedy: "Remove the pair, or return false for `KEY` from `automaticallyNotifiesObservers(forKey:)`.",
      inObjectiveC: "Remove the pair, or return NO for `KEY` from `automaticallyNotifiesObserversForKey:`."
    ) { project in
      let observed = observedNames(project)
      return pairs(project).compactMap { pair in
        guard let will = pair.will, let did = pair.did, pair.isAutomatic(project) else { return nil }
        let (source, key) = (pair.source, pair.key.parts.last ?? "")
        let between = will..<did
        let isDouble: Bool
        var isOutside = false
        if source.language == .objectiveC {
          let setter = "set" + key.prefix(1).uppercased() + key.dropFirst()
          let property = pair.typeName.flatMap { project.property(key, of: $0, seenFrom: source.path) }
          let isByAnotherName = property?.setter.map { $0 != setter } ?? false
          isOutside = !pair.isInOwnSetter
          isDouble =
            !isOutside
            || !isByAnotherName
              && between.contains { index in
                source.word(index) == .self && source.word(index + 1) == .dot && source.text(index + 2) == key
                  && source.isSet(index + 3)
                  || source.text(index) == setter && source.word(index - 1) == .self
                    && source.message(with: index)?.selector == setter + ":"
              }
        } else {
          guard let type = source.type(around: will),
            let property = project.properties(of: type.name, seenFrom: source.path)[key],
            property.modifiers.contains(.dynamic)
          else { return nil }
          isDouble =
            pair.routine.kind == .property && pair.routine.name == key
            || between.contains { index in
              source.text(index) == key && source.isSet(index + 1)
                && (source.word(index - 1) != .dot || source.word(index - 2) == .self)
            }
        }
        guard isDouble else { return nil }
        var place = Place(source: source, token: will, values: ["KEY": pair.key.text])
        if !observed.contains(key) {
          place.isUnobserved = true
          place.reason =
            "The setter of `KEY` announces the change too, so each observer is called twice. Nothing in these sources "
            + "observes it by name, but a binding or a computed key may."
        }
        if isOutside {
          place.remedy = "Set `_\(key)` inside the pair, or remove the pair if nothing else changes `KEY` there."
        }
        // In a block that runs later, the pair tells of the change, and the setter too early.
        if source.braces(around: will).contains(where: { $0 > pair.routine.open && source.isBlock(openedBy: $0) }) {
          // What the setter changes before is a change of its own.
          if source.top(pair.routine.body).count(where: { source.word($0) == .semicolon }) > 1 { return nil }
          place.remedy =
            "Return NO for `KEY` from `automaticallyNotifiesObserversForKey:`, because the block makes the change when the "
            + "setter has returned."
        }
        return place
      }
    },
    Rule(
      "KEY-7", [.swift, .objectiveC],
      looksFor: "`willChangeValue` for a literal key, and no `didChangeValue` for it in the file or in an extension",
      exempt: "the function's own name begins with `willChange` or `didChange`, or it is the setter of the key, which "
        + "announces by itself",
      reason: "The change of `KEY` is begun and never ended: no observer hears of it.",
      remedy: "Call `didChangeValue` for `KEY` after the change, on every way out.",
      inObjectiveC: "Call `didChangeValueForKey:` after the change, on every way out."
    ) { project in
      let all = pairs(project)
      return all.compactMap { pair in
        guard let will = pair.will, pair.did == nil, pair.key.isLiteral, !pair.isInHalf, !pair.isInOwnSetter,
          !all.contains(where: {
            $0.did != nil && ($0.key == pair.key || !$0.key.isLiteral)
              && ($0.source === pair.source || $0.typeName == pair.typeName)
          })
        else { return nil }
        return Place(source: pair.source, token: will, values: ["KEY": pair.key.text])
      }
    },
    Rule(
      "DEP-1", [.swift, .objectiveC],
      looksFor:
        "a class method `keyPathsForValuesAffecting…` without `@objc`, or for a name that the class does not have",
      exempt:
        "a superclass is not in the project; `description` and its like; the property itself is not `@objc`; the "
        + "key is written as a string in the project",
      reason: "CAUSE, so the runtime never asks this method.",
      remedy: "Write the name of the property, as the class has it, behind `Affecting`."
    ) { dependencyMethods($0).compactMap(\.uncalled) },
    Rule(
      "DEP-2", [.swift, .objectiveC],
      looksFor:
        "`keyPathsForValuesAffectingValue(forKey:)` that does not call `super`, where the class or a superclass has "
        + "another method of that kind",
      reason: "What CLASS declares elsewhere is lost, because this method does not ask `super`.",
      remedy: "Begin with the set that `super` returns."
    ) { dependencyMethods($0).compactMap(\.withoutSuper) },
    Rule(
      "DEP-4", [.swift, .objectiveC],
      looksFor: "`keyPathsForValuesAffectingKEY` that returns KEY itself",
      reason: "`KEY` depends on itself, which raises an exception when it is observed.",
      remedy: "Leave `KEY` out of the set."
    ) { dependencyMethods($0).compactMap(\.ofItself) },
    Rule(
      "COL-1", [.objectiveC],
      looksFor: "an array that the class observes on itself, changed behind the property: `[self.items addObject:…]`",
      exempt:
        "the methods of key-value coding, such as `insertObject:inItemsAtIndex:`; an announcement by hand; a method "
        + "that both removes and inserts, as one that moves an element does",
      reason: "The change of the array behind `KEY` is not announced.",
      remedy: "Change it through `mutableArrayValueForKey:@\"KEY\"`."
    ) { project in
      project.additions.all.flatMap { one -> [Place] in
        guard one.source.language == .objectiveC, one.key.isLiteral, one.receiver == "self", one.key.parts.count == 1,
          let scope = one.scope
        else { return [] }
        let (source, key) = (one.source, one.key.text)
        // A menu or a table has items, too.
        let type = project.property(key, of: one.type, seenFrom: source.path)?.type ?? "NSArray"
        guard type.contains(#/(Array|Set)$/#) else { return [] }
        let changed = scope.body.first { index in
          guard source.word(index) == .openBracket, let close = source.mate(index) else { return false }
          let isIvar = source.text(index + 1) == "_" + key
          let isProperty =
            source.word(index + 1) == .self && source.word(index + 2) == .dot && source.text(index + 3) == key
          let method = index + (isIvar ? 2 : 4)
          guard isIvar || isProperty, method < close, mutations.contains(where: source.text(method).hasPrefix),
            let routine = source.routine(around: index)
          else { return false }
          // An element that is moved, as a table has done already.
          let isMove = ["insert", "remove"].allSatisfy { verb in
            routine.body.contains { source.text($0).hasPrefix(verb) && source.word($0 + 1) == .colon }
          }
          if isMove { return false }
          // In the methods that announce it: those of key-value coding, and those that do it by hand.
          let isAccessor = routine.name.contains(key.prefix(1).uppercased() + key.dropFirst())
          return !isAccessor && !source.announcements.contains { routine.body.contains($0) }
        }
        return changed.map { [Place(source: source, token: $0, values: ["KEY": key])] } ?? []
      }
    },
  ]

  private static let mutations = [
    "addObject", "removeObject", "insertObject", "removeAll", "removeLast", "replaceObject", "exchangeObject",
  ]

  /// The names of properties that some line observes.
  private static func observedNames(_ project: Project) -> Set<String> {
    var found = Set(project.additions.all.flatMap(\.key.parts))
    for one in project.tokenCalls { found.formUnion(one.path.map { one.source.text($0) }) }
    for source in project.sources where source.bytes.contains(anyOf: ["withKeyPath:"]) {
      for index in source.tokens.indices where source.text(index) == "withKeyPath" && index + 2 < source.tokens.count {
        found.formUnion(source.key(index + 2..<index + 3).parts)
      }
    }
    for one in controllerCalls(project) {
      for index in ["keyPath", "keyPaths"].flatMap({ one.message.argument($0) ?? 0..<0 }) {
        found.formUnion(one.source.text(index).split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init))
      }
    }
    return found
  }

  // MARK: Pairs

  /// A `willChangeValue` and the `didChangeValue` for the same key in one function; or one of them alone.
  private struct Pair {
    let source: Source
    let key: Key
    let routine: Scope
    var will: Int?
    var did: Int?

    var typeName: String? { source.type(around: routine.start)?.name }

    /// Whether the function is `willChangeValue` or `didChangeValue` itself, or a half of another pair of that kind.
    var isInHalf: Bool { ["willChange", "didChange"].contains(where: routine.name.hasPrefix) }

    /// Whether it is in the setter of its key in Objective-C.
    var isInOwnSetter: Bool {
      let name = key.parts.last ?? ""
      return source.language == .objectiveC && routine.name == "set\(name.prefix(1).uppercased())\(name.dropFirst()):"
    }

    /// Whether the setters of the class announce by themselves.
    func isAutomatic(_ project: Project) -> Bool {
      guard let first = will ?? did, let type = source.type(around: first), !isInHalf else { return false }
      let chain = project.chain(of: type.name, seenFrom: source.path)
      if project.mayAnnounceOtherwise(chain) { return false }
      // What returns in between ends no change, and a setter with a result is not wrapped.
      if let will, let did, (will..<did).contains(where: { source.word($0) == .return }) { return false }
      let result = routine.parameters.first { source.word($0) == .openParenthesis }.map { source.word($0 + 1) }
      if source.language == .objectiveC, routine.name.hasPrefix("set"), result != .void { return false }
      // The class decides it, or does something of its own with each announcement by hand.
      let names =
        project.keyRoutines.filter { $0.hasPrefix("automatically") }
        + ["willChangeValueForKey:", "didChangeValueForKey:", "willChangeValue", "didChangeValue"]
      return !project.hasRoutine(names, in: chain)
    }
  }

  private static func pairs(_ project: Project) -> [Pair] {
    project.sources.flatMap { source -> [Pair] in
      var found: [Pair] = []
      for index in source.announcements {
        guard let isWill = source.announcement(index), let routine = source.routine(around: index),
          let key = source.announcedKey(index)
        else { continue }
        let known = found.lastIndex { $0.key == key && $0.routine.start == routine.start }
        if isWill {
          if let known, found[known].will != nil, found[known].did == nil { continue }
          found.append(Pair(source: source, key: key, routine: routine, will: index))
        } else if let known {
          found[known].did = index
        } else {
          found.append(Pair(source: source, key: key, routine: routine, did: index))
        }
      }
      return found
    }
  }

  // MARK: Dependencies

  private struct DependencyMethod {
    var uncalled: Place?
    var withoutSuper: Place?
    var ofItself: Place?
  }

  private static func dependencyMethods(_ project: Project) -> [DependencyMethod] {
    let prefix = "keyPathsForValuesAffecting"
    return project.sources.flatMap { source -> [DependencyMethod] in
      source.scopes.compactMap { scope in
        guard !scope.isType, scope.name.hasPrefix(prefix),
          scope.modifiers.contains(.static) || scope.modifiers.contains(.class),
          let type = source.type(around: scope.start)
        else { return nil }
        let chain = project.chain(of: type.name, seenFrom: source.path)
        let name = String(scope.name.dropFirst(prefix.count).prefix { $0 != ":" })
        var method = DependencyMethod()
        if name == "Value" || name == "ValueForKey" {
          let callsSuper = scope.body.contains { source.word($0) == .super }
          let names = project.keyRoutines.filter { $0.hasPrefix(prefix) && $0 != scope.name }
          let others = project.hasRoutine(names, in: chain) || project.hasRoutine([scope.name], in: chain.dropFirst())
          if !callsSuper, others {
            method.withoutSuper = Place(source: source, token: scope.start, values: ["CLASS": type.name])
          }
          return method
        }
        let key = name.prefix(1).lowercased() + name.dropFirst()
        if ["description", "hash", "debugDescription"].contains(key) { return nil }
        let isObjC =
          source.language == .objectiveC || project.hasObjCMembers(chain)
          || !scope.modifiers.isDisjoint(with: [.objc, .override])
          // Up to Swift 3, every method of a class of Objective-C was visible.
          || (scope.parameters.upperBound..<scope.open).contains { source.text($0) == "NSSet" }
        let property = [String(key), name, "is" + name].lazy.compactMap {
          project.property($0, of: type.name, seenFrom: source.path)
        }.first
        let names = [String(key), name, "is" + name, "get" + name]
        let exists =
          property != nil || project.hasRoutine(names, in: chain)
          || project.mentions(names, in: chain, seenFrom: source)
        let isVisible = property.map { property in
          property.source.language == .objectiveC
            || !property.modifiers.isDisjoint(with: [.objc, .dynamic, .override, .managed])
        }
        if !isObjC {
          guard isVisible ?? true else { return method }
          var place = Place(
            source: source, token: scope.start, values: ["CAUSE": "Since Swift 4 it is not visible to Objective-C"])
          place.remedy = "Write `@objc` before it."
          method.uncalled = place
        } else if project.isWhole(chain), !exists, !project.hasLiteral(key) {
          method.uncalled = Place(
            source: source, token: scope.start,
            values: ["CAUSE": "CLASS has no `KEY`".replacing("CLASS", with: type.name).replacing("KEY", with: key)])
        }
        let named = scope.body.compactMap { index -> Key? in
          if source.tokens[index].kind == .string {
            // The question to `super` about the key is no element of the set.
            let label = source.word(index - 1) == .colon ? source.text(index - 2) : ""
            return label.hasPrefix(prefix) || label == "forKey" ? nil : source.key(index..<index + 1)
          }
          guard ["keyPath", "NSStringFromSelector"].contains(source.text(index)), let close = source.mate(index + 1)
          else { return nil }
          return source.key((source.word(index - 1) == .hash ? index - 1 : index)..<close + 1)
        }
        if named.contains(Key(text: String(key), isLiteral: true)) {
          method.ofItself = Place(source: source, token: scope.start, values: ["KEY": String(key)])
        }
        return method
      }
    }
  }
}
