/// The lines of an ownership figure: for every reference and registration of the whole run a way around the boxes, and
/// a place for its name. They are the same at every step.
struct OwnershipRoutes {
  /// What a line shows.
  struct Edge: Hashable {
    enum Kind: Hashable {
      case reference(RecordedEvent.Strength), registration, root
    }

    let from: String
    let to: String
    let label: String
    let kind: Kind
  }

  struct Route {
    let start: Point
    let bend: Point
    let end: Point
    var label: Label?
    /// Every hundredth point of the way, from the first to the last but one.
    let points: [Point]

    init(start: Point, bend: Point, end: Point) {
      (self.start, self.bend, self.end) = (start, bend, end)
      points = (0..<100).map { Self.point($0, start, bend, end) }
    }

    /// A point of the curve; `t` is in hundredths of the way.
    private static func point(_ t: Int, _ start: Point, _ bend: Point, _ end: Point) -> Point {
      let s = 100 - t
      return Point(
        x: (s * s * start.x + 2 * s * t * bend.x + t * t * end.x) / 10_000,
        y: (s * s * start.y + 2 * s * t * bend.y + t * t * end.y) / 10_000)
    }
  }

  struct Point: Equatable {
    let x: Int
    let y: Int
  }

  private let places: OwnershipPlaces
  private(set) var routes: [(edge: Edge, route: Route)] = []
  private var taken: [Box] = []

  init(_ edges: [Edge], _ places: OwnershipPlaces) {
    self.places = places
    taken = places.boxes.values.map { $0 }
    for edge in edges {
      guard let route = route(of: edge) else { continue }
      routes.append((edge, route))
    }
    // Names are placed when all lines are known, beside their own line and clear of the others.
    for index in routes.indices { placeName(of: index) }
  }

  func route(_ edge: Edge) -> Route? { routes.first { $0.edge == edge }?.route }

  // MARK: Ways

  private func route(of edge: Edge) -> Route? {
    guard let a = places.boxes[edge.from], let b = places.boxes[edge.to] else { return nil }
    if edge.from == edge.to { return loop(at: a, edge) }
    var best: (cost: Int, route: Route)?
    for bend in [0, 24, -24, 44, -44, 70, -70, 110, -110, 160, -160] {
      let route = curve(a, b, bend)
      let cost = cost(of: route, edge) + abs(bend) / 4
      if cost < best?.cost ?? .max { best = (cost, route) }
    }
    return best?.route
  }

  private func loop(at box: Box, _ edge: Edge) -> Route {
    // Loops of one box are beside each other, below it.
    let count = routes.filter { $0.edge.from == edge.from && $0.edge.to == edge.from }.count
    let x = box.x + 14 + count * 26
    return Route(
      start: Point(x: x, y: box.bottom), bend: Point(x: x + 4, y: box.bottom + 62), end: Point(x: x + 22, y: box.bottom)
    )
  }

  /// A curve between two boxes. It starts and ends at their edges.
  private func curve(_ a: Box, _ b: Box, _ bend: Int) -> Route {
    let (dx, dy) = (b.middleX - a.middleX, b.middleY - a.middleY)
    let length = max(1, Int(Double(dx * dx + dy * dy).squareRoot()))
    let middle = Point(
      x: (a.middleX + b.middleX) / 2 - dy * bend / length, y: (a.middleY + b.middleY) / 2 + dx * bend / length)
    return Route(start: Self.edge(of: a, towards: middle), bend: middle, end: Self.edge(of: b, towards: middle, gap: 3))
  }

  private static func edge(of box: Box, towards point: Point, gap: Int = 1) -> Point {
    let (dx, dy) = (point.x - box.middleX, point.y - box.middleY)
    let (w, h) = (box.width / 2 + gap, box.height / 2 + gap)
    if dx == 0 && dy == 0 { return Point(x: box.middleX, y: box.middleY) }
    if abs(dx) * h > abs(dy) * w {
      return Point(x: box.middleX + (dx > 0 ? w : -w), y: box.middleY + dy * w / max(1, abs(dx)))
    }
    return Point(x: box.middleX + dx * h / max(1, abs(dy)), y: box.middleY + (dy > 0 ? h : -h))
  }

  /// How much a line obstructs boxes, other lines and the figure's edge.
  private func cost(of route: Route, _ edge: Edge) -> Int {
    var cost = 0
    let others = places.boxes.filter { $0.key != edge.from && $0.key != edge.to }.map { $0.value.grown(by: 6) }
    for t in stride(from: 5, through: 95, by: 5) {
      let point = route.points[t]
      let spot = Box(x: point.x - 1, y: point.y - 1, width: 2, height: 2)
      cost += others.filter { $0.overlaps(spot) }.count * 100
      if point.x < 10 || point.x > OwnershipPlaces.width - 10 || point.y < 10 || point.y > places.height - 6 {
        cost += 200
      }
      for (_, other) in routes {
        let near = stride(from: 5, through: 95, by: 5).contains { u in
          let q = other.points[u]
          return abs(q.x - point.x) < 12 && abs(q.y - point.y) < 12
        }
        if near { cost += 14 }
      }
    }
    return cost
  }

  // MARK: Names

  private mutating func placeName(of index: Int) {
    let (edge, route) = routes[index]
    if edge.label.isEmpty { return }
    let style: Style = edge.kind == .registration ? .registration : .dim
    let frame = Box(x: 6, y: 4, width: OwnershipPlaces.width - 12, height: places.height - 8)
    var best: (cost: Int, label: Label)?
    for t in [50, 42, 58, 34, 66, 26, 74] {
      let point = route.points[t]
      for (dx, dy, anchor) in [
        (0, -7, Label.Anchor.middle), (0, 18, .middle), (12, 5, .start), (-12, 5, .end), (10, -9, .start),
        (-10, 18, .end),
        (-10, -9, .end), (10, 18, .start),
      ] {
        let label = Label(text: edge.label, x: point.x + dx, baseline: point.y + dy, anchor: anchor, style: style)
        guard frame.contains(label.box), !taken.contains(where: { $0.overlaps(label.box.grown(by: 2)) }) else {
          continue
        }
        let cost = crossings(of: label.box) * 3 + abs(t - 50) / 4
        if cost < best?.cost ?? .max { best = (cost, label) }
      }
    }
    guard let label = best?.label else { return }
    taken.append(label.box)
    routes[index].route.label = label
  }

  /// How many points of lines are in the room of a name.
  private func crossings(of box: Box) -> Int {
    routes.reduce(0) { sum, entry in
      sum
        + stride(from: 1, through: 99, by: 1).filter { t in
          let point = entry.route.points[t]
          return box.overlaps(Box(x: point.x - 1, y: point.y - 1, width: 3, height: 3))
        }.count
    }
  }
}
