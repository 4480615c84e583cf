extension Pitfall {
  /// Every pitfall that can be run, in the order of the lessons.
  package static let all: [Pitfall] = Lesson.allCases.flatMap(\.pitfalls)

  /// The lesson of the course that it belongs to.
  package var lesson: Lesson { Self.lessons[id] ?? .start }

  private static let lessons: [String: Lesson] = Lesson.allCases.reduce(into: [:]) { lessons, lesson in
    for pitfall in lesson.pitfalls { lessons[pitfall.id] = lesson }
  }

  /// The pitfalls of an area, such as `REG`, in any case.
  static func inArea(_ word: String) -> [Pitfall] {
    all.filter { $0.id.lowercased().hasPrefix(word.lowercased() + "-") }
  }

  /// The pitfall of that id or name, in any case.
  package static func named(_ word: String) -> Pitfall? {
    all.first { $0.id.lowercased() == word.lowercased() || $0.name == word.lowercased() }
  }

  /// What a search looks through, in the terminal and on the page.
  package var searched: [String] {
    var texts = [id, name, title, why, fix, area.title, lesson.title, prediction.question]
    texts += symptoms.map(\.searched)
    texts += messages.map(\.text)
    texts += acts.map(\.title) + [frequency.rawValue]
    return texts
  }
}

extension Area {
  /// The pitfalls of the area, by their numbers.
  package var pitfalls: [Pitfall] {
    Pitfall.all.filter { $0.area == self }.sorted { $0.idNumber < $1.idNumber }
  }
}

extension Lesson {
  /// The pitfall that its prediction is about. Nil if it has none.
  package var prediction: Pitfall? {
    let id: String? =
      switch self {
      case .start, .whyObserve, .insideTheEngine, .everyOrder: nil
      case .addReactRemove: "REG-3"
      case .everyAddNeedsItsRemove: "REG-2"
      case .whoDiesFirst: "LIF-3"
      case .oneMethodForEverything: "CTX-1"
      case .threadsAndCallbacks: "THR-1"
      case .whatAChangeTells: "OPT-1"
      case .keysAndPaths: "KEY-1"
      case .collections: "COL-4"
      case .buildAMediator: "MED-5"
      case .mediatorTraps: "MED-1"
      case .boundToBothLives: "MED-7"
      case .today: "MOD-5"
      case .movingOn: "MOD-2"
      }
    return id.flatMap(Pitfall.named)
  }

  /// Whether `quiz` has questions on it that the lesson does not ask.
  package var hasMoreQuestions: Bool { pitfalls.contains { $0.id != prediction?.id } }

  /// The pitfalls whose cards belong to the lesson, in the order in which it is best to read them.
  package var pitfalls: [Pitfall] {
    switch self {
    case .start, .whyObserve, .insideTheEngine, .everyOrder: []
    case .addReactRemove: [UnhandledCallback.pitfall]
    case .everyAddNeedsItsRemove:
      [
        DoubleAdd.pitfall,
        RepeatedHook.pitfall,
        RemoveUnadded.pitfall,
        DoubleRemove.pitfall,
        RegisteredOrNot.pitfall,
        SwappedObject.pitfall,
        LateAdd.pitfall,
        FewerRemovals.pitfall,
        RemoveByIndex.pitfall,
      ]
    case .whoDiesFirst:
      [
        ObservedDiesFirst.pitfall,
        ObserverDiesFirst.pitfall,
        ObserverInDeinit.pitfall,
        AnnouncedByHand.pitfall,
        LastRelease.pitfall,
        HelperInDeinit.pitfall,
      ]
    case .oneMethodForEverything:
      [
        StolenCallback.pitfall,
        OneLongMethod.pitfall,
        UnforwardedContext.pitfall,
        EverythingForwarded.pitfall,
        SharedContext.pitfall,
        GuessedRegistration.pitfall,
        OtherContext.pitfall,
        TakenRegistration.pitfall,
      ]
    case .threadsAndCallbacks:
      [
        OtherThread.pitfall,
        WrongIsolation.pitfall,
        ObserverOrder.pitfall,
        SetInCallback.pitfall,
        AddInCallback.pitfall,
        CallUnderWay.pitfall,
        LockAcrossSet.pitfall,
        ThousandsOfRegistrations.pitfall,
      ]
    case .whatAChangeTells:
      [
        InitialTooEarly.pitfall,
        NoOptions.pitfall,
        NullValue.pitfall,
        InitialOldValue.pitfall,
        PriorCalls.pitfall,
        MutatedInPlace.pitfall,
      ]
    case .keysAndPaths:
      [
        MisspeltKey.pitfall,
        EmptyKeyPath.pitfall,
        BackingStorage.pitfall,
        GetterName.pitfall,
        DottedKey.pitfall,
        UnwrappedProperty.pitfall,
        EqualValue.pitfall,
        ReportedTwice.pitfall,
        WillWithoutDid.pitfall,
        SilentMiddle.pitfall,
        PairAroundHead.pitfall,
        FreshObject.pitfall,
        PathThroughArray.pitfall,
        NilInTheMiddle.pitfall,
        UndeclaredInputs.pitfall,
        LostDependencies.pitfall,
        SelfDependency.pitfall,
        ToManyDependency.pitfall,
        TornValue.pitfall,
        WeakMiddle.pitfall,
      ]
    case .collections:
      [
        BehindTheProperty.pitfall,
        WholeArrayForEach.pitfall,
        PartForTheWhole.pitfall,
        SetDifferences.pitfall,
        MissedSetting.pitfall,
        LostIndexes.pitfall,
        LaterElements.pitfall,
      ]
    case .buildAMediator: [RemoveInInitial.pitfall, LocalController.pitfall, CapturedOwner.pitfall]
    case .mediatorTraps:
      [
        ForgetfulSelfObserver.pitfall,
        SelfObservationCycle.pitfall,
        NonRetainingCrash.pitfall,
        HiddenDedupe.pitfall,
        SharedController.pitfall,
        KeptDownloads.pitfall,
        VanishingChecks.pitfall,
        SilentNothing.pitfall,
        UnretainedDiesFirst.pitfall,
      ]
    case .boundToBothLives: [LeakedRegistration.pitfall, LostController.pitfall]
    case .today:
      [
        FiresOnce.pitfall,
        BeforeTheWrite.pitfall,
        ChangeInBetween.pitfall,
        CountedValues.pitfall,
        SharedSequence.pitfall,
        LaggingTotal.pitfall,
        EqualAssignment.pitfall,
        EqualObject.pitfall,
        PlainInside.pitfall,
        EscapedRead.pitfall,
        OverObservation.pitfall,
        ConcurrentSet.pitfall,
        OvertakenStore.pitfall,
        PiledTrackers.pitfall,
        ParkedLoop.pitfall,
        GuardBeforeLoop.pitfall,
        WrappedHandler.pitfall,
      ]
    case .movingOn: [DroppedToken.pitfall, TokenCycle.pitfall]
    }
  }
}
