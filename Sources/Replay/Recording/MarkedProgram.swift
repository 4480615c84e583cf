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

  /// How much the marks tell of a program.
  package enum Detail: String, CaseIterable, Sendable {
    /// Lines, and what variables hold.
    case variables
    case lines
    /// Only what the engine and the mediator report.
    case events
  }

  /// - Parameters:
  ///   - files: the sources, from the root of the package on.
  ///   - main: the text of the main file.
  /// - Throws: ``CompilerError`` with what the compiler says; `InputError` if there is no compiler, or no build.
  package init(_ files: [String], _ build: BuiltModules, main: String) throws {
    let compiler = Compiler(build)
    let texts = try files.map { try String(contentsOf: URL(filePath: $0, relativeTo: build.root), encoding: .utf8) }
    path = try compiler.program(of: files + texts) { trees in
      var copies: [String: String] = [:]
      for ((file, text), tree) in zip(zip(files, texts), try compiler.trees(of: files, trees)) {
        let copy = try MarkedSource(text, tree: tree, path: file)
        copies[(file as NSString).lastPathComponent] = copy.text
      }
      copies["main.swift"] = main
      return copies
    }
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

  /// The program of some files, which is kept for the next time.
  ///
  /// - Parameters:
  ///   - texts: all that the program depends on, besides the build.
  ///   - write: returns the files by their names; it is passed a name for a file of its own.
  func program(of texts: [String], _ write: (URL) throws -> [String: String]) throws -> URL {
    let library = try library()
    let folder = try cache.folder(MarkedProgram.key(of: texts + [library.path])) { draft in
      let files = try write(draft.appending(path: "trees")).sorted { $0.key < $1.key }
      for (name, text) in files {
        try text.write(to: draft.appending(path: name), atomically: false, encoding: .utf8)
      }
      try link(files.map { draft.appending(path: $0.key) }, library, to: draft.appending(path: "program"))
    }
    return folder.appending(path: "program")
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

  private var settings: [String] {
    let common = [
      "-swift-version", "6", "-Onone", "-suppress-warnings", "-module-name", "Marked",
      "-I", build.importPath,
      build.isColoured ? "-color-diagnostics" : "-no-color-diagnostics",
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
  ///   - draft: a file for what the compiler prints, which is far more than fits into a message.
  ///   - isMain: whether there is one file, which has statements outside functions.
  func trees(of files: [String], _ draft: URL, isMain: Bool = false) throws -> [Data] {
    let options =
      (isMain ? [] : ["-parse-as-library"])
      + ["-enable-batch-mode", "-dump-ast", "-Xfrontend", "-dump-ast-format"]
    try run(settings + options + ["-Xfrontend", "json"] + files, to: draft)
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

  /// The tree of a reader's program. Whether a type of it is `@main` is known when there is a tree: the text may have the word in a
  /// comment.
  func tree(of file: String, _ draft: URL, runsItself: Bool, _ text: String) throws -> Data {
    let seemsToHaveMain = text.firstMatch(of: #/(?m)^\s*@main\b/#) != nil
    do { return try trees(of: [file], draft, isMain: runsItself && !seemsToHaveMain)[0] } catch {
      guard runsItself, seemsToHaveMain, let trees = try? trees(of: [file], draft, isMain: true) else { throw error }
      return trees[0]
    }
  }

  /// Compiles one file, and keeps nothing.
  ///
  /// - Parameter shown: what the compiler is to call the file.
  func check(_ text: String, shown: String, isMain: Bool) throws {
    let draft = cache.draft()
    defer { try? FileManager.default.removeItem(at: draft) }
    try FileManager.default.createDirectory(at: draft, withIntermediateDirectories: true)
    let file = draft.appending(path: Self.played)
    try text.write(to: file, atomically: false, encoding: .utf8)
    let output = draft.appending(path: "output").path
    do {
      try run(settings + (isMain ? [] : ["-parse-as-library"]) + ["-emit-sil", "-o", output, file.path])
    } catch let error as MarkedProgram.CompilerError {
      throw MarkedProgram.CompilerError(text: error.text.replacing(file.path, with: shown))
    }
  }

  /// What a reader's file is called when the compiler reads it. The reader may have given it any name, or none.
  static let played = "played.swift"

  func link(_ copies: [URL], _ library: URL, to program: URL) throws {
    try run(
      settings + (copies.contains { $0.lastPathComponent == "main.swift" } ? [] : ["-parse-as-library"])
        + ["-wmo", "-num-threads", "2", "-o", program.path] + copies.map(\.path) + [
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
  /// - Parameters:
  ///   - text: what is in the file.
  ///   - shown: what the file is called in the recording.
  ///   - caller: statements that run what the file declares, if it runs nothing by itself.
  /// - Throws: ``CompilerError`` with what the compiler says of the file; `InputError` if there is no compiler or build,
  ///   or if the file runs nothing.
  package init(
    playing text: String, shown: String, _ build: BuiltModules, _ detail: Detail, caller: String? = nil
  ) throws {
    let compiler = Compiler(build)
    var text = text
    // A line for a shell, of which only a first line is accepted.
    if text.hasPrefix("#!") { text = "//" + text.dropFirst(2) }
    self.path = try compiler.program(of: [shown, text, detail.rawValue, caller ?? ""]) { trees in
      let file = trees.deletingLastPathComponent().appending(path: Compiler.played)
      try text.write(to: file, atomically: false, encoding: .utf8)
      let tree = try compiler.tree(of: file.path, trees, runsItself: caller == nil, text)
      let unseen =
        detail != .variables ? "variables" : try MarkedSource(text, tree: tree, path: shown).hasGlobals ? "globals" : ""
      let begin = "PlayedProgram.begin(unseen: \"\(unseen)\")"
      let copy = try MarkedSource(text, tree: tree, path: shown, detail, beginning: "Replay.\(begin)")
      if let caller {
        let main = "import Replay\n\(begin)\n\(caller)\n"
        return ["main.swift": main, "Program.swift": copy.text, "Printing.swift": Self.printing]
      }
      if !copy.hasMainType {
        guard copy.runsSomething else {
          throw InputError(
            message: "\(shown) runs nothing: it needs statements outside functions, or a type with @main.")
        }
        return ["main.swift": "import Replay; \(begin)\n" + copy.text, "Printing.swift": Self.printing]
      }
      guard copy.hasMainFunction else {
        throw InputError(message: "\(shown) has a type with @main, and no 'static func main()' in it.")
      }
      return ["Program.swift": copy.text, "Printing.swift": Self.printing]
    }
  }

  /// What the compiler says of a file when it compiles it as it is.
  ///
  /// - Parameter shown: what the compiler is to call the file.
  package static func complaints(about text: String, shown: String, _ build: BuiltModules, isMain: Bool) -> String? {
    let compiler = Compiler(build)
    let seemsToHaveMain = text.firstMatch(of: #/(?m)^\s*@main\b/#) != nil
    do { try compiler.check(text, shown: shown, isMain: isMain && !seemsToHaveMain) } catch {
      // In a comment it says nothing.
      if isMain, seemsToHaveMain, (try? compiler.check(text, shown: shown, isMain: true)) != nil { return nil }
      return (error as? CompilerError)?.text
    }
    return nil
  }

  /// What stands in for `print` in the copy, so that the recording has what is printed.
  private static let printing = """
    import Replay

    func print(_ items: Any..., separator: String = " ", terminator: String = "\\n") {
      let text = items.map { "\\($0)" }.joined(separator: separator)
      Swift.print(text, terminator: terminator)
      PlayedProgram.says(text)
    }

    """
}
