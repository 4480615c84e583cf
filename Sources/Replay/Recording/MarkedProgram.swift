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
  }

  /// Where the modules are that the files are compiled against.
  package struct Modules: Sendable {
    /// The folder with the objects of each module.
    let folder: URL
    /// The root of the package.
    let root: URL
    /// The modules, and the one whose internal names the files may use, if there is one.
    let modules: [String]
    let tested: String?

    package init(in folder: URL, root: URL, modules: [String], testing tested: String?) {
      (self.folder, self.root, self.modules, self.tested) = (folder, root, modules, tested)
    }
  }

  /// - Parameters:
  ///   - files: the sources, from the root of the package on.
  ///   - main: the text of the main file. It is passed which properties of each file do not retain.
  /// - Throws: ``CompilerError`` with what the compiler says; `InputError` if there is no compiler, or no build.
  package init(
    _ files: [String], _ build: Modules, main: (_ unretained: [String: [String: RecordedEvent.Strength]]) -> String
  ) throws {
    let compiler = Compiler(build)
    let library = try compiler.library()
    let texts = try files.map { try String(contentsOf: URL(filePath: $0, relativeTo: build.root), encoding: .utf8) }
    let folder = compiler.cache.appending(path: Self.key(of: files, texts, library))
    path = folder.appending(path: "program")
    if FileManager.default.isExecutableFile(atPath: path.path) { return }

    // Made beside its place, so that an interruption or another process leaves no half of it.
    let draft = compiler.cache.appending(path: "draft-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: draft) }
    try FileManager.default.createDirectory(at: draft, withIntermediateDirectories: true)
    var unretained: [String: [String: RecordedEvent.Strength]] = [:]
    var copies = [draft.appending(path: "main.swift")]
    for ((file, text), tree) in zip(zip(files, texts), try compiler.trees(of: files, draft.appending(path: "trees"))) {
      let copy = try MarkedSource(text, tree: tree, path: file)
      copies.append(draft.appending(path: (file as NSString).lastPathComponent))
      try copy.text.write(to: copies[copies.count - 1], atomically: false, encoding: .utf8)
      unretained[file] = copy.unretained
    }
    try main(unretained).write(to: copies[0], atomically: false, encoding: .utf8)
    try compiler.link(copies, library, to: draft.appending(path: "program"))
    compiler.removeOldest(besides: library)
    try compiler.move(draft, to: folder)
  }

  /// The name of the folder: the same for the same files and the same build.
  private static func key(of files: [String], _ texts: [String], _ library: URL) -> String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325  // FNV-1a
    for byte in (files + texts + [library.lastPathComponent]).joined(separator: "\0").utf8 {
      hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
    }
    return String(hash, radix: 16)
  }
}

/// Calls the compiler.
private struct Compiler {
  let build: MarkedProgram.Modules

  init(_ build: MarkedProgram.Modules) { self.build = build }

  /// What is kept: beside the build, which `swift package clean` removes.
  var cache: URL { build.folder.appending(path: "marked") }

  private static let mostPrograms = 30

  /// Removes the programs that were made first, and the libraries of earlier builds.
  func removeOldest(besides library: URL) {
    let keys: Set<URLResourceKey> = [.contentModificationDateKey]
    let folders =
      (try? FileManager.default.contentsOfDirectory(at: cache, includingPropertiesForKeys: Array(keys))) ?? []
    let dated = folders.map { ($0, (try? $0.resourceValues(forKeys: keys).contentModificationDate) ?? .distantPast) }
    let others = dated.filter { $0.0.lastPathComponent != library.lastPathComponent }
    for (folder, _) in others.sorted(by: { $0.1 < $1.1 }).dropLast(Self.mostPrograms) {
      try? FileManager.default.removeItem(at: folder)
    }
  }

