import Replay

/// The pictures of the runs, as the page shows them.
enum RunDrawings {
  /// The width of a timeline, in cells. Two fit beside each other on a page of 1,300 pixels, with the other pictures.
  private static let columns = 54

  static func drawing(of picture: Picture) -> (timeline: String, ownership: String) {
    let side = Replay.Side(picture: picture, label: "", title: "")
    return (
      SVGPainter.text(of: Timeline.scene(of: [side], columns: columns), asFile: false),
      SVGPainter.text(of: Ownership.scene(of: picture), asFile: false)
    )
  }

  /// The moments of two runs, a letter each: `b` if both have a step, `l` or `r` if one has.
  static func pair(_ first: Picture, _ second: Picture) -> String { Alignment(first, second).letters }
}
