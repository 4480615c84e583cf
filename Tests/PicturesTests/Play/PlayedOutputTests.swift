import Foundation
import ProgramSupport
import TestSupport
import Testing

@testable import Pictures
@testable import Recording

/// What a reader's program prints and reads. It is printed in many ways, and each has its step.
@Suite("Play: what a program prints and reads", .watched, .long)
struct PlayedOutputTests {
  private func play(_ text: String, limit: Int = 20) throws -> PlayedRun { try PlayTests().play(text, limit: limit) }

  private static let head = """
    @preconcurrency import Foundation
    import ManagedObserving
    import RawObserving

    final class Clock: KeyValueObject { @Observed var date = 0 }
    let clock = Clock()

    """

  /// The titles of the steps behind the one in which the clock is made.
  private func titles(_ text: String) throws -> [String] {
    try play(Self.head + text).side.picture.steps.map(\.title).dropFirst().dropLast()
  }

  @Test(
    "every kind of output is in its step",
    arguments: [
      ("print(1, 2)", "“1 2”"), ("puts(\"a\")", "“a”"), ("debugPrint(\"a\")", "“\"a\"”"),
      ("FileHandle.standardOutput.write(Data(\"a\\n\".utf8))", "“a”"), ("fputs(\"a\\n\", stderr)", "“a” (stderr)"),
      ("FileHandle.standardError.write(Data(\"a\".utf8))", "“a” (stderr)"), ("putchar(65)", "“A”"),
      ("print(\"a\\nb\")", "“a” “b”"), ("print(\"a\\r\\n\")", "“a” “”"), ("_ = write(1, \"a\", 1)", "“a”"),
      ("print(\"a   b \")", "“a\u{A0}\u{A0} b\u{A0}”"), ("print(\"  a\\tb\")", "“\u{A0} a\u{A0}\u{A0}\u{A0}\u{A0} b”"),
      ("print(\"\\u{1B}[1;31mred\\u{1B}[0m\")", "“red”"), ("print(\"a\\u{7}b\")", "“a\u{FFFD}b”"),
      ("print(\"a\\nb\\nc\\nd\")", "“a” “b” “c” “d”"),
      ("puts(\"a\\nb\\nc\\nd\\ne\")", "“a” “b” “c” … and 2 lines more"),
    ])
  func kinds(_ line: String, _ title: String) throws {
    #expect(try titles("\(line)\nclock.date = 1\n") == [title, "clock.date: 0 → 1"])
  }

  @Test("what a program's own print prints, and what is printed at the end")
  func ownPrint() throws {
    let text =
      "func print(_ text: String) { Swift.print(\"mine\", text) }\nprint(\"a\")\natexit { Swift.print(\"end\") }\n"
    #expect(try titles(text + "clock.date = 1\n").filter { $0.hasPrefix("“") } == ["“mine a”", "“end”"])
  }

