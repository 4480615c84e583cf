import Recording

/// What a page shows: runs with their pictures, and what a catalogue says about them. A run that is in no catalogue, such
/// as that of a learner's own program, is shown alone.
package struct PageData: Encodable, Sendable {
  /// What leads from the page's folder to the root of the package: links to cards, lessons and sources begin with it.
  let root: String
  /// The page on which a reader runs lines in any order, if it is in the same folder.
  let orders: String?
  let pitfalls: [Pitfall]
  let runs: [Run]
  /// For two runs, as `"3-5"`, a letter for each moment: `b` if both have a step, `l` or `r` if one has.
  let pairs: [String: String]
  /// The files that lines refer to, by their indexes.
  let files: [String]
  /// The entries of all keys, each as an element of a list.
  let keys: [String]
  /// The lines of each of these files.
  let sources: [String: [String]]

  /// - Parameters:
  ///   - root: what leads from the page's folder to the root of the package, such as `../`.
  ///   - orders: the name of the page of every order, if it is in the same folder.
  ///   - pairs: the moments of two runs, by their indexes, as `"3-5"`.
  ///   - lines: the lines of a file.
  package init(
    root: String = "", orders: String? = nil, _ pitfalls: [Pitfall] = [], _ runs: [DrawnRun],
    pairs: [String: String] = [:],
    lines: (_ file: String) -> [String]
  ) {
    var files = Numbers()
    var keys = Numbers()
    (self.root, self.orders, self.pitfalls, self.pairs) = (root, orders, pitfalls, pairs)
    self.runs = runs.map { Run($0, &files, &keys) }
    (self.files, self.keys) = (files.names, keys.names)
    sources = Dictionary(uniqueKeysWithValues: files.names.map { ($0, lines($0)) })
  }
}

/// A run with its pictures.
package struct DrawnRun: Sendable {
  let picture: Picture
  let isAsExpected: Bool
  /// What is wrong with a run that ends by itself: a check that fails, an exit code.
  let failure: String?
  /// Drawings as elements of a page. The groups of their elements say the steps to which they belong.
  let timeline, ownership: String
  /// The entries of the key of each drawing.
  let keys: [[String]]

  /// - Parameter isAsExpected: whether it ends as the catalogue says.
  package init(_ picture: Picture, isAsExpected: Bool = true, failure: String? = nil) {
    (self.picture, self.isAsExpected, self.failure) = (picture, isAsExpected, failure)
    let scenes = (Timeline.scene(of: DrawnSide(picture: picture, label: "", title: "")), Ownership.scene(of: picture))
    timeline = SVGPainter.text(of: scenes.0, asFile: false)
    ownership = SVGPainter.text(of: scenes.1, asFile: false)
    keys = [SVGPainter.key(of: scenes.0), SVGPainter.key(of: scenes.1)]
  }
}

extension PageData {
  package struct Pitfall: Encodable, Sendable {
    let id: String
    let name: String
    let title: String
    let lesson: String
    let lessonTitle: String
    /// The pages of the lesson and of the card, from the root of the package on.
    let lessonFile: String
    let card: String
    let symptoms: [String]
    /// How often one meets it in code today.
    let frequency: String
    /// The texts that a search looks through, a line each.
    let searched: String
    let why: String
    let fix: String
    let question: Question
    let acts: [Act]

    package init(
      id: String, name: String, title: String, lesson: (number: Int, title: String, file: String), card: String,
      symptoms: [String], frequency: String, searched: [String], why: String, fix: String, question: Question,
      acts: [Act]
    ) {
      (self.id, self.name, self.title, self.card, self.symptoms) = (id, name, title, card, symptoms)
      (self.lesson, lessonTitle, lessonFile) = ("\(lesson.number)", lesson.title, lesson.file)
      (self.searched, self.why, self.fix, self.acts) = (searched.joined(separator: "\n"), why, fix, acts)
      (self.frequency, self.question) = (frequency, question)
    }
  }

