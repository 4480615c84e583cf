import Console
import Exercises
import Foundation
import Harness
import Pictures

/// `scenarios watch`: checks an exercise, or runs a pitfall or a program of the reader's own, whenever a source is saved.
package struct Watch {
  private let screen: Screen

  init(_ screen: Screen) { self.screen = screen }

  /// Watches the exercise or the pitfall of that name, or the program in that file; without a name, the learner's next
  /// exercise, and those that follow. A pitfall is watched until Ctrl-C is pressed.
  ///
  /// - Parameter options: how a program is played.
  func run(_ name: String?, drawn: Bool = false, page: String? = nil, _ options: Play.Options) throws -> Bool {
    if let name, Exercise.named(name) == nil, isFile(name) {
      var options = options
      (options.file, options.page) = (name, page)
      try ProgramWatch(options, screen).run()
      return true
    }
    if options != Play.Options() {
      throw UsageError("only a file of your own is watched with these options: './scenarios watch FILE.swift'.")
    }
    if let name, Exercise.named(name) == nil, let pitfall = try pitfall(name) { try watch(pitfall) }
    var watch = try ExerciseWatch(name, drawn: drawn, page: page, screen)
    try watch.run()
    return true
  }

  /// Whether the name is that of a file, and not of a pitfall.
  private func isFile(_ name: String) -> Bool {
    name.hasSuffix(".swift") || name == "-" || name.contains("/")
      || name.contains(".") && FileManager.default.fileExists(atPath: name)
  }

  /// The pitfall of that name. Nil if the name is close to that of an exercise, which is the more likely meaning.
  private func pitfall(_ name: String) throws -> Pitfall? {
    let near = suggestions(for: name, among: (Exercise.all + Exercise.harder).map(\.name))
    do { return try Selection.pitfall(name) } catch { if near.isEmpty { throw error } }
    return nil
  }

  // MARK: Pitfalls

  private func watch(_ pitfall: Pitfall) throws -> Never {
    let root = try PackageRoot.find()
    let build = Build(root, screen)
    let sources = Self.sources(in: root)
    while true {
      // Taken before the build, so that a save during the build is noticed.
      let seen = SavedFiles.stamp(of: sources)
      try build.run(["run", pitfall.id])
      let source = "this one is \(pitfall.source)"
      SavedFiles.announce("Waiting for a file in Sources to be saved; \(source). Ctrl-C ends this.", screen)
      _ = Self.wait(for: sources, otherThan: seen)
      SavedFiles.clear(screen)
    }
  }

  private static func sources(in root: URL) -> [URL] {
    let folder = root.appendingPathComponent("Sources")
    let files = (try? FileManager.default.subpathsOfDirectory(atPath: folder.path)) ?? []
    return files.filter { $0.hasSuffix(".swift") }.map { folder.appendingPathComponent($0) }
  }

  private static func wait(for files: [URL], otherThan seen: [String]) -> [String] {
    while true {
      Thread.sleep(forTimeInterval: 0.2)
      let now = SavedFiles.stamp(of: files)
      if now != seen && !now.contains(SavedFiles.gone) { return now }
    }
  }
}
