/// Makes steps out of the events of a run. What belongs to one moment becomes one step: a change and its values, a call
/// and what is printed in it, what a controller does to observe.
struct StepMaker {
  private let wanted: String?
  private let left: [String]
  private var steps: [Step] = []
  /// What was only found to have happened belongs to the step that comes next.
  private var noticed: [Mark] = []

  /// The observer of each controller.
  private var observers: [String: String] = [:]
  /// On whose behalf the mediator has each registration, by its name.
  private var clients: [String: String] = [:]
  private var lastRecord: RecordedEvent?
  /// The registrations in force.
  private var registrations: [(name: String, mark: Mark)] = []
  private var dying: Set<String> = []
  /// The value before the change that is under way, by object and key.
  private var old: [String: String] = [:]
  /// The call that has arrived at the mediator, and not at the observer yet.
  private var underWay: RecordedEvent?
  /// Whom the change has called so far.
  private var called: [String] = []
  /// Whether the last call has returned: what is printed now is not printed in it.
  private var isCallOver = false
  private var gone: Set<String> = []
  /// Whether the recording has stopped: what is found after it has no place in the story.
  private var isCutOff = false

  init(_ run: RecordedRun, wanted: String?) {
    self.wanted = wanted
    left = run.left
  }

  func finish() -> [Step] { steps }

  // MARK: One event after the other

  mutating func take(_ event: RecordedEvent) {
    if event.what == .gone, let object = event.object { gone.insert(object) }
    if isCutOff && event.what != .finds && event.what != .dies { return }
    if event.isNoticed == true && event.what != .dying { return notice(event) }
    switch event.what {
    case .born where event.role == .object:
      begin(event, "\(named(event.object)) is made", Mark(.born, from: event.object))
      steps[steps.count - 1].sentence = "The story makes \(described(event)). Its name here is \(named(event.object))."
    case .born: break
    case .dying: takeDying(event)
    case .gone: takeGone(event)
    case .refers, .refersNoMore: takeReference(event)
    case .adds, .added, .records, .drops: takeRegistering(event)
    case .removed, .swept, .ends: takeRemoval(event)
    case .willChange, .changed, .announces: takeChange(event)
    case .calls, .passes, .leaves, .skips: takeCall(event)
    case .returned, .passed: isCallOver = true
    case .says: takePrint(event)
    case .looks:
      let isAlive = event.isAlive == true
      begin(event, "\(named(event.object)) is \(isAlive ? "alive" : "gone")", Mark(.looks, from: event.object))
      add("The story looks through a weak reference, which reads \(isAlive ? "the object" : "nil").")
    case .finds, .dies: takeEnding(event)
    case .cutOff:
      isCutOff = true
      begin(event, "the recording stops here", Mark(.prints))
      add("The run goes on in the same way, and what follows is not recorded.")
    }
  }

  private mutating func begin(_ event: RecordedEvent, _ title: String, _ mark: Mark...) {
    var step = Step(event)
    step.title = title
    step.sentence = title.prefix(1).uppercased() + title.dropFirst() + "."
    step.marks = noticed + mark
    noticed = []
    steps.append(step)
  }

  /// Adds to the current step.
  private mutating func add(_ sentence: String? = nil, _ marks: Mark..., isBad: Bool = false) {
    guard !steps.isEmpty else { return }
    let last = steps.count - 1
    if let sentence { steps[last].sentence += (steps[last].sentence.isEmpty ? "" : " ") + sentence }
    steps[last].marks += marks
    if isBad { steps[last].isBad = true }
  }

  private mutating func notice(_ event: RecordedEvent) {
    switch event.what {
    case .refers, .refersNoMore: noticed.append(mark(of: event))
    case .gone:
      noticed.append(Mark(.gone, from: event.object))
      begin(event, "\(named(event.object)) is gone")
    default: break
    }
  }

  // MARK: Lives

  private mutating func takeDying(_ event: RecordedEvent) {
    guard let object = event.object, dying.insert(object).inserted else { return }
    if observers[object] != nil { return add(nil, Mark(.dying, from: object)) }
    begin(event, "\(named(object)) is released, its deinit begins", Mark(.dying, from: object))
    steps[steps.count - 1].sentence = "The last strong reference to \(named(object)) is gone. Its deinit begins."
  }

  private mutating func takeGone(_ event: RecordedEvent) {
    guard let object = event.object else { return }
    if observers[object] != nil { return add(nil, Mark(.gone, from: object)) }
    let isJustDying = steps.last?.marks.contains { $0.what == .dying && $0.from == object } == true
    if isJustDying, let last = steps.last {
      steps[steps.count - 1].title = "\(named(object)) is deallocated"
      if last.marks.count == 1 {
        steps[steps.count - 1].sentence =
          "The last strong reference to \(named(object)) is gone, and it is deallocated."
      } else {
        add("Then its memory is freed.")
      }
      add(nil, Mark(.gone, from: object))
    } else {
      begin(event, "\(named(object)) is deallocated", Mark(.gone, from: object))
      steps[steps.count - 1].sentence = "The deinit of \(named(object)) is over, and its memory is freed."
    }
  }

