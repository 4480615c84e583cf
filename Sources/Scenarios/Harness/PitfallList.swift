import Foundation

/// The list of the pitfalls: the class `Catalogue` of the module Scenarios.
///
/// It is found by its name. So what shows the pitfalls, draws them and asks about them is compiled without them, and a new
/// pitfall compiles its own module alone.
package protocol PitfallList: AnyObject, SendableMetatype {
  /// The pitfalls whose cards belong to the lesson, in the order in which it is best to read them.
  static func pitfalls(of lesson: Lesson) -> [Pitfall]

  /// The cards to read if one reads only seven, in that order, each with the reason.
  static var seven: [(pitfall: Pitfall, reason: String)] { get }
}

extension Pitfall {
  fileprivate static let list: any PitfallList.Type = {
    guard let list = NSClassFromString("Scenarios.Catalogue") as? any PitfallList.Type else {
      fatalError("this program was built without the module Scenarios")
    }
    return list
  }()

  /// The cards to read if one reads only seven, in that order, each with the reason.
  package static let seven = list.seven

  /// Every pitfall that can be run, in the order of the lessons.
  package static let all: [Pitfall] = Lesson.allCases.flatMap(\.pitfalls)

  /// The lesson of the course that it belongs to.
  package var lesson: Lesson { Self.lessons[id] ?? .start }

  private static let lessons: [String: Lesson] = Lesson.allCases.reduce(into: [:]) { lessons, lesson in
    for pitfall in lesson.pitfalls { lessons[pitfall.id] = lesson }
  }

  /// The pitfalls of an area, such as `REG`, in any case.
  static func inArea(_ word: String) -> [Pitfall] {
    all.filter { $0.id.lowercased().hasPrefix(word.lowercased() + "-") }
  }

  /// The pitfall of that id or name, in any case.
  package static func named(_ word: String) -> Pitfall? {
    all.first { $0.id.lowercased() == word.lowercased() || $0.name == word.lowercased() }
  }

  /// What the search of the page of all runs looks through.
  package var searched: [String] {
    var texts = [id, name, title, why, fix, area.title, lesson.title, prediction.question]
    texts += symptoms.map(\.searched)
    texts += messages.map(\.text)
    texts += acts.map(\.title) + [frequency.rawValue]
    return texts
  }
}

extension Area {
  /// The pitfalls of the area, by their numbers.
  package var pitfalls: [Pitfall] {
    Pitfall.all.filter { $0.area == self }.sorted { $0.idNumber < $1.idNumber }
  }
}

extension Lesson {
  /// The pitfalls whose cards belong to the lesson, in the order in which it is best to read them.
  package var pitfalls: [Pitfall] { Pitfall.list.pitfalls(of: self) }
}
