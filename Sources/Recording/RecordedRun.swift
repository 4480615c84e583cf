package import RawObserving

/// The recordings of one or more runs, as a file.
package struct RecordingFile: Codable, Sendable {
  /// Raised when a reader of an older version would misunderstand the file.
  static let currentSchema = 1

  var schema = Self.currentSchema
  package let runs: [RecordedRun]

  package init(runs: [RecordedRun]) { self.runs = runs }
}

/// What happened in one run of an act, in order. A picture of the run is drawn from this alone.
package struct RecordedRun: Codable, Equatable, Sendable {
  package let pitfall: String
  package let act: Int
  package let era: String
  /// The file of the story, from the root of the package on.
  package let source: String
  /// How the catalogue says it ends.
  package let expected: Ending
  /// How it ended.
  package let ending: Ending
  /// The objects of the story, in the order in which they appeared.
  package let objects: [Object]
  package let events: [RecordedEvent]

  /// A finding, or the last words of a process, or why it was stopped.
  package struct Ending: Codable, Equatable, Sendable {
    var finds: String?
    var dies: String?
    var stopped: String?

    package static func finds(_ finding: String) -> Ending { Ending(finds: finding) }

    package static func dies(_ message: String) -> Ending { Ending(dies: message) }

    private init(finds: String? = nil, dies: String? = nil) { (self.finds, self.dies) = (finds, dies) }

    init(_ last: RecordedEvent?) {
      if last?.what == .finds { finds = last?.text }
      if last?.what == .dies { dies = last?.text }
      if last?.what == .stopped { stopped = last?.text }
    }
  }

  package struct Object: Codable, Equatable, Sendable {
    /// What the story calls it. No two objects of a run have the same name.
    package let name: String
    let type: String
    package let role: RecordedEvent.Role
  }

  /// - Parameters:
  ///   - pitfall: the id of the pitfall, or the name of another story.
  ///   - act: the number of the act, counted from 1.
  ///   - source: the file of the story, from the root of the package on.
  ///   - expected: how the catalogue says it ends; nil if it says nothing.
  package init(
    of pitfall: String, act: Int, era: Era, source: String, expected: Ending? = nil, _ events: [RecordedEvent]
  ) {
    (self.pitfall, self.act, self.era, self.source, self.events) = (pitfall, act, "\(era)", source, events)
    objects = Self.objects(in: events)
    ending = Ending(events.last)
    self.expected = expected ?? ending
  }

  private static func objects(in events: [RecordedEvent]) -> [Object] {
    events.filter { $0.what == .born }.map {
      Object(name: $0.object ?? "", type: $0.type ?? "", role: $0.role ?? .object)
    }
  }

  /// The objects that were still alive after the story and its variables had ended.
  package var left: [String] {
    guard events.last?.what == .finds, !events.contains(where: { $0.what == .cutOff }) else { return [] }
    let gone = Set(events.filter { $0.what == .gone }.compactMap(\.object))
    return objects.filter { $0.role != .mediator && !gone.contains($0.name) }.map(\.name)
  }
}
