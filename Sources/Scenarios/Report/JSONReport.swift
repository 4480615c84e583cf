import Foundation
import RawObserving

/// The catalogue and the results for programs to read. `schema.json` beside this file describes both.
package enum JSONReport {
  private struct Entry: Encodable {
    let id: String
    let name: String
    let title: String
    let area: String
    let lesson: String
    let card: String
    let source: String
    let frequency: Frequency
    let symptoms: [String]
    let messages: [String]
    let why: String
    let fix: String
    let prediction: PredictionEntry
    let acts: [ActEntry]
  }

  private struct PredictionEntry: Encodable {
    let question: String
    /// The number of the act that shows the answer.
    let act: Int
    let choices: [ChoiceEntry]
  }

  private struct ChoiceEntry: Encodable {
    let text: String
    let isRight: Bool
    let because: String
  }

  private struct ActEntry: Encodable {
    /// As `--act` counts.
    let act: Int
    let label: String
    let side: Side
    let title: String
    /// What the act would find without the mistake; absent if it ends so.
    let wanted: String?
    /// The eras in which it is run.
    let eras: [String]
    /// How it ends, by era.
    let endings: [String: Ending]
  }

  /// How a run ends, or should: it finds something, its process dies, or the run fails.
  private struct Ending: Encodable {
    var finds: String?
    /// What the last message contains.
    var dies: String?
    var signal: Int32?
    var fails: String?

    init(_ expectation: Expectation) {
      switch expectation {
      case .finds(let finding): finds = finding
      case .dies(let message): dies = message.text
      }
    }

    init(_ outcome: Outcome) {
      switch outcome {
      case .found(let finding): finds = finding
      case .died(let number, let message, _): (dies, signal) = (message, number)
      case .failed(let reason): fails = reason
      }
    }
  }

  private struct ResultEntry: Encodable {
    let id: String
    let name: String
    let act: Int
    let label: String
    let side: Side
    let title: String
    let era: String
    let lines: [String]
    /// How the catalogue says it ends.
    let expected: Ending
    let found: Ending
    let asExpected: Bool
    /// What the author of the code wants; absent if it ends so.
    let wanted: String?
    let verdict: String
  }

  private struct Catalogue: Encodable {
    let version = JSONReport.version
    let pitfalls: [Entry]
  }

  private struct Results: Encodable {
    let version = JSONReport.version
    let results: [ResultEntry]
  }

  /// Raised when a field is removed or changes its meaning.
  private static let version = 2

  static func print(_ pitfalls: [Pitfall]) throws {
    Swift.print(try text(of: Catalogue(pitfalls: pitfalls.map(entry))))
  }

  private static func entry(_ pitfall: Pitfall) -> Entry {
    Entry(
      id: pitfall.id, name: pitfall.name, title: pitfall.title, area: pitfall.area.rawValue,
      lesson: "Lessons/\(pitfall.lesson.rawValue)", card: "Lessons/\(pitfall.card)", source: pitfall.source,
      frequency: pitfall.frequency, symptoms: pitfall.symptoms.map(\.rawValue),
      messages: pitfall.messages.map(\.text), why: pitfall.why, fix: pitfall.fix,
      prediction: PredictionEntry(
        question: pitfall.prediction.question, act: pitfall.prediction.act,
        choices: pitfall.prediction.choices.map {
          ChoiceEntry(text: $0.text, isRight: $0.isRight, because: $0.because)
        }),
      acts: pitfall.acts.enumerated().map { index, act in
        ActEntry(
          act: index + 1, label: pitfall.label(of: act), side: act.side, title: act.title, wanted: act.wanted,
          eras: act.telling.map { "\($0)" },
          endings: Dictionary(
            uniqueKeysWithValues: Era.allCases.map { ("\($0)", Ending(act.expectation(in: $0))) }))
      })
  }

  static func print(_ results: [ActResult]) throws { Swift.print(try text(of: results)) }

  static func text(of results: [ActResult]) throws -> String { try text(of: Results(results: results.map(entry))) }

  private static func entry(_ result: ActResult) -> ResultEntry {
    ResultEntry(
      id: result.pitfall.id, name: result.pitfall.name, act: result.number,
      label: result.pitfall.label(of: result.act), side: result.act.side, title: result.act.title,
      era: "\(result.era)", lines: result.lines, expected: Ending(result.act.expectation(in: result.era)),
      found: Ending(result.outcome), asExpected: result.isAsExpected,
      wanted: result.act.isRight(in: result.era) ? nil : result.act.wanted, verdict: result.verdict.rawValue)
  }

  /// The form of everything that the program prints for other programs.
  package static func text(of value: some Encodable, isPretty: Bool = true) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    if isPretty { encoder.outputFormatting.insert(.prettyPrinted) }
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }
}