  private mutating func takeReference(_ event: RecordedEvent) {
    if event.by == "observer", event.strength == .weak, let controller = event.object {
      observers[controller] = event.other
    }
    if steps.isEmpty { noticed.append(mark(of: event)) } else { add(nil, mark(of: event)) }
  }

  private func mark(of event: RecordedEvent) -> Mark {
    var mark = Mark(event.what == .refers ? .refers : .refersNoMore, from: event.object, to: event.other, event.by)
    mark.strength = event.strength
    return mark
  }

  // MARK: Registrations

  private mutating func takeRegistering(_ event: RecordedEvent) {
    switch event.what {
    case .records:
      lastRecord = event
      let observer = observers[event.other ?? ""] ?? event.other
      let how = observer == nil ? "" : ", through \(named(event.other))"
      let what = observer == event.object ? "its own \(event.key ?? "")" : place(event)
      begin(event, "\(named(observer)) observes \(what)")
      steps[steps.count - 1].sentence =
        "\(capital(named(observer))) observes \(place(event))\(how)\(asking(event)). The controller keeps a record of it."
    case .drops:
      let observer = observers[event.other ?? ""] ?? event.other
      begin(event, "\(named(observer)) asks again", Mark(.drops, from: observer, to: event.object, event.key))
      steps[steps.count - 1].sentence =
        "\(capital(named(observer))) asks to observe \(place(event)) once more. The controller has a record for this key "
        + "path, and makes no second one."
    case .adds:
      var mark = Mark(.adds, from: event.other, to: event.object, event.key)
      (mark.registration, mark.options) = (event.registration, event.options)
      if let record = lastRecord, event.other == "mediator" {
        mark.from = observers[record.other ?? ""] ?? record.other
        mark.via = "mediator"
        clients[event.registration ?? ""] = mark.from
        add("The mediator registers with \(named(event.object)) on its behalf.", mark)
      } else {
        begin(event, "\(named(event.other)) is added, for \(event.key ?? "")", mark)
        steps[steps.count - 1].sentence =
          "\(capital(named(event.other))) is added as an observer of \(place(event))\(asking(event)). \(capital(named(event.object))) "
          + "keeps a registration, which retains neither of the two."
      }
      registrations.append((event.registration ?? "", mark))
    default: break
    }
  }

  private mutating func takeRemoval(_ event: RecordedEvent) {
    if event.what == .ends {
      let observer = observers[event.other ?? ""] ?? event.other
      begin(event, "\(named(observer)) is unobserved, from \(event.object ?? "")")
      steps[steps.count - 1].sentence = "The controller ends its record of \(named(event.object))."
      return
    }
    guard let index = registrations.firstIndex(where: { $0.name == event.registration }) else { return }
    let registration = registrations.remove(at: index).mark
    var mark = registration
    mark.what = event.what == .swept ? .sweeps : .removes
    if event.what == .swept {
      add("Its registration for \(event.key ?? "") was left, and ends without a word.", mark)
    } else if registration.via != nil {
      if steps.last?.title.hasSuffix("is unobserved, from \(registration.to ?? "")") == true {
        add("The mediator removes itself from \(named(registration.to)).", mark)
      } else {
        begin(event, "the mediator is removed, for \(event.key ?? "")", mark)
      }
    } else {
      begin(event, "\(named(registration.from)) is removed, for \(event.key ?? "")", mark)
      steps[steps.count - 1].sentence =
        "\(capital(named(registration.from))) is removed as an observer of \(registration.to ?? "").\(event.key ?? "")."
    }
  }

  // MARK: Changes and calls

  private mutating func takeChange(_ event: RecordedEvent) {
    let place = "\(event.object ?? "").\(event.key ?? "")"
    called = []
    switch event.what {
    case .willChange: old[place] = event.old
    case .changed:
      let values = "\(old.removeValue(forKey: place) ?? "?") → \(event.new ?? "?")"
      begin(event, "\(place): \(values)", Mark(.changes, from: event.object, to: nil, values))
      steps[steps.count - 1].sentence = "The value of \(place) changes: \(values)."
    default:
      let call = "\(event.by ?? "")(forKey: \"\(event.key ?? "")\")"
      begin(event, call, Mark(.announces, from: event.object, to: nil, event.by))
      steps[steps.count - 1].sentence = "\(capital(named(event.object))) is told \(call)."
    }
  }

