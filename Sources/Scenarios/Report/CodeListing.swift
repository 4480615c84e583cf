package import Console

/// `scenarios show`: the code of a pitfall, the mistake beside the remedy.
package struct CodeListing {
  private let screen: Screen
  /// From this width on the two sides are beside each other.
  private static let widthForTwo = 110

  package init(_ screen: Screen) { self.screen = screen }

  func print(_ pitfall: Pitfall) throws {
    Report(screen).printHeading(of: pitfall)
    Swift.print("")
    // Not "managed": the remedy of some pitfalls is code by hand.
    let excerpts = try [("mistake", Side.raw), ("remedy", .managed)].map { label, side in
      (label, try CodeExcerpt.all(of: side, in: pitfall))
    }
    if let width = screen.width, width >= Self.widthForTwo {
      let column = (width - 3) / 2
      let sides = excerpts.map { lines(of: $0.1, $0.0, width: column) }
      for line in 0..<max(sides[0].count, sides[1].count) {
        let (left, right) = (sides[0].at(line), sides[1].at(line))
        let gap = "".padded(to: column - (left?.length ?? 0))
        let row = (left?.text ?? "") + gap + (screen.isASCII ? " | " : " │ ") + (right?.text ?? "")
        Swift.print(row.trimmingSpacesAtEnd)
      }
      Swift.print("")
    } else {
      for (label, excerpts) in excerpts {
        for line in lines(of: excerpts, label, width: screen.width) { Swift.print(line.text) }
        Swift.print("")
      }
    }
    for path in excerpts.flatMap({ $0.1.map(\.path) }).uniqued() { Swift.print(path) }
    for line in screen.lines("'./scenarios run \(pitfall.id)' runs it; './scenarios card \(pitfall.id)' explains it.") {
      Swift.print(line)
    }
  }

  /// Prints code for a question: without what tells the answer, such as comments and the names of files.
  package func printForQuestion(_ excerpts: [CodeExcerpt]) {
    for excerpt in excerpts {
      for (number, line) in excerpt.forQuestion {
        for part in numbered(line, number, width: screen.width) { Swift.print(part.text) }
      }
      Swift.print("")
    }
  }

  /// A line as it is printed, and how many columns it takes.
  private struct Line {
    let text: String
    let length: Int
  }

  private func lines(of excerpts: [CodeExcerpt], _ label: String, width: Int?) -> [Line] {
    excerpts.enumerated().flatMap { index, excerpt in
      let title = "\(label), \(excerpt.path.split(separator: "/").last ?? ""):\(excerpt.firstLine)"
      let heading = broken(title, to: width).map { Line(text: screen.bold($0), length: $0.columns) }
      let code = excerpt.lines.enumerated().flatMap { offset, line in
        numbered(line, excerpt.firstLine + offset, width: width)
      }
      return (index == 0 ? [] : [Line(text: "", length: 0)]) + heading + code
    }
  }

  /// A line of code after its number. A line that is too long continues below, indented.
  private func numbered(_ line: String, _ number: Int, width: Int?) -> [Line] {
    let column = 5
    let digits = "\(number)"
    let start = "".padded(to: column - 1 - digits.count) + digits + (line.isEmpty ? "" : " ")
    let indent = line.prefix { $0 == " " }.count
    let parts = broken(line, to: width.map { $0 - column }, further: indent + 4)
    return parts.enumerated().map { index, part in
      Line(
        text: screen.faint(index == 0 ? start : "".padded(to: column)) + part,
        length: (line.isEmpty ? column - 1 : column) + part.columns)
    }
  }

}

/// Breaks a line of code at its last space before the width, or at the width. What follows is indented.
func broken(_ line: String, to width: Int?, further indent: Int = 2) -> [String] {
  guard let width, line.columns > width, width > indent + 10 else { return [line] }
  let start = line.prefix(columns: width)
  let end = start.dropFirst(indent).lastIndex(of: " ") ?? start.endIndex
  let rest = line[end...].drop { $0 == " " }
  return [String(line[..<end])] + broken("".padded(to: indent) + rest, to: width, further: indent)
}

extension Array {
  /// The element at an index; nil beyond the end.
  fileprivate func at(_ index: Int) -> Element? { indices ~= index ? self[index] : nil }
}
