extension Log {
  /// Whether FBKVOController calls an observer's own method, with the context that came with the observation. It does so
  /// if there is neither a block nor an action.
  var isPassedOn: Bool {
    facts.mediator?.name == "FBKVOController" && !facts.isSharedController
      && stack.frames.contains { $0.symbol.contains("_FBKVOSharedController observeValueForKeyPath") }
  }
}

/// A detail of a log that speaks for one of the causes of a kind of failure, or rules it out.
struct Detail: Equatable {
  let name: String

  /// - Parameter name: a name of the table, or words in quotes that the log may have.
  init(named name: String) {
    precondition(name.hasPrefix("\"") || Self.table[name] != nil, "no detail is called \(name): see Detail.table")
    self.name = name
  }

  /// Whether the log has it; false rules the cause out, and nil leaves it open.
  func isThere(_ log: Log) -> Bool? {
    if let look = Self.table[name] { return look(log) }
    return log.words.contains(name.filter { $0 != "\"" }) ? true : nil
  }

  private static let table: [String: @Sendable (Log) -> Bool?] = [
    "observes-itself": { log in
      let facts = log.facts
      if facts.observesItself || facts.hasGoneObserver { return true }
      return isWithoutMediator(facts) && facts.observed?.address != nil ? false : nil
    },
    "another-observed": { $0.facts.observesItself ? false : nil },
    "gone-observer": { log in
      if log.facts.hasGoneObserver { return true }
      return log.facts.registrations.isEmpty ? nil : false
    },
    "nested-path": { $0.facts.isNested ? true : nil },
    "several-registrations": { log in
      let keys = log.facts.registrations.map { "\($0.observer.text) \($0.keyPath)" }
      return Set(keys).count < keys.count ? true : nil
    },
    "mediator": { log in
      if isWithoutMediator(log.facts) { return false }
      return log.facts.mediator.map { $0.name == "FBKVOController" }
    },
    "token": { log in
      let isToken = log.facts.observer?.className == "_NSKeyValueObservation"
      return isToken || log.facts.mediator?.name.hasPrefix("Swift") == true ? true : nil
    },
    "foreign-observer": { log in
      if log.facts.isObserverPermanent || log.stack.passingToSuper != nil { return false }
      return Condition.foreignObserver.evidence(in: log) == nil ? nil : true
    },
    // The callback that every object inherits is called by an override, or the observer's class has none.
    "passed-to-super": { $0.stack.passingToSuper.flatMap { $0.isCallbackOfCategory ? nil : true } },
    "no-callback": { $0.stack.passingToSuper == nil ? nil : false },
    // Without a stack, an object that never observes speaks for a category.
    "category": { log in
      log.stack.passingToSuper?.isCallbackOfCategory == true
        || log.stack.first(.inheritedCallback) == nil && log.facts.isObserverPermanent
    },
    "initial": { log in
      let isInside = log.stack.first(.removing) != nil && log.stack.first(.callback) != nil
      return isInside && log.stack.first(.adding) != nil || log.facts.options?.contains("initial") == true ? true : nil
    },
    "background": { $0.stack.isMain == false ? true : nil },
    // The removal is in a hook that can run more often than the one that adds.
    "disappearing": { isNamed(["viewDidDisappear", "viewWillDisappear"], in: $0) },
    // FBKVOController always passes its own record.
    "removal-with-context": { log in
      log.facts.isSharedController ? false : isNamed(["removeObserver:forKeyPath:context:]"], in: log)
    },
    "shared-controller": { $0.facts.isSharedController },
    "own-observer": { !$0.facts.isSharedController },
    "passed-on": \.isPassedOn,
    // A token is Swift's. Without a name of Swift's in the stack, one of Objective-C's speaks against it.
    "swift": { log in
      let names = log.stack.frames.map(\.symbol)
      if names.contains(where: { $0.hasPrefix("$s") || $0.contains(".swift") || $0.contains("@objc") }) { return true }
      return log.stack.frames.contains { $0.kind == .other && $0.symbol.hasPrefix("-[") } ? false : nil
    },
    "shared-controller-path": { log in
      log.facts.isSharedController && (log.facts.keyPath == nil || log.facts.isNested)
    },
    // The system cleans up after most classes, or the class is one that it does not clean up after.
    "no-clean-up": { log in
      let name = log.facts.observed?.className ?? ""
      return log.facts.system?.cleansUp == true || ["Layer", "Operation"].contains { name.hasSuffix($0) } ? true : nil
    },
  ]

  /// Whether the registrations have no context. A mediator passes one.
  private static func isWithoutMediator(_ facts: Facts) -> Bool {
    !facts.registrations.isEmpty && facts.registrations.allSatisfy { $0.context == "0x0" }
  }

  private static func isNamed(_ names: [String], in log: Log) -> Bool? {
    log.stack.frames.contains { frame in names.contains { frame.symbol.contains($0) } } ? true : nil
  }
}
