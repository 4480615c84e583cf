import Console
import Harness
import Pictures
import RawObserving

/// What the orders of a reader's file come to, as text.
extension OrderReport {
  func tell(_ file: FileOrders) {
    let orders = file.orders
    let name = orders.lines.title
    let count = orders.lines.lines.count
    if let cut = file.cutAfter {
      say(
        "\(name) has \(count) lines, which have more orders than can be played in \(FilePlayer.mostPlaces) places. Every "
          + "order was played up to its first \(cut) lines, and none further: an empty cell may not have been played. Take "
          + "lines out, or write '// then' behind a line that always comes before the next one.")
      let bad = orders.counts.filter { !$0.ending.isGood }
      say(
        "Of these beginnings, "
          + (bad.isEmpty
            ? "none ends badly."
            : bad.map { coloured("\($0.count) \($0.ending.verb)", $0.ending) }.joined(separator: ", ") + "."))
    } else {
      say(
        "\(orders.orders.count) \(orders.orders.count == 1 ? "order" : "orders") of the \(count == 1 ? "line" : "\(count) lines") of \(name), "
          + "\(orders.lines.era) era: " + verdict(of: orders) + ".")
    }
    print("")
    for line in orders.lines.lines {
      let first = line.after.map { "'\(orders.lines.lines[$0].text)'" }.joined(separator: " and ")
      say(line.text + (first.isEmpty ? "" : "  comes after \(first)"), indent: 4)
    }
    let ran = Set(orders.places.flatMap(\.steps).map(\.line))
    if file.cutAfter == nil {
      for line in orders.lines.lines.indices where !ran.contains(line) {
        say("'\(orders.lines.lines[line].text)' runs in no order: what it unwraps is nil wherever it could run.")
      }
    }
    print("")
    let graph = tellStates(of: file)
    tellBadEnds(of: orders)
    if let graph, file.cutAfter == nil { tellDecidingSteps(of: orders, graph) }
    if file.cutAfter == nil {
      tellDropped(by: orders)
      tellPrinted(by: orders)
      let unseen = file.unseenClasses.prefix(3).map { "a \($0)" }
      if !unseen.isEmpty {
        print("")
        say("Whether \(unseen.joined(separator: " or ")) leaks is not known: no variable ever led to one.")
      }
    }
  }

  private func verdict(of orders: PlayedOrders) -> String {
    let counts = orders.counts
    if counts.count == 1, let only = counts.first { return coloured("all \(only.ending.verb)", only.ending) }
    return counts.map { coloured("\($0.count) \($0.count == 1 ? $0.ending.singular : $0.ending.verb)", $0.ending) }
      .joined(separator: ", ")
  }

  /// The table of states, or why there is none.
  ///
  /// - Returns: the graph, if there is a table.
  private func tellStates(of file: FileOrders) -> StateGraph? {
    if let lines = file.unsteady {
      say(
        "There is no table of states: these lines did two things when they were run twice, although nothing that can be "
          + "read was different. Something beside the lines decides, such as a thread, a timer or a random number. The counts "
          + "are those of one time.")
      printBeginnings([lines], file.orders)
      return nil
    }
    if let conflict = file.conflict {
      say(
        "There is no table of states: something that no variable or property shows decides what a line does. The last line "
          + "of these two beginnings does different things:")
      printBeginnings(conflict, file.orders)
      return nil
    }
    guard let graph = try? StateGraph(file.orders) else { return nil }
    for line in table(of: graph) { print(line) }
    if !file.parts.isEmpty {
      print("")
      say("A state is who lives, who is registered, \(listed(file.parts)).")
    }
    return graph
  }

  private func listed(_ parts: [String]) -> String {
    (parts.count > 1 ? parts.dropLast().joined(separator: ", ") + " and " : "and ") + (parts.last ?? "")
  }

  private func tellBadEnds(of orders: PlayedOrders) {
    for (death, count) in orders.causes.sorted(by: { $0.death.ending.rawValue < $1.death.ending.rawValue }) {
      guard let number = orders.shortest(death) else { continue }
      let pitfall = pitfall(of: orders.orders[number - 1])
      let what =
        pitfall.map { "\($0.id), \($0.title.prefix(1).lowercased() + $0.title.dropFirst())" } ?? printable(death.words)
      tellShortest(orders, death.ending, count, number, what, pitfall)
    }
    for (ending, count) in orders.counts where !ending.isGood && !ending.isDeath {
      guard let number = orders.shortest(ending) else { continue }
      var what = ending.meaning
      if case .leaks(let names, let closures) = orders.orders[number - 1].end {
        what = "\(names.joined(separator: ", ")) \(names.count == 1 ? "is" : "are") alive, and no variable leads there"
        if !closures.isEmpty { what += ", unless a closure in \(closures.joined(separator: " or ")) does" }
      }
      tellShortest(orders, ending, count, number, what, nil)
    }
  }

