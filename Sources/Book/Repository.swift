import Foundation
import Harness

/// The files of this package.
enum Repository {
  static let root: URL = {
    do { return try PackageRoot.find() } catch { fatalError("\(error)") }
  }()

  /// The text of a file, by its path in the package.
  static func text(of path: String) throws -> String {
    guard exists(path) else { throw Unreadable("there is no file \(path)\(moved(path))") }
    return try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  /// The lines of a file, by its path in the package.
  static func lines(of path: String) throws -> [String] {
    var lines = try text(of: path).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last == "" { lines.removeLast() }
    return lines
  }

  static func write(_ text: String, to path: String) throws {
    try Data(text.utf8).write(to: root.appending(path: path))
  }

  /// The paths of all files in a folder and below it, sorted; none where there is no folder.
  static func files(in folder: String, endingIn suffix: String) -> [String] {
    let found = FileManager.default.enumerator(atPath: root.appending(path: folder).path)
    let names = (found?.allObjects ?? []).compactMap { $0 as? String }
    return names.filter { $0.hasSuffix(suffix) }.map { "\(folder)/\($0)" }.sorted()
  }

  /// Where a file of that name is now, as the end of a message.
  static func moved(_ path: String) -> String {
    let name = path.split(separator: "/").last ?? ""
    let others = ["Sources", "Tests", "Lessons", "Scripts"].flatMap { files(in: $0, endingIn: "/\(name)") }
    return others.isEmpty
      ? "; correct it or take it out" : "; if it has moved, write where it is now: \(others.joined(separator: " or "))"
  }

  static func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: root.appending(path: path).path)
  }
}
