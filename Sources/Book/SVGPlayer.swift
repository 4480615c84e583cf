package import Pictures

extension SVGPainter {
  /// A timeline as a file that plays by itself, and by its style sheet alone: the rows appear one after the other, and after
  /// a pause the drawing begins again. Where nothing is to move, all rows are visible.
  package static func playing(_ scene: Scene) -> String {
    var canvas = SVGCanvas(scene, isInPage: false)
    canvas.paint()
    let moments = moments(of: scene, on: canvas)
    let (top, end) = (moments.first?.top ?? 0, moments.last?.bottom ?? 0)
    let (width, height) = (canvas.width, canvas.height)
    // Clipped at its end, so that the key below it is always visible.
    let curtain =
      "<svg y=\"\(top)\" width=\"\(width)\" height=\"\(end - top)\">"
      + "<path class=\"paper curtain\" d=\"M0 0H\(width)V\(end - top)H0z\"/></svg>"
    let band = "<path class=\"now\" d=\"M0 0H\(width)V1H0z\"/>"
    return file(
      title: scene.title, description: scene.description, width: width, height: height,
      style: style(for: canvas.lines) + "\n" + style(playing: moments),
      body: [pattern, ground(width, height), band] + canvas.lines + [curtain])
  }

  /// A row: its edges in pixels, and for how long it is the last one that is visible.
  private struct Moment {
    let top, bottom: Int
    let isBad: Bool
    /// In milliseconds. What is wrong is shown for longer.
    var time: Int { isBad ? 2600 : 1300 }
  }

  private static func moments(of scene: Scene, on canvas: SVGCanvas) -> [Moment] {
    let rows = scene.items.compactMap { item in
      if case .band(_, let height) = item.shape { (item, last: item.line + height - 1) } else { nil }
    }
    let edge = SVGCanvas.rowGap / 2
    return rows.enumerated().map { index, row in
      let next = index + 1 < rows.count ? canvas.top(rows[index + 1].0.line) - edge : canvas.bottom(row.last) + edge
      let isBad = scene.items.contains { item in
        if case .text = item.shape { item.paint == .bad && item.steps == row.0.steps } else { false }
      }
      return Moment(top: canvas.top(row.0.line) - edge, bottom: next, isBad: isBad)
    }
  }

  /// How long a row takes to appear, and the pause at the end, in milliseconds.
  private static let (appearing, pause) = (300, 4000)

  private static func style(playing moments: [Moment]) -> String {
    let whole = moments.map(\.time).reduce(0, +) + pause
    func percent(_ time: Int) -> String {
      let hundredths = time * 10_000 / whole
      return "\(hundredths / 100).\(hundredths % 100 / 10)\(hundredths % 10)%"
    }
    let top = moments.first?.top ?? 0
    var (curtain, now) = ("", "")
    var begin = 0
    for moment in moments {
      curtain += "\(percent(begin)){transform:translateY(\(moment.top - top)px)}"
      curtain += "\(percent(begin + appearing)){transform:translateY(\(moment.bottom - top)px)}"
      now += "\(percent(begin)){transform:translateY(\(moment.top)px) scaleY(\(moment.bottom - moment.top));"
      now += "fill:var(--\(moment.isBad ? "bad" : "thread"))}"
      begin += moment.time
    }
    let last = "100.00%{transform:translateY(\((moments.last?.bottom ?? 0) - top)px)}"
    let seconds = "\(whole / 1000).\(whole % 1000 / 100)s"
    return """
      .curtain{opacity:0}.now{fill-opacity:0}
      @media(prefers-reduced-motion:no-preference){
      .curtain{opacity:1;animation:curtain \(seconds) infinite}
      .now{fill-opacity:.12;animation:now \(seconds) step-end infinite}
      }
      @keyframes curtain{\(curtain)\(last)}
      @keyframes now{\(now)}
      """
  }
}
