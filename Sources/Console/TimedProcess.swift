package import Foundation

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

// Darwin's types are pointers, which are nil until they are initialised; those of Glibc and Musl are structures.
#if canImport(Darwin)
  private typealias FileActions = posix_spawn_file_actions_t?
  private typealias Attributes = posix_spawnattr_t?
#else
  private typealias FileActions = posix_spawn_file_actions_t
  private typealias Attributes = posix_spawnattr_t
#endif

/// A program that is run to its end, or until its time is over.
///
/// It is started with `posix_spawn`, and not with Foundation's `Process`, which lists the open files of this process as it
/// starts another, and ends this one if others are opened or closed meanwhile.
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
  /// - Throws: `POSIXError` if the program cannot be started.
  package static func run(
    _ program: URL, _ arguments: [String], in folder: URL? = nil, _ environment: [String: String] = [:],
    seconds: Double, _ report: (String) -> Void = { _ in }
  ) throws -> TimedProcess {
    // One pipe for both, so that the last message comes after what was printed before it.
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    defer { close(ends[0]) }
    // Other programs that are started meanwhile must not hold it open.
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }

    // The change of folder is not imported from glibc; the shell can do it.
    let words = [program.path] + arguments
    let started = Result {
      try spawn(
        folder.map { ["/bin/sh", "-c", "cd \"$0\" && exec \"$@\"", $0.path] + words } ?? words, environment, ends[1])
    }
    close(ends[1])
    let child = try started.get()
    Interruption.begin(child)

    let end = ContinuousClock.now + .seconds(seconds)
    var wasTooSlow = false
    func kill() {
      wasTooSlow = true
      _ = Foundation.kill(child, SIGKILL)
    }
    let output = read(ends[0], until: end, report, kill)
    // A program that has closed its output may go on. Its number stays its own until `waitpid`.
    var (information, pause) = (siginfo_t(), UInt32(100))
    while true {
      let found = waitid(P_PID, id_t(child), &information, WEXITED | WNOWAIT | WNOHANG)
      if found == 0 && information.si_signo != 0 { break }
      // Where children are ignored, the system waits for them itself.
      if found == -1 && errno == ECHILD { break }
      if !wasTooSlow && ContinuousClock.now > end { kill() }
      usleep(pause)
      pause = min(2 * pause, 20_000)
    }
    Interruption.end(child)
    var status: Int32 = 0
    while waitpid(child, &status, 0) == -1 && errno == EINTR {}
    // As <sys/wait.h> takes it apart: the low seven bits are the signal.
    let signal = status & 0x7f
    return TimedProcess(
      status: signal != 0 ? signal : (status >> 8) & 0xff, wasSignalled: signal != 0, wasTooSlow: wasTooSlow,
      output: output)
  }

  private static func spawn(_ words: [String], _ environment: [String: String], _ output: Int32) throws -> pid_t {
    #if canImport(Darwin)
      var (actions, attributes): (FileActions, Attributes) = (nil, nil)
    #else
      var (actions, attributes) = (FileActions(), Attributes())
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    for stream in [STDOUT_FILENO, STDERR_FILENO] { posix_spawn_file_actions_adddup2(&actions, output, stream) }
    // A thread that lets no signal through would hand that on.
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, numericCast(POSIX_SPAWN_SETSIGMASK))

    // Only the message matters; the runtime's own backtrace would hide it.
    let added = environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { own, _ in own }
    let variables = ProcessInfo.processInfo.environment.merging(added) { _, new in new }
    var list = words.map { strdup($0) } + [nil]
    var entries = variables.map { strdup("\($0)=\($1)") } + [nil]
    defer { for text in list + entries { free(text) } }
    var child: pid_t = 0
    let failure = posix_spawn(&child, words[0], &actions, &attributes, &list, &entries)
    guard failure == 0 else { throw POSIXError(POSIXErrorCode(rawValue: failure) ?? .EIO) }
    return child
  }

  /// Reads to the end. If a program prints more than a megabyte, only the beginning and the end are kept. The last
  /// message is at the end.
  ///
  /// - Parameter kill: called when the time is over. What was printed up to then is still read, for a second.
  private static func read(
    _ file: Int32, until end: ContinuousClock.Instant, _ report: (String) -> Void, _ kill: () -> Void
  ) -> String {
    var (first, last) = (Data(), Data())
    let (most, mostAtEnd) = (1 << 20, 1 << 16)
    var (end, isOver) = (end, false)
    var reported = 0
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      var asked = pollfd(fd: file, events: Int16(POLLIN), revents: 0)
      let left = (end - .now) / .milliseconds(1)
      let ready = poll(&asked, 1, Int32(max(0, min(left.rounded(.up), 1e9))))
      if ready < 0 && errno == EINTR { continue }
      if ready == 0 {
        if isOver { break }
        kill()
        (end, isOver) = (.now + .seconds(1), true)
        continue
      }
      let count = Foundation.read(file, &chunk, chunk.count)
      if count < 0 && errno == EINTR { continue }
      if count <= 0 { break }
      let part = chunk[..<count]
      if first.count < most { first += part } else { last = Data((last + part).suffix(mostAtEnd)) }
      while let newline = first[reported...].firstIndex(of: UInt8(ascii: "\n")) {
        report(String(decoding: first[reported..<newline], as: UTF8.self))
        reported = newline + 1
      }
    }
    // The rest has no newline: the process was killed in the middle of a line.
    if last.isEmpty, reported < first.count { report(String(decoding: first[reported...], as: UTF8.self)) }
    return String(decoding: first + last, as: UTF8.self)
  }
}
