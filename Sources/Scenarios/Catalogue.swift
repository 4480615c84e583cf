import Harness

/// The pitfalls that can be run. A new one is a line here.
final class Catalogue: PitfallList {
  /// The pitfalls whose cards belong to the lesson, in the order in which it is best to read them.
  package static func pitfalls(of lesson: Lesson) -> [Pitfall] {
    switch lesson {
    case .start, .whyObserve, .insideTheEngine, .everyOrder, .movingOn: []
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
        ThousandsOfRegistrations.pitfall,
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
    case .token: [DroppedToken.pitfall, TokenCycle.pitfall, CapturedOwner.pitfall]
    case .onWhichThread:
      [OtherThread.pitfall, WrongIsolation.pitfall, CallUnderWay.pitfall, LockAcrossSet.pitfall]
    case .insideACallback:
      [
        SetInCallback.pitfall,
        AddInCallback.pitfall,
        ObserverOrder.pitfall,
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
    case .buildAMediator: [RemoveInInitial.pitfall, LocalController.pitfall]
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
    case .observation:
      [
        FiresOnce.pitfall,
        BeforeTheWrite.pitfall,
        ChangeInBetween.pitfall,
        EqualAssignment.pitfall,
        EqualObject.pitfall,
        PlainInside.pitfall,
        EscapedRead.pitfall,
        OverObservation.pitfall,
        PiledTrackers.pitfall,
      ]
    case .loopsAndThreads:
      [
        CountedValues.pitfall,
        SharedSequence.pitfall,
        LaggingTotal.pitfall,
        ParkedLoop.pitfall,
        GuardBeforeLoop.pitfall,
        ConcurrentSet.pitfall,
        OvertakenStore.pitfall,
        WrappedHandler.pitfall,
      ]
    case .toSwiftUI: [LateValue.pitfall]
    }
  }

  /// The cards to read if one reads only seven, in that order, each with the reason.
  package static let seven: [(pitfall: Pitfall, reason: String)] = [
    (RepeatedHook.pitfall, "A method that runs again adds again with every tool: KVO, notifications, Combine."),
    (UnwrappedProperty.pitfall, "Observing works only if the property takes part, and no error says that it does not."),
    (
      ObserverDiesFirst.pitfall, "It asks what all observing depends on: which of the two objects is deallocated first."
    ),
    (
      CapturedOwner.pitfall,
      "The closures of controllers, tokens and subscriptions all can keep their owner in this way."
    ),
    (
      WrongIsolation.pitfall,
      "Each tool has its own answer to where your code runs, a view needs the main thread, and Swift 6 checks it."
    ),
    (FiresOnce.pitfall, "It is how you observe an `@Observable` object outside SwiftUI, and its name is misleading."),
    (OverObservation.pitfall, "What the body of a SwiftUI view reads decides how often it runs."),
  ]
}