  /// A question to the reader before the first step.
  package struct Question: Encodable, Sendable {
    let text: String
    /// The number of the act that the question is about.
    let act: Int
    let choices: [Choice]

    package struct Choice: Encodable, Sendable {
      let text: String
      let isRight: Bool
      /// Why the choice is right or wrong.
      let because: String

      package init(_ text: String, isRight: Bool, because: String) {
        (self.text, self.isRight, self.because) = (text, isRight, because)
      }
    }

    package init(_ text: String, act: Int, _ choices: [Choice]) {
      (self.text, self.act, self.choices) = (text, act, choices)
    }
  }

  package struct Act: Encodable, Sendable {
    let number: Int
    /// `raw` is shown on the left, `managed` on the right.
    let side: String
    let label: String
    let title: String
    /// Whether it repeats the mistake of the other side, so that another act of its side is shown first.
    let sameMistake: Bool
    /// The run in each era, as an index. Eras that end the act alike share one.
    let runs: [String: Int]
    /// The eras in which the act ends as its author wants.
    let right: [String]

    package init(
      _ number: Int, side: String, label: String, title: String, sameMistake: Bool, runs: [String: Int], right: [String]
    ) {
      (self.number, self.side, self.label, self.title) = (number, side, label, title)
      (self.sameMistake, self.runs, self.right) = (sameMistake, runs, right)
    }
  }

  struct Run: Encodable, Sendable {
    let act: Int
    let era: String
    let source: String
    /// How the catalogue says it ends, if it ends otherwise.
    let expected: RecordedRun.Ending?
    let ending: RecordedRun.Ending
    /// What the author wants; absent if it ends so.
    let wanted: String?
    /// The objects that leak, if there are any.
    let leaks: [String]?
    let failure: String?
    let timeline: String
    let ownership: String
    /// The entries of the key of each drawing, by their indexes.
    let keys: [[Int]]
    let steps: [Moment]

    init(_ drawn: DrawnRun, _ files: inout Numbers, _ keys: inout Numbers) {
      let run = drawn.picture.run
      (act, era, source, ending) = (run.act, run.era, run.source, run.ending)
      (timeline, ownership, wanted) = (drawn.timeline, drawn.ownership, drawn.picture.wanted)
      failure = drawn.failure
      self.keys = drawn.keys.map { $0.map { keys.number(of: $0) } }
      let leaks = drawn.picture.steps.flatMap(\.marks).filter { $0.what == .leaks }.compactMap(\.from)
      self.leaks = leaks.isEmpty ? nil : leaks
      expected = drawn.isAsExpected ? nil : run.expected
      _ = files.number(of: run.source)
      steps = drawn.picture.steps.map { Moment($0, &files) }
    }
  }

  struct Moment: Encodable, Sendable {
    let title: String
    let sentence: String
    let isBad: Bool?
    /// Absent for the main thread.
    let thread: String?
    /// The index of a file, and a line in it: the innermost one, then those that called it.
    let lines: [[Int]]
    /// All lines that ran.
    let ran: [[Int]]
    /// What a reader's own program printed, a text for each time; absent if there is nothing.
    let printed: [PrintedText]?

    init(_ step: Step, _ files: inout Numbers) {
      (title, sentence, isBad) = (step.title, step.sentence, step.isBad)
      thread = step.thread == "main" ? nil : step.thread
      lines = step.lines.map { [files.number(of: $0.file), $0.line] }
      ran = step.ran.map { [files.number(of: $0.file), $0.line] }
      let printed = step.marks.filter { $0.stream != nil }.compactMap(\.printed)
      self.printed = printed.isEmpty ? nil : printed
    }
  }

  /// Numbers texts in the order in which they are met.
  struct Numbers {
    private(set) var names: [String] = []
    private var numbers: [String: Int] = [:]

    mutating func number(of name: String) -> Int {
      if let known = numbers[name] { return known }
      names.append(name)
      numbers[name] = names.count - 1
      return names.count - 1
    }
  }
}
