extension Rule {
  /// Adding and removing by key path.
  static let registering: [Rule] = [
    Rule(
      "REM-1", [.swift, .objectiveC],
      looksFor:
        "`self` removed for a literal key that neither its class nor a superclass or subclass adds, nor any line of "
        + "the file",
      exempt: "a key of the class is an expression; the class has a category or an extension elsewhere that adds; a "
        + "superclass is in another module; a macro or another method adds",
      reason:
        "Nothing adds an observer for `KEY`: not CLASS, not its superclasses and subclasses, and nothing else in this "
        + "file. So this removal raises an exception WHEN.",
      remedy: "Delete it, or add the observer."
    ) { project in
      project.removals.all.compactMap { one in
        guard one.isOfSelf, one.key.isLiteral else { return nil }
        let added = project.related(to: one, among: project.additions)
        let removed = project.related(to: one, among: project.removals)
        guard !added.contains(where: { $0.key == one.key || !$0.key.isLiteral }),
          !removed.contains(where: { !$0.key.isLiteral }),
          !project.additions.of(one.source).contains(where: { $0.key == one.key || !$0.key.isLiteral }),
          // A helper adds objects of this class: `addObserver:header`.
          !project.additions.ofOthers.contains(where: { $0.key == one.key }),
          project.endsAtApple(one), !one.source.addsOtherwise
        else { return nil }
        let isInDeinit = ["deinit", "dealloc"].contains(one.routine?.name ?? "")
        var place = Place(
          source: one.source, token: one.token,
          values: [
            "CLASS": one.type, "KEY": one.key.text,
            "WHEN": isInDeinit ? "when the object is deallocated" : "when it runs",
          ])
        // An addition that nothing removes, whose key has a letter more or less.
        let misspelt = added.first { addition in
          one.key.text.isMisspelt(addition.key.text) && !removed.contains { $0.key == addition.key }
        }
        if let misspelt {
          place.values["ADDED"] = "`\(misspelt.key.text)` (line \(misspelt.source.line(of: misspelt.token)))"
          place.reason = "CLASS adds ADDED and removes `KEY`, which raises an exception WHEN."
          place.remedy = "Write the same key in both."
        }
        return place
      }
    },
    Rule(
      "REM-2", [.swift, .objectiveC],
      looksFor: "the same observer removed twice in one function, for the same object, literal key and context",
      exempt:
        "an addition, a `return`, an `else`, a `case` or the next branch of an `#if` is in between; the class adds "
        + "it twice",
      reason: "The removal of `KEY` WHERE has ended the registration, so this one raises an exception.",
      remedy: "Keep one of the two."
    ) { project in
      repeated(
        project.removals.all.filter { one in
          project.related(to: one, among: project.additions).count {
            $0.receiver == one.receiver && $0.key.mayBe(one.key)
          } < 2
        })
    },
    Rule(
      "REM-3", [.swift, .objectiveC],
      looksFor: "a literal key that a class adds with a context, and removes with others only",
      exempt: "the removal passes the context that the function received",
      reason: "`KEY` is added with the context ADDED, so this removal finds no registration and raises an exception.",
      remedy: "Pass the same context to both."
    ) { project in
      var seen: Set<String> = []
      return project.additions.all.compactMap { one in
        guard one.isOfSelf, one.key.isLiteral, let context = one.plainContext, !isNil(context) else { return nil }
        let added = project.related(to: one, among: project.additions).filter { $0.key == one.key }
        let removed = project.related(to: one, among: project.removals).filter {
          $0.key == one.key || !$0.key.isLiteral
        }
        // The context that the callback receives is that of the call, whichever it is.
        guard let first = removed.first,
          removed.allSatisfy({ $0.key == one.key && $0.plainContext != nil && !$0.hasReceivedContext }),
          !removed.contains(where: { removal in added.contains { $0.plainContext == removal.plainContext } }),
          added.allSatisfy({ $0.plainContext == context }), seen.insert("\(first.source.path):\(first.token)").inserted
        else { return nil }
        return Place(
          source: first.source, token: first.token, values: ["KEY": one.key.text, "ADDED": "`\(context)`"])
      }
    },
    Rule(
      "REG-1", [.swift, .objectiveC],
      looksFor: "the same observer added twice in one function, for the same object, literal key and context",
      exempt: "a removal, a `return`, an `else`, a `case` or the next branch of an `#if` is in between",
      reason: "`KEY` is added WHERE already, so each change makes two calls.",
      remedy: "Keep one of the two, with the options of both."
    ) { repeated($0.additions.all) },
    Rule(
      "REG-2", [.swift, .objectiveC],
      looksFor:
        "an addition in a method that the system calls several times, such as `viewWillAppear`, and no removal of "
        + "the key outside the deinit",
      exempt:
        "the addition is inside an `if` of that method; a method about the window or the superview observes that, "
        + "which is another one each time",
      reason: "HOOK runs several times, and each run adds the observer once more.",
      remedy: "Keep a token, or remove the observer in the counterpart of HOOK.",
      inObjectiveC: "Remove the observer in the counterpart of HOOK."
    ) { project in
      project.additions.all.compactMap { one in
        guard let routine = one.routine, let hook = hooks.first(where: { routine.name.hasPrefix($0) }),
          !["Window", "Superview"].contains(where: { hook.hasSuffix($0) && one.receiver.contains($0.lowercased()) }),
          !project.related(to: one, among: project.removals).contains(where: {
            ($0.key == one.key || !$0.key.isLiteral) && !["deinit", "dealloc"].contains($0.routine?.name ?? "")
          }),
          !one.source.braces(around: one.token).contains(where: {
            $0 > routine.open && one.source.condition(openedBy: $0) != nil
          }),
          isStatement(one), !(routine.open..<one.token).contains(where: { one.source.word($0) == .case }),
          !project.removals.ofOthers.contains(where: { $0.key.mayBe(one.key) }),
          !one.source.hasGuard(before: one.token, in: routine)
        else { return nil }
        return Place(source: one.source, token: one.token, values: ["HOOK": "`\(hook)`"])
      }
    },
    Rule(
      "LIF-3", [.swift, .objectiveC],
      looksFor: "a view or a cell that adds itself to an object which outlives it, such as `standardUserDefaults` or a "
        + "shared instance, and never removes itself",
      exempt: "a superclass, a subclass or an extension removes; the project has `finalize`, and so garbage collection",
      reason:
        "The observed object outlives CLASS, and nothing removes it. A change after its deallocation can crash: up to "
        + "iOS 17 and macOS 14 it goes to freed memory.",
      remedy: "Keep a token, or remove the observer in the deinit.", inObjectiveC: "Remove the observer in `dealloc`."
    ) { leftBehind($0).filter(\.isSure).map(\.place) },
    Rule(
      "CTX-4", [.objectiveC],
      looksFor: "`static void *Context;` without a value, passed as a context",
      reason: "`NAME` is NULL, as is every other context that has no value.",
      remedy: "Write `static void *NAME = &NAME;`."
    ) { project in
      project.sources.flatMap { source -> [Place] in
        guard source.language == .objectiveC else { return [] }
        let contexts = Set(project.additions.of(source).compactMap(\.plainContext))
        return source.places(of: .static).compactMap { index in
          var next = index + 1
          while source.isWord(next), source.word(next + 1) != .semicolon, source.word(next + 1) != .equals { next += 1 }
          var name = next
          if source.word(next) == .star { name = next + 1 }
          while source.text(name) == "const" { name += 1 }
          guard source.isWord(name), source.word(name - 1) == .star || source.text(name - 1) == "const",
            source.tokens[index..<name].allSatisfy({ $0.kind == .word || $0.word == .star }),
            contexts.contains(source.text(name))
          else { return nil }
          // `Context = &Context;`, in `+initialize` or where it is first used.
          let isSetLater = source.tokens.indices.contains {
            $0 != name && source.text($0) == source.text(name) && source.word($0 + 1) == .equals
          }
          if isSetLater { return nil }
          let isEmpty =
            source.word(name + 1) == .semicolon
            || source.word(name + 1) == .equals && ["NULL", "nil", "0"].contains(source.text(name + 2))
              && source.word(name + 3) == .semicolon
          return isEmpty ? Place(source: source, token: index, values: ["NAME": source.text(name)]) : nil
        }
      }
    },
  ]

