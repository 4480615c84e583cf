import Harness

/// Where the states of a graph are drawn, and the lines that lead from one to the next, in pixels.
///
/// A place follows from the state alone: a registration is a step to the right, and each object that its owner has
/// released is a step down. So a state has the same place in every style, and styles can be compared by looking.
struct StateLayout {
  struct Point: Hashable {
    var x, y: Double

    static func + (one: Point, other: Point) -> Point { Point(x: one.x + other.x, y: one.y + other.y) }
    static func * (one: Point, factor: Double) -> Point { Point(x: one.x * factor, y: one.y * factor) }
  }

  struct Box: Hashable {
    var center: Point
    var width, height: Double

    func overlaps(_ other: Box) -> Bool {
      abs(center.x - other.center.x) * 2 < width + other.width
        && abs(center.y - other.center.y) * 2 < height + other.height
    }

    /// How much of the way from one point to the other is inside; nil if the way misses the box.
    func part(of start: Point, _ end: Point) -> ClosedRange<Double>? {
      var (first, last) = (0.0, 1.0)
      for (from, way, middle, reach) in [
        (start.x, end.x - start.x, center.x, width / 2), (start.y, end.y - start.y, center.y, height / 2),
      ] {
        if way == 0 && abs(from - middle) >= reach { return nil }
        let sides = [(middle - reach - from) / way, (middle + reach - from) / way].sorted()
        if way != 0 { (first, last) = (max(first, sides[0]), min(last, sides[1])) }
      }
      return first < last ? first...last : nil
    }
  }

  struct Node: Hashable {
    let state: WorldState
    let box: Box
    /// The lines that change nothing.
    let loops: [StateGraph.Line]
  }

  /// Where orders die, for one cause.
  struct Grave: Hashable {
    let cause: CauseOfDeath?
    let box: Box
  }

  struct Arrow: Hashable {
    enum Look { case plain, good, bad }
    let from: WorldState
    let lines: [StateGraph.Line]
    let look: Look
    let (start, end): (Point, Point)
    let text: String
    var label: Box
  }

  static let width = 416.0
  /// Where every order begins, the way of a registration, and that of a release.
  private static let (start, right, down) = (Point(x: 106, y: 34), Point(x: 186, y: 0), Point(x: 66, y: 116))

  let nodes: [Node]
  let graves: [Grave]
  let arrows: [Arrow]
  let height: Double

