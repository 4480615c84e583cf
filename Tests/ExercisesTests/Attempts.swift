import Exercises

/// An attempt at an exercise, and what its check should say of it.
struct Attempt: Sendable {
  let name: String
  let exercise: String
  let isAccepted: Bool
  let check: @Sendable (Check) -> Void

  /// Each list stands beside the shortcuts of its exercise.
  static let all: [Attempt] = [
    firstObserver,
    missingCallback,
    firstValue,
    missingRemove,
    repeatedAdd,
    swappedPlayer,
    rightRegistration,
    unkeptRow,
    closedDocument,
    stolenCall,
    forwardTheRest,
    mainThread,
    endlessLimit,
    toldOnce,
    undoList,
    signedOut,
    silentTotal,
    behindTheProperty,
    doneAtOnce,
    reusedRow,
    capturedOwner,
    whoKeepsWhom,
    unownedController,
    observesItself,
    missedReadings,
    crashLog,
    finalProject,
  ].flatMap { $0 }
}

extension Attempt {
  init(
    _ name: String, of exercise: String, accepted isAccepted: Bool, _ check: @escaping @Sendable (Check) -> Void
  ) {
    (self.name, self.exercise, self.isAccepted, self.check) = (name, exercise, isAccepted, check)
  }
}
