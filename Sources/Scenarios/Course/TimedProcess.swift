import Foundation
import RawObserving

/// This very program.
var thisProgram: URL {
  #if os(Linux)
    URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
  #else
    Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments[0])
  #endif
}

/// A program that is run to its end, or to the end of its time.
struct TimedProcess {
  /// The exit code, or the number of the signal.
  let status: Int32
  let wasSignalled: Bool
  let wasTooSlow: Bool
  /// What it printed, on standard output and on standard error, in that order.
  let output: String

  static func run(_ program: URL, _ arguments: [String], in folder: URL, seconds: Double) throws -> TimedProcess {
    let process = Process()
    (process.executableURL, process.arguments, process.currentDirectoryURL) = (program, arguments, folder)
    // The message is what counts; the runtime's own backtrace would bury it.
    process.environment = ProcessInfo.processInfo.environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { _, new in new
    }
    process.standardInput = FileHandle.nullDevice
    let pipe = Pipe()
    (process.standardOutput, process.standardError) = (pipe, pipe)
    let ended = DispatchSemaphore(value: 0)
    process.terminationHandler = { _ in ended.signal() }
    try process.run()
    // Killed after its time: what it printed until then is read to its end all the same.
    let wasTooSlow = Locked(false)
    let end = DispatchWorkItem { [process] in
      wasTooSlow.withLock { $0 = true }
      kill(process.processIdentifier, SIGKILL)
    }
    DispatchQueue.global().asyncAfter(deadline: .now() + seconds, execute: end)
    let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    ended.wait()
    end.cancel()
    return TimedProcess(
      status: process.terminationStatus, wasSignalled: process.terminationReason == .uncaughtSignal,
      wasTooSlow: wasTooSlow.withLock { $0 }, output: output)
  }
}
