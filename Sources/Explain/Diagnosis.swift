import Console

/// The conclusion from a log.
package struct Diagnosis: Sendable {
  /// The sign that decided.
  let sign: Sign
  /// Further signs that the log has, each a proof of another kind.
  let others: [Sign]
  /// The parts of the log that decided, each once.
  let evidence: [String]
  /// Further kinds that the signs leave open or show.
  let possible: [Kind]
  let log: Log

  package init(_ log: Log) {
    self.log = log
    var found: (sign: Sign, evidence: [String])?
    var others: [Sign] = []
    for sign in Sign.all {
      // A guess from a frame is weaker than what was found already.
      if let found, found.sign.kind == nil || sign.meaning != sign.kind.map(Sign.Meaning.proof) { continue }
      guard let evidence = sign.condition.evidence(in: log) else { continue }
      if found == nil { found = (sign, evidence) } else { others.append(sign) }
    }
    // The last sign of the table is always there.
    guard let found else { preconditionFailure("no sign fits: the table needs one that always does") }
    (sign, self.others) = (found.sign, others)
    // The class of a deallocated instance is the best clue that a log can have.
    let zombie = log.facts.zombie == nil ? [] : [log.quotation(of: "message sent to deallocated instance")]
    evidence = (zombie + Self.withTop(of: log.stack, found.evidence)).uniqued()
    possible = (sign.possible + others.compactMap(\.kind)).filter { $0 != found.sign.kind }.uniqued()
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

  var kind: Kind? { sign.kind }

  /// Whether another line of the log is about observing, and did not end the process.
  var hasOtherFailure: Bool {
    guard kind == nil, let rest = log.rest.map(Diagnosis.init), let kind = rest.kind else { return false }
    return rest.sign.meaning == .proof(kind)
  }

  /// What is said of the kind; nil if none was found.
  var answer: Answer? { kind.map(Answer.about) }

  /// The causes that the log does not exclude: those of the sign, or else those of the kind. Those that it indicates come first.
  var causes: [(cause: Answer.Cause, isIndicated: Bool)] {
    let own = Answer.about(sign.name).causes
    let all = (own.isEmpty ? answer?.causes ?? [] : own).map { ($0, $0.detail?.isThere(log)) }.filter { $0.1 != false }
    return all.filter { $0.1 == true }.map { ($0.0, true) } + all.filter { $0.1 == nil }.map { ($0.0, false) }
  }

  /// The ids of the cards that help, the most likely first.
  var cards: [String] {
    (causes.compactMap(\.cause.card) + Answer.about(sign.name).cards
      + possible.compactMap { Answer.about($0).causes.first?.card }).uniqued()
  }

  /// What the era of the system adds; nil if it adds nothing.
  var eraNote: String? {
    guard let system = log.facts.system, let kind else { return nil }
    switch kind {
    case .observedDied where system.era == .current:
      return
        "Such a system cleans up by itself, unless the class, or one above it, overrides observationInfo and "
        + "setObservationInfo:."
    case .observedDied where system.cleansUp:
      return
        "Such a system cleans up by itself, unless the class, or one above it, turns automatic notification off or "
        + "overrides KVO's private accessors."
    case .observedDied:
      return system.era == nil
        ? "Systems of that age log it and go on." : "Systems of that age raise for every registration that is left."
    case .observerDied where system.age >= 14:
      if system.isSeenToSkip {
        return "Foundation of iOS 18.0, 18.2 and 26.1 holds observers weakly and skips one that is gone (decompiled, "
          + "not run). Look for an over-release or a race first."
      }
      return system.name == "macOS" && system.era == .current
        ? "By its class headers, macOS 15.4.1 holds observers weakly. Look for an over-release or a race first."
        : "iOS 18.0 is the first release that was seen to skip a deallocated observer. iOS 17.5 was seen to call one."
    default: return nil
    }
  }
}
