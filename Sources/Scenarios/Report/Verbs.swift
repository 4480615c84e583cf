package import Console
package import RawObserving

extension Invocation {
  /// The era that was asked for; nil if none was.
  package var era: Era? {
    get throws(UsageError) {
      guard let word = value(of: "--era") else { return nil }
      if let era = Era.allCases.first(where: { "\($0)" == word }) { return era }
      throw UsageError("--era needs 'classic' or 'current', not \(quoted(word)).")
    }
  }
}

extension RunOptions {
  init(_ line: Invocation) throws(UsageError) {
    names = line.words
    if line.has("--raw") && line.has("--managed") {
      throw UsageError("--raw and --managed exclude each other; leave out both to run both.")
    }
    side = line.has("--raw") ? .raw : line.has("--managed") ? .managed : nil
    act = try line.number(of: "--act", 1...Int.max, needs: "the number of an act, counted from 1")
    era = try line.era
    (json, quiet, failed) = (line.has("--json"), line.has("--quiet"), line.has("--failed"))
    (predict, timeline, inProcess) = (line.has("--predict"), line.has("--timeline"), line.has("--in-process"))
    recording = line.value(of: "--record")
    step = try line.number(of: "--step", 0...Int.max, needs: "the number of a step; 0 is before the first one")
    if step != nil && !timeline {
      throw UsageError("--step shows a step of a timeline: add --timeline.")
    }

    let all = line.has("--all")
    if all, let name = names.first {
      throw UsageError("--all takes no name, and \(quoted(name)) is one; leave out one of the two.")
    }
    if !all && names.isEmpty {
      throw UsageError("'run' needs a name or an id, or --all: ./scenarios run double-add.")
    }
    if all && act != nil { throw UsageError("--act needs a name: the acts of each pitfall are counted by themselves.") }
    if inProcess && (all || (act == nil && side == nil)) {
      throw UsageError("--in-process runs one act: name a pitfall, and --act N.")
    }
    for (first, second, why) in conflicts where line.has(first) && line.has(second) {
      throw UsageError("\(first) and \(second) exclude each other: \(why).")
    }
    if recording == "-", let other = ["--timeline", "--json"].first(where: line.has) {
      throw UsageError("\(other) and --record - both print to standard output; give --record a file.")
    }
  }

  /// Whether only some runs of a pitfall are asked for.
  package var isPart: Bool { side != nil || act != nil }

  /// Options that exclude each other.
  private var conflicts: [(String, String, String)] {
    [
      ("--in-process", "--json", "the act itself prints, and nothing else"),
      ("--in-process", "--quiet", "the act itself prints, and nothing else"),
      ("--in-process", "--failed", "the act itself prints, and nothing else"),
      ("--in-process", "--predict", "the act itself prints, and nothing else"),
      ("--in-process", "--record", "what is recorded happens in processes of their own"),
      ("--in-process", "--timeline", "what is drawn was recorded in processes of their own"),
      ("--timeline", "--json", "the one draws for people, the other prints for programs"),
      ("--timeline", "--quiet", "--quiet prints the table alone"),
      ("--timeline", "--failed", "a timeline shows a pair of runs, however they end"),
      ("--predict", "--json", "the one asks people, the other prints for programs"),
      ("--predict", "--quiet", "--quiet prints the table alone"),
      ("--predict", "--timeline", "a prediction is about one act"),
      ("--predict", "--act", "the question says which act it is about"),
      ("--predict", "--all", "./scenarios next asks one question after the other"),
      ("--failed", "--json", "in the JSON, asExpected tells them apart"),
    ]
  }
}

