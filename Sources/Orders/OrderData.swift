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
    /// its letter, `!` and the number of the message. At the end `~` says that something has leaked, and `~!` with a number
    /// that a check at the end has ended the process.
    let orders: [String]
    /// The last messages of the orders that die, and the words of each one's cause.
    let messages: [String]
    let causes: [String?]
    /// How each of these messages counts: `dies`, or of a file another ending.
    let deaths: [String]
  }

  struct Move: Encodable {
    let letter: String
    let line: String
    /// The letters of the lines that run before it.
    var after: [String] = []
    /// What it unwraps.
    var needs: [String] = []
  }

  struct State: Encodable {
    let code: String
    let words: String
    let isLost: Bool
    let objects: [Object]
    let registrations: [Registration]
  }

  struct Object: Encodable {
    let name: String
    /// `owned`, `kept`, `adrift` or `freed`.
    let fate: String
  }

  struct Registration: Encodable {
    /// The indices of the observer and of the observed object.
    let observer: Int?
    let object: Int
    let label: String?
  }

  static func text(of played: [PlayedPlan]) throws -> String {
    try JSONReport.text(of: All(plans: try played.map(plan)), isPretty: false)
  }

  static func plan(_ played: PlayedPlan) throws -> Plan {
    let plan = played.plan
    return self.plan(
      played.orders, try StateGraph(played.orders), story: (plan.story.name, plan.story.title),
      style: (plan.style.name, plan.style.title))
  }

  /// The orders of a file's lines.
  static func plan(_ orders: PlayedOrders, _ graph: StateGraph, named name: String) -> Plan {
    plan(orders, graph, story: (name, name), style: ("file", "as written"))
  }

  private static func plan(
    _ orders: PlayedOrders, _ graph: StateGraph, story: (name: String, title: String),
    style: (name: String, title: String)
  ) -> Plan {
    let lines = orders.lines
    // Addresses differ from run to run.
    func stable(_ message: String) -> String { message.replacing(/0x[0-9a-f]+/, with: "0x…") }
    let all = Array(orders.orders)
    let deaths = all.compactMap(\.death)
    let messages = deaths.map { stable($0.message) }.uniqued()
    let firsts = messages.map { message in deaths.first { stable($0.message) == message } }
    let numbers = Dictionary(uniqueKeysWithValues: graph.states.enumerated().map { ($1, $0) })
    func number(of death: Death) -> Int { messages.firstIndex(of: stable(death.message)) ?? 0 }
    return Plan(
      story: story.name, title: story.title, style: style.name, styleTitle: style.title, era: "\(lines.era)",
      moves: lines.lines.map { line in
        Move(
          letter: "\(line.letter)", line: line.text, after: line.after.map { "\(lines.lines[$0].letter)" },
          needs: line.needs)
      },
      classes: lines.classes,
      counts: Dictionary(uniqueKeysWithValues: orders.counts.map { ($0.ending.rawValue, $0.count) }),
      states: graph.states.map { state in
        State(
          code: state.code, words: state.words, isLost: graph.lost.contains(state),
          objects: state.objects.map { Object(name: $0.name, fate: "\($0.fate)") },
          registrations: state.registrations.map {
            Registration(observer: $0.observer, object: $0.object, label: $0.label)
          })
      },
      orders: all.map { order in
        let steps = order.steps.map { step in
          let letter = lines.lines[step.made.line].letter
          if case .ends(let death) = step.made.effect { return "\(letter)!\(number(of: death))" }
          let number = step.state.flatMap { numbers[$0] } ?? 0
          let heard = Heard.allCases.first { $0.ending == step.made.faults.first } ?? .asAsked
          return "\(letter)\(number < 10 ? "0" : "")\(number)\(heard.rawValue)\(step.calls)"
        }.joined()
        switch order.end {
        case .well, .cut: return steps
        case .leaks: return steps + "~"
        case .dies(let death): return steps + "~!\(number(of: death))"
        }
      },
      messages: messages, causes: firsts.map { $0?.cause?.words }, deaths: firsts.map { ($0?.ending ?? .dies).rawValue }
    )
  }
}
