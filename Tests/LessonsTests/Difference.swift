@testable import Scenarios

/// The difference between two versions of a file, as a `diff` block shows it.
enum Difference {
  /// The lines of the block. Each part begins with the name of the file and the number of its first line there. A file
  /// that is new is one part without a beginning.
  static func lines(from old: [String], to new: [String], of file: String) -> [String] {
    if old.isEmpty { return new.map { "+" + $0 } }
    return LineDifference.parts(from: old, to: new).flatMap { part in
      ["@@ \(file), line \(part[0].number) @@"]
        + part.map { $0.mark == " " && $0.text.isEmpty ? "" : "\($0.mark)\($0.text)" }
    }
  }
}
