package import Foundation
import RawObserving

/// The sources of the stories, as the pictures show them.
package struct SourceText: Sendable {
  private let root: URL
  private let texts: Locked<[String: [String]]>

  /// - Parameter root: what the paths of the files begin from.
  package init(_ root: URL) { (self.root, texts) = (root, Locked([:])) }

  /// The source of one file, under the name that it has in a recording.
  package init(_ name: String, _ text: String) {
    (root, texts) = (URL(filePath: "/"), Locked([name: text.components(separatedBy: "\n")]))
  }

  /// The lines of a file; none if it is not there.
  package func lines(of file: String) -> [String] {
    texts.withLock { texts in
      if let known = texts[file] { return known }
      let text = try? String(contentsOf: URL(filePath: file, relativeTo: root), encoding: .utf8)
      let lines = text?.components(separatedBy: "\n") ?? []
      texts[file] = lines
      return lines
    }
  }

  /// The text of a line, if the source is there.
  package func text(of line: RecordedEvent.Line) -> String? {
    let lines = lines(of: line.file)
    return lines.indices.contains(line.line - 1) ? lines[line.line - 1] : nil
  }
}
