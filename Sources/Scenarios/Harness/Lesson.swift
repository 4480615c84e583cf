/// The lessons of the course, in the order in which they are read. The raw value is the file in `Lessons`.
package enum Lesson: String, CaseIterable, Sendable {
  case start = "00-start-here.md"
  case whyObserve = "01-why-observe.md"
  case addReactRemove = "02-add-react-remove.md"
  case everyAddNeedsItsRemove = "03-every-add-needs-its-remove.md"
  case whoDiesFirst = "04-who-dies-first.md"
  case token = "05-the-token.md"
  case onWhichThread = "06-on-which-thread.md"
  case insideACallback = "07-inside-a-callback.md"
  case oneMethodForEverything = "08-one-method-for-everything.md"
  case whatAChangeTells = "09-what-a-change-tells.md"
  case keysAndPaths = "10-keys-and-paths.md"
  case collections = "11-collections.md"
  case buildAMediator = "12-build-a-mediator.md"
  case mediatorTraps = "13-the-mediators-own-traps.md"
  case boundToBothLives = "14-bound-to-both-lives.md"
  case everyOrder = "15-every-order.md"
  case observation = "16-observation.md"
  case loopsAndThreads = "17-loops-and-threads.md"
  case toSwiftUI = "18-from-kvo-to-swiftui.md"
  case movingOn = "19-moving-on.md"
  case insideTheEngine = "20-inside-the-engine.md"

  package var title: String {
    switch self {
    case .start: "Start here"
    case .whyObserve: "Why observe"
    case .addReactRemove: "Add, react, remove"
    case .everyAddNeedsItsRemove: "Every add needs its remove"
    case .whoDiesFirst: "Who dies first"
    case .token: "The token"
    case .onWhichThread: "On which thread"
    case .insideACallback: "Inside a callback"
    case .oneMethodForEverything: "One method for everything"
    case .whatAChangeTells: "What a change tells"
    case .keysAndPaths: "Keys, paths, and values that depend on others"
    case .collections: "Collections"
    case .buildAMediator: "What a mediator is made of"
    case .mediatorTraps: "The mediator's own traps"
    case .boundToBothLives: "Bound to both lives"
    case .everyOrder: "Every order"
    case .observation: "Observation beside key-value observing"
    case .loopsAndThreads: "Loops, owners and threads"
    case .toSwiftUI: "From KVO to SwiftUI"
    case .movingOn: "Moving on"
    case .insideTheEngine: "Inside the engine"
    }
  }

  /// What it is about, in a sentence. It does not answer the prediction.
  package var idea: String {
    switch self {
    case .start: "You run small programs that fail, and learn to read what they print."
    case .whyObserve: "One object is called when a property of another changes, and sometimes that is worth its price."
    case .addReactRemove: "Observing by hand has three parts, in three places: add, react, remove."
    case .everyAddNeedsItsRemove: "Each registration needs one removal, and no part of the program counts for you."
    case .whoDiesFirst: "Two objects are deallocated in some order, and the removal has to come in time for both."
    case .token: "You keep an object, and your observation lasts as long as you keep it."
    case .onWhichThread: "A view belongs to the main actor, and the property that it shows is set anywhere."
    case .insideACallback: "A callback can add, remove and set, while the change that called it is still being told."
    case .oneMethodForEverything: "All calls for an object arrive in one method, which has to pick out its own."
    case .whatAChangeTells: "You look at what is in a change, and see when a nil is a value."
    case .keysAndPaths: "The observed class decides which of its keys can be observed."
    case .collections: "The rows of a view follow an array, and a class announces the changes of its array."
    case .buildAMediator: "One object keeps the records, and three places of your code become one call."
    case .mediatorTraps: "A mediator has references and records of its own, and so a few mistakes of its own."
    case .boundToBothLives: "An observation can end by itself when either of its two objects is deallocated."
    case .everyOrder: "Played in every order, a few lines show which one crashes and which one decides."
    case .observation: "Observation looks like key-value observing, and answers another question."
    case .loopsAndThreads: "A loop over `Observations` has an owner, an end, and a thread on which its model is set."
    case .toSwiftUI: "A framework reports by KVO, and a SwiftUI view shows it: one small model stands between the two."
    case .movingOn: "Old code moves to `@Observable` one class at a time, with tests first."
    case .insideTheEngine: "You follow one change through the engine's code, from the setter to your closure."
    }
  }

  /// The parts of the course, each with its first lesson.
  package static let parts: [(title: String, first: Lesson)] = [
    ("By hand", .start), ("The mediator", .buildAMediator), ("Today", .observation), ("How it works", .insideTheEngine),
  ]

  /// How many minutes it takes to read it and to look at its runs; the exercises come on top. A test measures them.
  package var minutes: Int {
    switch self {
    case .whyObserve, .movingOn: 4
    case .start, .insideTheEngine, .insideACallback, .observation, .loopsAndThreads: 6
    case .everyAddNeedsItsRemove, .buildAMediator: 7
    case .addReactRemove, .boundToBothLives, .toSwiftUI: 8
    case .whoDiesFirst, .token, .onWhichThread, .oneMethodForEverything, .whatAChangeTells, .collections,
      .mediatorTraps, .everyOrder:
      9
    case .keysAndPaths: 10
    }
  }

  /// The lessons that have to be read before it.
  package var needs: [Lesson] {
    switch self {
    case .start: []
    case .whyObserve: [.start]
    case .addReactRemove: [.whyObserve]
    case .everyAddNeedsItsRemove, .whoDiesFirst, .whatAChangeTells: [.addReactRemove]
    case .token, .buildAMediator, .everyOrder: [.whoDiesFirst]
    case .onWhichThread: [.token]
    case .insideACallback: [.onWhichThread]
    case .oneMethodForEverything: [.everyAddNeedsItsRemove]
    case .keysAndPaths: [.whatAChangeTells]
    case .collections, .insideTheEngine: [.keysAndPaths]
    case .mediatorTraps: [.buildAMediator]
    case .boundToBothLives: [.mediatorTraps]
    case .observation: [.onWhichThread]
    case .loopsAndThreads: [.observation]
    case .toSwiftUI, .movingOn: [.loopsAndThreads]
    }
  }

  /// The number in the course.
  package var number: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

extension Lesson {
  /// The pitfall that its prediction is about. Nil if it has none.
  package var prediction: Pitfall? {
    let id: String? =
      switch self {
      case .start, .whyObserve, .insideTheEngine, .everyOrder, .movingOn: nil
      case .addReactRemove: "REG-3"
      case .everyAddNeedsItsRemove: "REG-2"
      case .whoDiesFirst: "LIF-3"
      case .token: "MOD-2"
      case .onWhichThread: "THR-1"
      case .insideACallback: "THR-4"
      case .oneMethodForEverything: "CTX-1"
      case .whatAChangeTells: "OPT-1"
      case .keysAndPaths: "KEY-1"
      case .collections: "COL-4"
      case .buildAMediator: "MED-5"
      case .mediatorTraps: "MED-1"
      case .boundToBothLives: "MED-7"
      case .observation: "MOD-5"
      case .loopsAndThreads: "MOD-11"
      case .toSwiftUI: "MOD-28"
      }
    return id.flatMap(Pitfall.named)
  }

  /// Whether `quiz` has questions on it that the lesson does not ask.
  package var hasMoreQuestions: Bool { pitfalls.contains { $0.id != prediction?.id } }
}
