import Console
import Exercises
import RawObserving

extension Play.Options {
  /// How a program is to be played, without its name and its page.
  init(_ line: Invocation) throws(UsageError) {
    (other, input) = (line.value(of: "--compare"), line.value(of: "--input"))
    step = try line.number(of: "--step", 0...Int.max, needs: "the number of a step; 0 is before the first one")
    seconds = try line.number(of: "--seconds", 1...3600, needs: "whole seconds from 1 to 3600") ?? 10
    era = try line.era
    limit = try line.number(of: "--limit", 1...1000, needs: "megabytes from 1 to 1000") ?? 1
  }
}

extension Command {
  /// Every verb with its options. Parsing, help and suggestions come from this table.
  static let table = CommandTable<Command>(
    "./scenarios",
    purpose: "key-value observing, raw and managed: what can go wrong, and how a mediator prevents it",
    groups: [
      .init("", [run, list, show, card, lesson, explain, orders]),
      .init("Your own program", [play, new]),
      .init("The course", [next, quiz] + exerciseVerbs),
      .init("More", [atlas, progress, clock, changes]),
    ],
    implied: run,
    closing: """
      'run' may be left out: './scenarios double-add'. './scenarios help VERB' tells more of a verb. NO_COLOR and \
      TERM=dumb turn colours off; COLUMNS says how wide the output is to be where there is no terminal.

      Exit codes: 0 everything ended as the catalogue says, or the check passes; 1 something did not; 64 a command \
      line that cannot be understood; 66 a file that cannot be read; 69 Swift is not in the PATH; 70 the package does \
      not build, or the program fails in a way that it does not foresee; 73 a file that cannot be made; 74 output that \
      cannot be written. Ctrl-C ends it by the signal, and the runs that are under way with it.
      """)

  private static let json = Option("--json", nil, "for programs: Sources/Scenarios/Report/schema.json describes it")
  private static let record = Option(
    "--record", "FILE", "write down what happens, as JSON; - is standard output")

  private static let run = Verb<Command>(
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
  ) { line throws(UsageError) in .run(try RunOptions(line)) }

  private static let list = Verb<Command>(
    "list", "[WORD ...]", words: 0...Int.max, "list the pitfalls, or those that match every word",
    options: [
      Option("--dies", nil, "those that end the process"),
      Option("--leaks", nil, "those that leave an object that is never freed"),
      Option("--seven", nil, "the seven to read if you read only seven, with the reasons"), json,
    ],
    details: [
      "A word is an area such as REG, the number of a lesson, or part of a name, a title, a symptom or a message. With "
        + "an id or a whole name, its acts are listed, with their numbers.",
      "The words daily, sometimes and rare list the pitfalls that one meets so often in code today. This is the authors' "
        + "judgement, and no measurement: Lessons/Pitfalls/README.md says what it rests on.",
    ]
  ) { line throws(UsageError) in
    if line.has("--seven"), let other = line.words.first ?? ["--dies", "--leaks"].first(where: line.has) {
      throw UsageError(
        "--seven lists seven pitfalls, and \(quoted(other)) would choose others; leave out one of the two.")
    }
    return .list(
      ListOptions(
        words: line.words, dies: line.has("--dies"), leaks: line.has("--leaks"), seven: line.has("--seven"),
        json: line.has("--json")))
  }

  private static let show = Verb<Command>(
    "show", "NAME", words: 1...1, "show the code of a pitfall, the mistake beside the remedy"
  ) { line in .show(line.words[0]) }

  private static let unfold = Option("--unfold", nil, "show the answers that the page folds away")

  private static let card = Verb<Command>(
    "card", "NAME", words: 1...1, "read the card of a pitfall", options: [unfold]
  ) { line in .card(line.words[0], unfolded: line.has("--unfold")) }

  private static let lesson = Verb<Command>(
    "lesson", "[N | NAME]", words: 0...1, "read a lesson: your next one, number N, or that of a pitfall",
    options: [unfold],
    details: ["build-1 to build-8 are the pages on the mediator that you build."]
  ) { line in .lesson(line.words.first, unfolded: line.has("--unfold")) }

  private static let explain = Verb<Command>(
    "explain", "[FILE | TEXT]", words: 0...Int.max, "say what a crash log tells about observing",
    options: [json],
    details: [
      "FILE is a crash report or a log, in any form in which people paste it. Without it, or with -, standard input is "
        + "read. A text in quotes is the log itself. Of a long log, the beginning, the end and the last places that look "
        + "like a crash are read."
    ]
  ) { line throws(UsageError) in .explain(try ExplainCommand(line)) }

