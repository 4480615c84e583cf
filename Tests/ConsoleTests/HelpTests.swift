import Console
import Testing

@Suite("The help of a program", .watched)
struct HelpTests {
  private func lines(_ help: String) -> [String] { help.split(separator: "\n").map(String.init) }

  @Test("every verb and every option that is not hidden appears, and no other")
  func complete() {
    let help = tool.help(of: nil)
    for verb in tool.verbs where !verb.isHidden { #expect(help.contains("  \(verb.usage)")) }
    for option in CommandTable<Request>.commonOptions { #expect(help.contains("  \(option.usage)")) }
    #expect(!help.contains("clean") && !help.contains("More"))
    #expect(help.hasPrefix("./tool: what these tests parse\n") && help.hasSuffix("Exit codes: 0 done."))

    let copy = tool.help(of: tool.verb("copy"))
    #expect(copy.hasPrefix("./tool copy NAME [NAME]\nCopy one name"))
    for option in ["-t, --times N", "-q, --quiet", "--to PLACE"] { #expect(copy.contains("  \(option)  ")) }
    #expect(!copy.contains("--secret"))
    #expect(copy.contains("\n\n  by hand"))
  }

  @Test("the help of a program without verbs lists its options, once")
  func noVerbs() {
    let help = plain.help(of: nil)
    #expect(help.contains("\nOptions\n  -q, --quiet") && help.contains("  --version") && help.contains("  this help"))
    #expect(!help.contains("verb") && !help.contains("Verbs"))
    #expect(help.split(separator: "Options").count == 2)
  }

  @Test("no line is over 80 columns or ends in a blank")
  func width() {
    let helps = [tool.help(of: nil), plain.help(of: nil)] + tool.verbs.map { tool.help(of: $0) }
    for line in helps.flatMap(lines) { #expect(line.count <= 80 && line.last != " ") }
  }

  @Test("in a narrow window, explanations stand below what they explain")
  func narrow() {
    let help = lines(tool.help(of: tool.verb("copy"), width: 40))
    #expect(help.allSatisfy { $0.count <= 40 })
    #expect(help.contains("  -q, --quiet") && help.contains("      print nothing") && help.contains("  by hand"))
  }

  @Test("a name that is too long for its column has a line of its own")
  func longName() {
    let option = Option("--a-name-that-is-longer-than-its-column", "VALUE", "what it does")
    let verb = Verb<Request>("x", "", "do it", options: [option]) { _ in .look }
    let help = lines(tool.help(of: verb))
    #expect(help.suffix(2).first == "  --a-name-that-is-longer-than-its-column VALUE")
    #expect(help.last == String(repeating: " ", count: 30) + "what it does")
  }
}
