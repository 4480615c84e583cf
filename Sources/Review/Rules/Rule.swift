/// A mistake that can be seen in sources, and how to see it.
struct Rule: Sendable {
  /// How sure a finding is.
  enum Certainty: String, Sendable {
    /// The code has the mistake.
    case sure = "is"
    /// The code may have it: what would tell is elsewhere.
    case possible = "may"
  }

  /// What becomes of a mistake that stays, the worst first: the order in which to repair.
  enum Harm: String, CaseIterable, Sendable {
    case crash, leak, silence, repetition

    /// What so many of them are called.
    func counted(_ count: Int) -> String {
      let noun =
        switch self {
        case .crash: count == 1 ? "crash" : "crashes"
        case .leak: count == 1 ? "leak" : "leaks"
        case .silence: count == 1 ? "silent failure" : "silent failures"
        case .repetition: count == 1 ? "double call" : "double calls"
        }
      return "\(count) \(noun)"
    }
  }

  /// The pitfall that shows the mistake.
  let pitfall: String
  /// What tells it from other rules of the same pitfall; empty for the only one.
  let form: String
  let languages: [Language]
  let certainty: Certainty
  /// What is looked for, in a sentence.
  let looksFor: String
  /// What makes it no finding.
  let exempt: String
  /// What is wrong. Names in capitals, such as `KEY`, stand for what a finding has.
  let reason: String
  /// What to do.
  let remedy: String
  /// The same in Objective-C, if it has other words.
  let remedyInObjectiveC: String?
  /// Finds every place.
  let find: @Sendable (Project) -> [Place]

  var harm: Harm { Self.harms[pitfall] ?? .silence }

  private static let harms: [String: Harm] = [
    "REM-1": .crash, "REM-2": .crash, "REM-3": .crash, "DEP-4": .crash, "LIF-3": .crash, "LIF-5": .crash,
    "MED-2": .crash, "CTX-3": .crash, "REG-5": .crash, "THR-10": .crash,  //
    "MOD-2": .leak, "MOD-24": .leak, "LIF-9": .leak, "MED-1": .leak,  //
    "KEY-6": .repetition, "REG-1": .repetition, "REG-2": .repetition,
  ]

  /// The name of the rule: `MOD-2`, or `MOD-2/assign`.
  var name: String { form.isEmpty ? pitfall : "\(pitfall)/\(form)" }

  init(
    _ pitfall: String, form: String = "", _ languages: [Language], _ certainty: Certainty = .sure, looksFor: String,
    exempt: String = "", reason: String, remedy: String, inObjectiveC: String? = nil,
    find: @escaping @Sendable (Project) -> [Place]
  ) {
    remedyInObjectiveC = inObjectiveC
    (self.pitfall, self.form, self.languages, self.certainty) = (pitfall, form, languages, certainty)
    (self.looksFor, self.exempt, self.reason, self.remedy, self.find) = (looksFor, exempt, reason, remedy, find)
  }

  /// A place that a rule has found.
  struct Place {
    let source: Source
    let token: Int
    /// What the names in capitals stand for.
    var values: [String: String] = [:]
    /// The reason and the remedy, where those of the rule do not fit.
    var reason: String?
    var remedy: String?
    /// What becomes of it, if that is not what becomes of its pitfall.
    var harm: Harm?
    /// Whether nothing in the sources observes what it is about, so that other findings are more urgent.
    var isUnobserved = false
  }
}

extension Rule {
  /// Every rule: those that are sure, and then those that ask.
  static let all: [Rule] =
    tokens + loops + tracking + announcing + keys + registering + callbacks + controllers + possible
}
