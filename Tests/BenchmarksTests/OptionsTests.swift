import Console
import Testing

@testable import Benchmarks

@Suite("The command line of benchmarks", .watched)
struct OptionsTests {
  private func command(_ arguments: String...) throws -> Command {
    try Command(Command.table.parse(arguments).request)
  }

  private func problem(_ arguments: [String]) -> String? {
    do {
      _ = try Command.table.parse(arguments)
      return nil
    } catch {
      return error.message
    }
  }

  @Test("without arguments everything is measured")
  func nothing() throws {
    #expect(try command() == .run(filter: "", rounds: 15, json: false, quiet: false))
    #expect(try command("--") == .run(filter: "", rounds: 15, json: false, quiet: false))
    #expect(try command("--color", "never") == .run(filter: "", rounds: 15, json: false, quiet: false))
  }

  @Test("options come in any order, with a space or with =, and the last of two alike counts")
  func options() throws {
    let expected = Command.run(filter: "raw observer", rounds: 3, json: true, quiet: true)
    #expect(try command("--filter", "raw observer", "--rounds", "3", "--json", "-q") == expected)
    #expect(try command("--quiet", "--json", "--rounds=9", "--rounds=3", "--filter=raw observer") == expected)
  }

  @Test("the list, whole or filtered")
  func list() throws {
    #expect(try command("--list") == .list(filter: ""))
    #expect(try command("--list", "--filter", "raw") == .list(filter: "raw"))
  }

  @Test("help and the version", arguments: ["--help", "-h", "help"])
  func help(_ word: String) throws {
    guard case .text(let help) = try command(word) else {
      Issue.record("no help")
      return
    }
    #expect(help.split(separator: "\n").allSatisfy { $0.count <= 80 })
    for code in ["64", "74"] { #expect(help.contains(" \(code) ")) }
    for option in Command.table.implied.options { #expect(help.contains(option.usage)) }
    #expect(try command("--version") == .text("benchmarks \(Version.current)"))
  }

  @Test(
    "what is cut short or makes no sense is refused in one line that says what to write",
    arguments: [
      ["--filter"], ["--filter", ""], ["--filter", "  "], ["--filter="], ["--rounds"], ["--rounds", ""],
      ["--rounds", "0"], ["--rounds", "1001"], ["--rounds", "many"], ["--rounds", "-1"],
      ["--rounds", "99999999999999999999"], ["--rounds", "1.5"], ["--list", "--json"], ["--list", "--rounds", "3"],
      [""], ["-"], ["--", "x"], ["--shout"], ["a\nb"], ["--json", "--json=yes"], ["--color", "red"], ["-x"],
    ])
  func refused(_ arguments: [String]) {
    let message = problem(arguments) ?? ""
    #expect(message.hasSuffix(".") || message.hasSuffix("?"))
    #expect(!message.contains("\n"))
  }

  @Test("a misspelt option gets a suggestion")
  func suggestion() {
    #expect(problem(["--round", "3"]) == "there is no option '--round'. Did you mean --rounds?")
  }

  @Test("an argument of a megabyte is refused in a short line")
  func megabyte() {
    let long = String(repeating: "x", count: 1_000_000)
    for arguments in [[long], ["--rounds", long], ["--" + long]] {
      let message = problem(arguments)
      #expect(message != nil && message?.utf8.count ?? 0 < 200)
    }
  }

  @Test("a filter has to let something through, and every word of it counts")
  func filter() throws {
    #expect(try Selection.matching("").count == Benchmark.all.count)
    #expect(try Selection.matching("RAW further").map(\.name).contains("each further raw observer"))
    #expect(throws: UsageError.self) { try Selection.matching("no such thing") }
  }
}
