import Recording

/// Lays out who holds whom, for a whole run in one scene: boxes keep their places, and what appears and vanishes has the
/// steps after which it is there.
package enum Ownership {
  /// - Parameter step: the step to draw alone, counted from 1; 0 is before the first one, and nil draws all of them.
  package static func scene(of picture: Picture, at step: Int? = nil) -> Scene {
    let holdings = Holdings(picture)
    let layout = OwnershipLayout(holdings, picture)
    let when = step.map { " after step \($0)" } ?? ""
    // One step alone begins with the first box that is there.
    let shown = holdings.boxes.filter { step.map($0.steps.contains) ?? true }.compactMap { layout.boxes[$0.name]?.x }
    let left = step == nil ? 0 : shown.min() ?? 0
    var scene = Scene(
      .ownership, title: "\(picture.name): who holds whom\(when)",
      description: holdings.description(at: step ?? picture.steps.count), columns: max(40, layout.columns - left))
    func add(
      _ shape: Scene.Shape, _ column: Int, _ line: Int, _ paint: Scene.Paint, _ steps: ClosedRange<Int>
    ) {
      if let step, !steps.contains(step) { return }
      scene.add(
        Scene.Item(shape: shape, column: column - left, line: line, paint: paint, steps: step == nil ? steps : nil))
    }
    for box in layout.boxes.values { scene.grow(to: box.y + box.height) }
    for way in layout.ways {
      guard let first = way.cells.first else { continue }
      for (line, paint, steps) in looks(of: way.arrow) {
        let corners = way.cells.dropFirst().map {
          Scene.Cell(column: $0.column - first.column, line: $0.line - first.line)
        }
        add(.route(corners, line), first.column, first.line, paint, steps)
      }
    }
    for box in holdings.boxes {
      guard let place = layout.boxes[box.name] else { continue }
      let paint: Scene.Paint = box.look == .leaked ? .bad : box.look == .gone || box.look == .frame ? .dim : .ink
      add(.box(box.look, width: place.width, height: place.height), place.x, place.y, paint, box.steps)
      let name = Words.shortened(holdings.title(of: box.name), to: place.width - 4)
      add(.text(name, .start, isBold: box.look != .gone), place.x + 2, place.y + 1, paint, box.steps)
    }
    for way in layout.ways {
      guard let place = layout.boxes[way.arrow.from] else { continue }
      for (_, paint, steps) in looks(of: way.arrow) {
        add(
          .text(place.rows[way.row - 1]), place.x + 2, place.y + 1 + way.row, paint == .ink ? .dim : paint, steps)
      }
    }
    for line in layout.lines {
      guard let place = layout.boxes[line.value.holder] else { continue }
      add(.text(line.text), place.x + 2, place.y + 1 + line.row, .ink, line.value.steps)
    }
    // What is not shown differs from step to step, and has the same line in each.
    for what in OwnershipLayout.Hidden.allCases {
      let line = scene.height
      for (count, steps) in counts(of: layout.hidden.filter { $0.what == what }.map(\.steps)) {
        let text = count == 1 ? "1 more \(what) is not shown." : "\(count) more \(what)s are not shown."
        add(.text(text), 0, line, .dim, steps)
      }
    }
    addKey(holdings.boxes.filter { step.map($0.steps.contains) ?? true }, to: &scene)
    return scene
  }

  /// Who holds whom after a step, in lines.
  package static func lines(of picture: Picture, at step: Int) -> [String] { Holdings(picture).lines(at: step) }

  /// How an arrow is drawn, and in which steps: red from some step on.
  private static func looks(of arrow: Holdings.Arrow) -> [(Scene.Line, Scene.Paint, ClosedRange<Int>)] {
    let (line, paint): (Scene.Line, Scene.Paint) =
      switch arrow.kind {
      case .reference(.strong): (.solid, .ink)
      case .reference(.weak): (.dashed, .dim)
      case .reference(.unowned): (.dotted, .dim)
      case .registration: (.dashed, .registration)
      }
    let (first, last) = (arrow.steps.lowerBound, arrow.steps.upperBound)
    guard let bad = arrow.badFrom else { return [(line, paint, arrow.steps)] }
    return (first < bad ? [(line, paint, first...(bad - 1))] : []) + [(line, .bad, bad...last)]
  }

  /// How many of the ranges have each step, but for the steps that none has.
  private static func counts(of ranges: [ClosedRange<Int>]) -> [(count: Int, steps: ClosedRange<Int>)] {
    var changes: [Int: Int] = [:]
    for range in ranges {
      changes[range.lowerBound, default: 0] += 1
      changes[range.upperBound + 1, default: 0] -= 1
    }
    let steps = changes.keys.filter { changes[$0] != 0 }.sorted()
    var count = 0
    return zip(steps, steps.dropFirst()).compactMap { step, next in
      count += changes[step] ?? 0
      return count == 0 ? nil : (count, step...(next - 1))
    }
  }

  /// Explains the arrows and the boxes that occur.
  private static func addKey(_ boxes: [Holdings.Box], to scene: inout Scene) {
    let texts: [(Scene.Line, Scene.Paint, String)] = [
      (.solid, .ink, "holds strongly"), (.dashed, .dim, "refers weakly"), (.dotted, .dim, "refers unowned"),
      (.dashed, .registration, "a registration"), (.solid, .bad, "a leak"), (.dashed, .bad, "a registration left over"),
    ]
    let items = scene.items
    let arrows = texts.filter { line, paint, _ in
      items.contains { if case .route(_, line) = $0.shape { $0.paint == paint } else { false } }
    }
    .map { line, paint, text in
      Scene.KeyEntry(shape: .route([Scene.Cell(column: 3, line: 0)], line), paint: paint, width: 4, text: text)
    }
    let looks: [(Holdings.Look, Scene.Paint, String)] = [
      (.frame, .dim, "variables of a function"), (.dying, .ink, "in deinit"), (.gone, .dim, "deallocated"),
      (.leaked, .bad, "never freed"),
    ]
    let explained = looks.filter { look, _, _ in boxes.contains { $0.look == look } }
    scene.addKey(
      arrows
        + explained.map { look, paint, text in
          Scene.KeyEntry(shape: .box(look, width: 3, height: 1), paint: paint, width: 3, text: text)
        })
  }
}
