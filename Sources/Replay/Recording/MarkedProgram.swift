import Console
package import Foundation

/// A program made of the marked copies of some files: what a recording is made with.
///
/// It is compiled against the modules that this program was built from, and kept until one of the files or this program
/// changes.
package struct MarkedProgram: Sendable {
  /// The program.
  package let path: URL

  /// Why there is no program.
  package struct CompilerError: Error {
    /// What the compiler says of the files.
    package let text: String

    package init(text: String) { self.text = text }
  }

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
  fileprivate static func key(of texts: [String]) -> String {
    fingerprint(of: texts.joined(separator: "\0"))
  }
}

/// Calls the compiler.
private struct Compiler {
  let build: BuiltModules

  init(_ build: BuiltModules) { self.build = build }

  /// What is kept: beside the build, which `swift package clean` removes.
  var cache: ProgramCache { ProgramCache(build.folder.appending(path: "marked")) }

  /// The folder of a program, which is kept for the next time.
  ///
  /// - Parameters:
  ///   - texts: all that the program depends on, besides the build.
  ///   - make: puts the program into a draft of the folder. It is passed the modules as a library.
  func folder(of texts: [String], _ make: (_ draft: URL, _ library: URL) throws -> Void) throws -> URL {
    let library = try library()
    return try cache.folder(MarkedProgram.key(of: texts + [library.path])) { draft in try make(draft, library) }
  }

