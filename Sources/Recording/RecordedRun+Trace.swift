import Console

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

  /// The lines that were running when the process died, the innermost first.
  ///
  /// - Parameter shown: the lines of the story's file that the reader sees.
  package func linesAtDeath(among shown: Set<Int>) -> [Int] {
    guard let last = events.last, last.what == .dies else { return [] }
    return last.lines.filter { $0.file == source && shown.contains($0.line) }.map(\.line)
  }

  /// The innermost of these lines; nil if the process did not die in one of them.
  package func lineOfDeath(among shown: Set<Int>) -> Int? { linesAtDeath(among: shown).first }

  /// How often that line of the story's file began.
  package func count(ofLine line: Int) -> Int {
    events.count { $0.what == .line && $0.lines.first?.file == source && $0.lines.first?.line == line }
  }

  /// The objects that have been made when that line of the story's file begins for the first time, each with whether it is
  /// still in memory; nil if the line never begins. The mediator, which is never deallocated, is left out.
  package func inventory(beforeLine line: Int) -> [(name: String, isAlive: Bool)]? {
    guard
      let end = events.firstIndex(where: {
        $0.what == .line && $0.lines.first?.file == source && $0.lines.first?.line == line
      })
    else { return nil }
    let before = events[..<end]
    let gone = Set(before.filter { $0.what == .gone || $0.what == .dying }.compactMap(\.object))
    return before.filter { $0.what == .born && $0.role != .mediator }.compactMap(\.object)
      .map { ($0, !gone.contains($0)) }
  }

  /// The lines of the story's file that ran.
  package var linesThatRan: Set<Int> {
    Set(events.filter { $0.what == .line }.compactMap(\.lines.first).filter { $0.file == source }.map(\.line))
  }

  /// Whether the program left without its end, by `_exit` or for another program.
  package var leaves: Bool { events.last?.what == .stopped && events.last?.by == "_exit" }

  /// Whether its last event is the end of the program.
  package var isEnded: Bool { events.last.map { [.finds, .dies, .stopped].contains($0.what) } ?? false }

  /// Whether something is observed in it.
  package var hasRegistrations: Bool { events.contains { $0.what == .adds } }

  /// Whether the recording has everything that happened.
  package var isWhole: Bool { !events.contains { $0.what == .cutOff } }

  /// What is not recorded, as the run itself has found, in words.
  package var hidden: [String] {
    let hidden = events.filter { $0.what == .hides }
    let collections = hidden.filter { $0.by != nil }.map { event in
      "the elements of \([event.object, event.by].compactMap(\.self).joined(separator: "'s ")) \(event.text ?? "")"
    }
    func lines(_ reason: String?) -> [Int] {
      hidden.filter { $0.by == nil && $0.reason == reason }.compactMap(\.lines.first?.line).uniqued().sorted()
    }
    let often =
      lines(nil).isEmpty ? [] : [Self.listed(lines(nil)) + " after the twentieth time, and what changes there"]
    let changing = lines("modifies")
    let verb = changing.count == 1 ? "changes" : "change"
    let changes = changing.isEmpty ? [] : ["what properties hold while \(Self.listed(changing)) \(verb) one in place"]
    let isCrowd = events.contains { $0.what == .crowd }
    let crowd = "what properties hold while there are more than \(RecorderState.mostLookedAt) objects"
    return collections + often + changes + (isCrowd ? [crowd] : []) + unread
  }

  /// The lines in words: `lines 3, 5 and 8`.
  private static func listed(_ lines: [Int]) -> String {
    if lines.count == 1 { return "line \(lines[0])" }
    return "lines \(lines.dropLast().map(String.init).joined(separator: ", ")) and \(lines[lines.count - 1])"
  }

  /// Whether variables were read all the time: no other thread ran.
  package var isReadThroughout: Bool { !events.contains { $0.what == .beside } }

  /// From when on no variables and properties were read, because other threads ran.
  private var unread: [String] {
    guard let index = events.firstIndex(where: { $0.what == .beside }) else { return [] }
    let isOver = events[index...].contains { $0.what == .alone }
    let line = events[index...].lazy.compactMap { $0.lines.first { $0.file == source }?.line }.first
    let place = line.map { " (first in line \($0))" } ?? ""
    return [
      "what variables and properties hold while other threads run\(place)" + (isOver ? "" : ", which lasts to the end")
    ]
  }
}
