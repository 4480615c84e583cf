#if canImport(ObjectiveC)
  import Foundation
  import TestSupport
  import Testing

  /// What the script asks for.
  private struct FuzzOrder {
    let report: URL
    let seconds: Int
    let seed: Int

    init?() {
      let environment = ProcessInfo.processInfo.environment
      guard let report = environment["FUZZ_APPLE_REPORT"],
        let seconds = environment["FUZZ_APPLE_TIME"].flatMap({ Int($0) }),
        let seed = environment["FUZZ_APPLE_SEED"].flatMap({ Int($0) })
      else { return nil }
      (self.report, self.seconds, self.seed) = (URL(fileURLWithPath: report), seconds, seed)
    }

    /// Adds text to the report at once, so that it is there if the run is ended.
    func add(_ text: String) throws {
      let before = (try? String(contentsOf: report, encoding: .utf8)) ?? ""
      try (before + "\n" + text).write(to: report, atomically: true, encoding: .utf8)
    }
  }

  /// Plays programs on Apple's `NSObject` and on this engine. `make fuzz-apple` starts it, with the name of a file for the
  /// report, a number of seconds, and a seed. A difference is no failure: it is what is looked for.
  @Suite(
    "The same programs on NSObject and on this engine", .watched, .serialized,
    .enabled(if: FuzzOrder() != nil))
  struct FuzzTests {
    // Lessons/Appendices/differences.md
    @Test("the programs of the files", arguments: ["scenarios", "random", "engine", "current"])
    func files(_ file: String) async throws {
      let order = try #require(FuzzOrder())
      let programs = try ProgramFile(named: file).programs
      let played = programs.filter { $0.reasonToLeaveOut == nil }.map(\.withoutCounts)
      try order.add("# \(file).txt: \(played.count) of \(programs.count) programs, beside the lines of the file.\n")
      for program in played {
        let log = await ApplePlayer.log(of: program)
        if Program.differ(log, program.log("-")) {
          try order.add(program.with(there: log, here: program.log("+")).text)
        }
      }
    }

    // Lessons/Appendices/differences.md
    @Test("random programs")
    func random() async throws {
      let order = try #require(FuzzOrder())
      let sides = Sides(there: ApplePlayer.log, here: Player.log)
      try order.add("# Random programs, beside this engine.\n")
      let end = ContinuousClock.now + .seconds(order.seconds)
      var seed = order.seed
      while ContinuousClock.now < end {
        if let difference = await sides.difference(in: try RandomProgram.make(seed: seed)) {
          try order.add(difference.text)
        }
        seed += 1
      }
      try order.add("# \(seed - order.seed) random programs were played, from the seed \(order.seed) on.\n")
    }
  }
#endif
