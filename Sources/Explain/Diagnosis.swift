import RawObserving

/// The conclusion from a log.
package struct Diagnosis {
  let rule: Rule
  /// The parts of the log that decided, each once.
  let evidence: [String]
  /// Kinds that are not excluded, by the rule or by others that apply, except the one that was found.
  let possible: [Kind]
  let log: Log

  package init(_ log: Log) {
    self.log = log
    var found: (rule: Rule, evidence: [String])?
    var others: [Kind] = []
    for rule in Rule.all {
      if let found, !Self.adds(rule, to: found.rule) { continue }
      guard let evidence = rule.condition.evidence(in: log) else { continue }
      if found == nil {
        found = (rule, evidence)
      } else if case .kind(let kind, _) = rule.answer {
        others.append(kind)
      }
    }
    rule = found?.rule ?? Rule("nothing", .cannotTell, sign: "", when: .always, because: "")
    var seen: Set<String> = []
    evidence = Self.withTop(of: log.stack, found?.evidence ?? []).filter { seen.insert($0).inserted }
    var kinds: [Kind] = []
    for kind in rule.possible + others where kind != rule.answer.kind && !kinds.contains(kind) { kinds.append(kind) }
    possible = kinds
  }

  /// Whether another rule may add to what was found: only sure words do. A guess from a frame is weaker than what
  /// was found already.
  private static func adds(_ rule: Rule, to found: Rule) -> Bool {
    guard case .kind(_, .sure) = rule.answer, case .kind = found.answer else { return false }
    return true
  }

  /// The evidence, with the innermost frame before the frames of that stack: it shows where the crash is.
  private static func withTop(of stack: CallStack, _ evidence: [String]) -> [String] {
    let lines = Set(stack.frames.map(\.line))
    guard let top = stack.frames.first(where: { !$0.symbol.isEmpty })?.line,
      let index = evidence.firstIndex(where: lines.contains)
    else { return evidence }
    var evidence = evidence
    evidence.insert(top, at: index)
    return evidence
  }

  var kind: Kind? { rule.answer.kind }

  var advice: Advice? { kind.map(Advice.about) }

  /// The causes that the log does not exclude. Those that it indicates come first.
  var causes: [(cause: Advice.Cause, isIndicated: Bool)] {
    let all = (advice?.causes ?? []).filter { !isExcluded($0.hint) }.map { ($0, isIndicated($0.hint)) }
    return all.filter(\.1) + all.filter { !$0.1 }
  }

  /// The ids of the cards that help, the most likely first.
  var cards: [String] {
    var ids = causes.compactMap(\.cause.card) + rule.cards
    for kind in possible { ids += Advice.about(kind).causes.prefix(1).compactMap(\.card) }
    var seen: Set<String> = []
    return ids.filter { seen.insert($0).inserted }
  }

  /// What the era of the system adds; nil if it adds nothing.
  var eraNote: String? {
    guard let system = log.facts.system, let kind else { return nil }
    switch kind {
    case .observedDied where system.cleansUp:
      return
        "Systems of that age clean up by themselves if the class notifies automatically and does not override KVO's "
        + "private accessors. It raised all the same, so the class, or one above it, does not meet these conditions."
    case .observedDied:
      return system.era == nil
        ? "Systems of that age log it and go on." : "Systems of that age raise for every registration that is left."
    case .observerDied where system.age >= 14:
      return system.isSeenToSkip
        ? "Foundation of iOS 18.0, 18.2 and 26.1 holds observers weakly and skips one that is gone (read in the system "
          + "images; a published run on iOS 18.3 agrees). Look for an over-release or a race first."
        : "Whether this system skips a deallocated observer is not known. The first release that was seen to is iOS 18.0."
    default: return nil
    }
  }

  private func isExcluded(_ hint: Advice.Hint) -> Bool {
    let facts = log.facts
    // A mediator passes a context, so that without one the observer in the list is the one that was added.
    let isWithoutMediator =
      !facts.registrations.isEmpty && facts.registrations.allSatisfy { $0.context == "0x0" }
    switch hint {
    case .observesItself:
      let isElsewhere = isWithoutMediator && facts.observed?.address != nil && !facts.observesItself
      return isElsewhere && !facts.hasGoneObserver
    case .goneObserver: return !facts.registrations.isEmpty && !facts.hasGoneObserver
    case .mediator: return isWithoutMediator || facts.mediator.map { $0.name != "FBKVOController" } == true
    case .anotherObserved: return facts.observesItself
    default: return false
    }
  }

  private func isNamed(_ names: [String]) -> Bool {
    log.stack.frames.contains { frame in names.contains { frame.symbol.contains($0) } }
  }

  private func isIndicated(_ hint: Advice.Hint) -> Bool {
    let facts = log.facts
    switch hint {
    case .nothing, .anotherObserved: return false
    case .observesItself: return facts.observesItself || facts.hasGoneObserver
    case .goneObserver: return facts.hasGoneObserver
    case .nestedPath: return facts.isNested
    case .severalRegistrations:
      let keys = facts.registrations.map { "\($0.observer.text) \($0.keyPath)" }
      return Set(keys).count < keys.count
    case .mediator: return facts.mediator?.name == "FBKVOController"
    case .swiftToken:
      return facts.mediator?.name.hasPrefix("Swift") == true || facts.observer?.className == "_NSKeyValueObservation"
    case .foreignObserver: return Condition.foreignObserver.evidence(in: log) != nil
    case .initialOption:
      let isInside = log.stack.first(.removing) != nil && log.stack.first(.callback) != nil
      return isInside && log.stack.first(.adding) != nil || facts.options?.contains("initial") == true
    case .background: return log.stack.isMain == false
    case .disappearing: return isNamed(["viewDidDisappear", "viewWillDisappear"])
    case .removalWithContext: return isNamed(["removeObserver:forKeyPath:context:]"])
    case .noCleanUp:
      let name = facts.observed?.className ?? ""
      return facts.system?.cleansUp == true || ["Layer", "Operation"].contains { name.hasSuffix($0) }
    case .words(let words): return log.words.contains(words)
    }
  }
}

extension Rule.Answer {
  var kind: Kind? {
    if case .kind(let kind, _) = self { kind } else { nil }
  }
}
