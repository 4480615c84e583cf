import Foundation
import Testing

/// The built `scenarios`, run as a person would.
enum Program {
  /// How a run ended, and what it printed.
  struct Run {
    let exitCode: Int32
    let wasSignalled: Bool
    let output: String
    let errors: String

    var lines: [String] {
      output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
  }

  /// Beside the running tests in the build directory.
  static var url: URL {
    get throws {
      #if os(Linux)
        let tests = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
      #else
        let tests = Bundle(for: Marker.self).bundleURL
      #endif
      let program = tests.deletingLastPathComponent().appendingPathComponent("scenarios")
      try #require(
        FileManager.default.isExecutableFile(atPath: program.path),
        "\(program.path) is not there. Run 'swift build' first.")
      return program
    }
  }

  /// Runs the program and waits for it.
  static func run(_ arguments: String...) throws -> Run {
    try run(arguments)
  }

  /// Runs the program and waits for it.
  static func run(_ arguments: [String]) throws -> Run {
    try run(try url, arguments)
  }

  /// Runs a line of the shell, in which `scenarios` is the program.
  static func shell(_ line: String) throws -> Run {
    try run(
      URL(fileURLWithPath: "/bin/sh"),
      ["-c", "scenarios() { '\(try url.path)' \"$@\"; }; \(line)"])
  }

  /// The C library's `openpty`, which Swift's import of the library leaves out: terminal, screen, name,
  /// settings and size.
  private typealias OpenPTY =
    @convention(c) (
      UnsafeMutablePointer<CInt>, UnsafeMutablePointer<CInt>, UnsafeMutablePointer<CChar>?,
      UnsafeRawPointer?, UnsafeMutablePointer<winsize>?
    ) -> CInt

  /// Runs the program on a terminal of so many columns, and returns what the terminal was sent.
  static func onTerminal(columns: Int, _ arguments: [String]) throws -> String {
    var (terminal, screen): (CInt, CInt) = (-1, -1)
    var size = winsize()
    size.ws_col = UInt16(columns)
    let openTerminal = unsafeBitCast(
      try #require(dlsym(dlopen(nil, RTLD_NOW), "openpty")), to: OpenPTY.self)
    try #require(openTerminal(&terminal, &screen, nil, nil, &size) == 0)
    defer { close(terminal) }
    let process = Process()
    process.executableURL = try url
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle(fileDescriptor: screen)
    let ended = DispatchSemaphore(value: 0)
    process.terminationHandler = { _ in ended.signal() }
    try process.run()
    close(screen)  // or the terminal would wait for more, from here
    var shown: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4096)
    while case let count = read(terminal, &chunk, chunk.count), count > 0 {
      shown += chunk[..<count]
    }
    ended.wait()
    return String(decoding: shown, as: UTF8.self)
  }

  private static func run(_ executable: URL, _ arguments: [String]) throws -> Run {
    let process = Process()
    process.executableURL = executable
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    let output = Pipe()
    // Errors go through a file: two pipes read one after the other could block each other.
    let errors = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try Data().write(to: errors)
    defer { try? FileManager.default.removeItem(at: errors) }
    process.standardOutput = output
    process.standardError = try FileHandle(forWritingTo: errors)
    let ended = DispatchSemaphore(value: 0)
    process.terminationHandler = { _ in ended.signal() }
    try process.run()
    let text = output.fileHandleForReading.readDataToEndOfFile()
    ended.wait()
    return Run(
      exitCode: process.terminationStatus,
      wasSignalled: process.terminationReason == .uncaughtSignal,
      output: String(decoding: text, as: UTF8.self),
      errors: try String(contentsOf: errors, encoding: .utf8))
  }

  private final class Marker {}
}