  /// Whether the call is a statement of its own, and no branch of a condition without braces.
  private static func isStatement(_ one: Registration) -> Bool {
    let source = one.source
    if source.language == .swift {
      let start = source.expressionStart(of: one.token)
      return source.tokens[start].isFirst && ![.question, .colon].contains(source.word(start))
        && ![.question, .colon].contains(source.word(start - 1)) || source.word(start - 1) == .openBrace
    }
    guard let open = source.brackets(around: one.token).first(where: { _ in true }) else { return false }
    return [.semicolon, .openBrace, .closeBrace, .branch].contains(source.word(open - 1))
  }

  /// Whether the object has another value in between: `view = other;`.
  private static func isReplaced(_ one: Registration, _ between: Range<Int>) -> Bool {
    let names = one.receiver.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init)
    return between.contains { index in
      one.source.word(index) == .equals && names.contains { $0 == one.source.text(index - 1) && $0 != "self" }
    }
  }

  static func isNil(_ context: String) -> Bool { ["nil", "NULL", "nullptr", "0", "Nil", ""].contains(context) }

  private static let hooks = [
    "viewWillAppear", "viewDidAppear", "viewIsAppearing", "viewWillLayoutSubviews", "viewDidLayoutSubviews",
    "layoutSubviews",
    "updateConstraints", "prepareForReuse", "updateUIView", "updateNSView", "tableView:cellForRow",
    "tableView:willDisplayCell", "collectionView:cellForItem", "viewDidMoveToWindow", "didMoveToWindow",
    "didMoveToSuperview", "willMoveToSuperview", "willMoveToWindow", "applicationDidBecomeActive", "drawRect",
  ]

  private static func repeated(_ all: [Registration]) -> [Place] {
    var found: [Place] = []
    var last: [String: Registration] = [:]
    for one in all {
      // What a call gives may be another object each time.
      guard one.key.isLiteral, let routine = one.routine, isStatement(one), !one.receiver.contains("("),
        !one.receiver.contains("[")
      else { continue }
      let source = one.source
      let key = [source.path, "\(routine.start)", one.receiver, one.observer, one.key.text, one.plainContext ?? "none"]
        .joined(separator: "|")
      if let before = last[key] {
        let between = before.token + 1..<one.token
        let isApart = between.contains { index in
          [.else, .case, .return, .branch].contains(source.word(index))
            || source.word(index) == (one.isAddition ? .removeObserver : .addObserver)
        }
        // In two blocks, of which one may run: an `if` beside another.
        let isSameBlock = source.braces(around: before.token).first == source.braces(around: one.token).first
        if !isApart, isSameBlock, !isReplaced(one, between) {
          let line = source.line(of: before.token)
          let place = line == source.line(of: one.token) ? "before it" : "in line \(line)"
          found.append(Place(source: source, token: one.token, values: ["KEY": one.key.text, "WHERE": place]))
        }
      }
      last[key] = one
    }
    return found
  }

  private static let viewNames = ["View", "Cell", "Control", "Button", "Bar", "Label", "Field", "Layer"]

  struct LeftBehind {
    let place: Place
    let isSure: Bool
    let observesItself: Bool
  }

  /// Additions of `self` for which nothing in the class, above it or below it removes.
  static func leftBehind(_ project: Project) -> [LeftBehind] {
    project.additions.all.compactMap { one in
      guard one.isOfSelf else { return nil }
      let removed = project.related(to: one, among: project.removals)
      guard !removed.contains(where: { $0.key.mayBe(one.key) || !one.key.isLiteral }),
        // A helper removes objects of this class.
        !project.removals.ofOthers.contains(where: { $0.key.mayBe(one.key) })
      else { return nil }
      // The removal says that its key is misspelt.
      let misspelt = removed.filter { one.key.text.isMisspelt($0.key.text) }.map(\.key)
      if !misspelt.isEmpty,
        !project.related(to: one, among: project.additions).contains(where: { misspelt.contains($0.key) })
      {
        return nil
      }
      let chain = project.chain(of: one.type, seenFrom: one.source.path)
      let root = chain.last ?? ""
      let isView = (root.hasPrefix("UI") || root.hasPrefix("NS")) && viewNames.contains(where: root.hasSuffix)
      return LeftBehind(
        place: Place(source: one.source, token: one.token, values: ["CLASS": one.type, "KEY": one.key.text]),
        isSure: isView && one.key.isLiteral && !project.isCollected
          && one.source.isShared(one.receiver, in: one.routine, before: one.token)
          && removed.isEmpty && one.receiver != "self",
        observesItself: one.receiver == "self")
    }
  }
}

