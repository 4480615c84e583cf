import Console
import Exercises
import Foundation
import Marking
import RawObserving

/// A program made of attempts and their checks.
struct AttemptProgram: Sendable {
  private let built: LearnersProgram
  private let count: Int

  /// Compiles a learner's file, against the modules that this program was built from.
  ///
  /// - Throws: `CompilerError` with what the compiler says; ``InputError`` if there is no compiler.
  init(_ files: ExerciseFiles, isColoured: Bool) throws {
    try self.init([(files.exercise, "Attempt")], in: files.root, isColoured: isColoured) { _ in [files.path] }
  }

  /// Compiles attempts whose verdicts are known, all of them into one program.
  init(_ attempts: [KnownAttempt], in root: URL) throws {
    let types = attempts.indices.map { "Attempt\($0)" }
    try self.init(zip(attempts, types).map { ($0.exercise, $1) }, in: root, isColoured: false) { folder in
      try zip(attempts, types).map { attempt, type in
        let file = folder.appendingPathComponent("\(attempt.exercise.name)--\(attempt.name).swift")
        try attempt.text.replacing(#/\bAttempt\b/#, with: type).write(to: file, atomically: false, encoding: .utf8)
        return file.path
      }
    }
  }

  private init(
    _ attempts: [(exercise: Exercise, type: String)], in root: URL, isColoured: Bool,
    _ sources: (URL) throws -> [String]
  ) throws {
    let missing = attempts.map {
      "The file needs 'enum Attempt: \($0.exercise.protocolName)', with the members that it had."
    }
    count = attempts.count
    built = try LearnersProgram(
      BuiltModules(["Console", "RawObserving", "ManagedObserving", "Exercises"]), main: Self.text(of: attempts),
      missing: missing, in: root, isColoured: isColoured, sources)
  }

  /// A program whose second argument is the number of an attempt.
  private static func text(of attempts: [(exercise: Exercise, type: String)]) -> String {
    let cases = attempts.enumerated().map { index, attempt in
      "  case \"\(index)\": $0.\(attempt.exercise.call(attempt.type))"
    }
    return """
      import Console
      import Exercises

      CrashReports.disable()
      CheckProgram.run {
        switch CommandLine.arguments[2] {
      \(cases.joined(separator: "\n"))
        default: break
        }
      }

      """
  }

  func remove() { built.remove() }

  /// Runs every check, twice as many at a time as there are processors: many wait for what should not come.
  func runAll() throws -> [CheckResult] {
    let threads = 2 * ProcessInfo.processInfo.activeProcessorCount
    let results = Locked<[Int: Result<CheckResult, any Error>]>([:])
    let (next, done) = (Locked(0), DispatchSemaphore(value: 0))
    for _ in 0..<threads {
      Thread {
        while true {
          let index = next.withLock { next in
            defer { next += 1 }
            return next
          }
          guard index < count else { break }
          let result = Result { try run(index) }
          results.withLock { $0[index] = result }
        }
        done.signal()
      }.start()
    }
    for _ in 0..<threads { done.wait() }
    return try (0..<count).map { index in try results.withLock { $0[index]! }.get() }
  }

  /// Runs the check of that attempt.
  func run(_ index: Int = 0) throws -> CheckResult {
    let report = built.folder.appendingPathComponent("report-\(index)")
    guard FileManager.default.createFile(atPath: report.path, contents: nil) else {
      throw OutputError(message: "\(report.path) cannot be made.")
    }
    let run = try TimedProcess.run(
      built.program, [report.path, "\(index)"], in: built.folder, seconds: Self.limit)
    let lines = try String(contentsOf: report, encoding: .utf8).split(separator: "\n")
      .map { try JSONDecoder().decode(Check.Line.self, from: Data($0.utf8)) }
    return CheckResult(lines, run)
  }

  /// How long a check may take, in seconds.
  private static let limit = 20.0
}
