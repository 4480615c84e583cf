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
  /// What it printed, and its last message not among it.
  let printed: [String]
  /// What of it is not recorded.
  let limits: MarkedProgram.Limits
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
    era: Era = .classic, megabytes: Int = 1, isColoured: Bool
  ) throws {
    let url = URL(fileURLWithPath: file)
    let text = try Self.text(of: file)
    let caller = caller ?? Self.caller(of: text)
    self.name = printable(name ?? (file == "-" ? "stdin.swift" : url.lastPathComponent))
    source = SourceText(self.name, text)
    let build = try BuiltModules(
      ["RawObserving", "ManagedObserving", "Console", "Exercises", "Replay"], isColoured: isColoured)
    let program = try MarkedProgram(
      playing: text, shown: self.name, file: printable(file), build, caller: caller?.text)
    limits = program.limits

    let events = try EventFile()
    defer { events.remove() }
    // Should this process be killed, the program ends by itself.
    let environment = [
      PlayedProgram.file: events.path, PlayedProgram.seconds: "\(limit + 5)", PlayedProgram.era: "\(era)",
      PlayedProgram.limit: "\(megabytes)000000",
    ]
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
      of: self.name, act: 1, era: era, source: self.name,
      try events.read(endingWith: death, isStopped: process.wasTooSlow, source.text))
    // A program that ends by itself says so last, unless the file could not be written or it left without the ends of `exit`.
    if death == nil, !recorded.isEnded {
      throw OutputError(
        message:
          "the recording of \(self.name) has no end: \(FileManager.default.temporaryDirectory.path) is full, or the program "
          + "ended by _exit.", code: Console.Ending.output)
    }
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

  /// Whether the eras could differ: something was observed that is gone, or an observer that is.
  var dependsOnTheEra: Bool { recorded.hasRegistrations }

  /// In what the other run ends differently; nil if it does not.
  func difference(from other: PlayedRun) -> String? {
    if ending.withoutAddresses != other.ending.withoutAddresses {
      switch other.ending {
      case .exited(0): return "it ends by itself\(other.printed.count > printed.count ? ", and prints more" : "")."
      case .exited(let code): return "it ends with the exit code \(code)."
      case .died(let message): return "it dies: \(message.split(separator: "\n").first ?? "")"
      case .stopped(let seconds): return "it is still running after \(seconds) seconds."
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
  var side: Replay.Side {
    Replay.Side(picture: Picture(of: recorded, wanted: nil), label: name, title: "", hasLines: true)
  }

  /// What it printed in another way than by `print`, which is not in the picture.
  var printedOtherwise: [String] {
    let said = Set(recorded.said)
    return printed.filter { !$0.isEmpty && !said.contains($0[...]) }
  }
}
