package import Console
import Course
import Harness
import Orders
import Pictures
import RawObserving
import Recording
import Review

/// What the program can do.
package enum Verbs {
  /// Every verb with its options. Parsing, help and suggestions come from this table.
  package static let table = CommandTable<Action>(
    "./scenarios",
    purpose: "key-value observing, raw and managed: what can go wrong, and how a mediator prevents it",
    groups: groups,
    implied: implied,
    closing: """
      'run' may be left out: './scenarios double-add'. './scenarios help VERB' tells more of a verb. NO_COLOR and \
      TERM=dumb turn colours off; COLUMNS says how wide the output is to be where there is no terminal.

      Exit codes: 0 everything ended as the catalogue says, or the check passes; 1 something did not; 64 a command \
      line that cannot be understood; 66 a file that cannot be read; 69 Swift is not in the PATH; 70 the package does \
      not build, or the program fails in a way that it does not foresee; 73 a file that cannot be made; 74 output that \
      cannot be written. Ctrl-C ends it by the signal, and the runs that are under way with it.
      """)

  private static let groups: [CommandTable<Action>.Group] = [
    .init(
      "", [run, PitfallVerbs.list, PitfallVerbs.show, PitfallVerbs.card, CourseTable.lesson, explain, review, orders]),
    .init("Your own program", [play, PictureVerbs.new]),
    .init("The course", [CourseTable.next, CourseTable.quiz] + CourseTable.exerciseVerbs),
    .init("More", [PictureVerbs.atlas, progress, clock, changes]),
  ]

  private static let run = PitfallVerbs.run { options, screen in
    let runs = try Runs(options, screen)
    let output = try options.recording.map(OutputFile.init)
    if options.timeline { return try Timelines(screen).run(runs, output) }
    let recorder = try output.map { _ in try MarkedPitfalls.program(for: runs.plan.map(\.pitfall)) }
    if options.predict { return try runs.predict { try runs.tell(recording: recorder, to: output) } }
    return try runs.tell(recording: recorder, to: output)
  }

  /// `run`, where the verb was left out: what is no name may have been meant as a verb.
  private static let implied = Verb<Action>(
    run.name, run.takes, words: run.count, run.summary, options: run.options
  ) { line throws(UsageError) in
    let names = groups.flatMap(\.verbs).filter { !$0.isHidden }.map(\.name) + ["help"]
    do { _ = try Selection.pitfalls(line.words, besides: names) } catch let error as UsageError { throw error } catch {}
    return try run.read(line)
  }

  private static let orders = OrdersCommand.verb.map { command -> Action in
    { screen in
      try command.run(screen)
      return true
    }
  }

  /// The verb of the pictures, for an order of a file's lines too.
  private static let play = Verb<Action>(
    PictureVerbs.play.name, PictureVerbs.play.takes, words: PictureVerbs.play.count, PictureVerbs.play.summary,
    options: PictureVerbs.play.options, details: PictureVerbs.play.details
  ) { line throws(UsageError) -> Action in
    guard let number = try line.number(of: "--order", 1...Int.max, needs: "the number of an order, counted from 1")
    else {
      return try PictureVerbs.play.read(line)
    }
    let options = try PictureVerbs.options(of: line)
    return { screen in
      var options = options
      options.order = try OrdersOfFile.lines(ofOrder: number, of: options.file, options.era ?? .classic, screen)
      return try Play(screen).run(options)
    }
  }

  private static let explain = Verb<Action>(
    "explain", "[FILE | TEXT]", words: 0...Int.max, "say what a crash log tells about observing",
    options: [PitfallVerbs.json],
    details: [
      "FILE is a crash report or a log, in any form in which people paste it. Without it, or with -, standard input is "
        + "read. A text in quotes is the log itself. Of a long log, the beginning, the end and the last places that look "
        + "like a crash are read."
    ]
  ) { line throws(UsageError) -> Action in
    let command = try ExplainCommand(line)
    return { screen in
      try command.run(screen)
      return true
    }
  }

  private static let review = ReviewVerb.verb { id in
    Pitfall.named(id).map { "\($0.title): Lessons/\($0.card)" } ?? id
  } name: { id in
    Pitfall.named(id)?.name ?? id
  }

  private static let progress = Verb<Action>(
    "progress", "FILE", words: 1...1, "count a file's lines and bytes, and watch it; - is standard input",
    options: [Option("--raw", nil, "with a bar that observes by hand")],
    details: [
      "Both sides print the same: compare their code, in Progress.swift. The bar is drawn on standard error, if that is a "
        + "terminal."
    ]
  ) { line -> Action in
    { _ in
      print(try Progress.count(line.words[0], raw: line.has("--raw")))
      return true
    }
  }

  private static let clock = Verb<Action>(
    "clock", "", "a clock and its view",
    options: [Option("--seconds", "N", "how long; 3 by default")]
  ) { line throws(UsageError) -> Action in
    let seconds = try line.number(of: "--seconds", 0...86_400, needs: "one whole number from 0 to 86400")
    return { _ in
      ClockCapstone.run(seconds: seconds ?? 3)
      return true
    }
  }

  private static let changes = Verb<Action>(
    "changes", "[NAME ...]", words: 0...Int.max, "make each change that a run invites to",
    details: [
      "For the checks of the repository, and so not in the list of verbs. Without NAME, it takes a minute or two: it "
        + "makes each change in a copy, and compares how the acts end with what the catalogue says."
    ], isHidden: true
  ) { line -> Action in
    { try ChangeCheck.run(line.words.isEmpty ? Pitfall.all : Selection.pitfalls(line.words), $0) }
  }
}
