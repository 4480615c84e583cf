import Foundation
import ManagedObserving
import RawObserving
import Testing

@testable import Scenarios

@Suite("MED-9 vanishing checks", .watched)
struct VanishingChecksTests {
  @Test(
    "naive: an empty list ends a debug build, by an assertion",
    .enabled(if: VanishingChecks.isDebugBuild))
  func naiveDebug() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      NaiveController().observe(Clock(), keyPaths: []) {}
    }
    let errors = text(try #require(result).standardErrorContent)
    #expect(errors.contains("Assertion failed: there is no key path to observe"))
  }

  @Test(
    "naive: a release build goes on in silence", .enabled(if: !VanishingChecks.isDebugBuild))
  func naiveRelease() {
    let (clock, controller, heard) = (Clock(), NaiveController(), Locked(0))
    controller.observe(clock, keyPaths: []) { heard.withLock { $0 += 1 } }
    clock.date = 1
    #expect(heard.withLock { $0 } == 0)
  }

  @Test("naive: with a key path in the list it observes")
  func naiveUsed() {
    let (clock, controller, heard) = (Clock(), NaiveController(), Locked(0))
    controller.observe(clock, keyPaths: ["date"]) { heard.withLock { $0 += 1 } }
    clock.date = 1
    controller.unobserve(clock, keyPath: "date")
    #expect(heard.withLock { $0 } == 1)
  }

  @Test("the catalogue expects what this build does")
  func expectation() {
    let naive = VanishingChecks.acts[0]
    switch naive.classic {
    case .dies: #expect(VanishingChecks.isDebugBuild)
    case .finds: #expect(!VanishingChecks.isDebugBuild)
    }
  }
}
