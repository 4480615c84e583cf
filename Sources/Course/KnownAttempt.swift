import Console
import Exercises
import Foundation

/// An attempt at an exercise of which the repository says what its check finds.
struct KnownAttempt {
  let exercise: Exercise
  /// `start`, `solution`, or the name that Tests/Attempts gives it.
  let name: String
  let text: String
  /// What the check finds; nil if the attempt passes.
  let failure: String?

  /// The file that the learner begins with, and the solution.
  static func ends(of files: ExerciseFiles) throws -> [KnownAttempt] {
    [
      KnownAttempt(
        exercise: files.exercise, name: "start", text: try start(of: files),
        failure: files.exercise.failure),
      KnownAttempt(
        exercise: files.exercise, name: "solution", text: try files.text(of: files.solutionPath), failure: nil),
    ]
  }

  /// What the learner begins with: the file that is given out; for a variant the solution of what it extends.
  private static func start(of files: ExerciseFiles) throws -> String {
    guard let before = files.exercise.before else { return try files.start() }
    return try files.text(of: try ExerciseFiles(before).solutionPath)
  }

  /// The attempts that Tests/Attempts has.
  static func others(of files: ExerciseFiles) throws -> [KnownAttempt] {
    let (start, solution) = (try start(of: files), try files.text(of: files.solutionPath))
    return try AttemptDifference.parsed(try files.text(of: files.attemptsPath), in: files.attemptsPath).map { one in
      KnownAttempt(
        exercise: files.exercise, name: one.name, text: try one.applied(to: one.isFromStart ? start : solution),
        failure: one.failure)
    }
  }
}

/// An attempt as Tests/Attempts has it: how it differs from the start or from the solution.
struct AttemptDifference {
  private(set) var name: String
  private(set) var why = ""
  private(set) var isFromStart = false
  /// What the check finds; nil if the attempt passes.
  private(set) var failure: String?
  /// Where it is, for messages.
  private let place: String
  /// Lines that stand together: those that are there, and those that take their place.
  private var parts: [(old: [String], new: [String])] = [([], [])]

  private init(_ name: String, _ place: String) { (self.name, self.place) = (name, place) }

  /// Reads a file of attempts. Blank lines, and lines that begin with `#`, do not count.
  ///
  /// - Throws: ``InputError`` that says what is wrong, and in which line.
  static func parsed(_ text: String, in path: String) throws -> [AttemptDifference] {
    var found: [AttemptDifference] = []
    for (number, line) in zip(1..., text.components(separatedBy: "\n")) where !isBlank(line) && !line.hasPrefix("#") {
      let place = "\(path):\(number)"
      if line.hasPrefix("attempt ") {
        found.append(AttemptDifference(String(line.dropFirst("attempt ".count)), place))
      } else if found.isEmpty {
        throw InputError(message: "\(place): begin with 'attempt NAME'.")
      } else if !found[found.count - 1].read(line) {
        throw InputError(
          message: "\(place): write 'why:', 'from: start', 'from: solution', 'fails:', '@@', or a line that begins "
            + "with '-', '+' or a space.")
      }
    }
    return found
  }

  private mutating func read(_ line: String) -> Bool {
    if line.hasPrefix("why: ") {
      why = String(line.dropFirst("why: ".count))
    } else if line.hasPrefix("fails: ") {
      failure = String(line.dropFirst("fails: ".count))
    } else if line == "from: start" || line == "from: solution" {
      isFromStart = line.hasSuffix("start")
    } else if line == "@@" {
      parts.append(([], []))
    } else if let mark = line.first, " -+".contains(mark) {
      let text = String(line.dropFirst())
      if mark != "+" { parts[parts.count - 1].old.append(text) }
      if mark != "-" { parts[parts.count - 1].new.append(text) }
    } else {
      return false
    }
    return true
  }

  /// The whole text of the attempt, without blank lines.
  ///
  /// - Throws: ``InputError`` unless each part is in the text exactly once.
  func applied(to text: String) throws -> String {
    var lines = text.components(separatedBy: "\n").filter { !Self.isBlank($0) }
    let trimmed = lines.map(Self.trimmed)
    var places: [(Range<Int>, new: [String])] = []
    for part in parts {
      let old = part.old.map(Self.trimmed)
      let starts = trimmed.indices.filter { trimmed[$0...].starts(with: old) }
      guard starts.count == 1, !old.isEmpty else {
        throw InputError(
          message: "\(place): the lines of '\(name)' from \"\(old.first ?? "")\" on are \(starts.count) times in the "
            + "\(isFromStart ? "start" : "solution"), and have to be there once.")
      }
      places.append((starts[0]..<starts[0] + old.count, part.new))
    }
    // From the end on, so that the places before stay where they are.
    for (range, new) in places.sorted(by: { $0.0.lowerBound > $1.0.lowerBound }) {
      lines.replaceSubrange(range, with: new)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func isBlank(_ line: String) -> Bool { line.allSatisfy(\.isWhitespace) }

  private static func trimmed(_ line: String) -> String { line.trimmingCharacters(in: .whitespaces) }
}
