/// What a reader who follows a run line by line would write down.
extension RecordedRun {
  /// A call of an observer, or of its closure.
  package struct Call: Sendable, Equatable {
    /// The name of the object that is called.
    package let object: String
    /// The line of the story's file that was running: the innermost one.
    package let line: Int?
  }

  /// The calls, in their order. The mediator's own calls are left out: it calls on behalf of others.
  package var calls: [Call] {
    let mediators = Set(objects.filter { $0.role == .mediator }.map(\.name))
    return events.compactMap { event in
      guard [.calls, .passes].contains(event.what), let object = event.other, !mediators.contains(object) else {
        return nil
      }
      return Call(object: object, line: event.lines.first { $0.file == source }?.line)
    }
  }

  /// The line at which the process died; nil if it did not die in the story's file.
  package var lineOfDeath: Int? {
    guard let last = events.last, last.what == .dies, let line = last.lines.first else { return nil }
    return line.file == source ? line.line : nil
  }

  /// The lines of the story's file that were waiting for that one, the innermost first.
  package var callersAtDeath: [Int] {
    guard let last = events.last, last.what == .dies else { return [] }
    return last.lines.dropFirst().filter { $0.file == source }.map(\.line)
  }

  /// How often that line of the story's file began.
  package func count(ofLine line: Int) -> Int {
    events.count { $0.what == .line && $0.lines.first?.file == source && $0.lines.first?.line == line }
  }

  /// The lines of the story's file that ran.
  package var linesThatRan: Set<Int> {
    Set(events.filter { $0.what == .line }.compactMap(\.lines.first).filter { $0.file == source }.map(\.line))
  }

  /// Whether its last event is the end of the program.
  package var isEnded: Bool { events.last.map { [.finds, .dies, .stopped].contains($0.what) } ?? false }

  /// Whether something is observed in it.
  package var hasRegistrations: Bool { events.contains { $0.what == .adds } }

  /// Whether the recording has everything that happened.
  package var isWhole: Bool { !events.contains { $0.what == .cutOff } }

  /// What of the run's own values is not recorded, in words.
  package var hidden: [String] {
    events.filter { $0.what == .hides }.map { event in
      let what = [event.object, event.by].compactMap(\.self).joined(separator: "'s ")
      return "the elements of \(what) \(event.text ?? "")"
    }
  }
}
