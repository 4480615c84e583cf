/// The lessons of the course, in the order in which they are read. The raw value is the file in `Lessons`.
enum Lesson: String, CaseIterable, Sendable {
  case start = "00-start-here.md"
  case whyObserve = "01-why-observe.md"
  case addReactRemove = "02-add-react-remove.md"
  case everyAddNeedsItsRemove = "03-every-add-needs-its-remove.md"
  case whoDiesFirst = "04-who-dies-first.md"
  case oneMethodForEverything = "05-one-method-for-everything.md"
  case threadsAndCallbacks = "06-threads-and-callbacks.md"
  case whatAChangeTells = "07-what-a-change-tells.md"
  case keysAndPaths = "08-keys-and-paths.md"
  case collections = "09-collections.md"
  case buildAMediator = "10-build-a-mediator.md"
  case mediatorTraps = "11-the-mediators-own-traps.md"
  case boundToBothLives = "12-bound-to-both-lives.md"
  case today = "13-today.md"
  case movingOn = "14-moving-on.md"
  case insideTheEngine = "15-inside-the-engine.md"

  var title: String {
    switch self {
    case .start: "Start here"
    case .whyObserve: "Why observe"
    case .addReactRemove: "Add, react, remove"
    case .everyAddNeedsItsRemove: "Every add needs its remove"
    case .whoDiesFirst: "Who dies first"
    case .oneMethodForEverything: "One method for everything"
    case .threadsAndCallbacks: "Threads, and inside a callback"
    case .whatAChangeTells: "What a change tells"
    case .keysAndPaths: "Keys, paths, and values that depend on others"
    case .collections: "Collections"
    case .buildAMediator: "Build a mediator"
    case .mediatorTraps: "The mediator's own traps"
    case .boundToBothLives: "Bound to both lives"
    case .today: "Today: Observation beside key-value observing"
    case .movingOn: "Moving on"
    case .insideTheEngine: "Inside the engine"
    }
  }

  /// The number in the course.
  var number: Int { Self.allCases.firstIndex(of: self) ?? 0 }

  /// Shorter ways through the course, each with what its readers do.
  static let paths: [(readers: String, lessons: [Lesson])] = [
    (
      "maintain key-value observing",
      [
        .start, .whyObserve, .addReactRemove, .everyAddNeedsItsRemove, .whoDiesFirst, .oneMethodForEverything,
        .threadsAndCallbacks, .keysAndPaths, .mediatorTraps, .movingOn,
      ]
    ),
    ("write new code", [.start, .whyObserve, .addReactRemove, .whoDiesFirst, .buildAMediator, .today, .movingOn]),
  ]

  /// The pitfalls whose cards belong to the lesson, in the order of the catalogue.
  var pitfalls: [Pitfall] { Pitfall.all.filter { $0.lesson == self } }
}
