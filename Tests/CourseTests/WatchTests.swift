import Console
import Foundation
import ProgramSupport
import TestSupport
import Testing

/// `scenarios watch` with a pitfall, in a package and with a compiler that are made up: SwiftPM cannot build while the
/// tests run.
@Suite("Watching a pitfall", .watched)
final class WatchTests {
  private let root = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)

  init() throws {
    for folder in ["Lessons/Exercises", "Sources", "bin"] {
      try FileManager.default.createDirectory(
        at: root.appendingPathComponent(folder), withIntermediateDirectories: true)
    }
    try write("Package.swift", "")
    try write("Sources/Story.swift", "1")
  }

  deinit { try? FileManager.default.removeItem(at: root) }

  private func write(_ path: String, _ text: String) throws {
    try text.write(to: root.appendingPathComponent(path), atomically: true, encoding: .utf8)
  }

  /// Makes a `swift` of a script.
  private func compiler(_ script: String) throws {
    try write("bin/script", "#!/bin/sh\n\(script)\n")
    // Copied by another process. A file that this one has open for writing would be handed on to each process that
    // another test starts meanwhile, and could not be run until that one is through ("Text file busy").
    let copy = try ChildProcess.run(
      URL(fileURLWithPath: "/bin/sh"), ["-c", "cp bin/script bin/swift && chmod +x bin/swift"], in: root)
    #expect(copy.status == 0, "\(copy.errors)")
  }

  /// Watches, saves the source whenever it waits, and stops when it has waited so often.
  private func watch(_ name: String, times: Int) throws -> BuiltScenarios.Run {
    try BuiltScenarios.shell(
      """
      cd '\(root.path)' && PATH="$PWD/bin:$PATH"
      \(BuiltScenarios.url.path.shellWord) watch \(name) >out 2>errors & watch=$!
      for number in $(seq \(times)); do
        for try in $(seq 300); do
          [ "$(grep -c 'Ctrl-C ends this' out)" -ge $number ] && break
          kill -0 $watch 2>/dev/null || break
          sleep 0.1
        done
        [ $number = \(times) ] || echo "saved $number" > Sources/Story.swift
      done
      kill -INT $watch 2>/dev/null
      wait $watch
      cat out; cat errors >&2
      """)
  }

  @Test("it builds and runs, and does so again when a source is saved")
  func runs() throws {
    try compiler("echo \"$@\" >> '\(root.path)/calls'")
    let run = try watch("double-add", times: 3)
    #expect(run.lines.filter { $0.hasPrefix("raw 1/3: ") }.count == 3, "\(run.output)\(run.errors)")
    #expect(run.lines.filter { $0.hasPrefix("  wanted:   ") }.count == 6)
    let calls = try String(contentsOf: root.appendingPathComponent("calls"), encoding: .utf8)
    #expect(calls.hasPrefix("build --product scenarios\n"))
  }

  @Test("what does not build is shown from its first error on, and nothing is run")
  func doesNotBuild() throws {
    try compiler("echo 'Compiling'; echo '/a/b.swift:1:2: error: no such thing'; exit 1")
    let run = try watch("double-add", times: 1)
    #expect(run.output.hasPrefix("/a/b.swift:1:2: error: no such thing\n"))
    #expect(run.output.contains("It does not build, so nothing was run.") && !run.output.contains("raw 1/3"))
  }

  @Test("a name that is neither an exercise nor a pitfall is refused")
  func unknown() throws {
    for name in ["xyzzy", "mising-remove"] {
      let run = try BuiltScenarios.run("watch", name)
      #expect(run.exitCode == 64 && run.output.isEmpty)
    }
    #expect(try BuiltScenarios.run("watch", "mising-remove").errors.contains("missing-remove"))
    #expect(try BuiltScenarios.run("watch", "duoble-add").errors.contains("double-add"))
  }
}
