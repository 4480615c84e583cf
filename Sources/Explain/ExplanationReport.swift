import Console

/// An explanation as people read it.
package struct ExplanationReport {
  let explanation: Explanation
  let facts: Facts
  /// In columns.
  let width: Int

  package init(_ explanation: Explanation, of diagnosis: Diagnosis, width: Int?) {
    self.explanation = explanation
    facts = diagnosis.log.facts
    self.width = width ?? Int.max / 2
  }

  package var lines: [String] {
    var lines = wrapped(explanation.summary, to: width)
    if explanation.crashes > 1 {
      lines += wrapped("The log has \(explanation.crashes) crashes. This is the last one.", to: width)
    }
    if explanation.hasOtherFailure {
      lines += wrapped("Another line is about observing. It did not end the process.", to: width)
    }
    if let kind = explanation.kind { lines += wrapped("Kind: \(kind.rawValue)", to: width) }
    // Without a reason of its own, the lines of the log are the reason.
    if explanation.hasReason || explanation.evidence.isEmpty {
      lines += [""] + wrapped(explanation.because, to: width)
    }
    // What to do comes first, so that it is on the first screen.
    lines += evidence + readOut
    let isOpen = explanation.answer == "cannot-tell"
    lines += section(isOpen ? "What would show it" : "What to do now", explanation.next.map { item("- ", $0) })
    lines += section("Search your source for", explanation.search.map { item("- ", $0) })
    lines += causes + cards
    if let omission = explanation.omission { lines += [""] + wrapped(omission, to: width) }
    return lines
  }

  private var evidence: [String] {
    section("Because the log says", explanation.evidence.prefix(4).map { item("> ", cut($0), under: "  ") })
  }

  private var readOut: [String] {
    var rows: [(String, String)] = []
    if let observed = facts.observed { rows.append(("observed", observed.text)) }
    if let observer = facts.observer { rows.append(("observer", text(of: observer))) }
    if let keyPath = facts.keyPath { rows.append(("key path", keyPath)) }
    if let key = facts.key { rows.append(("key", key)) }
    if let options = facts.options {
      rows.append(("options", options.isEmpty ? "none" : options.joined(separator: ", ")))
    }
    if let context = facts.context { rows.append(("context", context)) }
    if facts.registrations.count > 1 {
      for registration in facts.registrations.prefix(Self.mostRegistrations) {
        rows.append(("left", "\(registration.keyPath), observer \(text(of: registration.observer))"))
      }
      let further = facts.registrations.count - Self.mostRegistrations
      if further > 0 { rows.append(("", "and \(further) more")) }
    }
    if facts.observesItself { rows.append(("note", "the object observes itself")) }
    if let mediator = facts.mediator { rows.append(("via", mediator.name)) }
    if let system = facts.system { rows.append(("system", "\(system.text): \(system.eraText)")) }
    if let note = explanation.eraNote { rows.append(("", note)) }
    return section(
      "Read from the log",
      rows.map { name, value in
        // A note is a sentence of ours, and is not cut.
        item(name.padded(to: 10), name.isEmpty ? value : cut(value), under: "          ")
      })
  }

  private func text(of observer: Facts.Object) -> String {
    observer.text + (observer.address == "0x0" ? " (gone, the observed object, or nil)" : "")
  }

  /// The most registrations that are listed.
  private static let mostRegistrations = 4

  /// The most causes that are shown in full, unless the log indicates more.
  private static let mostCauses = 3

  private var shownCauses: Int { max(Self.mostCauses, explanation.causes.count(where: \.indicated)) }

  private var causes: [String] {
    let shown = explanation.causes.prefix(shownCauses)
    var entries = shown.map { cause in
      let card = cause.card.map { " (\($0))" } ?? ""
      let mark = cause.indicated ? "=> " : "-  "
      return item(mark, "\(cause.cause)\(card)") + item("   ", cause.sign)
    }
    let names = Set(shown.compactMap(\.card))
    var seen: Set<String> = []
    let further = explanation.causes.dropFirst(shownCauses).compactMap(\.card)
      .filter { !names.contains($0) && seen.insert($0).inserted }
    if !further.isEmpty { entries.append(item("-  ", "less often: \(further.joined(separator: ", "))")) }
    let isIndicated = explanation.causes.contains(where: \.indicated)
    return section(
      "Usual causes, and how to tell them apart" + (isIndicated ? "; => fits this log" : ""), entries)
  }

  private var cards: [String] {
    guard let first = explanation.cards.first else { return [] }
    // A cause that is shown above says what its card is about.
    let told = Set(explanation.causes.prefix(shownCauses).compactMap(\.card))
    var entries = explanation.cards.prefix(3).map { card in
      told.contains(card.id)
        ? item("- ", card.card) : item("- ", "\(card.id): \(card.title).") + item("  ", card.card)
    }
    entries.append(item("- ", "'\(first.page)' draws its runs, beside their code"))
    if let command = explanation.cards.prefix(3).compactMap(\.review).first {
      entries.append(item("- ", "'\(command)' looks for such places in your sources"))
    }
    return section("To read, beside \(first.lesson)", entries)
  }

  // MARK: Lines

  private func section(_ title: String, _ entries: [[String]]) -> [String] {
    entries.isEmpty ? [] : [""] + wrapped(title, to: width) + entries.joined().map { "  " + $0 }
  }

  private func item(_ mark: String, _ text: String, under: String? = nil) -> [String] {
    let indent = under ?? String(repeating: " ", count: mark.count)
    let lines = wrapped(text, to: width - 2 - mark.count)
    return lines.enumerated().map { ($0.offset == 0 ? mark : indent) + $0.element }
  }

  /// A piece of the log, on one line of limited length.
  private func cut(_ text: String) -> String {
    let line = text.split { $0.isWhitespace }.joined(separator: " ")
    return line.count <= 200 ? line : line.prefix(200) + "…"
  }
}
