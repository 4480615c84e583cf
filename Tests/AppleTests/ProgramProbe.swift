#if canImport(ObjectiveC)
  import Foundation
  import TestSupport
  import Testing

  /// A row of the page "Where this engine differs" that a program of the conformance suite shows.
  struct ProgramProbe: Sendable, CustomTestStringConvertible {
    let row: String
    let program: Program

    var testDescription: String { row }

    /// Writes what this system makes of the program, as a row of the table.
    func answer() async {
      let log = await ApplePlayer.log(of: program)
      let (there, here) = (program.log("-"), program.log("+"))
      let answer =
        if !Program.differ(log, there) {
          "as the reconstruction"
        } else if !Program.differ(log, here) {
          "as this engine"
        } else {
          words(log)
        }
      // Many titles make sense only beside the program before, so the question is the row.
      let question = "the row of this name in [Where this engine differs](differences.md), by the program \(program.id)"
      Probe.addRow(row, question, "\(words(there)) (reconstruction)", answer)
    }

    /// What a log has for the commands of which the two sides make something else.
    private func words(_ log: Program.Log) -> String {
      let commands = zip(program.commands, log).filter { command, _ in command.calls.contains { $0.mark != " " } }
      return commands.map { command, lines in
        "`\(command.text)` makes \(lines.isEmpty ? "no call" : lines.map { "`\($0)`" }.joined(separator: ", "))"
      }.joined(separator: "; ")
    }

    /// All of them, in the order of the page.
    static func all() throws -> [ProgramProbe] {
      let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
      let page = try String(contentsOf: root.appending(path: "Lessons/Appendices/differences.md"), encoding: .utf8)
      let programs = try ["scenarios", "random", "engine"].flatMap { try ProgramFile(named: $0).programs }
      // The first word of the last column is the id of a program, or a test.
      return page.matches(of: /(?m)^\| `([a-z-]+)` \| .* \| ([A-Za-z]+-X?[0-9]+[a-z]?)(?:, [^|]*)? \|$/).compactMap {
        row in
        programs.first { $0.id == row.output.2 }.map { ProgramProbe(row: String(row.output.1), program: $0) }
      }
    }
  }
#endif
