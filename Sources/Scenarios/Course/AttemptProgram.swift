import Console
import Exercises
import Foundation
import RawObserving
import Replay

/// A program made of attempts and their checks.
struct AttemptProgram: Sendable {
  /// Where the program and its parts are, until `remove`.
  private let folder: URL
  private let count: Int
  var program: URL { folder.appendingPathComponent("attempt") }

  /// Why there is no program.
  struct CompilerError: Error {
    /// What the compiler says of the attempts.
    let text: String
  }

  /// Compiles a learner's file, against the modules that this program was built from.
  ///
  /// - Throws: ``CompilerError`` with what the compiler says; ``InputError`` if there is no compiler.
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

  /// Compiles a file with a mediator, into a program that plays orders with it: ``OrderProgram``.
  ///
  /// - Throws: ``CompilerError`` with what the compiler says; ``InputError`` if there is no file, or no compiler.
  init(playingOrdersOf file: String, isColoured: Bool) throws {
    guard FileManager.default.isReadableFile(atPath: file) else {
      throw InputError(message: "\(quoted(file)) cannot be read. --mine takes a file of 'Build a mediator'.")
    }
    // The compiler would print what is in it.
    _ = try PlayedRun.text(of: file)
    guard PlayedRun.isPlainFile(file) else { throw InputError(message: "\(quoted(file)) is no file in a folder.") }
    try self.init(
      0, in: URL(fileURLWithPath: "."), isColoured: isColoured,
      modules: Self.modules + ["Console", "Explain", "Replay", "Scenarios"],
      main: "import Scenarios\n\nOrderProgram.run(Attempt.self)\n",
      missing: ["The file needs 'enum Attempt: MediatorExercise', as the files of 'Build a mediator' have it."]
    ) { _ in [file.hasPrefix("-") ? "./\(file)" : file] }
  }

  private init(
    _ attempts: [(exercise: Exercise, type: String)], in root: URL, isColoured: Bool,
    _ sources: (URL) throws -> [String]
  ) throws {
    let missing = attempts.map {
      "The file needs 'enum Attempt: \($0.exercise.protocolName)', with the members that it had."
    }
    try self.init(
      attempts.count, in: root, isColoured: isColoured, modules: Self.modules, main: Self.text(of: attempts),
      missing: missing, sources)
  }

  private init(
    _ count: Int, in root: URL, isColoured: Bool, modules: [String], main text: String, missing: [String],
    _ sources: (URL) throws -> [String]
  ) throws {
    let build = try BuiltModules(modules)
    self.count = count
    folder = TemporaryPlace.new()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let main = folder.appendingPathComponent("main.swift")
    try text.write(to: main, atomically: true, encoding: .utf8)
    let paths = try sources(folder)
    let arguments =
      [
        "/usr/bin/env", "swiftc", "-swift-version", "6", "-Onone", "-suppress-warnings",
        "-enable-upcoming-feature", "ExistentialAny", "-enable-upcoming-feature", "MemberImportVisibility",
        isColoured ? "-color-diagnostics" : "-no-color-diagnostics",
        "-wmo", "-num-threads", "\(ProcessInfo.processInfo.activeProcessorCount)",
        "-I", build.importPath, "-module-name", "Attempt", "-o", program.path,
      ] + paths + [main.path] + build.objects
    let run = try TimedProcess.compile(arguments, in: root)
    if run.status == 127 {
      remove()
      throw InputError(
        message: "'swiftc' is not in the PATH. The checks compile your file with it.", code: Ending.unavailable)
    }
    if run.status != 0 {
      remove()
      guard (paths + [main.path]).contains(where: run.output.contains) else {
        let why = TimedProcess.firstError(in: run.output)
        throw OutputError(message: "'swiftc' fails, and names no line of your file: \(why)", code: Ending.unexpected)
      }
      let said = Self.cut(run.output, to: paths, main: main.path)
      throw CompilerError(text: said.isEmpty ? missing.joined(separator: "\n") : said)
    }
  }

  /// A program whose second argument is the number of an attempt.
  private static func text(of attempts: [(exercise: Exercise, type: String)]) -> String {
    let cases = attempts.enumerated().map { index, attempt in
      "  case \"\(index)\": $0.\(attempt.exercise.call(attempt.type))"
    }
    return """
      import Exercises

      CheckProgram.run {
        switch CommandLine.arguments[2] {
      \(cases.joined(separator: "\n"))
        default: break
        }
      }

      """
  }

  func remove() { try? FileManager.default.removeItem(at: folder) }

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
    let report = folder.appendingPathComponent("report-\(index)")
    guard FileManager.default.createFile(atPath: report.path, contents: nil) else {
      throw OutputError(message: "\(report.path) cannot be made.")
    }
    let run = try TimedProcess.run(program, [report.path, "\(index)"], in: folder, seconds: Self.limit)
    let lines = try String(contentsOf: report, encoding: .utf8).split(separator: "\n")
      .map { try JSONDecoder().decode(Check.Line.self, from: Data($0.utf8)) }
    return CheckResult(lines, run)
  }

  /// How long a check may take, in seconds.
  private static let limit = 20.0

  /// The modules that a learner's file uses.
  private static let modules = ["RawObserving", "ManagedObserving", "Exercises"]

  /// What the compiler says of the attempts. All that it says of the check's own file becomes one sentence.
  private static func cut(_ output: String, to paths: [String], main: String) -> String {
    let parts = output.components(separatedBy: "\n").reduce(into: [[String]]()) { parts, line in
      let begins = line.contains(": error: ") && (paths + [main]).contains(where: line.contains)
      if begins || parts.isEmpty { parts.append([]) }
      parts[parts.count - 1].append(line)
    }
    let mine = parts.filter { !($0.first?.contains(main) ?? false) }.map { $0.joined(separator: "\n") }
    return mine.joined(separator: "\n").trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
