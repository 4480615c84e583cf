import Console
import Foundation
import ProgramSupport
import RawObserving
import TestSupport
import Testing

@testable import Harness

@Suite("Running pitfalls", .watched)
struct RunTests {
  @Test("every heading tells its number among the acts", arguments: samples)
  func numbers(_ pitfall: Pitfall) throws {
    let run = try BuiltScenarios.run(of: pitfall)
    let found = run.lines.compactMap { line in
      line.wholeMatch(
        of: /(?:raw|managed|misused|used correctly|naive|here|same mistake) (\d+)\/(\d+).*/)?
        .output
    }
    let expected = pitfall.acts.enumerated().flatMap { index, act in
      act.telling.map { _ in index + 1 }
    }
    #expect(found.map { Int($0.1) } == expected)
    #expect(found.allSatisfy { Int($0.2) == pitfall.acts.count })
  }

  @Test("--act runs the act of that number", arguments: samples)
  func oneAct(of pitfall: Pitfall) throws {
    for number in pitfall.acts.indices.map({ $0 + 1 }) {
      let lines = try BuiltScenarios.run("run", pitfall.id, "--act", "\(number)").lines
      let headings = lines.compactMap { $0.wholeMatch(of: /\S.* (\d+)\/\d+.*: .*/) }
      #expect(!headings.isEmpty && headings.allSatisfy { Int($0.1) == number })
    }
  }

  @Test("the last line counts runs: an act that is told in several eras is run in each")
  func summary() throws {
    for (arguments, counted) in [
      (["REG-1", "--act", "1"], "The run"), (["LIF-1", "--act", "1"], "Both runs"),
      (["LIF-3", "--act", "1"], "Both runs"), (["LIF-2", "--act", "1"], "Both runs"),
      (["REG-2"], "All 4 runs"),
    ] {
      let run = try BuiltScenarios.run(["run", "--quiet"] + arguments)
      #expect(run.output.hasSuffix("\n\(counted) ended as the catalogue says.\n"))
    }
  }

  @Test("each run ends in a verdict, with what was expected beside what was found")
  func verdicts() throws {
    let lines = try BuiltScenarios.run("run", "REG-1").lines
    let raw = try #require(lines.firstIndex(of: "✗ raw"))
    #expect(lines[raw + 1].hasPrefix("  wanted:   ") && lines[raw + 2].hasPrefix("  found:    "))
    let (expected, found) = (lines[raw + 1].dropFirst(12), lines[raw + 2].dropFirst(12))
    let act = Pitfall.named("REG-1")!.acts[0]
    #expect(act.wanted == String(expected) && act.classic == .finds(String(found)))
    #expect(lines.contains { $0.hasPrefix("✓ managed: ") })
    #expect(try BuiltScenarios.run("run", "THR-1").lines.contains("~ same mistake"))
  }

  @Test("no run that goes wrong is marked as right, and none that goes right as wrong")
  func marks() throws {
    for result in try PitfallRuns.all() {
      let mark = Report(Screen()).verdict(of: result)[0].prefix(1)
      let expected = result.act.isRight(in: result.era) ? "✓" : result.act.sameMistake ? "~" : "✗"
      #expect(mark == expected, "\(result.pitfall.id), act \(result.number), \(result.era) era")
    }
  }

  @Test("a death that is wanted is not called a success without more")
  func wantedDeath() throws {
    let run = try BuiltScenarios.run("run", "MED-9", "--managed")
    #expect(run.lines.contains { $0.hasPrefix("✓ here: the mistake is refused: the process dies of SIGABRT") })
  }

  @Test("the last lines say why, what to do, what to read, and which file ran", arguments: samples)
  func closing(_ pitfall: Pitfall) throws {
    let closing = [
      "Why     \(pitfall.why)", "Remedy  \(pitfall.fix)", "Lesson  Lessons/\(pitfall.lesson.rawValue)",
      "Card    Lessons/\(pitfall.card)", "Code    \(pitfall.source)", "",
    ]
    #expect(try BuiltScenarios.run(of: pitfall).lines.suffix(closing.count) == closing)
  }

