package import RawObserving

/// A handful of lines that an app makes in an order that nobody chose, and the styles in which they can be written.
package struct OrderStory: Sendable {
  package let name: String
  package let title: String
  /// What the observed object is called.
  let object: String
  let moves: [Move]
  let styles: [OrderStyle]
  /// What the parts of the view are called, by their letters; empty if it has one.
  var parts: [Character: String] = [:]
  var hasView = true

  /// Why a line cannot be made now; nil if it can.
  func obstacle(to move: Move, after made: Set<Move>, viewLives: Bool, clockLives: Bool) -> String? {
    if made.contains(move) { return "it has run: each line runs once" }
    switch move {
    case .releaseView, .releaseClock: return nil
    case .second where !made.contains(.first):
      return "the other change comes first: the two are told apart by nothing else"
    case .again where parts.isEmpty && !made.contains(.add): return "the view has not appeared for the first time"
    case .first, .second: return clockLives ? nil : "the \(object) is freed"
    case .add, .again, .remove:
      if hasView && !viewLives { return "the view is freed" }
      return clockLives ? nil : "the \(object) is freed"
    }
  }
}

/// One way to write the lines of a story.
package struct OrderStyle: Sendable {
  /// What a command line calls it.
  package let name: String
  package let title: String
  let world: World.Type
  /// The classes that make up the style, for a reader; none if its lines are all of it.
  var listed: [String] = []
}

extension OrderStyle {
  /// The reader's own mediator. It is no style of a story: only a program that was compiled with it can play it.
  static let own = OrderStyle(name: "own", title: "your mediator", world: OwnClockWorld.self)
}

/// A story in one style, under one set of rules.
package struct OrderPlan: Sendable, Hashable {
  package let story: OrderStory
  package let style: OrderStyle
  package let era: Era

  package var name: String { "\(story.name) \(style.name) \(era)" }

  package static func == (one: OrderPlan, other: OrderPlan) -> Bool { one.name == other.name }
  package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension OrderStory {
  static let all = [clock, itself, twice, parts]

  /// Every story in every style, under both sets of rules.
  package static var plans: [OrderPlan] {
    all.flatMap { story in
      story.styles.flatMap { style in Era.allCases.map { OrderPlan(story: story, style: style, era: $0) } }
    }
  }

  static let clock = OrderStory(
    name: "clock", title: "A view observes a clock", object: "clock",
    moves: [.add, .first, .second, .remove, .releaseView, .releaseClock], styles: clockStyles)

  static let itself = OrderStory(
    name: "self", title: "A thermostat observes itself", object: "thermostat",
    moves: [.add, .first, .second, .remove, .releaseClock],
    styles: [
      OrderStyle(name: "by-hand", title: "by hand", world: ThermostatByHand.self),
      OrderStyle(
        name: "careful", title: "by hand, with care", world: CarefulThermostatWorld.self,
        listed: ["CarefulThermostat"]),
      OrderStyle(
        name: "checked", title: "by hand, with care and a check", world: CheckedThermostatWorld.self,
        listed: ["CarefulThermostat", "CheckedThermostat"]),
      OrderStyle(name: "retaining", title: "kvoController", world: RetainingThermostatWorld.self),
      OrderStyle(name: "non-retaining", title: "kvoControllerNonRetaining", world: NonRetainingThermostatWorld.self),
      OrderStyle(name: "lifetime-bound", title: "kvoControllerLifetimeBound", world: LifetimeBoundThermostatWorld.self),
    ], hasView: false)

  static let twice = OrderStory(
    name: "twice", title: "A view appears twice", object: "clock",
    moves: [.add, .again, .first, .second, .remove, .releaseView, .releaseClock], styles: clockStyles)

  static let parts = OrderStory(
    name: "parts", title: "Two parts of one view observe a clock", object: "clock",
    moves: [.add, .again, .first, .second, .remove, .releaseView, .releaseClock],
    styles: [
      OrderStyle(name: "by-hand", title: "by hand", world: PartsByHand.self),
      OrderStyle(
        name: "checked", title: "by hand, with care and a check", world: CheckedPartsWorld.self,
        listed: ["CheckedPartedView"]),
      OrderStyle(name: "retaining", title: "kvoController", world: RetainingPartsWorld.self),
      OrderStyle(name: "tokens", title: "kvoController, with tokens", world: TokenPartsWorld.self),
    ], parts: ["f": "footer", "h": "header"])

  private static let clockStyles = [
    OrderStyle(name: "by-hand", title: "by hand", world: ClockByHand.self),
    OrderStyle(
      name: "careful", title: "by hand, with care", world: CarefulClockWorld.self,
      listed: ["CarefulView"]),
    OrderStyle(
      name: "checked", title: "by hand, with care and a check", world: CheckedClockWorld.self,
      listed: ["CarefulView", "CheckedView"]),
    OrderStyle(name: "retaining", title: "kvoController", world: RetainingClockWorld.self),
    OrderStyle(name: "non-retaining", title: "kvoControllerNonRetaining", world: NonRetainingClockWorld.self),
    OrderStyle(name: "lifetime-bound", title: "kvoControllerLifetimeBound", world: LifetimeBoundClockWorld.self),
  ]
}
