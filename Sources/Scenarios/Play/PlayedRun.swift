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
    /// With this message, or by a signal.
    case died(String)
    /// It was still running after so many seconds.
    case stopped(Int)
  }

  /// What the file is called in the pictures.
  let name: String
  let source: SourceText
  let ending: Ending
  /// What it printed, and its last message not among it.
  let printed: [String]
  /// How much of it could be recorded.
  let detail: MarkedProgram.Detail
  let recorded: RecordedRun

  /// Compiles the file against the modules that this program was built from, and runs and records it in a process of its
  /// own.
  ///
  /// - Parameters:
  ///   - file: its path; `-` is standard input. It is read once, since it may be a pipe.
  ///   - name: what it is called in the pictures; nil for the name of the file without its folder.
  ///   - caller: statements that run what the file declares, and the arguments of that program; nil if it runs by itself.
  ///   - limit: in seconds.
  /// - Throws: `MarkedProgram.CompilerError` with what the compiler says of the file.
  init(
    _ file: String, called name: String? = nil, _ caller: (text: String, arguments: [String])? = nil, limit: Int = 10,
    isColoured: Bool
  ) throws {
    let url = URL(fileURLWithPath: file)
    let text = try Self.text(of: file)
    let caller = caller ?? Self.caller(of: text)
    self.name = printable(name ?? (file == "-" ? "stdin.swift" : url.lastPathComponent))
    source = SourceText(self.name, text)
    let build = try BuiltModules(
      ["RawObserving", "ManagedObserving", "Console", "Exercises", "Replay"], isColoured: isColoured)
    let (program, detail) = try Self.program(text, printable(file), self.name, build, caller?.text)
    self.detail = detail

    let events = try EventFile()
    defer { events.remove() }
    // Should this process be killed, the program ends by itself.
    let environment = [PlayedProgram.file: events.path, PlayedProgram.seconds: "\(limit + 5)"]
    let process = try TimedProcess.run(
      program.path, caller?.arguments ?? [], in: Self.isPlainFile(file) ? url.deletingLastPathComponent() : nil,
      environment, seconds: Double(limit))
    let output = ProcessOutput(process.output)
    let death: String?
    if process.wasTooSlow {
      (ending, printed, death) = (.stopped(limit), output.lines, "stopped after \(limit) seconds")
    } else if process.wasSignalled {
      let message = output.lastMessage.isEmpty ? Outcome.words(forSignal: process.status) : output.lastMessage
      (ending, printed, death) = (.died(message), output.story, message)
    } else {
      (ending, printed, death) = (.exited(process.status), output.lines, nil)
    }
    recorded = RecordedRun(
      of: self.name, act: 1, era: .classic, source: self.name,
      try events.read(endingWith: death, isStopped: process.wasTooSlow, source.text))
  }

  /// The program with as many marks as the compiler accepts.
  private static func program(
    _ text: String, _ file: String, _ name: String, _ build: BuiltModules, _ caller: String?
  ) throws -> (MarkedProgram, MarkedProgram.Detail) {
    for detail in MarkedProgram.Detail.allCases {
      do {
        return (try MarkedProgram(playing: text, shown: name, build, detail, caller: caller), detail)
      } catch let error as MarkedProgram.CompilerError {
        // With fewer marks it may be accepted, unless the compiler refuses the file as it is.
        let complaints = MarkedProgram.complaints(about: text, shown: file, build, isMain: caller == nil)
        if let complaints { throw MarkedProgram.CompilerError(text: complaints) }
        if detail == .events {
          let why = TimedProcess.firstError(in: error.text)
          throw OutputError(
            message: "'swiftc' accepts the file, and then fails: \(why)", code: Console.Ending.unexpected)
        }
      }
    }
    preconditionFailure("the last try returns or throws")
  }

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
  static func text(of file: String) throws -> String {
    let what = file == "-" ? "standard input" : quoted(file, most: 4096)
    if file != "-" { try check(file) }
    let handle = file == "-" ? FileHandle.standardInput : FileHandle(forReadingAtPath: file)
    let data: Data
    do {
      guard let handle else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
      data = try handle.read(upToCount: most + 1) ?? Data()
    } catch {
      throw InputError(message: "\(what) cannot be read: \(reason(of: error)).")
    }
    if data.count > most { throw InputError(message: "\(what) is no Swift file: it has more than a megabyte.") }
    guard let text = String(data: data, encoding: .utf8) else {
      throw InputError(message: "\(what) is no Swift file: it is not text in UTF-8.")
    }
    return text.hasPrefix("\u{FEFF}") ? String(text.dropFirst()) : text
  }

  private static func check(_ file: String) throws {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: file, isDirectory: &isFolder) else {
      throw InputError(message: "there is no file \(quoted(file)). './scenarios new' writes a first one to play with.")
    }
    if isFolder.boolValue { throw InputError(message: "\(quoted(file)) is a folder, and no Swift file.") }
    guard FileManager.default.isReadableFile(atPath: file) else {
      throw InputError(message: "\(quoted(file)) cannot be read.")
    }
  }

  /// Whether it is a file in a folder, and no pipe.
  static func isPlainFile(_ file: String) -> Bool {
    var status = stat()
    return file != "-" && stat(file, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// The run as one side of a timeline.
  var side: Replay.Side {
    Replay.Side(picture: Picture(of: recorded, wanted: nil), label: name, title: "", hasLines: true)
  }

  /// What it printed in another way than by `print`, which is not in the picture.
  var printedOtherwise: [String] {
    let said = Set(recorded.said)
    return printed.filter { !$0.isEmpty && !said.contains($0[...]) }
  }
}
