import Console
package import Foundation
package import Recording

/// Where the package's own files are: the lessons, the sources, the exercises.
package enum PackageRoot {
  /// The environment variable with the folder of the script `scenarios`, which sets it.
  static let variable = "SCENARIOS_ROOT"

  /// The package of the script that was called, or else the one around the current folder, or around this program.
  ///
  /// Never the folder in which the program was built: a checkout can be moved and copied.
  ///
  /// - Throws: ``InputError`` if the package's files are not there.
  package static func find() throws -> URL {
    if let path = ProcessInfo.processInfo.environment[variable] {
      let root = URL(fileURLWithPath: path)
      if isPackage(root) { return root }
      throw InputError(message: "\(variable) is \(quoted(path)), where the lessons and the exercises are not.")
    }
    let current = URL(fileURLWithPath: FileManager.default.currentDirectoryPath)
    guard let root = package(around: current) ?? package(around: thisProgram) else {
      throw InputError(
        message: "the lessons and the exercises are neither around \(current.path) nor around this program. "
          + "Run it in the folder that has Package.swift.")
    }
    return root
  }

  /// What leads from the folder of a page to the root of the package, such as `../`. A page that is piped somewhere
  /// is taken to be opened from the root.
  package static func way(from name: String) -> String {
    guard name != "-", let root = try? find() else { return "" }
    return way(from: name, to: root)
  }

  /// What leads from the folder of a page to another folder, as a part of a link.
  static func way(from name: String, to root: URL) -> String {
    let root = root.standardized.pathComponents
    let folder = URL(fileURLWithPath: name).deletingLastPathComponent().standardized.pathComponents
    let common = zip(root, folder).prefix { $0 == $1 }.count
    let steps = folder.dropFirst(common).map { _ in ".." } + root.dropFirst(common)
    return steps.map { "\($0.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? $0)/" }.joined()
  }

  /// A file as a message names it, so that a command finds it: from the root on where this process is in the root.
  package static func shown(_ path: String, in root: URL) -> String {
    root.path == FileManager.default.currentDirectoryPath ? path : root.appendingPathComponent(path).path
  }

  /// The command that runs this program, from the current folder.
  package static func command(in root: URL) -> String {
    let name = shown("scenarios", in: root)
    return name == "scenarios" ? "./scenarios" : name.shellWord
  }

  /// The lines of a file, which is named from the root on.
  package static func lines(of path: String) throws -> [String] {
    let url = try find().appendingPathComponent(path)
    guard let text = try? String(contentsOf: url, encoding: .utf8) else {
      throw InputError(message: "\(url.path) cannot be read. 'git restore \(path)' brings it back.")
    }
    return text.components(separatedBy: "\n")
  }

  /// The nearest folder around this one that is the package.
  private static func package(around place: URL) -> URL? {
    var folder = place
    while !isPackage(folder) {
      let parent = folder.deletingLastPathComponent()
      if parent == folder { return nil }
      folder = parent
    }
    return folder
  }

  private static func isPackage(_ folder: URL) -> Bool {
    ["Package.swift", "Lessons/Exercises"].allSatisfy {
      FileManager.default.fileExists(atPath: folder.appendingPathComponent($0).path)
    }
  }
}

extension SourceText {
  /// The sources of the stories.
  package static let ofPackage = SourceText((try? PackageRoot.find()) ?? URL(fileURLWithPath: "."))
}
