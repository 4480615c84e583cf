import Console
import Harness
import RawObserving

/// What the orders of stories come to, as text.
struct OrderReport {
  let screen: Screen

  private func say(_ text: String, indent: Int = 0) {
    for line in screen.lines(text, indent: indent) { print(String(repeating: " ", count: indent) + line) }
  }

  // MARK: All stories

  /// One row for each style, and one more if the current era ends otherwise.
  func printOverview(_ played: [PlayedOrders]) {
    var differs = false
    say(
      "Every order of a few lines, played on this engine. An order is over when every owner has let go, or at the line "
        + "that ends the process. It counts under the gravest thing that happened in it.")
    for story in OrderStory.all where played.contains(where: { $0.plan.story.name == story.name }) {
      print("")
      print(screen.bold(story.title) + screen.faint("  ./scenarios orders \(story.name)"))
      let ofStory = played.filter { $0.plan.story.name == story.name }
      for style in story.styles + [.own] {
        let runs = ofStory.filter { $0.plan.style.name == style.name }
        var told: [String] = []
        for run in runs {
          let counts = self.counts(of: run)
          if told.contains(counts.joined()) { continue }
          told.append(counts.joined())
          if told.count > 1 { differs = true }
          let name = told.count == 1 ? style.title : "  \(run.plan.era) era"
          for line in screen.row("  " + name.padded(to: 33), counts[0] + counts[1]) { print(line) }
        }
      }
    }
    if differs {
      print("")
      say("Where there is no row for the current era, both eras end alike.")
    }
  }

  /// `52 orders: ` and `18 die, 34 end well`.
  private func counts(of played: PlayedOrders) -> [String] {
    let (all, counts) = (played.orders.count, played.counts)
    if counts.count == 1, let only = counts.first {
      return ["\(all) orders: ", coloured("all \(only.ending.verb)", only.ending)]
    }
    return [
      "\(all) orders: ", counts.map { coloured("\($0.count) \($0.ending.verb)", $0.ending) }.joined(separator: ", "),
    ]
  }

  private func coloured(_ text: String, _ ending: PlayedOrder.Ending) -> String {
    switch ending {
    case .dies, .leaks: screen.red(text)
    case .misses, .twice, .late: screen.yellow(text)
    case .well: screen.green(text)
    }
  }

  // MARK: One style

  /// The lines, the counts, the table of states, and the shortest order for each bad end.
  func tell(_ played: PlayedOrders) throws {
    let (plan, lines) = (played.plan, try StyleLines(played.plan))
    print(screen.bold("\(plan.story.title), \(plan.style.title), \(plan.era) era"))
    say(counts(of: played).joined() + ".")
    print("")
    for line in lines.classes { print(line.isEmpty ? "" : "    " + line) }
    if !lines.classes.isEmpty { print("") }
    for move in plan.story.moves { print("    " + lines[move]) }
    print("")
    do throws(StateGraph.Conflict) {
      for line in table(of: try StateGraph(played)) { print(line) }
    } catch {
      // Those of this package have none.
      guard plan.style.name == OrderStyle.own.name else { throw error }
      tell(error, lines)
    }
    if !played.causes.isEmpty {
      print("")
      say("They die because:")
      for (cause, count) in played.causes { say("\(count): \(cause?.words ?? "another reason")", indent: 4) }
    }
    for (ending, _) in played.counts where !ending.isGood {
      guard let number = played.shortest(ending) else { continue }
      print("")
      say("The shortest order that \(ending.singular) (--play \(number)):")
      for line in told(played.orders[number - 1], lines, plan.story, point: nil) { print(line) }
    }
    let distances = played.distances.filter { $0.lines > 0 }
    if let first = distances.first {
      print("")
      func lines(_ count: Int) -> String { count == 1 ? "one line" : "\(count) lines" }
      say(
        "Often it is not the line that crashes that decides, but an earlier one, after which every order ends badly. "
          + "The crash comes "
          + (["\(lines(first.lines)) later in \(first.orders) orders"]
          + distances.dropFirst().map { "\(lines($0.lines)) later in \($0.orders)" }).joined(separator: ", ") + ".")
    }
  }

  /// Why there is no table of states.
  private func tell(_ conflict: StateGraph.Conflict, _ lines: StyleLines) {
    say(
      "There is no table of states, because your mediator remembers something that no state shows, such as an observation "
        + "that has ended. The last line of these two orders does different things, although the objects and the "
        + "registrations are the same before it:")
    for beginning in conflict.beginnings {
      print("")
      for (index, move) in beginning.enumerated() { print("  \(index + 1)  " + lines[move]) }
    }
  }