  private mutating func takeCall(_ event: RecordedEvent) {
    switch event.what {
    case .calls:
      underWay = event
      // What arrives at the mediator is a step when the mediator has passed it on, or has not.
      if event.other != "mediator" { call(event.other, event, via: nil) }
    case .passes: call(event.other, underWay ?? event, via: "mediator", on: event)
    case .leaves:
      let observer = clients[underWay?.registration ?? ""]
      begin(
        event, "a call for \(named(observer)) is left for later", Mark(.skips, from: event.object, to: observer, ""))
      steps[steps.count - 1].sentence =
        "The mediator does not call on this thread. It leaves the change for \(named(observer)) to be called elsewhere."
    default:
      let observer = clients[underWay?.registration ?? ""] ?? event.other
      begin(event, "\(named(observer)) is not called", Mark(.skips, from: event.object, to: observer, event.reason))
      steps[steps.count - 1].sentence = "\(capital(named(observer))) is not called: \(event.reason ?? "")."
    }
  }

  private mutating func call(
    _ observer: String?, _ change: RecordedEvent, via: String?, on passing: RecordedEvent? = nil
  ) {
    isCallOver = false
    let who = named(observer)
    let object = passing?.object ?? change.object
    var mark = Mark(.calls, from: object, to: observer, change.key)
    (mark.via, mark.registration) = (via, change.registration)
    let again = called.contains("\(observer ?? "") \(change.key ?? "")")
    // Where the act ends as its author wants, several calls for one change are what the author asked for.
    let isSecond = again && change.isPrior == nil && wanted != nil
    let isTooLate = gone.contains(observer ?? "")
    mark.isBad = isSecond || isTooLate ? true : nil
    called.append("\(observer ?? "") \(change.key ?? "")")
    let what = [
      change.isPrior == true ? "before the change" : nil, change.text, change.old.map { "old \($0)" },
      change.new.map { "new \($0)" },
    ].compactMap(\.self)
    let told = what.isEmpty ? "" : ": " + what.joined(separator: ", ")
    begin(passing ?? change, "\(who) is called\(again ? " again" : "")\(told)", mark)
    let thread = (passing ?? change).thread
    let onThread = thread == "main" || thread.isEmpty ? "" : " on the thread \(thread)"
    steps[steps.count - 1].sentence =
      "\(capital(named(object))) calls \(via == nil ? who : "the mediator, which calls \(who)")\(onThread)\(told)."
    if isSecond { add("The change has called it before.", isBad: true) }
    if isTooLate { add("\(capital(who)) is deallocated.", isBad: true) }
  }

  private mutating func takePrint(_ event: RecordedEvent) {
    let mark = Mark(.prints, from: nil, to: nil, event.text)
    let isInside = steps.last.map { step in
      step.thread == event.thread
        && !(isCallOver && step.marks.contains { $0.what == .calls })
        && step.marks.contains { [.calls, .dying].contains($0.what) && observers[$0.from ?? ""] == nil }
        && !step.marks.contains { $0.what == .prints }
    }
    if isInside == true {
      add("It prints: \(event.text ?? "").", mark)
    } else {
      begin(event, "“\(event.text ?? "")”", mark)
      steps[steps.count - 1].sentence = "The story says: \(event.text ?? "")."
    }
  }

  // MARK: The end

  private mutating func takeEnding(_ event: RecordedEvent) {
    if event.what == .dies {
      let leftOver = registrations.filter { dying.contains($0.mark.to ?? "") }
      begin(event, "the process dies", Mark(.dies, from: nil, to: nil, event.text))
      for (_, mark) in leftOver {
        var mark = mark
        mark.what = .leftOver
        add("\(capital(named(mark.to))) still has a registration for \(named(mark.from)).", mark)
      }
      steps[steps.count - 1].sentence = "The process dies. " + steps[steps.count - 1].sentence.dropFirst(18)
      return add(isBad: true)
    }
    begin(event, event.text ?? "", Mark(.ends, from: nil, to: nil, event.text))
    steps[steps.count - 1].sentence = "The story is over. It found: \(event.text ?? "")."
    for object in left where observers[object] == nil {
      add("\(capital(named(object))) is never freed.", Mark(.leaks, from: object))
    }
    for object in left where observers[object] != nil { add(nil, Mark(.leaks, from: object)) }
    if let wanted, wanted != event.text { add("It should have found: \(wanted).", isBad: true) }
  }

  // MARK: Words

  private func named(_ name: String?) -> String {
    guard let name else { return "an object that is gone" }
    return name.contains(where: \.isNumber) || name.contains(where: \.isUppercase) ? name : "the \(name)"
  }

  private func capital(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }

  private func place(_ event: RecordedEvent) -> String { "\(event.object ?? "").\(event.key ?? "")" }

  private func described(_ event: RecordedEvent) -> String { "an object of the class \(event.type ?? "")" }

  private func asking(_ event: RecordedEvent) -> String {
    let options = (event.options ?? []).map { ".\($0)" }
    return options.isEmpty ? "" : " with \(options.joined(separator: ", "))"
  }
}
