import Foundation
import ProgramSupport
import RawObserving
import Synchronization
import Testing

@testable import Harness
@testable import Pictures
@testable import Recording

/// Runs to draw, recorded by the program.
enum Runs {
  private static let known = Mutex<[String: [RecordedRun]]>([:])

  /// The pictures of a pitfall's acts in the classic era, each run recorded by the program.
  static func recorded(_ id: String, anew: Bool = false) throws -> [Picture] {
    let pitfall = try #require(Pitfall.named(id))
    let runs: [RecordedRun]
    if let before = known.withLock({ $0[id] }), !anew {
      runs = before
    } else {
      runs = try anew ? recordAnew(id) : record(id)
      known.withLock { $0[id] = runs }
    }
    return runs.map { run in
      let act = pitfall.acts[run.act - 1]
      return Picture(of: run, wanted: act.isRight(in: .classic) ? nil : act.wanted)
    }
  }

  private static func record(_ id: String) throws -> [RecordedRun] {
    try RecordedRuns.all.filter { $0.pitfall == id && $0.era == "classic" }
  }

  private static func recordAnew(_ id: String) throws -> [RecordedRun] {
    try RecordedRuns.of("run", id, "--era", "classic")
  }

  /// The first raw act and the first managed one.
  static func pair(_ id: String, anew: Bool = false) throws -> (Picture, Picture) {
    let pitfall = try #require(Pitfall.named(id))
    let pictures = try recorded(id, anew: anew)
    let raw = try #require(pictures.first { pitfall.acts[$0.run.act - 1].side == .raw })
    let managed = try #require(
      pictures.first { pitfall.acts[$0.run.act - 1].side == .managed && !pitfall.acts[$0.run.act - 1].sameMistake })
    return (raw, managed)
  }
}
