/// Plain pictures, until those of Drawing are connected.
package enum StandIn {
  static let style = """
    text{font:14px -apple-system,"Segoe UI",Roboto,"Liberation Sans",Arial,sans-serif}
    .b{font-weight:600}.paper{fill:var(--paper)}.ink{fill:var(--ink)}.dim{fill:var(--dim)}.bad{fill:var(--bad)}
    .registration{fill:var(--registration)}.line{fill:none;stroke-width:1.5}.line.ink{stroke:var(--ink)}
    .line.registration{stroke:var(--registration)}.lane{fill:none;stroke:var(--rule);stroke-width:1.5;stroke-dasharray:2 4}
    .alive{fill:var(--life)}.dying{fill:url(#hatch);stroke:var(--life)}.hatch{fill:none;stroke:var(--life);stroke-width:2}
    .rule{fill:none;stroke:var(--rule)}.band{fill:none;pointer-events:all}
    .box{fill:var(--paper);stroke:var(--dim);stroke-width:1.2}.box.dying{fill:url(#hatch);stroke:var(--life)}
    .box.gone{stroke-dasharray:3 4}.box.leaked{stroke:var(--bad);stroke-width:2}
    """

  package static func pair(_ first: Picture, _ second: Picture) -> String {
    let rows = [first, second].map { $0.steps.enumerated().map { TimelineRow($1, number: $0 + 1) } }
    return Alignment(rows[0], rows[1], lanes: first.lanes, second.lanes).moments
      .map { $0.first == nil ? "r" : $0.second == nil ? "l" : "b" }.joined()
  }

  package static func timeline(of picture: Picture) -> String {
    let lanes = Array(picture.lanes.prefix(4))
    let x = Dictionary(uniqueKeysWithValues: lanes.enumerated().map { ($1, 300 + 60 * $0) })
    var (y, body) = (34, "")
    for (index, step) in picture.steps.enumerated() {
      let lines = TextWidths.wrap(step.title, to: 220, most: 4)
      let height = 8 + 19 * max(1, lines.count)
      body += "<g class=\"row\" data-step=\"\(index + 1)\"><path class=\"band\" d=\"M10 \(y)H540V\(y + height)H10z\"/>"
      body +=
        "<path class=\"rule\" d=\"M10 \(y).5H540\"/><text class=\"dim\" x=\"12\" y=\"\(y + 18)\">\(index + 1)</text>"
      for (number, line) in lines.enumerated() {
        let style = step.isBad == true ? "bad" : "ink"
        body += "<text class=\"\(style)\" x=\"38\" y=\"\(y + 18 + 19 * number)\">\(SVG.escaped(line))</text>"
      }
      let ends = step.marks.compactMap { mark in mark.from.flatMap { x[$0] }.map { ($0, mark.to.flatMap { x[$0] }) } }
      for (from, to) in ends {
        let right = to.map { "<path class=\"line ink\" d=\"M\(from) \(y + 14)H\($0)\"/>" } ?? ""
        body += "\(right)<circle class=\"ink\" cx=\"\(from)\" cy=\"\(y + 14)\" r=\"4\"/>"
      }
      body += "</g>\n"
      y += height
    }
    let heads = lanes.map { name in
      "<text class=\"ink b\" x=\"\(x[name] ?? 0)\" y=\"20\" text-anchor=\"middle\">\(SVG.escaped(name))</text>"
        + "<path class=\"lane\" d=\"M\(x[name] ?? 0) 28V\(y)\"/>"
    }
    return svg(550, y + 10, "timeline", heads.joined() + body)
  }

  package static func ownership(of picture: Picture) -> String {
    let states = (0...picture.steps.count).map { OwnershipState(picture.steps, after: $0) }
    var places: [String: (x: Int, y: Int)] = [:]
    for (name, _) in states.last?.lives ?? [] {
      places[name] = (85 + 170 * (places.count % 2), 40 + 80 * (places.count / 2))
    }
    var groups: [(what: String, from: Int, to: Int)] = []
    for (step, state) in states.enumerated() {
      var now = state.lives.compactMap { name, life in places[name].map { box(name, "\(life)", $0) } }
      now += state.references.compactMap { arrow($0.label, "ink", places[$0.from], places[$0.to]) }
      now += state.registrations.compactMap {
        arrow($0.keyPath, "registration", places[$0.observer], places[$0.observed])
      }
      for what in now {
        if let index = groups.firstIndex(where: { $0.what == what && $0.to == step - 1 }) {
          groups[index].to = step
        } else {
          groups.append((what, step, step))
        }
      }
    }
    let body = groups.map { "<g data-from=\"\($0.from)\" data-to=\"\($0.to)\">\($0.what)</g>\n" }.joined()
    return svg(340, 20 + 80 * ((places.count + 1) / 2), "who holds whom", body)
  }

  private static func svg(_ width: Int, _ height: Int, _ title: String, _ body: String) -> String {
    "<svg viewBox=\"0 0 \(width) \(height)\" width=\"\(width)\" height=\"\(height)\" role=\"img\" aria-label=\"\(title)\">\(body)</svg>"
  }

  private static func box(_ name: String, _ look: String, _ place: (x: Int, y: Int)) -> String {
    "<rect class=\"box \(look)\" x=\"\(place.x - 65)\" y=\"\(place.y - 17)\" width=\"130\" height=\"34\" rx=\"6\"/>"
      + "<text class=\"ink\" x=\"\(place.x)\" y=\"\(place.y + 5)\" text-anchor=\"middle\">\(SVG.escaped(name))</text>"
  }

  private static func arrow(_ label: String, _ style: String, _ from: (x: Int, y: Int)?, _ to: (x: Int, y: Int)?)
    -> String?
  {
    guard let from, let to else { return nil }
    return
      "<path class=\"line \(style)\" d=\"M\(from.x) \(from.y + 17)Q\(from.x) \(from.y + 45) \(to.x) \(to.y + 17)\"/>"
      + "<text class=\"\(style)\" x=\"\((from.x + to.x) / 2)\" y=\"\((from.y + to.y) / 2 + 38)\" text-anchor=\"middle\">"
      + "\(SVG.escaped(label))</text>"
  }
}
