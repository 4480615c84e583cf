import Foundation
import ProgramSupport
import TestSupport
import Testing

@testable import Orders
@testable import Pictures

/// `scenarios orders FILE`, as people and programs use it.
@Suite("orders FILE", .watched) struct OrdersOfFileTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)

  private func file(_ text: String, _ name: String = "own.swift") throws -> String {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let file = folder.appending(path: name)
    try text.write(to: file, atomically: true, encoding: .utf8)
    return file.path
  }

  private func remove() { try? FileManager.default.removeItem(at: folder) }

  @Test("the first program of 'new --orders': its table, what decides, and one order as a picture") func first() throws
  {
    defer { remove() }
    let path = try file(NewProgram.orders)
    let run = try BuiltScenarios.run(columns: 100, "orders", path)
    #expect(run.exitCode == 0)
    for part in [
      "23 orders of the 5 lines of own.swift, classic era: 9 die, 14 end well.", "1 no registration", ": lost",
      "✕ dies", "6 die: LIF-1", "2 die: REM-1", "1 dies: LIF-3", "  lost from here on",
      "in state 2: view registered (4 orders)",
      "The 14 orders without these steps all end well.",
    ] {
      #expect(run.output.contains(part), "\(part) is missing in \(run.output)")
    }
    #expect(run.lines.allSatisfy { $0.count <= 100 } && !run.output.contains("\n\n\n"))

    let number = try #require(run.output.firstMatch(of: #/1 dies: LIF-3.*?--play (\d+)/#.dotMatchesNewlines())).1
    let played = try BuiltScenarios.run("orders", path, "--play", "\(number)")
    #expect(played.output.contains("dies: a change is delivered to a deallocated observer"))
    #expect(played.output.contains("It is lost at line 2"))
    let drawn = try BuiltScenarios.run("play", path, "--order", "\(number)", "--era", "classic")
    #expect(drawn.output.contains("This is LIF-3") && drawn.exitCode == 1, "\(drawn.output)")
    // Lines keep the numbers of the file.
    let line = NewProgram.orders.components(separatedBy: "\n").firstIndex { $0.contains("addObserver(") }!
    #expect(drawn.output.contains("\(line + 1) the view is added"))
  }

  @Test(
    "in the picture of an order, what a line leaves for the main actor comes before the next one; no pause is drawn")
  func left() throws {
    defer { remove() }
    let path = try file(
      Own.player + """
        var player: Player! = Player()

        // in any order:
        Task { player?.rate = 1 }
        player = nil
        """)
    let drawn = try BuiltScenarios.run("play", path, "--order", "1", "--era", "classic")
    let change = try #require(drawn.lines.firstIndex { $0.contains("player.rate: 0 → 1") }, "\(drawn.output)")
    let end = try #require(drawn.lines.firstIndex { $0.contains("the player is deallocated") })
    #expect(change < end && !drawn.output.contains("after the twentieth time"), "\(drawn.output)")
  }

  @Test("two files beside each other") func compare() throws {
    defer { remove() }
    let (one, other) = (try file(Own.byHand), try file(Own.managed, "managed.swift"))
    let run = try BuiltScenarios.run(columns: 120, "orders", one, "--compare", other)
    #expect(run.exitCode == 0 && run.output.contains("14 end well in both"), "\(run.output)\(run.errors)")
    #expect(run.output.contains("9 die, and end well in managed.swift; the shortest: "))
    let short = try file(Own.player + "let player = Player()\n// in any order:\nplayer.rate = 1\n", "short.swift")
    let refused = try BuiltScenarios.run("orders", one, "--compare", short)
    #expect(refused.exitCode == 66 && refused.errors.contains("They are compared line by line"))
  }

  @Test("for programs: the same each time, and as the schema says") func json() throws {
    defer { remove() }
    let path = try file(Own.careful)
    let run = try BuiltScenarios.run("orders", path, "--json")
    #expect(run.output == (try BuiltScenarios.run("orders", path, "--json")).output)
    try expectGolden(run.output, "orders.json")
  }

  @Test("a picture of the states, and a page to play") func drawn() throws {
    defer { remove() }
    let path = try file(Own.byHand)
    let (figure, page) = (folder.appending(path: "own.svg"), folder.appending(path: "own.html"))
    #expect(try BuiltScenarios.run("orders", path, "--figure", figure.path, "--page", page.path).exitCode == 0)
    let svg = try String(contentsOf: figure, encoding: .utf8)
    #expect(svg.contains("23 orders, 9 die") && svg.contains("5 lost") && svg.contains("bar registered"))
    let html = try String(contentsOf: page, encoding: .utf8)
    #expect(html.contains("\"isFile\":true") && html.matches(of: #/"era":"(classic|current)"/#).count == 2)
  }

  @Test(
    "what cannot be played is refused in a sentence",
    arguments: [
      ("print(1)", "has no line '// in any order:'", 66),
      ("// in any order:\nlet a = 1", "own.swift, line 2: a line that may change places cannot declare a variable", 66),
      ("print(a)\n// in any order:\nprint(1)", "does not compile", 66),
      ("fatalError(\"no\")\n// in any order:\nprint(1)", "ends the program, before one of them can run", 66),
    ])
  func refused(_ text: String, _ message: String, _ code: Int32) throws {
    defer { remove() }
    let run = try BuiltScenarios.run("orders", try file(text))
    #expect(run.exitCode == code && run.errors.contains(message), "\(run.errors)")
  }

  @Test(
    "options that do not go together",
    arguments: [
      ["a.swift", "--style", "by-hand"], ["clock", "--figure", "a.svg"], ["a.swift", "--play", "1", "--json"],
      ["-", "--compare", "-"],
    ])
  func options(_ words: [String]) throws { #expect(try BuiltScenarios.run(["orders"] + words).exitCode == 64) }

  @Test("what is printed differently is grouped, and what a mediator drops is told") func printed() throws {
    defer { remove() }
    let path = try file(
      Own.player + """
        let player = Player()
        let bar = Bar()

        // in any order:
        bar.kvoController.observe(player, \\.$rate) { _, _, change in print("sees \\(change.value)") }
        bar.kvoController.observe(player, \\.$rate) { _, _, _ in print("never") }
        player.rate = 1  // then
        player.rate = 2
        """)
    let run = try BuiltScenarios.run("orders", path)
    #expect(run.output.contains("Those that end well print, last of all:") && run.output.contains("“sees 2”"))
    #expect(run.output.contains("nothing  (--play"))
    let orders = (1...12).compactMap { try? BuiltScenarios.run("orders", path, "--play", "\($0)").output }
    #expect(orders.contains { $0.contains("a duplicate is dropped") })
    let told = try #require(
      run.output.firstMatch(of: #/In 12 of the orders a controller drops a duplicate.* \(--play (\d+)\)/#))
    #expect(orders[Int(told.1)! - 1].contains("a duplicate is dropped"))
  }
}
