import Foundation
import ManagedObserving
import RawObserving

/// One of the two threads of a schedule.
enum ScheduleThread: String, CaseIterable, Encodable, Sendable {
  case a = "A"
  case b = "B"
}

/// Lets two threads run, one at a time. Each stops at its switch points. Whenever both have stopped, one of them goes on
/// up to its next switch point: the schedule says which.
///
/// A switch point is an event of the engine or of the mediator, or a place that the story itself names. What a thread
/// does between two of them is not interrupted. So this finds every order of the events, and no data race.
final class ScheduleTurns: @unchecked Sendable {
  /// What happens while a schedule is played, in the order in which it happens.
  enum Event {
    /// A thread goes on. It is free if both threads could.
    case goesOn(ScheduleThread, isFree: Bool)
    /// The thread that went on has stopped, or has ended.
    case stops(String)
  }

  // Sound as Sendable: what follows is touched only under the lock of the condition.
  private let condition = NSCondition()
  private var prescribed: ArraySlice<ScheduleThread>
  private var choices: [ScheduleThread] = []
  private var stopped: Set<ScheduleThread> = []
  private var ended: Set<ScheduleThread> = []
  private var running: ScheduleThread?
  private let report: (Event) -> Void

  private init(_ prescribed: [ScheduleThread], _ report: @escaping (Event) -> Void) {
    (self.prescribed, self.report) = (prescribed[...], report)
  }

  /// Plays one schedule.
  ///
  /// - Parameters:
  ///   - prescribed: which thread goes on, as long as both can. After the last one of these, it is always A.
  ///   - report: called with the events, by one thread at a time.
  /// - Returns: the choices that were made.
  static func play(
    _ prescribed: [ScheduleThread], _ a: @escaping @Sendable () -> Void, _ b: @escaping @Sendable () -> Void,
    report: @escaping (Event) -> Void
  ) -> [ScheduleThread] {
    let turns = ScheduleTurns(prescribed, report)
    for (thread, body) in [(ScheduleThread.a, a), (.b, b)] {
      Thread {
        let mine = place.object { Place() }
        (mine.turns, mine.thread) = (turns, thread)
        turns.stop(thread, nil)
        body()
        mine.turns = nil
        turns.end(thread)
      }.start()
    }
    turns.condition.lock()
    defer { turns.condition.unlock() }
    while turns.ended.count < 2 { turns.condition.wait() }
    return turns.choices
  }

  /// Plays all schedules, or those from one on: by depth-first search, A before B.
  ///
  /// - Parameters:
  ///   - first: the choices that the first one begins with.
  ///   - story: makes the bodies of the two threads anew for each schedule, and what is to be done after both have ended.
  ///     It returns nil to play no further schedule.
  static func playAll(
    from first: [ScheduleThread] = [],
    _ story: () -> (a: @Sendable () -> Void, b: @Sendable () -> Void, report: (Event) -> Void, end: () -> Void)?
  ) {
    var next: [ScheduleThread]? = first
    while let prescribed = next, let (a, b, report, end) = story() {
      let choices = play(prescribed, a, b, report: report)
      end()
      next = choices.nextSchedule
    }
  }

  // MARK: Switch points

  /// Which schedule a thread belongs to.
  private final class Place {
    var turns: ScheduleTurns?
    var thread = ScheduleThread.a
  }

  private static let place = ThreadLocal<Place>()

  /// Stops here until it is this thread's turn. Does nothing on a thread that belongs to no schedule.
  static func point(_ text: @autoclosure () -> String) {
    let mine = place.object { Place() }
    mine.turns?.stop(mine.thread, text())
  }

  /// - Parameter text: nil before the thread's first step.
  private func stop(_ thread: ScheduleThread, _ text: String?) {
    condition.lock()
    if let text { report(.stops(text)) }
    stopped.insert(thread)
    if stopped.union(ended).count == 2 { goOn() }
    while running != thread { condition.wait() }
    stopped.remove(thread)
    condition.unlock()
  }

  private func end(_ thread: ScheduleThread) {
    condition.lock()
    report(.stops("ends"))
    ended.insert(thread)
    if ended.count < 2 { goOn() }
    condition.broadcast()
    condition.unlock()
  }

  /// Chooses the thread that goes on.
  private func goOn() {
    let isFree = ended.isEmpty
    let next = isFree ? prescribed.popFirst() ?? .a : ended.contains(.a) ? .b : .a
    if isFree { choices.append(next) }
    report(.goesOn(next, isFree: isFree))
    running = next
    condition.broadcast()
  }
}

extension [ScheduleThread] {
  /// What the schedule after the one with these choices begins with; nil if there is none.
  var nextSchedule: [ScheduleThread]? { lastIndex(of: .a).map { self[..<$0] + [.b] } }

  /// As one word, such as `AAB`.
  var word: String { map(\.rawValue).joined() }

  init?(word: String) {
    let threads = word.map { ScheduleThread(rawValue: String($0)) }
    if threads.contains(nil) { return nil }
    self = threads.compactMap(\.self)
  }
}

extension ScheduleTurns {
  /// Makes every event of the engine and of the mediator a switch point.
  static func useEvents() {
    EventProbe.install { event in
      switch event {
      case let event as EngineEvent: if let text = text(of: event) { point(text) }
      case let event as MediatorEvent: point(text(of: event))
      default: break
      }
    }
  }

  /// Nil for the end of the process, after which no other thread goes on.
  private static func text(of event: EngineEvent) -> String? {
    switch event {
    case .born: "an object is made"
    case .dying: "the deinit bodies have run"
    case .gone: "the object is deallocated"
    case .adds: "an observer is about to be added"
    case .added: "the observer is added"
    case .removed: "the registration is removed"
    case .endedWithObject: "the registration ends with the object"
    case .willChange(_, let key, _): "\(key) is about to be set"
    case .changed(_, let key, _): "\(key) is set"
    case .announces(_, let key, let method): "\(method) for \(key)"
    case .calls: "the observer is about to be called"
    case .returned: "the observer has returned"
    case .skips: "the observer is not called"
    case .raises: nil
    }
  }

  private static func text(of event: MediatorEvent) -> String {
    switch event {
    case .controllerMade: "a controller is made"
    case .controllerGone: "the controller is deallocated"
    case .recorded: "the observation is recorded"
    case .dropped: "the duplicate is dropped"
    case .ended: "the observation is ended"
    case .passes: "the mediator is about to call the view"
    case .passed: "the mediator's call has returned"
    case .leaves: "the change is queued"
    case .skips: "the mediator skips the change"
    }
  }
}
