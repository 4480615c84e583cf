/// The commands that a reader may be told to type.
struct ShellCommands: Sendable {
  /// The verbs of the Makefile.
  let verbs: Set<String>
  /// The names that a test filter can match, like `RawObservingTests.RegistrationTests/twice`.
  let tests: [String]
  private let suites: Set<String>

  init(makefile: String, tests: [String] = []) {
    let lines = makefile.split(separator: "\n")
    verbs = Set(lines.compactMap { $0.prefixMatch(of: /([a-z-]+):.*##\s/).map { String($0.1) } })
    self.tests = tests
    suites = Set(tests.compactMap { $0.split { "./".contains($0) }.dropFirst().first.map(String.init) })
  }

  /// Why the line may not stand in an `sh` block, or nil if it may.
  func objection(to line: String) -> String? {
    let command = line.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)[0]
    let words = command.split(separator: " ").map(String.init)
    guard let first = words.first else { return nil }  // an empty line, or a comment
    switch first {
    case "make":
      let unknown = words.dropFirst().first { !verbs.contains($0) }
      return unknown.map { "the Makefile has no verb \"\($0)\"; make lists those it has" }
    case "swift" where words.count > 1 && ["build", "test"].contains(words[1]):
      return words.firstIndex(of: "--filter").flatMap { option in
        objection(toFilter: words[(option + 1)...].first ?? "")
      }
    case "./scenarios": return ProgramCommands.objection(to: Array(words.dropFirst()))
    case "swift" where words.dropFirst().starts(with: ["run", "-c", "release", "scenarios"]):
      return ProgramCommands.objection(to: Array(words.dropFirst(5)))
    case "git" where words.dropFirst().first == "clone": return nil
    case "cd" where words.count == 2: return nil
    default: return "\"\(line)\" is not among the commands that a page may show"
    }
  }

  /// The verbs in a line of prose, as in `make test`, that the Makefile does not have.
  func unknownVerbs(in prose: String) -> [String] {
    guard prose.contains("`make ") else { return [] }
    return prose.matches(of: /`make ([a-z-]+)`/).map { String($0.1) }.filter { !verbs.contains($0) }
  }

  /// A filter that matches nothing succeeds in silence, so a page must not show one.
  private func objection(toFilter filter: String) -> String? {
    let plain = filter.filter { $0 != "'" && $0 != "\"" }
    guard !plain.isEmpty, let pattern = try? Regex(plain) else {
      return "\"\(filter)\" is not a filter"
    }
    // Most filters are a suite's whole name, which is found at once.
    let matches = suites.contains(plain) || tests.contains { $0.firstMatch(of: pattern) != nil }
    return matches ? nil : "no test matches the filter \"\(plain)\""
  }
}
