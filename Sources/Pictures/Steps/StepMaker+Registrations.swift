import Recording

/// Registrations and records, from their beginning to their end.
extension StepMaker {
  mutating func takeRegistering(_ event: RecordedEvent) {
    switch event.what {
    case .records:
      lastRecord = event
      addedIn[event.record ?? ""] = event.lines.first?.line
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
      (mark.registration, mark.options, mark.context) = (event.registration, event.options, event.context)
      contexts[event.registration ?? ""] = event.context
      addedIn[event.registration ?? ""] = event.lines.first?.line
      if let record = lastRecord, event.other == "mediator" {
        mark.from = observers[record.other ?? ""] ?? record.other
        mark.via = "mediator"
        clients[event.registration ?? ""] = mark.from
        add("The mediator registers with \(named(event.object)) on its behalf.", mark)
      } else {
        let under = event.context.map { ", \($0)" } ?? ""
        begin(event, "\(named(event.other)) is added, for \(event.key ?? "")\(under)", mark)
        steps[steps.count - 1].sentence =
          "\(capital(named(event.other))) is added as an observer of \(place(event))\(asking(event))\(under). \(capital(named(event.object))) "
          + "keeps a registration, which retains neither of the two."
      }
      registrations.append((event.registration ?? "", mark))
    default: break
    }
  }

  mutating func takeRemoval(_ event: RecordedEvent) {
    if event.what == .ends {
      let observer = observers[event.other ?? ""] ?? event.other
      begin(event, "the controller ends its record of \(named(event.object))")
      justEnded = (named(observer), event.object ?? "")
      return
    }
    guard let index = registrations.firstIndex(where: { $0.name == event.registration }) else { return }
    let which = self.which(event.registration)
    let registration = registrations.remove(at: index).mark
    let under = (registration.context.map { ", \($0)" } ?? "") + which
    var mark = registration
    mark.what = event.what == .swept ? .sweeps : .removes
    if event.what == .swept {
      add("Its registration for \(event.key ?? "") was left, and ends without a word.", mark)
    } else if registration.via != nil {
      if let (observer, object) = justEnded, object == registration.to {
        let hasOthers = registrations.contains { $0.mark.from == registration.from && $0.mark.to == registration.to }
        let what = isPlayed && hasOthers ? "\(object).\(event.key ?? "")\(which)" : object
        steps[steps.count - 1].title = "\(observer) stops observing \(what)"
        add("The mediator removes itself from \(named(object)).", mark)
      } else {
        begin(event, "the mediator is removed, for \(event.key ?? "")", mark)
      }
    } else {
      begin(event, "\(named(registration.from)) is removed, for \(event.key ?? "")\(under)", mark)
      steps[steps.count - 1].sentence =
        "\(capital(named(registration.from))) is removed as an observer of \(registration.to ?? "").\(event.key ?? "")\(under)."
    }
  }

  /// Where a registration was added, in words, if another one has the same observer, object, key path and context.
  func which(_ name: String?) -> String {
    guard isPlayed, let mark = registrations.first(where: { $0.name == name })?.mark else { return "" }
    let alike = registrations.filter { _, other in
      other.from == mark.from && other.to == mark.to && other.label == mark.label && other.context == mark.context
    }
    guard alike.count > 1, let line = addedIn[name ?? ""] else { return "" }
    let sameLine = alike.filter { addedIn[$0.name] == line }
    guard sameLine.count > 1, let index = sameLine.firstIndex(where: { $0.name == name }) else {
      return " (added in line \(line))"
    }
    return " (number \(index + 1) of those added in line \(line))"
  }
}
