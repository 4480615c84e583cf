import Console
package import Foundation

/// Modules of this package as the build has left them, to compile a file against.
package struct BuiltModules: Sendable {
  /// The folder that has the objects of each module.
  let folder: URL
  /// The root of the package.
  package let root: URL
  /// The folder to import the modules from.
  package var importPath: String { folder.appending(path: "Modules").path }
  /// The object files: one for each source, and what a module embeds.
  package let objects: [String]

  let names: [String]
  /// The module whose internal names the file may use. Without one, the file is no part of this package, and is compiled
  /// with the settings of a program that depends on it.
  let tested: String?
  let isColoured: Bool

  /// - Throws: `InputError` if there is no build of the modules, or if it was made in another folder.
  package init(
    _ names: [String], in folder: URL = thisProgram.deletingLastPathComponent(), testing tested: String? = nil,
    isColoured: Bool = false
  ) throws {
    (self.names, self.folder, self.tested, self.isColoured) = (names, folder, tested, isColoured)
    var sources: [String] = []
    var objects: [String] = []
    for name in names {
      let map = folder.appending(path: "\(name).build/output-file-map.json")
      // What the build passes to the compiler: the files that it makes of each source.
      guard let data = try? Data(contentsOf: map),
        let made = try? JSONDecoder().decode([String: [String: String]].self, from: data)
      else { throw Self.incomplete(folder) }
      let own = made.compactMap { source, files in files["object"].map { (source, $0) } }.sorted { $0 < $1 }
      sources += own.map(\.0)
      objects += own.map(\.1)
    }
    guard let source = sources.first(where: { $0.contains("/Sources/") }),
      let end = source.range(of: "/Sources/", options: .backwards)
    else { throw Self.incomplete(folder) }
    root = URL(fileURLWithPath: String(source[..<end.lowerBound]))
    let place = URL(fileURLWithPath: objects[0]).deletingLastPathComponent().deletingLastPathComponent()
    guard place.resolvingSymlinksInPath() == folder.resolvingSymlinksInPath(),
      FileManager.default.fileExists(atPath: root.path)
    else {
      throw InputError(
        message: "\(folder.path) was built as part of \(root.path), and was moved or copied since then. "
          + "Run './scenarios', which builds it again.")
    }
    guard objects.allSatisfy(FileManager.default.fileExists) else { throw Self.incomplete(folder) }
    self.objects = objects
  }

  private static func incomplete(_ folder: URL) -> InputError {
    InputError(message: "\(folder.path) has no complete build of the package. Run 'swift build' first.")
  }

  /// When the latest of the objects was made, in milliseconds.
  var date: Int {
    let dates = objects.map { path in
      let attributes = try? FileManager.default.attributesOfItem(atPath: path)
      return (attributes?[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
    }
    return Int((dates.max() ?? 0) * 1000)
  }

  /// What the build calls the package: the name of its folder, as an identifier.
  var packageName: String {
    let name = String(
      root.lastPathComponent.lowercased().map { $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "_" })
    return name.first?.isNumber == true ? "_" + name.dropFirst() : name
  }
}
