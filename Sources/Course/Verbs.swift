package import Console
import Exercises
import Pictures

/// The verbs of the course.
package enum CourseTable {
  package static let lesson = Verb<Action>(
    "lesson", "[N | NAME]", words: 0...1, "read a lesson: your next one, number N, or that of a pitfall",
    options: [unfold],
    details: ["build-1 to build-8 are the pages on the mediator that you build."]
  ) { line -> Action in
    { screen in
      try LessonPage(screen, unfolded: line.has("--unfold")).print(line.words.first)
      return true
    }
  }

  private static let unfold = Option("--unfold", nil, "show the answers that the page folds away")

  private static let answer = Option("--answer", "N", "your answer, where there is no terminal to ask on")

  package static let next = Verb<Action>(
    "next", "", "your next step: a question, a lesson, or an exercise",
    options: [
      Option("--path", "PATH", "from now on, follow the path for new code (new) or the whole course (maintain)"),
      answer,
      Option("--skip", nil, "leave the step out, which does not count as done"),
    ]
  ) { line throws(UsageError) -> Action in
    if line.has("--answer") && line.has("--skip") {
      throw UsageError("--answer and --skip exclude each other; leave out one of the two.")
    }
    let path = try line.value(of: "--path").map { word throws(UsageError) in
      guard let path = CoursePath(rawValue: word) else {
        throw UsageError("--path needs 'new' or 'maintain', not \(quoted(word)).")
      }
      return path
    }
    return action(.next(path: path, answer: line.value(of: "--answer"), skips: line.has("--skip")))
  }

  package static let quiz = Verb<Action>(
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
  ) { line throws(UsageError) -> Action in
    if line.has("--ten"), let name = line.words.first {
      throw UsageError("--ten takes no name, and \(quoted(name)) is one; leave out one of the two.")
    }
    if let page = line.value(of: "--page") {
      if let other = ["--ten", "--answer"].first(where: line.has) {
        throw UsageError("--page writes the questions with their answers, and takes no \(other).")
      }
      return action(.questions(line.words, page: page))
    }
    return action(.quiz(line.words, ten: line.has("--ten"), answer: line.value(of: "--answer")))
  }

  private static let drawing = [
    Option("--timeline", nil, "draw what your file does"),
    Option("--page", "FILE", "write a page that steps through it"),
  ]

  package static let exerciseVerbs: [Verb<Action>] = [
    Verb(
      "exercises", "", "list the exercises, with those that are done",
      options: [Option("--verify", nil, isHidden: true), Option("--attempts", nil, isHidden: true)]
    ) { line in
      line.has("--verify") || line.has("--attempts")
        ? action(.verify(includesOthers: line.has("--attempts"))) : action(.exercises)
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
      action(.check(line.words.first, drawn: line.has("--timeline"), page: line.value(of: "--page")))
    },
    Verb(
      "watch", "[NAME | FILE]", words: 0...1,
      "check an exercise, or run a pitfall or a file of your own, whenever a source is saved",
      options: drawing + PictureVerbs.playing,
      details: [
        "A file of your own is drawn in any case, and the options that 'play' has are for it alone. The program reads "
          + "nothing but the file of --input. A save ends a run that is under way. r runs it again, and q quits.",
        "Without a name, it begins with the exercise that you work on. When an exercise passes, the next one of your path "
          + "is given out, and checked when you save it. In a terminal, single keys stand for the other verbs: "
          + "? lists them, and q quits. Elsewhere, an exercise that is named is the only one.",
      ]
    ) { line throws(UsageError) -> Action in
      let options = try Play.Options(line)
      return { screen in
        try Watch(screen).run(
          line.words.first, drawn: line.has("--timeline"), page: line.value(of: "--page"), options)
      }
    },
    Verb("hint", "[NAME]", words: 0...1, "the next hint") { line in action(.hint(line.words.first)) },
    Verb(
      "diff", "[NAME]", words: 0...1, "a solution beside yours, once it passes",
      details: ["Without a name, of the exercise that passed last."]
    ) { line in action(.diff(line.words.first)) },
    Verb("restore", "NAME", words: 1...1, "give a file out again; yours is kept") { line in
      action(.restore(line.words[0]))
    },
    Verb("forget", "", "forget your position in the course") { _ in action(.forget) },
  ]

  /// What is shown without a verb: what this is, and where to start.
  package static let welcome: Action = { screen in
    try CourseVerbs(screen).welcome()
    return true
  }

  private static func action(_ command: CourseCommand) -> Action { { try CourseVerbs.run(command, $0) } }
}
