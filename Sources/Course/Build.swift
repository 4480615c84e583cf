import Console
import Foundation

/// Rebuilds the program that runs pitfalls, and runs it.
struct Build {
  private let root: URL
  private let screen: Screen
  /// Where the program is that runs pitfalls, and where the next one will be.
  private let program = thisProgram.deletingLastPathComponent().appending(path: "scenarios")

  init(_ root: URL, _ screen: Screen) {
    (self.root, self.screen) = (root, screen)
  }

  /// Builds, and runs the program with those arguments; or prints why it does not build.
  func run(_ arguments: [String]) throws {
    let status = StatusLine()
    status.show { _ in "Building…" }
    let isRelease = program.deletingLastPathComponent().lastPathComponent == "release"
    let build = try TimedProcess.run(
      URL(fileURLWithPath: "/usr/bin/env"),
      ["swift", "build", "--product", "scenarios"] + (isRelease ? ["-c", "release"] : []), in: root, seconds: 1200)
    status.clear()
    if build.status == 127 { throw InputError(message: "'swift' is not in the PATH, so nothing can be built.") }
    guard build.status == 0, !build.wasSignalled else { return printErrors(build.output) }
    let process = Process()
    (process.executableURL, process.arguments) = (
      program, arguments + ["--color", screen.isColoured ? "always" : "never"]
    )
    process.currentDirectoryURL = root
    StandardStreams.flush()
    try process.run()
    Interruption.begin(process.processIdentifier)
    process.waitUntilExit()
    Interruption.end(process.processIdentifier)
  }

  private func printErrors(_ output: String) {
    let lines = output.components(separatedBy: "\n")
    let first = lines.firstIndex { $0.contains(" error: ") } ?? 0
    for line in lines[first...].prefix(40) where !line.isEmpty { print(line) }
    print("")
    for line in screen.lines("It does not build, so nothing was run.") { print(screen.red(line)) }
  }
}
