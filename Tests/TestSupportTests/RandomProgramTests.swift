import Foundation
import TestSupport
import Testing

@Suite("Random programs, and the smallest program that two sides play otherwise", .watched)
struct RandomProgramTests {
  private static let count = everyTest ? 600 : 150
  private static let seeds = 0..<count

  @Test("the same seed makes the same program, another seed another one, and each can be read")
  func seeds() throws {
    let texts = try Self.seeds.map { try RandomProgram.make(seed: $0).text }
    #expect(Set(texts).count == texts.count)
    #expect(try Self.seeds.map { try RandomProgram.make(seed: $0).text } == texts)
    for text in texts { #expect(try ProgramFile(text).programs.map(\.text) == [text]) }
  }

  @Test("together they do everything that a program of the files can do, but dropping and counting")
  func everything() throws {
    var missing: Set = [
      "add", "remove", "setter", "storage", "name", "will", "did", "value", "elements", "members", "insert", "removeAt",
      "replace", "append", "discard", "changeMembers",
    ]
    for seed in Self.seeds {
      let program = try RandomProgram.make(seed: seed)
      for action in program.commands.map(\.action) + program.reactions.map(\.action) {
        missing.subtract(Self.words(action))
      }
    }
    #expect(missing.isEmpty)
  }

  private static func words(_ action: Program.Action) -> [String] {
    switch action {
    case .add: ["add"]
    case .remove: ["remove"]
    case .set(_, _, let way): ["\(way)"]
    case .announce(let half, .value, _): ["\(half)", "value"]
    case .announce(let half, .elements, _): ["\(half)", "elements"]
    case .announce(let half, .members, _): ["\(half)", "members"]
    case .change(_, .insert): ["insert"]
    case .change(_, .remove): ["removeAt"]
    case .change(_, .replace): ["replace"]
    case .change(_, .append): ["append"]
    case .change(_, .discard): ["discard"]
    case .change(_, .members): ["changeMembers"]
    case .change(_, .clearElements), .change(_, .clearMembers), .drop, .count, .increase: []
    }
  }

  @Test("most of them call an observer, a few raise, and the engine plays each twice in the same way")
  func worthPlaying() async {
    await #expect(processExitsWith: .success) {
      let programs = try Self.seeds.map { try RandomProgram.make(seed: $0) }
      let (first, second) = (Player.play(programs).map(\.heard), Player.play(programs).map(\.heard))
      #expect(first == second, "one program is played in two ways")
      let called = first.count { $0.joined().contains { !$0.hasPrefix("raise ") } }
      let raised = first.count { $0.joined().contains { $0.hasPrefix("raise ") } }
      #expect(called > 3 * Self.count / 4, "\(called) of \(Self.count) call an observer")
      #expect((Self.count / 120..<Self.count / 10).contains(raised), "\(raised) of \(Self.count) raise")
    }
  }

  // MARK: Two sides

  /// What the engine does, in this process.
  private static func engine(_ program: Program) -> Program.Log { Player.play([program])[0].heard }

