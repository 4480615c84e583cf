import Harness

/// Where the states of a graph are drawn, and the lines that lead from one to the next, in pixels.
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
    let state: OrderState
    let box: Box
    /// The columns of the lines that change nothing.
    let loops: [Int]
  }

  /// Where orders die, for one cause.
  struct Grave: Hashable {
    let ending: PlayedOrder.Ending
    let words: String
    let cause: CauseOfDeath?
    let box: Box
  }

  struct Arrow: Hashable {
    enum Look { case plain, good, bad }
    let from: OrderState
    let lines: [Int]
    let look: Look
    let (start, end): (Point, Point)
    let text: String
    var label: Box
  }

  /// Where the states are, and the graves, by their indices.
  private struct Placement {
    var states: [Point]
    var graves: [Point]
    /// The size of a state's box without loops, and with them.
    var size: (width: Double, height: Double, withLoops: Double)
  }

  /// Lines that lead the same way: they are one arrow.
  private struct Way {
    let from: Int
    let to: Target
    let look: Arrow.Look
    var lines: [Int]

    enum Target: Hashable { case state(Int), grave(Int) }
  }

  static let storyWidth = 416.0
  let width: Double
  let nodes: [Node]
  let graves: [Grave]
  let arrows: [Arrow]
  let height: Double

  /// How many states can be taken in at a look.
  static let most = 10

  /// Nil if the graph cannot be taken in at a look: it has more than ten states, or however they are placed, an arrow
  /// would run through a box.
  init?(_ graph: StateGraph) {
    let (ways, deaths) = Self.ways(of: graph)
    if let placement = Self.storyPlacement(of: graph, ways, deaths) {
      self.init(graph, ways, deaths, placement, width: Self.storyWidth)
    } else if !graph.lines.isStory, graph.states.count <= Self.most {
      self.init(graph, ways, deaths, Self.searchedPlacement(of: graph, ways, deaths), width: nil)
    } else {
      return nil
    }
  }

  private init?(_ graph: StateGraph, _ ways: [Way], _ deaths: [Grave], _ placement: Placement, width: Double?) {
    nodes = zip(graph.states, placement.states).map { state, center in
      let edges = graph.edges[state, default: [:]]
      let loops = graph.lines.columns.filter { edges[$0]?.effect == .leads(to: state) }
      return Node(
        state: state,
        box: Box(
          center: center, width: placement.size.width,
          height: loops.isEmpty ? placement.size.height : placement.size.withLoops),
        loops: loops)
    }
    graves = zip(deaths, placement.graves).map { death, center in
      Grave(
        ending: death.ending, words: death.words, cause: death.cause, box: Box(center: center, width: 92, height: 40))
    }
    let boxes = nodes.map(\.box) + graves.map(\.box)
    height = boxes.map { $0.center.y + $0.height / 2 }.max() ?? 0
    self.width = width ?? (boxes.map { $0.center.x + $0.width / 2 }.max() ?? 0) + 20

    // There and back are beside each other.
    var arrows: [Arrow] = []
    for way in ways {
      let (from, to) = (nodes[way.from].box, Self.box(of: way.to, nodes, graves))
      let isBoth = ways.contains { $0.to == .state(way.from) && way.to == .state($0.from) }
      let (a, b) = (from.center, to.center)
      let length = ((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y)).squareRoot()
      let aside = isBoth ? Point(x: (b.y - a.y) / length, y: (a.x - b.x) / length) * 8 : Point(x: 0, y: 0)
      let leaves = from.part(of: a + aside, b + aside)?.upperBound ?? 0
      let arrives = to.part(of: a + aside, b + aside)?.lowerBound ?? 1
      func point(_ part: Double) -> Point { (a + aside) * (1 - part) + (b + aside) * part }
      let text = way.lines.map { graph.lines.lines[$0].label }.joined(separator: ", ")
      arrows.append(
        Arrow(
          from: nodes[way.from].state, lines: way.lines, look: way.look, start: point(leaves + 2 / length),
          end: point(arrives - 3 / length), text: text,
          label: Box(center: a, width: Self.width(of: text), height: 12)))
    }
    for index in arrows.indices {
      if boxes.contains(where: { $0.part(of: arrows[index].start, arrows[index].end) != nil }) { return nil }
      arrows[index].label = Self.label(
        of: arrows[index], clearOf: boxes + arrows[..<index].map(\.label), arrows, within: self.width)
    }
    self.arrows = arrows
  }

  private static func box(of target: Way.Target, _ nodes: [Node], _ graves: [Grave]) -> Box {
    switch target {
    case .state(let index): nodes[index].box
    case .grave(let index): graves[index].box
    }
  }

  /// The arrows, and where orders die, without boxes.
  private static func ways(of graph: StateGraph) -> ([Way], [Grave]) {
    var (ways, graves): ([Way], [Grave]) = ([], [])
    for (index, state) in graph.states.enumerated() {
      for line in graph.lines.columns {
        guard let edge = graph.edges[state]?[line] else { continue }
        let (to, look): (Way.Target, Arrow.Look)
        switch edge.effect {
        case .leads(state): continue
        case .leads(let next):
          let isRelease = graph.lines.lines[line].isRelease
          look = graph.lost.contains(next) ? .bad : isRelease && !state.registrations.isEmpty ? .good : .plain
          to = .state(graph.states.firstIndex(of: next)!)
        case .ends(let ending, let words, let cause):
          look = .bad
          if let grave = graves.firstIndex(where: { $0.ending == ending && $0.words == words }) {
            to = .grave(grave)
          } else {
            to = .grave(graves.count)
            graves.append(
              Grave(
                ending: ending, words: words, cause: cause, box: Box(center: Point(x: 0, y: 0), width: 0, height: 0)))
          }
        }
        if let same = ways.firstIndex(where: { $0.from == index && $0.to == to && $0.look == look }) {
          ways[same].lines.append(line)
        } else {
          ways.append(Way(from: index, to: to, look: look, lines: [line]))
        }
      }
    }
    return (ways, graves)
  }

  // MARK: Places

  /// A place follows from the state alone: a registration is a step to the right, and each object that its owner has
  /// released is a step down. So a state has the same place in every style, and styles can be compared by looking.
  ///
  /// Nil if two states would have the same place, or there can be more than one registration at a time. A death is drawn
  /// near the first state in which a line causes it.
  private static func storyPlacement(of graph: StateGraph, _ ways: [Way], _ graves: [Grave]) -> Placement? {
    /// Where every order begins, the way of a registration, and that of a release.
    let (start, right, down) = (Point(x: 106, y: 34), Point(x: 186, y: 0), Point(x: 66, y: 116))
    func registered(_ state: OrderState) -> [String] { state.registrations.map { $0.label ?? "" } }
    let columns = Set(graph.states.map(registered)).sorted {
      $0.count == $1.count ? $0.lexicographicallyPrecedes($1) : $0.count < $1.count
    }
    guard columns.count <= 2, graph.lines.isStory, graph.states.allSatisfy({ (1...2).contains($0.objects.count) })
    else {
      return nil
    }
    func place(_ state: OrderState, isFreed: Bool = false) -> Point {
      // The first object steps aside, so that the way of the second leads past it.
      var fates = state.objects.map(\.fate)
      if isFreed { fates[fates.count - 1] = .freed }
      return start + right * Double(columns.firstIndex(of: registered(state)) ?? 0) + down
        * (fates[0] == .owned ? 0 : 1)
        + Point(x: 0, y: fates.count == 1 || fates[1] == .owned ? 0 : 2 * down.y)
    }
    let places = graph.states.map { place($0) }
    guard Set(places).count == places.count else { return nil }
    let tombs = graves.indices.map { index in
      let first = ways.first { $0.to == .grave(index) }!.from
      return graves[index].cause == .notRegistered
        ? places[first] + Point(x: -57, y: down.y) : place(graph.states[first], isFreed: true)
    }
    return Placement(states: places, graves: tombs, size: (108, 49, 62))
  }

  /// Places on a grid, found by trying: at first each state is as many rows down as lines lead to it, and then whatever
  /// makes arrows run through fewer boxes, and cross less often, is moved or exchanged.
  private static func searchedPlacement(of graph: StateGraph, _ ways: [Way], _ graves: [Grave]) -> Placement {
    let count = graph.states.count
    func index(_ target: Way.Target) -> Int {
      switch target {
      case .state(let index): index
      case .grave(let index): count + index
      }
    }
    var depths = [0] + [Int?](repeating: nil, count: count + graves.count - 1)
    var (queue, at) = ([0], 0)
    while at < queue.count {
      for way in ways where way.from == queue[at] && depths[index(way.to)] == nil {
        depths[index(way.to)] = depths[queue[at]]! + 1
        queue.append(index(way.to))
      }
      at += 1
    }
    let columns = 4
    var slots: [Slot] = []
    for depth in depths {
      var slot = Slot(row: depth ?? 0, column: 0)
      while slots.contains(slot) {
        slot =
          slot.column < columns - 1 ? Slot(row: slot.row, column: slot.column + 1) : Slot(row: slot.row + 1, column: 0)
      }
      slots.append(slot)
    }
    let rows = (slots.map(\.row).max() ?? 0) + 1
    let pairs = ways.map { ($0.from, index($0.to)) }
    var best = trouble(slots, pairs)
    var isBetter = true
    while isBetter {
      isBetter = false
      for one in slots.indices {
        for row in 0..<rows {
          for column in 0..<columns {
            var next = slots
            let slot = Slot(row: row, column: column)
            if let other = slots.firstIndex(of: slot) { next[other] = slots[one] }
            next[one] = slot
            let now = trouble(next, pairs)
            if now < best { (slots, best, isBetter) = (next, now, true) }
          }
        }
      }
    }
    let usedColumns = Set(slots.map(\.column)).sorted()
    let usedRows = Set(slots.map(\.row)).sorted()
    let points = slots.map { slot in
      Point(
        x: 96 + Double(usedColumns.firstIndex(of: slot.column)!) * across,
        y: 40 + Double(usedRows.firstIndex(of: slot.row)!) * down)
    }
    return Placement(states: Array(points[..<count]), graves: Array(points[count...]), size: (156, 62, 76))
  }

  /// How far the places of the grid are from each other.
  private static let (across, down) = (256.0, 124.0)

  private struct Slot: Hashable {
    var row, column: Int

    var point: Point { Point(x: Double(column) * StateLayout.across, y: Double(row) * StateLayout.down) }
  }

  /// How bad it would look.
  private static func trouble(_ slots: [Slot], _ ways: [(Int, Int)]) -> Double {
    let points = slots.map(\.point)
    let boxes = points.map { Box(center: $0, width: 170, height: 84) }
    var trouble = 0.0
    for (index, way) in ways.enumerated() {
      let (a, b) = (points[way.0], points[way.1])
      for (other, box) in boxes.enumerated() where other != way.0 && other != way.1 && box.part(of: a, b) != nil {
        trouble += 100
      }
      trouble += abs(a.x - b.x) / across + abs(a.y - b.y) / down + (b.y < a.y ? 1 : 0)
      for other in ways[..<index] where Set([way.0, way.1, other.0, other.1]).count == 4 {
        if crosses(a, b, points[other.0], points[other.1]) { trouble += 5 }
      }
    }
    // What is used is close together, with the beginning at the top.
    return trouble + Double(slots.map(\.column).max() ?? 0) / 4 + Double(slots[0].row)
  }

  private static func crosses(_ a: Point, _ b: Point, _ c: Point, _ d: Point) -> Bool {
    func side(_ p: Point, _ q: Point, _ r: Point) -> Double { (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x) }
    return side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0
  }

  // MARK: Labels

  /// About the width of a label, which depends on the font.
  private static func width(of text: String) -> Double {
    text.reduce(0) { $0 + ("filrt. ".contains($1) ? 3.4 : 6.4) }
  }

  /// The place for a label that is free, or has least in its way: beside the middle of the arrow, on it if there is no
  /// room, or farther from the middle.
  private static func label(of arrow: Arrow, clearOf boxes: [Box], _ arrows: [Arrow], within whole: Double) -> Box {
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
          + (abs(center.x - whole / 2) + width / 2 < whole / 2 ? 0 : 1)
        if trouble < least { (best, least) = (label, trouble) }
      }
    }
    return best
  }
}
