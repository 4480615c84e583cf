import Foundation
import ProgramSupport
import RawObserving
import TestSupport
import Testing

@testable import Course
@testable import Harness
@testable import Pictures
@testable import Recording

@Suite("Questions", .watched)
final class QuizTests {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)

  deinit { try? FileManager.default.removeItem(at: folder) }

  private var file: PositionFile { PositionFile(["XDG_DATA_HOME": folder.path]) }

  private func run(_ words: String) throws -> BuiltScenarios.Run {
    try BuiltScenarios.shell("export XDG_DATA_HOME='\(folder.path)' && scenarios \(words) </dev/null")
  }

  /// The number of the right answer, or of a wrong one.
  private func choice(_ id: String, isRight: Bool) throws -> Int {
    try #require(Pitfall.named(id)?.prediction.choices.firstIndex { $0.isRight == isRight }) + 1
  }

  // MARK: A quiz

  @Test("a question comes with its code; the answer with its reason and its run")
  func answer() throws {
    let pitfall = try #require(Pitfall.named("REG-1"))
    let asked = try run("quiz REG-1")
    #expect(asked.exitCode == 0 && asked.output.contains("'./scenarios quiz REG-1 --answer N'"))
    for (number, line) in try CodeExcerpt.all(of: .raw, in: pitfall).flatMap(\.forQuestion) where !line.isEmpty {
      #expect(asked.output.contains("\(number) \(line)\n"))
    }
    #expect(!asked.output.contains("needs a second remove"), "a comment tells the answer")
    let wrong = try choice("REG-1", isRight: false)
    let answered = try run("quiz REG-1 --answer \(wrong)")
    let right = try #require(pitfall.prediction.choices.first { $0.isRight })
    #expect(answered.output.contains("raw 1/3") && answered.output.contains("✗ You expected: "))
    #expect(answered.output.contains("The answer is: \(right.text)"))
    #expect(try run("quiz REG-1 --answer 9").exitCode == 64)
  }

  @Test("what is missed is asked again at the end, and first the next time")
  func missed() throws {
    let names = ["MOD-16", "MOD-8"]
    let words = names.joined(separator: " ")
    #expect(try run("quiz \(words)").output.contains("\nMOD-16: what"))
    _ = try run("quiz \(words) --answer \(try choice("MOD-16", isRight: false))")
    #expect(try run("quiz \(words)").output.contains("\nMOD-8: what"))
    let second = try run("quiz \(words) --answer \(try choice("MOD-8", isRight: true))")
    #expect(!second.output.contains("That is all"))
    #expect(try run("quiz \(words)").output.contains("\nMOD-16: what"))
    #expect(try file.read().missed == ["MOD-16"])
    let third = try run("quiz \(words) --answer \(try choice("MOD-16", isRight: true))")
    #expect(third.output.contains("1 of 2 were right the first time") && third.output.contains("You missed MOD-16"))
    #expect(try file.read().missed.isEmpty && file.read().quizzes.isEmpty)
    // It was right in the end. A wrong answer elsewhere brings it to the front.
    _ = try run("quiz MOD-8 --answer \(try choice("MOD-8", isRight: false))")
    #expect(try run("quiz \(words)").output.contains("\nMOD-8: what"))
  }

  @Test("on a terminal one question follows the other, and Ctrl-D leaves the rest for later")
  func onTerminal() throws {
    let (first, second) = (try choice("MOD-16", isRight: true), try choice("MOD-8", isRight: true))
    func quiz(_ typed: [String]) throws -> String {
      try Terminal.run(
        try BuiltScenarios.url, ["quiz", "MOD-16", "MOD-8"], environment: ["XDG_DATA_HOME": folder.path],
        events: typed.map { ("from 1 to ", .type($0)) }
      ).shown
    }
    let begun = try quiz(["\(first)\n", "\u{4}"])
    #expect(begun.contains("MOD-16: what") && begun.contains("MOD-8: what") && begun.contains("✓ You expected"))
    #expect(try file.read().quizzes.count == 1)
    let ended = try quiz(["\(second)\n"])
    #expect(!ended.contains("MOD-16: what") && ended.contains("2 of 2 were right the first time"))
  }

  @Test("an area has a question about each of its pitfalls", arguments: Area.allCases)
  func areas(_ area: Area) {
    #expect(Set(area.pitfalls.map(\.id)).isSubset(of: Question.names(of: area.pitfalls)))
  }

  @Test("every question has code to look at", arguments: Pitfall.all)
  func code(of pitfall: Pitfall) throws {
    let code = try Question.choice(pitfall).code().flatMap(\.forQuestion).map(\.text)
    #expect(code.contains { !$0.isEmpty })
    #expect(!code.contains { $0.contains("snippet.") || $0.hasPrefix("//") })
    expectUntold(code)
    // A check in the mediator tells what it does.
    #expect(!code.contains { $0.contains("terminate(") })
  }

  @Test("the code that a question shows has run when its act is played, and not another act's code")
  func ran() throws {
    let program = try MarkedPitfalls.program(for: Pitfall.all)
    func lines(_ act: Int, of pitfall: Pitfall) throws -> Set<Int> {
      try ActRunner.run(act, of: pitfall, in: .classic, recording: program).recordedRun.linesThatRan
    }
    for pitfall in Pitfall.all {
      let asked = pitfall.prediction.act - 1
      let ran = try lines(asked, of: pitfall)
      for excerpt in try CodeExcerpt.forQuestion(about: pitfall) {
        let shown = excerpt.firstLine..<excerpt.firstLine + excerpt.lines.count
        if ran.contains(where: shown.contains) { continue }
        // A declaration of no act, or of another module, never runs.
        for other in pitfall.acts.indices where other != asked {
          #expect(try !lines(other, of: pitfall).contains(where: shown.contains), "\(pitfall.id), lines \(shown)")
        }
      }
    }
  }

  /// Expects that no line has a text of the story's output.
  private func expectUntold(_ code: [String], _ location: SourceLocation = #_sourceLocation) {
    for line in code {
      #expect(!line.contains(#/story\.say\("[^…]/#), sourceLocation: location)
      #expect(!line.contains(#/^ *(return|let finding =) .*".*"$/#), sourceLocation: location)
    }
  }

  @Test("of what a story says, a question shows only the values, and nothing of what it finds")
  func untold() throws {
    let source = [
      "  func f() {", "    story.say(\"it dies\")", "    view.story.say(\"it dies\")",
      "    story.say(\"it is \\(times(a.b)) and \\(c)\")", "    deinit { story.say(\"it dies\") }",
      "    return \"it finds \\(a)\"", "      + \"and more\"", "    return total  // as above", "",
      "    // snippet.end", "", "  }",
    ]
    let shown = CodeExcerpt.members(of: source, in: "x", with: [3]).flatMap(\.forQuestion)
    #expect(
      shown.map(\.text) == [
        "func f() {", "  story.say(\"… \\(times(a.b)) \\(c)\")", "  deinit { story.say(\"…\") }", "  return total", "",
        "}",
      ])
    #expect(shown.map(\.number) == [1, 4, 5, 8, 9, 12])
  }

  @Test("comments go, and everything else of a line stays")
  func uncommented() throws {
    let source = try PackageRoot.lines(of: "Sources/Scenarios/Pitfalls/Registration/DoubleAdd.swift")
    let members = CodeExcerpt.members(of: source, in: "x", with: [source.count - 5])
    #expect(members.count == 1 && members[0].lines.last == "}")
  }

  // MARK: The ten

  /// The two sets of ten questions of a path.
  private static let sets = CoursePath.allCases.flatMap { path in [0, 1].map { (path, $0) } }

  @Test("the ten of a path are about pitfalls that its lessons explain, and no lesson asks one", arguments: sets)
  func ten(of path: CoursePath, taken: Int) throws {
    let ten = Quiz.ten(of: path, taken: taken)
    #expect(ten.count == 10 && Set(ten).count == 10)
    #expect(Set(ten).isDisjoint(with: Lesson.allCases.compactMap { $0.prediction?.id }))
    #expect(Set(ten).isDisjoint(with: Quiz.ten(of: path, taken: taken + 1)))
    // What the path has to be read for, without what is by choice, and without the lists of cards.
    let read = try path.stops.filter { !path.isByChoice($0.lesson) }.flatMap { stop in
      try PackageRoot.lines(of: "Lessons/\(stop.lesson.rawValue)").joined(separator: "\n").split(separator: "\n## ")
        .filter { section in stop.part.map { $0.sections.contains { section.hasPrefix("\($0)\n") } } ?? true }
        .filter { !$0.hasPrefix("Cards\n") }
    }
    for pitfall in ten.compactMap(Pitfall.named) {
      #expect(read.contains { $0.contains(pitfall.card) }, "\(pitfall.id)")
    }
  }

  @Test("no tracing question of a path is about the act that one of its ten asks about", arguments: sets)
  func tenAreNotTraced(on path: CoursePath, taken: Int) {
    let ten = Quiz.ten(of: path, taken: taken)
    for case .tracing(let tracing) in Course.steps(on: path) where ten.contains(tracing.pitfall.id) {
      #expect(tracing.act != tracing.pitfall.prediction.act, "\(tracing.name)")
    }
  }

  @Test("the ten of the whole course are about ten areas", arguments: [0, 1])
  func areasOfTen(taken: Int) {
    #expect(Set(Quiz.ten(of: .maintain, taken: taken).compactMap(Pitfall.named).map(\.area)).count == 10)
  }

  @Test("README's first screen, which everybody has read, answers none of the ten", arguments: sets)
  func tenAreNotInREADME(_ path: CoursePath, taken: Int) throws {
    let first = try PackageRoot.lines(of: "README.md").prefix { $0 != "## Run it" }.joined(separator: "\n")
    for id in Quiz.ten(of: path, taken: taken) {
      #expect(!first.contains(try #require(Pitfall.named(id)).card), "\(id)")
    }
  }

  // MARK: The good outcome

  /// Whether the act of the question ends as the author of its code wants.
  private func endsWell(_ pitfall: Pitfall, _ act: Int) -> Bool {
    pitfall.acts[act - 1].isRight(in: .classic) && !pitfall.acts[act - 1].expectation(in: .classic).isDeath
  }

  @Test("a third of all questions are about what ends well, so that the good outcome cannot be struck out unread")
  func goodOutcomes() throws {
    #expect(3 * Pitfall.all.count { endsWell($0, $0.prediction.act) } >= Pitfall.all.count)
    for path in CoursePath.allCases {
      let asked = Course.steps(on: path).compactMap { step -> Bool? in
        switch step {
        case .prediction(let pitfall): endsWell(pitfall, pitfall.prediction.act)
        case .tracing(let tracing): endsWell(tracing.pitfall, tracing.act)
        case .reading, .exercise: nil
        }
      }
      #expect(3 * asked.count(where: \.self) >= asked.count, "\(path): \(asked)")
    }
    for (path, taken) in Self.sets {
      let ten = Quiz.ten(of: path, taken: taken).compactMap(Pitfall.named)
      #expect(4...6 ~= ten.count { endsWell($0, $0.prediction.act) }, "\(path), \(taken)")
    }
  }

  @Test("outside the mediator's own area, that a question names a controller is no hint of how it ends")
  func namedController() {
    let others = Pitfall.all.filter { $0.area != .mediator }
    func isManaged(_ pitfall: Pitfall) -> Bool { pitfall.prediction.question.contains(#/controller|scoped/#) }
    let managed = others.filter(isManaged).map { endsWell($0, $0.prediction.act) }
    #expect(3 * managed.count { !$0 } >= managed.count, "\(managed.count { !$0 }) of \(managed.count)")
    let byHand = others.filter { !isManaged($0) }.map { endsWell($0, $0.prediction.act) }
    #expect(6 * byHand.count(where: \.self) >= byHand.count, "\(byHand.count(where: \.self)) of \(byHand.count)")
  }

  /// The number of the right answer, or of a wrong one, as the ten show the choices.
  private func choice(_ id: String, number: Int, taken: Int = 0, isRight: Bool) throws -> Int {
    let prediction = try #require(Pitfall.named(id)).prediction.shuffled(by: 100 * taken + number)
    return try #require(prediction.choices.firstIndex { $0.isRight == isRight }) + 1
  }

  @Test("a shuffled question has the same choices in an order that depends on the number alone")
  func shuffled() throws {
    let prediction = try #require(Pitfall.all.map(\.prediction).first { $0.choices.count == 4 })
    let orders = (0..<100).map { prediction.shuffled(by: $0).choices.map(\.text) }
    #expect(orders.allSatisfy { $0.sorted() == prediction.choices.map(\.text).sorted() })
    #expect(Set(orders).count > 12 && orders[7] == prediction.shuffled(by: 7).choices.map(\.text))
    // The right one is at each place about equally often.
    let places = (0..<400).map { prediction.shuffled(by: $0).choices.firstIndex { $0.isRight } ?? -1 }
    for place in prediction.choices.indices { #expect(places.count { $0 == place } > 60, "\(place)") }
  }

  @Test("a change of the path changes the ten, and what was answered on the other one is not compared")
  func tenOfNewCode() throws {
    var position = Position()
    position.path = .new
    position.tens = [Dictionary(uniqueKeysWithValues: Quiz.ten(of: .maintain, taken: 0).map { ($0, true) })]
    #expect(file.write(position) == nil)
    #expect(try run("quiz --ten").output.contains("before the path for new code"))
    var last = ""
    for (index, id) in Quiz.ten(of: .new, taken: 0).enumerated() {
      last = try run("quiz --ten --answer \(try choice(id, number: index + 1, isRight: true))").output
    }
    #expect(last.contains("10 of 10 right.") && last.contains("That is kept."))
  }

  @Test("without a path the ten are those of the whole course, which is then the path, and the program says so")
  func tenWithoutPath() throws {
    let first = try run("quiz --ten").output
    #expect(first.contains("This is the whole course.") && first.contains("before the whole course"))
    #expect(try file.read().path == .maintain)
  }

  @Test("the ten are asked without answers; the second time ten others are, and the themes are compared")
  func twice() throws {
    func take(_ taken: Int, right count: Int) throws -> String {
      var last = ""
      for (index, id) in Quiz.ten(of: .maintain, taken: taken).enumerated() {
        let asked = try run("quiz --ten").output
        #expect(asked.contains("Question \(index + 1) of 10.") && asked.contains("\(id): what will happen?"))
        let choice = try choice(id, number: index + 1, taken: taken, isRight: index < count)
        last = try run("quiz --ten --answer \(choice)").output
        #expect(!last.contains("You expected") && !last.contains("The answer is: "))
      }
      return last.replacing(/\s+/, with: " ")
    }
    let before = try take(0, right: 4)
    #expect(before.contains("4 of 10 right.") && before.contains("That is kept."))
    // The course asks its own questions as if these had never been asked.
    #expect(try file.read().answers.isEmpty && file.read().missed.isEmpty)
    #expect(try run("quiz --ten").output.contains("are for its end"))
    var position = try file.read()
    position.answers["REG-3"] = 1
    #expect(file.write(position) == nil)
    let after = try take(1, right: 7)
    #expect(after.contains("7 of 10 right.") && after.contains("The first time it was 4."))
    let pairs = Quiz.pairs(of: .maintain)
    #expect(after.contains("Right now and not then: \(pairs[4..<7].map(\.theme).joined(separator: ", "))."))
    #expect(after.contains("To read: \(pairs[7...].map(\.after).joined(separator: ", "))."))
  }

  // MARK: Tracing

  @Test("there are fifteen tracing questions, of five kinds")
  func tracing() {
    #expect(Tracing.all.count == 15 && Set(Tracing.all.map(\.name)).count == 15)
    #expect(Tracing.all.count(where: \.isInventory) >= 3)
    for kind in [Tracing.Kind.calls, .order, .line] { #expect(Tracing.all.count { $0.kind == kind } >= 2) }
    #expect(Set(Tracing.all.map { $0.pitfall.lesson.number }).count >= 8)
  }

  @Test("the answer is in the recording, and its code is shown", arguments: Tracing.all.map(\.name))
  func trace(_ name: String) throws {
    let tracing = try #require(Tracing.all.first { $0.name == name })
    let recorded = try #require(
      try RecordedRuns.all.first { $0.pitfall == tracing.pitfall.id && $0.act == tracing.act && $0.era == "classic" })
    let trace = try Trace(of: tracing, in: recorded)
    let shown = trace.code.flatMap(\.forQuestion)
    expectUntold(shown.map(\.text))
    switch tracing.kind {
    case .calls:
      // Counted in another way: what each registration, and each record, did.
      let direct = recorded.events.count { $0.what == .calls && $0.other != "mediator" }
      #expect(trace.answer == [direct + recorded.events.count { $0.what == .passes }])
    case .order:
      #expect(Set(trace.names).count > 1 && trace.answer.count >= trace.names.count)
      #expect(trace.answer.map { trace.names[$0 - 1] } == recorded.calls.map(\.object))
    case .runs:
      // The line counts what the pitfall finds: the calls of a view.
      #expect(trace.answer == [recorded.events.count { $0.what == .says && $0.text == "the view is called" }])
    case .line:
      let line = try #require(trace.answer.first)
      #expect(shown.contains { $0.number == line && !$0.text.isEmpty })
      // The line that began last.
      let last = try #require(recorded.events.last { $0.what == .line && $0.lines.first?.file == recorded.source })
      #expect(line == last.lines.first?.line)
    case .alive:
      // What has been deallocated before the line that the question names.
      let line = try #require(trace.question.firstMatch(of: /line (\d+)/).flatMap { Int($0.1) })
      let end = try #require(recorded.events.firstIndex { $0.what == .line && $0.lines.first?.line == line })
      let gone = Set(recorded.events[..<end].filter { $0.what == .gone }.compactMap(\.object))
      let alive = trace.answer == [0] ? [] : trace.answer.map { trace.names[$0 - 1] }
      #expect(alive == trace.names.filter { !gone.contains($0) } && trace.names.count >= 3)
    }
    // A text in the code may tell a number.
    let told = shown.flatMap { $0.text.matches(of: /"[^"]*"/).map { $0.output.lowercased() } }
    for word in try Self.words(for: trace) { #expect(!told.contains { $0.contains(word) }, "\(word) is told") }
    let lines = Set(trace.code.flatMap { $0.firstLine..<$0.firstLine + $0.lines.count })
    for line in recorded.linesThatRan { #expect(lines.contains(line), "line \(line) ran") }
    let question = Question.traced(trace)
    #expect(question.isRight(trace.answer) && !question.isRight([trace.answer[0] + 1]))
    if tracing.isInventory {
      #expect(question.answer("2 1 2") == [1, 2] && question.answer("0") == [0] && question.answer("0 1") == nil)
      #expect(question.answer("\(trace.names.count + 1)") == nil)
    }
    #expect(question.answer(trace.answer.map { "\($0)" }.joined(separator: ", ")) == trace.answer)
    #expect(question.answer("x") == nil && question.answer("") == nil)
  }

  /// The words in which a text could tell the answer to a question about a number.
  private static func words(for trace: Trace) throws -> [String] {
    let words = [["never"], ["once"], ["twice", "two calls"], ["three"], ["four"], ["five"], ["six"]]
    switch trace.tracing.kind {
    case .calls, .runs:
      let number = trace.answer[0]
      return try #require(words.indices.contains(number) ? words[number] : nil) + ["\(number) time", "\(number) call"]
    case .order, .line, .alive: return []
    }
  }

  @Test("a death is asked for by the innermost line that is running, and told with the lines that called it")
  func death() throws {
    let tracing = Tracing("remove-in-initial", act: 1, .line)
    let recorded = try #require(
      try RecordedRuns.all.first { $0.pitfall == "REM-7" && $0.act == 1 && $0.era == "classic" })
    let trace = try Trace(of: tracing, in: recorded)
    #expect(trace.question.contains("is running then"))
    #expect(trace.because.contains("`object.removeObserver(self, forKeyPath: \"date\")`. Line "))
    #expect(trace.because.contains(" leads to line \(trace.answer[0])."))
    #expect(trace.because.hasSuffix(tracing.pitfall.why))
  }

  @Test("a tracing question is asked from a recording that is made now")
  func recording() throws {
    let tracing = try #require(Tracing.all.first { $0.kind == .order })
    let name = tracing.pitfall.id
    _ = try run("quiz \(name) --answer \(try choice(name, isRight: true))")
    let asked = try run("quiz \(name)")
    #expect(asked.output.contains("one after the other?"))
    let answer = try tracing.trace().answer
    let right = try run("quiz \(name) --answer '\(answer.map { "\($0)" }.joined(separator: " "))'")
    #expect(right.output.contains("✓ You expected: ") && right.output.contains("The recorded calls: "))
    #expect(right.output.contains("2 of 2 were right the first time"))
  }
}
