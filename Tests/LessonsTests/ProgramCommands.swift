import Console

@testable import Scenarios

/// The calls of `./scenarios` that a page may show. They are parsed as the program parses them, and not run.
enum ProgramCommands {
  private static let table = Scenarios.Command.table

  /// Why the program would refuse these words, or nil if it takes them.
  static func objection(to words: [String]) -> String? {
    guard let first = words.first else { return nil }
    if !first.hasPrefix("-"), first != "help", table.verb(first) == nil, Pitfall.named(first) == nil {
      return "./scenarios has no verb \"\(first)\"; './scenarios help' lists those it has"
    }
    if words.count == 1, table.verb(first) != nil { return nil }  // A page may name a verb without its words.
    do throws(UsageError) {
      _ = try table.parse(words)
      return nil
    } catch {
      return "./scenarios refuses this: \(error.message)"
    }
  }

  /// The calls in the code font of a page that the program refuses, and the options there that no program has.
  static func problems(in page: Page, otherOptions: Set<String>) -> [Problem] {
    let options = Set((table.verbs.flatMap(\.options) + CommandTable<Scenarios.Command>.commonOptions).map(\.name))
    return NamedCode.code(on: page).compactMap { place in
      let words = place.text.split(separator: " ").map(String.init)
      let reason: String?
      if words.count > 1, words[0] == "./scenarios" || words[0] == "scenarios" {
        reason = objection(to: Array(words.dropFirst()))
      } else if let name = words.first, name.hasPrefix("--"), name.count > 2 {
        let isKnown = options.contains(name) || otherOptions.contains(name)
        reason = isKnown ? nil : "no program here has the option \(name): write the one that it has now"
      } else {
        reason = nil
      }
      return reason.map { Problem(page: place.path, line: place.line, message: $0) }
    }
  }
}
