import Foundation
import Testing

@testable import Scenarios

@Suite("The executable")
struct ExecutableTests {
  // MARK: list and run

  @Test("without arguments it lists every pitfall, and so does list")
  func list() throws {
    let bare = try Program.run()
    #expect(bare.exitCode == 0)
    #expect(bare.output == (try Program.run("list")).output)
    for pitfall in Pitfall.all {
      #expect(bare.lines.contains { $0.hasPrefix("  \(pitfall.id) ") && $0.contains(pitfall.name) })
    }
  }

  @Test("the list as JSON holds the catalogue")
  func listAsJSON() throws {
    let list = try Program.run("list", "--json")
    let entries = try #require(
      JSONSerialization.jsonObject(with: Data(list.output.utf8)) as? [[String: Any]])
    #expect(entries.map { $0["id"] as? String } == Pitfall.all.map(\.id))
  }

  @Test("a pitfall runs by its id, its name, and its name alone", arguments: Pitfall.all)
  func run(_ pitfall: Pitfall) throws {
    let byId = try Program.run("run", pitfall.id)
    let byName = try Program.run("run", pitfall.name)
    let short = try Program.run(pitfall.name)
    for run in [byId, byName, short] {
      #expect(run.exitCode == 0 && run.errors.isEmpty)
      #expect(run.output.hasPrefix("\(pitfall.id) \(pitfall.name): "))
      #expect(run.output.contains("ended as the catalogue says"))
      #expect(run.lines.filter { $0.hasPrefix("=> ") }.count >= 2)
      #expect(run.lines.allSatisfy { $0.count <= 80 }, "wider than 80 columns")
      #expect(!run.output.contains("\u{1B}") && !run.output.contains("\r"))
    }
  }

  @Test("one side alone", arguments: Pitfall.all)
  func sides(of pitfall: Pitfall) throws {
    let raw = try Program.run("run", pitfall.id, "--raw").output
    let managed = try Program.run("run", pitfall.id, "--managed").output
    #expect(raw.contains("\n" + pitfall.label(of: .raw)))
    #expect(!raw.contains("\n" + pitfall.label(of: .managed)))
    #expect(managed.contains("\n" + pitfall.label(of: .managed)))
    #expect(!managed.contains("\n" + pitfall.label(of: .raw)))
  }

  @Test("under one rule set", arguments: ["classic", "relaxed"])
  func rules(_ rules: String) throws {
    let run = try Program.run("run", "LIF-1", "--rules", rules)
    #expect(run.exitCode == 0)
    #expect(run.output.contains(", \(rules) rules"))
    #expect(!run.output.contains(rules == "classic" ? ", relaxed rules" : ", classic rules"))
  }

  @Test("run --all ends in the table, one row for each pitfall, and a verdict")
  func all() throws {
    let run = try Program.run("run", "--all")
    #expect(run.exitCode == 0)
    let table = run.lines.drop { !$0.hasPrefix("----") }.dropFirst()
    let ids = table.compactMap { $0.prefixMatch(of: /[A-Z]{3}-\d+/).map { String($0.output) } }
    #expect(ids == Pitfall.all.map(\.id))
    #expect(run.output.hasSuffix("acts ended as the catalogue says.\n"))
    #expect(run.lines.allSatisfy { $0.count <= 80 })
    #expect(run.output.hasSuffix(try Program.run("run", "--all", "--quiet").output))
  }

  @Test("JSON of one pitfall and of all")
  func json() throws {
    for (arguments, count) in [
      (["run", "REG-1", "--json"], 1), (["run", "--all", "--json"], Pitfall.all.count),
    ] {
      let run = try Program.run(arguments)
      #expect(run.exitCode == 0)
      let results = try #require(
        JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [[String: Any]])
      #expect(Set(results.compactMap { $0["id"] as? String }).count == count)
      #expect(results.allSatisfy { $0["asExpected"] as? Bool == true })
    }
  }

  @Test("an act in this process may end it, and says why")
  func inProcess() throws {
    let alive = try Program.run("run", "REG-1", "--raw", "--in-process")
    #expect(alive.exitCode == 0 && alive.output.hasSuffix("=> 1 change is heard 2 times\n"))
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
      ["run", "REG-1", "--raw", "--managed"], ["run", "REG-1", "--rules"],
      ["run", "REG-1", "--rules", "strict"], ["run", "REG-1", "--act", "0"],
      ["run", "REG-1", "--act", "99"], ["run", "REG-1", "--act"], ["run", "REG-1", "--shout"],
      ["run", "--all", "--in-process"], ["run", "REG-1", "--raw", "--in-process", "--json"],
      ["--shout"], ["list", "all"], ["progress"], ["progress", "a", "b"],
      ["progress", "--shout", "a"],
      ["clock", "--seconds"], ["clock", "--seconds", "soon"], ["clock", "--seconds", "-1"],
      ["clock", "3"], ["double-ad"],
    ])
  func usage(_ arguments: [String]) throws {
    let run = try Program.run(arguments)
    #expect(run.exitCode == 64)
    #expect(run.output.isEmpty)
    #expect(run.errors.hasPrefix("scenarios: ") && run.errors.hasSuffix("\n"))
    #expect(run.errors.filter { $0 == "\n" }.count == 1)
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
}