  /// The states and what each line does in them.
  func table(of graph: StateGraph) -> [String] {
    let columns = StateGraph.Line.allCases.filter { line in graph.edges.values.contains { $0[line] != nil } }
    let (cell, isNarrow) = (11, screen.columns < 80)
    let width = isNarrow ? 2 : min(40, screen.columns - cell * columns.count - 2)
    func row(_ label: String, _ cells: [(String, (String) -> String)]) -> String {
      label.padded(to: width) + cells.map { $1($0.padded(to: cell)) }.joined()
    }
    let head = row("", columns.map { ($0.words(in: graph.plan.story), screen.faint) })
    var lines = [head]
    for (number, state) in graph.states.enumerated() {
      let cells = columns.map { self.cell(graph.edges[state]?[$0], from: state, in: graph) }
      var words = "\(number + 1) \(state.words(in: graph.plan.story))"
      if graph.edges[state] == nil && !state.isEmpty {
        words += ": a leak"
      } else if graph.lost.contains(state) {
        words += ": lost"
      }
      let paint = graph.lost.contains(state) ? screen.red : { $0 }
      let labels = wrapped(words, to: isNarrow ? screen.columns : width - 1)
      if isNarrow {
        lines += labels.map(paint) + (graph.edges[state] == nil ? [] : [row("", cells)])
      } else {
        let continued = labels.dropFirst().map { paint("  " + $0) }
        lines.append(paint(labels[0].padded(to: width)) + row("", cells).dropFirst(width))
        lines += continued
      }
    }
    return lines.map(\.trimmingSpacesAtEnd)
  }

  private func cell(_ edge: StateGraph.Edge?, from state: WorldState, in graph: StateGraph) -> (
    String, (String) -> String
  ) {
    guard let edge else { return ("", { $0 }) }
    guard case .leads(let next) = edge.effect else { return (screen.isASCII ? "X dies" : "✕ dies", screen.red) }
    let arrow = screen.isASCII ? ">" : "→"
    let goes = next == state ? nil : graph.states.firstIndex(of: next).map { "\(arrow) \($0 + 1)" }
    let text = [edge.words, goes].compactMap(\.self).joined(separator: " ")
    if graph.lost.contains(next) && next != state { return (text, screen.red) }
    if edge.heard != .asAsked { return (text, screen.yellow) }
    if edge.calls > 0 { return (text, screen.green) }
    return (text.isEmpty ? (screen.isASCII ? "." : "·") : text, { $0 })
  }

  // MARK: One order

  /// Steps through one order.
  func tell(_ played: PlayedOrders, order number: Int) throws {
    let (plan, order) = (played.plan, played.orders[number - 1])
    let lines = try StyleLines(plan)
    print(
      screen.bold(
        "Order \(number) of \(played.orders.count): \(plan.story.title), \(plan.style.title), \(plan.era) era"))
    print("")
    let point = played.pointOfNoReturn(of: order)
    for line in told(order, lines, plan.story, point: point) { print(line) }
    print("")
    if let death = order.death {
      for line in death.message.split(separator: "\n") { print("    " + screen.red(String(line))) }
      print("")
    }
    say("This order \(coloured(order.ending.singular, order.ending)).")
    if let point {
      let futures = played.futures(after: Array(order.moves[..<point])).count
      say(
        futures == 1
          ? "It is lost at line \(point), which is the end."
          : "It is lost at line \(point): \(futures == 2 ? "both" : "all \(futures)") orders that begin like this end "
            + "badly.")
    }
  }

  /// The lines of an order with what followed each.
  private func told(_ order: PlayedOrder, _ lines: StyleLines, _ story: OrderStory, point: Int?) -> [String] {
    var (told, calls): ([(String, String)], Int) = ([], 0)
    for (index, step) in order.steps.enumerated() {
      var words = step.state.words(in: story)
      let new = step.calls - calls
      calls = step.calls
      switch step.heard {
      case .missed: words = screen.yellow("a call is missing")
      case .twice: words = screen.yellow("called \(new == 2 ? "twice" : "\(new) times")")
      case .late: words = screen.yellow("called after the stop")
      case .asAsked where step.move.isSet: words = new > 0 ? screen.green("called") : "no call was asked for"
      case .asAsked: break
      }
      if index == order.steps.count - 1 && order.leaks { words += screen.red(": a leak") }
      if index + 1 == point { words += screen.red("  lost from here on") }
      told.append((lines[step.move], words))
    }
    if let death = order.death {
      told.append((lines[death.move], screen.red(death.cause.map { "dies: \($0.words)" } ?? "dies")))
    }
    let longest = told.map(\.0.columns).max() ?? 0
    // Beside each other only if there is room.
    let isWide = longest + 50 <= screen.columns
    return told.enumerated().flatMap { index, line in
      let start = "  \(index + 1)  "
      return isWide
        ? [start + line.0.padded(to: longest + 2) + line.1] : [start + line.0, "       " + line.1]
    }
  }
}

extension StateGraph.Line {
  func words(in story: OrderStory) -> String {
    switch self {
    case .add: story.parts.isEmpty ? "add" : "add header"
    case .addOther: "add footer"
    case .set: "set"
    case .remove: "remove"
    case .releaseView: "view = nil"
    case .releaseClock: story.hasView ? "clock = nil" : "it = nil"
    }
  }
}
