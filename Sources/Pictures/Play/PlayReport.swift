import Foundation
import Harness
import Recording

/// Runs of a reader's own programs for other programs to read. `schema.json` beside this file describes it.
struct PlayReport: Encodable {
  /// Raised when a field is removed or changes its meaning.
  let version = 1
  /// The runs; empty if a program is refused.
  let runs: [Run]
  /// Where two runs part, in words.
  let parting: String?
  /// What the compiler says of a program that it refuses.
  let refused: String?

  struct Run: Encodable {
    let name: String
    let ending: Ending
    let printed: [PrintedLine]
    /// What is said below the picture.
    let sentences: [String]
    let recording: RecordedRun
  }

  /// How a run ended: one of the three.
  struct Ending: Encodable {
    var exited: Int32?
    var died: String?
    var stopped: String?

    init(_ ending: PlayedRun.Ending) {
      switch ending {
      case .exited(let code): exited = code
      case .died(let message): died = message
      case .stopped(let reason): stopped = reason.words
      }
    }
  }

  init(_ played: [(run: Play.Played, sentences: [String])], _ parting: String?) {
    runs = played.map { played, sentences in
      let run = played.run
      return Run(
        name: run.name, ending: Ending(run.ending), printed: run.recorded.printed, sentences: sentences,
        recording: run.recorded)
    }
    (self.parting, refused) = (parting, nil)
  }

  init(refused: String) { (runs, parting, self.refused) = ([], nil, refused) }

  func data() throws -> Data { Data(try JSONReport.text(of: self).utf8) + Data("\n".utf8) }
}
