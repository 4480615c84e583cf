extension Rule {
  /// Loops over asynchronous sequences.
  static let loops: [Rule] = [
    Rule(
      "MOD-24", [.swift],
      looksFor: "a task with `[weak self]` in which `guard let self` or `if let self` comes before a `for await`",
      exempt: "the strong reference is made inside the loop; something outside the deinit cancels the task, or waits "
        + "for its value; the class has a shared instance",
      reason:
        "The strong `self` of line LINE lives as long as the loop, so the object is not deallocated before the loop "
        + "ends.",
      remedy: "Write `guard let self` inside the loop."
    ) { guardedLoops($0).filter { $0.values["END"] == nil } },
    Rule(
      "MOD-24", form: "deinit", [.swift],
      looksFor: "a task in a property, whose loop mentions `self`, and which the deinit of the same class cancels",
      exempt: "the task holds `self` weakly; something outside the deinit cancels it; the class has a shared instance",
      reason:
        "The task holds `self` while its loop waits, so the deinit (line LINE) that would cancel it does not run.",
      remedy: "Take the sequence out of `self` before the task. Write `[weak self]`, and `guard let self` inside the "
        + "loop."
    ) { project in
      loopsInTasks(project).compactMap { loop in
        let source = loop.source
        guard !source.hasWeakSelf(loop.task), let name = loop.property, let type = source.type(around: loop.token),
          project.isInClass(loop.token, of: source), source.routine(around: loop.token) != nil,
          source.strongSelf(in: loop.task) ?? source.ownCall(in: loop.task, of: type) != nil,
          !project.livesForEver(type, in: source), project.release(of: name, in: type.name, seenFrom: source) == nil,
          let ending = source.scopes(in: type).first(where: { $0.name == "deinit" && $0.kind == .routine }),
          ending.body.contains(where: { source.text($0) == name && cancels($0, source) })
        else { return nil }
        return Place(source: source, token: loop.token, values: ["LINE": "\(source.line(of: ending.start))"])
      }
    },
  ]

  /// The loops whose task makes `self` strong before they begin; with `END`, where something outside the deinit cancels it.
  static func guardedLoops(_ project: Project) -> [Place] {
    loopsInTasks(project).compactMap { loop in
      let source = loop.source
      guard source.hasWeakSelf(loop.task), let strong = loop.strongBefore else { return nil }
      if let type = source.type(around: loop.token), project.livesForEver(type, in: source) { return nil }
      // The caller awaits the task, and keeps the object until it ends.
      if source.word(loop.task.close + 1) == .dot, source.text(loop.task.close + 2) == "value" { return nil }
      var place = Place(source: source, token: loop.token, values: ["LINE": "\(source.line(of: strong))"])
      if let name = loop.property, let type = source.type(around: loop.token) {
        let end = project.release(of: name, in: type.name, seenFrom: source)
        if let end { place.values["END"] = line(of: end, from: source) }
      }
      return place
    }
  }

  private static func cancels(_ index: Int, _ source: Source) -> Bool {
    var next = index + 1
    while [.question, .exclamation].contains(source.word(next)) { next += 1 }
    return source.word(next) == .dot && source.word(next + 1) == .cancel
  }

  private struct Loop {
    let source: Source
    /// The token of `for`.
    let token: Int
    /// The closure of the task around it.
    let task: Closure
    /// The property to which the task is assigned.
    let property: String?
    /// Where `self` becomes strong before the loop begins.
    let strongBefore: Int?
  }

  /// Whether a loop ends with its first value, or with a file.
  private static func endsSoon(_ loop: Int, _ source: Source) -> Bool {
    guard let open = (loop..<min(loop + 60, source.tokens.count)).first(where: { source.word($0) == .openBrace }),
      let close = source.mate(open)
    else { return false }
    if ["lines", "bytes", "characters", "unicodeScalars"].contains(source.text(open - 1)) { return true }
    return source.top(open + 1..<close).contains { source.text($0) == "break" || source.word($0) == .return }
  }

  /// The property that gets a task which a function returns: `task = listen()`.
  private static func returned(from task: Int, _ source: Source) -> String? {
    guard let routine = source.routine(around: task),
      source.word(task - 1) == .return || task == routine.body.lowerBound,
      let call = source.tokens.indices.first(where: {
        source.text($0) == routine.name && source.word($0 + 1) == .openParenthesis && source.word($0 - 1) == .equals
      })
    else { return nil }
    return source.text(call - 2)
  }

  private static func loopsInTasks(_ project: Project) -> [Loop] {
    project.sources.flatMap { source -> [Loop] in
      guard source.language == .swift else { return [] }
      return source.places(of: .for).compactMap { index in
        guard source.word(index + 1) == .await || source.word(index + 1) == .try && source.word(index + 2) == .await,
          !endsSoon(index, source)
        else { return nil }
        var strong: Int?
        for brace in source.braces(around: index) {
          if let start = source.task(openedBy: brace), let closure = source.closure(at: brace) {
            // The loop is inside an unfinished list of captures.
            guard index >= closure.body.lowerBound else { return nil }
            strong = source.rebindsSelf(closure.body.lowerBound..<index) ?? strong
            let target = source.word(start - 1) == .equals ? source.text(start - 2) : returned(from: start, source)
            return Loop(source: source, token: index, task: closure, property: target, strongBefore: strong)
          }
          // `if let self { for await … }`. In another block, the loop may be a part of what the task does.
          if let condition = source.condition(openedBy: brace), source.word(condition) == .if {
            strong = strong ?? source.rebindsSelf(condition..<brace)
          } else {
            return nil
          }
        }
        return nil
      }
    }
  }
}

extension Source {
  /// Where the closure of a task calls a method of the class without `self`, which that captures too.
  fileprivate func ownCall(in task: Closure, of type: Scope) -> Int? {
    let methods = scopes(in: type).filter {
      $0.kind == .routine && $0.modifiers.isDisjoint(with: [.static, .class])
    }
    return task.body.first { index in
      isWord(index) && word(index + 1) == .openParenthesis && word(index - 1) != .dot && word(index - 1) != .func
        && methods.contains { $0.name == text(index) }
    }
  }

  /// The token of `Task` whose closure that brace opens.
  func task(openedBy brace: Int) -> Int? {
    var index = brace - 1
    if word(index) == .closeParenthesis, let open = mate(index) { index = open - 1 }
    // `Task(operation: {`
    if word(index) == .colon, text(index - 1) == "operation",
      let open = brackets(around: index).first(where: { _ in true })
    {
      index = open - 1
    }
    if word(index) == .greater {
      while index > 0, word(index) != .less, brace - index < 40 { index -= 1 }
      index -= 1
    }
    if text(index) == "detached", word(index - 1) == .dot { index -= 2 }
    return word(index) == .task ? index : nil
  }
}
