import Foundation
import ProgramSupport
import TestSupport
import Testing

/// What `play` has started ends with it, in whatever way it ends, and nothing is left in the temporary folder.
@Suite("Play: the end of what was started", .watched, .long)
struct PlayedEndTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "end-\(UUID().uuidString)")

  /// Runs a line of the shell in a folder with a program that starts another one, `program.swift`, and with a temporary
  /// folder of its own. Then both have to be as they were.
  private func run(_ line: String, _ statements: String? = nil) async throws -> BuiltScenarios.Run {
    let manager = FileManager.default
    try manager.createDirectory(at: folder.appending(path: "tmp"), withIntermediateDirectories: true)
    defer { try? manager.removeItem(at: folder) }
    // The time of the other program tells it from those of other tests.
    let seconds = Int.random(in: 100_000...999_999)
    let ownText = statements.map { "import Foundation\nlet seconds = \"\(seconds)\"\n\($0)\n" }
    let text =
      ownText ?? """
        import Foundation
        let child = Process()
        child.executableURL = URL(fileURLWithPath: "/bin/sleep")
        child.arguments = ["\(seconds)"]
        try child.run()
        FileManager.default.createFile(atPath: "started", contents: nil)
        while CommandLine.arguments.count < 2 { usleep(1000) }
        """
    try text.write(to: folder.appending(path: "program.swift"), atomically: true, encoding: .utf8)
    let run = try BuiltScenarios.shell("cd '\(folder.path)' && export TMPDIR=\"$PWD/tmp\"; \(line)")
    let tmp = folder.appending(path: "tmp").path
    let isClean = {
      Processes.mentioning("\(seconds)").isEmpty && (try? manager.contentsOfDirectory(atPath: tmp))?.isEmpty == true
    }
    await waitUntil { isClean() }
    #expect(isClean())
    return run
  }

  private static let untilStarted = "for try in $(seq 600); do [ -e started ] && break; sleep 0.05; done"

  @Test("when its time is over")
  func timeOut() async throws {
    #expect(try await run("scenarios play program.swift --seconds 1").exitCode == 1)
  }

  @Test("when it ends by itself, and what it has started has another environment")
  func environment() async throws {
    let text = """
      var words: [UnsafeMutablePointer<CChar>?] = [strdup("/bin/sleep"), strdup(seconds), nil]
      var child: pid_t = 0
      posix_spawn(&child, "/bin/sleep", nil, nil, &words, nil)
      var attributes = posix_spawnattr_t()
      posix_spawnattr_init(&attributes)
      posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
      posix_spawn(&child, "/bin/sleep", nil, &attributes, &words, nil)
      print("started")
      """
    let run = try await run("scenarios play program.swift", text)
    #expect(run.exitCode == 0 && run.output.contains("    started\n"), "\(run.output)\(run.errors)")
  }

  @Test("when 'play' is killed or interrupted", arguments: [SIGKILL, SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE])
  func killed(_ signal: Int32) async throws {
    let run = try await run(
      """
      "$0" play program.swift --seconds 60 >out 2>&1 & play=$!; \(Self.untilStarted)
      kill -\(signal) $play; wait $play; echo "ended: $?"
      """)
    #expect(run.output == "ended: \(128 + signal)\n", "\(run.errors)")
  }

  @Test("when it is killed while it compiles", arguments: [SIGKILL, SIGINT])
  func killedEarly(_ signal: Int32) async throws {
    let run = try await run(
      """
      "$0" play program.swift >out 2>&1 & play=$!
      for try in $(seq 600); do [ -n "$(ls tmp)" ] && break; sleep 0.05; done
      kill -\(signal) $play; wait $play; echo "ended: $?"
      """)
    #expect(run.output == "ended: \(128 + signal)\n", "\(run.errors)")
  }

  @Test("when 'watch' is killed, and when the file is saved during a run")
  func watch() async throws {
    let run = try await run(
      """
      "$0" watch program.swift --seconds 60 >out 2>&1 & watch=$!; \(Self.untilStarted)
      echo 'print("saved")' >program.swift
      for try in $(seq 600); do grep -q '^    saved' out && break; sleep 0.05; done
      kill -KILL $watch; wait $watch; grep -c 'Compiling and running program.swift' out; grep '^    saved' out
      """)
    #expect(run.output == "2\n    saved\n", "\(run.output)\(run.errors)")
  }
}
