import RawObserving
import TestSupport
import Testing

@testable import Harness
@testable import Orders

/// What holds of every graph of states that is drawn.
@Suite("Pictures: States", .watched) struct StateFigureTests {
  private static let shown = [
    ("clock", ["by-hand", "retaining"]), ("self", ["by-hand", "retaining", "non-retaining", "lifetime-bound"]),
  ].flatMap { story, styles in styles.map { Orders.plan(story, $0, .classic) } }

  /// The layout of a plan; nil if it has no graph.
  private func layout(_ plan: OrderPlan) throws -> (StateGraph, StateLayout)? {
    let graph = try StateGraph(try Orders.played(plan).orders)
    return StateLayout(graph).map { (graph, $0) }
  }

  @Test("the graphs of the figures can be drawn", arguments: shown) func isDrawn(_ plan: OrderPlan) throws {
    #expect(try layout(plan) != nil)
  }

  @Test("a story of more than ten states has no graph") func tooMany() throws {
    let large = try Orders.plans.map { try StateGraph(try Orders.played($0).orders) }.filter { $0.states.count > 10 }
    #expect(!large.isEmpty && large.allSatisfy { StateLayout($0) == nil })
  }

  @Test("each state has a place, which is the same in every style") func places() throws {
    var places: [String: StateLayout.Point] = [:]
    for plan in Orders.plans {
      guard let (graph, layout) = try layout(plan) else { continue }
      #expect(layout.nodes.map(\.state) == graph.states)
      for node in layout.nodes {
        let state = node.state
        let (first, last) = (state.objects[0].fate, state.objects[state.objects.count - 1].fate == .owned)
        let name = "\(plan.story.name) \(first) \(last) \(state.registrations.map { $0.label ?? "" })"
        #expect(places[name, default: node.box.center] == node.box.center, "\(plan.name), \(state.code)")
        places[name] = node.box.center
      }
    }
    #expect(places.count >= 8)
  }

  @Test("no box, label or arrow is in the way of another, or outside", arguments: Orders.plans)
  func overlaps(_ plan: OrderPlan) throws {
    guard let (_, layout) = try layout(plan) else { return }
    let boxes = layout.nodes.map(\.box) + layout.graves.map(\.box)
    for (index, box) in boxes.enumerated() {
      #expect(isInside(box, layout))
      #expect(!boxes[..<index].contains { $0.overlaps(box) }, "\(box)")
    }
    for (index, arrow) in layout.arrows.enumerated() {
      let label = arrow.label
      #expect(isInside(label, layout), "\(arrow)")
      #expect(!(boxes + layout.arrows[..<index].map(\.label)).contains { $0.overlaps(label) }, "\(arrow)")
      #expect(!boxes.contains { $0.part(of: arrow.start, arrow.end) != nil }, "\(arrow)")
      #expect(!layout.arrows.contains { $0 != arrow && label.part(of: $0.start, $0.end) != nil }, "\(arrow)")
    }
  }

  private func isInside(_ box: StateLayout.Box, _ layout: StateLayout) -> Bool {
    box.center.x >= box.width / 2 && box.center.x + box.width / 2 <= layout.width
      && box.center.y >= box.height / 2 && box.center.y + box.height / 2 <= layout.height
  }

  @Test("each line that can be made in a state is an arrow, or stands in the box", arguments: Orders.plans)
  func edges(_ plan: OrderPlan) throws {
    guard let (graph, layout) = try layout(plan) else { return }
    for (state, edges) in graph.edges {
      let node = try #require(layout.nodes.first { $0.state == state })
      for (line, edge) in edges {
        let arrows = layout.arrows.filter { $0.from == state && $0.lines.contains(line) }
        if edge.effect == .leads(to: state) {
          #expect(arrows.isEmpty && node.loops.contains(line))
          continue
        }
        let arrow = try #require(arrows.first)
        let target =
          switch edge.effect {
          case .leads(let next): layout.nodes.first { $0.state == next }?.box
          case .ends(let ending, let words, _): layout.graves.first { $0.ending == ending && $0.words == words }?.box
          }
        let end = try #require(target)
        #expect(arrows.count == 1 && !node.loops.contains(line))
        #expect(isAt(arrow.start, node.box) && isAt(arrow.end, end), "\(arrow)")
      }
    }
  }

  /// Whether a point is just outside a box.
  private func isAt(_ point: StateLayout.Point, _ box: StateLayout.Box) -> Bool {
    func reaches(_ more: Double) -> Bool {
      abs(point.x - box.center.x) < box.width / 2 + more && abs(point.y - box.center.y) < box.height / 2 + more
    }
    return reaches(4) && !reaches(0)
  }

  @Test("a ring and a word mark each state that is lost, and no other", arguments: shown)
  func lost(_ plan: OrderPlan) throws {
    let played = try Orders.played(plan)
    let (graph, layout) = try #require(try layout(plan))
    let drawn = try StateFigure.svg(of: [played])
    // A figure has its own margins, so the rings are told apart by where they are among the states.
    func corners(_ look: String) -> [[Double]] {
      drawn.matches(
        of: try! Regex(
          "<rect class=\"\(look)\" x=\"([0-9.]+)\" y=\"([0-9.]+)\"", as: (Substring, Substring, Substring).self)
      )
      .map { [Double($0.output.1) ?? 0, Double($0.output.2) ?? 0] }
    }
    let all = corners("(?:lost|frame|home)").sorted { ($0[1], $0[0]) < ($1[1], $1[0]) }
    let nodes = layout.nodes.sorted {
      let (one, other) = ($0.box, $1.box)
      return (one.center.y - one.height / 2, one.center.x) < (other.center.y - other.height / 2, other.center.x)
    }
    #expect(all.count == nodes.count)
    let ringed = zip(all, nodes).filter { corners("lost").contains($0.0) }.map(\.1.state)
    #expect(Set(ringed) == graph.lost)
    #expect(drawn.matches(of: #/ class="bad b[^>]*>lost(?:: a leak)?</#).count == graph.lost.count)
    #expect(drawn.contains("\(played.orders.orders.count) orders, "))
  }
}
