/// A hazard of observing, with the acts that show it and its remedy. The list of all is in
/// `Catalogue.swift`; everything that speaks of pitfalls is derived from it.
struct Pitfall: Sendable {
  /// The stable id, such as `REG-1`. An id is never reused for something else.
  let id: String
  /// The name on the command line, such as `double-add`.
  let name: String
  /// What triggers it, in a sentence without a full stop.
  let title: String
  /// The place in the book: a file in `Lessons` and its heading.
  let lesson: String
  /// Whether the first side shows a naive mediator, written for the lesson, because the one here is built so
  /// that it cannot fall into the hazard.
  let isShownNaively: Bool
  /// What is run, the raw side first.
  let acts: [Act]

  init(
    _ id: String, _ name: String, _ title: String, lesson: String, isShownNaively: Bool = false,
    acts: [Act]
  ) {
    self.id = id
    self.name = name
    self.title = title
    self.lesson = lesson
    self.isShownNaively = isShownNaively
    self.acts = acts
  }

  /// The file in `Lessons` alone.
  var page: String { String(lesson.prefix { $0 != "#" }) }

  /// Whether the hazard belongs to what is meant to put an end to observing by hand: to the mediator (MED) or
  /// to one of today's tools (MOD). The first side then shows it misused and the second shows it used rightly;
  /// or the first a naive mediator and the second the one here.
  var isOfTheRemedy: Bool { id.hasPrefix("MED-") || id.hasPrefix("MOD-") }

  /// What a side is called in the output.
  func label(of side: Side) -> String {
    switch side {
    case .raw: isShownNaively ? "naive" : isOfTheRemedy ? "misused" : "raw"
    case .managed: isShownNaively ? "here" : isOfTheRemedy ? "used rightly" : "managed"
    }
  }

  /// What an act is called in the output.
  func label(of act: Act) -> String {
    act.sameMistake ? "same mistake" : label(of: act.side)
  }

  /// The pitfalls of an area, such as `REG`, in any case.
  static func inArea(_ word: String) -> [Pitfall] {
    all.filter { $0.id.lowercased().hasPrefix(word.lowercased() + "-") }
  }

  /// The pitfall of that id or name, in any case.
  static func named(_ word: String) -> Pitfall? {
    all.first { $0.id.lowercased() == word.lowercased() || $0.name == word.lowercased() }
  }
}

/// The two sides of the story.
enum Side: String, Codable, Sendable {
  /// The hazard: observing by hand, or for a hazard of the mediator's own or of one of today's tools, that
  /// misused, or a naive mediator.
  case raw
  /// The remedy: observing through the mediator, or today's tool used rightly; also the same mistake, made
  /// through the mediator.
  case managed
}
