import Foundation
import TestSupport
import Testing

@testable import RawObserving

@Suite("Conformance: programs, and the calls that their commands make", .watched)
struct ProgramTests {
  /// The programs of the first two were run on a model of Apple's Foundation.
  private static let files = ["scenarios", "random", "engine", "current"]

  @Test("each program does what its file says", arguments: files)
  func programs(_ file: String) async throws {
    let count = try ProgramFile(named: file).programs.count
    let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) { [file] in
      if file == "current" { Era.use(.current) }
      let players = Player.play(try ProgramFile(named: file).programs) { what, object in
        what == "steps" ? object.waiting : object.observationInfo?.hookCount ?? 0
      } willPlay: { program in
        FileHandle.standardOutput.write(Data("\(program.id)\n".utf8))
      }
      for mistake in players.compactMap(\.mistake) { Issue.record("\(mistake)") }
    }
    // The process prints the id of each program that it begins.
    let begun = result?.outputLines.filter { $0.wholeMatch(of: /[-A-Za-z0-9.\/]+/) != nil } ?? []
    #expect(begun.count >= count, "the process ended in \(begun.last ?? "no program")")
  }

  @Test("ids are unique, and each difference is named, explained and used")
  func differences() throws {
    let files = try Self.files.map { try ProgramFile(named: $0) }
    let programs = files.flatMap(\.programs)
    #expect(programs.count > 300)
    #expect(Set(programs.map(\.id)).count == programs.count)
    #expect(files[0].programs.allSatisfy { !$0.title.isEmpty })
    let named = files[0].differences.map(\.id)
    #expect(Set(named).count == named.count)
    let used = programs.flatMap(\.commands).flatMap(\.calls).compactMap(\.difference)
    #expect(Set(used) == Set(named))
    // A line that both sides have is no difference.
    for program in programs {
      for command in program.commands where command.calls.contains(where: { $0.mark != " " }) {
        #expect(command.lines("-") != command.lines("+"), "\(program.id), \(command.text)")
      }
    }
  }
}

extension Player {
  /// What the program did otherwise than its file says; nil if nothing.
  fileprivate var mistake: String? {
    for (index, command) in program.commands.enumerated() {
      let happened = heard.indices.contains(index) ? heard[index] : ["(the program was over)"]
      if happened == command.lines("+") { continue }
      func text(_ lines: [String]) -> String { lines.isEmpty ? " nothing" : lines.map { "\n    \($0)" }.joined() }
      return """
        \(program.id) \(program.title)
        > \(command.text)
          Apple's model:\(text(command.lines("-")))
          this engine, as the file says:\(text(command.lines("+")))
          this engine, now:\(text(happened))
        """
    }
    return nil
  }
}
