import Console
import Foundation
import RawObserving

/// What the card of a pitfall says before its first heading: the question, the reasons, why it happens, and the remedy.
/// The card is the only place of these texts. CONTRIBUTING shows how one is written.
struct CardText: Sendable {
  let prediction: Prediction
  /// Why it happens.
  let why: String
  /// What to do about it.
  let fix: String

  /// What is wrong with a card, and where.
  struct Fault: Error, Equatable {
    /// Counted from 1.
    let line: Int
    let text: String
  }

  /// Reads the lines of the card of that pitfall.
  init(_ lines: [String], of id: String, acts: Int) throws(Fault) {
    var card = Paragraphs(lines)
    let question = try card.next("**Predict**", "the question: **Predict**: and what a reader is asked")
    guard let colon = question.text.firstRange(of: ": ") else { throw question.fault("the question needs a colon.") }
    let choices = try card.items(/(\d+)\. (.*)/, "the choices: 1. and so on")
    _ = try card.next("<details><summary>Answer</summary>", "the fold: <details><summary>Answer</summary>")
    let right = try card.items(/\*\*(\d+)\.\*\* (.*)/, "the right choice: **2.** and why it is right")
    _ = try card.next("Why you might choose another answer:", "the line: Why you might choose another answer:")
    let wrong = try card.items(/- \*(\d+)\.\* (.*)/, "the other choices: - *1.* and so on, with what is wrong")
    let command = "See it: `./scenarios run \(id) --act "
    let see = try card.next(command, "the act that shows it: \(command)1`")
    guard let act = Int(see.text.dropFirst(command.count).dropLast()), 1...acts ~= act else {
      throw see.fault("\(id) has the acts 1 to \(acts).")
    }
    _ = try card.next("</details>", "the end of the fold: </details>")
    let why = try card.next("", "the reason: why it happens")
    let remedy = try card.next("**Remedy:** ", "the remedy: **Remedy:** and what to do")

    let reasons = Dictionary((right + wrong).map { ($0.number, $0.text) }) { first, _ in first }
    guard choices.map(\.number) == Array(1...choices.count), right.count == 1,
      reasons.count == choices.count, wrong.count == choices.count - 1,
      choices.allSatisfy({ reasons[$0.number] != nil })
    else { throw question.fault("each choice has a number, and one reason; one of them is right.") }
    prediction = Prediction(
      String(question.text[colon.upperBound...]), act: act,
      choices.map {
        Prediction.Choice(
          text: $0.text, isRight: $0.number == right[0].number, because: reasons[$0.number] ?? "")
      })
    (self.why, fix) = (why.text, String(remedy.text.dropFirst("**Remedy:** ".count)))
  }

  /// The text of a card that cannot be read.
  fileprivate init(missing: String) {
    (prediction, why, fix) = (Prediction(missing, act: 1, []), missing, missing)
  }
}

/// The paragraphs of a card up to its first heading of the second level, without what is generated.
private struct Paragraphs {
  struct Paragraph {
    let line: Int
    let lines: [String]

    var text: String { lines.map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: " ") }

    func fault(_ text: String) -> CardText.Fault { CardText.Fault(line: line, text: text) }
  }

  private var rest: ArraySlice<Paragraph>
  private let end: Int

  init(_ lines: [String]) {
    var found: [Paragraph] = []
    var (begun, isGenerated): ([String], Bool) = ([], false)
    var end = lines.count
    for (index, line) in lines.enumerated() {
      if line.hasPrefix("## ") {
        end = index
        break
      }
      if line.hasPrefix("<!-- generated: ") { isGenerated = true }
      let isText = !isGenerated && !line.trimmingCharacters(in: .whitespaces).isEmpty
      if isText { begun.append(line) }
      if !isText && !begun.isEmpty {
        found.append(Paragraph(line: index + 1 - begun.count, lines: begun))
        begun = []
      }
      if line == "<!-- end -->" { isGenerated = false }
    }
    if !begun.isEmpty { found.append(Paragraph(line: end + 1 - begun.count, lines: begun)) }
    (rest, self.end) = (found[...], end)
  }

  /// The next paragraph, which begins in that way.
  mutating func next(_ beginning: String, _ what: String) throws(CardText.Fault) -> Paragraph {
    guard let paragraph = rest.popFirst() else { throw CardText.Fault(line: end, text: "here is no more of \(what).") }
    guard paragraph.lines[0].hasPrefix(beginning) else { throw paragraph.fault("here has to be \(what).") }
    return paragraph
  }

  /// The items of the next paragraph, each with its number.
  mutating func items(_ pattern: Regex<(Substring, Substring, Substring)>, _ what: String) throws(CardText.Fault)
    -> [(number: Int, text: String)]
  {
    let paragraph = try next("", what)
    var items: [(number: Int, text: String)] = []
    for line in paragraph.lines {
      if let item = line.wholeMatch(of: pattern) {
        items.append((Int(item.1) ?? 0, String(item.2)))
      } else if items.isEmpty {
        throw paragraph.fault("here has to be \(what).")
      } else {
        items[items.count - 1].text += " " + line.trimmingCharacters(in: .whitespaces)
      }
    }
    return items
  }
}

extension Pitfall {
  private static let texts = Locked<[String: CardText]>([:])

  /// The text of its card, which is read once. If the card cannot be read, one line on standard error says where, and the
  /// text says it too.
  var text: CardText {
    if let known = Self.texts.withLock({ $0[id] }) { return known }
    let read: CardText
    do {
      read = try checkedText()
    } catch {
      let message = (error as? InputError)?.message ?? "\(error)"
      StandardStreams.writeError("scenarios: \(message)\n")
      read = CardText(missing: "(\(message))")
    }
    Self.texts.withLock { $0[id] = read }
    return read
  }

  /// The text of its card.
  ///
  /// - Throws: ``InputError`` that names the line, if the card is not complete.
  func checkedText() throws -> CardText {
    do {
      return try CardText(try PackageRoot.lines(of: "Lessons/\(card)"), of: id, acts: acts.count)
    } catch let fault as CardText.Fault {
      throw InputError(message: "Lessons/\(card):\(fault.line): \(fault.text)")
    }
  }

  package var why: String { text.why }
  package var fix: String { text.fix }
  package var prediction: Prediction { text.prediction }
}
