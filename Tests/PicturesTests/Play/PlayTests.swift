import Foundation
import ProgramSupport
import TestSupport
import Testing

@testable import Marking
@testable import Pictures
@testable import Recording

/// Programs as a reader writes them. What the recording says is compared with what the program itself prints.
@Suite("Play: the picture of a program of one's own", .watched)
struct PlayTests {
  func play(_ text: String, named name: String = "program.swift", limit: Int = 20) throws -> PlayedRun {
    let folder = FileManager.default.temporaryDirectory.appending(path: "play-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: name)
    try text.write(to: file, atomically: true, encoding: .utf8)
    return try PlayedRun(file.path, limit: limit, isColoured: false)
  }

  func titles(_ run: PlayedRun) -> [String] { run.side.picture.steps.map(\.title) }

  private func count(_ kind: RecordedEvent.Kind, in run: PlayedRun) -> Int {
    run.recorded.events.count { $0.what == kind }
  }

  func leaked(_ run: PlayedRun) -> [String] {
    run.side.picture.steps.flatMap(\.marks).filter { $0.what == .leaks }.compactMap(\.from)
  }

  static let head = """
    import Foundation
    import ManagedObserving
    import RawObserving

    final class Clock: KeyValueObject { @Observed var date = 0 }

    final class View: KeyValueObject {
      var calls = 0
      override func observeValue(
        forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange, context: UnsafeMutableRawPointer?
      ) { calls += 1 }
    }

    """

  @Test("the first program of 'new': names, calls, the end of a life, and what the variables still hold")
  func first() throws {
    let run = try play(NewProgram.text)
    #expect(
      titles(run) == [
        "the clock is made", "the view is made", "the view observes clock.date", "clock.date: 0 → 1",
        "the view is called: new 1", "the view is released, its deinit begins", "the view stops observing clock",
        "the view is deallocated", "clock.date: 1 → 2", "the program ends",
      ])
    #expect(run.ending == .exited(0) && run.printed == ["the view shows 1"] && run.limits.refused.isEmpty)
    #expect(leaked(run).isEmpty)
    #expect(run.side.picture.steps.last?.sentence.contains("the variable clock leads to it") == true)
    let lines = run.recorded.events.filter { $0.what == .willChange }.compactMap { $0.lines.first?.line }
    let source = NewProgram.text.components(separatedBy: "\n")
    #expect(lines.map { source[$0 - 1] } == ["clock.date = 1", "clock.date = 2"])
  }

  @Test("the recording has as many calls, births and deaths as the program counts")
  func counts() throws {
    let run = try play(
      Self.head + """
        var deaths = 0
        final class Row: KeyValueObject {
          @Observed var value = 0
          deinit { MainActor.assumeIsolated { deaths += 1 } }
        }
        let view = View()
        var rows: [Row] = []
        for number in 0..<5 {
          let row = Row()
          row.addObserver(view, forKeyPath: "value", options: .new)
          rows.append(row)
          if number == 3 { row.addObserver(view, forKeyPath: "value", options: .new) }
        }
        for row in rows { row.value += 1 }
        for row in rows { row.removeObserver(view, forKeyPath: "value") }
        rows[3].removeObserver(view, forKeyPath: "value")
        rows.removeFirst(2)
        print(view.calls, deaths)
        """)
    #expect(run.printed == ["6 2"])
    #expect(count(.calls, in: run) == 6 && count(.added, in: run) == 6 && count(.removed, in: run) == 6)
    #expect(count(.born, in: run) == 6 && count(.gone, in: run) == 2 && leaked(run).isEmpty)
  }

  @Test("a cycle is a leak, and what a variable leads to is none")
  func leaks() throws {
    let run = try play(
      Self.head + """
        final class Page: KeyValueObject {
          @Observed var title = ""
          var part: Part?
        }
        final class Part {
          let page: Page
          init(_ page: Page) { self.page = page }
        }
        func open() {
          let lost = Page()
          lost.part = Part(lost)
        }
        let kept = Page()
        kept.part = Part(Page())
        open()
        """)
    #expect(Set(leaked(run)).count == 2 && leaked(run).contains("lost"))
    // Of what a variable leads to, itself or through others, there is no doubt.
    #expect(run.side.picture.closing.allSatisfy { $0.isBad })
    #expect(run.ending == .exited(0))
  }

