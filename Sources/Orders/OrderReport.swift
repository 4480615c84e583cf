import Console
import Harness
import RawObserving

/// What the orders of stories come to, as text.
struct OrderReport {
  let screen: Screen

  func say(_ text: String, indent: Int = 0) {
    for line in screen.lines(text, indent: indent) { print(String(repeating: " ", count: indent) + line) }
  }

  // MARK: All stories

  /// One row for each style, and one more if the current era ends otherwise.
  func printOverview(_ played: [PlayedPlan]) {
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
          let counts = self.counts(of: run.orders)
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

  func coloured(_ text: String, _ ending: PlayedOrder.Ending) -> String {
    switch ending {
    case .dies, .hangs, .exits, .leaks: screen.red(text)
    case .breaks, .misses, .twice, .late: screen.yellow(text)
    case .well: screen.green(text)
    }
  }

  // MARK: One style, or one file

  /// The lines, the counts, the table of states, and the shortest order for each bad end.
  func tell(_ played: PlayedPlan) throws {
    let orders = played.orders
    print(screen.bold("\(orders.lines.title), \(played.plan.era) era"))
    say(counts(of: orders).joined() + ".")
    print("")
    for line in orders.lines.classes { print(line.isEmpty ? "" : "    " + line) }
    if !orders.lines.classes.isEmpty { print("") }
    printLines(of: orders)
    print("")
    do throws(StateGraph.Conflict) {
      for line in table(of: try StateGraph(orders)) { print(line) }
    } catch {
      // Those of this package have none.
      guard played.plan.style.name == OrderStyle.own.name else { throw error }
      say(
        "There is no table of states, because your mediator remembers something that no state shows, such as an "
          + "observation that has ended. The last line of these two orders does different things, although the objects "
          + "and the registrations are the same before it:")
      printBeginnings(error.beginnings, orders)
    }
    let causes = orders.causes
    if !causes.isEmpty {
      print("")
      say("They die because:")
      for (death, count) in causes { say("\(count): \(death.cause?.words ?? "another reason")", indent: 4) }
    }
    for (ending, _) in orders.counts where !ending.isGood {
      guard let number = orders.shortest(ending) else { continue }
      print("")
      say("The shortest order that \(ending.singular) (--play \(number)):")
      for line in told(orders.orders[number - 1], orders, point: nil) { print(line) }
    }
    printDistances(of: orders)
  }

  private func printLines(of orders: PlayedOrders) {
    for line in orders.lines.lines { print("    " + line.text) }
  }

  func printBeginnings(_ beginnings: [[Int]], _ orders: PlayedOrders) {
    for beginning in beginnings {
      print("")
      for (index, line) in beginning.enumerated() { print("  \(index + 1)  " + orders.lines.lines[line].text) }
    }
  }

  private func printDistances(of orders: PlayedOrders) {
    let distances = orders.distances.filter { $0.lines > 0 }
    guard let first = distances.first else { return }
    print("")
    func lines(_ count: Int) -> String { count == 1 ? "one line" : "\(count) lines" }
    say(
      "Often it is not the line that crashes that decides, but an earlier one, after which every order ends badly. "
        + "The crash comes "
        + (["\(lines(first.lines)) later in \(first.orders) orders"]
        + distances.dropFirst().map { "\(lines($0.lines)) later in \($0.orders)" }).joined(separator: ", ") + ".")
  }

  /// The states and what each line does in them.
  func table(of graph: StateGraph) -> [String] {
    let columns = graph.lines.columns.filter { line in graph.edges.values.contains { $0[line] != nil } }
    let isWide = !graph.lines.isStory && 23 * columns.count + 32 <= screen.columns
    let cell = graph.lines.isStory ? 11 : isWide ? 23 : 12
    let room = screen.columns - cell * columns.count - 2
    let isNarrow = screen.columns < 80 || room < 22
    let width = isNarrow ? 2 : min(40, room)
    func row(_ label: String, _ cells: [(String, (String) -> String)]) -> String {
      label.padded(to: width) + cells.map { $1($0.padded(to: cell)) }.joined()
    }
    // Where the columns have no room beside each other, each state says what its lines do.
    let isListed = isNarrow && cell * columns.count + 2 > screen.columns
    func head(_ column: Int) -> String {
      isWide || isListed ? graph.lines.lines[column].label : graph.lines.lines[column].head
    }
    var lines = isListed ? [] : [row("", columns.map { (head($0), screen.faint) })]
    for (number, state) in graph.states.enumerated() {
      let cells = columns.map { self.cell(graph.edges[state]?[$0], from: state, in: graph) }
      var words = "\(number + 1) \(state.words)"
      if let what = graph.badEnd(state) ?? (graph.lost.contains(state) ? "lost" : nil) { words += ": \(what)" }
      let paint = graph.lost.contains(state) ? screen.red : { $0 }
      let labels = wrappedAtCommas(words, to: isNarrow ? screen.columns - 2 : width - 1).enumerated().map {
        $0 == 0 ? $1 : "  " + $1
      }
      if isListed {
        let cells = zip(columns, cells).filter { !$0.1.0.isEmpty }.map { "\(head($0)): \($1.0)" }
        lines += labels.map(paint)
        if cells.isEmpty { continue }
        lines += wrappedAtCommas(cells.joined(separator: ", "), to: screen.columns - 4).map { "    " + $0 }
      } else if isNarrow {
        lines += labels.map(paint) + (graph.edges[state] == nil ? [] : [row("", cells)])
      } else {
        lines.append(paint(labels[0].padded(to: width)) + row("", cells).dropFirst(width))
        lines += labels.dropFirst().map(paint)
      }
    }
    return lines.map(\.trimmingSpacesAtEnd)
  }

  /// A line ends behind a comma where it can.
  private func wrappedAtCommas(_ text: String, to width: Int) -> [String] {
    var lines: [String] = []
    for item in text.split(separator: ", ") {
      if let last = lines.last, last.columns + 2 + item.count < width {
        lines[lines.count - 1] += ", \(item)"
        continue
      }
      if !lines.isEmpty { lines[lines.count - 1] += "," }
      lines += wrapped(String(item), to: width)
    }
    return lines
  }

  private func cell(_ edge: StateGraph.Edge?, from state: OrderState, in graph: StateGraph) -> (
    String, (String) -> String
  ) {
    guard let edge else { return ("", { $0 }) }
    let cross = screen.isASCII ? "X" : "✕"
    let next: OrderState
    switch edge.effect {
    case .ends(let ending, _, _):
      let text = "\(cross) \(ending == .breaks ? "breaks" : ending.singular)"
      if ending == .breaks { return (text, screen.yellow) }
      return (text, screen.red)
    case .leads(let to): next = to
    }
    let arrow = screen.isASCII ? ">" : "→"
    let goes = next == state ? nil : graph.states.firstIndex(of: next).map { "\(arrow) \($0 + 1)" }
    let text = [edge.words, goes].compactMap(\.self).joined(separator: " ")
    if graph.lost.contains(next) && next != state { return (text, screen.red) }
    if edge.fault != nil { return (text, screen.yellow) }
    if edge.calls > 0 { return (text, screen.green) }
    return (text.isEmpty ? (screen.isASCII ? "." : "·") : text, { $0 })
  }

  // MARK: One order

  /// Steps through one order.
  func tell(_ played: PlayedOrders, order number: Int) {
    let order = played.orders[number - 1]
    print(screen.bold("Order \(number) of \(played.orders.count): \(played.lines.title), \(played.lines.era) era"))
    print("")
    let point = played.pointOfNoReturn(of: order)
    for line in told(order, played, point: point) { print(line) }
    print("")
    // In one line it is told already.
    if let death = order.death, played.lines.isStory || death.message != death.words {
      for line in death.message.split(separator: "\n") { print("    " + screen.red(String(line))) }
      print("")
    }
    if order.end == .cut { return say("It was not played further: there are too many orders.") }
    say("This order \(coloured(order.ending.singular, order.ending)).")
    if let point {
      let futures = played.futures(of: order, after: point).values.reduce(0, +)
      say(
        futures == 1
          ? "It is lost at line \(point), which is the end."
          : "It is lost at line \(point): \(futures == 2 ? "both" : "all \(futures)") orders that begin like this end "
            + "badly.")
    }
  }

  /// The lines of an order with what followed each.
  private func told(_ order: PlayedOrder, _ played: PlayedOrders, point: Int?) -> [String] {
    var told: [(String, String)] = []
    for (index, step) in order.steps.enumerated() {
      let line = played.lines.lines[step.made.line]
      var words = self.words(for: step, line, isStory: played.lines.isStory)
      if index == order.steps.count - 1 {
        if case .leaks(let names, _) = order.end {
          words += screen.red(played.lines.isStory ? ": a leak" : ", a leak: \(names.joined(separator: ", "))")
        }
        if case .dies(let death) = order.end { words += ", " + screen.red("\(death.ending.singular): \(death.words)") }
      }
      if index + 1 == point, step.place != nil { words += screen.red("  lost from here on") }
      told.append((line.text, words))
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

  /// A line that was printed, in quotation marks.
  func shown(_ line: String) -> String {
    let text = printable(line.replacing("\t", with: " "))
    return "\u{201C}\(text.count > 60 ? text.prefix(59) + "…" : text)\u{201D}"
  }

  private func words(for step: PlayedOrder.Step, _ line: OrderLines.Line, isStory: Bool) -> String {
    if case .ends(let death) = step.made.effect {
      // A story dies of what is known, or of nothing that it may die of.
      let why = isStory ? death.cause?.words : death.words
      return screen.red(why.map { "\(death.ending.singular): \($0)" } ?? death.ending.singular)
    }
    let calls = step.made.calls
    let times = calls == 2 ? "twice" : "\(calls) times"
    let fault = PlayedOrder.Ending.allCases.first(where: step.made.faults.contains)
    let words = step.state?.words ?? ""
    let heard: String? =
      switch fault {
      case .misses: screen.yellow("a call is missing")
      case .twice: screen.yellow("called \(times)")
      case .late: screen.yellow(isStory ? "called after the stop" : "called, and no variable leads to the observer")
      default:
        if isStory {
          line.isSet ? calls > 0 ? screen.green("called") : "no call was asked for" : nil
        } else {
          calls == 0 ? nil : screen.green(calls == 1 ? "called" : "called \(times)")
        }
      }
    if isStory { return heard ?? words }
    let printed = step.made.printed.map { "prints \(shown($0))" }
    let dropped = step.made.dropsDuplicate ? ["a duplicate is dropped"] : []
    return ([heard].compactMap(\.self) + dropped + printed + [words]).joined(separator: "; ")
  }
}
