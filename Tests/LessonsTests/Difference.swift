@testable import Course
@testable import Scenarios

/// The difference between two versions of a file, as a `diff` block shows it.
enum Difference {
  /// The lines of the block, with a line of dots between its parts.
  static func lines(from old: [String], to new: [String]) -> [String] {
    let parts = LineDifference.parts(from: old, to: new).map { part in
      part.map { $0.mark == " " && $0.text.isEmpty ? "" : "\($0.mark)\($0.text)" }
    }
    return Array(parts.joined(separator: ["…"]))
  }

  /// The lines of a file without the comment that it begins with.
  static func code(_ lines: [String]) -> [String] { Array(lines.drop { $0.hasPrefix("//") }) }
}
