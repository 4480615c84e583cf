import Console
import Foundation
import ProgramSupport
import TestSupport
import Testing

@testable import Workbench

@Suite("A command line that cannot be understood", .watched)
struct UsageTests {
  @Test(
    "a verb that is misspelt is among the suggestions", arguments: ["lsit": "list", "chekc": "check", "hlep": "help"])
  func misspeltVerb(_ word: String, _ verb: String) throws {
    #expect(try BuiltScenarios.run(word).errors.contains(verb))
  }

  @Test(
    "a command line that cannot be understood gets one line and exit code 64",
    arguments: [
      ["run"], ["run", "no-such-thing"], ["run", "REG-1", "REG-0"], ["run", "REG", "--act", "1"],
      ["run", "REG", "--predict"],
      ["run", "99"], ["run", "0"], ["run", "doub"], ["run", "REG-1", "--raw=1"], ["run", "REG-1", "--act="],
      ["run", "--all", "REG-1"],
      ["run", "REG-1", "--raw", "--managed"], ["run", "REG-1", "--era"],
      ["run", "REG-1", "--era", "strict"], ["run", "REG-1", "--rules", "classic"],
      ["run", "REG-1", "--act", "0"],
      ["run", "REG-1", "--act", "99"], ["run", "REG-1", "--act"], ["run", "REG-1", "--shout"],
      ["run", "--all", "--in-process"], ["run", "REG-1", "--raw", "--in-process"],
      ["run", "REG-1", "--act", "1", "--in-process", "--json"],
      ["--shout"], ["list", "xyzzy"], ["progress"], ["progress", "a", "b"],
      ["progress", "--shout", "a"],
      ["clock", "--seconds"], ["clock", "--seconds", "soon"], ["clock", "--seconds", "-1"],
      ["clock", "3"], ["duoble-add"], ["run", ""], [""],
      ["list", "REG-1", "REG-2"], ["--json", "list"], ["--color", "list"], ["help", "lsit"], ["show"], ["show", "REG"],
      ["card"], ["card", "xyzzy"], ["lesson", "99"], ["lesson", "1", "2"], ["watch", "a", "b"], ["watch", "xyzzy"],
      ["check", "--foo"], ["forget", "x"], ["next", "--path", "0"], ["quiz", "--ten", "REG"], ["quiz", "duoble-add"],
      ["next", "--answer", "1", "--skip"], ["atlas"], ["list", "--seven", "REG"], ["list", "--seven", "--dies"],
      ["quiz", "--page", "x", "--ten"],
      ["list", "--shout"], ["progress", "-x"], ["run", "--all", "--act", "3"],
      ["run", "LIF-1", "--managed", "--act", "1"],
    ])
  func usage(_ arguments: [String]) throws {
    let run = try BuiltScenarios.run(arguments)
    #expect(run.exitCode == 64)
    #expect(run.output.isEmpty)
    #expect(run.errors.hasPrefix("scenarios: ") && run.errors.hasSuffix("\n"))
    #expect(run.errors.filter { $0 == "\n" }.count == 1)
  }

  @Test("an option for one pitfall names how to choose one, if that is a list of what was typed")
  func severalPitfalls() throws {
    let area = try BuiltScenarios.run("run", "REG", "--act", "1").errors
    #expect(area.hasSuffix("'./scenarios list REG' lists them, to name one.\n"))
    let names = try BuiltScenarios.run("run", "REG-1", "REM-1", "--act", "1").errors
    #expect(names == "scenarios: --act is for one pitfall. Name one of them.\n")
  }

