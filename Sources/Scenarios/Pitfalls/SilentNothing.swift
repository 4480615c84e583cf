import ManagedObserving
import RawObserving

/// MED-10: asked to observe nil, or what is observed already, a mediator does nothing and says nothing.
enum SilentNothing {
  static let pitfall = Pitfall(
    "MED-10", "silent-nothing", "A nil object, or one that is observed already, is passed over",
    lesson: "25-the-mediators-small-print.md#med-10-silent-nothing", isShownNaively: true,
    acts: [
      .raw("the clock is nil", .finds("2 calls, 1 observation, 0 reports"), naive),
      .managed("TODO", .finds("TODO"), here),
    ])

  private static func naive(_ story: Story) -> String { "" }
  private static func here(_ story: Story) -> String { "TODO" }
}
