import Console
import Foundation
import Harness

/// The lines of a style, as they stand in the source that runs.
struct StyleLines {
  private let lines: [Move: String]
  /// The classes that make up the style; empty if the lines are all of it.
  let classes: [String]

  /// - Throws: ``InputError`` if the source is not there, or has no line for a move.
  init(_ plan: OrderPlan) throws {
    let source = try Self.source()
    var lines: [Move: String] = [:]
    var name: String? = "\(plan.style.world)"
    while let world = name {
      lines.merge(Self.moves(of: world, in: source)) { own, _ in own }
      name = Self.body(of: world, in: source).first?.firstMatch(of: #/class \w+: (\w+) /#).map { String($0.1) }
    }
    if let move = plan.story.moves.first(where: { lines[$0] == nil }) {
      throw InputError(message: "\(plan.name) has no line for \(move): Sources/Orders was changed.")
    }
    self.lines = lines
    classes = Self.listing(plan.style.listed, in: source)
  }

  subscript(move: Move) -> String { lines[move]! }

  /// The lines of classes that worlds are made of.
  static func classes(named names: [String]) throws -> [String] { listing(names, in: try source()) }

  private static func source() throws -> [String] {
    try files.flatMap { try PackageRoot.lines(of: "Sources/Orders/\($0).swift") }
  }

  private static let files = ["ClockWorlds", "PartsWorlds", "ThermostatWorlds"]

  /// The lines in the switch of a world, by their moves.
  private static func moves(of world: String, in source: [String]) -> [Move: String] {
    var found: [Move: String] = [:]
    let body = body(of: world, in: source)
    for (index, line) in body.enumerated() {
      guard let match = line.wholeMatch(of: #/    case (\.[\w, .]+):(.*)/#) else { continue }
      for name in match.1.split(separator: ", ") {
        guard let move = Move.allCases.first(where: { ".\($0)" == name }) else { continue }
        found[move] = whole(match.2.isEmpty ? body[(index + 1)...] : [String(match.2)])
      }
    }
    return found
  }

  /// The first of these lines, with those that continue it up to its closing brace.
  private static func whole(_ lines: ArraySlice<String>) -> String {
    var text = ""
    for line in lines {
      text += (text.isEmpty ? "" : " ") + line.trimmingCharacters(in: .whitespaces)
      if text.count(where: { $0 == "{" }) == text.count(where: { $0 == "}" }) { break }
    }
    return text
  }

  private static func listing(_ names: [String], in source: [String]) -> [String] {
    Array(names.map { body(of: $0, in: source) }.joined(separator: [""]))
  }

  /// A class, from its first line to its closing brace.
  private static func body(of name: String, in source: [String]) -> [String] {
    guard let start = source.firstIndex(where: { $0.contains("class \(name): ") }) else { return [] }
    let end = source[start...].firstIndex(of: "}") ?? source.endIndex
    return Array(source[start..<end]) + ["}"]
  }
}
