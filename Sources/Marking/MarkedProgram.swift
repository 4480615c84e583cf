import Console
package import Foundation

/// A program made of the marked copies of some files: what a recording is made with.
///
/// It is compiled against the modules that this program was built from, and kept until one of the files or this program
/// changes.
package struct MarkedProgram: Sendable {
  /// The program.
  package let path: URL

  /// What its recording cannot have.
  package struct Limits: Codable, Sendable {
    /// What has no marks, because the compiler refuses them, in words.
    package var refused: [String] = []
    /// Whether it has no marks at all.
    package var isUnmarked = false
    /// What no mark can report, in words.
    package var unrecorded: [String] = []
  }

  package let limits: Limits

  /// - Parameters:
  ///   - files: the sources, from the root of the package on.
  ///   - main: the text of the main file.
  /// - Throws: ``CompilerError`` with what the compiler says; `InputError` if there is no compiler, or no build.
  package init(_ files: [String], _ build: BuiltModules, main: String) throws {
    let compiler = Compiler(build)
    let texts = try files.map { try String(contentsOf: URL(filePath: $0, relativeTo: build.root), encoding: .utf8) }
    let folder = try compiler.folder(of: files + texts) { draft, library in
      var copies: [String: String] = [:]
      for ((file, text), tree) in zip(zip(files, texts), try compiler.trees(of: files, in: draft)) {
        let copy = try MarkedSource(text, tree: tree, path: file)
        copies[(file as NSString).lastPathComponent] = copy.text
      }
      copies["main.swift"] = main
      try compiler.link(copies, library, in: draft)
    }
    (path, limits) = (folder.appending(path: Compiler.program), Limits())
  }

  /// The name of a folder: the same for the same texts.
  static func key(of texts: [String]) -> String {
    fingerprint(of: texts.joined(separator: "\0"))
  }
}

// MARK: Programs of the reader's own

extension MarkedProgram {
  /// A program in one file, with statements outside functions or with a type that is `@main`.
  ///
  /// It has as many marks as the compiler accepts: what it refuses is left out.
  ///
  /// - Parameters:
  ///   - text: what is in the file.
  ///   - shown: what the file is called in the recording.
  ///   - file: what the compiler calls it if it refuses the file itself.
  ///   - caller: statements that run what the file declares, if it runs nothing by itself.
  /// - Throws: ``CompilerError`` with what the compiler says of the file; `InputError` if there is no compiler or build,
  ///   or if the file runs nothing.
  package init(
    playing text: String, shown: String, file: String, _ build: BuiltModules, caller: String? = nil
  ) throws {
    let compiler = Compiler(build)
    // A line for a shell, of which only a first line is accepted.
    let text = text.hasPrefix("#!") ? "//" + text.dropFirst(2) : text
    /// Throws what the compiler says of the file without marks, if it refuses that.
    func checkItself() throws {
      let complaints = try compiler.complaints(about: text, shown: file, runsItself: caller == nil)
      if let complaints { throw CompilerError(text: complaints) }
    }
    let folder = try compiler.folder(of: [shown, text, caller ?? ""]) { draft, library in
      let tree: Data
      do { tree = try compiler.tree(of: text, in: draft, runsItself: caller == nil) } catch let error as CompilerError {
        try checkItself()
        throw error
      }
      let program = PlayedSource(text: text, shown: shown, tree: tree, caller: caller)
      var refused: Set<MarkedPart> = []
      var isUnmarked = false
      while true {
        let copy = try program.copy(without: refused, isUnmarked: isUnmarked)
        do {
          try compiler.link(copy.files, library, in: draft)
          return try JSONEncoder().encode(copy.limits).write(to: draft.appending(path: Self.limitsName))
        } catch let error as CompilerError {
          if refused.isEmpty { try checkItself() }
          if isUnmarked {
            throw OutputError(
              message: "'swiftc' accepts the file, and then fails:\n\(error.text)", code: Ending.unexpected)
          }
          let more = copy.source.refused(in: error.text, path: shown).subtracting(refused)
          refused.formUnion(more)
          // With any mark it is refused, or with too many to find out which.
          isUnmarked = more.isEmpty || refused.count > Self.mostRefused
        }
      }
    }
    path = folder.appending(path: Compiler.program)
    limits = try JSONDecoder().decode(Limits.self, from: Data(contentsOf: folder.appending(path: Self.limitsName)))
  }

  private static let limitsName = "limits.json"
  private static let mostRefused = 40
}

/// A reader's program, of which marked copies are made.
private struct PlayedSource {
  let text: String
  let shown: String
  let tree: Data
  let caller: String?

  /// - Parameters:
  ///   - refused: what is to have no marks.
  ///   - isUnmarked: whether nothing has any.
  /// - Returns: the files of the program, by their names.
  func copy(without refused: Set<MarkedPart>, isUnmarked: Bool) throws -> (
    files: [String: String], source: MarkedSource, limits: MarkedProgram.Limits
  ) {
    // What it tells of itself is known when it is read.
    let known = try MarkedSource(text, tree: tree, path: shown, without: refused)
    let unseen =
      isUnmarked || !refused.isEmpty || known.hasUnmarkedChange ? "variables" : known.hasGlobals ? "globals" : ""
    let hidden = refused.compactMap { part in
      if case .type(let name, _) = part { literal(name) } else { nil }
    }
    let readsProperties = !isUnmarked && !known.hasUnmarkedChange
    let begin =
      "__PlayedProgram.begin(unseen: \(literal(unseen)), hidden: [\(hidden.sorted().joined(separator: ", "))], "
      + "readsProperties: \(readsProperties))"
    let source = try MarkedSource(
      text, tree: tree, path: shown, beginning: begin, without: refused, isUnmarked: isUnmarked)
    let limits = MarkedProgram.Limits(
      refused: refused.sorted { ($0.line, $0.words) < ($1.line, $1.words) }.map(\.words), isUnmarked: isUnmarked,
      unrecorded: known.unrecorded + (readsProperties || isUnmarked ? [] : ["what properties hold"]))
    let main = "import Recording; \(begin)\n"
    var files: [String: String] = [:]
    if let caller {
      files["main.swift"] = main + caller + "\n"
      files["Program.swift"] = source.text
    } else if source.hasMainType {
      guard source.hasMainFunction else {
        throw InputError(message: "\(shown) has a type with @main, and no 'static func main()' in it.")
      }
      files["Program.swift"] = source.text
    } else {
      guard source.runsSomething else {
        throw InputError(message: "\(shown) runs nothing: it needs statements outside functions, or a type with @main.")
      }
      files["main.swift"] = main + source.text
    }
    return (files, source, limits)
  }
}