  @Test("the engine beside itself differs in no random program, and the order within a command does not count")
  func same() async {
    await #expect(processExitsWith: .success) {
      let sides = Sides(there: { Self.engine($0).map { $0.reversed() } }, here: Self.engine)
      for seed in 0..<Self.count / 5 {
        let difference = await sides.difference(in: try RandomProgram.make(seed: seed))
        #expect(difference == nil, "\(difference?.text ?? "")")
      }
    }
  }

  /// One side says something false of the calls before a change of a child's text.
  private static func lie(_ log: Program.Log) -> Program.Log {
    log.map { $0.map { $0.replacing("a.child.text prior", with: "a.child.text") } }
  }

  @Test("a lie is found, and shrunk to the registration and the change that it takes")
  func lie() async {
    await #expect(processExitsWith: .success) {
      var found = 0
      for seed in 0..<Self.count / 2 {
        let sides = Sides(there: { Self.lie(Self.engine($0)) }, here: Self.engine)
        guard let difference = await sides.difference(in: try RandomProgram.make(seed: seed)) else { continue }
        found += 1
        let actions = difference.commands.map(\.action)
        // An observer, its path, and a change of the child, or a child and a change of its text.
        #expect((2...3).contains(actions.count), "\(difference.text)")
        #expect(difference.reactions.isEmpty, "\(difference.text)")
        let last = difference.commands.last
        #expect(last?.lines("-").contains { $0.contains("a.child.text prior") } == false, "\(difference.text)")
        #expect(last?.lines("+").contains { $0.contains("a.child.text prior") } == true, "\(difference.text)")
        // It can be pasted into the file of programs.
        #expect(try ProgramFile(difference.text).programs.map(\.text) == [difference.text], "\(difference.text)")
      }
      #expect(found > Self.count / 120, "\(found) of \(Self.count / 2) programs have what the lie is about")
    }
  }

  @Test("a reaction that a lie needs stays, and the others go")
  func reaction() async throws {
    let text = """
      ## needs-a-reaction
      on call 1 of A: a.flagA = x
      on call 2 of A: a.flagB = x
      add B to a.flagA, new
      add B to a.flagB, new
      add A to a.number, new
      a.text = x
      a.number = 1
      a.number = 2
      """
    await #expect(processExitsWith: .success) { [text = text as String] in
      let program = try #require(try ProgramFile(text).programs.first)
      let sides = Sides(
        there: { Self.engine($0).map { $0.filter { $0 != "B a.flagB new x" } } }, here: Self.engine)
      let difference = try #require(await sides.difference(in: program))
      #expect(
        difference.text == """
          ## needs-a-reaction A random program of 6 commands was shrunk to these 4.
          on call 2 of A: a.flagB = x
          add B to a.flagB, new
          add A to a.number, new
          a.number = 1
            A a.number new 1
          a.number = 2
            A a.number new 2
          + B a.flagB new x (unexplained)

          """)
    }
  }

  @Test("what both sides did before and after a difference has no mark")
  func marks() throws {
    let program = try #require(try ProgramFile("## x\na.text = x\na.text = y\n").programs.first)
    let marked = program.with(there: [["1", "2", "3", "4"], ["raise X"]], here: [["1", "3", "5", "4"], []])
    #expect(marked.commands[0].lines("-") == ["1", "2", "3", "4"])
    #expect(marked.commands[0].lines("+") == ["1", "3", "5", "4"])
    #expect(marked.commands[0].calls.map(\.mark) == [" ", "-", "-", "+", "+", " "])
    #expect(marked.commands[1].calls.map(\.mark) == ["-"])
  }

  @Test("a side that stops in the middle, or goes on, differs")
  func ends() {
    #expect(!Program.differ([["x", "y"], []], [["y", "x"], []]))
    #expect(Program.differ([["x"], ["raise NSRangeException"]], [["x"], [], []]))
    #expect(Program.differ([["x"]], [["x"], []]))
    #expect(Program.differ([["x"], []], [[], ["x"]]))
  }

  // MARK: Programs of the files

  @Test("a program of the files that is played in a process of its own leaves the log that its file has")
  func inItsProcess() async throws {
    let programs = try ProgramFile(named: "scenarios").programs
    // A call, an exception, and a reaction.
    for id in ["REG-05", "REG-07", "RE-01"] {
      let program = try #require(programs.first { $0.id == id }, "there is no program \(id)")
      #expect(await Player.log(of: program) == program.log("+"), "\(id)")
    }
  }

  @Test("the log of a process has what came before its end, and how it ended")
  func log() {
    func log(_ text: String) -> Program.Log { Program.LogWriter.log(in: Array(text.utf8)) }
    #expect(log("program >\nprogram   A a.text\nnoise\nprogram >\nprogram .\n") == [["A a.text"], []])
    #expect(
      log("program >\nprogram   A a.text\nprogram   raise NSRangeException\n") == [
        ["A a.text", "raise NSRangeException"]
      ])
    #expect(log("program >\nprogram   A a.text\nprogram >\n") == [["A a.text"], ["crash"]])
    #expect(log("Fatal error: Index out of range\n") == [["crash"]])
  }

  @Test("what the file says of a side ends with its exception")
  func sideOfFile() throws {
    let text = """
      ## x
      a.text = x
        A a.text
      a.text = y
      - raise NSRangeException (range-gone)
      + A a.text (range-gone)
      a.text = z
        A a.text
      """
    let program = try #require(try ProgramFile(text).programs.first)
    #expect(program.log("-") == [["A a.text"], ["raise NSRangeException"]])
    #expect(program.log("+") == [["A a.text"], ["A a.text"], ["A a.text"]])
  }

  @Test(
    "few programs of the files are left out on Apple's systems, each with a reason, and no count is asked for there")
  func leftOut() throws {
    let programs = try ["scenarios", "random", "engine", "current"].flatMap { try ProgramFile(named: $0).programs }
    let reasons = programs.compactMap(\.reasonToLeaveOut)
    #expect(Set(reasons).count == 3)
    #expect(reasons.count < programs.count / 8, "\(reasons.count) of \(programs.count)")
    let played = programs.filter { $0.reasonToLeaveOut == nil }.map(\.withoutCounts)
    #expect(!played.contains { $0.text.contains(#/\n(steps|hooks) /#) })
    #expect(played.allSatisfy { !$0.commands.isEmpty })
  }

  @Test(
    "a command that has no meaning is refused, with its line",
    arguments: [
      "add r to a.text, nwe", "add r to a", "a.number = x", "a.items insert [x]", "a.items insert [x] at y",
      "will push a.items at 0",
      "a.text", "remove r from a.text, new", "add r to a.text, context x",
    ])
  func refused(_ command: String) {
    #expect(Program.Action(command) == nil)
    #expect(throws: Program.Mistake.self) { try ProgramFile("## x\n\(command)\n") }
  }
}
