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

/// A program that is run to its end, or until its time is over.
package struct TimedProcess {
  /// Why a program was killed.
  package enum Stop: Sendable {
    /// Its time was over.
    case tooSlow
    /// It printed more than it may.
    case tooMuch
    /// Its result is not wanted any more.
    case unwanted
  }

  /// The exit code, or the number of the signal.
  package let status: Int32
  package let wasSignalled: Bool
  /// Why it was killed; nil if it was not.
  package let stop: Stop?
  /// What it printed, on standard output and on standard error; empty if it printed into files.
  package let output: String

  package var wasTooSlow: Bool { stop == .tooSlow }

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
    let ends = try Spawning.pipe()
    defer { close(ends.reading) }
    let files: [Spawning.File] = [
      .init(STDIN_FILENO, .path("/dev/null", O_RDONLY)), .init(STDOUT_FILENO, .open(ends.writing)),
      .init(STDERR_FILENO, .open(ends.writing)),
    ]
    let started = Result { try Spawning.spawn(words(program, arguments, in: folder), environment, files) }
    close(ends.writing)
    let child = try started.get()
    Interruption.begin(child)

    let end = ContinuousClock.now + .seconds(seconds)
    var stop: Stop?
    func killForTime() {
      stop = .tooSlow
      _ = kill(child, SIGKILL)
    }
    let output = read(ends.reading, of: child, until: end, report, killForTime)
    // A program that has closed its output may go on.
    wait(for: child) { if stop == nil && ContinuousClock.now > end { killForTime() } }
    return TimedProcess(self.end(of: child, noted: child), stop, output)
  }

  /// What a program prints on: standard output or standard error. Each is a file in the folder of its run.
  package enum Stream: String, CaseIterable, Codable, Sendable {
    case out, err

    package func file(in folder: URL) -> URL { folder.appendingPathComponent(rawValue) }
  }

  /// Runs the program in a session of its own, so that it has no terminal, and waits for it. It prints into files:
  /// see ``Stream``.
  ///
  /// - Parameters:
  ///   - run: its folder. The program ends with it, and so does what the program starts.
  ///   - input: the file that it reads; nil for none.
  ///   - most: after so many bytes in these files, the program is killed.
  ///   - isUnwanted: called many times a second. The program is killed when it returns true.
  /// - Throws: `POSIXError` if the program cannot be started.
  package static func run(
    _ program: URL, _ arguments: [String], in folder: URL? = nil, _ environment: [String: String],
    for run: RunFolder, input: Int32?, seconds: Double, most: Int, isUnwanted: () -> Bool
  ) throws -> TimedProcess {
    let paths = Stream.allCases.map { $0.file(in: run.url).path }
    let files =
      [Spawning.File(STDIN_FILENO, input.map { .open($0) } ?? .path("/dev/null", O_RDONLY))]
      + zip([STDOUT_FILENO, STDERR_FILENO], paths).map { .init($0, .path($1, O_WRONLY | O_CREAT | O_APPEND)) }
    let child = try Spawning.spawn(words(program, arguments, in: folder), environment, files, inNewSession: true)
    run.note(child)
    // The whole group, which has the number of its first process.
    Interruption.begin(-child)

    let end = ContinuousClock.now + .seconds(seconds)
    var stop: Stop?
    wait(for: child) {
      guard stop == nil else { return }
      if ContinuousClock.now > end {
        stop = .tooSlow
      } else if paths.reduce(0, { $0 + size(of: $1) }) > most {
        stop = .tooMuch
      } else if isUnwanted() {
        stop = .unwanted
      }
      if stop != nil { _ = kill(-child, SIGKILL) }
    }
    return TimedProcess(self.end(of: child, noted: -child), stop, "")
  }

  private init(_ status: Int32, _ stop: Stop?, _ output: String) {
    (self.status, wasSignalled) = Self.parts(of: status)
    (self.stop, self.output) = (stop, output)
  }

  /// What the system says of a process that has ended, as <sys/wait.h> takes it apart: the low seven bits are the signal.
  package static func parts(of status: Int32) -> (status: Int32, wasSignalled: Bool) {
    let signal = status & 0x7f
    return signal != 0 ? (signal, true) : ((status >> 8) & 0xff, false)
  }

  /// The words that start a program in a folder. The change of folder is not imported from glibc; the shell can do it.
  package static func words(_ program: URL, _ arguments: [String], in folder: URL?) -> [String] {
    let words = [program.path] + arguments
    return folder.map { ["/bin/sh", "-c", "cd \"$0\" && exec \"$@\"", $0.path] + words } ?? words
  }

  private static func size(of path: String) -> Int {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : 0
  }

  /// Waits until the process has ended. Its number stays its own until ``end(of:noted:)``.
  private static func wait(for child: pid_t, _ body: () -> Void) {
    var pause = UInt32(100)
    while !hasEnded(child) {
      body()
      usleep(pause)
      pause = min(2 * pause, 20_000)
    }
  }

  private static func hasEnded(_ child: pid_t) -> Bool {
    var information = siginfo_t()
    let found = waitid(P_PID, id_t(child), &information, WEXITED | WNOWAIT | WNOHANG)
    // Where children are ignored, the system waits for them itself.
    return found == 0 ? information.si_signo != 0 : errno == ECHILD
  }

  /// The status of a process that has ended.
  private static func end(of child: pid_t, noted: pid_t) -> Int32 {
    Interruption.end(noted)
    var status: Int32 = 0
    while waitpid(child, &status, 0) == -1 && errno == EINTR {}
    return status
  }

  /// Reads to the end. If a program prints more than a megabyte, only the beginning and the end are kept. The last
  /// message is at the end.
  ///
  /// - Parameters:
  ///   - child: a process that it has started may keep the pipe open, and is not waited for.
  ///   - kill: called when the time is over. What was printed up to then is still read, for a second.
  private static func read(
    _ file: Int32, of child: pid_t, until end: ContinuousClock.Instant, _ report: (String) -> Void, _ kill: () -> Void
  ) -> String {
    var (first, last) = (Data(), Data())
    let (most, mostAtEnd) = (1 << 20, 1 << 16)
    var (end, isOver) = (end, false)
    var reported = 0
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      var asked = pollfd(fd: file, events: Int16(POLLIN), revents: 0)
      // Asked before: what it printed is in the pipe when it has ended.
      let hasEnded = hasEnded(child)
      let left = (end - .now) / .milliseconds(1)
      let ready = poll(&asked, 1, hasEnded ? 0 : Int32(max(0, min(left.rounded(.up), 50))))
      if ready < 0 && errno == EINTR { continue }
      if ready == 0 {
        if hasEnded { break }
        if left > 0 { continue }
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
