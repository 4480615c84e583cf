import Console
import Foundation
import RawObserving
import Replay

/// What the capstones have in common: they can be recorded, as the acts can, and run in this process.
enum Capstone {
  /// Runs the body and prints what it returns, if anything.
  ///
  /// - Parameters:
  ///   - name: what the recording is called.
  ///   - act: 1 for the raw side, 2 for the managed one, if there are two.
  ///   - source: the path of the file that the story is in.
  ///   - output: the file for the recording; nil if there is to be none.
  static func run(
    _ name: String, act: Int, in source: String, recordingTo output: String?, _ body: () throws -> String?
  ) throws {
    let file = try output.map(OutputFile.init)
    let events = try file.map { _ in try EventFile() }
    defer { events?.remove() }
    if let events {
      Recorder.start(writingTo: try EventFile.open(events.path))
    }
    if output == "-" { silence() }
    let end = try body()
    if let end { print(end) }
    Recorder.current?.finds(end ?? "")
    guard let file, let events else { return }
    let path = String(source.dropFirst(PackageRoot.built.path.count + 1))
    let recorded = RecordedRun(of: name, act: act, era: .inForce, source: path, try events.read())
    try file.write(RecordingFile(runs: [recorded]))
  }

  /// Discards what the story prints. The recording has it, and uses standard output itself.
  private static func silence() {
    StandardStreams.flushOutput()
    let nowhere = open("/dev/null", O_WRONLY)
    dup2(nowhere, STDOUT_FILENO)
    close(nowhere)
  }
}
