/// One run, prepared to be drawn as a timeline: its rows, and the text of each.
package struct TimelineSide: Equatable, Sendable {
  /// What is written above a timeline.
  package struct Heading: Equatable, Sendable {
    /// `raw` or `managed`, or another label of the act.
    let label: String
    let title: String

    package init(label: String, title: String) { (self.label, self.title) = (label, title) }
  }

  /// A line of a row's text.
  struct Line: Equatable, Sendable {
    let text: String
    var style = Style.ink
  }

  static let width = 720

  let picture: Picture
  let heading: Heading?
  let rows: [TimelineRow]
  let history: LaneHistory
  let lanes: Lanes
  /// The lines of each row, without the name of its thread.
  let texts: [[Line]]
  /// Whether the name of the thread needs a line of its own.
  let threadsBelow: [Bool]

  init(_ picture: Picture, heading: Heading?) {
    (self.picture, self.heading) = (picture, heading)
    rows = TimelineRow.rows(of: picture.steps)
    history = LaneHistory(rows)
    let lanes = Lanes(picture, rows, history, width: Self.width)
    self.lanes = lanes
    texts = rows.map { row in
      let style = row.isBad ? Style.bad : row.isFold ? .dim : .ink
      return TextWidths.wrap(row.title, to: lanes.titleWidth, most: 5).map { Line(text: $0, style: style) }
        + TextWidths.wrap(row.note, to: lanes.titleWidth, most: 3).map { Line(text: $0, style: .dim) }
    }
    threadsBelow = zip(rows, texts).map { row, lines in
      if row.thread.isEmpty { return false }
      let last = TextWidths.width(of: lines.last?.text ?? "")
      return last + 14 + TextWidths.width(of: row.thread) > lanes.titleWidth
    }
  }

  /// The height that each row needs.
  var rowHeights: [Int] {
    zip(texts, threadsBelow).map { ($0.count + ($1 ? 1 : 0)) * TextWidths.lineHeight + 11 }
  }

  /// The lines of the heading: its label comes before the first one.
  var headingLines: [String] {
    guard let heading else { return [] }
    let indent = TextWidths.width(of: heading.label, bold: true) + 10
    return TextWidths.wrap(heading.title, to: Self.width - 40 - indent, most: 2)
  }

  /// The height of everything above the first row.
  var topHeight: Int {
    let headers = lanes.lanes.map(\.header.count).max() ?? 0
    return 14 + headingLines.count * TextWidths.lineHeight + headers * 17 + (headers == 0 ? 4 : 14)
  }
}
