public import Foundation
internal import RawObserving

// Darwin's types are pointers, which are nil until they are initialised; those of Glibc and Musl are structures.
#if canImport(Darwin)
  private typealias FileActions = posix_spawn_file_actions_t?
  private typealias Attributes = posix_spawnattr_t?
#elseif canImport(Glibc) || canImport(Musl)
  private typealias FileActions = posix_spawn_file_actions_t
  private typealias Attributes = posix_spawnattr_t
#else
  #error("TestSupport needs the C library of Darwin, Glibc or Musl")
#endif

/// A program that was run to its end.
///
/// It is started with `posix_spawn` and not with Foundation's `Process`: that one lists the open files of this
/// process as it starts another, and ends it where exit tests have hundreds of them open and more come
/// meanwhile.
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

    // `posix_spawn_file_actions_addchdir_np` is not imported from glibc; the shell can do it.
    var words = [program.path] + arguments
    if let folder { words = ["/bin/sh", "-c", "cd \"$0\" && exec \"$@\"", folder.path] + words }
    let variables = surroundings().merging(environment) { _, new in new }.map { "\($0)=\($1)" }

    let process = try spawn(words, variables) { actions in
      posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
      let creating = O_WRONLY | O_CREAT | O_TRUNC
      switch output {
      case .apart:
        posix_spawn_file_actions_addopen(&actions, 1, outputFile.path, creating, 0o600)
        posix_spawn_file_actions_addopen(&actions, 2, errorFile.path, creating, 0o600)
      case .together:
        posix_spawn_file_actions_addopen(&actions, 1, outputFile.path, creating, 0o600)
        posix_spawn_file_actions_adddup2(&actions, 1, 2)
      case .file(let file):
        posix_spawn_file_actions_adddup2(&actions, file, 1)
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
      case .fileForBoth(let file):
        posix_spawn_file_actions_adddup2(&actions, file, 1)
        posix_spawn_file_actions_adddup2(&actions, file, 2)
      case .terminal(let file):
        for descriptor in 0...2 { posix_spawn_file_actions_adddup2(&actions, file, CInt(descriptor)) }
      }
    }
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
    // As <sys/wait.h> takes it apart: the low seven bits are the signal.
    let signal = status & 0x7f
    return ChildProcess(
      status: signal != 0 ? signal : (status >> 8) & 0xff, wasSignalled: signal != 0,
      output: text(outputFile), errors: text(errorFile))
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

  private static func spawn(
    _ words: [String], _ variables: [String],
    _ prepare: (inout FileActions) -> Void
  ) throws -> pid_t {
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
    // The threads that run tests let no signal through, and a child would take that over.
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    // Tests that run behind `nohup` ignore that the terminal closes, and a child would take that over, too.
    sigaddset(&signals, SIGHUP)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, numericCast(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    prepare(&actions)
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    var environment: [UnsafeMutablePointer<CChar>?] = variables.map { strdup($0) } + [nil]
    defer { for string in arguments + environment { free(string) } }
    var process: pid_t = 0
    let failure = posix_spawn(&process, words[0], &actions, &attributes, &arguments, &environment)
    guard failure == 0 else {
      throw POSIXError(POSIXErrorCode(rawValue: failure) ?? .EIO)
    }
    return process
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
