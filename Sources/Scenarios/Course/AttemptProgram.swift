import Console
import Exercises
import Foundation

/// A program made of the learner's file and its check.
struct AttemptProgram {
  /// Where the program and its parts are, until `remove`.
  private let folder: URL
  private var program: URL { folder.appendingPathComponent("attempt") }

  /// Why there is no program.
  struct CompilerError: Error {
    /// What the compiler says of the learner's file.
    let text: String
  }

  /// Compiles a file, against the modules that this program was built from.
  ///
  /// - Parameter path: the file, from the root of the package on.
  /// - Throws: ``CompilerError`` with what the compiler says; ``InputError`` if there is no compiler.
  init(_ files: ExerciseFiles, at path: String, isColoured: Bool) throws {
    let build = thisProgram.deletingLastPathComponent()
    let objects = Self.objects(in: build)
    guard objects.allSatisfy(FileManager.default.fileExists) else {
      throw InputError(message: "\(build.path) has no complete build of the package. Run 'swift build' first.")
    }
    Self.removeLeftFolders()
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("\(Self.prefix)\(getpid())-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let main = folder.appendingPathComponent("main.swift")
    let check = files.exercise.typeName.prefix(1).lowercased() + files.exercise.typeName.dropFirst()
    try "import Exercises\n\nCheckProgram.run { $0.\(check)(Attempt.self) }\n"
      .write(to: main, atomically: true, encoding: .utf8)
    let arguments =
      [
        "swiftc", "-swift-version", "6", "-Onone", "-suppress-warnings",
        "-enable-upcoming-feature", "ExistentialAny", "-enable-upcoming-feature", "MemberImportVisibility",
        isColoured ? "-color-diagnostics" : "-no-color-diagnostics",
        "-I", build.appendingPathComponent("Modules").path, "-module-name", "Attempt",
        path, main.path, "-o", program.path,
      ] + objects
    let run = try TimedProcess.run(
      URL(fileURLWithPath: "/usr/bin/env"), arguments, in: files.root, seconds: 120)
    if run.status == 127 {
      remove()
      throw InputError(message: "'swiftc' is not in the PATH. The checks compile your file with it.")
    }
    if run.status != 0 {
      remove()
      let text = Self.cut(run.output, to: path, main: main.path)
      let missing = "The file needs 'enum Attempt: \(files.exercise.typeName)Exercise', with the members that it had."
      throw CompilerError(text: text.isEmpty ? missing : text)
    }
  }

  func remove() { try? FileManager.default.removeItem(at: folder) }

  /// Runs the check.
  func run() throws -> CheckResult {
    let report = folder.appendingPathComponent("report")
    guard FileManager.default.createFile(atPath: report.path, contents: nil) else {
      throw OutputError(message: "\(report.path) cannot be made.")
    }
    let run = try TimedProcess.run(program, [report.path], in: folder, seconds: Self.limit)
    let lines = try String(contentsOf: report, encoding: .utf8).split(separator: "\n")
      .map { try JSONDecoder().decode(Check.Line.self, from: Data($0.utf8)) }
    return CheckResult(lines, run)
  }

  /// How long a check may take, in seconds.
  private static let limit = 20.0

  /// The object files of the modules that a learner's file uses: one for each source, as the build has made them.
  private static func objects(in build: URL) -> [String] {
    ["RawObserving", "ManagedObserving", "Exercises"].flatMap { module -> [String] in
      let sources = PackageRoot.built.appendingPathComponent("Sources/\(module)")
      let files = (try? FileManager.default.subpathsOfDirectory(atPath: sources.path)) ?? []
      return files.filter { $0.hasSuffix(".swift") }.sorted().map { file in
        build.appendingPathComponent("\(module).build/\((file as NSString).lastPathComponent).o").path
      }
    }
  }

  /// What the compiler says of the learner's file. All that it says of the check's own file becomes one sentence.
  private static func cut(_ output: String, to path: String, main: String) -> String {
    let parts = output.components(separatedBy: "\n").reduce(into: [[String]]()) { parts, line in
      let begins = line.contains(": error: ") && (line.contains(path) || line.contains(main))
      if begins || parts.isEmpty { parts.append([]) }
      parts[parts.count - 1].append(line)
    }
    let mine = parts.filter { !($0.first?.contains(main) ?? false) }.map { $0.joined(separator: "\n") }
    return mine.joined(separator: "\n").trimmingCharacters(in: .whitespacesAndNewlines)
  }

  private static let prefix = "raw-beside-managed-exercise-"

  /// Removes the folders of interrupted checks: those whose process no longer exists.
  private static func removeLeftFolders() {
    let temporary = FileManager.default.temporaryDirectory
    for name in (try? FileManager.default.contentsOfDirectory(atPath: temporary.path)) ?? [] {
      guard name.hasPrefix(prefix) else { continue }
      let process = name.dropFirst(prefix.count).split(separator: "-").first.flatMap { pid_t($0) }
      guard let process, kill(process, 0) != 0, errno == ESRCH else { continue }
      try? FileManager.default.removeItem(at: temporary.appendingPathComponent(name))
    }
  }
}
