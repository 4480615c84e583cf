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
  package var stops: [Stop] {
    switch self {
    case .new:
      [
        Self.whole([0, 1, 2, 4, 10]),
        [
          Stop(
            lesson: .mediatorTraps,
            part: Part(
              sections: ["An object that observes itself", "With the retaining controller", "Which controller to use"],
              steps: ["MED-1", "who-keeps-whom"])),
          Stop(lesson: .boundToBothLives, part: Part(sections: ["Both lives"], steps: ["observes-itself"])),
        ],
        Self.whole([13, 16]),
      ].flatMap(\.self)
    case .maintain: Lesson.allCases.map { Stop(lesson: $0) }
    }
  }

  private static func whole(_ numbers: [Int]) -> [Stop] {
    numbers.map { Stop(lesson: Course.lesson(number: $0)) }
  }

  /// The part of that lesson that is on the path; nil if it is the whole lesson, or none of it.
  func part(of lesson: Lesson) -> Part? { stops.first { $0.lesson == lesson }?.part }
}
