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

  @Test("one loop, so many times")
  func loop() throws {
    #expect(try command("--loop", "a clock", "--times", "0") == .loop(name: "a clock", times: 0))
    #expect(try command("--times=7", "--loop=a clock") == .loop(name: "a clock", times: 7))
  }

  @Test("the lists, whole or filtered")
  func lists() throws {
    #expect(try command("--list") == .list(filter: "", loops: false))
    #expect(try command("--list-loops", "--filter", "raw") == .list(filter: "raw", loops: true))
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
      ["--rounds", "99999999999999999999"], ["--rounds", "1.5"], ["--loop"], ["--loop", "a clock"],
      ["--loop", "a clock", "3"], ["--loop", "a clock", "--times", "-1"], ["--loop", "a clock", "--times", "often"],
      ["--loop", "a clock", "--times"], ["--times", "3"], ["--loop", "a", "--times", "3", "--filter", "b"],
      ["--list", "--list-loops"], ["--list", "--json"], ["--list", "--rounds", "3"],
      ["--loop", "a", "--times", "3", "--list"], [""], ["-"], ["--", "x"], ["--shout"], ["a\nb"],
      ["--json", "--json=yes"], ["--color", "red"], ["-x"],
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
    for arguments in [[long], ["--rounds", long], ["--" + long], ["--loop", "a clock", "--times", long]] {
      let message = problem(arguments)
      #expect(message != nil && message?.utf8.count ?? 0 < 200)
    }
  }

  // MARK: Names

  private func problem(loop name: String) -> String? {
    do {
      _ = try Selection.loop(name)
      return nil
    } catch {
      return error.message
    }
  }

  @Test("a benchmark that is no loop says why, and where the loops are")
  func noLoop() throws {
    let difference = try #require(problem(loop: "each further raw observer"))
    #expect(
      difference.hasPrefix(
        "'each further raw observer' is computed from 'set, one raw observer' and 'set, eleven raw observers', so "))
    #expect(problem(loop: "growth, keys of an object: add")?.contains("compares 10 with 16,000, so ") == true)
    for benchmark in Benchmark.all {
      let problem = problem(loop: benchmark.name)
      #expect((problem == nil) == benchmark.isLoop)
      #expect(problem?.contains("--list-loops") ?? true)
      if case .once = benchmark.measure { #expect(problem?.contains(" is measured once, so ") == true) }
    }
  }

  @Test("a loop that there is not gets a suggestion, or the way to the list")
  func unknownLoop() {
    #expect(
      problem(loop: "set, one raw obsrver")
        == "there is no benchmark 'set, one raw obsrver'. Did you mean 'set, one raw observer'?")
    #expect(problem(loop: "xyz")?.contains("--list-loops") == true)
  }

  @Test("a filter has to let something through, and every word of it counts")
  func filter() throws {
    #expect(try Selection.matching("").count == Benchmark.all.count)
    #expect(try Selection.matching("RAW further").map(\.name).contains("each further raw observer"))
    #expect(throws: UsageError.self) { try Selection.matching("no such thing") }
  }
}
