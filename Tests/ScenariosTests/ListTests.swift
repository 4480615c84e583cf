import Console
import Foundation
import ProgramSupport
import RawObserving
import TestSupport
import Testing

@testable import Harness

@Suite("The list", .watched)
struct ListTests {
  @Test("without arguments it says in a few lines what this is, and where to start")
  func welcome() throws {
    let bare = try BuiltScenarios.run()
    #expect(bare.exitCode == 0)
    #expect(bare.lines.count <= 12)
    let narrow = try BuiltScenarios.run(columns: 50)
    #expect(narrow.lines.count <= 16 && narrow.lines.allSatisfy { $0.count <= 50 })
    for words in ["scenarios next", "scenarios run", "scenarios list", "scenarios help", "00-start-here.md"] {
      #expect(bare.output.contains(words))
    }
  }

  @Test("list has every pitfall")
  func list() throws {
    let list = try BuiltScenarios.run("list")
    #expect(list.exitCode == 0)
    for pitfall in Pitfall.all {
      #expect(list.lines.contains { $0.hasPrefix("  \(pitfall.id) ") && $0.contains(pitfall.name) })
    }
  }

  @Test("a name that is longer than its column is kept apart from the title")
  func longName() throws {
    #expect(
      try BuiltScenarios.run("list", "THR").output.contains(" thousands-of-registrations  One observer has thousands"))
  }

  @Test("words that people arrive with find what they mean")
  func otherWords() throws {
    func found(_ word: String) throws -> Set<String> {
      Set(try BuiltScenarios.run("list", word).output.matches(of: #/(?m)^  ([A-Z]+-\d+) /#).map { String($0.1) })
    }
    let dying = Pitfall.all.filter { $0.symptoms.contains(.diesWhenObservedGoes) }.map(\.id)
    #expect(try found("crash").isSuperset(of: dying))
    let leaking = Pitfall.all.filter { $0.symptoms.contains(.neverFreed) }.map(\.id)
    #expect(try found("leaks").isSuperset(of: leaking))
  }

  @Test("the list of one pitfall tells its acts, with their numbers", arguments: Pitfall.all)
  func listOfOne(_ pitfall: Pitfall) throws {
    let list = try BuiltScenarios.run(columns: 80, "list", pitfall.id)
    #expect(list.exitCode == 0 && list.errors.isEmpty)
    #expect(list.output.hasPrefix("\(pitfall.id) \(pitfall.name): "))
    #expect(list.lines.allSatisfy { $0.count <= 80 }, "wider than 80 columns")
    let acts = list.lines.compactMap {
      $0.prefixMatch(of: /\ \ (\d+)\ \ (\w+(?: correctly| mistake)?)\ /)?.output
    }
    #expect(acts.map { Int($0.1) } == Array(1...pitfall.acts.count))
    #expect(acts.map { String($0.2) } == pitfall.acts.map { pitfall.label(of: $0) })
  }

  @Test("a pitfall may be named by its name, or by its id in any case", arguments: ["double-add", "reg-1"])
  func otherName(_ word: String) throws {
    #expect(try BuiltScenarios.run("list", word).output == BuiltScenarios.run("list", "REG-1").output)
  }

  @Test("the list of a pitfall tells each death with its eras")
  func listOfDeaths() throws {
    func text(_ id: String) throws -> String {
      try BuiltScenarios.run("list", id).output.split(whereSeparator: \.isWhitespace)
        .joined(separator: " ")
    }
    #expect(
      try text("LIF-3").contains(
        "(classic era: dies; current era: the view hears 1 of 2 changes, the program goes on)"))
    #expect(
      try text("LIF-1").contains(
        "(classic era: dies; current era: the clock is freed, the program goes on)"))
    #expect(try text("REM-1").contains("(dies in both eras)"))
    #expect(try text("LIF-2").contains("(the same in both eras)"))
    #expect(!(try text("REG-1")).contains("era"))
    let json = try BuiltScenarios.run("list", "--json", "LIF-3").output
    #expect(json.contains(/"eras" : \[\s+"classic",\s+"current"\s+\]/))
  }

  /// The ids in a list.
  private func ids(_ arguments: String...) throws -> [String] {
    let list = try BuiltScenarios.run(["list"] + arguments)
    #expect(list.exitCode == 0 && list.errors.isEmpty)
    return list.lines.compactMap { $0.prefixMatch(of: #/  ([A-Z]{3}-\d+) /#).map { String($0.1) } }
  }

  @Test("an area, a lesson and a word narrow the list, and several narrow it further")
  func words() throws {
    for area in Area.allCases {
      #expect(try ids(area.rawValue.lowercased()) == Pitfall.all.filter { $0.area == area }.map(\.id))
    }
    for lesson in Lesson.allCases where !lesson.pitfalls.isEmpty {
      #expect(try ids("\(lesson.number)") == lesson.pitfalls.map(\.id))
    }
    #expect(try ids("NSRangeException").contains("REM-1"))
    #expect(!(try ids("never called", "reg")).contains("REG-1"))
    #expect(try ids("called twice", "reg").contains("REG-1"))
    #expect(try ids("3", "REM").allSatisfy { $0.hasPrefix("REM-") })
  }

  @Test("how often one meets a pitfall narrows the list, and has a column where there is room")
  func frequency() throws {
    for often in Frequency.allCases {
      #expect(try ids("\(often)") == Pitfall.all.filter { $0.frequency == often }.map(\.id))
    }
    let pitfall = try #require(Pitfall.named("REG-1"))
    let row = "  REG-1   " + "\(pitfall.frequency)".padded(to: 11) + "double-add "
    #expect(
      try BuiltScenarios.run("list").output.contains(row)
        && BuiltScenarios.run(columns: 100, "list").output.contains(row))
    #expect(try BuiltScenarios.run(columns: 99, "list").output.contains("  REG-1   double-add "))
    #expect(try BuiltScenarios.run("list", "REG-1").lines.contains("Met in code today: \(pitfall.frequency)"))
  }

  @Test("the seven to read first are listed in their order, with their reasons")
  func seven() throws {
    let list = try BuiltScenarios.run("list", "--seven")
    let listed = list.lines.compactMap { $0.prefixMatch(of: #/([A-Z]{3}-\d+) /#).map { String($0.1) } }
    #expect(listed == Pitfall.seven.map(\.pitfall.id))
    for (_, reason) in Pitfall.seven { #expect(list.output.contains(" \(reason)\n")) }
    let narrow = try BuiltScenarios.run(columns: 60, "list", "--seven")
    #expect(narrow.lines.allSatisfy { $0.count <= 60 })
    let json = try BuiltScenarios.run("list", "--seven", "--json").output
    #expect(json.matches(of: #/"id" : "([^"]+)"/#).map { String($0.1) } == listed)
  }

  @Test("those that end the process, and those that leak")
  func filters() throws {
    let dying = Pitfall.all.filter { pitfall in
      pitfall.acts.contains { act in
        act.side == .raw && Era.allCases.contains { act.expectation(in: $0).isDeath }
      }
    }
    #expect(try ids("--dies") == dying.map(\.id))
    #expect(try ids("--dies", "REG") == dying.filter { $0.area == .registration }.map(\.id))
    let leaking = Pitfall.all.filter { $0.symptoms.contains(.neverFreed) }.map(\.id)
    #expect(try ids("--leaks") == leaking && leaking.contains("MED-1"))
  }

  @Test(
    "words lead to their page in the first three rows",
    arguments: [
      ("hang", "symptoms"), ("hang", "lock-across-set"), ("category", "symptoms"),
      ("WKWebView", "framework-properties"), ("NSUserDefaults", "questions"), ("memory leak", "symptoms"),
      ("memory leak", "token-cycle"), ("weak self", "token-cycle"), ("deinit never", "symptoms"),
      ("old value", "before-the-write"), ("SwiftUI", "from-kvo-to-swiftui"),
      ("warning", "from-kvo-to-swiftui"), ("AppKit", "should-i-use-this-today"), ("not called", "symptoms"),
      ("cannot remove observer", "remove-unadded"), ("main actor", "wrong-isolation"),
      ("NSProgress", "framework-properties"), ("view not updating", "questions"),
      ("Observable same value", "equal-object"), ("body twice", "over-observation"),
      ("was deallocated while key value observers", "observed-dies-first"),
      ("KVO crash iOS 17", "how-the-rules-changed"),
      ("iOS 18", "how-the-rules-changed"), ("key value coding", "glossary"),
    ])
  func search(_ words: String, _ page: String) throws {
    let found = try BuiltScenarios.run(["list"] + words.split(separator: " ").map(String.init))
    #expect(found.exitCode == 0 && found.errors.isEmpty)
    #expect(found.lines.prefix(3).contains { $0.contains(" \(page) ") }, "\(found.lines.prefix(3))")
  }

  @Test(
    "a search finds whole words: hang is not in change; the middle of a word counts only where nothing else matches")
  func wholeWords() throws {
    #expect(try ids("hang").count < 10)
    #expect(try ids("hang").first == "THR-7")
    #expect(try !ids("ealloc").isEmpty)
  }

  @Test("where few things have all of the words, others that have some of them are listed behind them")
  func someWords() throws {
    let found = try BuiltScenarios.run("list", "estimatedProgress", "quaternion")
    #expect(found.exitCode == 0 && found.output.hasPrefix("Nothing has all of these words. This has some of them:\n"))
    #expect(found.output.contains(" framework-properties "))
  }

  @Test("words are looked for in the questions that people ask, and one that no pitfall has is answered from there")
  func asked() throws {
    let list = try BuiltScenarios.run(columns: 80, "list", "invalidate", "token")
    #expect(list.exitCode == 0 && list.lines.prefix(3).joined(separator: " ").contains("Why does my token's closure"))
    #expect(!list.output.contains("](") && !list.output.contains("][") && list.lines.allSatisfy { $0.count <= 80 })
    // With an option that asks for less, and in JSON, pages are not searched.
    #expect(try BuiltScenarios.run("list", "glossary", "--dies").exitCode == 64)
    #expect(try BuiltScenarios.run("list", "glossary", "--json").exitCode == 64)
  }

  @Test("an area and a number choose pitfalls, and are not looked for in questions", arguments: ["REM", "thr", "12"])
  func chosen(_ word: String) throws {
    let list = try BuiltScenarios.run("list", word)
    #expect(list.exitCode == 0 && !list.output.contains("questions.md"))
    #expect(try BuiltScenarios.run("list", "0").errors.hasPrefix("scenarios: no pitfall matches '0'. "))
  }

  @Test("a list of nothing is a mistake, and says so")
  func nothing() throws {
    let list = try BuiltScenarios.run("list", "xyzzy")
    #expect(list.exitCode == 64 && list.output.isEmpty)
    #expect(list.errors == "scenarios: no pitfall matches 'xyzzy'. './scenarios list' shows them all.\n")
  }

  @Test("a title is not broken in a pipe, and is on a terminal", arguments: [50, 80, 120])
  func widths(_ columns: Int) throws {
    let pitfall = try #require(Pitfall.all.max { $0.title.count < $1.title.count })
    #expect(try BuiltScenarios.run("list").output.contains(pitfall.title))
    let narrow = try BuiltScenarios.run(columns: columns, "list")
    #expect(narrow.lines.allSatisfy { $0.count <= columns })
    let shown = try BuiltScenarios.onTerminal(columns: columns, ["list"])
    #expect(shown.replacing("\r\n", with: "\n").replacing(/\u{1B}\[\d*m/, with: "") == narrow.output)
  }
}
