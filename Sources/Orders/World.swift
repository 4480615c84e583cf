import RawObserving

/// The objects of a story and those who own them, made anew for each order that is played.
///
/// A style overrides ``make(_:)``: its lines are the ones that readers see. They reach the objects through weak
/// references, as the callback of a timer does, so a line can be made as long as the objects that it names are alive.
/// Nothing else here may hold an object while a line runs.
class World {
  /// The two references that keep the objects alive.
  final class Owner {
    var view: KeyValueObject?
    var clock: KeyValueObject?
  }

  let owner = Owner()
  let heard = Hearing()
  let story: OrderStory
  private(set) var made: Set<Move> = []
  private(set) weak var weakView: KeyValueObject?
  private(set) weak var weakClock: KeyValueObject?
  /// The parts of the view that have asked to be called, and have not stopped.
  private var asking: Set<Character> = []

  required init(_ story: OrderStory) {
    self.story = story
    (owner.view, owner.clock) = (makeView(), makeClock())
    (weakView, weakClock) = (owner.view, owner.clock)
  }

  // MARK: What a style says

  func makeView() -> KeyValueObject? { nil }
  func makeClock() -> KeyValueObject { fatalError("a style makes what is observed") }
  /// Executes the line.
  func make(_ move: Move) { fatalError("a style makes its moves") }
  /// What the view itself believes about observing; nil if it keeps no record of that.
  func belief(of view: KeyValueObject) -> Bool? { nil }
  /// The letters of the parts that are registered with the clock, one for each registration, in an order that matters.
  func registered(with clock: KeyValueObject) -> [Character] {
    clock.activeRegistrations.map { _ in World.onlyPart }
  }
  /// The part that a move asks for.
  func part(of move: Move) -> Character { World.onlyPart }

  static let onlyPart: Character = "d"

  // MARK: Playing

  /// Whether every owner has let go.
  var isOver: Bool { made.isSuperset(of: story.moves.filter(\.isRelease)) }

  var possible: [Move] {
    isOver
      ? []
      : story.moves.filter { story.obstacle(to: $0, after: made, viewLives: viewLives, clockLives: clockLives) == nil }
  }

  // Never inlined: a reference that is taken to look at an object must not outlive the look.
  private var viewLives: Bool { @inline(never) get { weakView != nil } }
  private var clockLives: Bool { @inline(never) get { weakClock != nil } }
  private var observerLives: Bool { story.hasView ? viewLives : clockLives }

  /// Makes the move, and returns what the view heard of it.
  func play(_ move: Move) -> Heard {
    let (before, wanted) = (heard.calls, observerLives ? asking : [])
    make(move)
    made.insert(move)
    let calls = heard.calls.map { part, count in (part, count - before[part, default: 0]) }.filter { $0.1 > 0 }
    switch move {
    case .add, .again: asking.insert(part(of: move))
    case .remove: asking.remove(part(of: move))
    case .first, .second, .releaseView, .releaseClock: break
    }
    guard move.isSet else { return .asAsked }
    if !wanted.isSubset(of: calls.map(\.0)) { return .missed }
    if calls.contains(where: { wanted.contains($0.0) && $0.1 > 1 }) { return .twice }
    return calls.allSatisfy { wanted.contains($0.0) } ? .asAsked : .late
  }

  var state: WorldState {
    @inline(never) get {
      let bothLive = observerLives && clockLives
      return WorldState(
        view: story.hasView ? fate(weakView, isOwned: owner.view != nil) : nil,
        clock: fate(weakClock, isOwned: owner.clock != nil),
        registered: String(weakClock.map(registered) ?? []),
        asked: bothLive ? String(asking.sorted()) : "",
        believes: (story.hasView ? weakView : weakClock).flatMap(belief))
    }
  }

  private func fate(_ object: KeyValueObject?, isOwned: Bool) -> Fate {
    object == nil ? .freed : isOwned ? .owned : .kept
  }
}

/// The calls so far, counted for each part of the view. It outlives what it counts for.
final class Hearing {
  private(set) var calls: [Character: Int] = [:]

  func note(_ part: Character = World.onlyPart) { calls[part, default: 0] += 1 }
}
