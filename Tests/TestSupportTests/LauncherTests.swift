import Foundation
import TestSupport
import Testing

/// The script `scenarios`, with a `swift` of its own that builds a program at once.
@Suite("The script that builds and runs the program", .watched)
final class LauncherTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  private let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
  private var first: URL { folder.appending(path: "Erster Ort é") }
  private var second: URL { folder.appending(path: "Zweiter Ort é") }

  init() throws {
    let script = Self.root.appending(path: "scenarios")
    for name in ["Erster Ort é/Sources", "bin"] {
      try FileManager.default.createDirectory(at: folder.appending(path: name), withIntermediateDirectories: true)
    }
    try "".write(to: first.appending(path: "Package.swift"), atomically: true, encoding: .utf8)
    try install("cat \"$3\" >\"$1\"", at: first.appending(path: "scenarios"), script.path)
    let swift = #"""
      #!/usr/bin/env bash
      # Called as: swift build --package-path ROOT --product NAME
      build=$3/.build/triple/debug
      echo build >>"$3/builds"
      for step in 1 2 3; do echo "[$step/3] Compiling Scenarios Step$step.swift"; done
      [ ! -e "$3/is-wrong" ] || { echo "Step.swift:1:1: error: wrong"; exit 1; }
      [ ! -e "$build/ModuleCache" ] || [ "$(cat "$build/ModuleCache/place")" = "$3" ] || { echo "error: wrong cache"; exit 1; }
      mkdir -p "$build/ModuleCache"; echo "$3" >"$build/ModuleCache/place"
      ln -sfn triple/debug "$3/.build/debug"
      printf '%s\n' '#!/usr/bin/env bash' 'echo "root=$SCENARIOS_ROOT words=$*"; exit 7' >"$build/$5"
      chmod +x "$build/$5"

      """#
    try install("printf %s \"$3\" >\"$1\"", at: folder.appending(path: "bin/swift"), swift)
  }

  /// Writes a program in another process. A file that this one has written cannot be executed as long as a process has it
  /// open, which another test may just be starting.
  private func install(_ line: String, at file: URL, _ word: String) throws {
    let run = try ChildProcess.run(
      URL(fileURLWithPath: "/bin/sh"), ["-c", "\(line) && chmod 755 \"$1\"", "sh", file.path, "", word])
    try #require(run.status == 0, "\(run.errors)")
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private var environment: [String: String] {
    [
      "PATH": folder.appending(path: "bin").path + ":"
        + (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")
    ]
  }

  private func run(_ root: URL, _ words: String...) throws -> ChildProcess {
    try ChildProcess.run(root.appending(path: "scenarios"), words, environment: environment, in: folder)
  }

  private func builds(_ root: URL) -> Int {
    let text = try? String(contentsOf: root.appending(path: "builds"), encoding: .utf8)
    return text?.split(separator: "\n").count ?? 0
  }

  @Test(
    "it may be called by a link, of which the folder is left alone, and with CDPATH", arguments: ["link", "../link"])
  func link(name: String) throws {
    let other = folder.appending(path: "other")
    let cache = other.appending(path: ".build/triple/debug/ModuleCache")
    try FileManager.default.createDirectory(at: cache, withIntermediateDirectories: true)
    let link = other.appending(path: name)
    try FileManager.default.createSymbolicLink(
      atPath: link.path, withDestinationPath: (name == "link" ? "../" : "") + "Erster Ort é/scenarios")
    let variables = environment.merging(["CDPATH": folder.path]) { $1 }
    let run = try ChildProcess.run(link, [], environment: variables, in: folder)
    #expect(run.status == 7 && run.output.hasPrefix("root=\(first.resolvingSymlinksInPath().path) "), "\(run.errors)")
    #expect(FileManager.default.fileExists(atPath: cache.path) && builds(first) == 1)
  }

  @Test("it builds when a source is newer, passes its root and the words, and ends as the program does")
  func builds() throws {
    for _ in 1...2 {
      let run = try run(first, "run", "a b")
      #expect(run.status == 7 && run.errors.isEmpty, "\(run.errors)")
      #expect(run.output == "root=\(first.resolvingSymlinksInPath().path) words=run a b\n")
    }
    #expect(builds(first) == 1)
    let later = Date.now.addingTimeInterval(10)
    let source = first.appending(path: "Sources/New.swift")
    try "".write(to: source, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.modificationDate: later], ofItemAtPath: source.path)
    _ = try run(first, "run")
    #expect(builds(first) == 2)
  }

  @Test(
    "a checkout that was moved or copied is built again, without the modules of the old place",
    arguments: [true, false])
  func moved(isCopied: Bool) throws {
    #expect(try run(first).status == 7)
    if isCopied {
      let copy = try ChildProcess.run(URL(fileURLWithPath: "/bin/cp"), ["-a", first.path, second.path])
      try #require(copy.status == 0, "\(copy.errors)")
    } else {
      try FileManager.default.moveItem(at: first, to: second)
    }
    for _ in 1...2 {
      let run = try run(second)
      #expect(
        run.status == 7 && run.output.hasPrefix("root=\(second.resolvingSymlinksInPath().path) "), "\(run.errors)")
    }
    #expect(builds(second) == 2)
  }

  @Test("on a terminal it says how far the build is, and leaves nothing of that behind")
  func progress() throws {
    let run = try Terminal.run(
      first.appending(path: "scenarios"), [], withErrors: true, environment: environment, in: folder)
    #expect(run.shown.contains("step 2 of 3") && run.shown.contains("step 3 of 3"))
    #expect(run.shown.contains("\r\u{1B}[Kroot=") && run.status == 7)
  }

  @Test("a build that fails shows its errors alone", arguments: [true, false])
  func fails(onTerminal: Bool) throws {
    try "".write(to: first.appending(path: "is-wrong"), atomically: true, encoding: .utf8)
    let (shown, status): (String, Int32)
    if onTerminal {
      let run = try Terminal.run(
        first.appending(path: "scenarios"), [], withErrors: true, environment: environment, in: folder)
      (shown, status) = (run.shown.replacing("\r\n", with: "\n"), run.status)
      #expect(
        shown.hasSuffix("\r\u{1B}[KStep.swift:1:1: error: wrong\nscenarios: the package does not build; see above.\n"))
    } else {
      let run = try run(first)
      (shown, status) = (run.errors, run.status)
      #expect(shown == "Step.swift:1:1: error: wrong\nscenarios: the package does not build; see above.\n")
    }
    #expect(status == 70)
  }

  @Test("it knows the same options of the workbench as the smaller program, which would hand them over")
  func options() throws {
    func options(_ path: String, _ line: String) throws -> [String] {
      let text = try String(contentsOf: Self.root.appending(path: path), encoding: .utf8)
      let found = try #require(text.split(separator: "\n").first { $0.contains(line) }, "\(path)")
      return found.matches(of: /-[a-z-]+/).map { String($0.0) }
    }
    let script = try options("scenarios", "| --version |")
    let program = try options("Sources/Programs/Scenarios/Handover.swift", "static let options = [")
    let tests = try options("Tests/ProgramSupport/BuiltScenarios.swift", "static let larger = [")
    #expect(Set(script) == Set(program) && Set(tests) == Set(program) && program.count > 5)
  }
}
