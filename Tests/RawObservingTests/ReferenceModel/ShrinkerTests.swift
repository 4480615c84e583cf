import Foundation
import RawObserving
import Testing

@Suite("Random programs: shrinking and reporting", .watched)
struct ShrinkerTests {
  /// Whether somewhere in the program an observer with old values is added, and a link is set later.
  private static func fails(_ program: [Operation]) -> Bool {
    let added = program.firstIndex { operation in
      if case .add(_, _, _, let options, _) = operation { options.contains(.old) } else { false }
    }
    guard let added else { return false }
    return program[added...].contains { operation in
      if case .set(_, key: "next", _) = operation { true } else { false }
    }
  }

  @Test("a program that fails shrinks to the two operations that matter")
  func shrinks() throws {
    let seeds = (UInt64(1)...200).filter { Self.fails(Generator.program(seed: $0)) }
    #expect(seeds.count > 50)
    for seed in seeds {
      let shrunk = Shrinker.shrink(Generator.program(seed: seed), fails: Self.fails)
      #expect(shrunk.count == 2, "seed \(seed)")
      guard case .add(_, _, let path, let options, let context) = try #require(shrunk.first) else {
        Issue.record("seed \(seed) does not begin with an add")
        continue
      }
      #expect(options == .old)
      #expect(context == 0)
      #expect(path.split(separator: ".").count <= 1)
    }
  }

  @Test("a reaction shrinks to the one operation that matters")
  func reactions() {
    let program: [Operation] = [
      .react(
        "x", inCall: 3,
        [.set("a", key: "plays", .int(7)), .will("a", key: "plays"), .set("b", key: "plays", .int(1))])
    ]
    let shrunk = Shrinker.shrink(program) { program in
      program.contains { operation in
        guard case .react(_, _, let inner) = operation else { return false }
        return inner.contains { if case .set("a", _, _) = $0 { true } else { false } }
      }
    }
    #expect(shrunk == [.react("x", inCall: 1, [.set("a", key: "plays", .int(1))])])
  }

  @Test("what does not fail is left as it is")
  func nothingToShrink() {
    let program = Generator.program(seed: 1)
    #expect(Shrinker.shrink(program) { _ in false } == program)
  }

  @Test("a report names the seed, the program and where the traces part")
  func report() {
    let program: [Operation] = [
      .add(observer: "x", to: "a", path: "next.plays", options: [.new, .prior], context: 2),
      .set("a", key: "next", .object("b")), .will("a", key: "plays"),
      .changeElements("p", key: "songs", .insertion, at: [0, 1], [4, 5]),
      .react("y", inCall: 2, [.remove(observer: "x", from: "a", path: "next.plays", context: nil)]),
    ]
    #expect(
      Report.text(of: program) == """
        a.addObserver(x, forKeyPath: "next.plays", options: [.new, .prior], context: 2)
        a.next = b
        a.willChangeValue(forKey: "plays")
        p.mutableArrayValue(forKey: "songs").insert([4, 5], at: [0, 1])
        y.inCall(2) {
            a.removeObserver(x, forKeyPath: "next.plays")
        }
        """)
    let failure = Report.failure(seed: 7, program)
    #expect(failure.hasPrefix("seed 7; `make fuzz FIRST=7 SEEDS=1` runs it again."))
    #expect(failure.contains("  model   nothing more\n  engine  nothing more"))
  }

  @Test("where the engine ends the process, the seed is printed")
  func lastWords() async {
    let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      LastWords.naming(7) { () -> Void in terminate(.invalidArgument("The clock has stopped.")) }
    }
    #expect(
      result?.errorLines.prefix(2) == [
        terminating("NSInvalidArgumentException", "The clock has stopped.'"),
        "seed 7 ended the process; `make fuzz FIRST=7 SEEDS=1` prints its program",
      ])
  }

  @Test("the same seed makes the same program, another seed another one")
  func seeds() {
    #expect(Generator.program(seed: 5) == Generator.program(seed: 5))
    #expect(Generator.program(seed: 5) != Generator.program(seed: 6))
  }
}
