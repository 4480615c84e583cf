import Foundation
import RawObserving
import Replay

/// What the atlas shows: the catalogue, a picture of every run, and the sources of the stories.
struct AtlasData: Encodable {
  struct Entry: Encodable {
    let id: String
    let name: String
    let title: String
    let area: String
    let areaTitle: String
    let lesson: String
    let lessonTitle: String
    let symptoms: [String]
    /// What a search looks through.
    let searched: String
    let why: String
    let fix: String
    let card: String
    let acts: [ActEntry]
  }

  struct ActEntry: Encodable {
    let number: Int
    let side: Side
    let label: String
    let title: String
    /// Whether the act is the same mistake, made through the mediator.
    let sameMistake: Bool
    /// The picture of each era, as an index. Eras that end the act alike share one.
    var pictures: [String: Int]
    /// The eras in which the act ends as its author wants.
    let right: [String]
  }

  struct PictureEntry: Encodable {
    let act: Int
    let era: String
    let source: String
    let expected: RecordedRun.Ending
    let ending: RecordedRun.Ending
    /// What the author of the act wants it to find; absent if it ends so.
    let wanted: String?
    let objects: [RecordedRun.Object]
    let lanes: [String]
    let steps: [Step]

    init(_ picture: Picture) {
      let run = picture.run
      (act, era, source, expected, ending) = (run.act, run.era, run.source, run.expected, run.ending)
      (objects, lanes, steps, wanted) = (run.objects, picture.lanes, picture.steps, picture.wanted)
    }
  }

  let schema = 1
  let pitfalls: [Entry]
  let pictures: [PictureEntry]
  /// The lines of each file that a story is in.
  let sources: [String: [String]]

  /// Runs every act in every era that tells of it, several at a time.
  static func recordingAll(_ pitfalls: [Pitfall], progress: (Int, Int) -> Void) throws -> AtlasData {
    let runs = pitfalls.flatMap { PlannedRun.plan($0, $0.acts.indices) }
    var pictures: [Picture] = []
    try ActRunner.run(runs, recording: MarkedPitfalls.program(for: pitfalls)) { event in
      guard case .ended(let result) = event else { return }
      let isRight = result.act.isRight(in: result.era)
      pictures.append(Picture(of: result.recordedRun, wanted: isRight ? nil : result.act.wanted))
      progress(pictures.count, runs.count)
    }
    func pictureOfEach(_ act: Int, of pitfall: Pitfall) -> [String: Int] {
      var shown = 0
      var pictures: [String: Int] = [:]
      for era in Era.allCases {
        let index = runs.firstIndex { $0.pitfall.id == pitfall.id && $0.act == act && $0.era == era }
        shown = index ?? shown
        pictures["\(era)"] = shown
      }
      return pictures
    }
    let entries = pitfalls.map { pitfall in
      Entry(
        id: pitfall.id, name: pitfall.name, title: pitfall.title, area: pitfall.area.rawValue,
        areaTitle: pitfall.area.title, lesson: "\(pitfall.lesson.number)", lessonTitle: pitfall.lesson.title,
        symptoms: pitfall.symptoms.map(\.rawValue), searched: pitfall.searched.joined(separator: " "), why: pitfall.why,
        fix: pitfall.fix, card: pitfall.card,
        acts: pitfall.acts.indices.map { index in
          let act = pitfall.acts[index]
          return ActEntry(
            number: index + 1, side: act.side, label: pitfall.label(of: act), title: act.title,
            sameMistake: act.sameMistake, pictures: pictureOfEach(index, of: pitfall),
            right: Era.allCases.filter(act.isRight).map { "\($0)" })
        })
    }
    let files = Set(
      pictures.flatMap { picture in
        [picture.run.source] + picture.steps.flatMap { $0.lines.map(\.file) }
      })
    var sources: [String: [String]] = [:]
    for file in files { sources[file] = MarkedPitfalls.sources.lines(of: file) }
    return AtlasData(pitfalls: entries, pictures: pictures.map(PictureEntry.init), sources: sources)
  }
}
