import Dispatch
package import Foundation
import Synchronization

#if !(os(macOS) || os(Linux))
  #error("The programs start other programs, which they can do on macOS and Linux. Build the two libraries alone.")
#endif

/// This program.
package var thisProgram: URL {
  #if os(Linux)
    URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
  #elseif os(macOS)
    Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments[0])
  #else
    #error("The programs run on macOS and Linux.")
  #endif
}

/// A program that is run to its end, or until its time is over.
package struct TimedProcess {
  /// The exit code, or the number of the signal.
  package let status: Int32
  package let wasSignalled: Bool
  package let wasTooSlow: Bool
  /// What it printed, on standard output and on standard error.
  package let output: String

  /// Runs the program and waits for it.
  ///
  /// - Parameters:
  ///   - folder: the program's current directory; nil for the one of this process.
  ///   - environment: what is set in addition to this process's own environment.
  ///   - seconds: after this time the program is killed.
  ///   - report: called with each line of the first megabyte, when it is printed.
  package static func run(
    _ program: URL, _ arguments: [String], in folder: URL? = nil, _ environment: [String: String] = [:],
    seconds: Double, _ report: @escaping (String) -> Void = { _ in }
  ) throws -> TimedProcess {
    let process = Process()
    (process.executableURL, process.arguments) = (program, arguments)
    if let folder { process.currentDirectoryURL = folder }
    // Only the message matters; the runtime's own backtrace would hide it.
    let added = environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { own, _ in own }
    process.environment = ProcessInfo.processInfo.environment.merging(added) { _, new in new }
    process.standardInput = FileHandle.nullDevice
    // One pipe for both, so that the last message comes after what was printed before it.
    let pipe = Pipe()
    (process.standardOutput, process.standardError) = (pipe, pipe)
    // `waitUntilExit` polls, which takes longer than most runs.
    let ended = DispatchSemaphore(value: 0)
    process.terminationHandler = { process in
      Interruption.end(process.processIdentifier)
      ended.signal()
    }
    try process.run()
    Interruption.begin(process.processIdentifier)
    if !process.isRunning { Interruption.end(process.processIdentifier) }
    // Killed after its time: its output up to then is still read to the end.
    let wasTooSlow = Mutex(false)
    let number = process.processIdentifier
    let end = DispatchWorkItem {
      wasTooSlow.withLock { $0 = true }
      kill(number, SIGKILL)
    }
    DispatchQueue.global().asyncAfter(deadline: .now() + seconds, execute: end)
    let output = read(pipe.fileHandleForReading, report)
    ended.wait()
    end.cancel()
    return TimedProcess(
      status: process.terminationStatus, wasSignalled: process.terminationReason == .uncaughtSignal,
      wasTooSlow: wasTooSlow.withLock { $0 }, output: output)
  }

  /// Reads to the end. If a program prints more than a megabyte, only the beginning and the end are kept. The last
  /// message is at the end.
  private static func read(_ file: FileHandle, _ report: (String) -> Void) -> String {
    var (beginning, end) = (Data(), Data())
    let (most, mostAtEnd) = (1 << 20, 1 << 16)
    var reported = 0
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      // Not `FileHandle.read(upToCount:)`, which may wait until that many bytes are there.
      let count = Foundation.read(file.fileDescriptor, &chunk, chunk.count)
      if count < 0 && errno == EINTR { continue }
      if count <= 0 { break }
      let part = chunk[..<count]
      if beginning.count < most { beginning += part } else { end = Data((end + part).suffix(mostAtEnd)) }
      while let newline = beginning[reported...].firstIndex(of: UInt8(ascii: "\n")) {
        report(String(decoding: beginning[reported..<newline], as: UTF8.self))
        reported = newline + 1
      }
    }
    // The rest has no newline: the process was killed in the middle of a line.
    if end.isEmpty, reported < beginning.count { report(String(decoding: beginning[reported...], as: UTF8.self)) }
    return String(decoding: beginning + end, as: UTF8.self)
  }
}
