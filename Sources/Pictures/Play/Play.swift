package import Console
import Foundation
import Harness
import Marking
package import RawObserving
import Recording

/// `scenarios play`: a reader's own program, run, recorded and drawn.
package struct Play {
  package struct Options: Equatable {
    package var file = ""
    /// Another program, to be drawn beside the first.
    var other: String?
    /// The page to write.
    package var page: String?
    var step: Int?
    var seconds = 10
    /// Nil for both: the classic one is drawn, and what differs in the other is told.
    package var era: Era?
    /// In megabytes.
    var limit = 1
    /// The order of the lines that may run in any; nil for that in which they stand.
    package var order: [Int]?
    /// What the program reads; nil for what this process reads, if it shares that.
    var input: String?
    var sharesInput = true
    /// Whether everything is printed for a program to read, and not drawn.
    var json = false

    package init() {}

    var files: [String] { [file, other].compactMap(\.self) }
  }

  /// A run, and the same program under the rules of the other era.
  struct Played {
    let run: PlayedRun
    var other: PlayedRun?
    /// Whether it ends otherwise at each run, so that nothing can be said of the rules.
    var isUnsteady = false
    /// Whether there is none because what the first run has read is not there again.
    var isInputSpent = false

    init(_ run: PlayedRun) { self.run = run }
  }

  private let screen: Screen
  /// Whether what is under way is not wanted any more.
  private let isUnwanted: () -> Bool

  package init(_ screen: Screen, isUnwanted: @escaping () -> Bool = { false }) {
    (self.screen, self.isUnwanted) = (screen.aroundPictures, isUnwanted)
  }

  /// Returns whether the programs could be compiled, and ended by themselves.
  package func run(_ options: Options) throws -> Bool {
    let page = try options.page.map(PageFile.init)
    let output = options.json ? try OutputFile("-") : nil
    let input =
      try options.input.map { try ProgramInput(file: $0) }
      ?? (options.sharesInput ? ProgramInput(besides: options.files) : .none)
    var played: [Played] = []
    let names = options.files.map { URL(fileURLWithPath: $0).lastPathComponent }
    for file in options.files {
      guard input.rewind() else {
        throw UsageError("both programs would read the same pipe: give them a file, with --input FILE.")
      }
      do {
        // Two files of one name are told apart by their folders.
        let name = Set(names).count < names.count ? file : nil
        let text = try PlayedRun.text(of: file)
        played.append(
          try play(options.era, input) { era in
            try PlayedRun(
              file, with: text, called: name, inOrder: options.order, input: input, limit: options.seconds, era: era,
              megabytes: options.limit,
              isColoured: screen.isColoured && !options.json, isUnwanted: isUnwanted)
          })
      } catch let error as CompilerError {
        if let output { try output.write(PlayReport(refused: error.text).data()) } else { print(error.text) }
        return false
      }
    }
    let runs = played.map(\.run)
    if let output {
      try output.write(PlayReport(played.map { ($0, sentences(of: $0, options.era)) }, parting(of: runs)).data())
    } else {
      draw(runs, options.step)
      tell(played, options.era)
    }
    if let page { try write(runs, to: page) }
    return runs.allSatisfy { $0.ending == .exited(0) }
  }

  /// - Parameter era: nil for both.
  private func play(_ era: Era?, _ input: ProgramInput, _ make: (Era) throws -> PlayedRun) throws -> Played {
    var played = Played(try make(era ?? .classic))
    // A run that has to be stopped is not waited for twice.
    if case .stopped = played.run.ending { return played }
    guard era == nil, played.run.dependsOnTheEra else { return played }
    if input.rewind() { played.other = try make(.current) } else { played.isInputSpent = true }
    // What differs may do so at each run.
    if let other = played.other, played.run.difference(from: other) != nil, input.rewind() {
      played.isUnsteady = try played.run.difference(from: make(.classic)) != nil
    }
    return played
  }

  /// Says whose rules the pictures follow, and whether the others would make a difference.
  private func tell(_ played: [Played], _ era: Era?) {
    let texts = played.compactMap { each in
      rules(of: each, era).map { played.count > 1 ? "\(each.run.name): \($0)" : $0 }
    }
    if !texts.isEmpty { print("") }
    for text in texts { say(text) }
  }

  private func rules(of played: Played, _ era: Era?) -> String? {
    let classic = "the classic rules (systems up to iOS 10)"
    let current = "the current rules (iOS 18 and later)"
    if let era { return "This is drawn under \(era == .classic ? classic : current)." }
    if played.isInputSpent {
      return "This is drawn under \(classic). It was not run under \(current), because its input came from a pipe and "
        + "cannot be read twice. --input FILE gives it a file."
    }
    guard let other = played.other else { return nil }
    if played.isUnsteady {
      return "This is drawn under \(classic). The program does not do the same at each run, so what it does under "
        + "\(current) cannot be compared. --era current draws one such run."
    }
    return played.run.difference(from: other).map {
      "This is drawn under \(classic). Under \(current): \($0) --era current draws that."
    } ?? "Under \(current) the same happens."
  }

  /// Everything that is said of a run besides its picture.
  private func sentences(of played: Played, _ era: Era?) -> [String] {
    let run = played.run
    return run.side.picture.closing.map(\.text) + Self.closing(of: run, isDrawn: false)
      + [rules(of: played, era)].compactMap(\.self)
  }

  private func parting(of runs: [PlayedRun]) -> String? {
    guard runs.count == 2, runs.contains(where: { !$0.side.picture.lanes.isEmpty }) else { return nil }
    return Alignment.parting(of: (runs[0].side, runs[1].side))
  }

  /// Plays a file that does not run by itself, and draws it.
  ///
  /// - Parameters:
  ///   - caller: statements that run what the file declares, and the arguments of their program.
  ///   - failure: why what it does is not right.
  package func draw(
    _ file: String, calledBy caller: (text: String, arguments: [String]), failure: String?, page: PageFile?
  )
    throws
  {
    let played: Played
    do {
      played = try play(nil, .none) { era in try PlayedRun(file, caller, era: era, isColoured: screen.isColoured) }
    } catch let error as CompilerError {
      // The check has compiled the file: only its marked copy can be refused.
      throw InputError(message: "the file cannot be recorded:\n\(error.text)")
    }
    print("")
    draw([played.run], nil)
    tell([played], nil)
    if let page { try write([played.run], to: page, failure: failure) }
  }

  private func write(_ runs: [PlayedRun], to page: PageFile, failure: String? = nil) throws {
    try page.write(Data(Page.html(Self.data(runs, failure)).utf8))
    guard page.name != "-" else { return }
    print("")
    say("\(page.name) steps through it: open it in a browser.")
  }

  private func draw(_ runs: [PlayedRun], _ step: Int?) {
    let hasObjects = runs.contains { !$0.side.picture.lanes.isEmpty }
    if hasObjects {
      let scene = Timeline.scene(of: runs.map(\.side), within: screen.columns)
      let lines = TextPainter.lines(of: scene, useASCII: screen.isASCII, isColoured: screen.isColoured)
      print(lines.joined(separator: "\n"))
      if let step { for run in runs { Timelines(screen).printHolders(in: run.side, after: step) } }
    }
    if let parting = parting(of: runs) {
      print("")
      say(parting)
    }
    for run in runs {
      let sentences = Self.closing(of: run, isDrawn: hasObjects)
      let end = hasObjects ? run.side.picture.closing : []
      if hasObjects && sentences.isEmpty && end.isEmpty { continue }
      if hasObjects { print("") }
      if runs.count > 1 { print(screen.bold(run.name)) }
      if !hasObjects {
        // Without a picture, what it prints is all that there is.
        for line in run.recorded.printed.cut(to: 100) { print("    \(line.shown)") }
        if case .died(let message) = run.ending {
          for line in message.split(separator: "\n") { print("    \(printable(String(line)))") }
        }
        say(Self.whyNothing(of: run))
      }
      for sentence in end {
        for line in screen.lines(sentence.text) { print(sentence.isBad ? screen.red(line) : line) }
      }
      for sentence in sentences { say(sentence) }
    }
  }

  private func say(_ sentence: String) { for line in screen.lines(sentence) { print(line) } }

  /// Why there is no picture.
  private static func whyNothing(of run: PlayedRun) -> String {
    // An object may be where no mark is.
    if run.limits.isUnmarked || !run.limits.refused.isEmpty { return "Nothing is drawn." }
    return run.recorded.isReadThroughout
      ? "Nothing is drawn: the program has no object of a class of its own in a variable."
      : "Nothing is drawn: no object of a class of its own was in a variable before other threads ran."
  }

  /// What the picture does not say.
  private static func closing(of run: PlayedRun, isDrawn: Bool) -> [String] {
    var sentences: [String] = []
    switch run.ending {
    case .exited(0): break
    case .died(let message):
      if let pitfall = Pitfall.decided(by: message, run.side.picture.death) {
        sentences.append("This is \(pitfall.id): \(pitfall.title). './scenarios card \(pitfall.id)' prints its card.")
      }
    case .exited(let code): sentences.append("It ends with the exit code \(code).")
    case .stopped(let reason):
      if !isDrawn { sentences.append("It is \(reason.words).") }
      if case .time = reason {
        sentences.append("--seconds N gives it more time. A loop takes many times as long while it is recorded.")
      }
    }
    if run.recorded.leaves {
      sentences.append(
        "It left by _exit or quick_exit, or another program has taken its place. What it did last may not be recorded.")
    }
    if run.limits.isUnmarked {
      sentences.append("Its lines and variables are not recorded: the compiler takes the file only as it is.")
    } else if !run.limits.refused.isEmpty {
      let parts = run.limits.refused.joined(separator: ", ")
      sentences.append("Not recorded, since the compiler takes no marks there: \(parts).")
    }
    let unrecorded = run.limits.unrecorded + run.recorded.hidden
    if !unrecorded.isEmpty { sentences.append("Not recorded: \(unrecorded.joined(separator: "; ")).") }
    return sentences
  }

  private static func data(_ runs: [PlayedRun], _ failure: String?) -> PageData {
    let pictures = runs.map(\.side.picture)
    let pairs = runs.count == 2 ? ["0-1": Alignment(pictures[0], pictures[1]).letters] : [:]
    let drawn = zip(runs, pictures).map { run, picture in
      if case .exited(let code) = run.ending, code != 0, failure == nil {
        return DrawnRun(picture, failure: "It ends with the exit code \(code).")
      }
      return DrawnRun(picture, failure: failure)
    }
    return PageData([], drawn, pairs: pairs) { file in
      runs.first { $0.name == file }?.source.lines(of: file) ?? []
    }
  }
}
