@testable import Book

/// What a block of each kind has to have. No block is without a source.
enum BlockRules {
  private static let kinds: Set = ["swift", "objc", "console", "sh", "diff", "text"]

  static func problems(in page: Page, shell: ShellCommands) -> [Problem] {
    page.problems
      + page.blocks.flatMap { problems(of: $0, in: page, shell: shell) }
      + page.prose.flatMap { line in
        shell.unknownVerbs(in: line.text).map {
          page.problem(line.number, "the Makefile has no verb \"\($0)\"; make lists those it has")
        }
      }
  }

  private static func problems(of block: Block, in page: Page, shell: ShellCommands) -> [Problem] {
    guard kinds.contains(block.info) else {
      let known = kinds.sorted().joined(separator: ", ")
      return [page.problem(block, "a block \"\(block.info)\" has no source; there are \(known)")]
    }
    var problems: [Problem] = []
    switch block.info {
    case "sh":
      for (index, line) in block.lines.enumerated() {
        if let reason = shell.objection(to: line) {
          problems.append(page.problem(block.line + 1 + index, reason))
        }
      }
    case "text" where (block.comment?["text"] ?? "").isEmpty:
      problems.append(
        page.problem(block, "a text block needs a comment right above: <!-- text: REASON -->"))
    default:
      break
    }
    return problems
  }
}
