package import Console
import Foundation
import Harness
import Marking
import RawObserving

/// `scenarios orders`: every order of the lines of a story, or of a reader's own.
package struct OrdersCommand: Equatable {
  var story: String?
  /// A file of the reader's own, whose lines are played.
  var file: String?
  /// Another one, to be compared with it.
  var other: String?
  /// After so many seconds a line of the file counts as hung.
  var seconds = Self.seconds
  static let seconds = 10
  /// The file of the picture of the states.
  var figure: String?
  var style: String?
  var era: Era?
  /// The number of an order to step through.
  var order: Int?
  /// A file with a mediator, to be played beside those of this package.
  var mine: String?
  var json = false
  /// The file of the page to play.
  var page: String?
  /// Plays in this process, after the order that died, and writes for ``OrderPlayer``.
  var inProcess = false
  var after: String?

  init(_ line: Invocation) throws(UsageError) {
    let word = line.words.first
    if let word, OrdersOfFile.isFile(word) { file = word } else { story = word }
    (style, mine, other) = (line.value(of: "--style"), line.value(of: "--mine"), line.value(of: "--compare"))
    era = try line.era
    order = try line.number(of: "--play", 1...Int.max, needs: "the number of an order, counted from 1")
    (json, inProcess, after) = (line.has("--json"), line.has("--in-process"), line.value(of: "--after"))
    (page, figure) = (line.value(of: "--page"), line.value(of: "--figure"))
    let seconds = try line.number(of: "--seconds", 1...3600, needs: "whole seconds from 1 to 3600")
    self.seconds = seconds ?? self.seconds
    if order != nil && json {
      throw UsageError("--play and --json exclude each other: the one is for people, the other for programs.")
    }
    if file == nil {
      if other != nil || figure != nil || seconds != nil {
        throw UsageError("--compare, --figure and --seconds are for a file of your own: ./scenarios orders FILE.")
      }
      try checkStory()
    } else {
      if style != nil || mine != nil {
        throw UsageError("--style and --mine are for the stories, and not for a file of your own.")
      }
      let forms = [order != nil, json, other != nil, page != nil || figure != nil]
      if forms.count(where: \.self) > 1 {
        throw UsageError("--play, --json, --compare and a picture exclude each other.")
      }
      if [file, other].count(where: { $0 == "-" }) > 1 { throw UsageError("standard input can be read once.") }
    }
  }

  private func checkStory() throws(UsageError) {
    if mine != nil && (style != nil || json) {
      throw UsageError("--mine plays your mediator, and takes neither --style nor --json.")
    }
    if order != nil && (story == nil || (style == nil && mine == nil)) {
      throw UsageError("--play needs one style of one story: ./scenarios orders clock --style by-hand --play 1.")
    }
    if page != nil && (story != nil || style != nil || era != nil || order != nil || json || mine != nil) {
      throw UsageError("--page writes all stories, in every style and both eras. Leave out the rest.")
    }
  }

  package func run(_ screen: Screen) throws {
    if let file { return try OrdersOfFile(file, self).run(screen) }
    if let page { return try OrdersPage.write(to: page) }
    if let mine { return try play(mine, screen) }
    let plans = try self.plans()
    if inProcess {
      guard let plan = plans.first, plans.count == 1 else { throw UsageError("--in-process plays one plan.") }
      playHere(plan)
    }
    try tell(Self.play(plans), screen)
  }

  private func tell(_ played: [PlayedPlan], _ screen: Screen) throws {
    let report = OrderReport(screen: screen)
    if json {
      print(try OrderData.text(of: played))
    } else if let order, let only = played.first {
      try only.orders.check(order)
      report.tell(only.orders, order: order)
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
      throw Self.unknown("story", story, stories.map(\.name), "A file of your own ends in .swift.")
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

  // MARK: The reader's own mediator

  /// Plays the mediator of a file: one story, or its stories beside two controllers of this package.
  private func play(_ file: String, _ screen: Screen) throws {
    let stories = try ownStories()
    let program: LearnersProgram
    do {
      program = try LearnersProgram(playingOrdersOf: file, isColoured: screen.isColoured)
    } catch let error as CompilerError {
      throw InputError(message: "\(quoted(file)) does not compile:\n\(error.text)")
    }
    defer { program.remove() }
    let eras = era.map { [$0] } ?? (story == nil ? Era.allCases : [.classic])
    let plans = stories.flatMap { one in
      let ours = one.styles.filter { story == nil && ["retaining", "lifetime-bound"].contains($0.name) }
      return (ours + [.own]).flatMap { style in eras.map { OrderPlan(story: one, style: style, era: $0) } }
    }
    try tell(Self.play(plans, own: program.program), screen)
  }

  private func ownStories() throws(UsageError) -> [OrderStory] {
    let stories = [OrderStory.clock, .twice]
    guard let story else { return stories }
    guard let found = stories.first(where: { $0.name == story }) else {
      throw UsageError("--mine plays the stories clock and twice, not \(quoted(story)).")
    }
    return [found]
  }

  /// Plays the one plan that is asked for, in a program that was compiled with a mediator.
  func playOwn() throws -> Never {
    guard inProcess, style == OrderStyle.own.name, let story = try ownStories().first, let era else {
      throw UsageError("--in-process plays one plan.")
    }
    playHere(OrderPlan(story: story, style: .own, era: era))
  }

  private func playHere(_ plan: OrderPlan) -> Never {
    Era.use(plan.era)
    var process = OrderProcess(plan)
    process.play(after: after.map { $0.compactMap(Move.init) })
  }

  private static func unknown(_ kind: String, _ word: String, _ known: [String], _ more: String? = nil) -> UsageError {
    let sentence = "There is no \(kind) \(quoted(word)). These are: \(known.joined(separator: ", "))."
    return UsageError([sentence, more].compactMap(\.self).joined(separator: " "))
  }

  /// Plays the plans, as many at once as there are processors.
  ///
  /// - Parameter own: the program that plays the reader's own mediator.
  static func play(_ plans: [OrderPlan], own: URL? = nil) throws -> [PlayedPlan] {
    let results = Locked<[Int: Result<PlayedPlan, any Error>]>([:])
    DispatchQueue.concurrentPerform(iterations: plans.count) { index in
      let result = Result<PlayedPlan, any Error> {
        let program = plans[index].style.name == OrderStyle.own.name ? own : nil
        return try OrderPlayer(plan: plans[index], program: program ?? thisProgram).play()
      }
      results.withLock { $0[index] = result }
    }
    let all = results.withLock { $0 }
    return try plans.indices.map { try all[$0]!.get() }
  }
}

extension PlayedOrders {
  func check(_ number: Int) throws(UsageError) {
    if number > orders.count {
      throw UsageError(
        "--play \(number) is too high: there \(orders.count == 1 ? "is 1 order" : "are \(orders.count) orders").")
    }
  }
}
