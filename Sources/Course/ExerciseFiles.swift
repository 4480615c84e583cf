import Console
import Exercises
import Foundation
import Harness

/// The files of an exercise.
package struct ExerciseFiles {
  let exercise: Exercise
  /// The root of the package.
  let root: URL

  /// - Throws: ``InputError`` where the package's sources are not there.
  init(_ exercise: Exercise) throws {
    (self.exercise, root) = (exercise, try PackageRoot.find())
  }

  /// The learner's copy, from the root on. Git ignores its folder. A harder variant has the file that it extends.
  var path: String { "exercises/\(exercise.base.file)" }
  /// The file that is given out.
  var startPath: String { exercise.step?.start ?? "Lessons/Exercises/\(exercise.base.file)" }
  var solutionPath: String { exercise.step?.solution ?? "Lessons/Solutions/\(exercise.file)" }
  /// What the check says of other attempts.
  var attemptsPath: String { "Tests/Attempts/\(exercise.file.dropLast(".swift".count)).txt" }

  /// The file as a message names it.
  func shown(_ path: String) -> String { PackageRoot.shown(path, in: root) }

  func text(of path: String) throws -> String {
    do {
      return try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
    } catch {
      var isFolder: ObjCBool = false
      _ = FileManager.default.fileExists(atPath: root.appendingPathComponent(path).path, isDirectory: &isFolder)
      if isFolder.boolValue { throw InputError(message: "\(shown(path)) is a folder. Move it away.") }
      let advice = path == self.path ? " './scenarios restore \(exercise.name)' gives it out again." : ""
      throw InputError(message: "\(shown(path)) cannot be read.\(advice)")
    }
  }

  /// The file as it is given out.
  ///
  /// - Parameter source: the file that it begins with; nil for ``startPath``.
  func start(from source: String? = nil) throws -> String {
    let text = try text(of: source ?? startPath)
    guard let step = exercise.step else { return text }
    // The comment at the beginning of the other file says what that one is for.
    let task = wrapped("\(step.task) The page of this step is \(step.page).", to: 117).map { "// \($0)" }
    let code = text.components(separatedBy: "\n").drop { $0.hasPrefix("//") }
    return (["// \(exercise.title)", "//"] + task + code).joined(separator: "\n")
  }

  /// Copies the start to the learner's folder, unless the learner has the file.
  ///
  /// - Parameter source: the file that the start begins with; nil for ``startPath``.
  /// - Returns: whether it was copied.
  func giveOut(from source: String? = nil) throws -> Bool {
    let start = try start(from: source)
    let copy = root.appendingPathComponent(path)
    do {
      try FileManager.default.createDirectory(at: copy.deletingLastPathComponent(), withIntermediateDirectories: true)
      // Whatever has this name is the learner's, and no other process can put it there in between.
      try Data(start.utf8).write(to: copy, options: .withoutOverwriting)
      return true
    } catch {
      if isThere { return false }
      throw OutputError(message: "\(shown(path)) cannot be written: './scenarios' keeps your exercises in that folder.")
    }
  }

  /// Gives the file out again. The old one is kept beside it.
  ///
  /// - Returns: where the old text is now; nil if there was none to keep.
  func restore() throws -> String? {
    let kept = isChanged ? try keep() : nil
    _ = try giveOut()
    return kept
  }

  /// Whether the learner has the file.
  var isThere: Bool {
    (try? FileManager.default.attributesOfItem(atPath: root.appendingPathComponent(path).path)) != nil
  }

  /// Whether the learner's file is there and differs from the one that is given out.
  private var isChanged: Bool {
    // Compares bytes: a file that is not valid text can be work as well.
    isThere
      && (try? Data(contentsOf: root.appendingPathComponent(path)))
        != (try? Data(start().utf8))
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