  private static let orders = Verb<Command>(
    "orders", "[STORY]", words: 0...1, "play the lines of a story in every order",
    options: [
      Option("--style", "STYLE", "only that style"),
      Option("--era", "ERA", "only in the classic or the current era of Apple's systems"),
      Option("--play", "N", "step through one order"),
      Option("--mine", "FILE", "with the mediator of that file, from 'Build a mediator'"),
      Option("--page", "FILE", "write a page on which you run the lines of every story yourself; takes nothing else"),
      Option("--json", nil, "all orders, for programs: Sources/Scenarios/Orders/OrderData.swift describes it"),
      Option("--in-process", nil, isHidden: true),
      Option("--after", "MOVES", isHidden: true),
    ],
    details: [
      "STORY is "
        + OrderStory.all.map { "\($0.name) (\($0.title.prefix(1).lowercased() + $0.title.dropFirst()))" }
        .joined(separator: ", ") + ". Without it, all are counted.",
      "STYLE is one of these: "
        + OrderStory.all.flatMap { $0.styles.map { "\($0.name) (\($0.title))" } }.uniqued().joined(separator: "; ")
        + ".",
      "Each line runs at most once, and can run as long as the objects that it names are alive. An order is over when "
        + "every owner has let go of its object. It ends in one of these ways, the gravest of those that happened in it:"
        + PlayedOrder.Ending.allCases.map { "\n  \($0.rawValue.padded(to: 9))\($0.meaning)" }.joined(),
    ]
  ) { line throws(UsageError) in .orders(try OrdersCommand(line)) }

  private static let play = Verb<Command>(
    "play", "FILE", words: 1...1, "run a Swift file of your own, and draw what happens",
    options: [
      Option("--page", "FILE", "write a page that steps through it, beside its code")
    ] + playing + [
      Option("--json", nil, "for programs: Sources/Scenarios/Play/schema.json describes it")
    ],
    details: [
      "FILE is one file that imports RawObserving or ManagedObserving, with statements outside functions or a type with "
        + "@main; - is standard input. It is compiled in Swift 6 mode, and run in a process of its own. What that process "
        + "has started ends with it, but for a daemon with a session and an environment of its own.",
      "The program reads what is piped into 'play', or the file of --input. From a terminal it reads nothing, because "
        + "what it prints is shown when it has ended: each line in the step where it was printed. A program that prints "
        + "more than 64 megabytes is stopped.",
      "If anything is observed, the program runs twice, under the rules of both eras, unless --era names one: what it does "
        + "to files is done twice. If the runs differ, a third one shows whether that is chance.",
      "What is recorded is drawn, and what is not is said. An object whose class inherits from one of Foundation's is known "
        + "once a variable or a property has it, and '#column' and the module's name are those of the copy that is played.",
      "The exit code is 1 if the program does not compile, does not end by itself, or ends with another code than 0.",
      "SwiftPM's 'swift play' is another command: it runs the playgrounds of a package.",
    ]
  ) { line throws(UsageError) in
    var options = try Play.Options(line)
    (options.file, options.page, options.json) = (line.words[0], line.value(of: "--page"), line.has("--json"))
    if (options.files + [options.input]).count(where: { $0 == "-" }) > 1 {
      throw UsageError("standard input can be read once: only one of FILE, --compare and --input may be -.")
    }
    if options.json, options.step != nil {
      throw UsageError("--step and --json exclude each other: the recording has every step.")
    }
    if options.json, options.page == "-" {
      throw UsageError("--json and --page - both print to standard output; give --page a file.")
    }
    return .play(options)
  }

  /// How a program is played, once or whenever it is saved.
  private static let playing = [
    Option("--compare", "FILE", "draw another program beside it"),
    Option("--step", "N", "also who holds whom after that step"),
    Option("--seconds", "N", "how long it may run; 10 by default"),
    Option("--era", "ERA", "classic or current: whose rules it follows; without it classic, and what differs is told"),
    Option("--limit", "N", "how many megabytes are recorded; 1 by default"),
    Option("--input", "FILE", "what the program reads from its standard input; - is that of 'play' itself"),
  ]

  private static let new = Verb<Command>(
    "new", "[NAME]", words: 0...1, "write a first program to play with, exercises/NAME.swift",
    options: [Option("--raw", nil, "one whose view observes by hand")]
  ) { line in .new(line.words.first, isRaw: line.has("--raw")) }

  private static let answer = Option("--answer", "N", "your answer, where there is no terminal to ask on")

  private static let next = Verb<Command>(
    "next", "", "your next step: a question, a lesson, or an exercise",
    options: [
      Option("--path", "PATH", "from now on, follow the path for new code (new) or the whole course (maintain)"),
      answer,
      Option("--skip", nil, "leave the step out, which does not count as done"),
    ]
  ) { line throws(UsageError) in
    if line.has("--answer") && line.has("--skip") {
      throw UsageError("--answer and --skip exclude each other; leave out one of the two.")
    }
    let path = try line.value(of: "--path").map { word throws(UsageError) in
      guard let path = CoursePath(rawValue: word) else {
        throw UsageError("--path needs 'new' or 'maintain', not \(quoted(word)).")
      }
      return path
    }
    return .course(.next(path: path, answer: line.value(of: "--answer"), skips: line.has("--skip")))
  }

