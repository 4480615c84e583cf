import Recording

/// Changes, the calls that they cause, and what is printed.
extension StepMaker {
  mutating func takeChange(_ event: RecordedEvent) {
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

  mutating func takeCall(_ event: RecordedEvent) {
    // What the mediator does is told with the call that it follows from.
    let mediated = callsUnderWay[event.thread]?.last.flatMap { $0.what == .calls && $0.other == "mediator" ? $0 : nil }
    switch event.what {
    case .calls:
      callsUnderWay[event.thread, default: []].append(event)
      // A call to the mediator becomes a step once the mediator has passed it on, or dropped it.
      if event.other != "mediator" { call(event.other, event, via: nil) }
    case .passes:
      callsUnderWay[event.thread, default: []].append(event)
      call(
        event.other, mediated ?? takeLeft(event) ?? event, via: "mediator", on: event, isLater: mediated == nil)
    case .defers:
      if let mediated { leftForLater[event.record ?? "", default: ([], 0)].calls.append(mediated) }
      let observer = clients[mediated?.registration ?? ""]
      begin(
        event, "a call for \(named(observer)) is left for later", Mark(.skips, from: event.object, to: observer, ""))
      steps[steps.count - 1].sentence =
        "The mediator does not call on this thread. It leaves the change for \(named(observer)) to be called elsewhere."
    default:
      let change = event.registration == nil ? mediated ?? takeLeft(event) : event
      let observer = clients[change?.registration ?? ""] ?? event.other
      begin(event, "\(named(observer)) is not called", Mark(.skips, from: event.object, to: observer, event.reason))
      steps[steps.count - 1].sentence = "\(capital(named(observer))) is not called: \(event.reason ?? "")."
    }
  }

  /// The first of the calls that were left for later, for the record of this event.
  private mutating func takeLeft(_ event: RecordedEvent) -> RecordedEvent? {
    guard let record = event.record, let (calls, passed) = leftForLater[record], passed < calls.count else {
      return nil
    }
    leftForLater[record]?.passed += 1
    var call = calls[passed]
    // The calls of several threads may be queued in another order, and a null may not be passed on.
    let isSure = Set(calls.map(\.thread)).count == 1 && !calls.contains { $0.new == "null" }
    if !isSure { (call.old, call.new) = (nil, nil) }
    return call
  }

  private mutating func call(
    _ observer: String?, _ change: RecordedEvent, via: String?, on passing: RecordedEvent? = nil, isLater: Bool = false
  ) {
    isCallOver = false
    let who = named(observer)
    let object = passing?.object ?? change.object
    var mark = Mark(.calls, from: object, to: observer, change.key)
    (mark.via, mark.registration) = (via, change.registration)
    let context = contexts[change.registration ?? ""]
    let distinct = via == nil ? context : change.registration
    // A call that was left for later is that of an earlier change.
    let again = !isLater && !called.insert(Called(observer: observer, key: change.key, context: distinct)).inserted
    // If the act ends as its author wants, several calls for one change are intended.
    let isSecond = again && change.isPrior == nil && wanted != nil
    let isTooLate = gone.contains(observer ?? "")
    mark.isBad = isSecond || isTooLate ? true : nil
    let what = [
      change.isPrior == true ? "before the change" : nil, change.text, change.old.map { "old \($0)" },
      change.new.map { "new \($0)" },
    ].compactMap(\.self)
    let told = what.isEmpty ? "" : ": " + what.joined(separator: ", ")
    let under = (context.map { " with \($0)" } ?? "") + which(change.registration)
    begin(passing ?? change, "\(who) is called\(again ? " again" : "")\(under)\(told)", mark)
    let thread = (passing ?? change).thread
    let isNumber = thread.hasPrefix("thread ")
    let onThread = thread == "main" || thread.isEmpty ? "" : isNumber ? " on \(thread)" : " on the thread \(thread)"
    steps[steps.count - 1].sentence =
      "\(capital(named(object))) calls \(via == nil ? who : "the mediator, which calls \(who)")\(onThread)\(under)\(told)."
    if isSecond { add("The change has called it before.", isBad: true) }
    if isTooLate { add("\(capital(who)) is deallocated.", isBad: true) }
  }
}
