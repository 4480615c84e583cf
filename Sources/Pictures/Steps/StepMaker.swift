import Console
import Recording

/// Makes steps out of the events of a run. What belongs to one moment becomes one step: a change and its values, a call
/// and what is printed in it, what a controller does to observe.
struct StepMaker {
  let wanted: String?
  /// What runs: the story of a pitfall, or a reader's own program.
  let whole: String
  let left: [String]
  /// Whether it is a reader's own program, so that lines are those of one file, which the reader knows.
  let isPlayed: Bool
  var steps: [Step] = []
  /// Events that were only noticed afterwards belong to the step that comes next.
  var noticed: [Mark] = []

  /// The observer of each controller.
  var observers: [String: String] = [:]
  /// The observer for which the mediator has each registration, by the registration's name.
  var clients: [String: String] = [:]
  var lastRecord: RecordedEvent?
  /// The registrations in force.
  var registrations: [(name: String, mark: Mark)] = []
  /// The lines where they were added, and where the records were made.
  var addedIn: [String: Int] = [:]
  /// What is said of the end besides the last step's title.
  var closing: [Picture.Closing] = []
  var death: Picture.Death?
  /// The lines of the closures that captured each object.
  var captured: [String: [Int]] = [:]
  var dying: Set<String> = []
  /// The value before the change that is under way, by object and key.
  var old: [String: String] = [:]
  /// The calls that the mediator has left for later, by record, and how many of them it has passed on.
  var leftForLater: [String: (calls: [RecordedEvent], passed: Int)] = [:]
  /// What the change has called so far.
  var called: Set<Called> = []
  /// The contexts of the registrations, by their names.
  var contexts: [String: String] = [:]
  /// The observer whose record has just ended, and the object.
  var justEnded: (observer: String, object: String)?

  /// A call is made again if the observer, the key path and the context are those of another one. Calls through the
  /// mediator are told apart by their registrations: each has its own closure.
  struct Called: Hashable { var observer, key, context: String? }
  /// Whether the last call has returned: what is printed now is not printed in it.
  var isCallOver = false
  var gone: Set<String> = []
  /// Whether the recording has stopped: later events have no place in the story.
  var bound: Set<BoundVariable> = []
  /// How many reports are not in the recording; nil as long as it is not full.
  var missed: Int?
  /// Whether other threads ran, so that not all references are recorded.
  private(set) var wasBeside = false
  /// Whether some objects may not be recorded: those of lines that run often, and of long collections.
  private(set) var isPartial = false
  /// Whether there are too many objects for their references to be recorded.
  private(set) var isCrowd = false

  var printing = Printing()

  /// The statements of the story that are under way, by thread, the outermost first.
  var statements: [String: [Statement]] = [:]
  /// The calls of observers that are under way, by thread, the outermost first.
  var callsUnderWay: [String: [RecordedEvent]] = [:]
  /// The lines that are whole functions.
  var functions: Set<RecordedEvent.Line> = []
  /// The lines that ran since the last step.
  var running: [RecordedEvent.Line] = []
  /// What variables began or ceased to hold since the last step, and whose scopes have ended.
  var held: [Mark] = []
  var scopes: [(event: RecordedEvent, mark: Mark)] = []

  init(_ run: RecordedRun, wanted: String?) {
    self.wanted = wanted
    whole = run.pitfall == run.source ? "the program" : "the story"
    (left, isPlayed) = (run.left, run.pitfall == run.source)
  }

  mutating func finish() -> [Step] {
    if !running.isEmpty, !steps.isEmpty { steps[steps.count - 1].ran += running }
    return steps
  }

  // MARK: Event by event

