extension Exercise {
  /// Every exercise, in the order of the course.
  public static let all =
    ofLessons.filter { $0.lesson <= build[0].lesson } + build + ofLessons.filter { $0.lesson > build[0].lesson }

  /// Those that are files of their own, each with a protocol of its own.
  private static let ofLessons: [Exercise] = [
    .firstObserver,
    .missingCallback,
    .firstValue,
    .repeatedAdd,
    .swappedPlayer,
    .missingRemove,
    .unkeptRow,
    .closedDocument,
    .crashLog,
    .keptToken,
    .nextPlayer,
    .stolenCall,
    .forwardTheRest,
    .rightRegistration,
    .mainThread,
    .endlessLimit,
    .toldOnce,
    .undoList,
    .signedOut,
    .silentTotal,
    .behindTheProperty,
    .unownedController,
    .doneAtOnce,
    .reusedRow,
    .whoKeepsWhom,
    .observesItself,
    .missedReadings,
    .redrawnRows,
    .keptDisplay,
    .transferWindow,
    .transferList,
    .transferRetry,
    .finalProject,
  ]

  /// The exercise of that name or file: `missing-remove`, `04-missing-remove`, or a path that ends in
  /// `04-missing-remove.swift`.
  public static func named(_ word: String) -> Exercise? {
    let last = word.lowercased().split(separator: "/").last.map(String.init) ?? ""
    return (all + harder).first { [$0.name, $0.file, String($0.file.dropLast(".swift".count))].contains(last) }
  }
}

extension Exercise {
  /// The harder variants, in the order of the course. They are no steps of it.
  public static let harder: [Exercise] = [
    .closedDocumentHarder,
    .rightRegistrationHarder,
    .mainThreadHarder,
    .behindThePropertyHarder,
    .observesItselfHarder,
  ]

  /// The exercise whose file it checks: itself, unless it is a variant.
  public var base: Exercise { variant.flatMap { Self.named($0.root) } ?? self }

  /// The exercise that a variant extends.
  public var before: Exercise? { variant.flatMap { Self.named($0.base) } }

  /// The harder variant of this exercise, if there is one.
  public var harder: Exercise? { Self.harder.first { $0.variant?.base == name } }
}