  private func tellShortest(
    _ orders: PlayedOrders, _ ending: PlayedOrder.Ending, _ count: Int, _ number: Int, _ what: String,
    _ pitfall: Pitfall?
  ) {
    print("")
    say(
      "\(coloured("\(count) \(count == 1 ? ending.singular : ending.verb)", ending)): \(what). The shortest (--play \(number)):"
    )
    let order = orders.orders[number - 1]
    let point = orders.pointOfNoReturn(of: order)
    for (index, line) in order.lines.enumerated() {
      let decides = index + 1 == point && index + 1 < order.lines.count ? "  lost from here on" : ""
      say("\(index + 1)  \(orders.lines.lines[line].text)\(decides)", indent: 4)
    }
    if let pitfall { say("'./scenarios card \(pitfall.id)' prints its card.", indent: 4) }
  }

  /// The pitfall that an order died of; nil if there is any doubt.
  private func pitfall(of order: PlayedOrder) -> Pitfall? {
    guard let death = order.death, death.ending == .dies else { return nil }
    let state = order.steps.dropLast().last?.state
    let observed = state?.registrations ?? []
    let observesItself = !observed.isEmpty && observed.allSatisfy { $0.observer == $0.object }
    switch death.cause {
    case .deallocatedWhileObserved:
      return Pitfall.named(observesItself ? "forgetful-self-observer" : "observed-dies-first")
    case .messageToDeallocated: return Pitfall.named("observer-dies-first")
    case .notRegistered:
      let wasRegistered = order.steps.contains { !($0.state?.registrations.isEmpty ?? true) }
      return Pitfall.named(wasRegistered ? "double-remove" : "remove-unadded")
    case nil: return Pitfall.decided(by: death.message, nil)
    }
  }

  private func tellDecidingSteps(of orders: PlayedOrders, _ graph: StateGraph) {
    if orders.counts.allSatisfy(\.ending.isGood) { return }
    print("")
    guard let deciding = DecidingSteps(orders, graph) else {
      return say(
        "No steps can be named after which no order ends well, and without which all do: which lines are still to run "
          + "decides, too.")
    }
    say("These lines decide: before them an order can still end well, and after them none can:")
    for column in deciding.steps.map(\.column).uniqued() {
      say(orders.lines.lines[column].text, indent: 4)
      for step in deciding.steps where step.column == column {
        let number = graph.states.firstIndex(of: step.state).map { $0 + 1 } ?? 0
        let count = deciding.counts[step] ?? 0
        say("in state \(number): \(step.state.words) (\(count) \(count == 1 ? "order" : "orders"))", indent: 8)
      }
    }
    say(
      deciding.rest == 1
        ? "The only order without these steps ends well."
        : "The \(deciding.rest) orders without these steps all end well.")
  }

  private func tellDropped(by orders: PlayedOrders) {
    guard let group = orders.having(\.dropsDuplicate) else { return }
    print("")
    say(
      "In \(group.count) of the orders a controller drops a duplicate, whose handler is never called (--play \(group.number))."
    )
  }

  private func tellPrinted(by orders: PlayedOrders) {
    let groups = orders.lastPrinted.sorted { ($1.value.count, $0.key ?? "") < ($0.value.count, $1.key ?? "") }
    if groups.count < 2 { return }
    print("")
    say("Those that end well print, last of all:")
    for (printed, group) in groups.prefix(6) {
      let what = printed.map(shown) ?? "nothing"
      say("\(group.count)  \(what)  (--play \(group.number))", indent: 4)
    }
    if groups.count > 6 { say("and \(groups.count - 6) other lines", indent: 4) }
  }

  // MARK: Two files

  /// How the orders of two files end, side by side.
  func compare(_ one: PlayedOrders, _ other: PlayedOrders, called names: [String]) {
    let width = names.map(\.columns).max() ?? 0
    for (name, each) in zip(names, [one, other]) {
      for line in screen.row(
        name.padded(to: width + 2), "\(each.orders.count) orders: \(verdict(of: each))")
      { print(line) }
    }
    print("")
    say(
      "Of the orders of \(names[0]), beside what the same lines come to in \(names[1]). What ends earlier there counts once for "
        + "each order that begins like it.")
    print("")
    let endings = PlayedOrder.Ending.allCases
    func rank(_ ending: PlayedOrder.Ending?) -> Int { ending.flatMap(endings.firstIndex) ?? -1 }
    let pairs = one.compared(with: other).sorted {
      (rank($0.key.here), rank($0.key.there)) < (rank($1.key.here), rank($1.key.there))
    }
    let digits = pairs.map { "\($0.value.count)".count }.max() ?? 0
    for (pair, group) in pairs {
      func verb(_ ending: PlayedOrder.Ending) -> String { group.count == 1 ? ending.singular : ending.verb }
      let count = String(repeating: " ", count: digits - "\(group.count)".count) + "\(group.count) "
      guard let there = pair.there, there != pair.here else {
        let rest = pair.there == nil ? ", and cannot run in \(names[1])" : " in both"
        for line in screen.row("    \(count)", "\(coloured(verb(pair.here), pair.here))\(rest)") { print(line) }
        continue
      }
      let lines = one.orders[group.number - 1].lines.map { one.lines.lines[$0].text }.joined(separator: "; ")
      let text =
        "\(coloured(verb(pair.here), pair.here)), and \(coloured(verb(there), there)) in \(names[1]); the shortest: "
        + lines
      for line in screen.row("    \(count)", text) { print(line) }
    }
  }
}
