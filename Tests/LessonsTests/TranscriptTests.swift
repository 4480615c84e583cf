import Testing

@testable import Book

/// Commands, patterns and transcripts, with an executable that is made up.
@Suite("Transcripts", .watched)
struct TranscriptTests {
  private func truth(_ lines: [String], exitCode: Int = 0) -> Truth {
    Truth(sources: [:]) { _ in Executable.Outcome(lines: lines, exitCode: exitCode) }
  }

  private func page(_ comment: String?, _ lines: String...) -> Page {
    let above = comment.map { "<!-- \($0) -->\n" } ?? ""
    return Page(
      path: "page.md", text: "\(above)```console\n\(lines.joined(separator: "\n"))\n```\n")
  }

  @Test("a transcript that shows what is printed passes, any other fails")
  func compare() {
    let page = page(nil, "$ ./scenarios run REG-1", "one change", "is heard twice")
    #expect(page.differences(of: "console", from: truth(["one change", "is heard twice"])).isEmpty)
    for lines in [["one change"], ["one change", "is heard once"], ["one change", "", ""]] {
      #expect(page.differences(of: "console", from: truth(lines)).count == 1)
    }
  }

  @Test("addresses are always replaced, nil is not, times only where that is declared")
  func patterns() {
    let truth = truth(["<Clock 0x7f3a> context 0x0 at 12:03:07, 0.25 s, 3 seconds"])
    let plain = page("transcript", "$ ./scenarios", "").updated(from: truth).lines
    #expect(plain.contains("<Clock 0x…> context 0x0 at 12:03:07, 0.25 s, 3 seconds"))
    let both = page("transcript: normalise time, seconds; exit: 0", "$ ./scenarios")
    let lines = both.updated(from: truth).lines
    #expect(lines.contains("<Clock 0x…> context 0x0 at hh:mm:ss, … s, … seconds"))
  }

  @Test("the page holds the normalised text, not an address")
  func addressOnThePage() {
    let page = page("transcript", "$ ./scenarios", "<Clock 0x7f3a>")
    #expect(page.differences(of: "console", from: truth(["<Clock 0x7f3a>"])).count == 1)
  }

  @Test("an unknown pattern fails")
  func unknownPattern() {
    let page = page("transcript: normalise weather", "$ ./scenarios")
    let messages = page.differences(of: "console", from: truth([])).map(\.message)
    #expect(messages.first?.contains("no pattern \"weather\"") == true)
  }

  @Test("an exit code other than 0 has to be declared")
  func exitCode() {
    let truth = truth(["no such scenario"], exitCode: 64)
    let silent = page("transcript", "$ ./scenarios run x", "no such scenario")
    #expect(silent.differences(of: "console", from: truth).count == 1)
    let told = page("transcript; exit: 64", "$ ./scenarios run x", "no such scenario")
    #expect(told.differences(of: "console", from: truth).isEmpty)
    #expect(told.differences(of: "console", from: self.truth(["no such scenario"])).count == 1)
  }

  @Test("a command is taken apart without a shell")
  func commands() throws {
    #expect(try Command("$ ./scenarios").arguments == [])
    #expect(try Command("$ ./scenarios run  REG-1 --raw").arguments == ["run", "REG-1", "--raw"])
    #expect(
      try Command("$ ./scenarios progress 'my file' ''").arguments == ["progress", "my file", ""])
    #expect(try Command("$ ./scenarios list | head -2").part == .head(2))
    #expect(try Command("$ ./scenarios list | tail -3").part.cut(["1", "2", "3", "4"]).count == 3)
    #expect(Command.Part.head(2).cut(["1", "2", "3"]) == ["1", "2"])
  }

  @Test(
    "what the tests cannot run is refused",
    arguments: [
      "", "./scenarios run REG-1", "$ scenarios run REG-1", "$ ls", "$ ./scenarios list > file", "$ ./scenarios 'open",
      "$ ./scenarios list | wc -l", "$ ./scenarios list | head", "$ ./scenarios list | head -0",
      "$ ./scenarios list | head -1 -2", "$ ./scenarios list; ls", "$ swift run scenarios",
    ])
  func refused(_ line: String) {
    #expect(throws: Unreadable.self) { try Command(line) }
  }

  @Test("the executable that was built with the tests is found and runs")
  func executable() throws {
    let outcome = try Executable.run(["list"])
    #expect(outcome.exitCode == 0)
    #expect(!outcome.lines.isEmpty)
    #expect(try Executable.run(["no-such-verb"]).exitCode == 64)
  }
}
