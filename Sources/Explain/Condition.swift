/// What a log must contain for a rule to apply.
indirect enum Condition: Sendable {
  /// All of these words, in any order and any case, however the lines are broken, in what the log tells of the end.
  case words([String])
  /// One of these words.
  case oneOf([String])
  /// One of each of these words, in this order, as in one sentence.
  case sentence([[String]])
  /// A line has one of the first words and one of the second.
  case line([String], with: [String])
  /// The innermost frame that does more than raise or send a message is of one of these kinds.
  case innermost([FrameKind])
  /// The same frame has one of these in its name.
  case innermostNamed([String])
  /// A frame of one of these kinds is on the stack that crashed.
  case frame([FrameKind])
  /// A frame of one of these kinds is on any stack.
  case anyFrame([FrameKind])
  /// A frame with one of these in its name is on the stack that crashed.
  case frameNamed([String])
  /// The innermost frame of all sends a message or looks at an object.
  case messaging
  /// The innermost frame of all looks into a collection, or asks for memory.
  case inContainer
  /// A frame has a number of more than 150.
  case deepStack
  /// Between the callback and the place of the crash is at most one function.
  case closeToCallback
  /// The same callback, or the same setter with the same caller, is on the stack that many times.
  case callbacks(Int)
  /// The stack ends where a thread or a run loop begins, and is short: it was not full.
  case shortStack
  /// Above the functions of observing, another function calls itself.
  case otherRecursion
  /// A stack waits, above a callback or a change, and the log is not that of a crash.
  case waitingInCallback
  /// A line says that something must, or should, happen on the main thread.
  case mainThreadAssertion
  /// The process accessed memory that is not its own.
  case badAccess
  /// A check of Swift's or of the system's ended the process.
  case trap
  /// An exception was raised.
  case exception
  /// The log has a part of a report in JSON, which cannot be read without the rest.
  case cutReport
  /// There is a call stack with names.
  case namedStack
  /// The log says which stack crashed.
  case knownCrash
  /// The stack that crashed has lost most of its names.
  case mostlyUnnamed
  /// Below the innermost function, the next ones have no names.
  case hasGaps
  /// The stack has no gap, and ends where a thread or the app begins.
  case wholeStack
  /// All frames with a name raise or send messages.
  case onlyPlumbing
  /// The observer that is named is of a class of the system's, which hardly ever observes.
  case foreignObserver
  /// A key of the user defaults with a dot in it is observed.
  case dottedDefaultsKey
  /// The deallocated instance that got a message is one that observes.
  case zombieObserver
  /// A callback of the app's own has called the one that every object inherits.
  case passedToSuper
  /// The observed object is a notification center.
  case observedCenter
  /// An object is deallocated on the stack that crashed.
  case deallocation
  case all([Condition])
  case any([Condition])
  case not(Condition)
  case always

  /// The part of the log that fulfils the condition, for the report; nil if it is not fulfilled.
  func evidence(in log: Log) -> [String]? {
    switch self {
    case .words(let all):
      guard all.allSatisfy(log.told.contains) else { return nil }
      return all.prefix(1).map(log.quotation)
    case .oneOf(let words):
      return words.first(where: log.told.contains).map { [log.quotation(of: $0)] }
    case .sentence(let parts): return log.told.sentence(parts).map { [log.quotation(of: $0)] }
    case .line(let first, let second):
      return log.lineOfEnd { line in first.contains(where: line.contains) && second.contains(where: line.contains) }
        .map { [$0] }
    case .innermost(let kinds):
      return log.stack.innermost.flatMap { kinds.contains($0.kind) ? [$0.line] : nil }
    case .innermostNamed(let names):
      return log.stack.innermost.flatMap { Self.has($0, names) ? [$0.line] : nil }
    case .frame(let kinds):
      return log.stack.frames.first { kinds.contains($0.kind) }.map { [$0.line] }
    case .anyFrame(let kinds):
      return ([log.stack] + log.stacks).lazy.compactMap { $0.frames.first { kinds.contains($0.kind) } }.first
        .map { [$0.line] }
    case .frameNamed(let names):
      return log.stack.frames.first { Self.has($0, names) }.map { [$0.line] }
    case .messaging:
      return log.stack.beginsWithMessaging ? log.stack.frames.prefix(1).map(\.line) : nil
    case .inContainer:
      return log.stack.frames.first { !$0.symbol.isEmpty }.flatMap { $0.kind == .container ? [$0.line] : nil }
    case .deepStack: return log.stack.frames.contains { $0.number ?? 0 > 150 } ? [] : nil
    case .closeToCallback:
      return log.stack.framesAboveCallback.flatMap { $0 <= 1 ? [] : nil }
    case .callbacks(let count):
      guard let (frame, times) = log.stack.mostRepeated, times >= count else { return nil }
      return ["\(frame.line) (\(times) times on this stack)"]
    case .shortStack: return log.stack.isShort ? [] : nil
    case .otherRecursion: return log.stack.hasOtherRecursion ? [] : nil
    case .waitingInCallback:
      guard !log.isBadAccess, !log.isTrap, !log.isException else { return nil }
      for stack in log.stacks {
        guard let waiting = stack.frames.firstIndex(where: { $0.kind == .waiting }),
          let below = stack.frames[waiting...].first(where: { [.callback, .notifying].contains($0.kind) })
        else { continue }
        return [stack.frames[waiting].line, below.line]
      }
      return nil
    case .mainThreadAssertion: return log.mainThreadAssertion.map { [$0] }
    case .badAccess: return log.isBadAccess ? [] : nil
    case .trap: return log.isTrap ? [] : nil
    case .exception: return log.isException ? [] : nil
    case .cutReport:
      let names = ["\"threads\"", "\"frames\"", "\"usedImages\"", "\"imageOffset\""]
      return !log.hasSymbols && names.contains(where: log.told.contains) ? [] : nil
    case .namedStack: return log.hasSymbols ? [] : nil
    case .knownCrash: return log.stacks.contains(where: \.isOfCrash) ? [] : nil
    case .mostlyUnnamed: return log.stack.isMostlyUnnamed ? log.stack.frames.prefix(2).map(\.line) : nil
    case .hasGaps:
      let next = log.stack.frames.drop { FrameKind.tools.contains($0.kind) && !$0.symbol.isEmpty }.prefix(2)
      return next.count == 2 && next.allSatisfy(\.symbol.isEmpty) ? next.prefix(1).map(\.line) : nil
    case .wholeStack: return log.stack.isWhole ? [] : nil
    case .onlyPlumbing:
      let isPlumbing = !log.stack.frames.isEmpty && log.stack.innermost == nil
      return isPlumbing ? log.stack.frames.prefix(1).map(\.line) : nil
    case .foreignObserver:
      if log.facts.isObserverNoObject { return [] }
      if log.facts.isObserverPermanent || log.stack.passingToSuper != nil { return nil }
      return log.facts.observer?.className.flatMap { Self.isOfSystem($0) ? [] : nil }
    case .dottedDefaultsKey: return DefaultsKey.dotted(in: log).map { [$0] }
    case .zombieObserver:
      // An object that is observed has a class that is called NSKVONotifying_…
      guard let name = log.facts.zombie, !name.hasPrefix("NSKVONotifying") else { return nil }
      let isObserver = ["KVO", "KeyValueObserv", "_BKObserver", "RZDBObserver", "MTKObserver"].contains(
        where: name.contains)
      return isObserver ? [] : nil
    case .passedToSuper: return log.stack.passingToSuper.map { [$0.line] }
    case .observedCenter: return log.facts.isObservedCenter ? [] : nil
    case .deallocation: return log.stack.frames.first(where: \.isDeallocation).map { [$0.line] }
    case .all(let conditions):
      var evidence: [String] = []
      for condition in conditions {
        guard let found = condition.evidence(in: log) else { return nil }
        evidence += found
      }
      return evidence
    case .any(let conditions): return conditions.lazy.compactMap { $0.evidence(in: log) }.first
    case .not(let condition): return condition.evidence(in: log) == nil ? [] : nil
    case .always: return []
    }
  }

  private static func has(_ frame: Frame, _ names: [String]) -> Bool {
    guard !frame.symbol.isEmpty else { return false }
    let symbol = Words(frame.symbol)
    return names.contains(where: symbol.contains)
  }

  /// Whether objects of the class belong to the system and observe nothing that an app would notice.
  private static func isOfSystem(_ name: String) -> Bool {
    let observing = ["NSKeyValueObserv", "_NSKeyValueObserv", "NSObject", "NSAutounbinder", "NSViewController"]
    if observing.contains(where: name.hasPrefix) { return false }
    if name.contains(".") { return false }
    let prefixes = [
      "__NS", "_NS", "NS", "CA", "_UI", "UI", "CF", "__CF", "OS_", "CG", "_CF", "AV", "CoreStream", "WK", "_WK", "MK",
      "CL",
    ]
    return prefixes.contains { prefix in
      // An app's own class may begin with the same letters: CAR is no class of Core Animation's.
      name.hasPrefix(prefix) && name.dropFirst(prefix.count).prefix(2).first?.isUppercase == true
        && name.dropFirst(prefix.count).dropFirst().first?.isLowercase == true
    } || name.hasPrefix("__NS") || name.hasPrefix("CoreStream")
  }
}
