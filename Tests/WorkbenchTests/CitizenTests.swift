import Foundation
import ProgramSupport
import TestSupport
import Testing

@Suite("Pipes, signals and full disks", .watched)
struct CitizenTests {
  @Test(
    "a full disk gets one line and exit code 74",
    .enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "there is no /dev/full"),
    arguments: [
      "list", "list --json", "list REG-1", "help", "run REG-1", "run REG-1 --json",
      "clock --seconds 0", "progress /etc/passwd", "run REG-1 --act 1 --in-process",
    ])
  func fullDisk(_ words: String) throws {
    let run = try BuiltScenarios.shell("scenarios \(words) > /dev/full")
    #expect(run.exitCode == 74)
    #expect(run.errors == "scenarios: the output could not be written.\n")
  }

  @Test(
    "a recording that a full disk does not take gets exit code 74",
    .enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "there is no /dev/full"))
  func fullDiskOfRecording() throws {
    for (words, what) in [("- > /dev/full", "the output"), ("/dev/full > /dev/null", "'/dev/full'")] {
      let run = try BuiltScenarios.shell("scenarios run REG-1 --record \(words)")
      #expect(run.exitCode == 74 && run.errors == "scenarios: \(what) could not be written.\n")
    }
  }

  @Test("a file that is written is written where it is, be it a link or a device")
  func writtenInPlace() throws {
    let run = try BuiltScenarios.shell(
      """
      folder=$(mktemp -d) && cd "$folder" && echo '{}' > kept && ln -s kept link && mkfifo pipe
      scenarios run REG-1 --raw --record link > /dev/null
      scenarios run REG-1 --raw --record pipe > /dev/null & cat pipe > piped; wait
      test -L link && test -p pipe && cmp kept piped && head -1 kept
      rm -r "$folder"
      """)
    #expect(run.output == "{\n" && run.errors.isEmpty)
  }

  @Test("behind nohup it goes on when the terminal closes")
  func nohup() async throws {
    let line = "trap '' HUP; scenarios clock --seconds 1 & sleep 0.5; kill -HUP $!; wait $!; echo $?"
    let run = try await aside { try BuiltScenarios.shell(line) }
    #expect(run.output.hasSuffix("00:00:01\n0\n"))
  }

  @Test("a message is broken at a space where the terminal ends")
  func brokenMessage() throws {
    let shown = try Terminal.run(try BuiltScenarios.url, ["run", "xyzzy"], columns: 50, withErrors: true).shown
    #expect(shown == "scenarios: there is no pitfall 'xyzzy'.\r\n'./scenarios list' shows them all.\r\n")
  }

  @Test("a closed pipe ends it quietly")
  func closedPipe() throws {
    for line in ["scenarios list | head -1", "scenarios run --all | head -1"] {
      let run = try BuiltScenarios.shell(line)
      #expect(run.exitCode == 0 && run.errors.isEmpty)
      #expect(run.output.filter { $0 == "\n" }.count == 1)
    }
  }

  @Test("without a standard error, the exit code tells all the same")
  func noErrors() throws {
    #expect(try BuiltScenarios.shell("scenarios duoble-add 2>&-").exitCode == 64)
    #expect(try BuiltScenarios.shell("scenarios progress /no/such/file 2>&-").exitCode == 66)
    #expect(try BuiltScenarios.shell("scenarios list >&- 2>&- <&-").exitCode == 74)
  }

  @Test("interrupted in mid-run, it dies by the signal")
  func interrupted() throws {
    let clock = try Terminal.run(
      try BuiltScenarios.url, ["clock", "--seconds", "50"], interruptedAfter: "00:00:00")
    #expect(clock.status == SIGINT && clock.wasSignalled)
    #expect(clock.shown.hasPrefix("00:00:00\r\n"))
    let runs = try Terminal.run(
      try BuiltScenarios.url, ["run", "--all"], interruptedAfter: "REG-1 double-add")
    #expect(runs.status == SIGINT && runs.wasSignalled)
    #expect(!runs.shown.contains("ended as the catalogue says"))
  }
}
