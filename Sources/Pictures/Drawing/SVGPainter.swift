/// Paints scenes as SVG. The text depends only on the scene.
package enum SVGPainter {
  /// The colours, for light and for dark pages. Each is a custom property of the style sheet.
  static let palette: KeyValuePairs<String, (light: String, dark: String)> = [
    "paper": ("#fcfbf8", "#15171a"), "raised": ("#f4f2ec", "#1d2024"), "ink": ("#1e2228", "#e8e5df"),
    "dim": ("#5f6670", "#a0a6af"), "rule": ("#e2dfd7", "#30343a"), "life": ("#77818e", "#8d97a4"),
    "registration": ("#8f5a00", "#e2a94a"), "bar": ("#b8780c", "#c98a1d"), "bad": ("#bd1f2a", "#ff7a70"),
    "thread": ("#0f6b6b", "#5fc4c0"),
  ]

  /// The style sheet for drawings in a page. The page gives the custom properties their values: see
  /// ``properties(isDark:)``.
  package static let style = """
    text{font:13px -apple-system,BlinkMacSystemFont,"Segoe UI",Roboto,"Liberation Sans",Arial,sans-serif}
    .b{font-weight:600}.m{text-anchor:middle}.e{text-anchor:end}
    .paper{fill:var(--paper)}
    .ink{fill:var(--ink)}.dim{fill:var(--dim)}.bad{fill:var(--bad)}
    .registration{fill:var(--registration)}.thread{fill:var(--thread)}
    .line{fill:none;stroke-width:1.5}
    .line.ink{stroke:var(--ink)}.line.dim{stroke:var(--dim)}.line.bad{stroke:var(--bad);stroke-width:2}
    .line.registration{stroke:var(--registration)}.line.thread{stroke:var(--thread)}
    .dashed{stroke-dasharray:5 4}.dotted{stroke-dasharray:1 4;stroke-linecap:round}
    .rule,.separator{fill:none;stroke:var(--rule)}
    .lane{fill:none;stroke:var(--rule);stroke-width:1.5;stroke-dasharray:2 4}
    .unrecorded{fill:none;stroke:var(--life);stroke-width:2;stroke-dasharray:2 3}
    .life{fill:var(--life)}.hatched{fill:url(#hatch);stroke:var(--life)}
    .foot{fill:none;stroke:var(--life);stroke-width:2.5}
    .bar{fill:var(--bar)}
    .ring{fill:var(--paper)}.cross{stroke-linecap:round}
    .dot{stroke:var(--paper);stroke-width:2;paint-order:stroke}
    .band{fill:none;pointer-events:all}
    .box{fill:var(--paper);stroke:var(--dim);stroke-width:1.2}.box.frame{fill:var(--raised)}
    .box.dying{fill:url(#hatch);fill-opacity:.3;stroke:var(--life)}.box.gone{stroke-dasharray:3 4}
    .box.leaked{stroke:var(--bad);stroke-width:2}
    """

  /// The lines of the style sheet that a drawing needs.
  package static func style(for lines: [String]) -> String {
    let used = Set(
      lines.joined().matches(of: #/class="([^"]*)"/#).flatMap { $0.1.split(separator: " ") } + ["paper", "life", "b"])
    return style.split(separator: "\n").filter { line in
      line.hasPrefix("text") || line.matches(of: #/\.([a-z]+)/#).contains { used.contains($0.1) }
    }.joined(separator: "\n")
  }

  /// The values of the custom properties.
  package static func properties(isDark: Bool) -> String {
    palette.map { "--\($0.key):\(isDark ? $0.value.dark : $0.value.light)" }.joined(separator: ";")
  }

  /// - Parameter asFile: whether to make a file that stands alone, with its style sheet; otherwise an element for a page
  ///   that has ``style`` and the custom properties.
  package static func text(of scene: Scene, asFile: Bool) -> String {
    var canvas = SVGCanvas(scene, isInPage: !asFile)
    canvas.paint()
    let (width, height) = (canvas.width, canvas.height)
    if asFile {
      return file(
        title: scene.title, description: scene.description, width: width, height: height,
        style: style(for: canvas.lines), body: [pattern, ground(width, height)] + canvas.lines)
    }
    let label = SVGCanvas.attribute("aria-label", escaped(scene.title), isInPage: true)
    return "<svg viewBox='0 0 \(width) \(height)' width=\(width) height=\(height) role=img\(label)>"
      + canvas.lines.joined() + "</svg>"
  }

  /// A file that stands alone, for light and for dark pages.
  ///
  /// - Parameters:
  ///   - style: the style sheet, which may use the custom properties.
  ///   - body: the elements, with the ``ground(_:_:)`` below all shapes.
  package static func file(
    title: String, description: String, width: Int, height: Int, style: String, body: [String]
  ) -> String {
    let head = [
      "<svg xmlns=\"http://www.w3.org/2000/svg\" \(size(width, height)) aria-labelledby=\"title desc\">",
      "<title id=\"title\">\(escaped(title))</title>", "<desc id=\"desc\">\(escaped(description))</desc>",
      "<style>", ":root{\(properties(isDark: false))}",
      "@media(prefers-color-scheme:dark){:root{\(properties(isDark: true))}}", style, "</style>",
    ]
    return (head + body + ["</svg>"]).joined(separator: "\n") + "\n"
  }

  /// What is below all shapes.
  package static func ground(_ width: Int, _ height: Int) -> String {
    "<path class=\"paper\" d=\"M0 0H\(width)V\(height)H0z\"/>"
  }

  private static func size(_ width: Int, _ height: Int) -> String {
    "viewBox=\"0 0 \(width) \(height)\" width=\"\(width)\" height=\"\(height)\" role=\"img\""
  }

  /// The entries of the key of a scene, as elements of a list. A page shows them apart from the drawing.
  package static func key(of scene: Scene) -> [String] {
    scene.key.map { entry in
      var mark = Scene(scene.kind, title: "", description: "", columns: entry.width)
      let isLoop = if case .loop = entry.shape { true } else { false }
      mark.add(Scene.Item(shape: entry.shape, column: isLoop ? entry.width - 1 : 0, line: 0, paint: entry.paint))
      var canvas = SVGCanvas(mark, isInPage: true)
      canvas.paint()
      // Some marks are wider than their cell.
      let (width, height, margin) = (entry.width * SVGCanvas.cellWidth + 8, SVGCanvas.cellHeight, SVGCanvas.margin)
      let size = "viewBox=\"\(margin - 4) \(margin) \(width) \(height)\" width=\"\(width)\" height=\"\(height)\""
      return "<li class=\"\(entry.paint)\"><svg \(size) aria-hidden=\"true\">\(canvas.lines.joined())</svg>"
        + "\(escaped(entry.text))</li>"
    }
  }

  /// What hatched shapes are filled with. A page has it once.
  package static let pattern =
    "<defs><pattern id=\"hatch\" width=\"5\" height=\"5\" patternUnits=\"userSpaceOnUse\" "
    + "patternTransform=\"rotate(45)\"><path class=\"paper\" d=\"M0 0h5v5h-5z\"/><path class=\"life\" d=\"M0 0h2v5h-2z\"/>"
    + "</pattern></defs>"

  /// The text escaped for XML. Characters that XML does not allow are replaced.
  package static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\n", "\t": result += " "
      case _ where scalar.value < 32 || scalar.value == 0xFFFE || scalar.value == 0xFFFF: result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
