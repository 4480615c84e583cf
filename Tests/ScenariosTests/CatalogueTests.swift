import Foundation
import RawObserving
import Testing

@testable import Harness

@Suite("The catalogue", .watched)
struct CatalogueTests {
  @Test("the catalogue, the scenarios and the tests match: read this first")
  func match() throws {
    for (id, same) in Dictionary(grouping: Pitfall.all, by: \.id) where same.count > 1 {
      let files = same.map { "\($0.typeName).swift" }.joined(separator: " and ")
      Issue.record("\(id) is the id of \(files). Give one of them the area's next free number.")
    }
    for (name, same) in Dictionary(grouping: Pitfall.all, by: \.name) where same.count > 1 {
      Issue.record(
        "\(name) is the name of \(same.map(\.id).joined(separator: " and ")). Give one of them another name.")
    }
    let types = Set(Pitfall.all.map(\.typeName))
    for file in try files(in: "Sources/Scenarios/Pitfalls") where !types.contains(file.name) {
      Issue.record(
        "\(file.path) is no pitfall's program. Begin it with its entry, as DoubleAdd.swift does, and list it in Catalogue.swift."
      )
    }
    #expect(Set(Pitfall.all.map(\.source)).count == Pitfall.all.count)
  }

  @Test("each pitfall has one test, and 'swift test --filter' with its name runs that one alone")
  func tests() throws {
    // The filter is looked for in a test's identifier, and only a raw identifier can hold the name of a pitfall.
    let identifiers = try files(in: "Tests").flatMap { file in
      try text(of: file.path).components(separatedBy: "func `").dropFirst().map { $0.prefix { $0 != "`" } }
    }
    for pitfall in Pitfall.all {
      let test = "\(pitfall.id) \(pitfall.name): "
      // The space tells REM-1 from REM-10.
      for filter in [pitfall.name, "\(pitfall.id) "] {
        let selected = identifiers.filter { $0.contains(filter) }
        let advice = "Name one test of Tests/ScenariosTests/Pitfalls '\(test)…', and no other like it."
        #expect(selected.count == 1 && selected[0].hasPrefix(test), "\(filter) selects \(selected). \(advice)")
      }
    }
    let ids = Set(Pitfall.all.map(\.id))
    for identifier in identifiers.filter({ $0.contains(/^[A-Z]{3}-\d/) }) {
      #expect(ids.contains("\(identifier.prefix { $0 != " " })"), "\(identifier): no pitfall has this id")
    }
  }

  @Test("an id is an area and a number, and the scenario is in the area's folder", arguments: Pitfall.all)
  func places(of pitfall: Pitfall) throws {
    #expect(pitfall.id == "\(pitfall.area.rawValue)-\(pitfall.idNumber)", "an id is like REG-10")
    guard let text = try? text(of: pitfall.source) else {
      Issue.record("\(pitfall.id) needs \(pitfall.source). Move the file to the area's folder.")
      return
    }
    #expect(text.contains("enum \(pitfall.typeName) {"), "\(pitfall.source): name the type for the file")
  }

  @Test("the line that a run invites to change is in the file as often as it says", arguments: Pitfall.all)
  func changes(of pitfall: Pitfall) throws {
    guard let change = pitfall.change else { return }
    let lines = try text(of: pitfall.source).components(separatedBy: "\n")
    #expect(change.index(in: lines) != nil, "\(pitfall.source): \(change.line)")
  }

  @Test("a message is found by the broken rule, by its exception, and by its parts in their order")
  func messages() {
    let text = "*** Terminating app due to uncaught exception 'NSRangeException', reason: 'one, two'"
    #expect(Message(.notRegistered, "one", "two").isFound(in: text))
    #expect(Message(nil, "two").isFound(in: text))
    #expect(!Message(.notRegistered, "two", "one").isFound(in: text))
    #expect(!Message(.undefinedKey, "one").isFound(in: text))
    #expect(Message(.notRegistered, "one", "two").text == "NSRangeException: one … two")
    #expect(Message(.notRegistered, "one").matches(.notRegistered, text))
    #expect(!Message(.notRegistered, "one").matches(.indexesOutOfRange, text))
    #expect(!Message(.notRegistered, "one").matches(nil, text))
    #expect(Message(nil, "two").text == "two")
  }

  // MARK: What is said of a pitfall

  @Test("why and fix are sentences, the title is one without a full stop", arguments: Pitfall.all)
  func sentences(of pitfall: Pitfall) {
    for text in [pitfall.why, pitfall.fix, pitfall.prediction.question] + pitfall.prediction.choices.map(\.because) {
      #expect(".?)".contains(text.last ?? " "), "\(text)")
      #expect(!text.contains("  "), "\(text)")
    }
    #expect(pitfall.title.last != ".")
  }

