package import Foundation

/// Places for files and folders in the temporary folder. The number of the process is in their names, so that what an
/// interrupted process has left can be removed.
package enum TemporaryPlace {
  private static let prefix = "scenarios-"

  /// A place where nothing is.
  package static func new(_ suffix: String = "") -> URL {
    _ = isTidy
    return FileManager.default.temporaryDirectory
      .appendingPathComponent("\(prefix)\(getpid())-\(UUID().uuidString)\(suffix)")
  }

  /// Made once in a process.
  private static let isTidy: Void = removeLeft()

  /// Removes what is left of processes that no longer exist.
  package static func removeLeft() {
    let folder = FileManager.default.temporaryDirectory
    for name in (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [] where name.hasPrefix(prefix) {
      let process = name.dropFirst(prefix.count).split(separator: "-").first.flatMap { pid_t($0) }
      guard let process, process > 0, kill(process, 0) != 0, errno == ESRCH else { continue }
      try? FileManager.default.removeItem(at: folder.appendingPathComponent(name))
    }
  }
}

extension TimedProcess {
  /// Runs the compiler, or a shell that does, with a temporary folder of its own. Both end with this process.
  package static func compile(_ words: [String], in folder: URL) throws -> TimedProcess {
    let temporary = try RunFolder()
    defer { temporary.end() }
    return try run(
      URL(fileURLWithPath: words[0]), Array(words.dropFirst()), in: folder, ["TMPDIR": temporary.url.path], seconds: 600
    )
  }

  /// The first error in what a compiler says.
  package static func firstError(in output: String) -> String {
    let lines = output.split(separator: "\n")
    return lines.first { $0.contains("error: ") }.map { printable(String($0)) } ?? "it does not say why."
  }
}
