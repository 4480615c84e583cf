import RawObserving

/// The recordings of one or more runs, as a file.
struct RecordingFile: Codable, Sendable {
  /// Raised when a reader of an older version would misunderstand the file.
  static let currentSchema = 1

  var schema = Self.currentSchema
  let runs: [RecordedRun]
}

/// What happened in one run of an act, in order. A picture of the run is drawn from this alone.
struct RecordedRun: Codable, Equatable, Sendable {
  let pitfall: String
  let act: Int
  let era: String
  /// The file of the story, from the root of the package on.
  let source: String
  /// How the catalogue says it ends.
  let expected: Ending
  /// How it ended.
  let ending: Ending
  /// The objects of the story, in the order in which they appeared.
  let objects: [Object]
  let events: [RecordedEvent]

  /// A finding, or the last words of a process.
  struct Ending: Codable, Equatable, Sendable {
    var finds: String?
    var dies: String?

    init(_ expectation: Expectation) {
      switch expectation {
      case .finds(let finding): finds = finding
      case .dies(let message): dies = message.text
      }
    }

    init(_ last: RecordedEvent?) {
      if last?.what == .finds { finds = last?.text }
      if last?.what == .dies { dies = last?.text }
    }
  }

  struct Object: Codable, Equatable, Sendable {
    /// What the story calls it. No two objects of a run have the same name.
    let name: String
    let type: String
    let role: RecordedEvent.Role
  }

  init(_ result: ActResult) {
    pitfall = result.pitfall.id
    act = result.number
    era = "\(result.era)"
    source = result.pitfall.source
    expected = Ending(result.act.expectation(in: result.era))
    events = result.events
    objects = Self.objects(in: events)
    ending = Ending(events.last)
  }

  init(capstone name: String, act: Int, in source: String, _ events: [RecordedEvent]) {
    (pitfall, self.act, era) = (name, act, "\(Era.inForce)")
    self.source = SourceLines.story(source) ?? source
    self.events = events
    objects = Self.objects(in: events)
    ending = Ending(events.last)
    expected = ending
  }

  private static func objects(in events: [RecordedEvent]) -> [Object] {
    events.filter { $0.what == .born }.map {
      Object(name: $0.object ?? "", type: $0.type ?? "", role: $0.role ?? .object)
    }
  }

  /// The objects that were still alive after the story and its variables had ended.
  var left: [String] {
    guard events.last?.what == .finds, !events.contains(where: { $0.what == .cutOff }) else { return [] }
    let gone = Set(events.filter { $0.what == .gone }.compactMap(\.object))
    return objects.filter { $0.role != .mediator && !gone.contains($0.name) }.map(\.name)
  }
}
