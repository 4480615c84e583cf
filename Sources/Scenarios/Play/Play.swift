import Console
import Exercises
import Foundation
import RawObserving
import Replay

/// `scenarios play`: a reader's own program, run, recorded and drawn.
struct Play {
  struct Options: Equatable {
    var file = ""
    /// Another program, to be drawn beside the first.
    var other: String?
    /// The page to write.
    var page: String?
    var step: Int?
    var seconds = 10
    /// Nil for both: the classic one is drawn, and what differs in the other is told.
    var era: Era?
    /// In megabytes.
    var limit = 1
  }

  private let screen: Screen

  init(_ screen: Screen) { self.screen = screen.aroundPictures }

  /// Returns whether the programs could be compiled, and ended by themselves.
  func run(_ options: Options) throws -> Bool {
    let page = try options.page.map(PageFile.init)
    var runs: [PlayedRun] = []
    var others: [Int: PlayedRun] = [:]
    let files = [options.file, options.other].compactMap(\.self)
    let names = files.map { URL(fileURLWithPath: $0).lastPathComponent }
    for file in files {
      do {
        // Two files of one name are told apart by their folders.
        let name = Set(names).count < names.count ? file : nil
        let run = try PlayedRun(
          file, called: name, limit: options.seconds, era: options.era ?? .classic, megabytes: options.limit,
          isColoured: screen.isColoured)
        runs.append(run)
        // A run that has to be stopped is not waited for twice.
        if case .stopped = run.ending { continue }
        guard options.era == nil, run.dependsOnTheEra else { continue }
        others[runs.count - 1] = try PlayedRun(
          file, called: name, limit: options.seconds, era: .current, megabytes: options.limit,
          isColoured: screen.isColoured)
      } catch let error as MarkedProgram.CompilerError {
        print(error.text)
        return false
      }
    }
    draw(runs, options.step)
    tell(runs, others, options.era)
    if let page { try write(runs, to: page) }
    return runs.allSatisfy { $0.ending == .exited(0) }
  }

  /// Says whose rules the pictures follow, and whether the others would make a difference.
  private func tell(_ runs: [PlayedRun], _ others: [Int: PlayedRun], _ era: Era?) {
    let rules = [
      Era.classic: "the classic rules (systems up to iOS 10)", .current: "the current rules (iOS 18 and later)",
    ]
    for (index, run) in runs.enumerated() {
      let drawn = era ?? .classic
      let name = runs.count > 1 ? "\(run.name): " : ""
      guard era == nil else {
        say("\(name)This is drawn under \(rules[drawn] ?? "").")
        continue
      }
      guard let other = others[index] else { continue }
      say(
        run.difference(from: other).map {
          "\(name)This is drawn under \(rules[.classic] ?? ""). Under \(rules[.current] ?? ""): \($0) --era current draws that."
        } ?? "\(name)Under \(rules[.current] ?? "") the same happens.")
    }
  }

  /// Draws what a learner's file does while it is checked.
  ///
  /// - Parameter result: what the check found.
  func draw(_ files: ExerciseFiles, _ result: CheckResult, page: PageFile?) throws {
    let report = try EventFile()
    defer { report.remove() }
    let run: PlayedRun
    do {
      run = try PlayedRun(
        files.root.appending(path: files.path).path,
        ("import Exercises\nCheckProgram.run { $0.\(files.exercise.call("Attempt")) }", [report.path]),
        isColoured: screen.isColoured)
    } catch let error as MarkedProgram.CompilerError {
      // The check has compiled the file: only its marked copy can be refused.
      throw InputError(message: "the file cannot be recorded:\n\(error.text)")
    }
    print("")
    draw([run], nil)
    if let page { try write([run], to: page, failure: result.failure) }
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
    if hasObjects, runs.count == 2 {
      print("")
      say(Alignment.parting(of: (runs[0].side, runs[1].side)))
    }
    for run in runs {
      let sentences = Self.closing(of: run)
      // Without a picture, what it prints is all that there is.
      let printed = (hasObjects ? run.printedOtherwise : run.printed).cut(to: hasObjects ? 20 : 100)
      let end = hasObjects ? run.side.picture.closing : []
      if hasObjects && sentences.isEmpty && printed.isEmpty && end.isEmpty { continue }
      if hasObjects { print("") }
      if runs.count > 1 { print(screen.bold(run.name)) }
      if hasObjects && !printed.isEmpty { print("Printed, and not in the picture:") }
      for line in printed { print("    \(line)") }
      if !hasObjects {
        if case .died(let message) = run.ending { for line in message.split(separator: "\n") { print("    \(line)") } }
        say("Nothing is drawn: the program has no object of a class of its own in a variable.")
      }
      for sentence in end {
        for line in screen.lines(sentence.text) { print(sentence.isBad ? screen.red(line) : line) }
      }
      for sentence in sentences { say(sentence) }
    }
  }

  private func say(_ sentence: String) { for line in screen.lines(sentence) { print(line) } }

  /// What the picture does not say.
  private static func closing(of run: PlayedRun) -> [String] {
    var sentences: [String] = []
    switch run.ending {
    case .exited(0): break
    case .died(let message):
      if let pitfall = Pitfall.decided(by: message, run.side.picture.death) {
        sentences.append("This is \(pitfall.id): \(pitfall.title). './scenarios card \(pitfall.id)' prints its card.")
      }
    case .exited(let code): sentences.append("It ends with the exit code \(code).")
    case .stopped(let seconds):
      sentences.append(
        "It was still running after \(seconds) seconds, and was stopped. --seconds N gives it more time.")
    }
    switch run.detail {
    case .variables: break
    case .lines: sentences.append("What its variables hold is not recorded: the compiler takes the file without that.")
    case .events:
      sentences.append("Its lines and variables are not recorded: the compiler takes the file only as it is.")
    }
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
