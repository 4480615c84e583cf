import Foundation
import RawObserving

/// The catalogue and the results for programs to read.
enum JSONReport {
  private struct Entry: Encodable {
    let id: String
    let name: String
    let title: String
    let area: String
    let lesson: String
    let card: String
    let source: String
    let suite: String
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
    let number: Int
    let label: String
    let side: Side
    let title: String
    /// What the act would find if all were well; absent where it ends so.
    let wanted: String?
    /// The eras in which it is run.
    let eras: [String]
    /// How it ends, by era.
    let endings: [String: Ending]
  }

  private struct Ending: Encodable {
    /// What the act finds; absent where the process dies.
    var finds: String?
    /// What the last message of the process contains; absent where the process lives.
    var dies: String?

    init(_ expectation: Expectation) {
      switch expectation {
      case .finds(let finding): finds = finding
      case .dies(let message): dies = message.text
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
    let outcome: String
    let finding: String?
    let signal: Int32?
    let message: String?
    let asExpected: Bool
  }

  static func print(_ pitfalls: [Pitfall]) throws { try print(pitfalls.map(entry)) }

  private static func entry(_ pitfall: Pitfall) -> Entry {
    Entry(
      id: pitfall.id, name: pitfall.name, title: pitfall.title, area: pitfall.area.rawValue,
      lesson: "Lessons/\(pitfall.lesson.rawValue)", card: "Lessons/\(pitfall.card)", source: pitfall.source,
      suite: pitfall.suite, symptoms: pitfall.symptoms.map(\.rawValue), messages: pitfall.messages.map(\.text),
      why: pitfall.why,
      fix: pitfall.fix,
      prediction: PredictionEntry(
        question: pitfall.prediction.question, act: pitfall.prediction.act,
        choices: pitfall.prediction.choices.map {
          ChoiceEntry(text: $0.text, isRight: $0.isRight, because: $0.because)
        }),
      acts: pitfall.acts.enumerated().map { index, act in
        ActEntry(
          number: index + 1, label: pitfall.label(of: act), side: act.side, title: act.title, wanted: act.wanted,
          eras: act.telling.map { "\($0)" },
          endings: Dictionary(
            uniqueKeysWithValues: Era.allCases.map { ("\($0)", Ending(act.expectation(in: $0))) }))
      })
  }

  static func print(_ results: [ActResult]) throws {
    try print(results.map(entry))
  }

  private static func entry(_ result: ActResult) -> ResultEntry {
    var outcome = "failed"
    var finding: String?
    var signal: Int32?
    var message: String?
    switch result.outcome {
    case .found(let found): (outcome, finding) = ("found", found)
    case .died(let number, let text): (outcome, signal, message) = ("died", number, text)
    case .failed(let reason): message = reason
    }
    return ResultEntry(
      id: result.pitfall.id, name: result.pitfall.name, act: result.number,
      label: result.pitfall.label(of: result.act), side: result.act.side,
      title: result.act.title, era: "\(result.era)", lines: result.lines, outcome: outcome,
      finding: finding, signal: signal, message: message, asExpected: result.isAsExpected)
  }

  private static func print(_ value: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    Swift.print(String(decoding: try encoder.encode(value), as: UTF8.self))
  }
}
