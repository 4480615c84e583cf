import Console
import Foundation
import Harness
import Pictures

/// Draws the graphs of states of one story beside each other: a file that stands alone.
package struct StateFigure {
  private struct Side {
    /// What the code calls the controller; for a story of one object, which has room for it, without its owner.
    let name: String
    let isCode: Bool
    let played: PlayedOrders
    let graph: StateGraph
    let layout: StateLayout
    var code: [(word: String, code: String)] = []

    /// `by hand: 52 orders, 18 die`.
    var verdict: String {
      let (all, counts) = (played.orders.count, played.counts)
      let bad = counts.filter { !$0.ending.isGood }.map {
        "\($0.count) \($0.count == 1 ? $0.ending.singular : $0.ending.verb)"
      }
      return "\(name): \(all) orders, " + (bad.isEmpty ? "all end well" : bad.joined(separator: ", "))
    }
  }

  /// A graph that has no layout, or no graph.
  struct Undrawable: Error {}

  private let sides: [Side]
  private let (title, subtitle): (String, String)
  private let hasCode: Bool
  private var body: [String] = []
  private static let (margin, head) = (4.0, 66.0)
  private static let key = "A box is a state, an arrow is a line of code, and ↻ a line that keeps the state."

  /// - Parameter played: one story in some styles, in one era.
  package static func svg(of played: [PlayedPlan]) throws -> String {
    let sides = try played.map { played in
      let (plan, orders) = (played.plan, played.orders)
      let graph = try StateGraph(orders)
      guard let layout = StateLayout(graph) else { throw Undrawable() }
      let code = [Move.add, .remove].compactMap { move in
        plan.story.moves.firstIndex(of: move).map { orders.lines.lines[$0] }.map { line in
          (line.label, line.text.replacing(#/\{ .* \}$/#, with: "{ … }"))
        }
      }
      let isController = plan.story.hasView && plan.style.title.hasPrefix("kvo")
      return Side(
        name: isController ? "view.\(plan.style.title)" : plan.style.title, isCode: plan.style.name != "by-hand",
        played: orders, graph: graph, layout: layout, code: code)
    }
    guard let plan = played.first?.plan else { throw Undrawable() }
    // The code of the styles, if there is room for all of it.
    let hasCode = sides.allSatisfy { $0.code.allSatisfy { $0.code.count <= 54 } }
    var figure = StateFigure(
      sides: sides,
      title: hasCode
        ? "Every state that these lines can reach, in whatever order they run"
        : "\(plan.story.title): every state, in whatever order the lines run",
      subtitle: (hasCode ? "\(plan.story.title), played" : "Played") + " in the \(plan.era) era. " + key,
      hasCode: hasCode)
    return figure.draw()
  }

  /// - Throws: `InputError` if there are no states, or too many to be drawn.
  static func svg(of file: FileOrders) throws -> String {
    let orders = file.orders
    guard file.hasStates, file.cutAfter == nil, let graph = try? StateGraph(orders) else {
      throw InputError(
        message: "\(orders.lines.title) has no table of states, and so no picture: './scenarios orders' says why.")
    }
    guard let layout = StateLayout(graph) else {
      let why =
        graph.states.count > StateLayout.most
        ? "there are \(graph.states.count) of them, and more than \(StateLayout.most) cannot be taken in at a look."
        : "however they are placed, an arrow runs through a box."
      throw InputError(
        message:
          "the states of \(orders.lines.title) have no picture: \(why) Without --figure, 'orders' prints their table.")
    }
    let side = Side(name: orders.lines.title, isCode: true, played: orders, graph: graph, layout: layout)
    var figure = StateFigure(
      sides: [side], title: "Every state that the lines of \(orders.lines.title) can reach",
      subtitle: "Played in the \(orders.lines.era) era. " + key, hasCode: false)
    return figure.draw()
  }

  private init(sides: [Side], title: String, subtitle: String, hasCode: Bool) {
    (self.sides, self.title, self.subtitle, self.hasCode) = (sides, title, subtitle, hasCode)
  }

  private mutating func draw() -> String {
    text(title, 16, 28, "title")
    text(subtitle, 16, 48, "dim")
    let height = (sides.map(\.layout.height).max() ?? 0) + (hasCode ? 92 : 56)
    let width = max(sides.map(\.layout.width).max() ?? 0, sides.count == 1 ? 620 : 0)
    for (index, side) in sides.enumerated() {
      let (x, y) = (Self.margin + Double(index % 2) * width, Self.head + Double(index / 2) * (height + 20))
      body.append("<g transform=\"translate(\(number(x)) \(number(y)))\">")
      draw(side, height)
      body.append("</g>")
    }
    let columns = min(2, Double(sides.count))
    let rows = Double((sides.count + 1) / 2)
    let size = (width: Int(2 * Self.margin + columns * width), height: Int(Self.head + rows * (height + 20)))
    return SVGPainter.file(
      title: title, description: sides.map(description).joined(separator: " "), width: size.width, height: size.height,
      style: Self.style, body: [SVGPainter.ground(size.width, size.height)] + body)
  }

  private mutating func draw(_ side: Side, _ height: Double) {
    text(side.name, 12, 22, side.isCode ? "name code" : "name")
    if hasCode {
      for (index, line) in side.code.enumerated() {
        let y = 41 + Double(index) * 16
        text(line.word, 12, y, "b")
        text(line.code, 58, y, "code dim")
      }
    }
    let isGood = side.played.counts.allSatisfy(\.ending.isGood)
    text(side.verdict, 12, height, "name \(isGood ? "good" : "bad")")
    body.append("<g transform=\"translate(0 \(hasCode ? 66 : 30))\">")
    for arrow in side.layout.arrows { draw(arrow) }
    for node in side.layout.nodes { draw(node, in: side.graph) }
    for grave in side.layout.graves { draw(grave, isStory: side.graph.lines.isStory) }
    for arrow in side.layout.arrows {
      text(arrow.text, arrow.label.center.x, arrow.label.center.y + 4, "\(arrow.look) label middle")
    }
    body.append("</g>")
  }

  // MARK: The parts

  private mutating func draw(_ arrow: StateLayout.Arrow) {
    let (dx, dy) = (arrow.end.x - arrow.start.x, arrow.end.y - arrow.start.y)
    let length = (dx * dx + dy * dy).squareRoot()
    let (ux, uy) = (dx / length, dy / length)
    let neck = arrow.end + StateLayout.Point(x: -7 * ux, y: -7 * uy)
    path("line \(arrow.look)", "M\(pair(arrow.start))L\(pair(neck))")
    let wings = [(-9 * ux - 4 * uy, -9 * uy + 4 * ux), (8 * uy, -8 * ux)]
    path("head \(arrow.look)", "M\(pair(arrow.end))" + wings.map { "l\(number($0.0)) \(number($0.1))" }.joined() + "z")
  }

  private mutating func draw(_ node: StateLayout.Node, in graph: StateGraph) {
    let (state, box) = (node.state, node.box)
    let isLost = graph.lost.contains(state)
    let look = isLost ? "lost" : state.isEmpty ? "home" : "frame"
    rectangle(look, box.center.x - box.width / 2, box.center.y - box.height / 2, box.width, box.height, 9)
    let (x, y) = (box.center.x, box.center.y - box.height / 2 + 18)
    if !graph.lines.isStory { return drawWords(of: node, in: graph, x, y) }
    if state.objects.count == 2 {
      for (index, _) in state.registrations.enumerated() {
        let at = y + (Double(index) - Double(state.registrations.count - 1) / 2) * 8
        path("registration", "M\(number(x + 13)) \(number(at))H\(number(x - 6))")
        path("registration-head", "M\(number(x - 13)) \(number(at))l9 -4v8z")
      }
      object(state.objects[0], x - 31, y, 36)
      object(state.objects[1], x + 31, y, 36)
    } else {
      if !state.registrations.isEmpty {
        path("registration", "M\(number(x + 35)) \(number(y - 5))h8a5 5 0 0 1 0 10h-2")
        path("registration-head", "M\(number(x + 35)) \(number(y + 5))l9 -4v8z")
      }
      object(state.objects[0], x, y, 70)
    }
    let words: (text: String, look: String) =
      if isLost {
        (graph.badEnd(state).map { "lost: \($0)" } ?? "lost", "bad b")
      } else if state == graph.states[0] {
        ("start", "b")
      } else {
        ((state.isEmpty ? "✓ " : "") + state.words.prefix { $0 != "," }, state.isEmpty ? "good b" : "ink")
      }
    text(words.text, x, y + 25, "\(words.look) middle")
    drawLoops(of: node, in: graph, x, y + 39, Int.max)
  }

  private mutating func drawLoops(
    of node: StateLayout.Node, in graph: StateGraph, _ x: Double, _ y: Double, _ most: Int
  ) {
    if node.loops.isEmpty { return }
    let edges = graph.edges[node.state, default: [:]]
    let loops = node.loops.map { line in
      graph.lines.lines[line].label + (edges[line]?.words.map { ": \($0)" } ?? "")
    }.joined(separator: ", ")
    let isCalled = node.loops.contains { edges[$0]?.calls ?? 0 > 0 }
    text(Self.cut("↻ \(loops)", to: most), x, y, "\(isCalled ? "called" : "dim") middle")
  }

  private static func cut(_ text: String, to most: Int) -> String {
    text.count <= most ? text : text.prefix(most - 1) + "…"
  }

  /// The state of a file's lines, of which it is not known what can be drawn: in words, with the number that it has in the
  /// table.
  private mutating func drawWords(of node: StateLayout.Node, in graph: StateGraph, _ x: Double, _ y: Double) {
    let state = node.state
    let isLost = graph.lost.contains(state)
    let number = (graph.states.firstIndex(of: state) ?? 0) + 1
    let bad = isLost ? graph.badEnd(state).map { "lost: \($0)" } ?? "lost" : nil
    let name = bad ?? (number == 1 ? "start" : state.isEmpty ? "✓" : "")
    text("\(number) \(name)", x, y - 2, isLost ? "bad b middle" : state.isEmpty ? "good b middle" : "b middle")
    let lines = wrapped(state.words, to: 26)
    for (index, line) in lines.prefix(2).enumerated() {
      let isCut = index == 1 && lines.count > 2
      text(isCut ? Self.cut(line + " …", to: 26) : line, x, y + 12 + Double(index) * 13, "ink middle")
    }
    drawLoops(of: node, in: graph, x, y + (lines.count > 1 ? 39 : 26), 24)
  }

  private mutating func object(_ object: OrderState.Object, _ x: Double, _ y: Double, _ width: Double) {
    rectangle("object \(object.fate)", x - width / 2, y - 11, width, 22, 4)
    text(object.name, x, y + 4, object.fate == .freed ? "dim gone middle" : "b middle")
  }

  private mutating func draw(_ grave: StateLayout.Grave, isStory: Bool) {
    let (x, y, box) = (grave.box.center.x, grave.box.center.y, grave.box)
    rectangle("grave", x - box.width / 2, y - box.height / 2, box.width, box.height, 3)
    path("cross", "M\(number(x - 24)) \(number(y - 12))l8 8m0 -8l-8 8")
    text(grave.ending.singular, x + 4, y - 4, "bad b middle")
    let words =
      switch grave.cause {
      case .notRegistered: "not registered"
      case .deallocatedWhileObserved: "still observed"
      case .messageToDeallocated: isStory ? "calls freed view" : "calls a freed one"
      case nil: String(grave.words.prefix(16))
      }
    text(words, x, y + 12, "bad middle")
  }

  // MARK: Elements

  private mutating func text(_ text: String, _ x: Double, _ y: Double, _ look: String) {
    body.append("<text class=\"\(look)\" x=\"\(number(x))\" y=\"\(number(y))\">\(SVGPainter.escaped(text))</text>")
  }

  private mutating func path(_ look: String, _ data: String) { body.append("<path class=\"\(look)\" d=\"\(data)\"/>") }

  private mutating func rectangle(
    _ look: String, _ x: Double, _ y: Double, _ width: Double, _ height: Double, _ radius: Double
  ) {
    body.append(
      "<rect class=\"\(look)\" x=\"\(number(x))\" y=\"\(number(y))\" width=\"\(number(width))\" "
        + "height=\"\(number(height))\" rx=\"\(number(radius))\"/>")
  }

  private func pair(_ point: StateLayout.Point) -> String { "\(number(point.x)) \(number(point.y))" }

  /// A number with at most one decimal.
  private func number(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths < 0 ? "-" : "")\(abs(tenths) / 10).\(abs(tenths) % 10)"
  }

  /// What can be seen, for those who do not see it.
  private func description(_ side: Side) -> String {
    let graph = side.graph
    let states = graph.states.map { state in
      let moves = graph.lines.columns.compactMap { line in
        graph.edges[state]?[line].map { edge in
          let label = graph.lines.lines[line].label + (edge.words.map { " (\($0))" } ?? "")
          return switch edge.effect {
          case .leads(state): edge.words == nil ? "\(label) changes nothing" : label
          case .leads(let next): "\(label) leads to: \(next.words)"
          case .ends(let ending, _, _): "\(label) \(ending.singular)"
          }
        }
      }
      let words = state.words + (graph.lost.contains(state) ? " (lost)" : "")
      return moves.isEmpty ? "\(words): the end." : "\(words): \(moves.joined(separator: "; "))."
    }
    return "\(side.verdict). \(states.joined(separator: " "))"
  }

  private static let style = """
    text{font:11px -apple-system,BlinkMacSystemFont,"Segoe UI",Roboto,"Liberation Sans",Arial,sans-serif;fill:var(--ink)}
    .title{font-size:16px;font-weight:600}.name{font-size:14px;font-weight:600}.b{font-weight:600}
    .paper{fill:var(--paper)}
    .code{font-family:ui-monospace,SFMono-Regular,Menlo,"Liberation Mono",monospace}.middle{text-anchor:middle}
    text.dim,.head.plain{fill:var(--dim)}text.bad,.head.bad{fill:var(--bad)}
    text.good,.head.good{fill:var(--thread)}text.called{fill:var(--registration)}
    .label{stroke:var(--paper);stroke-width:4;stroke-linejoin:round;paint-order:stroke}.gone{text-decoration:line-through}
    .line{fill:none;stroke-width:1.4}.line.plain{stroke:var(--dim)}
    .line.good{stroke:var(--thread);stroke-width:2}.line.bad{stroke:var(--bad);stroke-width:2}
    .frame,.home,.lost{fill:var(--raised);stroke:var(--rule)}
    .home{stroke:var(--thread);stroke-width:2}.lost{stroke:var(--bad);stroke-width:3}
    .object{fill:var(--paper);stroke:var(--ink);stroke-width:1.4}.object.kept{stroke-width:3}
    .object.adrift{stroke:var(--bad);stroke-width:3}
    .object.freed{fill:none;stroke:var(--dim);stroke-width:1;stroke-dasharray:2 3}
    .registration{fill:none;stroke:var(--bar);stroke-width:2.5}.registration-head{fill:var(--bar)}
    .grave{fill:var(--bad);fill-opacity:.12;stroke:var(--bad);stroke-width:1.5}
    .cross{fill:none;stroke:var(--bad);stroke-width:2.4;stroke-linecap:round}
    """
}
