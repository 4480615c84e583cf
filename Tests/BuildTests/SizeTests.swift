import Foundation
import Testing

/// The steps are as small as the chapter says.
@Suite("The size of the steps", .watched) struct SizeTests {
  private static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Lessons/Build")

  /// The steps from the first one, each with the lines of its files. Its stories do not count.
  private static func steps() throws -> [[String: [String]]] {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    return try names.filter { $0.wholeMatch(of: /[1-9]-[a-z-]+/) != nil }.sorted().map { name in
      let step = folder.appendingPathComponent(name)
      let files = try FileManager.default.contentsOfDirectory(atPath: step.path)
        .filter { $0.hasSuffix(".swift") && $0 != "Demo.swift" }
      return try Dictionary(
        uniqueKeysWithValues: files.map { file in
          let text = try String(contentsOf: step.appendingPathComponent(file), encoding: .utf8)
          return (file, text.split(separator: "\n").map(String.init))
        })
    }
  }

  /// Whether the line has more than a comment.
  private static func isCode(_ line: String) -> Bool {
    let text = line.drop { $0 == " " }
    return !text.isEmpty && !text.hasPrefix("//")
  }

  @Test("each step adds 10 lines or more, and at most 40 of code, to the one before") func added() throws {
    let steps = try Self.steps()
    #expect(steps.count == 9)
    for (number, (before, after)) in zip([[:]] + steps, steps).enumerated() {
      let added = after.flatMap { file, lines in
        lines.difference(from: before[file] ?? []).insertions.compactMap {
          if case .insert(_, let line, _) = $0 { line } else { nil }
        }
      }
      let code = added.count(where: Self.isCode)
      #expect(added.count >= 10 && code <= 40, "step \(number + 1) adds \(added.count) lines, \(code) of code")
    }
  }

  @Test("the last step has fewer than 250 lines of code") func last() throws {
    let lines = try #require(try Self.steps().last).values.flatMap(\.self).filter(Self.isCode)
    #expect(lines.count < 250, "\(lines.count) lines")
  }

  @Test("every file keeps its name from step to step") func names() throws {
    let steps = try Self.steps()
    for (before, after) in zip(steps, steps.dropFirst()) {
      #expect(Set(before.keys).isSubset(of: after.keys))
    }
  }
}
