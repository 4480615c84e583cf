import Foundation

/// The `scenarios` executable that was built along with these tests.
///
/// It is started as it stands: SwiftPM cannot run inside `swift test`, which holds its lock.
enum Executable {
  /// What a run printed, standard output and standard error in the order they came, and how it ended.
  struct Outcome: Sendable {
    var lines: [String]
    /// The exit code, or 128 and the signal's number, as a shell counts.
    var exitCode: Int
  }

  /// Next to the test product, which is where this code was loaded from.
  static func url() throws(Unreadable) -> URL {
    #if os(Linux)
      let product = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    #else
      let product = Bundle(for: Marker.self).bundleURL
    #endif
    let executable = product.deletingLastPathComponent().appending(path: "scenarios")
    guard FileManager.default.isExecutableFile(atPath: executable.path) else {
      throw Unreadable("\(executable.path) is missing; build it with: swift build --build-tests")
    }
    return executable
  }

  private final class Marker {}

  static func run(_ arguments: [String]) throws -> Outcome {
    let process = Process()
    process.executableURL = try url()
    process.arguments = arguments
    process.currentDirectoryURL = Repository.root
    var environment = ProcessInfo.processInfo.environment
    environment["NO_COLOR"] = "1"
    environment["TERM"] = "dumb"
    environment["SWIFT_BACKTRACE"] = "enable=no"  // hundreds of lines that differ each time
    process.environment = environment
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    process.standardInput = FileHandle.nullDevice
    let ended = DispatchSemaphore(value: 0)
    process.terminationHandler = { _ in ended.signal() }
    try process.run()
    // A transcript that never ends must not keep the tests from ending.
    let identifier = process.processIdentifier
    let watchdog = DispatchWorkItem { kill(identifier, SIGKILL) }
    DispatchQueue.global().asyncAfter(deadline: .now() + 60, execute: watchdog)
    let data = output.fileHandleForReading.readDataToEndOfFile()
    ended.wait()
    watchdog.cancel()
    var lines = String(decoding: data, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last == "" { lines.removeLast() }
    let isSignal = process.terminationReason == .uncaughtSignal
    return Outcome(
      lines: lines, exitCode: (isSignal ? 128 : 0) + Int(process.terminationStatus))
  }
}
