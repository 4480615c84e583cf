import Console
import Foundation

/// What the marked copy of a program calls that is no pitfall's: a file of the reader's own. See ``MarkedProgram``.
public enum PlayedProgram {
  /// The environment variable with the file that the events are written to.
  package static let file = "PLAYED_EVENTS"
  /// The environment variable with the number of seconds after which the program ends in any case.
  package static let seconds = "PLAYED_SECONDS"

  /// Begins to record, before the first statement of the program runs.
  ///
  /// - Parameters:
  ///   - unretained: the properties that do not retain, by class and name, and how they refer: `weak`.
  ///   - unseen: which variables no mark sees: `variables` for all, `globals` for static and global ones, or none.
  public static func begin(_ unretained: [String: String], unseen: String) {
    let environment = ProcessInfo.processInfo.environment
    if let limit = environment[seconds].flatMap(UInt32.init) { alarm(limit) }
    guard let path = environment[file], let events = try? EventFile.open(path) else { return }
    StandardStreams.writeOutputByLine()
    StoryThread.watch()
    Recorder.start(
      writingTo: events, unretained: unretained.compactMapValues(RecordedEvent.Strength.init), ofProgram: true,
      unseen: unseen)
    // Where the program ends, by itself or by a call of `exit`. A process that dies does not come here.
    atexit { Recorder.current?.exits() }
  }

  /// The program has printed this.
  public static func says(_ text: String) { Recorder.current?.says(text) }
}