  @Test("the parts of a line are one line, and each is in its step")
  func parts() throws {
    let text = """
      print("a", terminator: "")
      print("-b")
      print("c", terminator: "")
      clock.date = 1
      print("d", terminator: "")
      """
    let run = try play(Self.head + text)
    #expect(
      run.side.picture.steps.map(\.title).dropFirst() == [
        "“a-b”", "“c”", "clock.date: 0 → 1", "“…d”", "the program ends",
      ])
    #expect(run.printed == ["a-b", "cd"])
  }

  @Test("in a callback and in a deinit, it belongs to that")
  func inside() throws {
    let run = try play(
      Self.head + """
        final class View: KeyValueObject { deinit { print("bye") } }
        var view: View? = View()
        view?.kvoController.observe(clock, \\.$date) { _, _, change in print("shows", change.value, terminator: "!\\n") }
        clock.date = 1
        view = nil
        """)
    let steps = run.side.picture.steps
    #expect(
      steps.contains { $0.title.hasPrefix("the view is called") && $0.sentence.contains("It prints: “shows 1!”.") })
    #expect(steps.contains { $0.title.contains("its deinit begins") && $0.sentence.contains("It prints: “bye”.") })
    #expect(!steps.contains { $0.title.hasPrefix("“") })
  }

  @Test("what a child process prints, and what several threads print, is told without a line")
  func others() throws {
    let run = try play(
      Self.head + """
        nonisolated(unsafe) var isOver = false
        let thread = Thread { print("from a thread"); isOver = true; while true { usleep(1000) } }
        thread.start()
        while !isOver { usleep(1000) }
        print("from main")
        clock.date = 1
        """)
    let said = run.recorded.events.filter { $0.what == .says }
    #expect(run.printed == ["from a thread", "from main"])
    #expect(said.allSatisfy { $0.thread.isEmpty && $0.lines.isEmpty })
    let child = """
      let child = Process()
      child.executableURL = URL(fileURLWithPath: "/bin/echo")
      child.arguments = ["a"]
      try child.run()
      child.waitUntilExit()
      """
    #expect(try play(Self.head + child).printed == ["a"])
  }

  @Test("a text that looks like the number of an object is no object's name")
  func tokens() throws {
    let text = "\u{10F0D0}1\u{10F0D1}"
    #expect(try play(Self.head + "print(\"\(text)\")\n").printed == [text])
  }

  @Test("a program that prints too much is stopped, and does not die")
  func tooMuch() throws {
    let text = "let line = String(repeating: \"x\", count: 1_000_000)\nwhile true { puts(line) }\n"
    let run = try play(Self.head + text, limit: 60)
    #expect(run.ending == .stopped(.output(64)))
    #expect(run.recorded.events.last?.what == .stopped && run.recorded.events.last?.lines.isEmpty == false)
    let scene = Timeline.scene(of: [run.side], columns: 80)
    let texts = TextPainter.lines(of: scene, useASCII: false, isColoured: false).joined(separator: "\n")
    #expect(texts.contains("≡≡≡ the program is stopped") && !texts.contains("dies"))
    #expect(run.printed.last?.hasSuffix("lines more") == true)
  }

  /// Runs a line of the shell in a folder that has a program which prints what it reads, `program.swift`.
  private func shell(_ line: String, _ text: String? = nil) throws -> BuiltScenarios.Run {
    let folder = FileManager.default.temporaryDirectory.appending(path: "play-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let reader =
      Self.head + "clock.addObserver(clock, forKeyPath: \"date\", options: [])\nprint(readLine() ?? \"nothing\")\n"
      + "clock.removeObserver(clock, forKeyPath: \"date\")\n"
    try (text ?? reader).write(to: folder.appending(path: "program.swift"), atomically: true, encoding: .utf8)
    return try BuiltScenarios.shell("cd '\(folder.path)' && echo Ann >names && \(line)")
  }

  @Test(
    "a program reads what is piped, or a file",
    arguments: [
      ("echo Ann | scenarios play program.swift", "Ann"), ("scenarios play program.swift --input names", "Ann"),
      ("scenarios play program.swift <names", "Ann"), ("scenarios play program.swift </dev/null", "nothing"),
      ("scenarios play - --input names <program.swift", "Ann"), ("scenarios play /dev/stdin <program.swift", "nothing"),
      ("echo Ann | scenarios play program.swift --input /dev/null", "nothing"),
    ])
  func reads(_ line: String, _ text: String) throws {
    let run = try shell(line)
    #expect(run.exitCode == 0 && run.output.contains("“\(text)”"), "\(run.output)\(run.errors)")
  }

  @Test("what differs at each run is not taken for a difference of the rules")
  func chance() throws {
    let text =
      Self.head + "clock.addObserver(clock, forKeyPath: \"date\", options: [])\nprint(getpid())\n"
      + "clock.removeObserver(clock, forKeyPath: \"date\")\n"
    let run = try shell("scenarios play program.swift", text)
    #expect(run.output.contains("The program does not do the same at each run"), "\(run.output)")
  }

  @Test("standard input is read once", arguments: ["- --input -", "- --compare -"])
  func inputTwice(_ words: String) throws {
    let run = try shell("scenarios play \(words) <program.swift")
    #expect(run.exitCode == 64 && run.errors.contains("only one of FILE, --compare and --input"))
  }

  @Test(
    "a program that leaves without exit is drawn up to there, and what it did last is not known",
    arguments: ["_exit(3)", "quick_exit(3)", "execl(\"/bin/sh\", \"sh\", \"-c\", \"exit 3\")"])
  func leaves(_ line: String) throws {
    let text = """
      import Foundation
      func execl(_ words: String...) {
        var pointers = words.dropFirst().map { strdup($0) } + [nil]
        execv(words[0], &pointers)
      }

      """
    let run = try shell("scenarios play program.swift", text + Self.head + "clock.date = 4\n\(line)\n")
    #expect(run.exitCode == 1 && run.output.contains("clock.date: 0 → 4"), "\(run.output)\(run.errors)")
    #expect(run.output.contains("the program leaves without exit ≡≡≡"))
    #expect(run.output.contains("It ends with the exit code 3.") && run.output.contains("left by _exit or quick_exit"))
  }

  @Test("a file may end its lines as on another system")
  func lineEnds() throws {
    for end in ["\r", "\r\n"] {
      let text = (Self.head + "clock.date = 4\n").replacing("\n", with: end)
      let run = try shell("scenarios play program.swift", text)
      #expect(run.exitCode == 0 && run.output.contains("7 clock.date: 0 → 4"), "\(run.output)\(run.errors)")
    }
  }

  @Test("a last message is told without what stands before it, and only if it is one")
  func lastMessages() throws {
    let own = try play(Self.head + "fputs(\"part\", stderr)\nfatalError(\"no\")\n")
    #expect(own.ending == .died("\(own.name):8: Fatal error: no"), "\(own.ending)")
    let killed = try play(Self.head + "fputs(\"a.swift:1: Fatal error: no\\n\", stderr)\nkill(getpid(), SIGKILL)\n")
    #expect(killed.ending == .died("signal 9") && killed.printed == ["a.swift:1: Fatal error: no"], "\(killed.ending)")
    let remarked = try play(
      Self.head + """
        for _ in 1...2 { clock.kvoController.observe(clock, \\.$date) { _, _, _ in } }
        precondition(clock.date == 1, "the check")

        """)
    #expect(remarked.ending == .died("\(remarked.name):8: Precondition failed: the check"), "\(remarked.ending)")
  }

  @Test("a file without Foundation is linked with what the compiler takes from it")
  func withoutFoundation() throws {
    let run = try play("import RawObserving\nprint(\"ada@example.org\".contains(\"@\"))\n")
    #expect(run.printed == ["true"])
  }

  @Test("what the linker misses is named")
  func linker() throws {
    let run = try shell("scenarios play program.swift", "@_silgen_name(\"no_such\") func missing()\nmissing()\n")
    #expect(run.exitCode == 70 && run.errors.contains("no_such"), "\(run.errors)")
  }

  @Test("a file is read again by another run, and a pipe is not")
  func readTwice() throws {
    let same = "Under the current rules (iOS 18 and later) the same happens."
    #expect(try shell("scenarios play program.swift <names").output.contains(same))
    let piped = try shell("echo Ann | scenarios play program.swift")
    #expect(!piped.output.contains(same) && piped.output.contains("--input FILE"))
    let two = try shell("echo Ann | scenarios play program.swift --compare program.swift")
    #expect(two.exitCode == 64 && two.errors.contains("--input FILE"))
    #expect(try shell("scenarios play program.swift --compare program.swift <names").exitCode == 0)
  }

  @Test("an input that is not there is refused", arguments: ["nowhere", "."])
  func noInput(_ name: String) throws {
    let run = try shell("scenarios play program.swift --input \(name)")
    #expect(run.exitCode == 66 && run.errors.hasPrefix("scenarios: '\(name)' ") && run.output.isEmpty)
  }

  @Test("on the page each text is in its step, with its stream")
  func page() throws {
    let text = Self.head + "print(\"</script>\", terminator: \"\")\nfputs(\"oh\\n\", stderr)\n"
    let page = try shell("scenarios play program.swift --page -", text).output
    #expect(page.contains(#""printed":[{"missed":0,"stream":"out","text":"<\/script>"}]"#))
    #expect(page.contains(#""printed":[{"missed":0,"stream":"err","text":"oh\n"}]"#))
  }

  // MARK: JSON

  private func json(_ line: String, _ text: String? = nil) throws -> [String: Any] {
    let run = try shell(line, text)
    return try #require(JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
  }

  @Test("with --json the runs, how they ended, what they printed and what is said of them are one document")
  func report() throws {
    let line = "scenarios play program.swift --compare program.swift --json --input names"
    try expectGolden(try shell(line).output, "play.json")
    let two = try json(line)
    let runs = try #require(two["runs"] as? [[String: Any]])
    #expect(runs.count == 2 && two["parting"] is String)
    #expect((runs[0]["printed"] as? [[String: Any]])?.first?["text"] as? String == "Ann")
    #expect((runs[0]["sentences"] as? [String])?.last?.contains("the same happens") == true)
    for (text, ending) in [("exit(3)", "exited"), ("fatalError(\"no\")", "died"), ("while true {}", "stopped")] {
      let one = try json("scenarios play program.swift --json --seconds 2", Self.head + text + "\n")
      let run = try #require((one["runs"] as? [[String: Any]])?.first)
      #expect((run["ending"] as? [String: Any])?.keys.first == ending)
    }
    let refused = try json("scenarios play program.swift --json", "let x: Int = \"\"\n")
    #expect((refused["refused"] as? String)?.contains("program.swift:1:14: error: ") == true)
  }

  @Test("with --json, options that print something else are refused", arguments: ["--page -", "--step 1"])
  func conflicts(_ option: String) throws {
    let run = try shell("scenarios play program.swift --json \(option)")
    #expect(run.exitCode == 64 && run.output.isEmpty)
  }
}