  /// The modules as one dynamic library, which takes less time to link against than their objects.
  func library() throws -> URL {
    let dates = build.objects.map { path in
      let attributes = try? FileManager.default.attributesOfItem(atPath: path)
      return (attributes?[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
    }
    let latest = dates.max() ?? 0
    // Two sets of modules may have the same latest object.
    let folder = try cache.folder("library-\(MarkedProgram.key(of: build.names))-\(Int(latest * 1000))") { draft in
      let path = draft.appending(path: Self.libraryName).path
      try run(["-emit-library", "-module-name", "Stories", "-o", path] + Self.naming + build.objects)
    }
    return folder.appending(path: Self.libraryName)
  }

  #if canImport(Darwin)
    private static let libraryName = "libstories.dylib"
    /// A library says where programs look for it. By default that is where it was made.
    private static let naming = ["-Xlinker", "-install_name", "-Xlinker", "@rpath/\(libraryName)"]
  #else
    private static let libraryName = "libstories.so"
    private static let naming = ["-Xlinker", "-soname", "-Xlinker", libraryName]
  #endif

  private func settings(isColoured: Bool) -> [String] {
    let common = [
      "-swift-version", "6", "-Onone", "-suppress-warnings", "-module-name", "Marked",
      "-I", build.importPath,
      isColoured ? "-color-diagnostics" : "-no-color-diagnostics",
    ]
    guard let tested = build.tested else { return common }
    let features = ["ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility"]
    return common + features.flatMap { ["-enable-upcoming-feature", $0] } + [
      "-package-name", build.packageName, "-Xfrontend", "-testable-import-module", "-Xfrontend", tested,
    ]
  }

  /// The typed syntax trees of the files, as JSON.
  ///
  /// - Parameters:
  ///   - folder: for what the compiler prints, which is far more than fits into a message.
  ///   - isMain: whether there is one file, which has statements outside functions.
  func trees(of files: [String], in folder: URL, isMain: Bool = false) throws -> [Data] {
    let draft = folder.appending(path: "trees")
    let options =
      (isMain ? [] : ["-parse-as-library"])
      + ["-enable-batch-mode", "-dump-ast", "-Xfrontend", "-dump-ast-format"]
    try run(settings(isColoured: false) + options + ["-Xfrontend", "json"] + files, to: draft)
    // One tree after the other, in an order of the compiler's own.
    let output = try Data(contentsOf: draft)
    let beginning = Data("{\"_kind\":\"source_file\",\"filename\":\"".utf8)
    var starts: [Data.Index] = []
    while let next = output.range(of: beginning, in: (starts.last.map { $0 + 1 } ?? 0)..<output.endIndex) {
      starts.append(next.lowerBound)
    }
    let trees = zip(starts, starts.dropFirst() + [output.endIndex]).map { output[$0..<$1] }
    return try files.map { file in
      let head = beginning + Data(file.utf8) + Data("\"".utf8)
      guard let tree = trees.first(where: { $0.starts(with: head) }) else {
        throw MarkedProgram.CompilerError(text: "the compiler prints no tree of \(file)")
      }
      return Data(tree)
    }
  }

  /// The tree of a reader's program.
  ///
  /// - Parameter runsItself: whether it has statements outside functions, or a type that is `@main`.
  func tree(of text: String, in folder: URL, runsItself: Bool) throws -> Data {
    let file = folder.appending(path: Self.played)
    try text.write(to: file, atomically: false, encoding: .utf8)
    return try Self.either(runsItself, text) { try trees(of: [file.path], in: folder, isMain: $0)[0] }
  }

  /// Calls the body with whether the file has statements outside functions. That is known when it is compiled: the text may
  /// have `@main` in a comment.
  private static func either<Result>(_ runsItself: Bool, _ text: String, _ body: (Bool) throws -> Result) throws
    -> Result
  {
    let hasMain = text.firstMatch(of: #/(?m)^\s*@main\b/#) != nil
    do { return try body(runsItself && !hasMain) } catch {
      guard runsItself, hasMain, let result = try? body(true) else { throw error }
      return result
    }
  }

  /// What the compiler says of a file when it compiles it as it is; nil if it compiles.
  ///
  /// - Parameter shown: what the compiler is to call the file.
  func complaints(about text: String, shown: String, runsItself: Bool) throws -> String? {
    let draft = cache.draft()
    defer { try? FileManager.default.removeItem(at: draft) }
    try FileManager.default.createDirectory(at: draft, withIntermediateDirectories: true)
    let file = draft.appending(path: Self.played)
    try text.write(to: file, atomically: false, encoding: .utf8)
    let output = draft.appending(path: "output").path
    do {
      try Self.either(runsItself, text) { isMain in
        let options = (isMain ? [] : ["-parse-as-library"]) + ["-emit-sil", "-o", output, file.path]
        try run(settings(isColoured: build.isColoured) + options)
      }
    } catch let error as MarkedProgram.CompilerError { return error.text.replacing(file.path, with: shown) }
    return nil
  }

  /// What a reader's file is called when the compiler reads it. The reader may have given it any name, or none.
  static let played = "played.swift"

  /// What the program is called in its folder.
  static let program = "program"

  /// Compiles the files of a program, and links them.
  ///
  /// - Parameter texts: by the names of the files.
  func link(_ texts: [String: String], _ library: URL, in folder: URL) throws {
    let files = texts.keys.sorted().map { folder.appending(path: $0) }
    for file in files {
      try texts[file.lastPathComponent]?.write(to: file, atomically: false, encoding: .utf8)
    }
    try run(
      settings(isColoured: false) + (texts["main.swift"] == nil ? ["-parse-as-library"] : [])
        + ["-wmo", "-num-threads", "2", "-o", folder.appending(path: Self.program).path] + files.map(\.path) + [
          library.path, "-Xlinker", "-rpath", "-Xlinker", library.deletingLastPathComponent().path,
        ])
  }

  /// Runs the compiler.
  ///
  /// - Parameter output: a file for what it prints if it succeeds.
  private func run(_ arguments: [String], to output: URL? = nil) throws {
    var words = ["/usr/bin/env", "swiftc"] + arguments
    if let output { words = ["/bin/sh", "-c", "out=$1; shift; exec \"$@\" >\"$out\" 2>&1", "sh", output.path] + words }
    let process = try TimedProcess.compile(words, in: build.root)
    if process.status == 127 {
      throw InputError(
        message: "'swiftc' is not in the PATH. A recording is made with a program that it compiles.",
        code: Ending.unavailable)
    }
    guard process.status != 0 else { return }
    let text = try output.map { try String(contentsOf: $0, encoding: .utf8) } ?? process.output
    let lines = text.split(separator: "\n").filter { !$0.contains("{\"_kind\":\"source_file\"") }
    throw MarkedProgram.CompilerError(text: lines.joined(separator: "\n"))
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
    let main = "import Replay; \(begin)\n"
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
