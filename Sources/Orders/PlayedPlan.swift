import Harness
import RawObserving

/// A plan with every order played.
package struct PlayedPlan: Sendable {
  package let plan: OrderPlan
  package let orders: PlayedOrders

  /// - Parameter all: what was played, order by order.
  /// - Throws: `InputError` if the source of the style is not there.
  init(_ plan: OrderPlan, _ all: [StoryOrder]) throws {
    self.plan = plan
    let lines = try OrderLines(plan)
    var tree = Tree(state: .beginning(of: plan))
    for order in all { tree.add(order.steps[...], order.death) }
    var folding = Folding(plan.story)
    let root = folding.place(of: tree)
    orders = PlayedOrders(lines, folding.places(from: root))
  }

  /// An order as it was played.
  struct StoryOrder {
    struct Step {
      let move: Move
      let heard: Heard
      /// How often the view was called so far.
      let calls: Int
      let state: WorldState
    }

    var steps: [Step] = []
    /// The line that ended the process, and how.
    var death: (move: Move, death: Death)?

    var moves: [Move] { steps.map(\.move) + (death.map { [$0.move] } ?? []) }
  }

  /// The orders that begin in the same way, put together.
  private struct Tree {
    let state: WorldState
    var calls = 0
    var heard = Heard.asAsked
    var next: [(move: Move, tree: Tree)] = []
    var deaths: [(move: Move, death: Death)] = []

    init(state: WorldState) { self.state = state }

    mutating func add(_ steps: ArraySlice<StoryOrder.Step>, _ death: (move: Move, death: Death)?) {
      guard let step = steps.first else {
        if let death { deaths.append(death) }
        return
      }
      if next.last?.move != step.move {
        var tree = Tree(state: step.state)
        (tree.calls, tree.heard) = (step.calls, step.heard)
        next.append((step.move, tree))
      }
      next[next.count - 1].tree.add(steps.dropFirst(), death)
    }
  }

  /// Beginnings in whose place the same lines do the same from now on share one place.
  private struct Folding {
    private struct Key: Hashable {
      let state: String
      let steps: [OrderStep]
    }

    let story: OrderStory
    /// Made from the ends: a step leads to an earlier one.
    private var made: [OrderPlace] = []
    private var known: [Key: Int] = [:]

    init(_ story: OrderStory) { self.story = story }

    mutating func place(of tree: Tree) -> Int {
      var steps: [OrderStep] = []
      for move in story.moves {
        guard let line = story.moves.firstIndex(of: move) else { continue }
        if let death = tree.deaths.first(where: { $0.move == move })?.death {
          steps.append(OrderStep(line: line, effect: .ends(death)))
        } else if let next = tree.next.first(where: { $0.move == move })?.tree {
          steps.append(
            OrderStep(
              line: line, faults: next.heard.ending.map { [$0] } ?? [], calls: next.calls - tree.calls,
              effect: .leads(place(of: next))))
        }
      }
      let key = Key(state: tree.state.code, steps: steps)
      if let known = known[key] { return known }
      var place = OrderPlace(state: OrderState(tree.state, in: story), steps: steps)
      if steps.isEmpty && !tree.state.isEmpty { place.end = .leaks(tree.state.living(in: story)) }
      known[key] = made.count
      made.append(place)
      return made.count - 1
    }

    /// The places in an order in which each step leads to a later one, from a root on.
    func places(from root: Int) -> [OrderPlace] {
      made[...root].reversed().map { place in
        var place = place
        place.steps = place.steps.map { step in
          guard case .leads(let next) = step.effect else { return step }
          return OrderStep(line: step.line, faults: step.faults, calls: step.calls, effect: .leads(root - next))
        }
        return place
      }
    }
  }
}

extension Heard {
  /// What it counts as; nil if the view heard what it had asked for.
  var ending: PlayedOrder.Ending? {
    switch self {
    case .asAsked: nil
    case .missed: .misses
    case .twice: .twice
    case .late: .late
    }
  }
}

extension OrderLines {
  /// - Throws: `InputError` if the source is not there, or has no line for a move.
  init(_ plan: OrderPlan) throws {
    let (story, style) = (plan.story, try StyleLines(plan))
    self.init(
      title: "\(story.title), \(plan.style.title)", era: plan.era,
      lines: story.moves.map { move in
        let kind = move.kind(in: story)
        let head = kind.words(in: story)
        return Line(
          letter: move.rawValue, text: style[move], head: head,
          label: kind == .releaseClock ? "\(story.object) = nil" : head,
          column: story.moves.firstIndex { $0.kind(in: story) == kind }!, isRelease: move.isRelease, isSet: move.isSet)
      }, classes: style.classes, isStory: true)
  }
}

/// What a line of a story does. Two lines may do the same, such as the two sets.
enum MoveKind: Equatable {
  case add, addOther, set, remove, releaseView, releaseClock

  func words(in story: OrderStory) -> String {
    switch self {
    case .add: story.parts.isEmpty ? "add" : "add header"
    case .addOther: "add footer"
    case .set: "set"
    case .remove: "remove"
    case .releaseView: "view = nil"
    case .releaseClock: story.hasView ? "clock = nil" : "it = nil"
    }
  }
}

extension Move {
  func kind(in story: OrderStory) -> MoveKind {
    switch self {
    case .add: .add
    case .again: story.parts.isEmpty ? .add : .addOther
    case .first, .second: .set
    case .remove: .remove
    case .releaseView: .releaseView
    case .releaseClock: .releaseClock
    }
  }
}

extension WorldState {
  /// The state of a world that has just been made.
  static func beginning(of plan: OrderPlan) -> WorldState { plan.style.world.init(plan.story).state }

  /// The objects that are alive.
  fileprivate func living(in story: OrderStory) -> [String] {
    [view.map { ("view", $0) }, (story.object, clock)].compactMap(\.self).filter { $0.1 != .freed }.map(\.0)
  }
}

extension OrderState {
  init(_ state: WorldState, in story: OrderStory) {
    let view = state.view.map { Object(name: "view", fate: $0) }
    let objects = [view, Object(name: story.object, fate: state.clock)].compactMap(\.self)
    self.init(
      code: state.code, objects: objects,
      registrations: state.registered.map { part in
        Registration(observer: 0, object: objects.count - 1, label: story.parts[part])
      }, words: state.words(in: story), rank: state.rank)
  }
}

extension WorldState {
  /// The order in which states are listed: who lives, then who is registered.
  fileprivate var rank: [Int] {
    func rank(_ fate: Fate?) -> Int { fate.map { [.owned, .kept, .freed].firstIndex(of: $0) ?? 0 } ?? 0 }
    return [
      rank(view) + rank(clock), rank(clock), registered.count, registered == "f" ? 1 : 0, asked.count,
      asked == "f" ? 1 : 0, believes == true ? 1 : 0,
    ]
  }
}
