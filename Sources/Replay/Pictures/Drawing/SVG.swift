/// Prints drawings as SVG, an element a line. The output depends only on the drawing.
enum SVG {
  static func text(of drawing: Drawing) -> String {
    let isHatched = drawing.shapes.contains { [.dying, .dyingBox].contains($0.style) }
    var used = Set(drawing.shapes.map(\.style))
    used.insert(.paper)
    if isHatched { used.insert(.guide) }
    let size =
      "viewBox=\"0 0 \(drawing.width) \(drawing.height)\" width=\"\(drawing.width)\" height=\"\(drawing.height)\""
    var lines = [
      "<svg xmlns=\"http://www.w3.org/2000/svg\" \(size) role=\"img\" aria-labelledby=\"title desc\">",
      "<title id=\"title\">\(escaped(drawing.title))</title>",
      "<desc id=\"desc\">\(escaped(drawing.description))</desc>",
      "<style>",
    ]
    lines += Style.sheet(used) + ["</style>"]
    if isHatched {
      lines += [
        "<defs>",
        "<pattern id=\"hatch\" width=\"5\" height=\"5\" patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(45)\">",
        "<rect class=\"paper\" width=\"5\" height=\"5\"/>",
        "<path class=\"guide\" d=\"M0 0V5\"/>",
        "</pattern>",
        "</defs>",
      ]
    }
    lines.append("<rect class=\"paper\" width=\"\(drawing.width)\" height=\"\(drawing.height)\"/>")
    lines += drawing.shapes.map(element)
    return (lines + ["</svg>"]).joined(separator: "\n") + "\n"
  }

  private static func element(_ shape: Drawing.Shape) -> String {
    let name = shape.style.rawValue
    switch shape {
    case .label(let label):
      let anchor = label.anchor == .start ? "" : " text-anchor=\"\(label.anchor.rawValue)\""
      let bold = label.isBold ? " b" : ""
      return
        "<text class=\"\(name)\(bold)\" x=\"\(label.x)\" y=\"\(label.baseline)\"\(anchor)>\(escaped(label.text))</text>"
    case .rectangle(let box, _, let radius):
      let corner = radius == 0 ? "" : " rx=\"\(radius)\""
      return
        "<rect class=\"\(name)\" x=\"\(box.x)\" y=\"\(box.y)\" width=\"\(box.width)\" height=\"\(box.height)\"\(corner)/>"
    case .circle(let x, let y, let radius, _):
      return "<circle class=\"\(name)\" cx=\"\(x)\" cy=\"\(y)\" r=\"\(radius)\"/>"
    case .path(let data, _):
      return "<path class=\"\(name)\" d=\"\(data)\"/>"
    }
  }

  /// The text escaped for XML. Characters that XML does not allow are replaced.
  static func escaped(_ text: String) -> String {
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
