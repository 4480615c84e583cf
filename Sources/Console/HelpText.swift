extension CommandTable {
  /// The help of the whole program, or of one verb, in at most 80 columns.
  package func help(of verb: Verb<Command>?) -> String {
    (verb.map(lines) ?? lines()).joined(separator: "\n")
  }

  private func lines() -> [String] {
    var lines = wrapped("\(program): \(purpose)", to: 80)
    for group in groups {
      let verbs = group.verbs.filter { !$0.isHidden }
      if verbs.isEmpty { continue }
      lines += ["", group.title.isEmpty ? "Verbs" : group.title]
      for verb in verbs { lines += row("  " + verb.usage, verb.summary) }
    }
    // A program without verbs has one list of options.
    let hasVerbs = !implied.name.isEmpty
    lines += hasVerbs ? ["", "Options of every verb"] : options(of: implied)
    lines += Self.commonOptions.flatMap { option in
      row("  " + option.usage, option.name == "--help" && !hasVerbs ? "this help" : option.summary)
    }
    return lines + ["", closing]
  }

  private func lines(of verb: Verb<Command>) -> [String] {
    var lines = ["\(program) \(verb.usage)"]
    lines += wrapped(verb.summary.prefix(1).uppercased() + verb.summary.dropFirst() + ".", to: 80)
    lines += options(of: verb)
    for paragraph in verb.details {
      lines.append("")
      // What is indented is laid out by hand.
      lines += paragraph.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line in
        line.hasPrefix(" ") ? [String(line)] : wrapped(String(line), to: 80)
      }
    }
    return lines
  }

  private func options(of verb: Verb<Command>) -> [String] {
    let options = verb.options.filter { !$0.isHidden }
    return options.isEmpty ? [] : ["", "Options"] + options.flatMap { row("  " + $0.usage, $0.summary) }
  }

  /// A term and its explanation, from the column on where all explanations begin.
  private func row(_ term: String, _ text: String) -> [String] {
    let column = 30
    let parts = wrapped(text, to: 80 - column)
    let indent = String(repeating: " ", count: column)
    if term.count + 2 > column { return [term] + parts.map { indent + $0 } }
    return [term.padded(to: column) + parts[0]] + parts.dropFirst().map { indent + $0 }
  }
}
