package import Testing

/// Lets each test of a suite, and of the suites inside it, wait for its turn, and tells the watchdog of it.
///
/// Every suite has it, as `@Suite("Clocks", .watched)`; a test in TestSupportTests fails for one that does not. Each test
/// target declares `.watched` for itself, so that no file of tests needs an import for it.
package struct Watched: SuiteTrait, TestTrait, TestScoping {
  package init() {}

  package var isRecursive: Bool { true }

  package func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    #if SHAKE_SCHEDULE
      ScheduleShaker.install
    #endif
    // A suite inside another one may have the trait, too.
    if Turns.mine != nil { return try await function() }
    try await Turns.shared.take { turn in
      let name = Self.name(of: test)
      let number = Watchdog.shared.begin(name)
      defer {
        Watchdog.shared.end(number)
        TestTimes.shared.add(turn.ran, to: name)
      }
      try await function()
    }
  }

  /// Such as `LifetimeTests/order() "Who dies when" LifetimeTests.swift:12`.
  private static func name(of test: Test) -> String {
    let path = test.id.nameComponents.joined(separator: "/")
    let title = test.displayName.map { " \"\($0)\"" } ?? ""
    return "\(test.id.moduleName).\(path)\(title), "
      + "\(test.sourceLocation.fileName):\(test.sourceLocation.line)"
  }
}
