internal import Console
public import Foundation
internal import RawObserving

/// A program that was run to its end.
public struct ChildProcess: Sendable {
  /// The exit code, or the signal that ended it.
  public let status: Int32
  /// Whether a signal ended it.
  public let wasSignalled: Bool
  /// What it printed.
  public let output: String
  /// Empty if errors went where the output went.
  public let errors: String

  /// Where the program's output goes.
  public enum Output {
    /// Two files; both are read when the program has ended.
    case apart
    /// One file, in the order things were printed.
    case together
    /// An open file of the caller's, such as a terminal. Errors go nowhere.
    case file(CInt)
    /// As `file`, and errors go there, too.
    case fileForBoth(CInt)
    /// As `fileForBoth`, and the program reads from it.
    case terminal(CInt)
  }

  /// A program that did not end in time, and was killed.
  public struct Unended: Error, CustomStringConvertible {
    /// The program, the limit, and the end of what was printed.
    public let description: String
  }

  /// Runs the program and waits for it.
  ///
  /// Throws ``Unended`` if the program has to be killed because it takes longer than the limit.
  ///
  /// - Parameters:
  ///   - limit: how many seconds the program may take.
  ///   - environment: what is set in addition to ``surroundings(in:)``.
  ///   - started: called with the number of the process when it is running, to read what it writes into a file of
  ///     the caller's.
  public static func run(
    _ program: URL, _ arguments: [String], environment: [String: String] = [:],
    in folder: URL? = nil, within limit: Int = 60, output: Output = .apart,
    started: (pid_t) -> Void = { _ in }
  ) throws -> ChildProcess {
    let folderOfFiles = FileManager.default.temporaryDirectory
      .appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folderOfFiles, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folderOfFiles) }
    let outputFile = folderOfFiles.appendingPathComponent("output")
    let errorFile = folderOfFiles.appendingPathComponent("errors")

    let input = Spawning.File(STDIN_FILENO, .path("/dev/null", O_RDONLY))
    func open(_ place: CInt, _ file: URL) -> Spawning.File {
      .init(place, .path(file.path, O_WRONLY | O_CREAT | O_TRUNC))
    }
    func all(_ places: ClosedRange<CInt>, _ file: CInt) -> [Spawning.File] { places.map { .init($0, .open(file)) } }
    let files =
      switch output {
      case .apart: [input, open(STDOUT_FILENO, outputFile), open(STDERR_FILENO, errorFile)]
      case .together: [input, open(STDOUT_FILENO, outputFile), .init(STDERR_FILENO, .open(STDOUT_FILENO))]
      case .file(let file): [input] + all(1...1, file) + [.init(STDERR_FILENO, .path("/dev/null", O_WRONLY))]
      case .fileForBoth(let file): [input] + all(1...2, file)
      case .terminal(let file): all(0...2, file)
      }
    let process = try Spawning.spawn(
      TimedProcess.words(program, arguments, in: folder),
      variables: surroundings().merging(environment) { _, new in new }, files,
      // Tests that run behind `nohup` ignore that the terminal closes.
      unignored: [SIGHUP])
    let timer = Timer(process, seconds: limit)
    started(process)
    // The number stays the process's own until `waitpid`, so that the timer cannot kill another.
    var information = siginfo_t()
    while waitid(P_PID, id_t(process), &information, WEXITED | WNOWAIT) == -1 && errno == EINTR {}
    let wasKilled = timer.stop()
    var status: CInt = 0
    while waitpid(process, &status, 0) == -1 && errno == EINTR {}

    func text(_ file: URL) -> String {
      // Foundation leaks its buffer when it reads an empty file.
      let size = (try? file.resourceValues(forKeys: [.fileSizeKey]))?.fileSize ?? 0
      if size == 0 { return "" }
      return (try? Data(contentsOf: file)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
    if wasKilled {
      let printed = (text(outputFile) + text(errorFile)).suffix(2000)
      throw Unended(
        description: """
          \(program.path) \(arguments.joined(separator: " ")) did not end within \(limit) seconds and was \
          killed. Its output ends:
          \(printed.isEmpty ? "(nothing)" : String(printed))
          """)
    }
    let parts = TimedProcess.parts(of: status)
    return ChildProcess(
      status: parts.status, wasSignalled: parts.wasSignalled, output: text(outputFile), errors: text(errorFile))
  }

  /// The environment of each child: that of this process, except for what changes what a program prints.
  ///
  /// Each person who runs the tests has their own terminal, language and place in the course. The tests compare what a
  /// child prints, so a child prints the same for all of them: without colours, in UTF-8, as wide as the test says.
  package static func surroundings(
    in environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> [String: String] {
    let told = ["TERM", "COLORTERM", "NO_COLOR", "COLUMNS", "LINES", "LANG", "LANGUAGE"]
    let others = environment.filter { name, _ in !told.contains(name) && !name.hasPrefix("LC_") }
    let same = [
      "TERM": "xterm", "NO_COLOR": "1", "LC_ALL": "C.UTF-8", "XDG_DATA_HOME": "/dev/null",
      "SWIFT_BACKTRACE": "enable=no",  // hundreds of lines that differ each time
    ]
    return others.merging(same) { _, new in new }
  }

  /// Kills a process that takes too long.
  ///
  /// It waits on a thread of its own, because tests that hang may hold all threads of Dispatch and of Swift's pool.
  private final class Timer: Sendable {
    private enum State { case waiting, stopped, killed }
    private let state = Locked(State.waiting)
    private let isOver = DispatchSemaphore(value: 0)

    init(_ process: pid_t, seconds: Int) {
      Thread { [self] in
        guard isOver.wait(timeout: .now() + .seconds(seconds)) == .timedOut else { return }
        state.withLock { state in
          guard state == .waiting else { return }
          state = .killed
          kill(process, SIGKILL)
        }
      }.start()
    }

    /// Returns whether the process was killed; from now on it is not.
    func stop() -> Bool {
      isOver.signal()
      return state.withLock { state in
        if state == .waiting { state = .stopped }
        return state == .killed
      }
    }
  }
}
