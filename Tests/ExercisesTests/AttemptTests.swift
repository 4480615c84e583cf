import Exercises
import Foundation
import RawObserving
import TestSupport
import Testing

@Suite("Exercises: attempts", .watched)
struct AttemptTests {
  @Test("solutions and their alternatives pass; shortcuts do not", arguments: Attempt.all.indices)
  func verdict(_ index: Int) async throws {
    let attempt = Attempt.all[index]
    // In a process of its own, which may die. Its exit code says whether all is right. Some wait seconds for what
    // never comes.
    await waiting {
      _ = await #expect(processExitsWith: attempt.isAccepted ? .success : .failure, "\(attempt.name)") {
        [index] in
        let isRight = Locked(true)
        Attempt.all[index].check(
          Check { line in
            if case .wrong = line { isRight.withLock { $0 = false } }
            print(line)
          })
        exit(isRight.withLock { $0 } ? 0 : 1)
      }
    }
  }

  @Test("each exercise has a solution, an accepted alternative and two rejected shortcuts", arguments: Exercise.all)
  func several(_ exercise: Exercise) {
    let attempts = Attempt.all.filter { $0.exercise == exercise.name }
    #expect(attempts.contains { $0.name == "solution" })
    #expect(attempts.count { $0.isAccepted } >= 2)
    #expect(attempts.count { !$0.isAccepted } >= 2)
  }
}
