import Console
import Exercises
import Foundation
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
  }

  private let screen: Screen

  init(_ screen: Screen) { self.screen = screen }

  /// Returns whether the programs could be compiled, and ended by themselves.
  func run(_ options: Options) throws -> Bool {
    let page = try options.page.map(PageFile.init)
    var runs: [PlayedRun] = []
    for file in [options.file, options.other].compactMap(\.self) {
      do {
        runs.append(try PlayedRun(file, limit: options.seconds, isColoured: screen.isColoured))
      } catch let error as MarkedProgram.CompilerError {
        print(error.text)
        return false
      }
    }
    draw(runs, options.step)
    if let page, let name = options.page { try write(runs, to: page, name) }
    return runs.allSatisfy { $0.ending == .exited(0) }
  }

  /// Draws what a learner's file does while it is checked.
  func draw(_ files: ExerciseFiles, page name: String?) throws {
    let page = try name.map(PageFile.init)
    let report = try EventFile()
    defer { report.remove() }
    let check = files.exercise.typeName.prefix(1).lowercased() + files.exercise.typeName.dropFirst()
    let run = try PlayedRun(
      files.root.appending(path: files.path).path,
      ("import Exercises\nCheckProgram.run { $0.\(check)(Attempt.self) }", [report.path]),
      isColoured: screen.isColoured)
    print("")
    draw([run], nil)
    if let page, let name { try write([run], to: page, name) }
  }

  private func write(_ runs: [PlayedRun], to page: PageFile, _ name: String) throws {
    try page.write(Data(Page.html(Self.data(runs)).utf8))
    guard name != "-" else { return }
    print("")
    for line in screen.lines("\(name) steps through it: open it in a browser.") { print(line) }
  }

  private func draw(_ runs: [PlayedRun], _ step: Int?) {
    let hasObjects = runs.contains { !$0.side.picture.lanes.isEmpty }
    if hasObjects {
      let scene = Timeline.scene(of: runs.map(\.side), columns: screen.columns)
      let lines = TextPainter.lines(of: scene, useASCII: screen.isASCII, isColoured: screen.isColoured)
      print(lines.joined(separator: "\n"))
      if let step { for run in runs { Timelines(screen).printHolders(in: run.side, after: step) } }
    }
    for run in runs {
      let sentences = Self.closing(of: run)
      if hasObjects && sentences.isEmpty { continue }
      if hasObjects { print("") }
      if runs.count > 1 { print(screen.bold(run.name)) }
      if !hasObjects { printOutput(of: run) }
      for sentence in sentences { for line in screen.lines(sentence) { print(line) } }
    }
  }

  /// Without a picture, what was printed is all there is.
  private func printOutput(of run: PlayedRun) {
    for line in run.printed { print("    \(line)") }
    for line in screen.lines("Nothing is drawn: the program has no object of a class of its own in a variable.") {
      print(line)
    }
  }

  /// What the picture does not say.
  private static func closing(of run: PlayedRun) -> [String] {
    var sentences: [String] = []
    switch run.ending {
    case .exited(0): break
    case .exited(let code): sentences.append("It ends with the exit code \(code).")
    case .died(let signal, let message):
      if message.isEmpty {
        let reason = signal == SIGSEGV ? ", as calls without end do" : ""
        sentences.append("It dies of signal \(signal)\(reason).")
      }
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

  private static func data(_ runs: [PlayedRun]) -> PageData {
    let pictures = runs.map(\.side.picture)
    let drawn = pictures.map { picture in
      let (timeline, ownership) = RunDrawings.drawing(of: picture)
      return DrawnRun(picture, timeline: timeline, ownership: ownership)
    }
    let pairs = runs.count == 2 ? ["0-1": RunDrawings.pair(pictures[0], pictures[1])] : [:]
    return PageData([], drawn, pairs: pairs) { file in
      runs.first { $0.name == file }?.lines(of: file) ?? []
    }
  }
}