/// The verbs of the pitfalls.
package enum PitfallVerbs {
  package static let json = Option("--json", nil, "for programs: Sources/Scenarios/Report/schema.json describes it")
  private static let record = Option(
    "--record", "FILE", "write down what happens, as JSON; - is standard output")

  /// - Parameter perform: makes the runs.
  package static func run(_ perform: @escaping @Sendable (RunOptions, Screen) throws -> Bool) -> Verb<Action> {
    Verb(
      "run", "NAME ...", words: 0...Int.max, "run pitfalls, raw and then managed",
      options: [
        Option("--all", nil, "every pitfall"),
        Option("--raw", nil, "only that side"),
        Option("--managed", nil, "only that side"),
        Option("--act", "N", "only that act, counted as 'list NAME' counts"),
        Option("--era", "ERA", "only in the classic or the current era of Apple's systems"),
        Option("--predict", nil, "ask what will happen before showing it"),
        Option("--timeline", nil, "the runs as timelines instead of what they print"),
        Option("--step", "N", "with --timeline, also who holds whom after that step"),
        Option("--quiet", short: "-q", nil, "only the table"),
        Option("--failed", nil, "only the runs that did not end as the catalogue says"),
        json, record,
        Option("--in-process", nil, "run one act in this process, which may die"),
      ],
      details: [
        "NAME is an id such as REG-1, a name such as double-add or the beginning of one, an area such as REG, or the "
          + "number of a lesson.",
        "For MED and MOD, the pitfalls of the mediator and of today's tools, --raw is the tool misused or a naive "
          + "mediator, and --managed the tool used correctly, or the mediator here.",
        """
        An act is one story of a pitfall. Each run of it is in one era:
          classic   systems up to iOS 10 and macOS 10.12
          current   iOS 18, macOS 15 and later: registrations that are left on a deallocated object are cleaned up, and \
        a change for a deallocated observer is skipped (known from the code of iOS 18.0, 18.2 and 26.1; not run there)
        """,
        "An act is run in the classic era, and in the current era if it ends differently there. A '~' and \"same mistake\" "
          + "mark an act in which the mistake is made through the mediator, which does not prevent it.",
      ]
    ) { line throws(UsageError) -> Action in
      let options = try RunOptions(line)
      return { try perform(options, $0) }
    }
  }

  package static let list = Verb<Action>(
    "list", "[WORD ...]", words: 0...Int.max, "list the pitfalls, or search the cards and the pages for words",
    options: [
      Option("--dies", nil, "those that end the process"),
      Option("--leaks", nil, "those that leave an object that is never freed"),
      Option("--seven", nil, "the seven to read if you read only seven, with the reasons"), json,
    ],
    details: [
      "An area such as REG or the number of a lesson lists its pitfalls. With an id or a whole name, the acts of that "
        + "pitfall are listed, with their numbers.",
      "Other words are looked for in the cards, in the lessons and in the appendices, whole words first. What has all of "
        + "them is listed, the best first. Words such as leak, hang or 'not called' also find what means the same.",
      "The words daily, sometimes and rare list the pitfalls that one meets so often in code today. This is the authors' "
        + "judgement, and no measurement: Lessons/Pitfalls/README.md says what it rests on.",
    ]
  ) { line throws(UsageError) -> Action in
    if line.has("--seven"), let other = line.words.first ?? ["--dies", "--leaks"].first(where: line.has) {
      throw UsageError(
        "--seven lists seven pitfalls, and \(quoted(other)) would choose others; leave out one of the two.")
    }
    let options = ListOptions(
      words: line.words, dies: line.has("--dies"), leaks: line.has("--leaks"), seven: line.has("--seven"),
      json: line.has("--json"))
    return { screen in
      try Listing(screen).print(options)
      return true
    }
  }

  package static let show = Verb<Action>(
    "show", "NAME", words: 1...1, "show the code of a pitfall, the mistake beside the remedy"
  ) { line -> Action in
    { screen in
      try CodeListing(screen).print(try Selection.pitfall(line.words[0]))
      return true
    }
  }

  package static let unfold = Option("--unfold", nil, "show the answers that the page folds away")

  package static let card = Verb<Action>(
    "card", "NAME", words: 1...1, "read the card of a pitfall", options: [unfold]
  ) { line -> Action in
    { screen in
      let pitfall = try Selection.pitfall(line.words[0])
      try MarkdownText(screen, unfolded: line.has("--unfold")).print("Lessons/\(pitfall.card)")
      return true
    }
  }
}
