import Foundation

/// The catalogue and the results for programs to read.
enum JSONReport {
  private struct Entry: Encodable {
    let id: String
    let name: String
    let title: String
    let lesson: String
    let acts: [ActEntry]
  }

  private struct ActEntry: Encodable {
    let number: Int
    let label: String
    let side: Side
    let title: String
    /// The eras in which it is run.
    let eras: [String]
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

  static func print(_ pitfalls: [Pitfall]) throws {
    try print(
      pitfalls.map { pitfall in
        Entry(
          id: pitfall.id, name: pitfall.name, title: pitfall.title, lesson: pitfall.lesson,
          acts: pitfall.acts.enumerated().map { index, act in
            ActEntry(
              number: index + 1, label: pitfall.label(of: act), side: act.side, title: act.title,
              eras: act.telling.map { "\($0)" })
          })
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
