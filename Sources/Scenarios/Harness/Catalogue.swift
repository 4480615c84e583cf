extension Pitfall {
  /// Every pitfall that can be run, in the order of the lessons.
  static let all: [Pitfall] = [
    DoubleAdd.pitfall,
    StolenCallback.pitfall, OneLongMethod.pitfall,
    LocalController.pitfall,
    HiddenDedupe.pitfall,
    CapturedOwner.pitfall,
  ]
}
