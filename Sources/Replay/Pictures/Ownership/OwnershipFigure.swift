/// The references after a step of a run: between objects, controllers and the mediator, and from the story.
///
/// Boxes and lines have their places for the whole run. Make the figure once to draw several steps.
struct OwnershipFigure {
  private typealias Edge = OwnershipRoutes.Edge

  private let picture: Picture
  private let places: OwnershipPlaces
  private let routes: OwnershipRoutes

  init(_ picture: Picture) {
    self.picture = picture
    places = OwnershipPlaces(picture)
    routes = OwnershipRoutes(Self.edgesOfAllSteps(picture), places)
  }

  /// The figure of one step.
  static func drawing(of picture: Picture, at step: Int) -> Drawing { OwnershipFigure(picture).drawing(at: step) }

  /// - Parameter step: counted from 1; 0 is before the first one.
  func drawing(at step: Int) -> Drawing {
    let state = OwnershipState(picture.steps, after: step)
    let run = picture.run
    var drawing = Drawing(
      title: "\(run.pitfall), act \(run.act), \(run.era) era: who holds whom after step \(step)",
      description: Self.description(of: state), width: OwnershipPlaces.width)
    drawing.height = places.height
    let leaking = state.leakingReferences
    for (edge, isBad) in Self.edges(of: state, leaking) {
      guard let route = routes.route(edge) else { continue }
      Self.paint(route, edge.kind, isBad: isBad, into: &drawing)
    }
    for name in places.names { Self.paintBox(name, places, state, into: &drawing) }
    // Names come last: they are written over the lines.
    for (edge, isBad) in Self.edges(of: state, leaking) {
      guard var label = routes.route(edge)?.label else { continue }
      if isBad { label.style = .bad }
      drawing.add(.rectangle(label.box, .paper, radius: 2))
      drawing.add(label)
    }
    if places.hidden > 0 {
      drawing.height += 22
      let objects = places.hidden == 1 ? "object is" : "objects are"
      drawing.add(
        Label(text: "\(places.hidden) more \(objects) not shown.", x: 14, baseline: drawing.height - 10, style: .dim))
    }
    return drawing
  }

  // MARK: Lines

  private static func edges(of state: OwnershipState, _ leaking: Set<OwnershipState.Reference> = [])
    -> [(edge: Edge, isBad: Bool)]
  {
    let roots = state.heldByStory.filter { $0 != OwnershipPlaces.mediator }.map {
      (edge: Edge(from: OwnershipPlaces.story, to: $0, label: "", kind: .root), isBad: false)
    }
    let references = state.references.map {
      (
        edge: Edge(from: $0.from, to: $0.to, label: $0.label, kind: .reference($0.strength)),
        isBad: leaking.contains($0)
      )
    }
    // The observed object keeps the registration; it leads to the observer, or to the mediator.
    let registrations = state.registrations.map { registration in
      let target = registration.isViaMediator ? OwnershipPlaces.mediator : registration.observer
      let edge = Edge(from: registration.observed, to: target, label: registration.keyPath, kind: .registration)
      return (edge: edge, isBad: state.leftOver.contains { $0.name == registration.name })
    }
    // Several registrations of one pair are one line, which is bad if one of them is.
    var all: [(edge: Edge, isBad: Bool)] = []
    for entry in roots + references + registrations {
      if let index = all.firstIndex(where: { $0.edge == entry.edge }) {
        all[index].isBad = all[index].isBad || entry.isBad
      } else {
        all.append(entry)
      }
    }
    return all
  }

  /// The lines of all steps, in the order in which they appear.
  private static func edgesOfAllSteps(_ picture: Picture) -> [Edge] {
    var all: [Edge] = []
    for step in picture.steps.indices {
      for (edge, _) in edges(of: OwnershipState(picture.steps, after: step + 1)) where !all.contains(edge) {
        all.append(edge)
      }
    }
    // What the story holds comes last: it has the most room.
    return all.filter { $0.kind != .root } + all.filter { $0.kind == .root }
  }

