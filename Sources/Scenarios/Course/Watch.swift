import Console
import Foundation
import Exercises

/// `scenarios watch`: checks an exercise, or runs a pitfall or a program of the reader's own, whenever a source is saved.
struct Watch {
  private let screen: Screen

  init(_ screen: Screen) { self.screen = screen }

  /// Watches the exercise or the pitfall of that name, or the program in that file; without a name, the learner's next
  /// exercise, and those that follow. Pitfalls and programs are watched until Ctrl-C is pressed.
  func run(_ name: String?, drawn: Bool = false, page: String? = nil) throws -> Bool {
    if let name, Exercise.named(name) == nil, name.hasSuffix(".swift") { try play(name, page) }
    if let name, Exercise.named(name) == nil, let pitfall = try pitfall(name) { try watch(pitfall) }
    var watch = try ExerciseWatch(name, drawn: drawn, page: page, screen)
    try watch.run()
    return true
  }

  // MARK: Programs

  private func play(_ file: String, _ page: String?) throws -> Never {
    let url = URL(fileURLWithPath: file)
    var options = Play.Options()
    (options.file, options.page) = (file, page)
    while true {
      let seen = Self.stamp(of: [url])
      _ = try Play(screen).run(options)
      Self.announce("Waiting for \(file) to be saved. Ctrl-C ends this.", screen)
      _ = Self.wait(for: [url], otherThan: seen)
      Self.clear(screen)
    }
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
      let seen = Self.stamp(of: sources)
      try build.run(["run", pitfall.id])
      let source = "this one is \(pitfall.source)"
      Self.announce("Waiting for a file in Sources to be saved; \(source). Ctrl-C ends this.", screen)
      _ = Self.wait(for: sources, otherThan: seen)
      Self.clear(screen)
    }
  }

  private static func sources(in root: URL) -> [URL] {
    let folder = root.appendingPathComponent("Sources")
    let files = (try? FileManager.default.subpathsOfDirectory(atPath: folder.path)) ?? []
    return files.filter { $0.hasSuffix(".swift") }.map { folder.appendingPathComponent($0) }
  }

  // MARK: What both do

  static func announce(_ text: String, _ screen: Screen) {
    print("")
    for line in screen.lines(text) { print(screen.faint(line)) }
    StandardStreams.flush()
  }

  static func clear(_ screen: Screen) {
    print(screen.isTerminal && screen.isColoured ? "\u{1B}[2J\u{1B}[H" : "\n\n", terminator: "")
  }

  private static func wait(for files: [URL], otherThan seen: [String]) -> [String] {
    while true {
      Thread.sleep(forTimeInterval: 0.2)
      let now = stamp(of: files)
      if now != seen && !now.contains(gone) { return now }
    }
  }

  /// When files were changed, and how long they are.
  static func stamp(of files: [URL]) -> [String] {
    files.map { file in
      guard let values = try? FileManager.default.attributesOfItem(atPath: file.path) else { return gone }
      let date = values[.modificationDate] as? Date
      return "\(date?.timeIntervalSince1970 ?? 0) \(values[.size] ?? 0) \(values[.systemFileNumber] ?? 0)"
    }
  }

  /// For a file that is not there, as when an editor replaces it.
  static let gone = "gone"
}