extension String {
  /// Whether it differs from another by one letter, in upper and lower case alone, or by the first names of a path.
  fileprivate func isMisspelt(_ other: String) -> Bool {
    if self == other { return false }
    if lowercased() == other.lowercased() || hasSuffix("." + other) || other.hasSuffix("." + self) { return true }
    let (a, b) = (Array(self), Array(other))
    if min(a.count, b.count) < 4 { return false }
    let start = zip(a, b).prefix { $0 == $1 }.count
    let end = zip(a.dropFirst(start).reversed(), b.dropFirst(start).reversed()).prefix { $0 == $1 }.count
    return max(a.count, b.count) - start - end == 1
  }
}

extension Project {
  /// Whether the superclasses of the class of a call are known up to one of Apple's.
  fileprivate func endsAtApple(_ one: Registration) -> Bool {
    guard let root = chain(of: one.type, seenFrom: one.source.path).last else { return false }
    return Self.isApple(root) || isDeclared(root)
  }
}

extension Source {
  /// Whether a macro or a method of another name adds an observer: `safe_addObserver:forKeyPath:`.
  fileprivate var addsOtherwise: Bool {
    let other = tokens.indices.contains { index in
      guard isWord(index), word(index) != .addObserver, text(index).lowercased().hasSuffix("addobserver") else {
        return false
      }
      return word(index + 1) == .colon || word(index + 1) == .openParenthesis
    }
    if other { return true }
    let whole = String(decoding: bytes, as: UTF8.self)
    return whole.contains(#/#define(?:[^\n\\]|\\\r?\n|\\)*addObserver/#)
  }

  /// Whether the object lives as long as the program, by its name or by the value of the local variable.
  func isShared(_ receiver: String, in routine: Scope?, before token: Int) -> Bool {
    var text = receiver
    if receiver.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" }), let routine {
      let declared = (routine.open..<token).first { index in
        self.text(index) == receiver && word(index + 1) == .equals
          && (word(index - 1) == .star || word(index - 1) == .let || word(index - 1) == .var)
      }
      if let declared {
        var end = declared + 2
        while end < token, word(end) != .semicolon, !tokens[end].isFirst { end = next(end) }
        text = flat(declared + 2..<end)
      }
    }
    return text.contains(
      #/\b(shared|default|standard|sharedInstance|current)\b|\bshared[A-Z]\w*|standardUserDefaults|NSApp\b|mainScreen|defaultCenter|\.main\b/#
        .wordBoundaryKind(.simple)
    )
  }

  /// Whether a `guard` or a `return` at the top of the function comes before the token.
  func hasGuard(before token: Int, in routine: Scope) -> Bool {
    (routine.open + 1..<token).contains { word($0) == .guard || word($0) == .return || text($0) == "dispatch_once" }
  }
}
