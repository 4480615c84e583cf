import Console
import Recording

/// What the story or the program prints.
extension StepMaker {
  /// Of what is printed without anything else in between, so many pieces are steps of their own.
  private static let mostInARow = 20
  /// How many lines of a piece are in the title of a step.
  private static let mostInTitle = 3

  mutating func takePrint(_ event: RecordedEvent) {
    guard let printed = event.printed else { return }
    var mark = Mark(.prints, from: nil, to: nil, printed.text)
    (mark.stream, mark.missed) = (event.stream, event.missed)
    let last = steps.count - 1
    if event.stream != nil, printing.steps[printed.stream] == last, last >= 0 {
      // The line goes on, and nothing happened in between.
      add(nil, mark)
    } else if isInside(event) {
      printing.sentences[last] = steps[last].sentence
      add(nil, mark)
    } else if event.stream != nil, let flood = printing.flood, flood == last {
      add(nil, mark)
    } else {
      let isFlood = event.stream != nil && steps.suffix(Self.mostInARow).count(where: \.isPrint) == Self.mostInARow
      begin(event, "", mark)
      if isFlood { printing.flood = steps.count - 1 }
      printing.sentences[steps.count - 1] = ""
      if printing.open.contains(printed.stream) { printing.goingOn.insert(steps.count - 1) }
    }
    let isOpen = event.stream != nil && !printed.text.hasSuffix("\n") && printed.missed == 0
    printing.steps[printed.stream] = isOpen ? steps.count - 1 : nil
    if isOpen { printing.open.insert(printed.stream) } else { printing.open.remove(printed.stream) }
    name(steps.count - 1, isKnown: event.thread != "" || event.stream == nil)
  }

  /// Whether it is printed in the call of an observer, or in the deinit, that is the last step.
  private func isInside(_ event: RecordedEvent) -> Bool {
    guard let step = steps.last, step.thread == event.thread else { return false }
    return !(isCallOver && step.marks.contains { $0.what == .calls })
      && step.marks.contains { mark in
        // A deinit that is over prints nothing more.
        let isOver = step.marks.contains { $0.what == .gone && $0.from == mark.from }
        return (mark.what == .calls || mark.what == .dying && !isOver) && observers[mark.from ?? ""] == nil
      }
      && !step.marks.contains { $0.what == .prints }
  }

  /// Says in a step what was printed in it.
  private mutating func name(_ index: Int, isKnown: Bool) {
    let lines = steps[index].printed(isGoingOn: printing.goingOn.contains(index))
    let sentence = printing.sentences[index] ?? ""
    let errors = lines.contains { $0.stream == .err } ? " on standard error" : ""
    let isStory = steps[index].marks.contains { $0.what == .prints && $0.stream == nil }
    let text = isStory ? lines.map(\.text).joined(separator: "\n") : lines.cut(to: Self.mostInARow).quoted
    if sentence.isEmpty {
      let isFlood = printing.flood == index
      let count = lines.reduce(0) { $0 + $1.count }
      steps[index].title =
        isFlood ? PrintedLine.more(count, on: .out).text : lines.cut(to: Self.mostInTitle).quoted
      steps[index].sentence =
        isStory
        ? "\(capital(whole)) says: \(text)." : "\(capital(whole)) prints\(errors): \(text)."
      if !isKnown { steps[index].sentence += " Several threads run, and it is not known which one." }
    } else {
      steps[index].sentence = sentence + " It prints\(errors): \(text)."
    }
  }

  /// What is known of what is being printed.
  struct Printing {
    /// The step in which each stream's line goes on, if nothing else happens.
    var steps: [TimedProcess.Stream: Int] = [:]
    /// The streams whose last line has no end yet.
    var open: Set<TimedProcess.Stream> = []
    /// The steps that begin within a line.
    var goingOn: Set<Int> = []
    /// What is said of steps besides what is printed in them.
    var sentences: [Int: String] = [:]
    /// The step that stands for all that is printed, since there is so much of it.
    var flood: Int?
  }
}

extension Step {
  /// Whether it is nothing but that something was printed.
  fileprivate var isPrint: Bool { marks.contains { $0.what == .prints } && title.hasPrefix("“") }

  /// The lines that were printed in it.
  ///
  /// - Parameter isGoingOn: whether the first one began in an earlier step.
  func printed(isGoingOn: Bool = false) -> [PrintedLine] {
    var pieces = marks.compactMap(\.printed)
    if isGoingOn, !pieces.isEmpty { pieces[0].text = "…" + pieces[0].text }
    return [PrintedLine](pieces)
  }
}

extension Mark {
  /// What was printed; nil for another mark.
  var printed: PrintedText? {
    guard what == .prints, let label else { return nil }
    return PrintedText(text: label, stream: stream ?? .out, missed: missed ?? 0)
  }
}

extension [PrintedLine] {
  /// The lines in quotes. What was printed on standard error says so.
  var quoted: String {
    map { line in
      if line.isMore { return line.text }
      let text = Self.keepingSpaces(line.shown)
      return "“\(text)”" + (line.stream == .err ? " (stderr)" : "")
    }.joined(separator: " ")
  }

  /// With spaces that no line break takes the place of, where one of several would be lost.
  private static func keepingSpaces(_ text: String) -> String {
    text.replacing(#/ (?= )|^ | $/#, with: "\u{A0}")
  }
}
