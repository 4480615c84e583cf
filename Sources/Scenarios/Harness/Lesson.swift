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
  case everyOrder = "16-every-order.md"

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
    case .buildAMediator: "What a mediator is made of"
    case .mediatorTraps: "The mediator's own traps"
    case .boundToBothLives: "Bound to both lives"
    case .today: "Today: Observation beside key-value observing"
    case .movingOn: "Moving on"
    case .insideTheEngine: "Inside the engine"
    case .everyOrder: "Every order"
    }
  }

  /// How many minutes it takes to read it and to look at its runs; the exercises come on top.
  var minutes: Int {
    switch self {
    case .start, .whyObserve: 6
    default: 8
    }
  }

  /// The lessons that have to be read before it.
  var needs: [Lesson] {
    switch self {
    case .start: []
    case .whyObserve: [.start]
    case .addReactRemove: [.whyObserve]
    case .everyAddNeedsItsRemove, .whatAChangeTells: [.addReactRemove]
    case .whoDiesFirst: [.addReactRemove]
    case .oneMethodForEverything, .threadsAndCallbacks: [.everyAddNeedsItsRemove]
    case .keysAndPaths: [.whatAChangeTells]
    case .collections: [.keysAndPaths]
    case .buildAMediator: [.whoDiesFirst]
    case .mediatorTraps: [.buildAMediator]
    case .boundToBothLives: [.mediatorTraps]
    case .today: [.addReactRemove]
    case .movingOn: [.today]
    case .insideTheEngine: [.keysAndPaths]
    case .everyOrder: [.whoDiesFirst]
    }
  }

  /// The pitfall that its prediction is about. Nil if it has none.
  var prediction: Pitfall? {
    let id: String? =
      switch self {
      case .start, .whyObserve, .insideTheEngine, .everyOrder: nil
      case .addReactRemove: "REG-3"
      case .everyAddNeedsItsRemove: "REG-2"
      case .whoDiesFirst: "LIF-3"
      case .oneMethodForEverything: "CTX-1"
      case .threadsAndCallbacks: "THR-1"
      case .whatAChangeTells: "OPT-1"
      case .keysAndPaths: "KEY-1"
      case .collections: "COL-4"
      case .buildAMediator: "MED-5"
      case .mediatorTraps: "MED-1"
      case .boundToBothLives: "MED-7"
      case .today: "MOD-5"
      case .movingOn: "MOD-2"
      }
    return id.flatMap(Pitfall.named)
  }

  /// The number in the course.
  var number: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
