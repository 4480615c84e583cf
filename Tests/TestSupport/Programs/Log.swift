internal import Foundation
internal import RawObserving
internal import Testing

extension Program {
  /// What the commands of a program caused, in their order: for each that was carried out, the lines of its calls. If the
  /// program did not come to its end, the last line is `raise NAME` or `crash`.
  package typealias Log = [[String]]

  /// Writes a log to standard error, line by line, so that whatever ends the process leaves what came before.
  package enum LogWriter {
    private static let mark = "program "

    package static func begin() { write(">") }
    package static func write(line: String) { write("  \(line)") }
    package static func end() { write(".") }

    private static func write(_ text: String) {
      FileHandle.standardError.write(Data("\(mark)\(text)\n".utf8))
    }

    /// The log in what a process has written.
    package static func log(in output: [UInt8]) -> Log {
      var log: Log = []
      var hasEnded = false
      for line in String(decoding: output, as: UTF8.self).split(separator: "\n") where line.hasPrefix(mark) {
        let text = line.dropFirst(mark.count)
        switch text.first {
        case ">": log.append([])
        case ".": hasEnded = true
        default:
          if !log.isEmpty { log[log.count - 1].append(String(text.dropFirst(2))) }
        }
      }
      if hasEnded || log.last?.last?.hasPrefix("raise ") == true { return log }
      return log.isEmpty ? [["crash"]] : log.dropLast() + [(log.last ?? []) + ["crash"]]
    }
  }
}

extension Player {
  /// What this engine does for the program, under the rules of today's systems, in a process of its own.
  package static func log(of program: Program) async -> Program.Log {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [text = program.text as String] in
      Era.use(.current)
      for player in Player.play(try ProgramFile(text).programs) {
        for lines in player.heard {
          Program.LogWriter.begin()
          lines.forEach(Program.LogWriter.write(line:))
        }
      }
      Program.LogWriter.end()
      // As a program ends that raises or crashes, so that the test accepts them all.
      exit(EXIT_FAILURE)
    }
    return Program.LogWriter.log(in: result?.standardErrorContent ?? [])
  }
}
