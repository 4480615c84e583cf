import Console
import Foundation
import ProgramSupport
import TestSupport
import Testing

@Suite("A program with a time limit", .watched)
struct TimedProcessTests {
  private func shell(_ script: String, seconds: Double = 60, _ report: @escaping (String) -> Void = { _ in }) throws
    -> TimedProcess
  {
    try TimedProcess.run(URL(fileURLWithPath: "/bin/sh"), ["-c", script], seconds: seconds, report)
  }

  @Test("what the program has started may keep its output open, and is not waited for")
  func child() throws {
    let start = ContinuousClock.now
    let run = try shell("sleep 300 & echo $!", seconds: 200)
    #expect(!run.wasTooSlow && run.status == 0 && ContinuousClock.now - start < .seconds(100))
    let child = try #require(pid_t(run.output.trimmingCharacters(in: .newlines)))
    #expect(kill(child, SIGKILL) == 0)
  }

  @Test("each line is reported when it is printed, not when the program ends")
  func lines() throws {
    // The program goes on only when its first line has been reported.
    let pipe = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
    try #require(mkfifo(pipe, 0o600) == 0)
    defer { unlink(pipe) }
    var lines: [String] = []
    let run = try shell("echo one; read line < '\(pipe)'; echo $line >&2; printf end") { line in
      lines.append(line)
      guard lines == ["one"], let file = fopen(pipe, "w") else { return }
      fputs("two\n", file)
      fclose(file)
    }
    #expect(lines == ["one", "two", "end"])
    #expect(run.output == "one\ntwo\nend" && run.status == 0 && !run.wasTooSlow)
  }

  @Test("a program that hangs is killed, and what it printed is kept")
  func hangs() throws {
    var lines: [String] = []
    let run = try shell("echo begun; while true; do sleep 0.1; done", seconds: 0.5) { lines.append($0) }
    #expect(run.wasTooSlow && run.wasSignalled && run.status == SIGKILL)
    #expect(run.output == "begun\n" && lines == ["begun"])
  }

  @Test("a program that closes its output and goes on is killed, too")
  func closesItsOutput() throws {
    let run = try shell("echo begun; exec >&- 2>&-; while true; do sleep 0.1; done", seconds: 0.5)
    #expect(run.wasTooSlow && run.wasSignalled && run.output == "begun\n")
  }

  @Test("a program in its last second is not too slow") func lastSecond() throws {
    #expect(!(try shell("sleep 0.2", seconds: 0.9).wasTooSlow))
  }

  @Test("a program that is not there is an error") func missing() {
    #expect(throws: POSIXError.self) { try TimedProcess.run(URL(fileURLWithPath: "/nowhere"), [], seconds: 1) }
  }

  @Test("of a program that prints without end, the beginning and the end are kept")
  func endless() throws {
    let run = try shell("yes line | head -c 3000000; echo last")
    #expect(run.output.hasPrefix("line\nline\n") && run.output.hasSuffix("last\n") && run.output.count < 1_300_000)
  }

  @Test("when the program that runs others is interrupted, they end as well", arguments: [SIGINT, SIGTERM, SIGHUP])
  func interrupted(_ signal: Int32) async throws {
    // The folder is in the arguments of each child, so that they can be found.
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let run = try BuiltScenarios.shell(
      """
      cd '\(folder.path)' && export TMPDIR="$PWD"
      \(try BuiltScenarios.url.path.shellWord) run --all --record run.json >out & run=$!
      for try in $(seq 600); do grep -q 'raw 1/' out && break; sleep 0.05; done
      kill -\(signal) $run; wait $run; echo "ended: $?"
      """)
    #expect(run.output == "ended: \(128 + signal)\n", "\(run.errors)")
    await waitUntil { Processes.mentioning("\(folder.path)/scenarios-").isEmpty }
    #expect(Processes.mentioning("\(folder.path)/scenarios-") == [])
  }
}
