import Console
import Foundation
import RawObserving
import Replay

/// A run of a reader's own program, with its recording.
struct PlayedRun {
  /// How the program ended.
  enum Ending: Equatable {
    /// By itself, with this exit code.
    case exited(Int32)
    case died(signal: Int32, message: String)
    /// It was still running after so many seconds.
    case stopped(Int)
  }

  /// The file, as the reader named it.
  let file: String
  let ending: Ending
  /// What it printed, and its last message not among it.
  let printed: [String]
  /// How much of it could be recorded.
  let detail: MarkedProgram.Detail
  let recorded: RecordedRun

  var name: String { (file as NSString).lastPathComponent }

  /// Compiles the file against the modules that this program was built from, and runs and records it in a process of its
  /// own.
  ///
  /// - Parameters:
  ///   - caller: statements that run what the file declares, and the arguments of that program.
  ///   - limit: in seconds.
  /// - Throws: `MarkedProgram.CompilerError` with what the compiler says of the file.
  init(
    _ file: String, _ caller: (text: String, arguments: [String])? = nil, limit: Int = 10, isColoured: Bool
  ) throws {
    self.file = file
    let url = URL(fileURLWithPath: file)
    try Self.check(file)
    let name = url.lastPathComponent
    let build = MarkedProgram.Modules(
      in: thisProgram.deletingLastPathComponent(), root: PackageRoot.built,
      modules: ["RawObserving", "ManagedObserving", "Console", "Exercises", "Replay"], testing: nil,
      isColoured: isColoured)
    let (program, detail) = try Self.program(file, name, build, caller?.text)
    self.detail = detail

    let events = try EventFile()
    defer { events.remove() }
    let process = try TimedProcess.run(
      program.path, caller?.arguments ?? [], in: url.deletingLastPathComponent(), [PlayedProgram.file: events.path],
      seconds: Double(limit))
    var lines = process.output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last == "" { lines.removeLast() }
    if process.wasTooSlow {
      ending = .stopped(limit)
    } else if process.wasSignalled {
      let start = lines.firstIndex { Outcome.isLastMessage($0) || $0.contains("Fatal error") } ?? lines.endIndex
      let message = lines[start...].prefix { $0 != Outcome.stackTrace }.joined(separator: "\n")
      lines.removeSubrange(start...)
      ending = .died(signal: process.status, message: message)
    } else {
      ending = .exited(process.status)
    }
    printed = lines
    let source = SourceText(url.deletingLastPathComponent())
    let death: String? =
      switch ending {
      case .exited: nil
      case .died(let signal, let message): message.isEmpty ? "it dies of signal \(signal)" : message
      case .stopped(let seconds): "stopped after \(seconds) seconds"
      }
    let stopped = if case .stopped = ending { true } else { false }
    recorded = RecordedRun(
      of: name, act: 1, era: .classic, source: name,
      try events.read(endingWith: death, isStopped: stopped, source.text))
  }

  /// The program with as many marks as the compiler accepts.
  private static func program(
    _ file: String, _ name: String, _ build: MarkedProgram.Modules, _ caller: String?
  ) throws -> (MarkedProgram, MarkedProgram.Detail) {
    for detail in MarkedProgram.Detail.allCases {
      do {
        return (try MarkedProgram(playing: file, shown: name, build, detail, caller: caller), detail)
      } catch let error as MarkedProgram.CompilerError {
        if error.isAboutTheFile { throw error }
        // Some mistakes are found after the syntax tree is made.
        let text = MarkedProgram.complaints(about: file, build, isMain: caller == nil)
        if let text { throw MarkedProgram.CompilerError(text: text, isAboutTheFile: true) }
        if detail == .events { throw error }
      }
    }
    preconditionFailure("the last try returns or throws")
  }

  private static func check(_ file: String) throws {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: file, isDirectory: &isFolder) else {
      throw InputError(message: "there is no file \(quoted(file)). './scenarios new' writes a first one to play with.")
    }
    if isFolder.boolValue { throw InputError(message: "\(quoted(file)) is a folder; 'play' takes one Swift file.") }
    guard FileManager.default.isReadableFile(atPath: file) else {
      throw InputError(message: "\(quoted(file)) cannot be read.")
    }
  }

  /// The run as one side of a timeline.
  var side: Replay.Side { Replay.Side(picture: Picture(of: recorded, wanted: nil), label: name, title: "") }

  /// The lines of the program, for the page.
  func lines(of file: String) -> [String] {
    SourceText(URL(fileURLWithPath: self.file).deletingLastPathComponent()).lines(of: file)
  }
}
