/// What the marks of a timeline mean, below it. Only the marks that are in the figure are explained.
struct FigureKey {
  private let used: Set<Style>

  private let hasChanges: Bool
  private let hasAnnouncements: Bool

  init(of drawing: Drawing) {
    used = Set(drawing.shapes.map(\.style))
    hasChanges = drawing.shapes.contains { if case .circle(_, _, _, .ink) = $0 { true } else { false } }
    hasAnnouncements = drawing.shapes.contains { if case .path(_, .ring) = $0 { true } else { false } }
  }

  private enum Sign {
    case bar(Style), line(Style), dot, diamond, ring(Style), arrow(Style, Style), foot
  }

  private var entries: [(Sign, String)] {
    let all: [(Style, Sign, String)] = [
      (.life, .bar(.life), "alive"),
      (.dying, .bar(.dying), "in deinit"),
      (.foot, .foot, "gone"),
      (.lifeless, .line(.lifeless), "its life is not recorded"),
      (.registrationBar, .bar(.registrationBar), "a registration, beside the observed object"),
      (.inkLine, .arrow(.inkLine, .ink), "a call"),
      (.threadLine, .arrow(.threadLine, .thread), "a call on another thread"),
      (.badLine, .line(.badLine), "trouble"),
      (.leaked, .bar(.leaked), "a leak"),
      (.emptyRing, .ring(.emptyRing), "a registration cleaned up"),
      (.badRing, .ring(.badRing), "a registration left over"),
    ]
    var entries = all.filter { used.contains($0.0) }.map { ($0.1, $0.2) }
    if hasChanges { entries.append((.dot, "a change")) }
    if hasAnnouncements { entries.append((.diamond, "a change by hand")) }
    if used.contains(.registrationDashed) { entries.append((.line(.registrationDashed), "a request that is dropped")) }
    if used.contains(.inkDashed) { entries.append((.line(.inkDashed), "a call that is not made")) }
    if used.contains(.threadDashed) { entries.append((.line(.threadDashed), "a call left for later")) }
    return entries
  }

  mutating func paint(into drawing: inout Drawing) {
    var (x, y) = (14, drawing.height + 8)
    for (sign, text) in entries {
      let width = 32 + TextWidths.width(of: text)
      if x + width > drawing.width - 8 { (x, y) = (14, y + 22) }
      paint(sign, x, y + 8, into: &drawing)
      drawing.add(Label(text: text, x: x + 30, baseline: y + 13, style: .dim))
      x += width + 18
    }
    drawing.height = y + 28
  }

  private func paint(_ sign: Sign, _ x: Int, _ y: Int, into drawing: inout Drawing) {
    switch sign {
    case .bar(let style):
      let width = style == .registrationBar ? 4 : 8
      drawing.add(.rectangle(Box(x: x + 11 - width / 2, y: y - 8, width: width, height: 16), style, radius: 1))
    case .line(let style): drawing.line(x, y, x + 22, y, style)
    case .dot: drawing.add(.circle(x: x + 11, y: y, radius: 4, .ink))
    case .diamond: drawing.add(.path("M\(x + 11) \(y - 6)l6 6l-6 6l-6-6z", .ring))
    case .ring(let style): drawing.add(.circle(x: x + 11, y: y, radius: 6, style))
    case .arrow(let line, let head):
      drawing.line(x, y, x + 18, y, line)
      drawing.head(x: x + 24, y: y, pointsRight: true, head)
    case .foot: drawing.line(x + 3, y, x + 19, y, .foot)
    }
  }
}
