import Console
import Foundation

/// What a program reads from its standard input.
package struct ProgramInput {
  static let none = ProgramInput(nil)

  /// The open file; nil if there is nothing to read.
  let file: Int32?
  private let start: off_t
  /// How much a pipe had at the beginning.
  private let waiting: Int32

  private init(_ file: Int32?) {
    self.file = file
    start = file.map { lseek($0, 0, SEEK_CUR) } ?? 0
    waiting = file.map(Self.waiting) ?? 0
  }

  /// - Parameter name: a file; `-` is what this process itself reads.
  init(file name: String) throws {
    if name == "-" {
      self.init(STDIN_FILENO)
      return
    }
    let file = open(name, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else {
      throw InputError(message: "\(quoted(name, most: 4096)) cannot be read: \(String(cString: strerror(errno))).")
    }
    var status = stat()
    if fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
      throw InputError(message: "\(quoted(name, most: 4096)) is a folder, and no file to read.")
    }
    self.init(file)
  }

  /// What this process itself reads. From a terminal, nothing: what the program asks is not shown while it runs.
  ///
  /// - Parameter programs: the files of the programs. What comes from standard input is not read again.
  init(besides programs: [String]) {
    var (own, status) = (stat(), stat())
    let isTaken = programs.contains { program in
      program == "-"
        || stat(program, &status) == 0 && fstat(STDIN_FILENO, &own) == 0
          && (status.st_dev, status.st_ino) == (own.st_dev, own.st_ino)
    }
    self.init(isTaken || isatty(STDIN_FILENO) != 0 || fstat(STDIN_FILENO, &own) != 0 ? nil : STDIN_FILENO)
  }

  /// Makes sure that another program reads the same.
  ///
  /// - Returns: whether it does: what was read from a pipe is not there again.
  func rewind() -> Bool {
    guard let file else { return true }
    return lseek(file, start, SEEK_SET) >= 0 || Self.waiting(in: file) == waiting
  }

  /// How many bytes a pipe has for the next reader.
  private static func waiting(in file: Int32) -> Int32 {
    var count: Int32 = 0
    return ioctl(file, Self.countOfBytes, &count) == 0 ? count : 0
  }

  #if canImport(Darwin)
    /// `FIONREAD`, a macro there that Swift does not import.
    private static let countOfBytes: UInt = 0x4004_667F
  #else
    private static let countOfBytes = UInt(FIONREAD)
  #endif
}
