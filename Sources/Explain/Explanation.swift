import Foundation

/// The explanation of a log, in reading order. The report and the JSON are written from it.
package struct Explanation: Encodable, Sendable {
  struct CauseEntry: Encodable {
    let cause: String
    let sign: String
    let card: String?
    /// Whether the log itself indicates this cause.
    let indicated: Bool
  }

  /// A card, as the program knows it.
  package struct CardEntry: Encodable, Sendable {
    let id: String
    let title: String
    let card: String
    let lesson: String
    let atlas: String
    /// The command that writes a page of its runs.
    let page: String
    /// The command that looks for it in sources; nil if no rule finds it.
    let review: String?

    package init(id: String, title: String, card: String, lesson: String, isReviewed: Bool) {
      (self.id, self.title, self.card, self.lesson) = (id, title, card, lesson)
      review = isReviewed ? "./scenarios review --all PATH" : nil
      atlas = "atlas.html#\(id)"
      page = "./scenarios atlas -o \(id).html \(id)"
    }
  }

  /// A sign that the log has.
  struct SignEntry: Encodable {
    let name: String
    let sign: String
    /// `proof`, `likely`, `open` or `elsewhere`.
    let weight: String
    /// The kind that it shows; nil if it shows none.
    let shows: Kind?
    let leavesOpen: [Kind]
    let rulesOut: [Kind]

    init(_ sign: Sign) {
      (name, self.sign, weight) = (sign.name, sign.text, sign.weight)
      (shows, leavesOpen, rulesOut) = (sign.kind, sign.possible, sign.ruledOut)
    }
  }

  struct PossibleEntry: Encodable {
    let kind: Kind
    let title: String
  }

  /// The version of the format. It grows when a key changes its meaning or is removed.
  var version = 2
  /// `observing`, `not-observing` or `cannot-tell`.
  let answer: String
  /// The name of the kind; nil if the answer is no kind.
  let kind: Kind?
  /// The names of everything that applies: the kind, the answer, and the library between.
  let tags: [String]
  /// The answer as a sentence.
  let summary: String
  let because: String
  /// The name of the sign that decided, and that sign with the others that count.
  let rule: String
  let signs: [SignEntry]
  let evidence: [String]
  let possible: [PossibleEntry]
  let facts: Facts
  let causes: [CauseEntry]
  let next: [String]
  /// What to search one's own source for.
  let search: [String]
  /// What the era of the system adds.
  let eraNote: String?
  let cards: [CardEntry]
  /// Whether a part of the log was left out.
  let cut: Bool
  /// The number of crashes that the log has. This is the last one.
  let crashes: Int
  /// What was left out, as a sentence.
  let omission: String?
  /// Whether another line is about observing, and did not end the process.
  let hasOtherFailure: Bool
  /// Whether the reason says more than the sign.
  let hasReason: Bool

  private enum CodingKeys: String, CodingKey {
    case version, answer, kind, tags, summary, because, rule, signs, evidence, possible, facts, causes, next, search
    case eraNote, cards, cut, crashes
  }

  /// - Parameter card: what the program knows of a card, by its id.
  package init(_ diagnosis: Diagnosis, card: (String) -> CardEntry?) {
    let (sign, log) = (diagnosis.sign, diagnosis.log)
    rule = sign.name
    signs = ([sign] + diagnosis.others).map(SignEntry.init)
    kind = diagnosis.kind
    because = sign.reason
    hasReason = !Answer.about(sign.name).head.isEmpty
    evidence = diagnosis.evidence
    cut = log.omission != nil
    (crashes, omission) = (log.crashes, log.omission)
    hasOtherFailure = diagnosis.hasOtherFailure
    possible = diagnosis.possible.map { PossibleEntry(kind: $0, title: Answer.about($0).head) }
    let titles = possible.map(\.title)
    var tags: [String]
    switch sign.meaning {
    case .proof(let kind), .likely(let kind, _):
      answer = "observing"
      tags = [kind.rawValue]
      summary = Self.sentence(Answer.about(kind).head, or: sign.meaning == .proof(kind) ? [] : titles)
    case .elsewhere:
      answer = "not-observing"
      tags = ["not-kvo"]
      summary = "This is about something else, and not about observing."
    case .open:
      answer = "cannot-tell"
      tags = ["cannot-tell"]
      summary =
        "The log does not show it." + (titles.isEmpty ? "" : " It can be this: \(titles.joined(separator: "; or ")).")
    }
    if let mediator = log.facts.mediator, !mediator.name.hasPrefix("Swift") { tags.append("mediator-involved") }
    self.tags = tags
    causes = diagnosis.causes.map {
      CauseEntry(cause: $0.cause.what, sign: $0.cause.sign, card: $0.cause.card, indicated: $0.isIndicated)
    }
    let isElsewhere = sign.meaning == .elsewhere
    let own = Answer.about(sign.name)
    next =
      ((own.causes.isEmpty ? diagnosis.answer?.next ?? [] : []) + own.next)
      .filter { $0.detail?.isThere(log) != false }.map(\.text)
      + [log.facts.mediator?.advice].compactMap { isElsewhere || log.isPassedOn ? nil : $0 }
    search = isElsewhere ? [] : log.facts.search(throughController: log.facts.isSharedController || log.isPassedOn)
    eraNote = diagnosis.eraNote
    cards = diagnosis.cards.compactMap(card)
    facts = log.facts
  }

  /// A conclusion as a sentence. What the log does not tell apart is said to be possible.
  static func sentence(_ conclusion: String, or others: [String]) -> String {
    others.isEmpty
      ? "\(conclusion.prefix(1).uppercased())\(conclusion.dropFirst())."
      : "It can be this: \(conclusion). Or this: \(others.joined(separator: "; or "))."
  }
}

extension Facts {
  /// What to search one's own source for, if the log names a key path.
  fileprivate func search(throughController: Bool) -> [String] {
    guard let path = keyPath ?? registrations.first?.keyPath ?? key, !path.isEmpty else { return [] }
    if isObservedCenter { return ["\(path), or its constant, with removeObserver: the call that raised"] }
    let (adds, ends) =
      throughController
      ? ("keyPath:@\"\(path)\" in a call of observe", "unobserve:, unobserveAll, and removeObserver in other code")
      : (
        "\"\(path)\" with addObserver, or \\.\(path) with observe",
        "removeObserver with it, or invalidate() and nil for its token"
      )
    return [
      "\(adds): where it is registered",
      "\(ends): where that ends",
      "what sets \(key ?? path)\(observed?.className.map { ", and what owns the \($0)" } ?? "")",
    ]
  }
}

extension Explanation {
  /// The explanation for programs.
  package var json: String {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      return String(decoding: try encoder.encode(self), as: UTF8.self)
    }
  }
}
