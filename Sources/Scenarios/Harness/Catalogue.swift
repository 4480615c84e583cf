extension Pitfall {
  /// Every pitfall that can be run, in the order of the lessons.
  package static let all: [Pitfall] = Lesson.allCases.flatMap(\.pitfalls)

  /// The lesson of the course that it belongs to.
  package var lesson: Lesson { Self.lessons[id] ?? .start }

  private static let lessons: [String: Lesson] = Lesson.allCases.reduce(into: [:]) { lessons, lesson in
    for pitfall in lesson.pitfalls { lessons[pitfall.id] = lesson }
  }
}

extension Lesson {
  /// Whether `quiz` has questions on it that the lesson does not ask.
  package var hasMoreQuestions: Bool { pitfalls.contains { $0.id != prediction?.id } }

  /// The pitfalls whose cards belong to the lesson, in the order in which it is best to read them.
  package var pitfalls: [Pitfall] {
    switch self {
    case .start, .whyObserve, .insideTheEngine, .everyOrder: []
    case .addReactRemove: [.unhandledCallback]
    case .everyAddNeedsItsRemove:
      [
        .doubleAdd, .repeatedHook, .removeUnadded, .doubleRemove, .registeredOrNot, .swappedObject, .lateAdd,
        .fewerRemovals, .removeByIndex,
      ]
    case .whoDiesFirst:
      [
        .observedDiesFirst, .observerDiesFirst, .observerInDeinit, .announcedByHand, .lastRelease, .helperInDeinit,
      ]
    case .oneMethodForEverything:
      [
        .stolenCallback, .oneLongMethod, .unforwardedContext, .everythingForwarded, .sharedContext,
        .guessedRegistration, .otherContext, .takenRegistration,
      ]
    case .threadsAndCallbacks:
      [
        .otherThread, .wrongIsolation, .observerOrder, .setInCallback, .addInCallback, .callUnderWay, .lockAcrossSet,
        .thousandsOfRegistrations,
      ]
    case .whatAChangeTells: [.initialTooEarly, .noOptions, .nullValue, .initialOldValue, .priorCalls, .mutatedInPlace]
    case .keysAndPaths:
      [
        .misspeltKey, .emptyKeyPath, .backingStorage, .getterName, .dottedKey, .unwrappedProperty, .equalValue,
        .reportedTwice, .willWithoutDid, .silentMiddle, .pairAroundHead, .freshObject, .pathThroughArray,
        .nilInTheMiddle, .undeclaredInputs, .lostDependencies, .selfDependency, .toManyDependency, .tornValue,
        .weakMiddle,
      ]
    case .collections:
      [
        .behindTheProperty, .wholeArrayForEach, .partForTheWhole, .setDifferences, .missedSetting, .lostIndexes,
        .laterElements,
      ]
    case .buildAMediator: [.removeInInitial, .localController, .capturedOwner]
    case .mediatorTraps:
      [
        .forgetfulSelfObserver, .selfObservationCycle, .nonRetainingCrash, .hiddenDedupe, .sharedController,
        .keptDownloads, .vanishingChecks, .silentNothing, .unretainedDiesFirst,
      ]
    case .boundToBothLives: [.leakedRegistration, .lostController]
    case .today:
      [
        .firesOnce, .beforeTheWrite, .changeInBetween, .countedValues, .sharedSequence, .laggingTotal, .equalAssignment,
        .equalObject, .plainInside, .escapedRead, .overObservation, .concurrentSet, .overtakenStore, .piledTrackers,
        .parkedLoop, .guardBeforeLoop, .wrappedHandler,
      ]
    case .movingOn: [.droppedToken, .tokenCycle]
    }
  }
}
