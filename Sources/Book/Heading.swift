/// A heading, and the anchor that GitHub gives it.
struct Heading: Sendable {
  let level: Int
  let text: String
  let line: Int
  let anchor: String

  init?(_ line: String, number: Int, anchors: inout Anchors) {
    guard let match = line.wholeMatch(of: /(#{1,6})\s+(.*?)(?:\s+#+)?\s*/) else { return nil }
    level = match.1.count
    text = String(match.2)
    self.line = number
    anchor = anchors.next(for: text)
  }
}

/// Names the headings of one page as GitHub does: small letters, hyphens for spaces, no punctuation,
/// and a number from the second heading of the same name on.
struct Anchors {
  private var taken: Set<String> = []

  mutating func next(for heading: String) -> String {
    let shown = heading.replacing(/\[([^\]]*)\]\([^)]*\)/) { $0.1 }
    let name = shown.lowercased().compactMap { character -> String? in
      if character == " " { return "-" }
      let isKept = character.isLetter || character.isNumber || "-_".contains(character)
      return isKept ? String(character) : nil
    }.joined()
    var anchor = name
    var count = 0
    while !taken.insert(anchor).inserted {
      count += 1
      anchor = "\(name)-\(count)"
    }
    return anchor
  }
}