  private static func paint(
    _ route: OwnershipRoutes.Route, _ kind: Edge.Kind, isBad: Bool, into drawing: inout Drawing
  ) {
    let (line, head): (Style, Style) =
      switch kind {
      case _ where isBad: (.badLine, .bad)
      case .reference(.strong): (.inkLine, .ink)
      case .reference(.weak): (.dimDashed, .dim)
      case .reference(.unowned): (.dimDotted, .dim)
      case .registration: (.registrationLine, .registration)
      case .root: (.dimLine, .dim)
      }
    let (a, b, c) = (route.start, route.bend, route.end)
    drawing.add(.path("M\(a.x) \(a.y)Q\(b.x) \(b.y) \(c.x) \(c.y)", line))
    drawing.add(.path(tip(at: c, from: b), head))
  }

  /// The head of an arrow that comes from somewhere.
  private static func tip(at end: OwnershipRoutes.Point, from: OwnershipRoutes.Point) -> String {
    let (dx, dy) = (end.x - from.x, end.y - from.y)
    let length = max(1, Int(Double(dx * dx + dy * dy).squareRoot()))
    func at(_ back: Int, _ aside: Int) -> String {
      "\(end.x - (dx * back + dy * aside) / length) \(end.y - (dy * back - dx * aside) / length)"
    }
    return "M\(end.x) \(end.y)L\(at(10, 5))L\(at(10, -5))z"
  }

  // MARK: Boxes

  private static func paintBox(
    _ name: String, _ places: OwnershipPlaces, _ state: OwnershipState, into drawing: inout Drawing
  ) {
    guard let box = places.boxes[name] else { return }
    let isShared = name == OwnershipPlaces.story || name == OwnershipPlaces.mediator
    let life = state.life(of: name)
    if life == nil && !isShared { return }
    if name == OwnershipPlaces.mediator && !state.isMediatorThere { return }
    let isLeaked = state.leaked.contains(name)
    let style: Style =
      isLeaked
      ? .badBox
      : isShared ? .raisedBox : life == .dying ? .dyingBox : life == .gone ? .goneBox : .box
    drawing.add(.rectangle(box, style, radius: 6))
    let lines = OwnershipPlaces.lines(of: name)
    for (index, line) in lines.enumerated() {
      let label = Label(
        text: line, x: box.middleX, baseline: box.y + 24 + index * 18, anchor: .middle,
        style: isLeaked ? .bad : life == .gone || isShared ? .dim : .ink)
      // On hatching a name needs a ground of its own.
      if life == .dying && !isLeaked { drawing.add(.rectangle(label.box.grown(by: 1), .paper, radius: 3)) }
      drawing.add(label)
    }
  }

  // MARK: Words

  private static func description(of state: OwnershipState) -> String {
    func list(_ life: OwnershipState.Life) -> String {
      state.lives.filter { $0.life == life }.map(\.name).joined(separator: ", ")
    }
    var parts: [String] = []
    for (life, words) in [(OwnershipState.Life.alive, "Alive"), (.dying, "In deinit"), (.gone, "Gone")] {
      if !list(life).isEmpty { parts.append("\(words): \(list(life)).") }
    }
    if !state.heldByStory.isEmpty { parts.append("The story holds \(state.heldByStory.joined(separator: ", ")).") }
    for reference in state.references {
      let how = reference.strength == .strong ? "" : ", \(reference.strength)"
      parts.append("\(reference.from) refers to \(reference.to) by \(reference.label)\(how).")
    }
    for registration in state.registrations {
      parts.append(
        "\(registration.observed) has a registration of \(registration.observer) for \(registration.keyPath).")
    }
    if !state.leaked.isEmpty { parts.append("Leaked: \(state.leaked.sorted().joined(separator: ", ")).") }
    return parts.isEmpty ? "There is nothing yet." : parts.joined(separator: " ")
  }
}
