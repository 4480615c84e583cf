extension CommandTable {
  /// The help of the whole program, or of one verb.
  ///
  /// - Parameter width: how many columns there are; 80 of them are used at most.
  package func help(of verb: Verb<Command>?, width: Int = 80) -> String {
    let layout = HelpLayout(width: min(width, 80))
    return (verb.map { lines(of: $0, layout) } ?? lines(layout)).joined(separator: "\n")
  }

  private func lines(_ layout: HelpLayout) -> [String] {
    var lines = layout.paragraph("\(program): \(purpose)")
    for group in groups {
      let verbs = group.verbs.filter { !$0.isHidden }
      if verbs.isEmpty { continue }
      lines += ["", group.title.isEmpty ? "Verbs" : group.title]
      for verb in verbs { lines += layout.row(verb.usage, verb.summary) }
    }
    // A program without verbs has one list of options.
    let hasVerbs = !implied.name.isEmpty
    lines += hasVerbs ? ["", "Options of every verb"] : options(of: implied, layout)
    lines += Self.commonOptions.flatMap { option in
      layout.row(option.usage, option.name == "--help" && !hasVerbs ? "this help" : option.summary)
    }
    return lines + [""] + layout.paragraph(closing)
  }

  private func lines(of verb: Verb<Command>, _ layout: HelpLayout) -> [String] {
    let summary = verb.summary.prefix(1).uppercased() + verb.summary.dropFirst() + "."
    return layout.paragraph("\(program) \(verb.usage)") + layout.paragraph(summary) + options(of: verb, layout)
      + verb.details.flatMap { [""] + layout.paragraph($0) }
  }

  private func options(of verb: Verb<Command>, _ layout: HelpLayout) -> [String] {
    let options = verb.options.filter { !$0.isHidden }
    return options.isEmpty ? [] : ["", "Options"] + options.flatMap { layout.row($0.usage, $0.summary) }
  }
}

/// How wide the help is.
private struct HelpLayout {
  let width: Int

  /// A term and its explanation. All explanations begin in one column.
  func row(_ term: String, _ text: String) -> [String] {
    let column = width < 70 ? 6 : 30
    let parts = wrapped(text, to: width - column)
    let indent = String(repeating: " ", count: column)
    let start = "  " + term
    if start.columns + 2 > column { return wrapped(term, to: width - 2).map { "  " + $0 } + parts.map { indent + $0 } }
    return [start.padded(to: column) + parts[0]] + parts.dropFirst().map { indent + $0 }
  }

  /// A text, with each line wrapped. If a line begins with spaces, its continuation is indented further.
  func paragraph(_ text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line in
      let indent = String(line.prefix { $0 == " " })
      if indent.isEmpty { return wrapped(String(line), to: width) }
      let parts = wrapped(String(line.dropFirst(indent.count)), to: width - indent.count - 2)
      return [indent + parts[0]] + parts.dropFirst().map { indent + "  " + $0 }
    }
  }
}
