extension Exercise {
  /// Every exercise, in the order of the course.
  public static let all: [Exercise] = [
    .firstObserver,
    .missingCallback,
    .firstValue,
    .missingRemove,
    .repeatedAdd,
    .swappedPlayer,
    .rightRegistration,
    .unkeptRow,
    .closedDocument,
    .stolenCall,
    .forwardTheRest,
    .mainThread,
    .endlessLimit,
    .toldOnce,
    .undoList,
    .signedOut,
    .silentTotal,
    .behindTheProperty,
    .doneAtOnce,
    .reusedRow,
    .capturedOwner,
    .whoKeepsWhom,
    .unownedController,
    .observesItself,
    .missedReadings,
    .crashLog,
    .finalProject,
  ]

  /// The exercise of that name, or number of file, as `missing-remove` or `03-missing-remove.swift`.
  public static func named(_ word: String) -> Exercise? {
    all.first { [$0.name, $0.file].contains(word.lowercased()) }
  }
}
