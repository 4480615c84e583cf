import Console
package import Foundation

/// A program made of files that a learner wrote, and of a main file that calls them.
package struct LearnersProgram: Sendable {
  /// Where the program and its parts are, until ``remove()``.
  package let folder: URL
  package var program: URL { folder.appending(path: "attempt") }

  /// - Parameters:
  ///   - build: the modules that the files use.
  ///   - main: the text of the main file.
  ///   - missing: what the files need to declare. It is said if the compiler finds fault with the main file alone.
  ///   - place: the folder from which the files are named.
  ///   - sources: returns the paths of the learner's files. It may write some into the folder.
  /// - Throws: ``CompilerError`` with what the compiler says of the learner's files; `InputError` if there is no compiler.
  package init(
    _ build: BuiltModules, main text: String, missing: [String], in place: URL, isColoured: Bool,
    _ sources: (URL) throws -> [String]
  ) throws {
    folder = TemporaryPlace.new()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let main = folder.appending(path: "main.swift").path
    let compiler = Compiler(build, module: "Attempt", in: place)
    let settings =
      compiler.settings(isColoured: isColoured) + [
        "-enable-upcoming-feature", "ExistentialAny", "-enable-upcoming-feature", "MemberImportVisibility",
      ]
    do {
      try text.write(toFile: main, atomically: true, encoding: .utf8)
      let paths = try sources(folder)
      do {
        try compiler.link(paths + [main], compiler.library(), to: program, settings)
      } catch let error as CompilerError {
        guard (paths + [main]).contains(where: error.text.contains) else {
          let why = TimedProcess.firstError(in: error.text)
          throw OutputError(message: "'swiftc' fails, and names no line of your file: \(why)", code: Ending.unexpected)
        }
        let said = Self.cut(error.text, to: paths, main: main)
        throw CompilerError(text: said.isEmpty ? missing.joined(separator: "\n") : said)
      }
    } catch {
      remove()
      throw error
    }
  }

  package func remove() { try? FileManager.default.removeItem(at: folder) }

  /// What the compiler says of the learner's files. All that it says of the main file becomes one sentence.
  private static func cut(_ output: String, to paths: [String], main: String) -> String {
    let parts = output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init).reduce(
      into: [[String]]()
    ) { parts, line in
      let begins = line.contains(": error: ") && (paths + [main]).contains(where: line.contains)
      if begins || parts.isEmpty { parts.append([]) }
      parts[parts.count - 1].append(line)
    }
    let mine = parts.filter { !($0.first?.contains(main) ?? false) }.map { $0.joined(separator: "\n") }
    return mine.joined(separator: "\n").trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
