import Console
import Foundation

/// The file that keeps the position, in the user's data directory.
struct PositionFile {
  /// Nil where there is no such directory. Then nothing is remembered.
  let url: URL?

  /// The file that the environment names: in `XDG_DATA_HOME`, or else in `.local/share` of the home directory.
  init(_ environment: [String: String] = ProcessInfo.processInfo.environment) {
    let data = environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? URL(fileURLWithPath: $0) : nil }
    let home = environment["HOME"].flatMap { $0.hasPrefix("/") ? URL(fileURLWithPath: $0) : nil }
    url = (data ?? home?.appendingPathComponent(".local/share"))?
      .appendingPathComponent("raw-beside-managed/position.json")
  }

  /// The position that was kept; the beginning of the course if there is none.
  ///
  /// - Throws: ``InputError`` if the file is there and cannot be understood. It is not touched then.
  func read() throws -> Position {
    guard let url, FileManager.default.fileExists(atPath: url.path) else { return Position() }
    do {
      return try JSONDecoder().decode(Position.self, from: Data(contentsOf: url))
    } catch {
      throw InputError(
        message: "your position in the course cannot be read from \(url.path). Repair the file, or start over with "
          + "'./scenarios forget'.")
    }
  }

  /// Changes the position that is kept. Another process may do so at the same time, and nothing is lost then.
  ///
  /// - Returns: the position as it is now; and why it is not remembered, if it is not.
  func change(_ position: Position, _ body: (inout Position) -> Void) -> (Position, String?) {
    var lock: CInt = -1
    if let url {
      try? FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      lock = open(url.deletingPathExtension().appendingPathExtension("lock").path, O_CREAT | O_RDWR | O_CLOEXEC, 0o644)
      if lock >= 0 { flock(lock, LOCK_EX) }
    }
    defer { if lock >= 0 { close(lock) } }
    do {
      var now = url == nil ? position : try read()
      body(&now)
      return (now, write(now))
    } catch {
      var now = position
      body(&now)
      return (now, (error as? InputError)?.message ?? sentence(about: error))
    }
  }

  /// Keeps the position.
  ///
  /// - Returns: why it is not remembered; nil if it is.
  func write(_ position: Position) -> String? {
    guard let url else { return "there is no home directory, so your position in the course is not remembered." }
    do {
      try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
      try encoder.encode(position).write(to: url, options: .atomic)
      return nil
    } catch {
      return "your position in the course is not remembered: \(url.path) cannot be written."
    }
  }

  /// Removes the file. Returns whether there was one.
  func remove() throws -> Bool {
    guard let url, FileManager.default.fileExists(atPath: url.path) else { return false }
    do {
      try FileManager.default.removeItem(at: url)
      return true
    } catch {
      throw OutputError(message: "\(url.path) cannot be removed.")
    }
  }
}
