import Console
package import Foundation
import Harness

/// Plays every order of a plan, each in a world of its own.
///
/// The orders are played in processes of their own, one after the other and depth first. Such a process writes each line
/// before it makes it; if the line ends it, the next process goes on after that order.
package struct OrderPlayer {
  let plan: OrderPlan
  /// The program to play in.
  let program: URL
  /// After so many seconds a process that plays counts as hung.
  var limit = 60

  package init(plan: OrderPlan, program: URL) { (self.plan, self.program) = (plan, program) }

  /// Plays all orders.
  ///
  /// - Throws: ``Failure`` if a process ends in a way that no order explains; `InputError` if the source is not there.
  package func play() throws -> PlayedPlan {
    var orders: [PlayedPlan.StoryOrder] = []
    var after: [Move]?
    repeat {
      let child = try spawn(after.map { String($0.map(\.rawValue)) })
      let count = orders.count
      try read(child.output[...], into: &orders)
      let last = orders.last
      after = last?.death == nil ? nil : last?.moves
      if orders.count == count || child.wasSignalled != (after != nil) || (after == nil && child.status != 0) {
        throw Failure(plan, "a process ends (\(child.status)) where no line ends it: \(child.output.suffix(500))")
      }
    } while after != nil
    return try PlayedPlan(plan, orders)
  }

  /// Reads what ``OrderProcess`` wrote.
  private func read(_ output: Substring, into orders: inout [PlayedPlan.StoryOrder]) throws(Failure) {
    var (rest, order) = (output, PlayedPlan.StoryOrder())
    while let letter = rest.popFirst() {
      if letter == "\n" {
        orders.append(order)
        order = .init()
        continue
      }
      guard let move = Move(rawValue: letter) else { throw Failure(plan, "no move: \(letter)\(rest.prefix(500))") }
      if rest.first == "[", let end = rest.firstIndex(of: "]") {
        let parts = rest[..<end].dropFirst().split(separator: ";")
        guard parts.count == 3, let heard = parts[0].first.flatMap(Heard.init), let calls = Int(parts[1]),
          let state = WorldState(code: parts[2])
        else { throw Failure(plan, "no step: \(rest.prefix(500))") }
        order.steps.append(.init(move: move, heard: heard, calls: calls, state: state))
        rest = rest[end...].dropFirst()
      } else {
        // What follows the line that ended the process is the rule that was broken, and the message.
        let end = ProcessOutput(String(rest))
        order.death = (move, Death(.dies, end.lastMessage, end.violation))
        orders.append(order)
        return
      }
    }
    if !order.steps.isEmpty { throw Failure(plan, "an order breaks off: \(output.suffix(200))") }
  }

  private func spawn(_ after: String?) throws(Failure) -> TimedProcess {
    let arguments = ["orders", plan.story.name, "--style", plan.style.name, "--era", "\(plan.era)", "--in-process"]
    let child: TimedProcess
    do {
      child = try TimedProcess.run(program, arguments + (after.map { ["--after", $0] } ?? []), seconds: Double(limit))
    } catch {
      throw Failure(plan, "\(error)")
    }
    if child.wasTooSlow {
      throw Failure(plan, "a line does not end within \(limit) seconds: \(child.output.suffix(200))")
    }
    return child
  }

  package struct Failure: Error, CustomStringConvertible {
    package let description: String

    init(_ plan: OrderPlan, _ what: String) { description = "\(plan.name): \(what)" }
  }
}
