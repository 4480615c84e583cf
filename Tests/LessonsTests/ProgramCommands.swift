import Console

@testable import Book
@testable import Harness
@testable import Workbench

/// The calls of `./scenarios` that a page may show. They are parsed as the program parses them, and not run.
enum ProgramCommands {
  private static let table = Verbs.table

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

  /// The calls in the code font of a page that the program refuses.
  static func problems(in page: Page) -> [Problem] {
    page.prose.filter { $0.text.contains("scenarios ") }.flatMap { line in
      line.text.matches(of: /`(?:\.\/)?scenarios ([^`]+)`/).compactMap { call in
        objection(to: call.1.split(separator: " ").map(String.init)).map { page.problem(line.number, $0) }
      }
    }
  }
}
