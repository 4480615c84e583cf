import Foundation
import RawObserving
import TestSupport
import Testing

@testable import Scenarios

@Suite("The executable", .watched)
struct ExecutableTests {
  // MARK: list and run

  @Test("without arguments it says in a few lines what this is, and where to start")
  func welcome() throws {
    let bare = try Program.run()
    #expect(bare.exitCode == 0)
    #expect(bare.lines.count <= 12 && bare.lines.allSatisfy { $0.count <= 80 })
    for words in ["scenarios next", "scenarios run", "scenarios list", "scenarios help", "00-start-here.md"] {
      #expect(bare.output.contains(words))
    }
  }

  @Test("list has every pitfall")
  func list() throws {
    let list = try Program.run("list")
    #expect(list.exitCode == 0)
    for pitfall in Pitfall.all {
      #expect(list.lines.contains { $0.hasPrefix("  \(pitfall.id) ") && $0.contains(pitfall.name) })
    }
  }

  @Test(
    "a verb that is misspelt is among the suggestions", arguments: ["lsit": "list", "chekc": "check", "hlep": "help"])
  func misspeltVerb(_ word: String, _ verb: String) throws {
    #expect(try Program.run(word).errors.contains(verb))
  }

  @Test("the list as JSON holds the catalogue")
  func listAsJSON() throws {
    let list = try Program.run("list", "--json")
    let entries = try #require(
      JSONSerialization.jsonObject(with: Data(list.output.utf8)) as? [[String: Any]])
    #expect(entries.map { $0["id"] as? String } == Pitfall.all.map(\.id))
  }

  @Test("the list of one pitfall tells its acts, with their numbers", arguments: Pitfall.all)
  func listOfOne(_ pitfall: Pitfall) throws {
    let list = try Program.run("list", pitfall.id)
    #expect(list.exitCode == 0 && list.errors.isEmpty)
    #expect(list.output.hasPrefix("\(pitfall.id) \(pitfall.name): "))
    #expect(list.lines.allSatisfy { $0.count <= 80 }, "wider than 80 columns")
    let acts = list.lines.compactMap {
      $0.prefixMatch(of: /\ \ (\d+)\ \ (\w+(?: rightly| mistake)?)\ /)?.output
    }
    #expect(acts.map { Int($0.1) } == Array(1...pitfall.acts.count))
    #expect(acts.map { String($0.2) } == pitfall.acts.map { pitfall.label(of: $0) })
    #expect(list.output == (try Program.run("list", pitfall.name)).output)
    let json = try Program.run("list", "--json", pitfall.id)
    let entries = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [[String: Any]]
    #expect(entries?.map { $0["id"] as? String } == [pitfall.id])
  }

  @Test("the list of an area tells its pitfalls, and an area is not run")
  func areas() throws {
    let all = try Program.run("list").lines
    for area in Set(Pitfall.all.map { String($0.id.prefix { $0 != "-" }) }) {
      let list = try Program.run("list", area.lowercased())
      let pitfalls = all.filter { $0.hasPrefix("  \(area)-") }
      #expect(list.exitCode == 0 && list.errors.isEmpty)
      #expect(list.lines.filter { $0.contains(/^\ \ [A-Z]+-\d/) } == pitfalls)
      #expect(
        try Program.run("run", area).errors
          == "scenarios: '\(area)' is an area of pitfalls; 'scenarios list \(area)' lists them, to run one.\n"
      )
    }
    let json = try Program.run("list", "--json", "REG").output
    #expect(json.contains("\"REG-1\"") && !json.contains("\"REM-1\""))
  }

  @Test("every heading tells the number that --act takes", arguments: Pitfall.all)
  func numbers(_ pitfall: Pitfall) throws {
    let run = try Program.run(of: pitfall)
    let found = run.lines.compactMap { line in
      line.wholeMatch(
        of: /(?:raw|managed|misused|used rightly|naive|here|same mistake) (\d+)\/(\d+).*/)?
        .output
    }
    let expected = pitfall.acts.enumerated().flatMap { index, act in
      act.telling.map { _ in index + 1 }
    }
    #expect(found.map { Int($0.1) } == expected)
    #expect(found.allSatisfy { Int($0.2) == pitfall.acts.count })
    let last = try Program.run("run", pitfall.id, "--act", "\(pitfall.acts.count)").output
    #expect(last.contains(" \(pitfall.acts.count)/\(pitfall.acts.count)"))
  }

  @Test("the verdict counts runs: an act that is told in several eras is run in each")
  func verdict() throws {
    for (arguments, verdict) in [
      (["REG-1", "--act", "1"], "The run"), (["LIF-1", "--act", "1"], "Both runs"),
      (["LIF-3", "--act", "1"], "Both runs"), (["MED-2", "--act", "3"], "All 3 runs"),
      (["REG-2"], "All 4 runs"),
    ] {
      let run = try Program.run(arguments)
      #expect(run.output.hasSuffix("\n\(verdict) ended as the catalogue says.\n"))
    }
  }

  @Test("an act whose point is that the eras make no difference is run and labelled in each")
  func everyEra() throws {
    let run = try Program.run("run", "MED-2", "--act", "3")
    let headings = run.lines.filter { $0.hasPrefix("misused 3/5, ") }
    #expect(
      headings.map { $0.dropFirst(13).prefix(12) } == [
        "classic era:", "relaxed era:", "current era:",
      ])
    let died = "=> the process died of SIGABRT"
    #expect(
      run.lines.filter { $0.hasPrefix("=> ") }
        == [died + ", as in the later eras", died + ", as in the current era", died])
  }

  @Test("below a death stands what the later eras make of it")
  func laterEras() throws {
    /// What the terminal's width has moved from the line above to these.
    func wrapped(_ lines: ArraySlice<String>) -> String {
      lines.prefix { $0.contains(/^ {3}[a-z]/) }.map { $0.dropFirst(2) }.joined()
    }
    func below(_ arguments: String...) throws -> [String] {
      let lines = try Program.run(["run"] + arguments).lines
      return lines.indices.filter { lines[$0].hasPrefix("=> the process died of SIGABRT") }
        .map { lines[$0].dropFirst(30) + lines[$0 + 1] + wrapped(lines[($0 + 2)...]) }
    }
    #expect(try below("REM-1", "--act", "1") == [", as in the later eras"])
    #expect(
      try below("LIF-1", "--act", "1")
        == ["   later eras: the clock is freed, the program goes on"])
    #expect(
      try below("LIF-3", "--act", "1")
        == ["   relaxed era: the same; current era: the view hears 1 of 2 changes, the program goes on"])
    #expect(
      try below("LIF-2", "--act", "1")
        == [", as in the later eras", ", as in the current era", ""])
    #expect(try below("REM-1", "--act", "1", "--era", "current") == [""])
  }

  @Test("what was read and not run is called so wherever the current era alone differs")
  func readNotRun() throws {
    let words = "Current era: read in the system images of iOS 18.2 and 26.1, not run there."
    for arguments in [
      ["run", "LIF-3", "--act", "1"], ["run", "LIF-10", "--quiet"], ["list", "LIF-3"],
      ["run", "LIF-3", "--era", "current"], ["run", "LIF-3", "--act", "1", "--era", "classic"],
    ] {
      let text = try Program.run(arguments).output.split(whereSeparator: \.isWhitespace)
        .joined(separator: " ")
      #expect(text.contains(words), "\(arguments)")
    }
    for arguments in [["run", "LIF-1"], ["run", "LIF-1", "--quiet"], ["list", "LIF-1"]] {
      #expect(!(try Program.run(arguments)).output.contains("not run there"), "\(arguments)")
    }
  }

  @Test("the list of a pitfall tells each death with its eras")
  func listOfDeaths() throws {
    func text(_ id: String) throws -> String {
      try Program.run("list", id).output.split(whereSeparator: \.isWhitespace)
        .joined(separator: " ")
    }
    #expect(
      try text("LIF-3").contains(
        "(classic and relaxed eras: dies; current era: the view hears 1 of 2 changes, the program goes on)"))
    #expect(
      try text("LIF-1").contains(
        "(classic era: dies; later eras: the clock is freed, the program goes on)"))
    #expect(try text("REM-1").contains("(dies in every era)"))
    #expect(try text("MED-2").contains("(the same in every era)"))
    #expect(!(try text("REG-1")).contains("era"))
    let json = try Program.run("list", "--json", "LIF-3").output
    #expect(json.contains(/"eras" : \[\s+"classic",\s+"current"\s+\]/))
  }

  @Test("a pitfall's run fits 80 columns and ends in a verdict", arguments: Pitfall.all)
  func run(_ pitfall: Pitfall) throws {
    let run = try Program.run(of: pitfall)
    #expect(run.exitCode == 0 && run.errors.isEmpty)
    #expect(run.output.hasPrefix("\(pitfall.id) \(pitfall.name): "))
    #expect(run.output.contains("ended as the catalogue says"))
    #expect(run.lines.filter { $0.hasPrefix("=> ") }.count >= 2)
    #expect(run.lines.allSatisfy { $0.count <= 80 }, "wider than 80 columns")
    #expect(!run.output.contains("\u{1B}") && !run.output.contains("\r"))
  }

  /// The first pitfall of each area.
  private static let samples = Area.allCases.compactMap { area in Pitfall.all.first { $0.area == area } }

  @Test("a pitfall runs by its id, its name, and its name alone", arguments: samples)
  func names(_ pitfall: Pitfall) throws {
    let beginning = try Program.run(of: pitfall).lines.first
    #expect(try Program.run("run", pitfall.name).lines.first == beginning)
    #expect(try Program.run(pitfall.name).lines.first == beginning)
  }

  @Test("one side alone", arguments: samples)
  func sides(of pitfall: Pitfall) throws {
    let raw = try Program.run("run", pitfall.id, "--raw").output
    let managed = try Program.run("run", pitfall.id, "--managed").output
    #expect(raw.contains("\n" + pitfall.label(of: .raw)))
    #expect(!raw.contains("\n" + pitfall.label(of: .managed)))
    #expect(managed.contains("\n" + pitfall.label(of: .managed)))
    #expect(!managed.contains("\n" + pitfall.label(of: .raw)))
  }

  @Test("in one era", arguments: Era.allCases)
  func oneEra(_ era: Era) throws {
    let run = try Program.run("run", "LIF-1", "--era", "\(era)")
    #expect(run.exitCode == 0)
    for other in Era.allCases {
      #expect(run.output.contains(", \(other) era:") == (other == era))
    }
    let json = try Program.run("run", "REG-1", "--act", "1", "--era", "\(era)", "--json").output
    #expect(json.contains("\"era\" : \"\(era)\""))
  }

  @Test("run --all ends in the table, one row for each pitfall, and a verdict")
  func all() throws {
    let run = try Program.run("run", "--all")
    #expect(run.exitCode == 0)
    let table = run.lines.drop { !$0.hasPrefix("----") }.dropFirst()
    let pages = table.filter { $0.hasPrefix("Lessons/") }
    #expect(
      pages
        == Pitfall.all.map { "Lessons/\($0.lesson.rawValue)" }.reduce(into: []) { pages, page in
          if pages.last != page { pages.append(page) }
        })
    #expect(Pitfall.all.allSatisfy { table.contains("\($0.id) \($0.name)") })
    let ids = table.compactMap { $0.prefixMatch(of: /[A-Z]{3}-\d+/).map { String($0.output) } }
    #expect(ids == Pitfall.all.map(\.id))
    #expect(run.output.hasSuffix("runs ended as the catalogue says.\n"))
    #expect(run.lines.allSatisfy { $0.count <= 80 })
    #expect(run.output.hasSuffix(try AllRuns.table(of: Program.url)))
  }

  @Test("the table says which era it shows, and where later ones end otherwise")
  func tableOfEras() throws {
    let both = try Program.run("run", "LIF-1", "--act", "3", "--quiet").output
    #expect(both.contains("in the classic era"))
    #expect(both.contains("\n  later eras: the view is freed, the\n"))
    let relaxed = try Program.run("run", "LIF-1", "--quiet", "--era", "relaxed").output
    #expect(relaxed.contains("in the relaxed era") && !relaxed.contains("eras: "))
    let skipped = try Program.run("run", "LIF-3", "--quiet").output
    #expect(skipped.contains("\n  current era: the view hears 1 of 2 "))
    // No second line where all end alike.
    #expect(!(try Program.run("run", "MED-2", "--act", "3", "--quiet")).output.contains("eras: "))
    #expect(!(try Program.run("run", "REG-1", "--quiet")).output.contains("eras: "))
  }

  @Test("the table says where the mediator does not help against the same mistake")
  func tableOfSameMistakes() throws {
    for (id, words) in [
      ("THR-1", " same mistake: the bar is updated on\n"),
      ("LIF-9", " same mistake: the view is not freed\n"), ("LIF-5", " same mistake: dies:"),
      // A string and a typed key path end otherwise, so both are told.
      ("KEY-3", " same mistake (a controller observes\n"),
      ("KEY-3", " same mistake (a typed key path to the"),
    ] {
      #expect(try Program.run("run", id, "--quiet").output.contains(words))
    }
    // The eras make a difference, too; the table is in one of them.
    let both = try Program.run("run", "LIF-5", "--quiet").output
    #expect(both.split(separator: "same mistake: ").count == 2)
    // Where it alone was run, the cell is its own.
    let alone = try Program.run("run", "THR-1", "--act", "3", "--quiet").output
    #expect(
      alone.contains("the bar is updated on the network\n") && !alone.contains("same mistake: "))
  }

  @Test("a cell is computed from the runs, not from the catalogue")
  func cells() throws {
    let pitfall = try #require(Pitfall.named("LIF-1"))
    func result(_ era: Era, _ finding: String) -> ActResult {
      ActResult(pitfall: pitfall, number: 1, era: era, lines: [], outcome: .found(finding), events: [])
    }
    #expect(Table.entries(of: []) == [])
    #expect(
      Table.entries(of: [result(.classic, "rain"), result(.relaxed, "sun")])
        == ["rain", "later eras: sun"])
    #expect(
      Table.entries(of: [result(.classic, "rain"), result(.current, "sun")])
        == ["rain", "current era: sun"])
    #expect(
      Table.entries(of: Era.allCases.map { result($0, $0 == .relaxed ? "sun" : "rain") })
        == ["rain", "relaxed era: sun", "current era: rain"])
    #expect(Table.entries(of: [result(.relaxed, "rain")]) == ["rain"])
    #expect(Table.entries(of: [result(.classic, "rain"), result(.relaxed, "rain")]) == ["rain"])
  }

  @Test("JSON tells each act's own number, also where two have one title", arguments: Pitfall.all)
  func numbersInJSON(_ pitfall: Pitfall) throws {
    let all = try #require(
      JSONSerialization.jsonObject(with: AllRuns.results(of: Program.url)) as? [[String: Any]])
    let results = all.filter { $0["id"] as? String == pitfall.id }
    let expected = pitfall.acts.enumerated().flatMap { index, act in
      act.telling.map { _ in index + 1 }
    }
    #expect(results.map { $0["act"] as? Int } == expected)
    #expect(
      results.map { $0["label"] as? String }
        == expected.map { pitfall.label(of: pitfall.acts[$0 - 1]) })
  }

  @Test("JSON of one side tells the acts' own numbers", arguments: samples)
  func numbersOfOneSide(_ pitfall: Pitfall) throws {
    let managed = try Program.run("run", pitfall.id, "--managed", "--json").output
    let first = try #require(pitfall.acts.firstIndex { $0.side == .managed })
    #expect(managed.contains("\"act\" : \(first + 1),"))
    #expect(!managed.contains("\"act\" : 1,"))
  }

  @Test("JSON of one pitfall and of all")
  func json() throws {
    let one = try Program.run("run", "REG-1", "--json")
    #expect(one.exitCode == 0)
    for (json, count) in [
      (Data(one.output.utf8), 1), (try AllRuns.results(of: Program.url), Pitfall.all.count),
    ] {
      let results = try #require(JSONSerialization.jsonObject(with: json) as? [[String: Any]])
      #expect(Set(results.compactMap { $0["id"] as? String }).count == count)
      #expect(results.allSatisfy { $0["asExpected"] as? Bool == true })
    }
  }

  @Test("an act in this process may end it, and says why")
  func inProcess() throws {
    let alive = try Program.run("run", "REG-1", "--raw", "--in-process")
    #expect(alive.exitCode == 0 && alive.output.hasSuffix("=> the view is called 2 times for 1 change\n"))
    let dead = try Program.shell(
      "SWIFT_BACKTRACE=enable=no; export SWIFT_BACKTRACE; scenarios run REM-1 --raw --in-process")
    #expect(dead.exitCode != 0)
    #expect(
      dead.errors.contains("*** Terminating app due to uncaught exception 'NSRangeException'"))
  }

  // MARK: Mistakes

  @Test(
    "a command line that cannot be understood gets one line and exit code 64",
    arguments: [
      ["run"], ["run", "no-such-thing"], ["run", "REG-1", "REG-2"], ["run", "--all", "REG-1"],
      ["run", "REG-1", "--raw", "--managed"], ["run", "REG-1", "--era"],
      ["run", "REG-1", "--era", "strict"], ["run", "REG-1", "--rules", "classic"],
      ["run", "REG-1", "--act", "0"],
      ["run", "REG-1", "--act", "99"], ["run", "REG-1", "--act"], ["run", "REG-1", "--shout"],
      ["run", "--all", "--in-process"], ["run", "REG-1", "--raw", "--in-process", "--json"],
      ["--shout"], ["list", "all"], ["progress"], ["progress", "a", "b"],
      ["progress", "--shout", "a"],
      ["clock", "--seconds"], ["clock", "--seconds", "soon"], ["clock", "--seconds", "-1"],
      ["clock", "3"], ["double-ad"], ["run", ""], ["run", "KEY"], ["KEY"], [""],
      ["list", "REG-1", "REG-2"],
      ["list", "--shout"], ["help", "list"], ["progress", "-x"], ["run", "--all", "--act", "3"],
      ["run", "LIF-1", "--managed", "--act", "1"],
    ])
  func usage(_ arguments: [String]) throws {
    let run = try Program.run(arguments)
    #expect(run.exitCode == 64)
    #expect(run.output.isEmpty)
    #expect(run.errors.hasPrefix("scenarios: ") && run.errors.hasSuffix("\n"))
    #expect(run.errors.filter { $0 == "\n" }.count == 1)
  }

  @Test("an era that does not exist: the message names those that do")
  func noSuchEra() throws {
    for arguments in [["--era"], ["--era", "strict"], ["--era", "Classic"]] {
      #expect(
        try Program.run(["run", "REG-1"] + arguments).errors
          == "scenarios: --era needs 'classic', 'relaxed' or 'current'.\n")
    }
    #expect(
      try Program.run("run", "REG-1", "--rules", "classic").errors
        == "scenarios: 'run' does not know '--rules'. Try 'scenarios help'.\n")
  }

  @Test("an act that cannot be run: the message says why, and where to look")
  func noSuchAct() throws {
    let list = "'scenarios list LIF-1' lists them.\n"
    #expect(
      try Program.run("run", "LIF-1", "--act", "9").errors
        == "scenarios: LIF-1 has 5 acts, and no act 9. \(list)")
    #expect(
      try Program.run("run", "LIF-1", "--managed", "--act", "1").errors
        == "scenarios: act 1 of LIF-1 belongs to --raw alone. \(list)")
    #expect(try Program.run("run", "--all", "--act", "3").errors.contains("--act needs a name"))
    #expect(
      try Program.run("run", "--all", "KEY-3").errors
        == "scenarios: --all takes no name, and 'KEY-3' is one; leave out one of the two.\n")
  }

  @Test(
    "whoever asks for help gets it",
    arguments: [
      ["help"], ["-h"], ["run", "--help"], ["run", "REG-1", "--help"], ["REG-1", "-h"],
      ["list", "--help"], ["progress", "--help"], ["clock", "--help"],
      ["run", "--era", "--help"],
    ])
  func help(_ arguments: [String]) throws {
    let run = try Program.run(arguments)
    #expect(run.exitCode == 0 && run.errors.isEmpty)
    #expect(run.output == Command.helpText + "\n")
    #expect(run.lines.allSatisfy { $0.count <= 80 })
    #expect(run.output.contains("is the tool misused, or a naive mediator"))
  }

  @Test(
    "a full disk gets one line and exit code 74",
    .enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "there is no /dev/full"),
    arguments: [
      "list", "list --json", "list REG-1", "help", "run REG-1", "run --all --json",
      "clock --seconds 0", "run REG-1 --raw --in-process",
    ])
  func fullDisk(_ words: String) throws {
    let run = try Program.shell("scenarios \(words) > /dev/full")
    #expect(run.exitCode == 74)
    #expect(run.errors == "scenarios: the output could not be written.\n")
  }

  @Test("an empty name is near to nothing")
  func emptyName() throws {
    #expect(
      try Program.run("run", "").errors
        == "scenarios: there is no command and no scenario ''. 'scenarios list' shows them all.\n")
  }

  @Test("an unknown name gets the nearest names")
  func nearest() throws {
    #expect(try Program.run("run", "duoble-add").errors.contains("double-add"))
    #expect(try Program.run("run", "REG1").errors.contains("REG-1"))
    #expect(try Program.run("run", "xyzzy").errors.contains("scenarios list"))
    #expect(try Program.run("run", String(repeating: "x", count: 100_000)).errors.count < 200)
  }

  @Test("a closed pipe ends it quietly")
  func closedPipe() throws {
    for line in ["scenarios list | head -1", "scenarios run --all | head -1"] {
      let run = try Program.shell(line)
      #expect(run.exitCode == 0 && run.errors.isEmpty)
      #expect(run.output.filter { $0 == "\n" }.count == 1)
    }
  }

  @Test("ten megabytes of arguments get a short line, in one argument or as many as go through")
  func tenMegabytes() throws {
    let long = String(repeating: "x", count: 10_000_000)
    for arguments in [
      [long], ["--" + long], ["run", long], ["run", "REG-1", long], ["run", "--" + long],
      ["run", "REG-1", "--act", long], ["list", "a", long], ["list", "--" + long], ["help", long],
      ["clock", long], ["clock", "--seconds", long], ["progress", "a", long],
      ["progress", "--" + long],
    ] {
      do {
        let command = try Command(arguments)
        #expect(command == .run(RunOptions(name: long)))  // it is looked up later
      } catch {
        #expect(error.message.utf8.count < 200)
      }
    }
    let many = [String](repeating: String(repeating: "x", count: 100_000), count: 10)
    for arguments in [many, ["run"] + many, ["list"] + many, ["progress"] + many] {
      let run = try Program.run(arguments)
      #expect(run.exitCode == 64 && run.errors.utf8.count < 200)
    }
    let file = try Program.run("progress", many[0])
    #expect(file.exitCode == 66 && file.errors.utf8.count < 5_000)
  }

  @Test("what is told of an argument stays on one line, whatever is in it")
  func controls() throws {
    let run = try Program.run("run", "a\nb\u{1B}[31m")
    #expect(run.exitCode == 64)
    #expect(run.errors.hasPrefix("scenarios: there is no command and no scenario 'a\u{FFFD}b\u{FFFD}[31m'. "))
    #expect(run.errors.filter { $0 == "\n" }.count == 1)
  }

  @Test("without a standard error, the exit code tells all the same")
  func noErrors() throws {
    #expect(try Program.shell("scenarios double-ad 2>&-").exitCode == 64)
    #expect(try Program.shell("scenarios progress /no/such/file 2>&-").exitCode == 66)
    #expect(try Program.shell("scenarios list >&- 2>&- <&-").exitCode == 74)
  }

  @Test("interrupted in mid-run, it dies by the signal")
  func interrupted() throws {
    let clock = try Terminal.run(
      try Program.url, ["clock", "--seconds", "50"], interruptedAfter: "00:00:00")
    #expect(clock.status == SIGINT && clock.wasSignalled)
    #expect(clock.shown.hasPrefix("00:00:00\r\n"))
    let runs = try Terminal.run(
      try Program.url, ["run", "--all"], interruptedAfter: "REG-1 double-add")
    #expect(runs.status == SIGINT && runs.wasSignalled)
    #expect(!runs.shown.contains("ended as the catalogue says"))
  }
}
