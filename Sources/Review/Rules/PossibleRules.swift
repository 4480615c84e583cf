extension Rule {
  /// What may be a mistake: another place decides. These are asked with `--all`.
  static let possible: [Rule] = [
    Rule(
      "MOD-1", form: "sink", [.swift], .possible,
      looksFor: "a subscription of `sink` that is assigned to `_`",
      exempt: "the publisher sends its values and ends at once, as `Just` does",
      reason: "The subscription is not kept, so it ends at once.",
      remedy: "Store it, unless the value of the moment is all that is wanted."
    ) { droppedSinks($0) },
    Rule(
      "LIF-3", form: "other", [.swift, .objectiveC], .possible,
      looksFor: "`self` added for a key path, and nothing in the class, above it or below it that removes the key",
      exempt: "what the sure rule finds; an object that observes itself",
      reason:
        "Nothing removes CLASS as an observer of `KEY`. If CLASS is deallocated first, a change can crash: up to iOS 17 "
        + "and macOS 14 it goes to freed memory.",
      remedy: "If CLASS does not live as long as the program, keep a token, or remove the observer in the deinit.",
      inObjectiveC: "If CLASS does not live as long as the program, remove the observer in `dealloc`."
    ) { leftBehind($0).filter { !$0.isSure && !$0.observesItself }.map(\.place) },
    Rule(
      "LIF-5", [.swift, .objectiveC], .possible,
      looksFor: "an object that adds itself as its own observer, and does not remove itself",
      reason:
        "CLASS observes itself and is not removed: up to iOS 10 and macOS 10.12 its deallocation raises an exception.",
      remedy: "Use the setter, or remove the observer in the deinit if you support such systems.",
      inObjectiveC: "Use the setter, or remove the observer in `dealloc` if you support such systems."
    ) { leftBehind($0).filter(\.observesItself).map(\.place) },
    Rule(
      "MOD-2", form: "until", [.swift], .possible,
      looksFor: "as MOD-2, where something outside the deinit sets the property to nil or empties it",
      reason:
        "`self` holds the token in `PROPERTY`, and the closure holds `self` (line LINE). The object is deallocated only "
        + "after line END has run.",
      remedy: "Write `[weak self]`, unless line END always runs."
    ) { project in
      tokenCycles(project).compactMap { cycle in
        cycle.release.map { release in
          var place = cycle.place
          place.values["END"] = line(of: release, from: place.source)
          return place
        }
      }
    },
    Rule(
      "MOD-2", form: "sink", [.swift], .possible,
      looksFor: "a closure of `sink` that mentions `self`, stored in a property of the same class",
      exempt:
        "a weak reference; the publisher sends its values and ends at once, as `Just` does; the class has a shared "
        + "instance",
      reason: "The subscription in `PROPERTY` retains `self` (line LINE) until the publisher ends.",
      remedy: "Write `[weak self]`, unless the publisher ends soon or the object lives as long as the program."
    ) { project in
      project.sources.flatMap { source -> [Place] in
        guard source.language == .swift else { return [] }
        return source.places(of: .sink).compactMap { index in
          guard source.word(index - 1) == .dot,
            [.openParenthesis, .openBrace].contains(source.word(index + 1)), let call = source.call(at: index + 1),
            let property = source.stored(behind: call).flatMap(Source.ownName), project.isInClass(index, of: source),
            let type = source.type(around: index), !project.livesForEver(type, in: source),
            project.property(property, of: type.name, seenFrom: source.path) != nil, !sendsAtOnce(source, index),
            let captured = call.closures.lazy.compactMap({ source.strongSelf(in: $0) }).first,
            !project.isInWeakClosure(index, of: source)
          else { return nil }
          var place = Place(
            source: source, token: index, values: ["PROPERTY": property, "LINE": "\(source.line(of: captured))"])
          if let release = project.release(of: property, in: type.name, seenFrom: source) {
            place.values["END"] = line(of: release, from: source)
            place.reason =
              "The subscription in `PROPERTY` retains `self` (line LINE) until the publisher ends, or line END runs."
          }
          return place
        }
      }
    },
    Rule(
      "MOD-2", form: "assign to", [.swift], .possible,
      looksFor: "as MOD-2/assign, for a publisher of which the source does not tell whether it ends, or where "
        + "something outside the deinit empties the property",
      reason: "The subscription in `PROPERTY` retains `self` until the publisher ends.",
      remedy: "Write `sink { [weak self] … }`, unless the publisher ends soon."
    ) { assignments($0).filter { !$0.isEndless }.map(\.place) },
    Rule(
      "MOD-24", form: "until", [.swift], .possible,
      looksFor: "as MOD-24, where something outside the deinit cancels the task",
      reason:
        "The strong `self` of line LINE lives as long as the loop. The object is deallocated only after line END has "
        + "run.",
      remedy: "Write `guard let self` inside the loop, unless line END always runs."
    ) { guardedLoops($0).filter { $0.values["END"] != nil } },
    Rule(
      "REG-5", [.objectiveC], .possible,
      looksFor: "a removal inside `@try`",
      reason:
        "The code does not know whether the observer is registered. If the exception has another cause, it is hidden.",
      remedy: "Add and remove in pairs, each with a context of your own."
    ) { project in
      project.removals.all.compactMap { one in
        let isTried = one.source.braces(around: one.token).contains { one.source.word($0 - 1) == .tryBlock }
        return isTried ? Place(source: one.source, token: one.token) : nil
      }
    },
    Rule(
      "CTX-3", [.swift, .objectiveC], .possible,
      looksFor: "`observeValue(forKeyPath:…)` that calls `super` on every path",
      exempt: "a superclass in the project has the method too",
      reason:
        "Every call is passed to `super`, also those that this method handles. Unless a superclass takes them, the "
        + "root class raises an exception.",
      remedy: "Pass on only what is not your own."
    ) { project in
      let methods = callbackMethods(project)
      let types = Set(methods.map(\.type.name))
      return methods.compactMap { method in
        let source = method.source
        let body = method.scope.body
        let above = project.chain(of: method.type.name, seenFrom: source.path).dropFirst()
        if above.contains(where: types.contains) { return nil }
        guard let call = body.first(where: { source.word($0) == .super }), method.callsSuper else { return nil }
        let place = source.language == .objectiveC ? call - 1 : call
        let isAtTop = source.top(body).contains(place)
        let mayEnd = body.prefix { $0 < call }.contains { [.return, .else].contains(source.word($0)) }
        // `if (…) [super …]` without braces.
        let isConditional = source.word(place - 1) == .closeParenthesis || source.word(place - 1) == .else
        return isAtTop && !mayEnd && !isConditional ? Place(source: source, token: method.scope.start) : nil
      }
    },
    Rule(
      "THR-10", [.swift], .possible,
      looksFor: "`assumeIsolated` in a closure of `observe`, in an `onChange`, or in `observeValue`",
      reason: "The closure runs on the thread that makes the change. If that is another one, the process ends.",
      remedy: "Start a task on the main actor, unless the class promises the main thread."
    ) { project in
      let closures = project.tokenCalls.flatMap { one in one.call.closures.map { (one.source, one.token, $0.body) } }
      let changes = trackings(project).map { ($0.source, $0.token, $0.onChange.body) }
      let methods = callbackMethods(project).map { ($0.source, $0.scope.start, $0.scope.body) }
      return (closures + changes + methods).filter { one in
        let (source, body) = (one.0, one.2)
        return body.contains { source.word($0) == .assumeIsolated }
          && !body.contains { ["DispatchQueue", "RunLoop"].contains(source.text($0)) }
      }.map { Place(source: $0.0, token: $0.1) }
    },
    Rule(
      "LIF-9", form: "notification", [.swift], .possible,
      looksFor: "a block for `addObserver(forName:…)` that mentions `self` strongly",
      exempt: "the class has a shared instance",
      reason:
        "The notification center keeps the block, and the block keeps `self` (line LINE), until the token is removed.",
      remedy: "Write `[weak self]`, keep the token, and remove it."
    ) { project in
      project.sources.flatMap { source -> [Place] in
        guard source.language == .swift else { return [] }
        return source.places(of: .addObserver).compactMap { index in
          guard source.word(index + 1) == .openParenthesis,
            source.word(index + 2) == .forName, let call = source.call(at: index + 1),
            project.isInClass(index, of: source),
            let type = source.type(around: index), !project.livesForEver(type, in: source),
            let captured = call.closures.lazy.compactMap({ source.strongSelf(in: $0) }).first,
            !project.isInWeakClosure(index, of: source)
          else { return nil }
          return Place(source: source, token: index, values: ["LINE": "\(source.line(of: captured))"])
        }
      }
    },
  ]

  /// A line, with its file if that is another one.
  static func line(of place: (source: Source, token: Int), from source: Source) -> String {
    let line = place.source.line(of: place.token)
    return place.source === source ? "\(line)" : "\(line) of \(place.source.path.split(separator: "/").last ?? "")"
  }
}