  /// Nil if the graph cannot be taken in at a look: two states would have the same place, there can be more than one
  /// registration at a time, or an arrow would run through a box. So no graph of more than eight states has a layout.
  init?(_ graph: StateGraph) {
    let story = graph.plan.story
    let columns = Set(graph.states.map(\.registered)).sorted { ($0.count, $0) < ($1.count, $1) }
    func place(_ state: WorldState) -> Point {
      let start = Self.start + Self.right * Double(columns.firstIndex(of: state.registered) ?? 0)
      // The first object steps aside, so that the way of the second leads past it.
      let (first, second) = state.view.map { ($0, state.clock) } ?? (state.clock, .owned)
      return start + Self.down * (first == .owned ? 0 : 1) + Point(x: 0, y: second == .owned ? 0 : 2 * Self.down.y)
    }
    guard columns.count <= 2, Set(graph.states.map(place)).count == graph.states.count else { return nil }

    nodes = graph.states.map { state in
      let edges = graph.edges[state, default: [:]]
      let loops = StateGraph.Line.allCases.filter { edges[$0]?.effect == .leads(to: state) }
      return Node(
        state: state, box: Box(center: place(state), width: 108, height: loops.isEmpty ? 49 : 62), loops: loops)
    }

    // Lines that lead the same way are one arrow. A death is drawn near the first state in which a line causes it.
    var graves: [Grave] = []
    var ways: [(from: Node, to: Box, look: Arrow.Look, lines: [StateGraph.Line])] = []
    for node in nodes {
      for line in StateGraph.Line.allCases {
        guard let edge = graph.edges[node.state]?[line] else { continue }
        var (to, look) = (node.box, Arrow.Look.plain)
        switch edge.effect {
        case .leads(node.state): continue
        case .leads(let next):
          to = nodes.first { $0.state == next }!.box
          let isRelease = line == .releaseView || line == .releaseClock
          look = graph.lost.contains(next) ? .bad : isRelease && !node.state.registered.isEmpty ? .good : .plain
        case .dies(let cause):
          look = .bad
          if let grave = graves.first(where: { $0.cause == cause }) {
            to = grave.box
          } else {
            var below = node.state
            below.clock = .freed
            let center = line == .remove ? node.box.center + Point(x: -57, y: Self.down.y) : place(below)
            to = Box(center: center, width: 92, height: 40)
            graves.append(Grave(cause: cause, box: to))
          }
        }
        if let index = ways.firstIndex(where: { $0.from == node && $0.to == to && $0.look == look }) {
          ways[index].lines.append(line)
        } else {
          ways.append((node, to, look, [line]))
        }
      }
    }
    self.graves = graves
    height = (nodes.map(\.box) + graves.map(\.box)).map { $0.center.y + $0.height / 2 }.max() ?? 0

    // There and back are beside each other.
    var arrows = ways.map { way in
      let isBoth = ways.contains { $0.from.box == way.to && $0.to == way.from.box }
      let (a, b) = (way.from.box.center, way.to.center)
      let length = ((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y)).squareRoot()
      let aside = isBoth ? Point(x: (b.y - a.y) / length, y: (a.x - b.x) / length) * 8 : Point(x: 0, y: 0)
      let (from, to) = (a + aside, b + aside)
      let leaves = way.from.box.part(of: from, to)?.upperBound ?? 0
      let arrives = way.to.part(of: from, to)?.lowerBound ?? 1
      func point(_ part: Double) -> Point { from * (1 - part) + to * part }
      let text = way.lines.map { $0.label(in: story) }.joined(separator: ", ")
      return Arrow(
        from: way.from.state, lines: way.lines, look: way.look, start: point(leaves + 2 / length),
        end: point(arrives - 3 / length), text: text,
        label: Box(center: a, width: Self.width(of: text), height: 12))
    }
    let boxes = nodes.map(\.box) + graves.map(\.box)
    for index in arrows.indices {
      if boxes.contains(where: { $0.part(of: arrows[index].start, arrows[index].end) != nil }) { return nil }
      arrows[index].label = Self.label(of: arrows[index], clearOf: boxes + arrows[..<index].map(\.label), arrows)
    }
    self.arrows = arrows
  }

  /// About the width of a label, which depends on the font.
  private static func width(of text: String) -> Double {
    text.reduce(0) { $0 + ("filrt. ".contains($1) ? 3.4 : 6.4) }
  }

  /// The place for a label that is free, or has least in its way: beside the middle of the arrow, on it if there is no
  /// room, or farther from the middle.
  private static func label(of arrow: Arrow, clearOf boxes: [Box], _ arrows: [Arrow]) -> Box {
    let (dx, dy) = (arrow.end.x - arrow.start.x, arrow.end.y - arrow.start.y)
    let (width, height) = (arrow.label.width, arrow.label.height)
    let isSteep = abs(dy) * 2 > abs(dx)
    let aside =
      isSteep
      ? Point(x: width / 2 + 4 + height / 3 * abs(dx / dy), y: 0)
      : Point(x: 0, y: height / 2 + 3 + width / 2 * abs(dy / dx))
    var (best, least) = (arrow.label, Int.max)
    for part in [0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74] {
      // Beyond the two sides, a long arrow can be interrupted.
      for side in isSteep && abs(dy) > 40 ? [1.0, -1, 0] : [-1, 1] {
        let center = arrow.start + Point(x: dx, y: dy) * part + aside * side
        let label = Box(center: center, width: width, height: height)
        let room = Box(center: center, width: width + 4, height: height + 6)
        let trouble =
          boxes.count { $0.overlaps(room) }
          + arrows.count { $0 != arrow && room.part(of: $0.start, $0.end) != nil }
          + (abs(center.x - Self.width / 2) + width / 2 < Self.width / 2 ? 0 : 1)
        if trouble < least { (best, least) = (label, trouble) }
      }
    }
    return best
  }
}

extension StateGraph.Line {
  /// What stands beside an arrow.
  func label(in story: OrderStory) -> String {
    self == .releaseClock ? "\(story.object) = nil" : words(in: story)
  }
}