  mutating func take(_ event: RecordedEvent) {
    if event.what == .gone, let object = event.object { gone.insert(object) }
    if missed != nil && ![.says, .finds, .dies, .stopped].contains(event.what) { return }
    if ![.holds, .holdsNoMore, .has].contains(event.what) { endScopes(before: event) }
    if event.isNoticed == true && ![.dying, .holdsNoMore].contains(event.what) { return notice(event) }
    // A line that changes no more than references is silent.
    let silent: [RecordedEvent.Kind] = [
      .line, .exits, .holds, .holdsNoMore, .refers, .refersNoMore, .receives, .has, .captures,
    ]
    if !silent.contains(event.what) { markStatements() }
    switch event.what {
    case .born where event.role == .object: takeBirth(event)
    case .born: break
    case .dying: takeDying(event)
    case .gone: takeGone(event)
    case .refers, .refersNoMore: takeReference(event)
    case .adds, .added, .records, .drops: takeRegistering(event)
    case .removed, .swept, .ends: takeRemoval(event)
    case .willChange, .changed, .announces: takeChange(event)
    case .calls, .passes, .defers, .skips: takeCall(event)
    case .returned, .passed:
      isCallOver = true
      _ = callsUnderWay[event.thread]?.popLast()
    case .hides: isPartial = isPartial || event.by != nil && event.reason == nil || event.reason == "untold"
    case .meets, .receives: break
    case .captures:
      if let object = event.other, let line = event.lines.first?.line { captured[object, default: []].append(line) }
    case .line, .exits: takeLine(event)
    case .holds, .holdsNoMore: takeHolding(event)
    case .has:
      if event.object == nil { held.append(mark(ofValue: event)) } else { add(nil, mark(ofValue: event)) }
    case .says: takePrint(event)
    case .looks:
      let isAlive = event.isAlive == true
      begin(event, "check: \(named(event.object)) is \(isAlive ? "alive" : "gone")", Mark(.looks, from: event.object))
      // The line that asks, and not a function of one line that looks.
      let asking = event.lines.drop { functions.contains($0) }
      steps[steps.count - 1].lines = asking.isEmpty ? event.lines : Array(asking)
      add("\(capital(whole)) looks through a weak reference, which reads \(isAlive ? "the object" : "nil").")
    case .finds, .dies, .stopped: takeEnding(event)
    case .beside:
      wasBeside = true
      begin(event, "another thread runs", Mark(.unread))
      add("Until it has ended, what variables and properties hold is not recorded.")
    case .crowd:
      isCrowd = true
      begin(event, "there are more than \(RecorderState.mostLookedAt) objects", Mark(.unread))
      add("Until there are fewer, what their properties hold is not recorded.")
    case .alone: break
    case .fewer: isCrowd = false
    case .cutOff:
      missed = event.missed ?? 0
      begin(event, "the recording stops here", Mark(.unread), Mark(.stopsRecording))
      add("What follows is not recorded.")
    }
  }

  private mutating func takeBirth(_ event: RecordedEvent) {
    if event.reason == "untold" {
      begin(event, "\(named(event.object)) is first seen", Mark(.born, from: event.object))
      add("It was made before, by a line that is not drawn so often.")
      return
    }
    begin(event, "\(named(event.object)) is made", Mark(.born, from: event.object))
    steps[steps.count - 1].sentence =
      "\(capital(whole)) makes \(described(event)). Its name here is \(named(event.object))."
  }

  mutating func begin(_ event: RecordedEvent, _ title: String, _ mark: Mark...) {
    var step = Step(event)
    // Functions of one line, one inside the other.
    step.lines = step.lines.uniqued()
    step.title = title
    step.sentence = title.prefix(1).uppercased() + title.dropFirst() + "."
    step.marks = noticed + held + mark
    (noticed, held) = ([], [])
    (step.ran, running) = (running, [])
    justEnded = nil
    steps.append(step)
  }

  /// Adds to the current step.
  mutating func add(_ sentence: String? = nil, _ marks: Mark..., isBad: Bool = false) {
    guard !steps.isEmpty else { return }
    let last = steps.count - 1
    if let sentence { steps[last].sentence += (steps[last].sentence.isEmpty ? "" : " ") + sentence }
    steps[last].marks += marks
    if isBad { steps[last].isBad = true }
  }

  private mutating func notice(_ event: RecordedEvent) {
    switch event.what {
    case .refers, .refersNoMore: noticed.append(mark(of: event))
    case .has: noticed.append(mark(ofValue: event))
    // An object of a plain class, first seen in a property.
    case .born where event.role == .object: takeBirth(event)
    case .gone:
      noticed.append(Mark(.gone, from: event.object))
      begin(event, "\(named(event.object)) is gone")
    default: break
    }
  }

  // MARK: Words

  func named(_ name: String?) -> String {
    guard let name else { return "an object that is gone" }
    return name.contains(where: \.isNumber) || name.contains(where: \.isUppercase) ? name : "the \(name)"
  }

  func capital(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }

  func place(_ event: RecordedEvent) -> String { "\(event.object ?? "").\(event.key ?? "")" }

  func described(_ event: RecordedEvent) -> String { "an object of the class \(event.type ?? "")" }

  func asking(_ event: RecordedEvent) -> String {
    let options = (event.options ?? []).map { ".\($0)" }
    return options.isEmpty ? "" : " with \(options.joined(separator: ", "))"
  }
}
