import Console
import Foundation

/// The reader's copy of the repository.
enum WorkingCopy {
  /// Whether a file differs from what was committed last. False where that cannot be found out: without git, or in a copy
  /// that git knows nothing of.
  ///
  /// - Parameters:
  ///   - path: of the file, from the root on.
  ///   - root: the root of the copy; nil for that of this package.
  static func isChanged(_ path: String, in root: URL? = nil) -> Bool {
    guard let root = root ?? (try? PackageRoot.find()) else { return false }
    let git = try? TimedProcess.run(
      URL(fileURLWithPath: "/usr/bin/env"), ["git", "status", "--porcelain", "--", path],
      in: root, seconds: 10)
    guard let git, !git.wasTooSlow, !git.wasSignalled, git.status == 0 else { return false }
    // A line is two letters and a path. Git may warn of something else.
    return git.output.split(separator: "\n").contains { $0.hasSuffix(path) && $0.dropFirst(2).first == " " }
  }
}
