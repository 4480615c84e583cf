import Console
import Foundation
import Replay

/// One page with the pictures of all runs, to step through. It needs no network and no other file.
enum Atlas {
  /// Runs the pitfalls, and writes the page.
  static func write(to name: String, _ pitfalls: [Pitfall]) throws {
    let output = try OutputFile(name)
    let status = StatusLine()
    let data = try AtlasData.recordingAll(pitfalls) { done, count in
      status.show { _ in "\(done) of \(count) runs" }
    }
    status.clear()
    try output.write(Data(page(with: data).utf8))
  }

  /// The page with the data in it.
  static func page(with data: AtlasData) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Inside a script element only `</` could end it.
    let json = String(decoding: try encoder.encode(data), as: UTF8.self).replacing("</", with: "<\\/")
    return AtlasPage.html.replacing("/*style*/", with: AtlasPage.css)
      .replacing("/*script*/", with: AtlasPage.script).replacing("/*data*/", with: json)
  }
}
