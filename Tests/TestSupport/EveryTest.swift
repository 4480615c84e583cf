import Foundation
package import Testing

extension Trait where Self == ConditionTrait {
  /// For suites that start compilers or terminals for minutes: `.ci/run` runs them, and so does `EVERY_TEST=1 swift test`.
  package static var long: Self {
    .enabled(if: everyTest, "it takes minutes: EVERY_TEST=1 swift test runs it, and .ci/run does")
  }
}

/// Whether the tests that take minutes are to run, too.
package let everyTest = ProcessInfo.processInfo.environment["EVERY_TEST"] != nil
