import Console
import Dispatch
import RawObserving

/// `scenarios orders`: every order of a story's lines.
struct OrdersCommand: Equatable {
  var story: String?
  var style: String?
  var era: Era?
  /// The number of an order to step through.
  var order: Int?
  var json = false
  /// The file of the page to play.
  var page: String?
  /// Plays in this process, after the order that died, and writes for ``OrderPlayer``.
  var inProcess = false
  var after: String?

  init(_ line: Invocation) throws(UsageError) {
    (story, style) = (line.words.first, line.value(of: "--style"))
    era = try line.era
    order = try line.number(of: "--play", 1...Int.max, needs: "the number of an order, counted from 1")
    (json, inProcess, after) = (line.has("--json"), line.has("--in-process"), line.value(of: "--after"))
    if order != nil && (story == nil || style == nil) {
      throw UsageError("--play needs one style of one story: ./scenarios orders clock --style by-hand --play 1.")
    }
    page = line.value(of: "--page")
    if page != nil && (story != nil || style != nil || era != nil || order != nil || json) {
      throw UsageError("--page writes all stories, in every style and both eras. Leave out the rest.")
    }
    if order != nil && json {
      throw UsageError("--play and --json exclude each other: the one is for people, the other for programs.")
    }
  }

  func run(_ screen: Screen) throws {
    if let page { return try OrdersPage.write(to: page) }
    let plans = try self.plans()
    if inProcess {
      guard let plan = plans.first, plans.count == 1 else { throw UsageError("--in-process plays one plan.") }
      Era.use(plan.era)
      var process = OrderProcess(plan)
      process.play(after: after.map { $0.compactMap(Move.init) })
    }
    let played = try Self.play(plans)
    let report = OrderReport(screen: screen)
    if json {
      print(try OrderData.text(of: played))
    } else if let order, let only = played.first {
      guard order <= only.orders.count else {
        throw UsageError("--play \(order) is too high: there are \(only.orders.count) orders.")
      }
      try report.tell(only, order: order)
    } else if story == nil {
      report.printOverview(played)
    } else {
      for (index, one) in played.enumerated() {
        if index > 0 { print("\n") }
        try report.tell(one)
      }
    }
  }

  /// The plans that are asked for. The table of one story is that of the classic era, if no other is asked for.
  private func plans() throws(UsageError) -> [OrderPlan] {
    let stories = OrderStory.all
    if let story, !stories.contains(where: { $0.name == story }) {
      throw Self.unknown("story", story, stories.map(\.name))
    }
    let chosen = stories.filter { story == nil || $0.name == story }
    if let style, !chosen.contains(where: { $0.styles.contains { $0.name == style } }) {
      throw Self.unknown("style", style, chosen.flatMap { $0.styles.map(\.name) }.uniqued())
    }
    let era = era ?? (story == nil || json ? nil : .classic)
    return OrderStory.plans.filter { plan in
      (story == nil || plan.story.name == story) && (style == nil || plan.style.name == style)
        && (era == nil || plan.era == era)
    }
  }

  private static func unknown(_ kind: String, _ word: String, _ known: [String]) -> UsageError {
    UsageError("There is no \(kind) \(quoted(word)). These are: \(known.joined(separator: ", ")).")
  }

  /// Plays the plans, as many at once as there are processors.
  static func play(_ plans: [OrderPlan]) throws -> [PlayedOrders] {
    let results = Locked<[Int: Result<PlayedOrders, any Error>]>([:])
    DispatchQueue.concurrentPerform(iterations: plans.count) { index in
      let result = Result<PlayedOrders, any Error> { try OrderPlayer(plan: plans[index]).play() }
      results.withLock { $0[index] = result }
    }
    let all = results.withLock { $0 }
    return try plans.indices.map { try all[$0]!.get() }
  }
}