  /// The modules as one dynamic library, which takes less time to link against than their objects.
  func library() throws -> URL {
    let objects = objects()
    let dates = objects.map { path in
      let attributes = try? FileManager.default.attributesOfItem(atPath: path)
      return (attributes?[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
    }
    guard let latest = dates.max(), !dates.contains(0) else {
      throw InputError(message: "\(build.folder.path) has no complete build of the package. Run 'swift build' first.")
    }
    let library = cache.appending(path: "libstories-\(Int(latest * 1000)).\(Self.suffix)")
    if FileManager.default.fileExists(atPath: library.path) { return library }
    try FileManager.default.createDirectory(at: cache, withIntermediateDirectories: true)
    let draft = cache.appending(path: "draft-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: draft) }
    try run(["-emit-library", "-module-name", "Stories", "-o", draft.path] + Self.naming(library) + objects)
    try move(draft, to: library)
    return library
  }

  /// Moves what was made to its place, unless another process has put the same there meanwhile.
  func move(_ draft: URL, to place: URL) throws {
    do { try FileManager.default.moveItem(at: draft, to: place) } catch {
      guard FileManager.default.fileExists(atPath: place.path) else { throw error }
    }
  }

  #if canImport(Darwin)
    private static let suffix = "dylib"
    /// A library says where programs look for it. By default that is where it was made.
    private static func naming(_ library: URL) -> [String] {
      ["-Xlinker", "-install_name", "-Xlinker", "@rpath/\(library.lastPathComponent)"]
    }
  #else
    private static let suffix = "so"
    private static func naming(_ library: URL) -> [String] { [] }
  #endif

  /// The object files of the modules: one for each source, and what a module embeds, as the build has made them.
  private func objects() -> [String] {
    build.modules.flatMap { module -> [String] in
      let sources = build.root.appending(path: "Sources/\(module)")
      let files = (try? FileManager.default.subpathsOfDirectory(atPath: sources.path)) ?? []
      let objects = build.folder.appending(path: "\(module).build")
      let embedded = ["embedded_resources.swift"].filter {
        FileManager.default.fileExists(atPath: objects.appending(path: "\($0).o").path)
      }
      return (files.filter { $0.hasSuffix(".swift") }.sorted() + embedded).map { file in
        objects.appending(path: "\((file as NSString).lastPathComponent).o").path
      }
    }
  }

  /// What the build calls the package: the name of its folder, as an identifier.
  private var packageName: String {
    let name = String(
      build.root.lastPathComponent.lowercased().map { $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "_" })
    return name.first?.isNumber == true ? "_" + name.dropFirst() : name
  }

  private var settings: [String] {
    let testing = build.tested.map { ["-Xfrontend", "-testable-import-module", "-Xfrontend", $0] } ?? []
    return [
      "-swift-version", "6", "-Onone", "-suppress-warnings", "-enable-upcoming-feature", "ExistentialAny",
      "-enable-upcoming-feature", "InternalImportsByDefault", "-enable-upcoming-feature", "MemberImportVisibility",
      "-module-name", "Marked", "-package-name", packageName, "-I", build.folder.appending(path: "Modules").path,
    ] + testing
  }

  /// The typed syntax trees of the files, as JSON.
  ///
  /// - Parameter draft: a file for what the compiler prints, which is far more than fits into a message.
  func trees(of files: [String], _ draft: URL) throws -> [Data] {
    let options = ["-parse-as-library", "-enable-batch-mode", "-dump-ast", "-Xfrontend", "-dump-ast-format"]
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

  func link(_ copies: [URL], _ library: URL, to program: URL) throws {
    try run(
      settings + ["-wmo", "-num-threads", "2", "-o", program.path] + copies.map(\.path) + [
        library.path, "-Xlinker", "-rpath", "-Xlinker", cache.path,
      ])
  }

  /// Runs the compiler.
  ///
  /// - Parameter output: a file for what it prints if it succeeds.
  private func run(_ arguments: [String], to output: URL? = nil) throws {
    var words = ["/usr/bin/env", "swiftc"] + arguments
    if let output { words = ["/bin/sh", "-c", "out=$1; shift; exec \"$@\" >\"$out\" 2>&1", "sh", output.path] + words }
    let process = try TimedProcess.run(
      URL(fileURLWithPath: words[0]), Array(words.dropFirst()), in: build.root, seconds: 600)
    if process.status == 127 {
      throw InputError(message: "'swiftc' is not in the PATH. A recording is made with a program that it compiles.")
    }
    guard process.status != 0 else { return }
    let text = try output.map { try String(contentsOf: $0, encoding: .utf8) } ?? process.output
    let lines = text.split(separator: "\n").filter { !$0.contains("{\"_kind\":\"source_file\"") }
    throw MarkedProgram.CompilerError(text: lines.joined(separator: "\n"))
  }
}
