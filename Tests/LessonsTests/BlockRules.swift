/// What a block of each kind has to have. No block is without a source.
enum BlockRules {
  /// A block may have so many lines, unless the comment above gives a reason: `long: …`.
  static let longest = 15

  /// The entries that a comment above a block may have.
  private static let keys: [String: Set<String>] = [
    "swift": ["snippet", "long"],
    "console": ["transcript", "exit", "long"],
    "sh": ["long"],
    "diff": ["difference", "long"],
    "text": ["text", "long"],
  ]

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
    guard let known = keys[block.info] else {
      let kinds = keys.keys.sorted().joined(separator: ", ")
      return [
        page.problem(block, "a block \"\(block.info)\" has no source; there are \(kinds)")
      ]
    }
    var problems: [Problem] = []
    for key in block.comment?.keys ?? [] where !known.contains(key) {
      problems.append(
        page.problem(block, "the comment above a \(block.info) block cannot say \"\(key)\""))
    }
    if block.lines.count > longest && (block.comment?["long"] ?? "").isEmpty {
      let count = block.lines.count
      problems.append(
        page.problem(block, "\(count) lines are more than \(longest); say why above: long: REASON"))
    }
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
