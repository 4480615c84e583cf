import Console
import Foundation

/// Where the package's own files are: the lessons, the sources, the exercises.
enum PackageRoot {
  /// Where the package was when this program was built.
  static let built = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../..").standardized

  /// The nearest folder around the current one that is the package: there may be two copies of it.
  static var working: URL? {
    var folder = URL(fileURLWithPath: FileManager.default.currentDirectoryPath)
    while !isPackage(folder) {
      let parent = folder.deletingLastPathComponent()
      if parent == folder { return nil }
      folder = parent
    }
    return folder
  }

  /// - Throws: ``InputError`` if the package's files are not there.
  static func find() throws -> URL {
    guard let root = [working, built].compactMap(\.self).first(where: isPackage) else {
      throw InputError(
        message: "the lessons and the exercises are neither here nor at \(built.path), where this program was built. "
          + "Run it in the folder that has Package.swift.")
    }
    return root
  }

  /// What leads from the folder of a page to the root of the package, such as `../`. A page that is piped somewhere
  /// is taken to be opened from the root.
  static func way(from name: String) -> String {
    guard name != "-", let root = try? find().standardized.pathComponents else { return "" }
    let folder = URL(fileURLWithPath: name).deletingLastPathComponent().standardized.pathComponents
    let common = zip(root, folder).prefix { $0 == $1 }.count
    let steps = folder.dropFirst(common).map { _ in ".." } + root.dropFirst(common)
    return steps.map { "\($0)/" }.joined()
  }

  /// The lines of a file, which is named from the root on.
  static func lines(of path: String) throws -> [String] {
    let url = try find().appendingPathComponent(path)
    guard let text = try? String(contentsOf: url, encoding: .utf8) else {
      throw InputError(message: "\(url.path) cannot be read. 'git restore \(path)' brings it back.")
    }
    return text.components(separatedBy: "\n")
  }

  private static func isPackage(_ folder: URL) -> Bool {
    ["Package.swift", "Lessons/Exercises"].allSatisfy {
      FileManager.default.fileExists(atPath: folder.appendingPathComponent($0).path)
    }
  }
}
