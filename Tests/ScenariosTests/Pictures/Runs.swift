import Foundation
import RawObserving
import Synchronization
import Testing

@testable import Replay
@testable import Scenarios

/// Runs to draw: made by hand, or recorded by the program.
enum Runs {
  private static let known = Mutex<[String: [RecordedRun]]>([:])

  /// The pictures of a pitfall's acts in the classic era, each run recorded by the program.
  static func recorded(_ id: String, anew: Bool = false) throws -> [Picture] {
    let pitfall = try #require(Pitfall.named(id))
    let runs: [RecordedRun]
    if let before = known.withLock({ $0[id] }), !anew {
      runs = before
    } else {
      runs = try anew ? recordAnew(id) : record(id)
      known.withLock { $0[id] = runs }
    }
    return runs.map { run in
      let act = pitfall.acts[run.act - 1]
      return Picture(of: run, wanted: act.isRight(in: .classic) ? nil : act.wanted)
    }
  }

  private static func record(_ id: String) throws -> [RecordedRun] {
    try RecordedRuns.all.filter { $0.pitfall == id && $0.era == "classic" }
  }

  private static func recordAnew(_ id: String) throws -> [RecordedRun] {
    try RecordedRuns.of("run", id, "--era", "classic")
  }

  /// The first raw act and the first managed one.
  static func pair(_ id: String, anew: Bool = false) throws -> (Picture, Picture) {
    let pitfall = try #require(Pitfall.named(id))
    let pictures = try recorded(id, anew: anew)
    let raw = try #require(pictures.first { pitfall.acts[$0.run.act - 1].side == .raw })
    let managed = try #require(
      pictures.first { pitfall.acts[$0.run.act - 1].side == .managed && !pitfall.acts[$0.run.act - 1].sameMistake })
    return (raw, managed)
  }

  /// A picture of these events.
  static func picture(_ events: [RecordedEvent], wanted: String? = nil) throws -> Picture {
    let pitfall = try #require(Pitfall.named("LIF-1"))
    let last = events.last
    let outcome: Outcome =
      last?.what == .dies ? .died(signal: 6, message: last?.text ?? "") : .found(last?.text ?? "")
    let result = ActResult(pitfall: pitfall, number: 1, era: .classic, lines: [], outcome: outcome, events: events)
    return Picture(of: result.recordedRun, wanted: wanted)
  }

  // MARK: Events by hand

  static func event(
    _ what: RecordedEvent.Kind, _ object: String? = nil, _ other: String? = nil, key: String? = nil,
    text: String? = nil, registration: Int? = nil, thread: String = "main",
    _ body: (inout RecordedEvent) -> Void = { _ in }
  ) -> RecordedEvent {
    var event = RecordedEvent(what, object: object, other: other, text: text)
    (event.key, event.thread) = (key, thread)
    event.registration = registration.map { "registration \($0)" }
    body(&event)
    return event
  }

  static func born(_ name: String) -> RecordedEvent {
    event(.born, name) { ($0.type, $0.role) = (name.capitalized, .object) }
  }

  static func change(_ object: String, _ key: String, _ old: String, _ new: String, thread: String = "main")
    -> [RecordedEvent]
  {
    [
      event(.willChange, object, key: key, thread: thread) { $0.old = old },
      event(.changed, object, key: key, thread: thread) { $0.new = new },
    ]
  }

  /// A view observes a clock twice, and is called twice for a change.
  static var twice: [RecordedEvent] {
    [born("view"), born("clock")]
      + (1...2).map { event(.adds, "clock", "view", key: "date", registration: $0) }
      + change("clock", "date", "0", "1")
      + (1...2).map { event(.calls, "clock", "view", key: "date", registration: $0) }
      + [event(.removed, nil, "view", key: "date", registration: 2)]
  }

  /// The clock dies, and the process with it.
  static var death: [RecordedEvent] {
    twice + [
      event(.dying, "clock"),
      event(
        .dies,
        text: "*** Terminating app due to uncaught exception 'NSInternalInconsistencyException', reason: 'An instance "
          + "(clock) of class Clock was deallocated while key value observers were still registered with it.'"),
    ]
  }
}
