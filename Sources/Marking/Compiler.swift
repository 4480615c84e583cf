import Console
import Foundation

/// What the compiler says of files that it refuses.
package struct CompilerError: Error {
  package let text: String
}

/// Calls the compiler, with the modules that this program was built from.
struct Compiler {
  let build: BuiltModules
  /// What the module of the files is called.
  let module: String
  /// The folder in which it is called: it names the files as it is told them.
  let place: URL

  init(_ build: BuiltModules, module: String = "Marked", in place: URL? = nil) {
    (self.build, self.module, self.place) = (build, module, place ?? build.root)
  }

  /// What is kept: beside the build, which `swift package clean` removes.
  var cache: ProgramCache { ProgramCache(build.folder.appending(path: "marked")) }

  /// The folder of a program, which is kept for the next time.
  ///
  /// - Parameters:
  ///   - texts: all that the program depends on, besides the build.
  ///   - make: puts the program into a draft of the folder. It is passed the modules as a library.
  func folder(of texts: [String], _ make: (_ draft: URL, _ library: URL) throws -> Void) throws -> URL {
    let library = try library()
    let maker = try BuiltModules([Self.maker], in: build.folder).date
    let key = MarkedProgram.key(of: texts + [library.path, "\(maker)"])
    return try cache.folder(key) { draft in try make(draft, library) }
  }

  /// The module that this is: what it makes of a text may be another program after it has changed.
  static let maker = "Marking"

  /// The modules as one dynamic library, which takes less time to link against than their objects.
  func library() throws -> URL {
    // Two sets of modules may have the same latest object.
    let folder = try cache.folder("library-\(MarkedProgram.key(of: build.names))-\(build.date)") { draft in
      let path = draft.appending(path: Self.libraryName).path
      // Beside the first object the compiler keeps a file with the module's name, which says what to link. It has to be
      // another one for another process that links at the same time.
      let module = "Stories" + UUID().uuidString.filter(\.isHexDigit)
      try run(["-emit-library", "-module-name", module, "-o", path] + Self.naming + build.objects)
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

  func settings(isColoured: Bool) -> [String] {
    let common = [
      "-swift-version", "6", "-Onone", "-suppress-warnings", "-module-name", module,
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
        throw CompilerError(text: "the compiler prints no tree of \(file)")
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
    } catch let error as CompilerError { return error.text.replacing(file.path, with: shown) }
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
    let isLibrary = texts["main.swift"] == nil
    try link(
      files.map(\.path), library, to: folder.appending(path: Self.program),
      settings(isColoured: false) + (isLibrary ? ["-parse-as-library"] : []))
  }

  /// Compiles files, and links them.
  func link(_ files: [String], _ library: URL, to program: URL, _ settings: [String]) throws {
    try run(
      settings + ["-wmo", "-num-threads", "2", "-o", program.path] + files + [
        library.path, "-Xlinker", "-rpath", "-Xlinker", library.deletingLastPathComponent().path,
      ] + Self.foundation)
  }

  /// The modules import Foundation. So the compiler may choose a method of it in a file that does not, which is linked with
  /// Foundation only where it is said.
  #if os(Linux)
    private static let foundation = ["-lFoundation", "-lFoundationEssentials"]
  #else
    private static let foundation: [String] = []
  #endif

  /// Runs the compiler.
  ///
  /// - Parameter output: a file for what it prints if it succeeds.
  private func run(_ arguments: [String], to output: URL? = nil) throws {
    var words = ["/usr/bin/env", "swiftc"] + arguments
    if let output { words = ["/bin/sh", "-c", "out=$1; shift; exec \"$@\" >\"$out\" 2>&1", "sh", output.path] + words }
    let process = try TimedProcess.compile(words, in: place)
    if process.status == 127 {
      throw InputError(
        message: "'swiftc' is not in the PATH. Your files, and what is recorded, are compiled with it.",
        code: Ending.unavailable)
    }
    guard process.status != 0 else { return }
    let text = try output.map { try String(contentsOf: $0, encoding: .utf8) } ?? process.output
    let lines = text.split(separator: "\n").filter { !$0.contains("{\"_kind\":\"source_file\"") }
    throw CompilerError(text: lines.joined(separator: "\n"))
  }
}