  @Test("a prediction asks about an act, and has one right answer of three or four", arguments: Pitfall.all)
  func predictions(of pitfall: Pitfall) throws {
    let prediction = pitfall.prediction
    #expect(3...4 ~= prediction.choices.count)
    #expect(Set(prediction.choices.map(\.text)).count == prediction.choices.count)
    #expect(prediction.question.contains("?"))
    #expect(pitfall.acts.indices.contains(prediction.act - 1))
    let right = prediction.choices.filter(\.isRight)
    #expect(right.count == 1, "\(pitfall.card): one answer is right, the others are wrong")
    let dies = pitfall.acts[prediction.act - 1].classic.isDeath
    #expect(try #require(right.first).text.hasPrefix("The process dies") == dies)
  }

  @Test("the right answer is in each place about as often as in the others", arguments: [3, 4])
  func placesOfAnswers(_ count: Int) {
    let all = Pitfall.all.map(\.prediction.choices).filter { $0.count == count }
    for place in 0..<count {
      let share = Double(all.count { $0[place].isRight }) / Double(all.count)
      let even = 1 / Double(count)
      #expect(abs(share - even) <= 0.1, "place \(place + 1) of \(count): \(share) of \(all.count)")
    }
  }

  @Test("no question gives reasons in some of its options only", arguments: Pitfall.all)
  func reasons(of pitfall: Pitfall) {
    let texts = pitfall.prediction.choices.map(\.text)
    let count = texts.count { $0.contains(#/: |, because|, since|, so |\. \S/#) }
    #expect(count == 0 || count == texts.count, "\(pitfall.id): \(texts)")
  }

  @Test("the right answer is neither the longest nor the shortest much more often than by chance")
  func lengthsOfAnswers() {
    let all = Pitfall.all.map(\.prediction.choices)
    var (chance, longest, shortest) = (0.0, 0.0, 0.0)
    for choices in all {
      let lengths = choices.map(\.text.count)
      /// How likely it is to be right if you choose that length: of several that have it, you guess one.
      func share(_ length: Int?) -> Double {
        let guessed = choices.filter { $0.text.count == length }
        return guessed.contains(where: \.isRight) ? 1 / Double(guessed.count) : 0
      }
      chance += 1 / Double(choices.count)
      longest += share(lengths.max())
      shortest += share(lengths.min())
    }
    #expect(longest <= 1.3 * chance, "of \(all.count), by chance \(chance)")
    #expect(shortest <= 1.3 * chance, "of \(all.count), by chance \(chance)")
  }

  @Test("a question about the classic era says what that is", arguments: Pitfall.all)
  func era(of pitfall: Pitfall) {
    let question = pitfall.prediction.question
    #expect(!question.contains("classic era") || question.contains("the strict rules of systems up to iOS 10"))
  }

  @Test("every symptom is one of a pitfall, and every pitfall has up to three")
  func symptoms() {
    #expect(Set(Pitfall.all.flatMap(\.symptoms)) == Set(Symptom.allCases))
    for pitfall in Pitfall.all {
      #expect(1...3 ~= Set(pitfall.symptoms).count && Set(pitfall.symptoms).count == pitfall.symptoms.count)
    }
  }

  @Test("the seven to read first begin with seven symptoms, in several areas, and none is rare")
  func seven() {
    let seven = Pitfall.seven.map(\.pitfall)
    #expect(seven.count == 7 && Set(seven.map(\.id)).count == 7)
    #expect(Set(seven.compactMap(\.symptoms.first)).count == 7)
    #expect(Set(seven.map(\.area)).count >= 5)
    #expect(!seven.contains { $0.frequency == .rare })
    for (pitfall, reason) in Pitfall.seven { #expect(reason.last == "." && !reason.contains(". "), "\(pitfall.id)") }
  }

  @Test("a pitfall is said to die where an act of it dies", arguments: Pitfall.all)
  func deadlySymptoms(of pitfall: Pitfall) {
    let deadly: Set<Symptom> = [
      .diesWhenAdded, .diesWhenChanged, .diesWhenRemoved, .diesWhenObservedGoes, .diesWhenObserverGoes,
    ]
    let dies = pitfall.acts.contains { $0.side == .raw && $0.classic.isDeath && $0.wanted != nil }
    #expect(!dies || !deadly.isDisjoint(with: pitfall.symptoms))
    let anyDies = pitfall.acts.contains { act in Era.allCases.contains { act.expectation(in: $0).isDeath } }
    #expect(anyDies || deadly.isDisjoint(with: pitfall.symptoms))
  }

  @Test("what is wanted is not what is found; the hazard is wrong and the remedy is right", arguments: Pitfall.all)
  func wanted(of pitfall: Pitfall) {
    for act in pitfall.acts {
      let isWrong = Era.allCases.contains { !act.isRight(in: $0) }
      #expect(isWrong == (act.wanted != nil), "\(act.title)")
      #expect(!act.sameMistake || act.wanted != nil, "\(act.title)")
    }
    // THR-9 is a hazard of other runtimes. This engine does not have it, which its acts show.
    #expect(pitfall.acts.contains { $0.side == .raw && $0.wanted != nil } || pitfall.id == "THR-9")
    #expect(pitfall.acts.contains { $0.side == .managed && $0.wanted == nil })
  }

  @Test("every pitfall has a raw act and a managed one, the raw ones first", arguments: Pitfall.all)
  func sides(of pitfall: Pitfall) {
    let sides = pitfall.acts.map(\.side)
    #expect(sides.first == .raw)
    #expect(sides.last == .managed)
    #expect(sides == sides.filter { $0 == .raw } + sides.filter { $0 == .managed })
  }

  @Test("the remedy comes before the same mistake", arguments: Pitfall.all)
  func remedyFirst(in pitfall: Pitfall) {
    let managed = pitfall.acts.filter { $0.side == .managed }.map(\.sameMistake)
    #expect(managed == managed.filter { !$0 } + managed.filter { $0 })
  }

  @Test("each side has an act that speaks for it", arguments: Pitfall.all)
  func spokesmen(of pitfall: Pitfall) {
    for side in [Side.raw, .managed] {
      #expect(pitfall.acts.contains { $0.side == side && !$0.sameMistake })
    }
  }

  @Test(
    "a managed act that ends like the hazard is called the same mistake", arguments: Pitfall.all)
  func sameMistakes(in pitfall: Pitfall) {
    for act in pitfall.acts where act.side == .managed && !pitfall.isOfTheRemedy {
      #expect(act.sameMistake || act.classic != pitfall.acts[0].classic, "\(act.title)")
    }
    for act in pitfall.acts where act.sameMistake {
      #expect(act.side == .managed && !pitfall.isOfTheRemedy, "\(act.title)")
    }
  }

  @Test("an act whose title speaks of eras runs in all of them", arguments: Pitfall.all)
  func titlesThatSpeakOfEras(in pitfall: Pitfall) {
    for act in pitfall.acts where act.title.contains(/\bera/) {
      #expect(act.telling == Era.allCases, "\(act.title)")
    }
  }

  @Test("what happens to a deallocated observer differs in the current era alone")
  func deadObservers() {
    let acts = Pitfall.all.flatMap(\.acts)
    #expect(acts.contains { $0.isReadNotRun })
    for act in acts {
      guard case .dies(let message) = act.classic else { continue }
      let isOfObserver = message == .messageToDeallocated
      #expect(act.isReadNotRun == isOfObserver, "\(act.title)")
      #expect(!isOfObserver || act.telling == [.classic, .current], "\(act.title)")
    }
  }

  @Test(
    "an act is run in the classic era, and in the current one if that ends it otherwise or if that is the point")
  func telling() {
    let (one, other) = (Expectation.finds("one"), Expectation.finds("other"))
    #expect(Act.raw("", one) { _ in "" }.telling == [.classic])
    #expect(Act.raw("", one, everyEra: true) { _ in "" }.telling == [.classic, .current])
    #expect(Act.raw("", one, current: other) { _ in "" }.telling == [.classic, .current])
    #expect(Act.managed("", one, current: one) { _ in "" }.telling == [.classic])
    let act = Act.managed("", one, current: other) { _ in "" }
    #expect(Era.allCases.map { act.expectation(in: $0) } == [one, other])
  }

  private func text(of path: String) throws -> String {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    return try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
  }

  /// The Swift files in a folder and below it, with their names.
  private func files(in folder: String) throws -> [(path: String, name: String)] {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent(folder)
    return try FileManager.default.subpathsOfDirectory(atPath: root.path).filter { $0.hasSuffix(".swift") }.sorted()
      .map { ("\(folder)/\($0)", String($0.split(separator: "/").last?.dropLast(".swift".count) ?? "")) }
  }
}

extension Pitfall: CustomTestStringConvertible {
  /// The id, in the output of the tests.
  public var testDescription: String { id }
}
