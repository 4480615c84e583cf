import Console
import Foundation
import Harness

/// The orders of plans for programs to read, and for the page.
enum OrderData {
  private struct All: Encodable {
    /// Raised when a field is removed or changes its meaning.
    let version = 1
    let plans: [Plan]
  }

  struct Plan: Encodable {
    let story: String
    let title: String
    let style: String
    let styleTitle: String
    let era: String
    /// The lines by their letters, in the order of the story.
    let moves: [Move]
    /// The classes that make up the style.
    let classes: [String]
    let counts: [String: Int]
    let states: [State]
    /// Each order is one text. A line is its letter, the number of the state that it led to in two digits, what was
    /// heard (`.` as asked, `m` missed, `t` twice, `l` late) and the calls so far; or, for a line that ended the process,
    /// its letter, `!` and the number of the message.
    let orders: [String]
    /// The last messages of the orders that die, and the words of each one's cause.
    let messages: [String]
    let causes: [String?]
  }

  struct Move: Encodable {
    let letter: String
    let line: String
  }

  struct State: Encodable {
    let code: String
    let words: String
    let isLost: Bool
  }

  static func text(of played: [PlayedOrders]) throws -> String {
    try JSONReport.text(of: All(plans: try played.map(plan)), isPretty: false)
  }

  static func plan(_ played: PlayedOrders) throws -> Plan {
    let (plan, graph, lines) = (played.plan, try StateGraph(played), try StyleLines(played.plan))
    // Addresses differ from run to run.
    func stable(_ message: String) -> String { message.replacing(/0x[0-9a-f]+/, with: "0x…") }
    let deaths = played.orders.compactMap(\.death)
    let messages = deaths.map { stable($0.message) }.uniqued()
    let numbers = Dictionary(uniqueKeysWithValues: graph.states.enumerated().map { ($1, $0) })
    return Plan(
      story: plan.story.name, title: plan.story.title, style: plan.style.name, styleTitle: plan.style.title,
      era: "\(plan.era)", moves: plan.story.moves.map { Move(letter: "\($0.rawValue)", line: lines[$0]) },
      classes: lines.classes,
      counts: Dictionary(uniqueKeysWithValues: played.counts.map { ($0.ending.rawValue, $0.count) }),
      states: graph.states.map {
        State(code: $0.code, words: $0.words(in: plan.story), isLost: graph.lost.contains($0))
      },
      orders: played.orders.map { order in
        let steps = order.steps.map { step in
          let number = numbers[step.state]!
          return "\(step.move.rawValue)\(number < 10 ? "0" : "")\(number)\(step.heard.rawValue)\(step.calls)"
        }
        let death = order.death.map { "\($0.move.rawValue)!\(messages.firstIndex(of: stable($0.message))!)" }
        return steps.joined() + (death ?? "")
      },
      messages: messages,
      causes: messages.map { message in deaths.first { stable($0.message) == message }?.cause?.words })
  }
}
