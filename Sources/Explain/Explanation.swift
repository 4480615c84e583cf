import Foundation

/// The explanation of a log, in reading order. The report and the JSON are written from it.
package struct Explanation: Encodable {
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

    package init(id: String, title: String, card: String, lesson: String) {
      (self.id, self.title, self.card, self.lesson) = (id, title, card, lesson)
      atlas = "atlas.html#\(id)"
      page = "./scenarios atlas -o \(id).html \(id)"
    }
  }

  struct PossibleEntry: Encodable {
    let kind: Kind
    let title: String
  }

  struct ObjectEntry: Encodable {
    let className: String?
    let address: String?

    init(_ object: Facts.Object) { (className, address) = (object.className, object.address) }

    enum CodingKeys: String, CodingKey {
      case className = "class"
      case address
    }
  }

  struct RegistrationEntry: Encodable {
    let observer: ObjectEntry
    let keyPath: String
    let options: [String]
    let context: String?
  }

  struct FactEntry: Encodable {
    let observed: ObjectEntry?
    let observer: ObjectEntry?
    let keyPath: String?
    let key: String?
    let options: [String]?
    let context: String?
    let observesItself: Bool
    let registrations: [RegistrationEntry]
    let mediator: String?
    let system: String?
    let era: String?
  }

  /// The version of the format. It grows when a key changes its meaning or is removed.
  var version = 1
  /// `observing`, `not-observing` or `cannot-tell`.
  let answer: String
  /// The name of the kind; nil if the answer is no kind.
  let kind: Kind?
  let certainty: Certainty?
  /// The names of everything that applies: the kind, the answer, and the library between.
  let tags: [String]
  /// The answer as a sentence.
  let summary: String
  let because: String
  let rule: String
  let evidence: [String]
  let possible: [PossibleEntry]
  let facts: FactEntry
  let causes: [CauseEntry]
  let next: [String]
  /// What the era of the system adds.
  let eraNote: String?
  let cards: [CardEntry]
  /// Whether the end of the log was left out.
  let cut: Bool

  /// - Parameter card: what the program knows of a card, by its id.
  package init(_ diagnosis: Diagnosis, card: (String) -> CardEntry?) {
    let (rule, log) = (diagnosis.rule, diagnosis.log)
    self.rule = rule.name
    kind = diagnosis.kind
    because = rule.because
    evidence = diagnosis.evidence
    cut = log.isCut
    var tags: [String]
    switch rule.answer {
    case .kind(let kind, let certainty):
      answer = "observing"
      self.certainty = certainty
      tags = [kind.rawValue]
      summary = certainty.sentence(
        Advice.about(kind).title, or: diagnosis.possible.map { Advice.about($0).title })
    case .notObserving:
      answer = "not-observing"
      certainty = nil
      tags = ["not-kvo"]
      summary = "This is about something else, and not about observing."
    case .cannotTell:
      answer = "cannot-tell"
      certainty = nil
      tags = ["cannot-tell"]
      let titles = diagnosis.possible.map { Advice.about($0).title }
      summary =
        "The log does not show it."
        + (titles.isEmpty ? "" : " It can be this: \(titles.joined(separator: "; or ")).")
    }
    if let mediator = log.facts.mediator, !mediator.name.hasPrefix("Swift") { tags.append("mediator-involved") }
    self.tags = tags
    possible = diagnosis.possible.map { PossibleEntry(kind: $0, title: Advice.about($0).title) }
    causes = diagnosis.causes.map {
      CauseEntry(cause: $0.cause.what, sign: $0.cause.sign, card: $0.cause.card, indicated: $0.isIndicated)
    }
    next =
      (diagnosis.advice?.now ?? []) + rule.next
      + [log.facts.mediator?.advice].compactMap { advice in
        rule.answer == .notObserving ? nil : advice
      }
    eraNote = diagnosis.eraNote
    cards = diagnosis.cards.compactMap(card)
    facts = FactEntry(log.facts)
  }
}

extension Explanation.FactEntry {
  init(_ facts: Facts) {
    observed = facts.observed.map(Explanation.ObjectEntry.init)
    observer = facts.observer.map(Explanation.ObjectEntry.init)
    (keyPath, key, options, context) = (facts.keyPath, facts.key, facts.options, facts.context)
    observesItself = facts.observesItself
    registrations = facts.registrations.map {
      Explanation.RegistrationEntry(
        observer: Explanation.ObjectEntry($0.observer), keyPath: $0.keyPath, options: $0.options, context: $0.context)
    }
    mediator = facts.mediator?.name
    system = facts.system?.text
    era = facts.system.map { $0.eraName }
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
