import Console
import RawObserving
package import Recording

/// A moment of a run as it is shown: one thing that happens, with its details.
package struct Step: Codable, Equatable, Sendable {
  /// What happens, in a few words: a row of the timeline.
  var title = ""
  /// The same in a sentence or two.
  var sentence = ""
  /// Whether this is a mistake or its consequence.
  var isBad: Bool?
  var thread = ""
  /// The line of the source, and the lines that called it.
  package var lines: [RecordedEvent.Line] = []
  /// Every line that ran in the step, in order.
  package var ran: [RecordedEvent.Line] = []
  var marks: [Mark] = []

  init(_ event: RecordedEvent) { (thread, lines) = (event.thread, event.lines) }
}

/// Something to draw.
package struct Mark: Codable, Equatable, Sendable {
  enum Kind: String, Codable, Sendable {
    /// The life of `from`.
    case born, dying, gone
    /// `from` refers to `to`, by `label`, or no longer does.
    case refers, refersNoMore
    /// The variable `label` of the function `from` holds `to`, or no longer does.
    case holds, letsGo
    /// The property or variable `label` of `from` has a plain value, or none that is known.
    case has
    /// From here on a value is known once it is read again.
    case unread
    /// The statement `label` ran, and no observer was called.
    case runs
    /// `from` is registered with `to` for the key path `label`, or no longer is.
    case adds, removes
    /// The registration ends silently, because `to` is deallocated.
    case sweeps
    /// `from` asks to observe what it observes already.
    case drops
    /// The value of `from` changes, or is announced to change.
    case changes, announces
    /// `from` calls `to` for a change, or does not.
    case calls, skips
    /// A registration is still there when `to` dies.
    case leftOver
    /// `from` is still there at the end.
    case leaks
    /// From here on nothing is recorded.
    case stopsRecording
    case prints, looks
    /// The process ends by itself, dies, or is stopped.
    case ends, dies, stops
  }

  var what: Kind
  var from: String?
  var to: String?
  var registration: String?
  var label: String?
  /// The call whose variable it is: several calls of the function `from` may be under way.
  var call: String?
  /// What a registration asks for.
  var options: [String]?
  /// The context of a registration, which tells it from another one of the same observer and key path.
  var context: String?
  /// The rule that was broken, if the engine ended the process.
  var violation: Violation.ID?
  var strength: RecordedEvent.Strength?
  /// What passes the call on: the mediator.
  var via: String?
  /// A value, of a property or a variable.
  var value: String?
  /// On what a program printed; nil for a story.
  var stream: TimedProcess.Stream?
  /// How many lines of what it printed are left out.
  var missed: Int?
  var isBad: Bool?

  init(_ what: Kind, from: String? = nil, to: String? = nil, _ label: String? = nil) {
    (self.what, self.from, self.to, self.label) = (what, from, to, label)
  }
}

/// A run, as it is drawn: the objects, and the steps.
package struct Picture: Codable, Equatable, Sendable {
  package let run: RecordedRun
  /// What the author of the act wants it to find; nil if it ends so.
  package let wanted: String?
  package let steps: [Step]
  /// What is said of the end, besides the title of the last step.
  package let closing: [Closing]

  /// What the process died of; nil if the recording does not show it.
  package let death: Death?

  package enum Death: String, Codable, Sendable {
    /// A change was sent to a deallocated observer that was still registered.
    case observerIsGone
    /// An object was deallocated while other objects were registered with it.
    case observedWithOthers
    /// An object was deallocated while it was registered with itself.
    case observedByItself
  }

  /// What the run is called in the name of a drawing. A reader's own program has one act, in no chosen era.
  var name: String {
    run.pitfall == run.source ? run.pitfall : "\(run.pitfall), act \(run.act), \(run.era) era"
  }

  package struct Closing: Codable, Equatable, Sendable {
    package let text: String
    package let isBad: Bool
  }

  /// The objects that have a lane in the timeline. Controllers and the mediator have none: what they do is drawn as
  /// done for their observers. Observers that are not the engine's objects come last: the recording does not say how
  /// long they live.
  package var lanes: [String] {
    let known = Set(run.objects.map(\.name))
    var lanes = run.objects.filter { $0.role == .object }.map(\.name)
    for mark in steps.flatMap(\.marks) where [.adds, .calls, .skips, .drops].contains(mark.what) {
      for name in [mark.from, mark.to].compactMap(\.self) where !known.contains(name) && !lanes.contains(name) {
        lanes.append(name)
      }
    }
    return lanes
  }

  /// - Parameter wanted: what the author of the act wants it to find; nil if the act ends as wanted.
  package init(of run: RecordedRun, wanted: String?) {
    (self.run, self.wanted) = (run, wanted)
    var maker = StepMaker(run, wanted: wanted)
    for event in run.events { maker.take(event) }
    (steps, closing, death) = (maker.finish(), maker.closing, maker.death)
  }
}