  @Test("an era that does not exist: the message names those that do")
  func noSuchEra() throws {
    for arguments in [["--era"], ["--era", "strict"], ["--era", "Classic"]] {
      #expect(try BuiltScenarios.run(["run", "REG-1"] + arguments).errors.hasPrefix("scenarios: --era needs "))
    }
    #expect(
      try BuiltScenarios.run("run", "REG-1", "--rules", "classic").errors
        == "scenarios: 'run' has no option '--rules'. './scenarios help run' lists them.\n")
  }

  @Test("an act that cannot be run: the message says why, and where to look")
  func noSuchAct() throws {
    let list = "'./scenarios list LIF-1' lists them.\n"
    #expect(
      try BuiltScenarios.run("run", "LIF-1", "--act", "9").errors
        == "scenarios: LIF-1 has 5 acts, and no act 9. \(list)")
    #expect(
      try BuiltScenarios.run("run", "LIF-1", "--managed", "--act", "1").errors
        == "scenarios: act 1 of LIF-1 belongs to --raw alone. \(list)")
    #expect(try BuiltScenarios.run("run", "--all", "--act", "3").errors.contains("--act needs a name"))
    #expect(
      try BuiltScenarios.run("run", "--all", "KEY-3").errors
        == "scenarios: --all takes no name, and 'KEY-3' is one; leave out one of the two.\n")
  }

  @Test("--help, -h and help print the help, of the verb that is in the line")
  func help() throws {
    for (arguments, verb) in [
      (["help"], nil), (["-h"], nil), (["run", "--help"], "run"), (["run", "REG-1", "--help"], "run"),
      (["REG-1", "-h"], nil), (["list", "--help"], "list"), (["help", "progress"], "progress"),
      (["clock", "--help"], "clock"), (["help", "help"], nil), (["run", "--era", "--help"], "run"),
    ] {
      let run = try BuiltScenarios.run(arguments)
      #expect(run.exitCode == 0 && run.errors.isEmpty)
      #expect(run.output == Verbs.table.help(of: verb.flatMap(Verbs.table.verb)) + "\n")
      #expect(run.lines.allSatisfy { $0.count <= 80 })
    }
    #expect(
      try BuiltScenarios.run("help", "run").output.replacing("\n", with: " ").contains(
        "--raw is the tool misused or a naive"))
  }

  @Test("help is as wide as the screen", arguments: [30, 60, 200])
  func width(_ columns: Int) throws {
    for verb in Verbs.table.verbs where !verb.isHidden {
      let help = try BuiltScenarios.run(columns: columns, "help", verb.name)
      #expect(help.lines.allSatisfy { $0.count <= min(columns, 80) || $0.hasPrefix(" ") && columns < 40 })
    }
    let exercises = try BuiltScenarios.run(columns: columns, "exercises")
    #expect(exercises.lines.allSatisfy { $0.count <= min(columns, 100) || columns < 40 })
  }

  @Test("the version")
  func version() throws {
    let run = try BuiltScenarios.run("--version")
    #expect(run.exitCode == 0 && run.output == "scenarios \(Version.current)\n")
  }

  @Test("every verb and every option of the table is understood, and is in the help")
  func table() throws {
    for verb in Verbs.table.verbs where !verb.isHidden {
      let help = try BuiltScenarios.run("help", verb.name).output
      #expect(help.hasPrefix("./scenarios \(verb.usage)\n"))
      for option in verb.options {
        #expect(help.contains("  \(option.usage)") == !option.isHidden)
        // Known, so it is not what is wrong with the line.
        let run = try BuiltScenarios.run([verb.name, option.name, "--shout"])
        #expect(run.exitCode == 64 && run.errors.contains("--shout") || option.value != nil, "\(run.errors)")
      }
    }
  }

  @Test("an empty name is near to nothing")
  func emptyName() throws {
    #expect(
      try BuiltScenarios.run("run", "").errors
        == "scenarios: there is no pitfall ''. './scenarios list' shows them all.\n")
  }

  @Test("an unknown name gets the nearest names")
  func nearest() throws {
    #expect(try BuiltScenarios.run("run", "duoble-add").errors.contains("double-add"))
    #expect(try BuiltScenarios.run("run", "REG1").errors.contains("REG-1"))
    #expect(try BuiltScenarios.run("run", "xyzzy").errors.contains("scenarios list"))
    #expect(try BuiltScenarios.run("run", String(repeating: "x", count: 100_000)).errors.count < 200)
  }

  @Test("a megabyte of arguments gets a short line, in one argument or as many as go through")
  func megabyte() throws {
    let long = String(repeating: "x", count: 1_000_000)
    for arguments in [
      [long], ["--" + long], ["run", long], ["run", "REG-1", long], ["run", "--" + long],
      ["run", "REG-1", "--act", long], ["list", "a", long], ["list", "--" + long], ["help", long],
      ["clock", long], ["clock", "--seconds", long], ["progress", "a", long],
      ["progress", "--" + long],
    ] {
      do {
        guard case .command(let action) = try Verbs.table.parse(arguments).request, arguments[0] == "run" else {
          continue
        }
        // It is looked up later.
        _ = try action(Screen())
        Issue.record("there is a pitfall of that name")
      } catch let error as UsageError {
        #expect(error.message.utf8.count < 300)
      }
    }
    let many = [String](repeating: String(repeating: "x", count: 100_000), count: 10)
    for arguments in [many, ["run"] + many, ["list"] + many, ["progress"] + many] {
      let run = try BuiltScenarios.run(arguments)
      #expect(run.exitCode == 64 && run.errors.utf8.count < 300)
    }
    let file = try BuiltScenarios.run("progress", many[0])
    #expect(file.exitCode == 66 && file.errors.utf8.count < 5_000)
  }

  @Test("what is told of an argument stays on one line, whatever is in it")
  func controls() throws {
    let run = try BuiltScenarios.run("run", "a\nb\u{1B}[31m")
    #expect(run.exitCode == 64)
    #expect(run.errors.hasPrefix("scenarios: there is no pitfall 'a\u{FFFD}b\u{FFFD}[31m'. "))
    #expect(run.errors.filter { $0 == "\n" }.count == 1)
  }
}
