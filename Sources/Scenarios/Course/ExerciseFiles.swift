import Console
import Exercises
import Foundation

/// The files of an exercise.
struct ExerciseFiles {
  let exercise: Exercise
  /// The root of the package.
  let root: URL

  /// - Throws: ``InputError`` where the package's sources are not there.
  init(_ exercise: Exercise) throws {
    (self.exercise, root) = (exercise, try PackageRoot.find())
  }

  /// The learner's file, from the root on.
  var path: String { "Lessons/Exercises/\(exercise.file)" }
  /// The file as it is given out.
  var startPath: String { "Tests/ExercisesTests/Starts/\(exercise.file)" }
  var solutionPath: String { "Lessons/Solutions/\(exercise.file)" }

  /// The file as a message names it: from the root on if this process is in there, or else with its whole path.
  func shown(_ path: String) -> String {
    root == PackageRoot.working ? path : root.appendingPathComponent(path).path
  }

  func text(of path: String) throws -> String {
    do {
      return try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
    } catch {
      var isFolder: ObjCBool = false
      _ = FileManager.default.fileExists(atPath: root.appendingPathComponent(path).path, isDirectory: &isFolder)
      if isFolder.boolValue { throw InputError(message: "\(shown(path)) is a folder. Move it away.") }
      let advice = path == self.path ? " './scenarios restore \(exercise.name)' brings it back." : ""
      throw InputError(message: "\(shown(path)) cannot be read.\(advice)")
    }
  }

  /// Whether the learner's file is there and differs from the one that is given out.
  var isChanged: Bool {
    // Compares bytes: a file that is not valid text can be work as well.
    guard let mine = try? Data(contentsOf: root.appendingPathComponent(path)) else { return false }
    return mine != (try? Data(contentsOf: root.appendingPathComponent(startPath)))
  }

  /// Restores the file. The old one is kept beside it.
  ///
  /// - Returns: where the old text is now; nil if there was none to keep.
  func restore() throws -> String? {
    let start = try text(of: startPath)
    let kept = isChanged ? try keep() : nil
    do {
      try start.write(to: root.appendingPathComponent(path), atomically: true, encoding: .utf8)
    } catch {
      throw OutputError(message: "\(path) cannot be written.")
    }
    return kept
  }

  /// Moves the learner's file to a name that no file has.
  private func keep() throws -> String {
    let base = String(path.dropLast(".swift".count))
    var (kept, number) = ("\(base).mine.txt", 2)
    while FileManager.default.fileExists(atPath: root.appendingPathComponent(kept).path) {
      (kept, number) = ("\(base).mine-\(number).txt", number + 1)
    }
    do {
      try FileManager.default.moveItem(
        at: root.appendingPathComponent(path), to: root.appendingPathComponent(kept))
    } catch {
      throw OutputError(message: "\(path) could not be moved to \(kept), so it is not restored.")
    }
    return kept
  }
}