  @Test("on a terminal, the last line invites to change a line of the file", arguments: [60, 80, 120])
  func invitation(columns: Int) throws {
    let pitfall = try #require(Pitfall.named("double-add"))
    let line = try #require(
      PackageRoot.lines(of: pitfall.source).firstIndex { $0.hasPrefix("    clock.removeObserver") })
    let words =
      "Change  one thing: delete line \(line + 1) of DoubleAdd.swift, `clock.removeObserver(view, forKeyPath: \"date\")`, and run "
      + "./scenarios run double-add again. To undo it: git restore \(pitfall.source)"
    func closing(_ arguments: String...) throws -> String {
      let shown = try BuiltScenarios.onTerminal(
        columns: columns, ["--color", "never", "run", pitfall.name] + arguments)
      let lines = shown.replacing("\r\n", with: "\n").split(separator: "\n")
      let invitation = lines.drop { !$0.hasPrefix("Change") }
      // A path is not broken, however long.
      #expect(invitation.allSatisfy { $0.count <= columns || $0.split(separator: " ").count == 1 })
      return invitation.joined(separator: "\n").replacing(/\n +/, with: " ")
    }
    #expect(try closing() == words)
    #expect(try closing("--act", "2") == words)
    for option in ["--json", "--quiet", "--failed"] { #expect(try closing(option) == "") }
    #expect(!(try BuiltScenarios.run(of: pitfall).output.contains("Change")), "a pipe gets no invitation")
  }

