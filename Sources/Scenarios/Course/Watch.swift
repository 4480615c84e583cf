@preconcurrency import Foundation
import Exercises

/// `scenarios watch`: checks whenever the learner's file is saved.
extension CourseVerbs {
  /// Checks the exercise until it passes. Without a name, goes on to the next one then, until none is left.
  mutating func watch(_ name: String?) throws -> Bool {
    var exercise = try exercise(name)
    while true {
      let files = try ExerciseFiles(exercise)
      let url = files.root.appendingPathComponent(files.path)
      var seen = Self.stamp(of: url)
      while try !check(exercise) {
        say("Waiting for \(files.shown(files.path)) to be saved. Ctrl-C ends this.")
        fflush(stdout)
        while Self.stamp(of: url) == seen || Self.stamp(of: url) == nil { Thread.sleep(forTimeInterval: 0.1) }
        seen = Self.stamp(of: url)
        print(isColoured ? "\u{1B}[2J\u{1B}[H" : "\n\n", terminator: "")
      }
      guard name == nil, let next = Course.nextExercise(after: position) else { return true }
      print("")
      exercise = next
    }
  }

  /// When a file was changed, and how long it is; nil while it is not there, as when an editor replaces it.
  private static func stamp(of url: URL) -> [String]? {
    guard let values = try? FileManager.default.attributesOfItem(atPath: url.path) else { return nil }
    let date = values[.modificationDate] as? Date
    return ["\(date?.timeIntervalSince1970 ?? 0)", "\(values[.size] ?? 0)", "\(values[.systemFileNumber] ?? 0)"]
  }
}
