/// The colours of the figures, for light and for dark pages.
enum Token: String, CaseIterable, Sendable {
  case paper, raised, ink, dim, rule, life, registration, registrationBar, bad, thread

  var light: String {
    switch self {
    case .paper: "#fcfbf8"
    case .raised: "#f4f2ec"
    case .ink: "#1e2228"
    case .dim: "#5f6670"
    case .rule: "#e2dfd7"
    case .life: "#77818e"
    case .registration: "#8f5a00"
    case .registrationBar: "#b8780c"
    case .bad: "#bd1f2a"
    case .thread: "#0f6b6b"
    }
  }

  var dark: String {
    switch self {
    case .paper: "#15171a"
    case .raised: "#1d2024"
    case .ink: "#e8e5df"
    case .dim: "#a0a6af"
    case .rule: "#30343a"
    case .life: "#8d97a4"
    case .registration: "#e2a94a"
    case .registrationBar: "#c98a1d"
    case .bad: "#ff7a70"
    case .thread: "#5fc4c0"
    }
  }

  /// Whether text is written in this colour.
  var isForText: Bool { [.ink, .dim, .registration, .bad, .thread].contains(self) }
}

/// How a shape is painted. Its name is a class of the style sheet.
enum Style: String, CaseIterable, Sendable {
  case paper, ink, dim, bad, registration, thread
  case life, lifeless, dying, foot, leaked, registrationBar, badBar
  case rule, lane, guide
  case inkLine, inkDashed, registrationLine, registrationDashed, threadLine, threadDashed, badLine, badDashed, dimDashed
  case dimDotted, dimLine, ring, emptyRing, badRing, box, raisedBox, dyingBox, goneBox, badBox, glow

  /// What the class says. `fill` and `stroke` are tokens; the rest is written as it is.
  var rule: (fill: Token?, stroke: Token?, rest: String) {
    switch self {
    case .paper: (.paper, nil, "")
    case .ink: (.ink, nil, "")
    case .dim: (.dim, nil, "")
    case .bad: (.bad, nil, "")
    case .registration: (.registration, nil, "")
    case .thread: (.thread, nil, "")
    case .life: (.life, nil, "")
    case .lifeless: (nil, .life, "stroke-width:2;stroke-dasharray:2 3")
    case .dying: (nil, .life, "fill:url(#hatch);stroke-width:1")
    case .foot: (nil, .life, "stroke-width:2.5")
    case .leaked: (.bad, nil, "")
    case .registrationBar: (.registrationBar, nil, "")
    case .badBar: (.bad, nil, "")
    case .rule: (nil, .rule, "stroke-width:1")
    case .lane: (nil, .rule, "stroke-width:1.5;stroke-dasharray:2 4")
    case .guide: (nil, .life, "stroke-width:2")
    case .inkLine: (nil, .ink, "stroke-width:1.5")
    case .inkDashed: (nil, .ink, "stroke-width:1.5;stroke-dasharray:5 4")
    case .registrationLine: (nil, .registration, "stroke-width:1.5")
    case .registrationDashed: (nil, .registration, "stroke-width:1.5;stroke-dasharray:5 4")
    case .threadLine: (nil, .thread, "stroke-width:2")
    case .threadDashed: (nil, .thread, "stroke-width:1.5;stroke-dasharray:9 3")
    case .badLine: (nil, .bad, "stroke-width:2")
    case .badDashed: (nil, .bad, "stroke-width:2;stroke-dasharray:9 3")
    case .dimDashed: (nil, .dim, "stroke-width:1.5;stroke-dasharray:5 4")
    case .dimDotted: (nil, .dim, "stroke-width:2;stroke-dasharray:1 4;stroke-linecap:round")
    case .dimLine: (nil, .dim, "stroke-width:1.5")
    case .ring: (.paper, .ink, "stroke-width:1.5")
    case .emptyRing: (.paper, .registration, "stroke-width:1.5")
    case .badRing: (.paper, .bad, "stroke-width:2")
    case .box: (.paper, .dim, "stroke-width:1.2")
    case .raisedBox: (.raised, nil, "")
    case .dyingBox: (nil, .life, "fill:url(#hatch);stroke-width:1.2")
    case .goneBox: (.paper, .dim, "stroke-width:1;stroke-dasharray:3 4;opacity:.7")
    case .badBox: (.paper, .bad, "stroke-width:2")
    case .glow: (.paper, .paper, "")
    }
  }

  /// The style sheet that these classes need. Only the colours depend on the page.
  static func sheet(_ used: Set<Style>) -> [String] {
    let styles = allCases.filter(used.contains)
    func rules(dark: Bool) -> [String] {
      styles.map { style in
        let (fill, stroke, rest) = style.rule
        var parts: [String] = []
        if let fill { parts.append("fill:\(dark ? fill.dark : fill.light)") }
        if fill == nil && !dark && !rest.contains("fill:") { parts.append("fill:none") }
        if let stroke { parts.append("stroke:\(dark ? stroke.dark : stroke.light)") }
        if !rest.isEmpty && !dark { parts.append(rest) }
        return ".\(style.rawValue){\(parts.joined(separator: ";"))}"
      }
    }
    let font =
      "\(TextWidths.size)px -apple-system,BlinkMacSystemFont,\"Segoe UI\",Roboto,\"Liberation Sans\",Arial,sans-serif"
    return ["text{font:\(font)}", ".b{font-weight:600}"] + rules(dark: false) + ["@media(prefers-color-scheme:dark){"]
      + rules(dark: true) + ["}"]
  }
}