  @Test("a file that has been changed is named as such")
  func changedFile() throws {
    let pitfall = try #require(Pitfall.named("double-add"))
    let change = try #require(pitfall.change)
    let lines = try PackageRoot.lines(of: pitfall.source)
    for kind in [change, .double(change.line, 1, of: 4)] {
      let changed = try #require(kind.made(in: lines))
      #expect(changed.count == lines.count + (kind.kind == .double ? 1 : -1))
      #expect(
        pitfall.invitation(to: change, in: changed)
          == "made: DoubleAdd.swift is not as the package has it. To undo the change: git restore \(pitfall.source)")
    }
  }

  @Test("a file that differs from the committed one is found, and a folder without git has none")
  func workingCopy() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "copy-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "a.swift")
    try "let a = 1\n".write(to: file, atomically: true, encoding: .utf8)
    #expect(!WorkingCopy.isChanged("a.swift", in: folder))
    let made = try BuiltScenarios.shell(
      "cd '\(folder.path)' && git init -q . && git add a.swift && "
        + "git -c user.name=a -c user.email=a@b -c commit.gpgsign=false commit -q -m a")
    #expect(made.exitCode == 0, "\(made.errors)")
    #expect(!WorkingCopy.isChanged("a.swift", in: folder))
    // With this, git says on standard error that it cannot run it, and goes on.
    let warned = try BuiltScenarios.shell(
      "cd '\(folder.path)' && git config core.fsmonitor /no/such/a.swift && git status")
    #expect(warned.exitCode == 0 && !warned.errors.isEmpty)
    #expect(!WorkingCopy.isChanged("a.swift", in: folder))
    try "let a = 2\n".write(to: file, atomically: true, encoding: .utf8)
    #expect(WorkingCopy.isChanged("a.swift", in: folder) && !WorkingCopy.isChanged("b.swift", in: folder))
    try "let b = 1\n".write(to: folder.appending(path: "b.swift"), atomically: true, encoding: .utf8)
    #expect(WorkingCopy.isChanged("b.swift", in: folder), "a new file was never committed")
  }

  @Test("colours where they are asked for: red, green and yellow")
  func colours() throws {
    let run = try BuiltScenarios.run("run", "THR-1", "--color", "always").output
    #expect(run.contains("\u{1B}[31m✗\u{1B}[0m \u{1B}[31mraw\u{1B}[0m"))
    #expect(run.contains("\u{1B}[32m✓\u{1B}[0m \u{1B}[32mmanaged\u{1B}[0m"))
    #expect(run.contains("\u{1B}[33m~\u{1B}[0m \u{1B}[33msame mistake\u{1B}[0m"))
    let plain = run.replacing(/\u{1B}\[\d*m/, with: "")
    #expect(plain == (try BuiltScenarios.run("run", "THR-1")).output)
    #expect(plain == (try BuiltScenarios.run("--color=never", "run", "THR-1")).output)
    let right = try BuiltScenarios.run("run", "LIF-1", "--managed", "--color", "always").output
    #expect(!right.contains("\u{1B}[31m"))
  }

  @Test("where the locale is ASCII, so are the marks")
  func ascii() throws {
    let run = try BuiltScenarios.shell("LC_ALL=C scenarios run THR-1")
    #expect(run.output.allSatisfy { $0.isASCII })
    for mark in ["X raw", "ok managed", "~ same mistake"] { #expect(run.output.contains("\n\(mark)")) }
  }

  @Test("an act whose point is that the eras make no difference is run and labelled in each")
  func everyEra() throws {
    let run = try BuiltScenarios.run("run", "LIF-2", "--act", "1")
    let headings = run.lines.filter { $0.hasPrefix("raw 1/5, ") }
    #expect(headings.map { $0.dropFirst(9).prefix(12) } == ["classic era:", "current era:"])
    let found = "  found:    \(Pitfall.named("LIF-2")!.acts[0].classic.summary)"
    #expect(run.lines.count { $0 == found } == 2)
  }

  @Test("below a death is how the current era ends the act")
  func currentEra() throws {
    func below(_ arguments: String...) throws -> [String] {
      let lines = try BuiltScenarios.run(["run"] + arguments).lines
      return lines.indices.filter { lines[$0] == "  found:    the process dies of SIGABRT" }.map { lines[$0 + 1] }
    }
    func ending(_ id: String, in era: Era) -> String { Pitfall.named(id)!.acts[0].expectation(in: era).summary }
    #expect(try below("REM-1", "--act", "1") == ["  current era: the same"])
    for id in ["LIF-1", "LIF-3"] {
      #expect(try below(id, "--act", "1") == ["  current era: \(ending(id, in: .current))"])
    }
    #expect(try below("REM-1", "--act", "1", "--era", "current") == [""])
  }

  @Test("a mistake that the current era forgives is still called one, and an act that is right in both eras is not")
  func forgiven() throws {
    let words = "The mistake is still there. The rules of the current era forgive it."
    for id in ["LIF-1", "LIF-3"] {
      #expect(try BuiltScenarios.run("run", id, "--act", "1", "--era", "current").output.contains(words))
    }
    #expect(try !BuiltScenarios.run("run", "LIF-1", "--act", "2", "--era", "current").output.contains(words))
  }

  @Test("what was read and not run is called so wherever the current era alone differs")
  func readNotRun() throws {
    let words = "Current era: how iOS 18.0, 18.2 and 26.1 behave is known from their code, not from a run."
    for arguments in [
      ["run", "LIF-3", "--act", "1"], ["run", "LIF-10", "--quiet"], ["list", "LIF-3"],
      ["run", "LIF-3", "--era", "current"], ["run", "LIF-3", "--act", "1", "--era", "classic"],
    ] {
      let text = try BuiltScenarios.run(arguments).output.split(whereSeparator: \.isWhitespace)
        .joined(separator: " ")
      #expect(text.contains(words), "\(arguments)")
    }
    for arguments in [["run", "LIF-1"], ["run", "LIF-1", "--quiet"], ["list", "LIF-1"]] {
      #expect(!(try BuiltScenarios.run(arguments)).output.contains("not run there"), "\(arguments)")
    }
  }

  @Test("a run begins with its pitfall, and is text that a pipe can take", arguments: samples)
  func run(_ pitfall: Pitfall) throws {
    let run = try BuiltScenarios.run(of: pitfall)
    #expect(run.exitCode == 0 && run.errors.isEmpty)
    #expect(run.output.hasPrefix("\(pitfall.id) \(pitfall.name): \(pitfall.title)\n"))
    #expect(!run.output.contains("did not end"))
    #expect(!run.output.contains("\u{1B}") && !run.output.contains("\r"))
  }

  @Test("on a terminal no line is wider than the terminal; in a pipe none is broken", arguments: [50, 80, 120])
  func widths(_ columns: Int) throws {
    for id in ["LIF-1", "MED-9", "KEY-3"] {
      let plain = try BuiltScenarios.run("run", id)
      let narrow = try BuiltScenarios.run(columns: columns, "run", id)
      // An address is one word, and so is a path.
      #expect(
        narrow.lines.filter { $0.count > columns }.allSatisfy { !$0.drop { $0 == " " }.dropFirst(8).contains(" ") })
      func words(_ run: BuiltScenarios.Run) -> [Substring] {
        run.output.replacing(/0x[0-9a-f]+/, with: "0x").split(whereSeparator: \.isWhitespace)
      }
      #expect(words(plain) == words(narrow))
    }
    #expect(try BuiltScenarios.run("run", "LIF-1").output.contains(Message.stillRegistered.parts[0]))
  }

  @Test("a pitfall runs by its id, its name, and its name alone", arguments: samples)
  func names(_ pitfall: Pitfall) throws {
    let beginning = try BuiltScenarios.run(of: pitfall).lines.first
    #expect(try BuiltScenarios.run("run", pitfall.name).lines.first == beginning)
    #expect(try BuiltScenarios.run(pitfall.name).lines.first == beginning)
  }

  @Test("one side alone", arguments: samples)
  func sides(of pitfall: Pitfall) throws {
    let raw = try BuiltScenarios.run("run", pitfall.id, "--raw").output
    let managed = try BuiltScenarios.run("run", pitfall.id, "--managed").output
    #expect(raw.contains("\n" + pitfall.label(of: .raw)))
    #expect(!raw.contains("\n" + pitfall.label(of: .managed)))
    #expect(managed.contains("\n" + pitfall.label(of: .managed)))
    #expect(!managed.contains("\n" + pitfall.label(of: .raw)))
  }

  @Test("in one era", arguments: Era.allCases)
  func oneEra(_ era: Era) throws {
    let run = try BuiltScenarios.run("run", "LIF-1", "--era", "\(era)")
    #expect(run.exitCode == 0)
    for other in Era.allCases {
      #expect(run.output.contains(", \(other) era:") == (other == era))
    }
    let json = try BuiltScenarios.run("run", "REG-1", "--act", "1", "--era", "\(era)", "--json").output
    #expect(json.contains("\"era\" : \"\(era)\""))
  }

  @Test("an act in this process may end it, and says why")
  func inProcess() throws {
    let alive = try BuiltScenarios.run("run", "REG-1", "--act", "1", "--in-process")
    #expect(alive.exitCode == 0 && alive.output.hasSuffix("=> the view is called 2 times for 1 change\n"))
    let dead = try BuiltScenarios.shell(
      "SWIFT_BACKTRACE=enable=no; export SWIFT_BACKTRACE; scenarios run REM-1 --act 1 --in-process")
    #expect(dead.exitCode != 0)
    #expect(
      dead.errors.contains("*** Terminating app due to uncaught exception 'NSRangeException'"))
  }

  @Test("areas, lessons, several names and the beginning of a name")
  func selection() throws {
    func ids(_ words: String...) throws -> [String] {
      let run = try BuiltScenarios.run(["run", "--json", "--raw"] + words)
      #expect(run.exitCode == 0 && run.errors.isEmpty, "\(run.errors)")
      let ids = run.output.matches(of: /"id" : "([^"]+)"/).map { String($0.1) }
      return ids.reduce(into: []) { if $0.last != $1 { $0.append($1) } }
    }
    #expect(try ids("REG-1", "double-remove") == ["REG-1", "REM-2"])
    #expect(try ids("REG-1", "reg-1", "double-add") == ["REG-1"])
    #expect(try ids("reg") == Area.registration.pitfalls.map(\.id).sorted(by: order))
    #expect(try ids("3") == Lesson.everyAddNeedsItsRemove.pitfalls.map(\.id))
    #expect(try ids("mutated") == ["OPT-6"])
    let several = try BuiltScenarios.run("run", "double", "--raw")
    #expect(several.exitCode == 64)
    #expect(several.errors == "scenarios: 'double' begins 2 names: double-add, double-remove.\n")
  }

  /// The order of the catalogue.
  private func order(_ first: String, _ second: String) -> Bool {
    let ids = Pitfall.all.map(\.id)
    return ids.firstIndex(of: first)! < ids.firstIndex(of: second)!
  }

  @Test("several pitfalls end in the table, and what did not end as the catalogue says can be had alone")
  func several() throws {
    let both = try BuiltScenarios.run("run", "REG-1", "REM-2")
    #expect(both.output.contains("\n\nREM-2 double-remove: "))
    #expect(both.lines.contains("REG-1 double-add") && both.lines.contains("REM-2 double-remove"))
    #expect(
      both.output.hasSuffix("\nAll 5 runs ended as the catalogue says.\n")
        || both.output.hasSuffix(" runs ended as the catalogue says.\n"))
    let failed = try BuiltScenarios.run("run", "REG-1", "--failed")
    #expect(failed.exitCode == 0 && failed.output == "All 3 runs ended as the catalogue says.\n")
  }

  @Test("a prediction is asked for before anything is shown, and judged after it")
  func prediction() throws {
    let choices = Pitfall.named("REG-1")!.prediction.choices
    let right = try #require(choices.firstIndex { $0.isRight }) + 1
    for number in choices.indices.map({ $0 + 1 }) {
      let run = try BuiltScenarios.shell("echo \(number) | scenarios run REG-1 --predict")
      #expect(run.exitCode == 0)
      let question = try #require(run.output.range(of: Pitfall.named("REG-1")!.prediction.question))
      let shown = try #require(run.output.range(of: "raw 1/3: "))
      let judged = try #require(run.output.range(of: "You expected: \(choices[number - 1].text)"))
      #expect(question.upperBound < shown.lowerBound && shown.upperBound < judged.lowerBound)
      #expect(run.output.contains("The answer is: ") == (number != right))
      #expect(run.output.contains(number == right ? "✓ You expected" : "✗ You expected"))
    }
    let none = try BuiltScenarios.shell("scenarios run REG-1 --predict < /dev/null")
    #expect(none.exitCode == 64 && !none.output.contains("raw 1/3"))
    let late = try BuiltScenarios.shell("printf 'x\n9\n1\n' | scenarios run REG-1 --predict")
    #expect(late.output.contains("Type a number from 1 to 3") && late.output.contains("You expected"))
  }

  /// The first pitfall of each area.
  private static let samples = Area.allCases.compactMap { area in Pitfall.all.first { $0.area == area } }
}
