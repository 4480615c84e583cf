extension Pitfall {
  /// Every pitfall that can be run, in the order of the lessons.
  static let all: [Pitfall] = [
    UnhandledCallback.pitfall,
    OtherThread.pitfall,
    DoubleAdd.pitfall,
    RepeatedHook.pitfall,
    RemoveUnadded.pitfall,
    DoubleRemove.pitfall,
    ObservedDiesFirst.pitfall,
    ObserverDiesFirst.pitfall,
    ObserverInDeinit.pitfall,
    StolenCallback.pitfall,
    OneLongMethod.pitfall,
    RemoveInInitial.pitfall,
    LocalController.pitfall,
    ForgetfulSelfObserver.pitfall,
    SelfObservationCycle.pitfall,
    NonRetainingCrash.pitfall,
    HiddenDedupe.pitfall,
    CapturedOwner.pitfall,
    BackingStorage.pitfall,
    GetterName.pitfall,
    UnwrappedProperty.pitfall,
    EqualValue.pitfall,
    WillWithoutDid.pitfall,
    FreshObject.pitfall,
  ]
}
