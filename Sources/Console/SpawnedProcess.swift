package import Foundation

#if canImport(Darwin)
  private typealias FileActions = posix_spawn_file_actions_t?
#else
  private typealias FileActions = posix_spawn_file_actions_t
#endif

/// A program that is started hundreds of times, and run to its end each time: ``TimedProcess`` takes several times as
/// long to start one.
package struct SpawnedProcess {
  /// The exit code, or the number of the signal.
  package let status: Int32
  package let wasSignalled: Bool
  package let wasTooSlow: Bool
  /// What it printed, on standard output and on standard error.
  package let output: String

  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  /// Runs the program and waits for it.
  ///
  /// - Parameter seconds: after this time the program is killed.
  /// - Throws: ``Failure`` if it cannot be started.
  package static func run(_ program: URL, _ arguments: [String], seconds: Int) throws(Failure) -> SpawnedProcess {
    var (ends, actions): ([Int32], FileActions) = ([0, 0], FileActions.empty)
    guard pipe(&ends) == 0 else { throw Failure(description: "no pipe: \(String(cString: strerror(errno)))") }
    // Other programs that are started meanwhile must not hold the pipe open.
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    for stream in [STDOUT_FILENO, STDERR_FILENO] { posix_spawn_file_actions_adddup2(&actions, ends[1], stream) }
    var words = ([program.path] + arguments).map { strdup($0) } + [nil]
    // Only the message matters; the runtime's own backtrace would hide it, and take a second.
    let environment = ProcessInfo.processInfo.environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
    var variables = environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { for text in words + variables { free(text) } }

    var child: pid_t = 0
    let failure = posix_spawn(&child, program.path, &actions, nil, &words, &variables)
    close(ends[1])
    defer { close(ends[0]) }
    if failure != 0 {
      throw Failure(description: "\(program.path) cannot be started: \(String(cString: strerror(failure)))")
    }
    Interruption.begin(child)
    let (output, isComplete) = read(ends[0], until: .now + .seconds(seconds))
    if !isComplete { kill(child, SIGKILL) }
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0 && errno == EINTR {}
    Interruption.end(child)
    let signal = status & 0x7F
    return SpawnedProcess(
      status: signal == 0 ? (status >> 8) & 0xFF : signal, wasSignalled: signal != 0, wasTooSlow: !isComplete,
      output: output)
  }

  /// Reads to the end, and says whether it was reached in time.
  private static func read(_ file: Int32, until deadline: ContinuousClock.Instant) -> (String, Bool) {
    var (output, chunk) = ([UInt8](), [UInt8](repeating: 0, count: 1 << 16))
    while true {
      let left = deadline - .now
      var asked = pollfd(fd: file, events: Int16(POLLIN), revents: 0)
      let ready = poll(&asked, 1, Int32(max(0, left.components.seconds * 1000 + 1)))
      if ready < 0 && errno == EINTR { continue }
      if ready <= 0 { return (String(decoding: output, as: UTF8.self), false) }
      let count = Foundation.read(file, &chunk, chunk.count)
      if count < 0 && errno == EINTR { continue }
      if count <= 0 { return (String(decoding: output, as: UTF8.self), true) }
      output += chunk[..<count]
    }
  }
}

extension FileActions {
  #if canImport(Darwin)
    fileprivate static var empty: FileActions { nil }
  #else
    fileprivate static var empty: FileActions { posix_spawn_file_actions_t() }
  #endif
}
