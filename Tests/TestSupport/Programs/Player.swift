internal import Foundation
internal import RawObserving

/// Plays one program on this engine, and writes down what its commands cause.
// Sound as Sendable: the threads that play hand it on, one at a time.
package final class Player: @unchecked Sendable {
  package let program: Program
  /// For each command that was carried out, the calls that it made, as they are written in the file.
  package private(set) var heard: [[String]] = []

  /// Counts something in the engine, for `steps` and `hooks`.
  package typealias Count = @Sendable (_ what: String, _ object: Thing) -> Int

  // They live as long as the player, and it for ever: an object that is deallocated while it is observed raises.
  private var objects: [String: Thing] = [:]
  private var observers: [String: Listener] = [:]
  private var reactions: Program.Reactions
  private let count: Count

  private init(_ program: Program, count: @escaping Count) {
    (self.program, self.count) = (program, count)
    reactions = Program.Reactions(of: program)
  }

  /// Plays the program to its end, or to an exception.
  private func play() {
    for name in Program.objects { objects[name] = Thing(name) }
    for name in Program.observers { observers[name] = Listener(name, in: self) }
    for command in program.commands {
      heard.append([])
      perform(command.action)
    }
  }

  private func hear(_ line: String) { heard[heard.count - 1].append(line) }

  fileprivate func hear(_ call: Program.Heard) {
    hear(call.line)
    for action in reactions.actions(in: call) { perform(action) }
  }

  // MARK: All programs

  /// Keeps every player for the rest of the process.
  private static let everyPlayer = Locked<[Player]>([])

  /// What is done about an exception of the programs that are being played. The probe can be installed once only.
  private static let raised = Locked(Raised())

  // A function that is itself the state of a lock is wrapped once more at each access.
  private struct Raised: Sendable { var body: @Sendable (Violation) -> Void = { _ in } }

  /// Plays each program. Call it in a process of its own, as often as you like.
  ///
  /// An exception would end the process. It is reported to a probe first, on the thread that raises it. So that thread
  /// waits there for ever, and another one goes on with the next program.
  package static func play(
    _ programs: [Program], count: @escaping Count = { what, _ in fatalError("nothing counts \(what)") },
    willPlay: @escaping @Sendable (Program) -> Void = { _ in }
  ) -> [Player] {
    let players = programs.map { Player($0, count: count) }
    everyPlayer.withLock { $0 += players }
    let begun = Locked(0)
    let isOver = DispatchSemaphore(value: 0)
    @Sendable func playTheRest() {
      while let player = begun.withLock({ begun in
        begun += 1
        return begun <= players.count ? players[begun - 1] : nil
      }) {
        willPlay(player.program)
        player.play()
      }
      isOver.signal()
    }
    raised.withLock {
      $0.body = { violation in
        players[begun.withLock { $0 } - 1].hear("raise \(violation.id.exception ?? "RawObserving")")
        Thread { playTheRest() }.start()
        while true { sleep(1000) }
      }
    }
    EventProbe.install { event in
      guard case EngineEvent.raises(let violation) = event else { return }
      raised.withLock { $0.body }(violation)
    }
    Thread { playTheRest() }.start()
    isOver.wait()
    EventProbe.remove()
    return players
  }

  // MARK: Commands

  private func perform(_ action: Program.Action) {
    switch action {
    case .add(let name, let place, let options, let context):
      thing(place).addObserver(
        observer(name), forKeyPath: place.path, options: options, context: context.pointer)
    case .remove(let name, let place, let context?):
      thing(place).removeObserver(observer(name), forKeyPath: place.path, context: context.pointer)
    case .remove(let name, let place, nil):
      thing(place).removeObserver(observer(name), forKeyPath: place.path)
    case .drop(let name):
      // Released after the dictionaries were changed, because a deinit may come back here.
      let (object, observer) = (objects.removeValue(forKey: name), observers.removeValue(forKey: name))
      withExtendedLifetime((object, observer)) {}
    case .count(let what, let name):
      hear("\(count(what, thing(name))) \(what)")
    case .set(let place, let value, .name) where place.path.contains("."):
      thing(place).setValue(any(value), forKeyPath: place.path)
    case .set(let place, let value, .name):
      thing(place).setValue(any(value), forKey: place.path)
    case .set(let place, let value, let way):
      thing(place).set(place.path, to: any(value), announced: way == .setter)
    case .increase(let place, let summand):
      thing(place).add(summand, to: place.path)
    case .announce(let half, let announcement, let place):
      announce(half == .will, announcement, thing(place), place.path)
    case .change(let place, let change):
      self.change(thing(place), place.path, change)
    }
  }

  private func announce(_ isWill: Bool, _ announcement: Program.Announcement, _ object: Thing, _ key: String) {
    switch announcement {
    case .value:
      if isWill { object.willChangeValue(forKey: key) } else { object.didChangeValue(forKey: key) }
    case .elements(let kind, let indexes):
      let set = set(of: indexes)
      if isWill {
        object.willChange(kind, valuesAt: set, forKey: key)
      } else {
        object.didChange(kind, valuesAt: set, forKey: key)
      }
    case .members(let kind, let members):
      if isWill {
        object.willChangeValue(forKey: key, withSetMutation: kind, using: members)
      } else {
        object.didChangeValue(forKey: key, withSetMutation: kind, using: members)
      }
    }
  }

  /// Changes a collection element by element.
  private func change(_ object: Thing, _ key: String, _ change: Program.Change) {
    let array = object.mutableArrayValue(forKey: key, of: String.self)
    let set = object.mutableSetValue(forKey: key, of: String.self)
    switch change {
    case .insert(let elements, let indexes): array.insert(elements, at: self.set(of: indexes))
    case .remove(let indexes): array.remove(at: self.set(of: indexes))
    case .replace(let indexes, let elements): array.replace(at: self.set(of: indexes), with: elements)
    case .append(let element): array.append(element)
    case .discard(let element): array.remove(element)
    case .clearElements: array.removeAll()
    case .members(.union, let members): set.formUnion(members)
    case .members(.minus, let members): set.subtract(members)
    case .members(.intersect, let members): set.formIntersection(members)
    case .members(.set, let members): set.set(members)
    case .clearMembers: set.removeAll()
    }
  }

  // MARK: Words

  private func thing(_ place: Program.Place) -> Thing { thing(place.object) }

  private func thing(_ name: String) -> Thing {
    guard let object = objects[name] else { fatalError("\(program.id): there is no object \(name)") }
    return object
  }

  private func observer(_ name: String) -> Listener {
    guard let observer = observers[name] else { fatalError("\(program.id): there is no observer \(name)") }
    return observer
  }

  private func set(of indexes: [Int]) -> RangeSet<Int> {
    indexes.reduce(into: RangeSet()) { $0.insert(contentsOf: $1..<$1 + 1) }
  }

  private func any(_ value: Program.Value) -> Any? {
    switch value {
    case .null: nil
    case .text(let text): text
    case .number(let number): number
    case .object(let name): thing(name)
    case .elements(let elements): elements
    case .members(let members): members
    }
  }
}

/// An observer of a program.
private final class Listener: KeyValueObject {
  private let name: String
  private unowned let player: Player

  init(_ name: String, in player: Player) { (self.name, self.player) = (name, player) }

  override func observeValue(
    forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange, context: UnsafeMutableRawPointer?
  ) {
    player.hear(
      Program.Heard(
        name, "\(text(object)).\(keyPath)", isPrior: change.isPrior, kind: change.kind,
        indexes: change.indexes.map { Array($0.ranges.joined()) }, old: change.oldValue.map(text),
        new: change.newValue.map(text), context: context))
  }

  private func text(_ value: Any) -> String {
    switch value {
    case is KeyValueNull: "nil"
    case let object as Thing: object.name
    case let array as [String]: "[\(array.joined(separator: ","))]"
    case let set as Set<String>: "{\(set.sorted().joined(separator: ","))}"
    default: "\(value)"
    }
  }
}
