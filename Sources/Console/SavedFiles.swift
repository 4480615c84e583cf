package import Foundation

/// Files that are watched until one of them is saved.
package enum SavedFiles {
  package static func announce(_ text: String, _ screen: Screen) {
    print("")
    for line in screen.lines(text) { print(screen.faint(line)) }
    StandardStreams.flush()
  }

  package static func clear(_ screen: Screen) {
    print(screen.isTerminal && screen.isColoured ? "\u{1B}[2J\u{1B}[H" : "\n\n", terminator: "")
  }

  /// When files were changed, and how long they are.
  package static func stamp(of files: [URL]) -> [String] {
    files.map { file in
      // A link has attributes of its own.
      let place = file.resolvingSymlinksInPath().path
      guard let values = try? FileManager.default.attributesOfItem(atPath: place) else { return gone }
      let date = values[.modificationDate] as? Date
      return "\(date?.timeIntervalSince1970 ?? 0) \(values[.size] ?? 0) \(values[.systemFileNumber] ?? 0)"
    }
  }

  /// For a file that is not there, as when an editor replaces it.
  package static let gone = "gone"
}
