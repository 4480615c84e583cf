import Foundation
import ProgramSupport
import TestSupport
import Testing

@Suite("The verb explain", .watched)
struct ExplainCommandTests {
  private let message =
    "Cannot remove an observer <View 0x1> for the key path \"date\" from <Clock 0x2> because it is not registered as an "
    + "observer."

  @Test("a text is a file, standard input, one word with spaces, or several words")
  func sources() throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString) a log.txt")
    try message.write(to: file, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(at: file) }
    for line in [
      "scenarios explain '\(file.path)'", "scenarios explain - < '\(file.path)'", "scenarios explain < '\(file.path)'",
      "scenarios explain '\(message)'",
      "scenarios explain -- Cannot remove an observer for the key path date because it is not registered as an observer",
      "cat '\(file.path)' | scenarios explain -",
    ] {
      let run = try BuiltScenarios.shell(line)
      #expect(run.exitCode == 0 && run.errors.isEmpty, "\(line)")
      #expect(run.lines.first == "An observer that was not registered was removed.", "\(line)")
    }
  }

  @Test("on a terminal, one Ctrl-D at the start of a line ends the log")
  func terminal() throws {
    let run = try Terminal.run(
      try BuiltScenarios.url, ["explain"], withErrors: true, within: 20,
      events: [("Ctrl-D", .type("\(message)\n")), ("as an observer.", .type("\u{4}"))])
    #expect(run.shown.contains("An observer that was not registered was removed.") && run.status == 0)
  }

  @Test("an answer of whatever kind is success", arguments: ["hello there", "0 A 0x1 -[A show] + 1"])
  func success(_ text: String) throws { #expect(try BuiltScenarios.run("explain", text).exitCode == 0) }

  @Test("a file that is not there, or is a folder, is an error that says so")
  func missing() throws {
    let missing = try BuiltScenarios.run("explain", "no-such-file.crash")
    #expect(missing.exitCode == 66 && missing.output.isEmpty)
    #expect(missing.errors.contains("no-such-file.crash") && missing.errors.contains("in quotes"))
    #expect(try BuiltScenarios.run("explain", "/tmp").exitCode == 66)
    #expect(try BuiltScenarios.run("explain", "/proc/self/mem").exitCode == 66)
  }

  @Test(
    "what cannot be understood is refused",
    arguments: [["--jsno"], ["--json", "--what"], ["-", "a"], [""]])
  func usage(_ words: [String]) throws {
    let run = try BuiltScenarios.run(["explain"] + words)
    #expect(run.exitCode == 64 && run.output.isEmpty && !run.errors.isEmpty)
  }

  @Test("--json prints one object")
  func json() throws {
    let run = try BuiltScenarios.run("explain", "--json", message)
    let object = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
    #expect(object?["kind"] as? String == "remove-unregistered")
  }

  @Test(
    "a file that is no text is refused, and the message says what it is",
    arguments: [
      ([0x7F, 0x45, 0x4C, 0x46, 2, 1, 1, 0], "is an ELF file"),
      ([0xCF, 0xFA, 0xED, 0xFE, 7, 0, 0, 1], "is a Mach-O file"),
      ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A], "is a PNG image"), ([0x50, 0x4B, 3, 4, 20, 0], "unzip -p"),
      ([0x1F, 0x8B, 8, 0, 0, 0], "gunzip -c"),
      ((0...255).map { UInt8($0) } + (0...255).map { UInt8(255 - $0) }, "is no text"),
    ] as [([UInt8], String)])
  func binary(_ bytes: [UInt8], _ words: String) throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).log")
    try Data(bytes).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    for line in ["scenarios explain '\(file.path)'", "scenarios explain --json - < '\(file.path)'"] {
      let run = try BuiltScenarios.shell(line)
      #expect(run.exitCode == 66 && run.output.isEmpty && run.errors.contains(words))
    }
  }

  @Test("a log with zeros and other odd bytes in it is one")
  func oddBytes() throws {
    let text = Array(message.utf8)
    let zeros = [UInt8](repeating: 0, count: 300_000)
    for bytes in [
      zeros + text, text + zeros, text.flatMap { [$0, 0] }, text.flatMap { [0, 0, 0, $0] },
      text + [1, 2, 0x1B, 0x9B, 0xFF],
      Array("\u{1B}[31m\u{8}\u{7}\r\n".utf8) + text,
    ] {
      let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).log")
      try Data(bytes).write(to: file)
      defer { try? FileManager.default.removeItem(at: file) }
      let run = try BuiltScenarios.run("explain", file.path)
      #expect(run.exitCode == 0 && run.lines.first == "An observer that was not registered was removed.")
    }
  }
}
