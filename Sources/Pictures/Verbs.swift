package import Console
import Harness
import RawObserving

extension Play.Options {
  /// How a program is to be played, without its name and its page.
  package init(_ line: Invocation) throws(UsageError) {
    (other, input) = (line.value(of: "--compare"), line.value(of: "--input"))
    step = try line.number(of: "--step", 0...Int.max, needs: "the number of a step; 0 is before the first one")
    seconds = try line.number(of: "--seconds", 1...3600, needs: "whole seconds from 1 to 3600") ?? 10
    era = try line.era
    limit = try line.number(of: "--limit", 1...1000, needs: "megabytes from 1 to 1000") ?? 1
  }
}

/// The verbs that draw.
package enum PictureVerbs {
  package static let play = Verb<Action>(
    "play", "FILE", words: 1...1, "run a Swift file of your own, and draw what happens",
    options: [
      Option("--page", "FILE", "write a page that steps through it, beside its code")
    ] + playing + [
      Option("--order", "N", "with its lines in that order: see 'help orders'"),
      Option("--json", nil, "for programs: Sources/Pictures/Play/schema.json describes it"),
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
  ) { line throws(UsageError) -> Action in
    let options = try options(of: line)
    return { try Play($0).run(options) }
  }

  /// How a program is to be played.
  package static func options(of line: Invocation) throws(UsageError) -> Play.Options {
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
    if line.has("--order"), options.other != nil || options.file == "-" {
      throw UsageError("--order draws one file, which is read twice: leave out --compare, and name the file.")
    }
    return options
  }

  package static let playing = [
    Option("--compare", "FILE", "draw another program beside it"),
    Option("--step", "N", "also who holds whom after that step"),
    Option("--seconds", "N", "how long it may run; 10 by default"),
    Option("--era", "ERA", "classic or current: whose rules it follows; without it classic, and what differs is told"),
    Option("--limit", "N", "how many megabytes are recorded; 1 by default"),
    Option("--input", "FILE", "what the program reads from its standard input; - is that of 'play' itself"),
  ]

  package static let new = Verb<Action>(
    "new", "[NAME]", words: 0...1, "write a first program to play with, exercises/NAME.swift",
    options: [
      Option("--raw", nil, "one whose view observes by hand"),
      Option("--orders", nil, "one whose lines 'orders' plays in every order"),
    ]
  ) { line throws(UsageError) -> Action in
    if line.has("--raw") && line.has("--orders") {
      throw UsageError("--raw and --orders write two programs: choose one.")
    }
    return { screen in
      let kind: NewProgram.Kind = line.has("--orders") ? .orders : line.has("--raw") ? .raw : .managed
      try NewProgram(screen).write(line.words.first, kind)
      return true
    }
  }

  package static let atlas = Verb<Action>(
    "atlas", "-o FILE [NAME ...]", words: 0...Int.max,
    "write a page that steps through the runs of the named pitfalls, or of all, which takes a minute",
    options: [Option("--output", short: "-o", "FILE", "the file to write; - is standard output")],
    details: [
      "NAME is what 'run' takes. The page needs no network. Its links to cards, lessons and sources lead into this "
        + "folder."
    ]
  ) { line throws(UsageError) -> Action in
    guard let file = line.value(of: "--output") else {
      throw UsageError("'atlas' needs a file: ./scenarios atlas -o atlas.html.")
    }
    return { _ in
      try Atlas.write(to: file, line.words.isEmpty ? Pitfall.all : try Selection.pitfalls(line.words))
      return true
    }
  }
}
