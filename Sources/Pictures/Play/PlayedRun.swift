import Console
import Foundation
import Harness
package import Marking
package import RawObserving
import Recording

/// A run of a reader's own program, with its recording.
package struct PlayedRun {
  /// How the program ended.
  enum Ending: Equatable {
    /// By itself, with this exit code.
    case exited(Int32)
    /// With this message, or by a signal.
    case died(String)
    /// It was stopped from outside.
    case stopped(Reason)

    enum Reason: Equatable {
      /// It was still running after so many seconds.
      case time(Int)
      /// It printed more than so many megabytes.
      case output(Int)

      var words: String {
        switch self {
        case .time(let seconds): "stopped after \(seconds) \(seconds == 1 ? "second" : "seconds")"
        case .output(let megabytes): "stopped: it printed more than \(megabytes) megabytes"
        }
      }
    }

    /// The same, with a message that does not differ from run to run.
    var withoutAddresses: Ending {
      if case .died(let message) = self { return .died(Self.withoutAddresses(message)) }
      return self
    }

    static func withoutAddresses(_ text: String) -> String { text.replacing(#/0x[0-9a-f]+/#, with: "0x…") }
  }

  /// What the file is called in the pictures.
  let name: String
  let source: SourceText
  let ending: Ending
  /// What of it is not recorded.
  let limits: MarkedProgram.Limits
  let recorded: RecordedRun

  /// Compiles the file against the modules that this program was built from, and runs and records it in a process of its
  /// own.
  ///
  /// - Parameters:
  ///   - file: its path; `-` is standard input.
  ///   - text: what is in it; nil to read it. A pipe can be read once.
  ///   - name: what it is called in the pictures; nil for the name of the file without its folder.
  ///   - caller: statements that run what the file declares, and the arguments of that program; nil if it runs by itself.
  ///   - order: the order of the lines that may run in any; nil for that in which they stand.
  ///   - input: what the program reads.
  ///   - limit: in seconds.
  ///   - isUnwanted: called many times a second. Ends the run when it returns true.
  /// - Throws: `CompilerError` with what the compiler says of the file; ``Unwanted``.
  package init(
    _ file: String, with text: String? = nil, called name: String? = nil,
    _ caller: (text: String, arguments: [String])? = nil, inOrder order: [Int]? = nil,
    input: ProgramInput = .none, limit: Int = 10, era: Era = .classic, megabytes: Int = 1, isColoured: Bool,
    isUnwanted: () -> Bool = { false }
  ) throws {
    let url = URL(fileURLWithPath: file)
    let text = try text ?? Self.text(of: file)
    let caller = caller ?? Self.caller(of: text)
    self.name = printable(name ?? (file == "-" ? "stdin.swift" : url.lastPathComponent))
    source = SourceText(self.name, text)
    let build = try Self.modules(isColoured: isColoured)
    let shown = self.name
    let played = try order.map {
      try OrderedFile.text(of: text, shown: shown, file: printable(file), inOrder: $0, build)
    }
    let program = try MarkedProgram(
      playing: played ?? text, shown: self.name, file: printable(file), build, caller: caller?.text)
    limits = program.limits

    let run = try RunFolder()
    defer { run.end() }
    let events = try EventFile(in: run.url)
    let environment = [
      PlayedProgram.file: events.path, PlayedProgram.era: "\(era)", PlayedProgram.limit: "\(megabytes)000000",
    ]
    let process = try TimedProcess.run(
      program.path, caller?.arguments ?? [], in: Self.isPlainFile(file) ? url.deletingLastPathComponent() : nil,
      environment, for: run, input: input.file, seconds: Double(limit), most: Self.mostPrinted << 20,
      isUnwanted: isUnwanted)
    let printed = PrintedFile.both(in: run.url)
    let end: EventFile.End?
    (ending, end) = try Self.ending(of: process, limit, printed.err.lastMessage)
    recorded = RecordedRun(
      of: self.name, act: 1, era: era, source: self.name,
      try events.read(endingWith: end, rest: { printed.out.rest($0) + printed.err.rest($0) }, source.text))
    if end == nil, !recorded.isEnded {
      throw OutputError(
        message:
          "the recording of \(self.name) has no end: \(FileManager.default.temporaryDirectory.path) is full, or the program "
          + "has closed files that are not its own.", code: Console.Ending.output)
    }
  }

  /// What a reader's file is compiled against.
  package static func modules(isColoured: Bool) throws -> BuiltModules {
    try BuiltModules(["RawObserving", "ManagedObserving", "Console", "Exercises", "Recording"], isColoured: isColoured)
  }

  /// How many megabytes a program may print.
  private static let mostPrinted = 64

  /// Its result is not wanted any more.
  struct Unwanted: Error {}

  private static func ending(
    of process: TimedProcess, _ limit: Int, _ lastMessage: String
  ) throws -> (Ending, EventFile.End?) {
    func stopped(_ reason: Ending.Reason) -> (Ending, EventFile.End?) { (.stopped(reason), .stopped(reason.words)) }
    switch process.stop {
    case .tooSlow: return stopped(.time(limit))
    case .tooMuch: return stopped(.output(mostPrinted))
    case .unwanted: throw Unwanted()
    case nil: break
    }
    guard process.wasSignalled else {
      // With that code the recorder ends a program whose recording has no room.
      return (.exited(process.status), process.status == Console.Ending.output ? nil : .left)
    }
    // Swift's runtime says why it ends the process. What was printed before another signal is no last word.
    let speaks = [SIGILL, SIGTRAP, SIGABRT].contains(process.status) && !lastMessage.isEmpty
    let message = speaks ? ownMessage(lastMessage) : Outcome.words(forSignal: process.status)
    return (.died(message), .died(message))
  }

  /// Without the module of the copy, and what was printed before it in the same line.
  private static func ownMessage(_ message: String) -> String {
    message.replacing(#/^[^\n]*?Marked\/(?=[^:\n]+:\d+: )/#, with: "")
  }

  /// The lines that it printed, and its last message not among them.
  var printed: [String] { recorded.printed.map(\.text) }

  /// What runs the file; nil if it runs by itself. A file of "Build a mediator" has a mediator, and no story.
  private static func caller(of text: String) -> (text: String, arguments: [String])? {
    text.contains("\nenum Attempt: MediatorExercise")
      ? ("import Exercises\nMediatorStory.play(Attempt.self)", []) : nil
  }

  // MARK: The file

  /// How many bytes a program may have.
  private static let most = 1 << 20

  /// The text of a Swift file of the reader's.
  ///
  /// - Throws: `InputError` that says what is wrong with the file.
  package static func text(of file: String) throws -> String {
    let what = file == "-" ? "standard input" : quoted(file, most: 4096)
    if file != "-" { try check(file) }
    if file == "-", isatty(STDIN_FILENO) != 0 {
      StandardStreams.writeError("The program is read from the terminal; Ctrl-D ends it.\n")
    }
    let data: Data
    do {
      let handle =
        file == "-" ? FileHandle.standardInput : try FileHandle(forReadingFrom: URL(fileURLWithPath: file))
      data = try handle.read(upToCount: most + 1) ?? Data()
    } catch {
      throw InputError(message: "\(what) cannot be read: \(reason(of: error)).")
    }
    if data.count > most { throw InputError(message: "\(what) is no Swift file: it has more than a megabyte.") }
    guard let text = String(data: data, encoding: .utf8) else {
      throw InputError(message: "\(what) is no Swift file: it is not text in UTF-8.")
    }
    let lines = text.replacing(#/\r\n|\r/#.matchingSemantics(.unicodeScalar), with: "\n")
    return lines.hasPrefix("\u{FEFF}") ? String(lines.dropFirst()) : lines
  }

  private static func check(_ file: String) throws {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: file, isDirectory: &isFolder) else {
      throw InputError(message: "there is no file \(quoted(file)). './scenarios new' writes a first one to play with.")
    }
    if isFolder.boolValue { throw InputError(message: "\(quoted(file)) is a folder, and no Swift file.") }
  }

  /// Whether it is a file in a folder, and no pipe.
  package static func isPlainFile(_ file: String) -> Bool {
    var status = stat()
    return file != "-" && stat(file, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// Whether the eras could differ: something was observed that is gone, or an observer that is.
  var dependsOnTheEra: Bool { recorded.hasRegistrations }

  /// In what the other run ends differently; nil if it does not.
  func difference(from other: PlayedRun) -> String? {
    if ending.withoutAddresses != other.ending.withoutAddresses {
      switch other.ending {
      case .exited(0): return "it ends by itself\(other.printed.count > printed.count ? ", and prints more" : "")."
      case .exited(let code): return "it ends with the exit code \(code)."
      case .died(let message): return "it dies: \(message.split(separator: "\n").first ?? "")"
      case .stopped(let reason): return "it is \(reason.words)."
      }
    }
    if printed != other.printed {
      if printed.map(Ending.withoutAddresses) == other.printed.map(Ending.withoutAddresses) { return nil }
      let index = zip(printed, other.printed).enumerated().first { $0.element.0 != $0.element.1 }?.offset
      let line = index.map { "\u{201C}\(other.printed[$0])\u{201D}" } ?? "other lines"
      return "it prints \(line)."
    }
    if recorded.calls != other.recorded.calls {
      return "\(other.recorded.calls.count) calls are made, and not \(recorded.calls.count)."
    }
    return nil
  }

  /// The run as one side of a timeline.
  package var side: DrawnSide {
    DrawnSide(picture: Picture(of: recorded, wanted: nil), label: name, title: "", hasLines: true)
  }
}