  @Test("a process that dies has its message, and the picture up to there")
  func death() throws {
    let run = try play(
      Self.head + """
        let clock = Clock()
        do {
          let view = View()
          clock.addObserver(view, forKeyPath: "date", options: .new)
        }
        clock.date = 1
        print("not reached")
        """)
    guard case .died(let message) = run.ending else {
      Issue.record("\(run.ending)")
      return
    }
    #expect(message.contains("message sent to deallocated instance") && run.printed.isEmpty)
    #expect(titles(run).suffix(3) == ["the view is deallocated", "clock.date: 0 → 1", "the process dies"])
  }

  @Test(
    "a trap of Swift's is a death too", arguments: ["fatalError(\"no clock\")", "let none: Int? = nil; print(none!)"])
  func trap(_ line: String) throws {
    let run = try play(Self.head + "let clock = Clock()\nclock.date = 1\n\(line)\n")
    guard case .died(let message) = run.ending else {
      Issue.record("\(run.ending)")
      return
    }
    #expect(message.contains("Fatal error") && titles(run).last == "the process dies")
  }

  @Test("a program that hangs is stopped, and drawn up to there")
  func hang() throws {
    let run = try play(Self.head + "let clock = Clock()\nclock.date = 1\nwhile true { usleep(1000) }\n", limit: 2)
    #expect(run.ending == .stopped(.time(2)))
    #expect(titles(run).contains("clock.date: 0 → 1") && titles(run).last == "stopped after 2 seconds")
  }

