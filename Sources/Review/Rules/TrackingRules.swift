extension Rule {
  /// The framework Observation.
  static let tracking: [Rule] = [
    Rule(
      "MOD-5", [.swift],
      looksFor: "`withObservationTracking` whose `onChange` leads to none of the functions around it",
      exempt: "`onChange` yields to a stream, resumes a continuation, or signals a test; the system calls the function "
        + "again, as it does `updateUIView`",
      reason: "`onChange` is called once, for the first change, and nothing tracks again.",
      remedy: "Track again in `onChange`, in a task."
    ) { project in
      trackings(project).compactMap { one in
        let source = one.source
        let around = source.scopes.filter { !$0.isType && $0.range.contains(one.token) }
        guard !around.isEmpty || source.type(around: one.token) != nil else { return nil }
        if around.contains(where: { calledAgain.contains($0.name) }) { return nil }
        var reach = Set(around.map(\.name))
        for _ in 0..<4 {
          for scope in source.scopes where !scope.isType && !reach.contains(scope.name) {
            if scope.body.contains(where: {
              source.isWord($0) && source.text($0) != "init" && reach.contains(source.text($0))
            }) {
              reach.insert(scope.name)
            }
          }
        }
        let words = one.onChange.body.filter { source.isWord($0) }.map { source.text($0) }
        let tracksAgain = words.contains { $0.count > 2 && reach.contains($0) || $0 == "withObservationTracking" }
        let signals = words.contains { signalling.contains($0) || $0.hasPrefix("continuation") }
        return tracksAgain || signals ? nil : Place(source: source, token: one.token)
      }
    },
    Rule(
      "MOD-6", [.swift],
      looksFor: "an `onChange` that reads a property which the tracked closure reads",
      exempt: "the read is in a task, on a queue or in the run loop",
      reason: "`onChange` is called before the change, so it reads the old `PROPERTY`.",
      remedy: "Read `PROPERTY` in a task that `onChange` starts."
    ) { project in
      trackings(project).compactMap { one in
        let source = one.source
        let words = one.onChange.body.filter { source.isWord($0) }.map { source.text($0) }
        guard !words.contains(where: { later.contains($0) }) else { return nil }
        let read = Set(source.members(one.tracked.body))
        guard let common = source.members(one.onChange.body).first(where: read.contains) else { return nil }
        return Place(source: source, token: one.token, values: ["PROPERTY": common])
      }
    },
  ]

  private static let calledAgain: Set<String> = [
    "updateUIView", "updateNSView", "updateUIViewController", "updateNSViewController", "layoutSubviews", "layout",
    "viewWillLayoutSubviews", "viewDidLayoutSubviews", "updateProperties", "updateConstraints", "draw",
  ]
  private static let signalling: Set<String> = [
    "yield", "resume", "fulfill", "signal", "finish", "confirmation", "confirm",
  ]
  private static let later: Set<String> = [
    "Task", "DispatchQueue", "async", "perform", "RunLoop", "OperationQueue", "yield", "resume", "setNeedsDisplay",
    "setNeedsLayout", "fulfill",
  ]

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
  /// The members that are read: `degrees` of `self?.thermometer.degrees`, and not methods.
  func members(_ range: Range<Int>) -> [String] {
    range.filter {
      // `.red` alone is no member of an object.
      let isOfObject =
        isWord($0 - 2) || [.closeParenthesis, .closeBracket, .question, .exclamation].contains(word($0 - 2))
      return isWord($0) && word($0 - 1) == .dot && isOfObject && word($0 + 1) != .openParenthesis
        && word($0 + 1) != .openBrace && word($0 + 1) != .equals
    }
    .map { text($0) }
  }
}
