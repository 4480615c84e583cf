import Console
import Foundation
import Harness

/// The orders of a reader's file for programs to read. `schema.json` beside this file describes them.
struct FileOrderData: Encodable {
  /// Raised when a field is removed or changes its meaning.
  let version = 1
  let file: String
  let era: String
  /// How many orders there are, and how many end in which way.
  let orders: Int
  let counts: [String: Int]
  /// Every order was played up to so many lines, and none further; absent if all were played to their ends.
  let cutAfter: Int?
  /// Why the states are none that decide: `unsteady`, if lines did two things when they were run twice, or `hidden`, if
  /// something decides that cannot be read; absent if they are.
  let problem: String?
  let lines: [Line]
  let states: [State]
  /// The first one is where every order begins. An order is a way through places, to one without steps or to a death.
  let places: [Place]
  /// The steps after which no order ends well any more; absent if not all orders without them do.
  let deciding: [Deciding]?

  struct Line: Encodable {
    let line: String
    /// The indices of the lines that run before it.
    let after: [Int]
  }

  struct State: Encodable {
    let words: String
    let isLost: Bool
  }

  struct Place: Encodable {
    /// The index of its state.
    let state: Int
    let steps: [Step]
    /// What is alive when the order ends here, and no variable leads to it.
    let leaks: [String]?
    /// How a check at the end ends the process.
    let death: Death?
  }

  struct Step: Encodable {
    /// The index of the line.
    let line: Int
    /// The index of the place that it leads to; absent if it ends the process.
    let place: Int?
    let death: Death?
    /// The observers that it calls, by their names.
    let calls: [String]
    let faults: [String]
    let printed: [String]
  }

  struct Death: Encodable {
    /// `dies`, `hangs`, `exits` or `breaks`.
    let ending: String
    let message: String
  }

  struct Deciding: Encodable {
    let line: Int
    let state: Int
  }

  static func text(of played: FileOrders) throws -> String {
    try JSONReport.text(of: FileOrderData(played), isPretty: true)
  }

  private init(_ played: FileOrders) {
    let orders = played.orders
    let graph = played.hasStates ? try? StateGraph(orders) : nil
    let all = graph?.states ?? orders.places.map(\.state).uniqued()
    let numbers = Dictionary(uniqueKeysWithValues: all.enumerated().map { ($1, $0) })
    func death(_ death: Orders.Death) -> Death { Death(ending: death.ending.rawValue, message: death.words) }
    (file, era, self.orders, cutAfter) = (
      orders.lines.title, "\(orders.lines.era)", orders.orders.count, played.cutAfter
    )
    counts = Dictionary(uniqueKeysWithValues: orders.counts.map { ($0.ending.rawValue, $0.count) })
    problem = played.unsteady != nil ? "unsteady" : played.conflict != nil ? "hidden" : nil
    lines = orders.lines.lines.map { Line(line: $0.text, after: $0.after) }
    states = all.map { State(words: $0.words, isLost: graph?.lost.contains($0) ?? false) }
    places = orders.places.map { place in
      let steps = place.steps.map { step in
        var (next, end): (Int?, Death?) = (nil, nil)
        switch step.effect {
        case .leads(let place): next = place
        case .ends(let ending): end = death(ending)
        }
        return Step(
          line: step.line, place: next, death: end, calls: step.called, faults: step.faults.map(\.rawValue).sorted(),
          printed: step.printed)
      }
      var (leaks, end): ([String]?, Death?) = (nil, nil)
      switch place.end {
      case .well, .cut: break
      case .leaks(let names, _): leaks = names
      case .dies(let ending): end = death(ending)
      }
      return Place(state: numbers[place.state] ?? 0, steps: steps, leaks: leaks, death: end)
    }
    deciding = graph.flatMap { DecidingSteps(orders, $0) }?.steps.map {
      Deciding(line: $0.column, state: numbers[$0.state] ?? 0)
    }
  }
}