  @Test("an exit code is the program's own")
  func exitCode() throws { #expect(try play(Self.head + "let clock = Clock()\nexit(3)\n").ending == .exited(3)) }

  @Test("threads have names, and nothing is claimed that could not be read while they ran")
  func threads() throws {
    let run = try play(
      Self.head + """
        nonisolated(unsafe) let clock = Clock()
        let view = View()
        clock.addObserver(view, forKeyPath: "date", options: .new)
        let thread = Thread { clock.date = 1 }
        thread.start()
        while !thread.isFinished { usleep(1000) }
        clock.date = 2
        clock.removeObserver(view, forKeyPath: "date")
        print(view.calls)
        """)
    #expect(run.printed == ["2"])
    let threads = run.recorded.events.filter { $0.what == .calls }.map(\.thread)
    #expect(threads.count == 2 && threads[0] != "main" && threads[1] == "main")
    #expect(titles(run).contains("another thread runs") && leaked(run).isEmpty)
  }

  @Test("a type with @main, async code and the main actor")
  func main() throws {
    let run = try play(
      Self.head + """
        @main struct App {
          static func main() async {
            let clock = Clock()
            let view = View()
            view.kvoController.observe(clock, \\.$date) { view, _, _ in view.calls += 1 }
            let task = Task { @MainActor in
              for number in 1...2 {
                clock.date = number
                await Task.yield()
              }
            }
            await task.value
            print(view.calls)
          }
        }
        """)
    #expect(run.ending == .exited(0) && run.printed == ["2"])
    #expect(titles(run).count { $0.hasPrefix("the view is called") } == 2)
    #expect(run.recorded.events.filter { $0.what == .calls }.allSatisfy { $0.thread == "main" })
  }

  @Test("generic classes, paths of several keys, and two classes of one name")
  func types() throws {
    let run = try play(
      Self.head + """
        final class Box<Value>: KeyValueObject {
          @Observed var clock = Clock()
          var value: Value
          init(_ value: Value) { self.value = value }
        }
        enum Raw { final class Item: KeyValueObject { @Observed var size = 0 } }
        enum Managed { final class Item: KeyValueObject { @Observed var size = 0 } }
        let box = Box(1)
        let view = View()
        box.addObserver(view, forKeyPath: "clock.date", options: .new)
        box.clock = Clock()
        box.clock.date = 4
        box.removeObserver(view, forKeyPath: "clock.date")
        let first = Raw.Item()
        let second = Managed.Item()
        (first.size, second.size) = (1, 2)
        print(view.calls)
        """)
    #expect(run.printed == ["2"] && count(.calls, in: run) == 2)
    #expect(titles(run).contains("first.size: 0 → 1") && titles(run).contains("second.size: 0 → 2"))
  }

  @Test("a program without observation has its output, and no picture if it has no objects")
  func nothing() throws {
    let run = try play("for n in 1...3 { print(n) }\n")
    #expect(run.printed == ["1", "2", "3"] && run.side.picture.lanes.isEmpty && run.ending == .exited(0))
  }

  @Test("two hundred lines are played whole")
  func long() throws {
    let changes = (1...180).map { "clock.date = \($0)" }.joined(separator: "\n")
    let run = try play(Self.head + "let clock = Clock()\n\(changes)\n")
    #expect(count(.changed, in: run) == 180 && run.ending == .exited(0))
  }

  @Test(
    "what the compiler says is shown as it says it",
    arguments: ["let x: Int = \"a\"", "func f() -> Int { }\nprint(f())"])
  func compilerErrors(_ text: String) throws {
    let error = #expect(throws: CompilerError.self) { try play("import RawObserving\n" + text + "\n") }
    let text = try #require(error).text
    #expect(text.contains(#/program\.swift:\d+:\d+: error: /#) && !text.contains("Recording"))
  }

  @Test("a file that runs nothing, and one that is not there, are refused with advice")
  func refused() throws {
    #expect(throws: (any Error).self) { try play("import RawObserving\nfinal class A: KeyValueObject {}\n") }
    let run = try BuiltScenarios.run("play", "no-such.swift")
    #expect(run.exitCode == 66 && run.errors.contains("./scenarios new"))
  }

  @Test("without a picture the last message is printed")
  func lastMessage() throws {
    let dead = try shell("scenarios play program.swift", "fatalError(\"no clock\")\n")
    #expect(dead.exitCode == 1 && dead.output.contains("Fatal error: no clock"))
  }

  /// Runs a line of the shell in a folder that has a program, `program.swift`.
  private func shell(_ line: String, _ text: String = PlayTests.head + "let clock = Clock()\nclock.date = 1\n") throws
    -> BuiltScenarios.Run
  {
    let folder = FileManager.default.temporaryDirectory.appending(path: "play-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try text.write(to: folder.appending(path: "program.swift"), atomically: true, encoding: .utf8)
    return try BuiltScenarios.shell("cd '\(folder.path)' && \(line)")
  }

  @Test("with --page - standard output has the page alone, and the picture goes to standard error")
  func pageOnOutput() throws {
    let run = try shell("scenarios play program.swift --page -")
    #expect(run.exitCode == 0 && run.output.hasPrefix("<!doctype html>") && run.output.hasSuffix("</html>\n"))
    #expect(run.errors.contains("clock.date: 0 → 1"))
    // Without a standard error, the picture goes nowhere.
    #expect(try shell("scenarios play program.swift --page - 2>&-").output == run.output)
  }

  @Test("of a program that prints without end, the first lines are shown")
  func flood() throws {
    let lines = try shell("scenarios play program.swift", "for n in 1...5000 { print(n) }\n").lines
    #expect(lines.contains("    100") && lines.contains("    … and 4900 lines more") && lines.count < 110)
    let drawn = try shell(
      "scenarios play program.swift", Self.head + "let clock = Clock()\nfor n in 1...500 { debugPrint(n) }\n")
    #expect(drawn.output.contains("“1”") && drawn.output.contains("… and 480 lines more"))
  }

  @Test(
    "a file may have any name, and the compiler's messages have that name",
    arguments: ["a\"b.swift", "a\\b.swift", "a\nb.swift", "-x.swift", "x.txt", "für a b.swift"])
  func names(_ name: String) throws {
    let line = "set -- '\(name)'; cp program.swift \"./$1\""
    let run = try shell(
      "\(line); scenarios play -- \"$1\"; echo 'let x: Int = \"\"' >>\"./$1\"; scenarios play -- \"$1\"")
    let shown = name.replacing("\n", with: "\u{FFFD}")
    #expect(run.exitCode == 1 && run.output.contains("clock.date: 0 → 1"), "\(run.output)\(run.errors)")
    #expect(run.output.contains(#/\n.*:\d+:\d+: error: cannot convert/#) && run.output.contains("\n\(shown):"))
  }

  @Test(
    "a program comes from standard input or a pipe as well",
    arguments: [
      "scenarios play - <program.swift", "cat program.swift | scenarios play /dev/stdin",
      "mkfifo pipe; cat program.swift >pipe & scenarios play pipe",
    ])
  func piped(_ line: String) throws {
    let run = try shell(line)
    #expect(run.exitCode == 0 && run.output.contains("clock.date: 0 → 1"), "\(run.errors)")
  }

  @Test(
    "what is no text is refused, with the name of the file",
    arguments: ["printf '\\377\\376' >bad.swift", "head -c 2000000 /dev/zero >bad.swift", "cp /bin/sh bad.swift"])
  func noText(_ make: String) throws {
    let run = try shell("\(make); scenarios play bad.swift")
    #expect(
      run.exitCode == 66 && run.output.isEmpty && run.errors.hasPrefix("scenarios: 'bad.swift' is no Swift file: "))
  }

  @Test("where nothing can be recorded, it says so and why")
  func noRoom() throws {
    let run = try shell("scenarios play program.swift >out; TMPDIR=/dev/null scenarios play program.swift")
    #expect(run.exitCode == 74 && run.output.isEmpty)
    #expect(run.errors == "scenarios: no temporary folder can be made in /dev/null: Not a directory.\n")
    // There is a folder, and no room in it for more than a few lines.
    let full = try shell("trap '' XFSZ; ulimit -f 20; scenarios play program.swift")
    #expect(full.exitCode == 74 && full.output.isEmpty, "\(full.output)")
    #expect(full.errors.hasPrefix("scenarios: the recording cannot be kept in "), "\(full.errors)")
  }

  @Test("two files of one name keep their own sources on the page")
  func sameName() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "play-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let files = ["a", "b"].map { folder.appending(path: "\($0)/program.swift") }
    for (index, file) in files.enumerated() {
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try (Self.head + "let clock = Clock()\nclock.date = \(index + 5)\n").write(
        to: file, atomically: true, encoding: .utf8)
    }
    let page = folder.appending(path: "page.html").path
    #expect(try BuiltScenarios.run("play", files[0].path, "--compare", files[1].path, "--page", page).exitCode == 0)
    let html = try String(contentsOfFile: page, encoding: .utf8)
    #expect(html.contains("\"clock.date = 5\"") && html.contains("\"clock.date = 6\""))
  }

  @Test("the program draws in the terminal, and writes a page with both programs")
  func command() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "play-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (one, two, page) = (folder.appending(path: "one.swift"), folder.appending(path: "two.swift"), "page.html")
    try NewProgram.text.write(to: one, atomically: true, encoding: .utf8)
    try NewProgram.text.replacing("view = nil\n", with: "").write(to: two, atomically: true, encoding: .utf8)
    let path = folder.appending(path: page).path
    let run = try BuiltScenarios.run("play", one.path, "--compare", two.path, "--page", path)
    #expect(run.exitCode == 0 && run.output.contains("the view stops observing") && run.output.contains("two.swift"))
    let html = try String(contentsOfFile: path, encoding: .utf8)
    #expect(html.contains("\"one.swift\"") && html.contains("\"two.swift\"") && html.contains("\"0-1\""))
  }
}
