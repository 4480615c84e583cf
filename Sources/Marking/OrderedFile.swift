import Console
package import Foundation

/// A program made of a reader's file with lines that may run in any order.
package struct OrderedFile: Sendable {
  /// The program, which runs the lines in the order that it is told.
  package let path: URL
  package let lines: [OrderedLine]
  /// Whether a static constant holds an object, or may hold one, and is read if it is asked for.
  package let hasConstants: Bool
  /// The classes whose objects are known only once a variable has led to them.
  package let plainClasses: [String]

  private struct Kept: Codable {
    let lines: [OrderedLine]
    let hasConstants: Bool
    let plainClasses: [String]
  }

  /// - Parameters:
  ///   - text: what is in the file.
  ///   - shown: what the file is called where its lines are shown.
  ///   - file: what the compiler calls it if it refuses the file itself.
  /// - Throws: ``CompilerError`` with what the compiler says of the file; `InputError` if its lines cannot change places,
  ///   or if there is no compiler or build.
  package init(playing text: String, shown: String, file: String, _ build: BuiltModules) throws {
    let compiler = Compiler(build)
    let folder = try compiler.folder(of: ["orders", shown, text]) { draft, library in
      let kept = try Self.link(text, shown, file, compiler, library, in: draft)
      try JSONEncoder().encode(kept).write(to: draft.appending(path: Self.linesName))
    }
    path = folder.appending(path: Compiler.program)
    let kept = try JSONDecoder().decode(Kept.self, from: Data(contentsOf: folder.appending(path: Self.linesName)))
    (lines, hasConstants, plainClasses) = (kept.lines, kept.hasConstants, kept.plainClasses)
  }

  private static let linesName = "lines.json"

  /// The text of the ordinary program in which the lines stand in this order, with the numbers that they have in the
  /// file.
  package static func text(
    of text: String, shown: String, file: String, inOrder order: [Int], _ build: BuiltModules
  ) throws -> String {
    let compiler = Compiler(build)
    let draft = compiler.cache.draft()
    defer { try? FileManager.default.removeItem(at: draft) }
    try FileManager.default.createDirectory(at: draft, withIntermediateDirectories: true)
    return try source(text, shown, file, compiler, in: draft).program(inOrder: order)
  }

  private static func source(
    _ text: String, _ shown: String, _ file: String, _ compiler: Compiler, in draft: URL,
    without refused: Set<MarkedPart> = []
  ) throws -> OrderedSource {
    let tree: Data
    do { tree = try compiler.tree(of: text, in: draft, runsItself: true) } catch let error as CompilerError {
      throw try compiler.complaints(about: text, shown: file, runsItself: true).map(CompilerError.init) ?? error
    }
    return try OrderedSource(text, tree: tree, shown: shown, without: refused)
  }

  /// Compiles the program. What it can do without is left out if the compiler refuses it.
  private static func link(
    _ text: String, _ shown: String, _ file: String, _ compiler: Compiler, _ library: URL, in draft: URL
  ) throws -> Kept {
    var (refused, readsStatics) = (Set<MarkedPart>(), true)
    while true {
      let source = try source(text, shown, file, compiler, in: draft, without: refused)
      do {
        try compiler.link(["main.swift": source.program(readingStatics: readsStatics)], library, in: draft)
        return Kept(
          lines: source.lines, hasConstants: readsStatics && source.hasConstants, plainClasses: source.plainClasses)
      } catch let error as CompilerError {
        if let complaints = try compiler.complaints(about: text, shown: file, runsItself: true) {
          throw CompilerError(text: complaints)
        }
        let more = source.refusedTypes(in: error.text).subtracting(refused)
        if more.isEmpty && !readsStatics {
          throw source.refusal(of: error.text)
            ?? OutputError(
              message: "'swiftc' accepts the file, and not with its lines in another order:\n\(error.text)",
              code: Ending.unexpected)
        }
        if more.isEmpty { readsStatics = false } else { refused.formUnion(more) }
      }
    }
  }
}
