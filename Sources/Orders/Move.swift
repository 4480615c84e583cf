/// One line of a story. An order makes each at most once.
enum Move: Character, CaseIterable {
  case add = "a"
  /// The same line once more, or the line of a second part of the view.
  case again = "b"
  case first = "1"
  case second = "2"
  case remove = "r"
  case releaseView = "v"
  case releaseClock = "c"

  /// Whether it lets go of an object. When every owner has let go, the order is over.
  var isRelease: Bool { self == .releaseView || self == .releaseClock }
  var isSet: Bool { self == .first || self == .second }
}

/// What the view heard during a move, compared with what it had asked for.
enum Heard: Character, CaseIterable {
  /// Called once for each request, or not called because nothing was asked for.
  case asAsked = "."
  case missed = "m"
  case twice = "t"
  case late = "l"
}

/// What has become of an object.
enum Fate: Character, Sendable {
  case owned = "o"
  /// Its owner has let go of it, and something else keeps it alive.
  case kept = "k"
  /// No variable leads to it any more, and it is alive. In the stories something else keeps it then.
  case adrift = "a"
  case freed = "f"
}
