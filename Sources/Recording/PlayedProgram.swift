import Console
import Foundation
import RawObserving

/// What the marked copy of a program calls that is no pitfall's: a file of the reader's own. See ``MarkedProgram``.
public enum PlayedProgram {
  /// The environment variable with the file that the events are written to. What the program prints on is in the same
  /// folder: see `TimedProcess.Stream`.
  package static let file = "PLAYED_EVENTS"
  /// The environment variable with the era whose rules the program follows.
  package static let era = "PLAYED_ERA"
  /// The environment variable with the size of a full recording, in bytes.
  package static let limit = "PLAYED_BYTES"

  /// Begins to record, before the first statement of the program runs.
  ///
  /// - Parameters:
  ///   - unseen: which variables no mark sees: `variables` for all, `globals` for static and global ones, or none.
  ///   - hidden: the names of types of which it is not known how their properties refer to objects.
  ///   - readsProperties: whether every modification of a property in place is marked, so that properties can be read.
  public static func begin(unseen: String, hidden: [String], readsProperties: Bool) {
    let environment = ProcessInfo.processInfo.environment
    guard let path = environment[file], let events = try? EventFile.open(path) else { return }
    StandardStreams.writeOutputByLine()
    StoryThread.watch()
    TypeFacts.begin(hiding: Set(hidden))
    if let name = environment[era], let era = Era.allCases.first(where: { "\($0)" == name }) {
      try? Era.choose(era)
    }
    Recorder.start(
      writingTo: events, ofProgram: true, unseen: unseen, readsProperties: readsProperties,
      limit: environment[limit].flatMap { Int($0) } ?? Recorder.defaultLimit,
      printingInto: URL(fileURLWithPath: path).deletingLastPathComponent())
    // Where the program ends, by itself or by a call of `exit`. A process that dies does not come here.
    atexit { Recorder.current?.exits() }
  }
}
