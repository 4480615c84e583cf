import Foundation
import Harness
import Pictures

/// Draws the graphs of states of one story beside each other: a file that stands alone.
package struct StateFigure {
  private struct Side {
    let played: PlayedOrders
    let graph: StateGraph
    let layout: StateLayout
    let code: [(word: String, code: String)]

    /// What the code calls the controller; for a story of one object, which has room for it, without its owner.
    var name: String {
      let plan = played.plan
      return plan.story.hasView && plan.style.title.hasPrefix("kvo") ? "view.\(plan.style.title)" : plan.style.title
    }

    /// `by hand: 52 orders, 18 die`.
    var verdict: String {
      let (all, counts) = (played.orders.count, played.counts)
      let bad = counts.filter { !$0.ending.isGood }.map { "\($0.count) \($0.ending.verb)" }
      return "\(name): \(all) orders, " + (bad.isEmpty ? "all end well" : bad.joined(separator: ", "))
    }
  }

  /// A graph that has no layout, or no graph.
  struct Undrawable: Error {}

  private let sides: [Side]
  private var body: [String] = []
  private static let (margin, head) = (4.0, 66.0)

  /// - Parameter played: one story in some styles, in one era.
  package static func svg(of played: [PlayedOrders]) throws -> String {
    var figure = try StateFigure(played)
    return figure.draw()
  }

  private init(_ played: [PlayedOrders]) throws {
    sides = try played.map { played in
      let graph = try StateGraph(played)
      guard let layout = StateLayout(graph) else { throw Undrawable() }
      let lines = try StyleLines(played.plan)
      let code = [Move.add, .remove].map { move in
        (
          StateGraph.Line(move, in: played.plan.story).label(in: played.plan.story),
          lines[move].replacing(#/\{ .* \}$/#, with: "{ … }")
        )
      }
      return Side(played: played, graph: graph, layout: layout, code: code)
    }
    guard !sides.isEmpty else { throw Undrawable() }
  }

  private mutating func draw() -> String {
    // The code of the styles, if there is room for all of it.
    let hasCode = sides.allSatisfy { $0.code.allSatisfy { $0.code.count <= 54 } }
    let plan = sides[0].played.plan
    let title =
      hasCode
      ? "Every state that these lines can reach, in whatever order they run"
      : "\(plan.story.title): every state, in whatever order the lines run"
    text(title, 16, 28, "title")
    text(
      (hasCode ? "\(plan.story.title), played" : "Played")
        + " in the \(plan.era) era. A box is a state, an arrow is a line of code, and ↻ a line that keeps the state.",
      16, 48, "dim")
    let height = (sides.map(\.layout.height).max() ?? 0) + (hasCode ? 92 : 56)
    for (index, side) in sides.enumerated() {
      let (x, y) = (
        Self.margin + Double(index % 2) * StateLayout.width, Self.head + Double(index / 2) * (height + 20)
      )
      body.append("<g transform=\"translate(\(number(x)) \(number(y)))\">")
      draw(side, hasCode, height)
      body.append("</g>")
    }
    let columns = min(2, Double(sides.count))
    let rows = Double((sides.count + 1) / 2)
    let size = (
      width: Int(2 * Self.margin + columns * StateLayout.width), height: Int(Self.head + rows * (height + 20))
    )
    return SVGPainter.file(
      title: title, description: sides.map(description).joined(separator: " "), width: size.width, height: size.height,
      style: Self.style, body: [SVGPainter.ground(size.width, size.height)] + body)
  }

  private mutating func draw(_ side: Side, _ hasCode: Bool, _ height: Double) {
    let plan = side.played.plan
    text(side.name, 12, 22, plan.style.name == "by-hand" ? "name" : "name code")
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
    for grave in side.layout.graves { draw(grave) }
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
    let (state, box, story) = (node.state, node.box, graph.plan.story)
    let isLost = graph.lost.contains(state)
    let look = isLost ? "lost" : state.isEmpty ? "home" : "frame"
    rectangle(look, box.center.x - box.width / 2, box.center.y - box.height / 2, box.width, box.height, 9)
    let (x, y) = (box.center.x, box.center.y - box.height / 2 + 18)
    if let view = state.view {
      for (index, _) in state.registered.enumerated() {
        let at = y + (Double(index) - Double(state.registered.count - 1) / 2) * 8
        path("registration", "M\(number(x + 13)) \(number(at))H\(number(x - 6))")
        path("registration-head", "M\(number(x - 13)) \(number(at))l9 -4v8z")
      }
      object("view", view, x - 31, y, 36)
      object(story.object, state.clock, x + 31, y, 36)
    } else {
      if !state.registered.isEmpty {
        path("registration", "M\(number(x + 35)) \(number(y - 5))h8a5 5 0 0 1 0 10h-2")
        path("registration-head", "M\(number(x + 35)) \(number(y + 5))l9 -4v8z")
      }
      object(story.object, state.clock, x, y, 70)
    }
    let words: (text: String, look: String) =
      if isLost {
        (graph.edges[state] == nil ? "lost: a leak" : "lost", "bad b")
      } else if state == graph.states[0] {
        ("start", "b")
      } else {
        ((state.isEmpty ? "✓ " : "") + state.words(in: story).prefix { $0 != "," }, state.isEmpty ? "good b" : "ink")
      }
    text(words.text, x, y + 25, "\(words.look) middle")
    if node.loops.isEmpty { return }
    let loops = node.loops.map { line in
      line.label(in: story) + (graph.edges[state]![line]!.words.map { ": \($0)" } ?? "")
    }.joined(separator: ", ")
    let isCalled = node.loops.contains { graph.edges[state]![$0]!.calls > 0 }
    text("↻ \(loops)", x, y + 39, "\(isCalled ? "called" : "dim") middle")
  }

  private mutating func object(_ name: String, _ fate: Fate, _ x: Double, _ y: Double, _ width: Double) {
    rectangle("object \(fate)", x - width / 2, y - 11, width, 22, 4)
    text(name, x, y + 4, fate == .freed ? "dim gone middle" : "b middle")
  }

  private mutating func draw(_ grave: StateLayout.Grave) {
    let (x, y, box) = (grave.box.center.x, grave.box.center.y, grave.box)
    rectangle("grave", x - box.width / 2, y - box.height / 2, box.width, box.height, 3)
    path("cross", "M\(number(x - 24)) \(number(y - 12))l8 8m0 -8l-8 8")
    text("dies", x + 4, y - 4, "bad b middle")
    let words =
      switch grave.cause {
      case .notRegistered: "not registered"
      case .deallocatedWhileObserved: "still observed"
      case .messageToDeallocated: "calls freed view"
      case nil: "it is not known why"
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
    let (graph, story) = (side.graph, side.played.plan.story)
    let states = graph.states.map { state in
      let moves = StateGraph.Line.allCases.compactMap { line in
        graph.edges[state]?[line].map { edge in
          let label = line.label(in: story) + (edge.words.map { " (\($0))" } ?? "")
          return switch edge.effect {
          case .leads(state): edge.words == nil ? "\(label) changes nothing" : label
          case .leads(let next): "\(label) leads to: \(next.words(in: story))"
          case .dies: "\(label) dies"
          }
        }
      }
      let words = state.words(in: story) + (graph.lost.contains(state) ? " (lost)" : "")
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
    .object.freed{fill:none;stroke:var(--dim);stroke-width:1;stroke-dasharray:2 3}
    .registration{fill:none;stroke:var(--bar);stroke-width:2.5}.registration-head{fill:var(--bar)}
    .grave{fill:var(--bad);fill-opacity:.12;stroke:var(--bad);stroke-width:1.5}
    .cross{fill:none;stroke:var(--bad);stroke-width:2.4;stroke-linecap:round}
    """
}
