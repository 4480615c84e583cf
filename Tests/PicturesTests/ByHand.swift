import Foundation
import RawObserving

@testable import Pictures
@testable import Recording

/// Runs and pictures that are made by hand.
enum ByHand {
  /// A picture of these events.
  static func picture(_ events: [RecordedEvent], wanted: String? = nil) -> Picture {
    Picture(of: RecordedRun(of: "LIF-1", act: 1, era: .classic, source: "Story.swift", events), wanted: wanted)
  }

  /// A picture of steps with these marks, and of no events.
  static func picture(steps marks: [[Mark]]) throws -> Picture {
    struct Parts: Encodable {
      let run: RecordedRun
      let steps: [Step]
      let closing: [Picture.Closing] = []
    }
    let steps = marks.enumerated().map { index, marks in
      var step = Step(RecordedEvent(.says))
      (step.title, step.marks, step.thread) = ("step \(index + 1)", marks, "main")
      return step
    }
    let parts = Parts(run: picture([RecordedEvent]()).run, steps: steps)
    return try JSONDecoder().decode(Picture.self, from: JSONEncoder().encode(parts))
  }

  static func side(_ picture: Picture, _ label: String = "raw") -> DrawnSide {
    DrawnSide(
      picture: picture, label: label, title: "a title that is not short, so that it has to be wrapped on a small screen"
    )
  }

  // MARK: Events

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

  /// A call of an observer, with what happens in it.
  static func call(
    _ object: String, _ observer: String, key: String = "date", registration: Int = 1, thread: String = "main",
    _ inside: [RecordedEvent] = []
  ) -> [RecordedEvent] {
    [event(.calls, object, observer, key: key, registration: registration, thread: thread)] + inside
      + [event(.returned, object, observer, key: key, registration: registration, thread: thread)]
  }

  /// A view observes a clock twice, and is called twice for a change.
  static var twice: [RecordedEvent] {
    [born("view"), born("clock")]
      + (1...2).map { event(.adds, "clock", "view", key: "date", registration: $0) }
      + change("clock", "date", "0", "1") + call("clock", "view") + call("clock", "view", registration: 2)
      + [event(.removed, nil, "view", key: "date", registration: 2)]
  }

  /// Then the clock is deallocated, and the process ends.
  static var death: [RecordedEvent] {
    twice
      + [
        event(.dying, "clock"),
        event(
          .dies,
          text:
            "*** Terminating app due to uncaught exception 'NSInternalInconsistencyException', reason: 'An instance "
            + "(clock) of class Clock was deallocated while key value observers were still registered with it.'"
        ) { $0.violation = .deallocatedWhileObserved },
      ]
  }

  /// The same view through the mediator, freed in the end.
  static var managed: [RecordedEvent] {
    let record = event(.records, "clock", "controller", key: "date")
    let observer = event(.refers, "controller", "view") { ($0.by, $0.strength) = ("observer", .weak) }
    return [
      born("view"), born("clock"), observer, record,
      event(.adds, "clock", "mediator", key: "date", registration: 1),
    ] + change("clock", "date", "0", "1")
      + call("clock", "mediator", [event(.passes, "clock", "view", key: "date"), event(.passed, "clock", "view")])
      + [event(.removed, nil, "mediator", key: "date", registration: 1), event(.dying, "clock"), event(.gone, "clock")]
      + [event(.dying, "view"), event(.gone, "view"), event(.finds, text: "the clock is freed")]
  }
}

extension Mark {
  static func holds(_ frame: String, _ object: String, _ variable: String, _ kind: Kind = .holds) -> Mark {
    var mark = Mark(kind, from: frame, to: object, variable)
    mark.strength = .strong
    return mark
  }

  static func adds(_ observer: String, _ object: String, _ number: Int, _ kind: Kind = .adds, via: String? = nil)
    -> Mark
  {
    var mark = Mark(kind, from: observer, to: object, "date")
    (mark.registration, mark.via) = ("registration \(number)", via)
    return mark
  }
}
