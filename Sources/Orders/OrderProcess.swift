import Foundation
import Harness

/// The process in which the orders of a plan are played, depth first. ``OrderPlayer`` reads what it writes.
struct OrderProcess {
  let plan: OrderPlan
  /// The world of every order so far. They live as long as the process: if an observed object were freed between two
  /// orders, the process would die there.
  private var worlds: [World] = []

  /// The lines of an order, each with those that were possible in its place.
  private typealias Path = [(move: Move, possible: [Move])]

  init(_ plan: OrderPlan) { self.plan = plan }

  /// Plays every order after that one, all of them if it is nil, and ends the process while its worlds are still alive.
  mutating func play(after died: [Move]?) -> Never {
    ProcessOutput.tellViolation(Self.write)
    var beginning: [Move]? = died.map { next(after: replayed($0)) } ?? []
    while let moves = beginning { beginning = next(after: played(moves)) }
    exit(0)
  }

  /// Plays one order to its end: the given lines first, then always the first possible one.
  private mutating func played(_ beginning: [Move]) -> Path {
    let world = plan.style.world.init(plan.story)
    worlds.append(world)
    var path: Path = []
    while true {
      let possible = world.possible
      guard let move = path.count < beginning.count ? beginning[path.count] : possible.first else { break }
      Self.write("\(move.rawValue)")
      let heard = world.play(move)
      Self.write("[\(heard.rawValue);\(world.heard.calls.values.reduce(0, +));\(world.state.code)]")
      path.append((move, possible))
    }
    Self.write("\n")
    return path
  }

  /// The path of an order that died, found by making all its lines but the last.
  private mutating func replayed(_ died: [Move]) -> Path {
    let world = plan.style.world.init(plan.story)
    worlds.append(world)
    return died.enumerated().map { index, move in
      let possible = world.possible
      if index < died.count - 1 { _ = world.play(move) }
      return (move, possible)
    }
  }

  /// The beginning of the order that comes next: of the longest shared beginning, the next line that is possible.
  private func next(after path: Path) -> [Move]? {
    for (index, place) in path.enumerated().reversed() {
      if let later = place.possible.drop(while: { $0 != place.move }).dropFirst().first {
        return path[..<index].map(\.move) + [later]
      }
    }
    return nil
  }

  /// Written at once: what is in a buffer is lost when the process dies.
  private static func write(_ text: String) { FileHandle.standardOutput.write(Data(text.utf8)) }
}
