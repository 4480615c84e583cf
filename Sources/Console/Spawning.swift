package import Foundation
import Synchronization

// Darwin's types are pointers, which are nil until they are initialised; those of Glibc and Musl are structures.
#if canImport(Darwin)
  private typealias FileActions = posix_spawn_file_actions_t?
  private typealias Attributes = posix_spawnattr_t?
#else
  private typealias FileActions = posix_spawn_file_actions_t
  private typealias Attributes = posix_spawnattr_t
#endif

/// Starts other programs with `posix_spawn`, and not with Foundation's `Process`, which lists the open files of this
/// process as it starts another, and ends this one if others are opened or closed meanwhile.
package enum Spawning {
  /// A file that the program has, in one of its places.
  package struct File {
    package enum Source {
      /// A file that this process has opened.
      case open(Int32)
      /// A file that is opened for the program.
      case path(String, _ flags: Int32)
    }

    let place: Int32
    let source: Source

    package init(_ place: Int32, _ source: Source) { (self.place, self.source) = (place, source) }
  }

  /// Held while a pipe is made and while a program is started, which would otherwise inherit a pipe made meanwhile.
  private static let lock = Mutex(())

  /// A pipe that programs do not inherit.
  static func pipe() throws -> (reading: Int32, writing: Int32) {
    try lock.withLock { _ in
      var ends: [Int32] = [0, 0]
      guard Foundation.pipe(&ends) == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      return (ends[0], ends[1])
    }
  }

  #if canImport(Darwin)
    private static let setsid = Int32(POSIX_SPAWN_SETSID)
  #else
    // In the headers of Glibc and Musl, but not imported.
    private static let setsid: Int32 = 0x80
  #endif

  /// - Parameters:
  ///   - words: the path of the program, and its arguments.
  ///   - environment: what is set in addition to this process's own environment.
  ///   - files: the only files of the program.
  ///   - inNewSession: whether it gets no signal of this process's terminal or process group.
  package static func spawn(
    _ words: [String], _ environment: [String: String], _ files: [File], inNewSession: Bool = false
  ) throws -> pid_t {
    // Only the message matters; the runtime's own backtrace would hide it.
    let added = environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { own, _ in own }
    let variables = ProcessInfo.processInfo.environment.merging(added) { _, new in new }
    return try spawn(words, variables: variables, files, inNewSession: inNewSession)
  }

  /// - Parameters:
  ///   - variables: the whole environment.
  ///   - unignored: signals that end the program even if this process ignores them.
  package static func spawn(
    _ words: [String], variables: [String: String], _ files: [File], inNewSession: Bool = false, unignored: [Int32] = []
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
    for file in files {
      switch file.source {
      case .open(let number): posix_spawn_file_actions_adddup2(&actions, number, file.place)
      case .path(let path, let flags): posix_spawn_file_actions_addopen(&actions, file.place, path, flags, 0o600)
      }
    }
    // A thread that lets no signal through would hand that on.
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    for signal in unignored { sigaddset(&signals, signal) }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    var flags = Int32(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF)
    if inNewSession { flags |= setsid }
    posix_spawnattr_setflags(&attributes, numericCast(flags))

    var list = words.map { strdup($0) } + [nil]
    var entries = variables.map { strdup("\($0)=\($1)") } + [nil]
    defer { for text in list + entries { free(text) } }
    var child: pid_t = 0
    let failure = lock.withLock { _ in posix_spawn(&child, words[0], &actions, &attributes, &list, &entries) }
    guard failure == 0 else { throw POSIXError(POSIXErrorCode(rawValue: failure) ?? .EIO) }
    return child
  }
}
