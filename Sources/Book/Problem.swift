/// Something that is wrong with a page, and where.
struct Problem: Error, Equatable, Sendable, CustomStringConvertible {
  let page: String
  /// Counted from 1.
  let line: Int
  let message: String

  /// Something else at the same place.
  func saying(_ message: String) -> Problem { Problem(page: page, line: line, message: message) }

  var description: String { "\(page):\(line): \(message)" }
}

extension Page {
  /// Something that is wrong with this page.
  func problem(_ line: Int, _ message: String) -> Problem {
    Problem(page: path, line: line, message: message)
  }

  /// Something that is wrong with this block.
  func problem(_ block: Block, _ message: String) -> Problem { problem(block.line, message) }
}

/// Why a block cannot be compared with anything.
struct Unreadable: Error, Equatable {
  let reason: String

  init(_ reason: String) {
    self.reason = reason
  }
}
