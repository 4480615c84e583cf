import Testing

@testable import Benchmarks

@Suite("The command line of benchmarks", .watched)
struct OptionsTests {
  private func problem(_ arguments: [String]) -> String? {
    do {
      _ = try Command(arguments)
      return nil
    } catch {
      return error.message
    }
  }

  @Test("without arguments everything is measured")
  func nothing() throws {
    #expect(try Command([]) == .run(filter: "", rounds: 15, json: false))
  }

  @Test("options come in any order, and the last of two alike counts")
  func options() throws {
    let expected = Command.run(filter: "raw observer", rounds: 3, json: true)
    #expect(try Command(["--filter", "raw observer", "--rounds", "3", "--json"]) == expected)
    #expect(
      try Command(["--json", "--rounds", "9", "--rounds", "3", "--filter", "raw observer"])
        == expected)
  }

  @Test("one loop, so many times")
  func loop() throws {
    #expect(try Command(["--loop", "a clock", "0"]) == .loop(name: "a clock", count: 0))
  }

  @Test("help and the list", arguments: ["--help", "-h", "help"])
  func help(_ word: String) throws {
    #expect(try Command([word]) == .help)
    #expect(try Command(["--list"]) == .list)
    let lines = Command.helpText.split(separator: "\n")
    #expect(lines.allSatisfy { $0.count <= 80 })
    for code in ["64", "74"] { #expect(Command.helpText.contains(" \(code) ")) }
  }

  @Test(
    "what is cut short or makes no sense is refused in one line that says what to write",
    arguments: [
      ["--filter"], ["--filter", ""], ["--filter", "  "], ["--rounds"], ["--rounds", ""],
      ["--rounds", "0"], ["--rounds", "1001"], ["--rounds", "many"], ["--rounds", "-1"],
      ["--rounds", "99999999999999999999"], ["--rounds", "1.5"], ["--loop"], ["--loop", "a clock"],
      ["--loop", "a clock", "-1"], ["--loop", "a clock", "often"], [""], ["--"], ["-"], ["--shout"],
      ["a\nb"], ["--json", "--json=yes"],
    ])
  func refused(_ arguments: [String]) {
    let message = problem(arguments) ?? ""
    #expect(message.hasSuffix("."))
    #expect(!message.contains("\n"))
  }

  @Test("an argument of ten megabytes is refused in a short line")
  func tenMegabytes() {
    let long = String(repeating: "x", count: 10_000_000)
    for arguments in [[long], ["--rounds", long], ["--" + long], ["--loop", "a clock", long]] {
      let message = problem(arguments)
      #expect(message != nil && message?.utf8.count ?? 0 < 200)
    }
  }

  @Test("a word is quoted on one line, and its end left out where it is long")
  func quoting() {
    #expect(quoted("clock") == "'clock'")
    #expect(quoted("a\nb\u{1B}[31m") == "'a\u{FFFD}b\u{FFFD}[31m'")
    #expect(quoted("abcd", most: 4) == "'abcd'")
    #expect(quoted("abcde", most: 4) == "'abcd…'")
    #expect(quoted("") == "''")
  }
}
