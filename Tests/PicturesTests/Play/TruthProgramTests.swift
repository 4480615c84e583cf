import Foundation
import ProgramSupport
import TestSupport
import Testing

/// Programs with their truths in the first line, and what `play` has to draw of each and must not draw in the last ones.
@Suite("Play: what is true of a program is what is drawn", .watched, .long)
struct TruthProgramTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Played/Truths").standardizedFileURL

  static let names: [String] = {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return files.filter { $0.hasSuffix(".swift") }.sorted()
  }()

  /// The texts behind a word at the beginning of a line.
  private static func lines(_ word: String, in text: String) -> [String] {
    text.components(separatedBy: "\n").filter { $0.hasPrefix("// \(word): ") }.map {
      String($0.dropFirst("// \(word): ".count))
    }
  }

  @Test("the programs are there") func found() { #expect(Self.names.count >= 18) }

  @Test("a program is drawn as it runs", arguments: names)
  func truth(_ name: String) throws {
    let file = Self.folder.appending(path: name)
    let text = try String(contentsOf: file, encoding: .utf8)
    #expect(text.hasPrefix("// truth: "))
    let options = Self.lines("play", in: text).flatMap { $0.components(separatedBy: " ") }
    let run = try BuiltScenarios.run(columns: 120, ["play"] + options + [file.path])
    let drawn = run.output + run.errors
    #expect(run.exitCode == Self.lines("exit", in: text).first.flatMap { Int32($0) } ?? 0, "\(drawn)")
    let expected = Self.lines("expect", in: text)
    #expect(!expected.isEmpty)
    for line in expected where !drawn.contains(line) { Issue.record("\(name): not drawn: \(line)\n\(drawn)") }
    for line in Self.lines("never", in: text) where drawn.contains(line) {
      Issue.record("\(name): drawn: \(line)\n\(drawn)")
    }
  }
}
