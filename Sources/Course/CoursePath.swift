package import Harness

/// A way through the course, which `next` follows.
package enum CoursePath: String, CaseIterable, Codable, Sendable {
  /// What new code needs.
  case new
  /// The whole course, for code that already observes.
  case maintain

  /// What its readers do.
  package var readers: String {
    switch self {
    case .new: "write new code"
    case .maintain: "maintain code that uses KVO"
    }
  }

  /// What it is called in the output.
  var title: String {
    switch self {
    case .new: "the path for new code"
    case .maintain: "the whole course"
    }
  }

  /// A lesson of a path, or a part of one.
  package struct Stop: Sendable {
    package let lesson: Lesson
    var part: Part?
  }

  /// The part of a lesson that is on a path.
  struct Part: Sendable {
    /// The headings of its sections.
    let sections: [String]
    /// The names of its steps.
    let steps: Set<String>
  }

  /// Its lessons, in their order.
  package var stops: [Stop] { evenings.flatMap(\.self) + byChoice }

  /// The lessons that have to be read, an evening at a time, with their exercises.
  var evenings: [[Stop]] {
    switch self {
    case .new:
      [
        Self.whole([.start, .whyObserve, .addReactRemove, .whoDiesFirst]),
        Self.whole([.token, .onWhichThread, .observation]),
        Self.whole([.loopsAndThreads, .toSwiftUI]),
      ]
    case .maintain:
      [
        Self.whole([.start, .whyObserve, .addReactRemove, .everyAddNeedsItsRemove, .whoDiesFirst]),
        Self.whole([.token, .onWhichThread, .insideACallback, .oneMethodForEverything]),
        Self.whole([.whatAChangeTells, .keysAndPaths, .collections]),
        Self.whole([.buildAMediator, .mediatorTraps, .boundToBothLives]),
        Self.whole([.everyOrder]),
        Self.whole([.observation, .loopsAndThreads, .toSwiftUI]),
        Self.whole([.movingOn, .insideTheEngine]),
      ]
    }
  }

  /// How it works: the lessons behind the last evening, which can be left out.
  var byChoice: [Stop] {
    switch self {
    case .new:
      [
        Stop(lesson: .buildAMediator),
        Stop(
          lesson: .mediatorTraps,
          part: Part(
            sections: ["An object that observes itself", "With the retaining controller", "Which controller to use"],
            steps: ["MED-1", "who-keeps-whom"])),
        Stop(lesson: .boundToBothLives, part: Part(sections: ["Both lives"], steps: ["observes-itself"])),
        Stop(lesson: .everyOrder),
      ]
    case .maintain: []
    }
  }

  private static func whole(_ lessons: [Lesson]) -> [Stop] { lessons.map { Stop(lesson: $0) } }

  /// The part of that lesson that is on the path; nil if it is the whole lesson, or none of it.
  func part(of lesson: Lesson) -> Part? { stops.first { $0.lesson == lesson }?.part }

  /// Whether the path can end before that lesson.
  func isByChoice(_ lesson: Lesson) -> Bool { byChoice.contains { $0.lesson == lesson } }
}
