import Console
import Foundation
import TestSupport
import Testing

@testable import Scenarios

@Suite("The capstones", .watched)
struct CapstoneTests {
  /// A file that is there for the time of a test.
  private func withFile(_ content: Data, _ body: (String) throws -> Void) throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try content.write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    try body(file.path)
  }

  /// About five megabytes with lines of every length, and none at the end.
  private var several: Data {
    var content = Data()
    for line in 0..<3200 { content += Data(repeating: 0x61, count: line) + Data([0x0A]) }
    return content + Data("no newline".utf8)
  }

  @Test("progress counts as wc does, raw and managed alike", arguments: [[], ["--raw"]])
  func counts(_ options: [String]) throws {
    try withFile(several) { file in
      let wc = try Program.shell("wc -lc < '\(file)'").output.split(whereSeparator: \.isWhitespace)
      let run = try Program.run(["progress", file] + options)
      #expect(run.exitCode == 0 && run.errors.isEmpty)
      #expect(run.output == "\(wc[0]) \(wc[1]) \(file)\n")
    }
  }

  @Test("without a terminal there is no bar, and one line of counts")
  func pipes() throws {
    try withFile(several) { file in
      let wc = try Program.shell("scenarios progress '\(file)' 2>&1 | wc -l")
      #expect(wc.output.trimmingCharacters(in: .whitespacesAndNewlines) == "1")
    }
  }

  @Test("on a terminal the bar is on standard error alone", arguments: [[], ["--raw"]])
  func standardError(_ options: [String]) throws {
    try withFile(several) { file in
      let output = try Terminal.run(try Program.url, ["progress", file] + options)
      #expect(output.shown.hasSuffix(" \(file)\r\n") && !output.shown.contains("%"))
      let errors = try onTerminal("\(quotedProgram) progress '\(file)' \(options.joined()) > /dev/null")
      #expect(errors.contains("100 %") && !errors.contains(file))
    }
  }

  private var quotedProgram: String { get throws { try Program.url.path.shellWord } }

  /// What a terminal is sent by a line of the shell, errors included.
  private func onTerminal(_ line: String, columns: Int = 80) throws -> String {
    let shell = URL(fileURLWithPath: "/bin/sh")
    return try Terminal.run(
      shell, ["-c", line], columns: columns, withErrors: true, environment: ["TERM": "xterm"]
    ).shown
  }

  /// The drawings of one line, the last of them as it stays.
  private func drawings(_ shown: String) -> [String] {
    let line = shown.split(separator: "\r\n", omittingEmptySubsequences: false).first ?? ""
    return String(line).components(separatedBy: "\r\u{1B}[J").filter { !$0.isEmpty }
  }

  @Test("on a terminal the bar takes one line, however narrow", arguments: [200, 80, 50, 30, 12, 9, 4, 1])
  func terminal(_ columns: Int) throws {
    try withFile(several) { file in
      let shown = try onTerminal("\(quotedProgram) progress '\(file)' > /dev/null", columns: columns)
      let bars = drawings(shown)
      #expect(bars.isEmpty == (columns == 1) && bars.allSatisfy { $0.count <= max(1, columns - 1) })
      #expect(shown.components(separatedBy: "\r\n").count == 2)
      if columns >= 6 { #expect(bars.last?.contains("100 %") == true) }
    }
  }

  @Test("a terminal of unknown width is taken for one of 80 columns")
  func unknownWidth() throws {
    try withFile(several) { file in
      let line = "\(try quotedProgram) progress '\(file)' > /dev/null"
      #expect(try drawings(onTerminal(line, columns: 0)).last == drawings(onTerminal(line, columns: 80)).last)
    }
  }

  @Test("when the window is made narrower, the bar is drawn anew on the lines that it took")
  func narrower() throws {
    let run = try Terminal.run(
      try Program.url, ["progress", "/dev/zero"], columns: 60, withErrors: true, environment: ["TERM": "xterm"],
      events: [("B/s", .resize(columns: 7)), ("A\r\u{1B}[J", .interrupt())])
    #expect(run.wasSignalled && run.shown.components(separatedBy: "\r\n").count == 2)
    let narrow = try #require(run.shown.components(separatedBy: "A\r\u{1B}[J").last)
    #expect(drawings(narrow).allSatisfy { $0.count <= 6 })
  }

  @Test("the bar is drawn at most twenty times a second")
  func redraws() throws {
    let start = ContinuousClock.now
    let run = try Terminal.run(
      try Program.url, ["progress", "/dev/zero"], withErrors: true, environment: ["TERM": "xterm"],
      events: [("B", .interrupt(after: 500_000))])
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    #expect(Double(drawings(run.shown).count) <= 1 + seconds * 20)
  }

  @Test("an empty file is fine")
  func empty() throws {
    try withFile(Data()) { file in
      let run = try Program.run("progress", file)
      #expect(run.exitCode == 0 && run.errors.isEmpty && run.output == "0 0 \(file)\n")
      #expect(try onTerminal("\(quotedProgram) progress '\(file)' > /dev/null").contains("0 bytes"))
    }
  }

  @Test("a pipe has no size, and is counted all the same")
  func pipe() throws {
    let run = try Program.shell("printf 'one\\ntwo\\n' | scenarios progress /dev/stdin")
    #expect(run.output == "2 8 /dev/stdin\n")
    let shown = try onTerminal("printf 'one\\ntwo\\n' | \(quotedProgram) progress - > /dev/null")
    #expect(drawings(shown).last?.hasPrefix("8 bytes") == true && !shown.contains("%"))
  }

  @Test("- is standard input, which has no name")
  func standardInput() throws {
    #expect(try Program.shell("printf 'one\\ntwo\\n' | scenarios progress -").output == "2 8\n")
    try withFile(several) { file in
      let wc = try Program.shell("wc -lc < '\(file)'").output.split(whereSeparator: \.isWhitespace)
      #expect(try Program.shell("scenarios progress - < '\(file)'").output == "\(wc[0]) \(wc[1])\n")
      // What another program has read already does not count.
      let rest = try Program.shell("{ head -c 65536 > /dev/null; scenarios progress -; } < '\(file)'")
      #expect(rest.exitCode == 0 && rest.output.hasSuffix("\n"))
    }
  }

  @Test("the bar is not drawn over what is being typed")
  func typed() throws {
    let run = try Terminal.run(
      URL(fileURLWithPath: "/bin/sh"), ["-c", "echo ready; exec \(try quotedProgram) progress - <&1"],
      withErrors: true, events: [("ready", .interrupt(after: 500_000))])
    #expect(run.wasSignalled && run.shown == "ready\r\n")
  }

  @Test(
    "a file of the system's that is not as large as it says is counted, and the bar ends whole",
    .enabled(if: FileManager.default.fileExists(atPath: "/sys/devices/system/cpu/online"), "there is no such file"))
  func smallerThanItSays() throws {
    let file = "/sys/devices/system/cpu/online"
    let wc = try Program.shell("wc -c < '\(file)'").output.trimmingCharacters(in: .whitespacesAndNewlines)
    let run = try Program.run("progress", file)
    #expect(run.exitCode == 0 && run.output == "1 \(wc) \(file)\n" && run.errors.isEmpty)
    let shown = try onTerminal("\(quotedProgram) progress \(file) > /dev/null")
    #expect(drawings(shown).last?.contains("100 %  \(wc) bytes  the file said 4.1 kB") == true)
  }

  @Test("a name that begins with a dash comes after --")
  func dashes() throws {
    let run = try Program.shell(
      "d=$(mktemp -d) && cd \"$d\" && printf 'x\\n' > --raw && scenarios progress -- --raw"
    )
    #expect(run.output == "1 2 --raw\n")
    let help = try Program.shell("cd \"$(mktemp -d)\" && printf 'x' > --help && scenarios progress -- --help")
    #expect(help.output == "0 1 --help\n")
  }

  @Test("control characters in a name are replaced")
  func hostileName() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("red\u{1B}[31m\nlines\u{7}").path
    try Data("x\n".utf8).write(to: URL(fileURLWithPath: file))
    let run = try Program.run("progress", file)
    #expect(run.output == "1 2 \(folder.path)/red\u{FFFD}[31m\u{FFFD}lines\u{FFFD}\n")
    let missing = try Program.run("progress", file + "x")
    #expect(missing.errors.contains("red\u{FFFD}[31m\u{FFFD}lines\u{FFFD}x'"))
  }

  @Test("a file that cannot be read gets one line and exit code 66")
  func unreadable() throws {
    for file in ["/", "/no/such/file", "", "/etc/hosts/x"] {
      let run = try Program.run("progress", file)
      #expect(run.exitCode == 66 && run.output.isEmpty)
      #expect(run.errors.hasPrefix("scenarios: cannot read '\(file)': "))
      let reason =
        file == "/" ? "it is a directory." : file.hasSuffix("x") ? "Not a directory." : "No such file or directory."
      #expect(run.errors.hasSuffix("': \(reason)\n"))
      #expect(run.errors.filter { $0 == "\n" }.count == 1)
    }
  }

  @Test("a standard input that cannot be read gets one line and exit code 66")
  func unreadableInput() throws {
    let closed = try Program.shell("scenarios progress - <&-")
    #expect(closed.exitCode == 66 && closed.errors == "scenarios: standard input is closed.\n")
    let folder = try Program.shell("scenarios progress - < /")
    #expect(folder.exitCode == 66 && folder.errors == "scenarios: cannot read standard input: it is a directory.\n")
  }

  @Test("a file without permission to read", .disabled(if: geteuid() == 0, "root may read everything"))
  func forbidden() throws {
    try withFile(Data("secret".utf8)) { file in
      try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: file)
      let run = try Program.run("progress", file)
      #expect(run.exitCode == 66 && run.errors.contains("Permission denied"))
    }
  }

  @Test(
    "a full disk gets one line and exit code 74",
    .enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "there is no /dev/full"))
  func fullDisk() throws {
    let run = try Program.shell("scenarios progress /etc/passwd > /dev/full")
    #expect(run.exitCode == 74 && run.errors == "scenarios: the output could not be written.\n")
  }

  @Test(
    "interrupted at any moment, the bar's line is ended, nothing follows it, and the process dies by the signal",
    arguments: [[], ["--raw"]])
  func interrupted(_ options: [String]) throws {
    for round in 0..<25 {
      // Some of the moments are within a drawing: there is one each 50 milliseconds.
      let run = try Terminal.run(
        try Program.url, ["progress", "/dev/zero"] + options, withErrors: true, environment: ["TERM": "xterm"],
        events: [("bytes", .interrupt(after: UInt32(round) * 5_000))])
      #expect(run.status == SIGINT && run.wasSignalled)
      #expect(run.shown.hasSuffix("\r\n") && run.shown.components(separatedBy: "\r\n").count == 2)
    }
  }

  @Test("the clock shows each second it is set to")
  func clock() async throws {
    #expect(try await aside { try Program.run("clock", "--seconds", "1") }.output == "00:00:00\n00:00:01\n")
    #expect(try Program.run("clock", "--seconds", "0").output == "00:00:00\n")
  }

  @Test(
    "the counts of a file that changes after it is opened are those of what was read",
    arguments: [("a\n", "1 2"), ("", "0 0"), ("a\nb\nc\nd", "3 7")])
  func changedFile(_ later: String, _ counts: String) throws {
    try withFile(Data("a\nb\n".utf8)) { file in
      let counter = try LineCounter(file)
      let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: file))
      try handle.truncate(atOffset: 0)
      try handle.write(contentsOf: Data(later.utf8))
      try handle.close()
      try counter.read()
      #expect(counter.size == 4 && "\(counter.lines) \(counter.bytes)" == counts)
    }
  }

  @Test("newlines are counted wherever they are in a chunk", arguments: 0...40)
  func newlineCount(_ length: Int) {
    for step in 1...9 {
      for others: UInt8 in [0x61, 0x0B, 0x8A, 0x00, 0xFF] {
        let bytes = (0..<length * 61).map { $0 % step == 0 ? 0x0A : others }
        let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: max(1, bytes.count), alignment: 8)
        defer { chunk.deallocate() }
        chunk.copyBytes(from: bytes)
        let counted = newlines(in: UnsafeRawBufferPointer(rebasing: chunk[..<bytes.count]))
        #expect(counted == bytes.count { $0 == 0x0A })
      }
    }
  }

  @Test("raw and managed views stop observing when they go")
  func lifetimes() throws {
    try withFile(Data("a\nb\n".utf8)) { file in
      let counter = try LineCounter(file)
      weak var managed: ManagedProgressView?
      weak var raw: RawProgressView?
      do {
        let views = (ManagedProgressView(counter), RawProgressView(counter))
        (managed, raw) = views
      }
      #expect(managed == nil && raw == nil)
      try counter.read()  // no observer is left; a deallocated one would end the process here
      #expect(counter.lines == 2 && counter.bytes == 4)
    }
  }
}
