import Recording

/// A row of a timeline: a step, or several steps that share it.
struct TimelineRow: Equatable, Sendable {
  /// The steps of the row, counted from 1.
  let steps: ClosedRange<Int>
  let title: String
  /// What is printed in the step, or the last message of the process.
  var note = ""
  /// The name of the thread; empty for the main one.
  var thread = ""
  /// The line of the source where it happens, or the innermost one.
  var line: Int?
  var isBad = false
  /// Whether the row replaces steps that are not shown.
  var isFold = false
  var marks: [Mark] = []

  /// The row of a step.
  init(_ step: Step, number: Int) {
    steps = number...number
    title = step.title
    thread = step.thread == "main" ? "" : step.thread
    isBad = step.isBad == true
    marks = step.marks
    // The end is in no line.
    line = marks.contains { $0.what == .ends } ? nil : step.lines.first?.line
    if let death = marks.first(where: { $0.what == .dies }) {
      note = LastWords(death.label ?? "", death.violation).text
    } else if !title.hasPrefix("“"), !title.hasPrefix("…") {
      note = step.printed().cut(to: 3).quoted
    }
  }

  /// The row of steps that are not shown. Their marks still count, for what exists afterwards.
  init(folding all: [Step], _ folded: Range<Int>, _ title: String) {
    steps = (folded.lowerBound + 1)...folded.upperBound
    self.title = title
    isFold = true
    marks = all[folded].flatMap(\.marks)
    isBad = all[folded].contains { $0.isBad == true }
  }

  /// Whether a statement ran and no observer was called.
  var isSilent: Bool { marks.contains { $0.what == .runs } }

  /// The marks that are drawn as arrows: each of them has a line of the row.
  var arrows: [Mark] { isFold ? [] : marks.filter { [.adds, .removes, .drops, .calls, .skips].contains($0.what) } }

  /// The rows of the steps. Of a long run, repeated steps share a row.
  ///
  /// - Parameter most: how many rows there may be.
  static func rows(of steps: [Step], most: Int = 40) -> [TimelineRow] {
    let all = steps.enumerated().map { TimelineRow($1, number: $0 + 1) }
    if all.count <= most { return all }
    let folded = Folding(steps).rows
    if folded.count <= most { return folded }
    // Too few steps repeat, so the middle is left out.
    let end = most / 3
    let middle = (most - 1 - end)..<(steps.count - end)
    let fold = TimelineRow(folding: steps, middle, "… \(middle.count) more steps")
    return all[..<middle.lowerBound] + [fold] + all[middle.upperBound...]
  }
}

/// Finds repeated steps in a long run.
private struct Folding {
  let steps: [Step]
  private let keys: [String]
  /// The longest pattern, and how many times it is shown before the rest is left out.
  private static let longest = 8
  private static let shown = 2

  init(_ steps: [Step]) {
    self.steps = steps
    // Steps are alike if they, and what they print, differ in numbers only: `clock 2 is made`, `clock 3 is made`.
    let numbers = #/ ?\d+/#
    keys = steps.map { step in
      let text = "\(step.title) \(step.printed().quoted)"
      return step.thread + " " + text.replacing("the ", with: "").replacing(numbers, with: "").lowercased()
    }
  }

  var rows: [TimelineRow] {
    var rows: [TimelineRow] = []
    var index = 0
    while index < steps.count {
      let (length, count) = repetition(at: index)
      let kept = length * (count > Self.shown + 1 ? Self.shown : count)
      rows += (index..<(index + kept)).map { TimelineRow(steps[$0], number: $0 + 1) }
      let end = index + length * count
      if index + kept < end {
        let more = count - Self.shown
        let title = length == 1 ? "… \(more) more like this" : "… \(more) more times the same \(length) steps"
        rows.append(TimelineRow(folding: steps, (index + kept)..<end, title))
      }
      index = end
    }
    return rows
  }

  /// The pattern that covers most steps from here on: its length, and how many times it comes.
  private func repetition(at start: Int) -> (length: Int, count: Int) {
    var best = (length: 1, count: 1)
    for length in 1...Self.longest {
      var count = 1
      while start + length * (count + 1) <= keys.count,
        (0..<length).allSatisfy({ keys[start + $0] == keys[start + length * count + $0] })
      {
        count += 1
      }
      if count > Self.shown + 1, length * count > best.length * best.count { best = (length, count) }
    }
    return best
  }
}
