import Console
import RawObserving
import Recording

/// What a program made of marked copies of the pitfalls' files calls.
enum MarkedAct {
  /// Runs one act in this process, which is a marked program, and records it. The arguments say which, and where to.
  static func run(_ pitfalls: [(id: String, acts: [Act])]) {
    let words = CommandLine.arguments
    guard words.count == 5, let pitfall = pitfalls.first(where: { $0.id == words[1] }),
      let act = Int(words[2]), let era = Era.allCases.first(where: { "\($0)" == words[3] }),
      let events = try? EventFile.open(words[4])
    else { Ending.fail("marked", "needs a pitfall, an act, an era and a file", code: Ending.usage) }
    ActRunner.runHere(pitfall.acts[act], in: era) {
      Recorder.start(writingTo: events)
    }
  }
}
