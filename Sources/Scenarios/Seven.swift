extension Pitfall {
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
    (OtherThread.pitfall, "Each tool has its own answer to where your code runs, and a view needs the main thread."),
    (FiresOnce.pitfall, "It is how you observe an `@Observable` object outside SwiftUI, and its name is misleading."),
    (OverObservation.pitfall, "What the body of a SwiftUI view reads decides how often it runs."),
  ]
}
