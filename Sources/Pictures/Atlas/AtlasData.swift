import Foundation
import Harness
import RawObserving
import Recording

/// Makes the runs that the atlas shows.
struct AtlasData {
  private let pitfalls: [Pitfall]
  private let plan: [PlannedRun]
  private var pictures: [Picture] = []
  private var runs: [DrawnRun] = []

  /// Runs every act in every era that tells of it, several at a time.
  ///
  /// - Parameters:
  ///   - root: what leads from the page's folder to the root of the package.
  ///   - orders: the name of the page of every order, if it is in the same folder.
  static func recordingAll(_ pitfalls: [Pitfall], root: String, orders: String?, progress: (Int, Int) -> Void) throws
    -> PageData
  {
    var data = AtlasData(pitfalls)
    try ActRunner.run(data.plan, recording: MarkedPitfalls.program(for: pitfalls)) { event in
      guard case .ended(let result) = event else { return }
      data.add(result)
      progress(data.runs.count, data.plan.count)
    }
    return PageData(
      root: root, orders: orders, pitfalls.map(data.entry), data.runs, pairs: data.pairs,
      lines: SourceText.ofPackage.lines)
  }

  private init(_ pitfalls: [Pitfall]) {
    self.pitfalls = pitfalls
    plan = pitfalls.flatMap { PlannedRun.plan($0, $0.acts.indices) }
  }

  private mutating func add(_ result: ActResult) {
    let isRight = result.act.isRight(in: result.era)
    let picture = Picture(of: result.recordedRun, wanted: isRight ? nil : result.act.wanted)
    pictures.append(picture)
    runs.append(DrawnRun(picture, isAsExpected: result.isAsExpected))
  }

  private func entry(of pitfall: Pitfall) -> PageData.Pitfall {
    let lesson = pitfall.lesson
    let choices = pitfall.prediction.choices.map {
      PageData.Question.Choice($0.text, isRight: $0.isRight, because: $0.because)
    }
    return PageData.Pitfall(
      id: pitfall.id, name: pitfall.name, title: pitfall.title,
      lesson: (lesson.number, lesson.title, "Lessons/\(lesson.rawValue)"), card: "Lessons/\(pitfall.card)",
      symptoms: pitfall.symptoms.map(\.rawValue), frequency: pitfall.frequency.rawValue, searched: pitfall.searched,
      why: pitfall.why, fix: pitfall.fix,
      question: PageData.Question(pitfall.prediction.question, act: pitfall.prediction.act, choices),
      acts: pitfall.acts.enumerated().map { index, act in
        PageData.Act(
          index + 1, side: act.side.rawValue, label: pitfall.label(of: act), title: act.title,
          sameMistake: act.sameMistake,
          runs: Dictionary(uniqueKeysWithValues: Era.allCases.map { ("\($0)", run(of: index, of: pitfall, in: $0)) }),
          right: Era.allCases.filter(act.isRight).map { "\($0)" })
      })
  }

  /// The index of the act's run in that era, or in another one that ends it alike.
  private func run(of act: Int, of pitfall: Pitfall, in era: Era) -> Int {
    let own = plan.indices.filter { plan[$0].pitfall.id == pitfall.id && plan[$0].index == act }
    return own.first { plan[$0].era == era } ?? own[0]
  }

  /// The moments of every two runs that can be beside each other.
  private var pairs: [String: String] {
    var pairs: [String: String] = [:]
    for pitfall in pitfalls {
      let acts = pitfall.acts.indices
      for era in Era.allCases {
        for left in acts.filter({ pitfall.acts[$0].side == .raw }) {
          for right in acts.filter({ pitfall.acts[$0].side == .managed }) {
            let (i, j) = (run(of: left, of: pitfall, in: era), run(of: right, of: pitfall, in: era))
            pairs["\(i)-\(j)"] = pairs["\(i)-\(j)"] ?? Alignment(pictures[i], pictures[j]).letters
          }
        }
      }
    }
    return pairs
  }
}
