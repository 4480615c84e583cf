import Console
package import Foundation

/// Programs, and the libraries that they are linked with, which are kept for the next time: a folder for each.
///
/// Several processes may use them at once. What one of them has found is not removed by another for an hour, so that it
/// can still be started, or linked with, on a machine that is slow.
package struct ProgramCache {
  package let root: URL
  /// How many folders are kept that nobody has used for an hour.
  private static let most = 30

  package init(_ root: URL) { self.root = root }

  /// The folder with this name.
  ///
  /// - Parameter make: fills it if it is not there. It is passed a draft of it.
  package func folder(_ name: String, _ make: (_ draft: URL) throws -> Void) throws -> URL {
    let place = root.appending(path: name)
    if isFound(place) { return place }
    // Made beside its place, so that an interruption or another process leaves no half of it.
    let draft = draft()
    defer { try? FileManager.default.removeItem(at: draft) }
    do { try FileManager.default.createDirectory(at: draft, withIntermediateDirectories: true) } catch {
      throw OutputError(
        message: "programs are compiled in \(root.path), which cannot be written: \(reason(of: error)). "
          + "Use a copy of the package that is yours.")
    }
    try make(draft)
    removeOldest()
    do { try FileManager.default.moveItem(at: draft, to: place) } catch {
      // Another process has put the same there meanwhile.
      guard isFound(place) else { throw error }
    }
    return place
  }

  /// A place for what is not kept.
  package func draft() -> URL { root.appending(path: "draft-\(UUID().uuidString)") }

  private static func isDraft(_ folder: URL) -> Bool { folder.lastPathComponent.hasPrefix("draft-") }

  /// Whether the folder is there. If so, it has been used now: its date says so. The files in it keep theirs, since the
  /// compiler refuses what changes while it reads it.
  private func isFound(_ place: URL) -> Bool {
    try? FileManager.default.setAttributes([.modificationDate: Date.now], ofItemAtPath: place.path)
    return FileManager.default.fileExists(atPath: place.path)
  }

  /// Removes what has not been used for the longest time.
  private func removeOldest() {
    let keys: Set<URLResourceKey> = [.contentModificationDateKey]
    let folders =
      (try? FileManager.default.contentsOfDirectory(at: root, includingPropertiesForKeys: Array(keys))) ?? []
    let dated = folders.map { ($0, (try? $0.resourceValues(forKeys: keys).contentModificationDate) ?? .now) }
    let unused = dated.filter { $0.1.timeIntervalSinceNow < -3600 }
    let programs = unused.filter { !Self.isDraft($0.0) }.sorted { $0.1 < $1.1 }
    // What an interruption has left is of no use.
    for (folder, _) in programs.dropLast(Self.most) + unused.filter({ Self.isDraft($0.0) }) {
      try? FileManager.default.removeItem(at: folder)
    }
  }
}
