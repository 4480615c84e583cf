import Console
import Foundation
import Pictures

/// The page on which a reader runs the lines of all stories in any order.
package enum OrdersPage {
  /// What the page is called where the atlas looks for it.
  static let fileName = Atlas.ordersPage

  private struct Everything: Encodable {
    let stories: [Story]
    let plans: [OrderData.Plan]
    let endings: [Ending]
  }

  private struct Ending: Encodable {
    let name: String
    /// What one order does, and what several do.
    let one: String
    let many: String
  }

  struct Story: Encodable {
    let name: String
    let title: String
    let object: String
    let parts: [String: String]
    let hasView: Bool
    /// A text for each situation, with a digit for each line: the index of the reason for which it cannot run; `.` if it
    /// can. The number of a situation has a bit for each line, set if it has run, then one for the view and one for the
    /// observed object, set if they are alive.
    let obstacles: [String]
    let reasons: [String]
    /// Whether it is a reader's file: then a line waits for those that come before it, and for what it unwraps.
    var isFile = false
  }

  /// Runs every order, and writes the page.
  static func write(to name: String) throws {
    let file = try PageFile(name)
    try file.write(Data(html(try OrdersCommand.play(OrderStory.plans)).utf8))
  }

  static func html(_ played: [PlayedPlan]) throws -> String {
    try html(OrderStory.all.map(Story.init), played.map(OrderData.plan))
  }

  /// The page of a file, under the rules of one era or of both.
  ///
  /// - Throws: `InputError` if there are too many states or orders for a page.
  static func html(of files: [FileOrders]) throws -> String {
    let name = files[0].orders.lines.title
    let plans = try files.map { file in
      guard file.hasStates, file.cutAfter == nil, let graph = try? StateGraph(file.orders),
        graph.states.count <= mostStates, file.orders.orders.count <= mostOrders,
        file.orders.lines.lines.count <= OrderLines.letters.count
      else {
        throw InputError(
          message:
            "\(name) has no page to play: it takes a table of at most \(mostStates) states, and at most \(mostOrders) "
            + "orders. Without --page, 'orders' prints what there is.")
      }
      return OrderData.plan(file.orders, graph, named: name)
    }
    return try html([Story(file: name)], plans)
  }

  private static let (mostStates, mostOrders) = (10, 5000)

  private static func html(_ stories: [Story], _ plans: [OrderData.Plan]) throws -> String {
    try Page.fill(
      text(PackageResources.orders_html), style: text(PackageResources.orders_css),
      script: text(PackageResources.orders_js),
      with: Everything(
        stories: stories, plans: plans,
        endings: PlayedOrder.Ending.allCases.map { Ending(name: $0.rawValue, one: $0.singular, many: $0.verb) }))
  }

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}

extension OrdersPage.Story {
  fileprivate init(file name: String) {
    self.init(
      name: name, title: name, object: "", parts: [:], hasView: false, obstacles: [], reasons: [], isFile: true)
  }

  init(_ story: OrderStory) {
    let moves = story.moves
    let situations = (0..<1 << (moves.count + 2)).map { bits in
      let made = Set(moves.indices.filter { bits & 1 << $0 != 0 }.map { moves[$0] })
      return moves.map { move in
        story.obstacle(
          to: move, after: made, viewLives: bits & 1 << moves.count != 0,
          clockLives: bits & 1 << (moves.count + 1) != 0)
      }
    }
    let reasons = situations.joined().compactMap(\.self).uniqued()
    self.init(
      name: story.name, title: story.title, object: story.object,
      parts: Dictionary(uniqueKeysWithValues: story.parts.map { (String($0), $1) }), hasView: story.hasView,
      obstacles: situations.map { $0.map { $0.flatMap(reasons.firstIndex).map(String.init) ?? "." }.joined() },
      reasons: reasons)
  }
}
