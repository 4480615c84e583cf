import Replay

/// The pictures of the runs, as the page shows them.
enum RunDrawings {
  static func drawing(of picture: Picture) -> (timeline: String, ownership: String) {
    (StandIn.timeline(of: picture), StandIn.ownership(of: picture))
  }

  /// The moments of two runs, a letter each: `b` if both have a step, `l` or `r` if one has.
  static func pair(_ first: Picture, _ second: Picture) -> String { StandIn.pair(first, second) }
}
