import Foundation
import TestSupport
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
    var shown: [UInt8] = []
    _ = try ChildProcess.run(try url, arguments, output: .file(screen)) {
      close(screen)  // or the terminal would wait for more, from here
      var chunk = [UInt8](repeating: 0, count: 4096)
      while case let count = read(terminal, &chunk, chunk.count), count > 0 {
        shown += chunk[..<count]
      }
    }
    return String(decoding: shown, as: UTF8.self)
  }

  private static func run(_ executable: URL, _ arguments: [String]) throws -> Run {
    let child = try ChildProcess.run(executable, arguments)
    return Run(
      exitCode: child.status, wasSignalled: child.wasSignalled, output: child.output,
      errors: child.errors)
  }

  private final class Marker {}
}
