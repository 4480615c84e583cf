/// A part of a page that is written from the catalogue: what stands between `<!-- generated: NAME -->` and
/// `<!-- end -->`.
struct Region: Sendable {
  let name: String
  /// The number of the opening comment's line, counted from 1.
  let line: Int
  /// The number of the closing comment's line.
  let lastLine: Int
  let lines: [String]
}

extension Page {
  /// The regions, in their order.
  var regions: [Region] {
    var found: [Region] = []
    var start: (name: String, index: Int)?
    for (index, line) in lines.enumerated() {
      if line.hasPrefix("<!-- generated: "), line.hasSuffix(" -->") {
        start = (String(line.dropFirst("<!-- generated: ".count).dropLast(" -->".count)), index)
      } else if line == "<!-- end -->", let (name, first) = start {
        found.append(
          Region(name: name, line: first + 1, lastLine: index + 1, lines: Array(lines[(first + 1)..<index])))
        start = nil
      }
    }
    return found
  }

  /// The regions that do not hold what the catalogue says, and those that cannot be generated.
  func staleRegions() -> [Problem] {
    regions.compactMap { (region) -> Problem? in
      guard let written = Generated.lines(of: region.name, on: path) else {
        return problem(region.line, "nothing is generated here under the name \"\(region.name)\"")
      }
      if written == region.lines { return nil }
      let common = zip(written, region.lines).prefix { $0 == $1 }.count
      return problem(
        region.line + 1 + common, "this differs from the catalogue. Run \"make lessons\" to bring it up to date.")
    } + unclosedRegions()
  }

  private func unclosedRegions() -> [Problem] {
    let (opened, closed) = (lines.count { $0.hasPrefix("<!-- generated:") }, lines.count { $0 == "<!-- end -->" })
    return opened == regions.count && closed == regions.count
      ? [] : [problem(1, "each <!-- generated: NAME --> needs an <!-- end -->, and the other way round")]
  }

  /// The page with its regions written anew.
  func withRegionsUpdated() -> Page {
    var lines = lines
    for region in regions.reversed() {
      guard let written = Generated.lines(of: region.name, on: path) else { continue }
      lines.replaceSubrange(region.line..<region.lastLine - 1, with: written)
    }
    return Page(path: path, text: lines.joined(separator: "\n") + "\n")
  }
}