  private static let quiz = Verb<Command>(
    "quiz", "[NAME ...]", words: 0...Int.max, "questions with their runs; what you miss is asked again",
    options: [
      answer, Option("--ten", nil, "ten questions to take before your path and after it"),
      Option("--page", "FILE", "write the questions as a page, with answers that unfold"),
    ],
    details: [
      "NAME is what 'run' takes: an area such as REG, the number of a lesson, a name or an id. What you missed before is "
        + "asked first. Ctrl-D ends a quiz, and the same command continues it.",
      "The ten are asked without their answers, so that you can take them twice and compare.",
    ]
  ) { line throws(UsageError) in
    if line.has("--ten"), let name = line.words.first {
      throw UsageError("--ten takes no name, and \(quoted(name)) is one; leave out one of the two.")
    }
    if let page = line.value(of: "--page") {
      if let other = ["--ten", "--answer"].first(where: line.has) {
        throw UsageError("--page writes the questions with their answers, and takes no \(other).")
      }
      return .course(.questions(line.words, page: page))
    }
    return .course(.quiz(line.words, ten: line.has("--ten"), answer: line.value(of: "--answer")))
  }

  private static let drawing = [
    Option("--timeline", nil, "draw what your file does"),
    Option("--page", "FILE", "write a page that steps through it"),
  ]

  private static let exerciseVerbs: [Verb<Command>] = [
    Verb(
      "exercises", "", "list the exercises, with those that are done",
      options: [Option("--verify", nil, isHidden: true), Option("--attempts", nil, isHidden: true)]
    ) { line in
      line.has("--verify") || line.has("--attempts")
        ? .course(.verify(includesOthers: line.has("--attempts"))) : .course(.exercises)
    },
    Verb(
      "check", "[NAME]", words: 0...1, "check the exercise that you work on, or that one", options: drawing,
      details: [
        "Without NAME, the exercise is the one that was given out or checked last. If it has passed, and its file has not "
          + "changed since, 'check' says what is next.",
        "Harder variants check the same file for more: "
          + Exercise.harder.map(\.name).joined(separator: ", ") + ".",
      ]
    ) { line in
      .course(.check(line.words.first, drawn: line.has("--timeline"), page: line.value(of: "--page")))
    },
    Verb(
      "watch", "[NAME | FILE]", words: 0...1,
      "check an exercise, or run a pitfall or a file of your own, whenever a source is saved",
      options: drawing + playing,
      details: [
        "A file of your own is drawn in any case, and the options that 'play' has are for it alone. The program reads "
          + "nothing but the file of --input. A save ends a run that is under way. r runs it again, and q quits.",
        "Without a name, it begins with the exercise that you work on. When an exercise passes, the next one of your path "
          + "is given out, and checked when you save it. In a terminal, single keys stand for the other verbs: "
          + "? lists them, and q quits. Elsewhere, an exercise that is named is the only one.",
      ]
    ) { line throws(UsageError) in
      .watch(
        line.words.first, drawn: line.has("--timeline"), page: line.value(of: "--page"), try Play.Options(line))
    },
    Verb("hint", "[NAME]", words: 0...1, "the next hint") { line in .course(.hint(line.words.first)) },
    Verb(
      "diff", "[NAME]", words: 0...1, "a solution beside yours, once it passes",
      details: ["Without a name, of the exercise that passed last."]
    ) { line in .course(.diff(line.words.first)) },
    Verb("restore", "NAME", words: 1...1, "give a file out again; yours is kept") { line in
      .course(.restore(line.words[0]))
    },
    Verb("forget", "", "forget your position in the course") { _ in .course(.forget) },
  ]

  private static let atlas = Verb<Command>(
    "atlas", "-o FILE [NAME ...]", words: 0...Int.max,
    "write a page that steps through the runs of pitfalls, or in minutes of all",
    options: [Option("--output", short: "-o", "FILE", "the file to write; - is standard output")],
    details: [
      "NAME is what 'run' takes. The page needs no network. Its links to cards, lessons and sources lead into this "
        + "folder."
    ]
  ) { line throws(UsageError) in
    guard let file = line.value(of: "--output") else {
      throw UsageError("'atlas' needs a file: ./scenarios atlas -o atlas.html.")
    }
    return .atlas(file: file, names: line.words)
  }

  private static let progress = Verb<Command>(
    "progress", "FILE", words: 1...1, "count a file's lines and bytes, and watch it; - is standard input",
    options: [Option("--raw", nil, "with a bar that observes by hand")],
    details: [
      "Both sides print the same: compare their code, in Progress.swift. The bar is drawn on standard error, if that is a "
        + "terminal."
    ]
  ) { line in
    .progress(file: line.words[0], raw: line.has("--raw"))
  }

  private static let clock = Verb<Command>(
    "clock", "", "a clock and its view",
    options: [Option("--seconds", "N", "how long; 3 by default")]
  ) { line throws(UsageError) in
    let seconds = try line.number(of: "--seconds", 0...86_400, needs: "one whole number from 0 to 86400")
    return .clock(seconds: seconds ?? 3)
  }

  private static let changes = Verb<Command>(
    "changes", "[NAME ...]", words: 0...Int.max, "make each change that a run invites to",
    details: [
      "For the checks of the repository, and so not in the list of verbs. Without NAME, it takes a minute or two: it "
        + "makes each change in a copy, and compares how the acts end with what the catalogue says."
    ], isHidden: true
  ) { line in .changes(line.words) }
}
