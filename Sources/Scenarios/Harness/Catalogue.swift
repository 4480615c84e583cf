extension Pitfall {
  /// Every pitfall that can be run, in the order of the lessons.
  static let all: [Pitfall] = [
    UnhandledCallback.pitfall,
    OtherThread.pitfall,
    DoubleAdd.pitfall,
    RepeatedHook.pitfall,
    RemoveUnadded.pitfall,
    DoubleRemove.pitfall,
    StolenCallback.pitfall,
    OneLongMethod.pitfall,
    RemoveInInitial.pitfall,
    LocalController.pitfall,
    HiddenDedupe.pitfall,
    CapturedOwner.pitfall,
  ]
}
