import Foundation
import Testing

/// `ARCHITECTURE.md`, held against the folders and the code: a table has a row for each folder, and each row says what
/// its folder uses.
@Suite("The architecture", .watched)
struct ArchitectureTests {
  static let page = "ARCHITECTURE.md"

  @Test("each row says what its folder uses, no more and no less")
  func uses() throws {
    let modules = try Modules()
    for row in try rows() {
      let parts = row.path.split(separator: "/").map(String.init)
      guard parts.first == "Sources", parts.count == 2 || parts.count == 3 else { continue }
      let name = parts.dropFirst().joined(separator: "/")
      let found = parts.count == 2 ? modules.imports[name] : modules.uses[name]
      expectNone(row.problems(found: found ?? [], of: parts.count == 2 ? "imports" : "names types of"))
    }
  }

  @Test("no folder of the engine uses itself through others")
  func cycles() throws {
    let uses = try Modules().uses
    for folder in uses.keys.sorted() where folder.hasPrefix("RawObserving/") {
      var reached: Set<String> = []
      var waiting = uses[folder, default: []]
      while let next = waiting.popFirst() {
        if reached.insert(next).inserted { waiting.formUnion(uses["RawObserving/\(next)", default: []]) }
      }
      #expect(!reached.contains(String(folder.dropFirst("RawObserving/".count))), "\(folder) is part of a cycle")
    }
  }

  @Test("each folder has a row")
  func folders() throws {
    let modules = try Modules()
    let described = Set(try rows().map(\.path))
    let sources = modules.imports.keys.map { "Sources/\($0)" }
    let inside = ["RawObserving", "ManagedObserving", "Scenarios"].flatMap { module in
      modules.folders[module, default: []].map { "Sources/\(module)/\($0)" }
    }
    let tests = try Self.folders(in: "Tests").map { "Tests/\($0)" }
    for folder in (sources + inside + tests + ["Lessons", "Fuzz", "Scripts"]).sorted() where !described.contains(folder)
    {
      expectNone([
        Problem(page: Self.page, line: 1, message: "\(folder) has no row: say what is in it and what it uses")
      ])
    }
  }

  @Test("the page shows the drawing, which is compared with the other figures")
  func drawing() throws {
    #expect(try Repository.text(of: Self.page).contains("](\(Figures.folder)/\(ArchitectureDrawing.name))"))
  }

  @Test("the way of a change has five stops, each with a link to a file and to the function in it")
  func stops() throws {
    let page = try Repository.text(of: Self.page)
    let stops = Self.stops(of: page)
    #expect(stops.map(\.number) == [1, 2, 3, 4, 5])
    for stop in stops {
      guard let code = try? Repository.text(of: stop.path) else {
        let message = "stop \(stop.number): there is no \(stop.path)\(NamedCode.moved(stop.path, in: Repository.paths))"
        expectNone([Problem(page: Self.page, line: stop.line, message: message)])
        continue
      }
      let missing = stop.functions.isEmpty ? ["function in backticks"] : stop.functions.filter { !code.contains($0) }
      for function in missing {
        let message = "stop \(stop.number): \(stop.path) has no \(function); correct this page"
        expectNone([Problem(page: Self.page, line: stop.line, message: message)])
      }
    }
  }

  @Test("each type that stands beside one of FBKVOController's is declared here")
  func parts() throws {
    let modules = try Modules()
    for (index, line) in try Repository.lines(of: Self.page).enumerated() {
      let cells = line.split(separator: "|").map(String.init)
      guard cells.count > 2, cells[0].contains(/`(_FBKVO|FBKVO|_info|_objectInfos|NSObject\+FBKVO)/) else { continue }
      for name in cells[1].matches(of: /`([A-Z]\w+)/).map({ String($0.1) }) where !modules.types.contains(name) {
        let message = "no type is called \(name); correct this page"
        expectNone([Problem(page: Self.page, line: index + 1, message: message)])
      }
    }
  }

  /// A stop of the way of a change: its number, the file it links to, and the code that it quotes.
  struct Stop {
    let number: Int
    let line: Int
    let path: String
    let functions: [String]
  }

  /// The numbered lines of the page, each with the lines that continue it.
  static func stops(of page: String) -> [Stop] {
    page.matches(of: /(?m)^(\d)\. (.*(?:\n   .*)*)/).compactMap { match in
      guard let number = Int(match.1), let link = match.2.firstMatch(of: /\]\((Sources\/[^)]+\.swift)\)/) else {
        return nil
      }
      return Stop(
        number: number, line: page[..<match.range.lowerBound].count { $0 == "\n" } + 1, path: String(link.1),
        functions: match.2.matches(of: /`([^`]+)`/).map { String($0.1) })
    }
  }

  /// A row of a table: the folder that its first cell links to, and the names in its last cell.
  private struct Row {
    let line: Int
    let path: String
    let names: Set<String>

    func problems(found: Set<String>, of verb: String) -> [Problem] {
      let missing = found.subtracting(names).sorted()
      let stale = names.subtracting(found).sorted()
      return missing.map {
        Problem(
          page: page, line: line,
          message: "\(path) \(verb) \($0), and the row does not say so: move the code, or add it to the row")
      }
        + stale.map {
          Problem(
            page: page, line: line, message: "the row says that \(path) \(verb) \($0), and it does not: take it out")
        }
    }
  }

  private func rows() throws -> [Row] {
    try Repository.lines(of: Self.page).enumerated().compactMap { index, line in
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      guard let link = cells.first?.wholeMatch(of: /\[[^\]]+\]\(([^)]+)\)/) else { return nil }
      let names = cells.count < 3 ? [] : cells[2].split(separator: ", ").map(String.init)
      return Row(line: index + 1, path: String(link.1), names: Set(names).subtracting(["–"]))
    }
  }

  private static func folders(in folder: String) throws -> [String] {
    let url = Repository.root.appending(path: folder)
    return try FileManager.default.contentsOfDirectory(at: url, includingPropertiesForKeys: [.isDirectoryKey])
      .filter { try $0.resourceValues(forKeys: [.isDirectoryKey]).isDirectory == true }.map(\.lastPathComponent)
  }
}
