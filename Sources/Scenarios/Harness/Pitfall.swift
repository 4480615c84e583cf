import Foundation
import RawObserving

/// A hazard of observing, with the acts that show it and its remedy.
///
/// A pitfall is two files: its program, which begins with its entry, and its card in `Lessons/Pitfalls`, which has its
/// texts. `Catalogue.swift` lists the pitfalls in the order of the lessons. The output and the pages are derived from these;
/// a line in `Tests/ScenariosTests/Pitfalls` runs each pitfall.
package struct Pitfall: Sendable {
  /// The stable id, such as `REG-1`. An id is never reused for something else.
  package let id: String
  /// The name on the command line, such as `double-add`.
  package let name: String
  /// The trigger, in a sentence without a full stop.
  package let title: String
  /// How often one meets it in code today.
  package let frequency: Frequency
  /// What people notice.
  package let symptoms: [Symptom]
  /// Whether the first side shows a naive mediator, written for the lesson, because the one here is built so
  /// that it cannot fall into the hazard.
  package let isShownNaively: Bool
  /// The line that a reader is invited to change after the run.
  package let change: LineChange?
  /// The acts, the raw side first.
  package let acts: [Act]

  package init(
    _ id: String, _ name: String, _ title: String, frequency: Frequency, symptoms: [Symptom],
    isShownNaively: Bool = false, change: LineChange?, acts: [Act]
  ) {
    self.id = id
    self.name = name
    self.title = title
    self.frequency = frequency
    self.symptoms = symptoms
    self.isShownNaively = isShownNaively
    self.change = change
    self.acts = acts
  }

  /// The area, with which the id begins. A test checks that.
  var area: Area { Area(rawValue: String(id.prefix { $0 != "-" })) ?? .registration }

  /// The number in the area.
  var idNumber: Int { Int(id.drop { $0 != "-" }.dropFirst()) ?? 0 }

  /// The Swift type of its program, which has the pitfall's name: `DoubleAdd` for `double-add`.
  package var typeName: String { name.split(separator: "-").map(\.capitalized).joined() }

  /// The card: its page in `Lessons`.
  package var card: String { "Pitfalls/\(id)-\(name).md" }

  /// The source of the scenario, in the package.
  package var source: String { "Sources/Scenarios/Pitfalls/\(area.folder)/\(typeName).swift" }

  /// The last messages of its runs, each once.
  package var messages: [Message] {
    var messages: [Message] = []
    for case .dies(let message) in acts.flatMap({ act in Era.allCases.map(act.expectation) })
    where !messages.contains(message) { messages.append(message) }
    return messages
  }

  /// Whether the hazard is one of the tools that replace observing by hand: of the mediator (MED), or of one of
  /// today's tools (MOD). The first side then shows it misused and the second shows it used correctly;
  /// or the first a naive mediator and the second the one here.
  var isOfTheRemedy: Bool { id.hasPrefix("MED-") || id.hasPrefix("MOD-") }

  /// What a side is called in the output.
  func label(of side: Side) -> String {
    switch side {
    case .raw: isShownNaively ? "naive" : isOfTheRemedy ? "misused" : "raw"
    case .managed: isShownNaively ? "here" : isOfTheRemedy ? "used correctly" : "managed"
    }
  }

  /// What an act is called in the output.
  package func label(of act: Act) -> String {
    act.sameMistake ? "same mistake" : label(of: act.side)
  }
}

/// The two sides of the story.
package enum Side: String, Codable, Sendable {
  /// The hazard: observing by hand; or, for a hazard of the mediator or of one of today's tools, that tool misused or a
  /// naive mediator.
  case raw
  /// The remedy: observing through the mediator, or today's tool used correctly; also the same mistake, made
  /// through the mediator.
  case managed
}
