import Foundation

@testable import RawObserving

/// Plays one program, and writes down what its commands cause.
// Sound as Sendable: the threads that play hand it on, one at a time.
final class Player: @unchecked Sendable {
  let program: Program
  /// For each command that was carried out, the calls that it made, as they are written in the file.
  private(set) var heard: [[String]] = []

  // They live as long as the player, and it for ever: an object that is deallocated while it is observed raises.
  private var objects: [String: Thing] = [:]
  private var observers: [String: Listener] = [:]

  init(_ program: Program) { self.program = program }

  /// Plays the program to its end, or to an exception.
  private func play() {
    for name in ["a", "b", "c", "d", "e", "f", "g"] { objects[name] = Thing(name) }
    for name in ["A", "B", "C", "r"] { observers[name] = Listener(name, in: self) }
    for command in program.commands {
      heard.append([])
      perform(command.text)
    }
  }

  fileprivate func hear(_ line: String) { heard[heard.count - 1].append(line) }

  // MARK: All programs

  /// Keeps every player for the rest of the process.
  private static let everyPlayer = Locked<[Player]>([])

  /// Plays each program. Call it in a process of its own, once.
  ///
  /// An exception would end the process. It is reported to a probe first, on the thread that raises it. So that thread
  /// waits there for ever, and another one goes on with the next program.
  static func play(_ programs: [Program]) -> [Player] {
    let players = programs.map(Player.init)
    everyPlayer.withLock { $0 += players }
    let begun = Locked(0)
    let isOver = DispatchSemaphore(value: 0)
    @Sendable func playTheRest() {
      while let player = begun.withLock({ begun in
        begun += 1
        return begun <= players.count ? players[begun - 1] : nil
      }) {
        FileHandle.standardOutput.write(Data("\(player.program.id)\n".utf8))
        player.play()
      }
      isOver.signal()
    }
    EventProbe.install { event in
      guard case EngineEvent.raises(let violation) = event else { return }
      players[begun.withLock { $0 } - 1].hear("raise \(violation.name ?? "RawObserving")")
      Thread { playTheRest() }.start()
      while true { sleep(1000) }
    }
    Thread { playTheRest() }.start()
    isOver.wait()
    EventProbe.remove()
    return players
  }

  // MARK: Commands

  /// Carries out a command, as the head of the file explains it.
  fileprivate func perform(_ command: String) {
    let words = command.split(separator: " ").map { $0.hasSuffix(",") ? String($0.dropLast()) : String($0) }
    switch words[0] {
    case "add":
      let (object, path) = place(words[3])
      object.addObserver(observer(words[1]), forKeyPath: path, options: options(words), context: context(words) ?? nil)
    case "remove":
      let (object, path) = place(words[3])
      if let context = context(words) {
        object.removeObserver(observer(words[1]), forKeyPath: path, context: context)
      } else {
        object.removeObserver(observer(words[1]), forKeyPath: path)
      }
    case "drop":
      // Released after the dictionaries were changed, because a deinit may come back here.
      let (object, observer) = (objects.removeValue(forKey: words[1]), observers.removeValue(forKey: words[1]))
      withExtendedLifetime((object, observer)) {}
    case "steps":
      hear("\(thing(words[1]).waiting) steps")
    case "hooks":
      hear("\(thing(words[1]).observationInfo?.hookCount ?? 0) hooks")
    case "will" where words.count == 2, "did" where words.count == 2:
      let (object, key) = place(words[1])
      if words[0] == "will" { object.willChangeValue(forKey: key) } else { object.didChangeValue(forKey: key) }
    case "will", "did":
      let (object, key) = place(words[2])
      announce(words[0] == "will", words[1], object, key, words[words.count - 1])
    default:
      if words[1] == "=" { return assign(words[0], words[2]) }
      let (object, key) = place(words[0])
      if words[1] == "+=" { return object.add(Int(words[2])!, to: key) }
      change(object, key, by: words[1], Array(words[2...]))
    }
  }

  private func announce(_ isWill: Bool, _ kind: String, _ object: Thing, _ key: String, _ last: String) {
    if let kind = elementKind(kind) {
      if isWill {
        object.willChange(kind, valuesAt: indexes(last), forKey: key)
      } else {
        object.didChange(kind, valuesAt: indexes(last), forKey: key)
      }
    } else if let kind = mutation(kind) {
      let members = Set(list(last))
      if isWill {
        object.willChangeValue(forKey: key, withSetMutation: kind, using: members)
      } else {
        object.didChangeValue(forKey: key, withSetMutation: kind, using: members)
      }
    } else {
      fatalError("nothing can \(kind)")
    }
  }

  /// `a.text = x`, `a._text = x` and `a["child.text"] = x`.
  private func assign(_ place: String, _ word: String) {
    if let found = place.wholeMatch(of: /(.+)\["(.+)"\]/) {
      let (object, path) = (thing(String(found.1)), String(found.2))
      let value = value(word, for: path)
      if path.contains(".") { object.setValue(value, forKeyPath: path) } else { object.setValue(value, forKey: path) }
    } else {
      let (object, key) = self.place(place)
      let isAnnounced = !key.hasPrefix("_")
      let name = isAnnounced ? key : String(key.dropFirst())
      object.set(name, to: value(word, for: name), announced: isAnnounced)
    }
  }

  /// Changes a collection element by element.
  private func change(_ object: Thing, _ key: String, by verb: String, _ words: [String]) {
    let array = object.mutableArrayValue(forKey: key, of: String.self)
    let set = object.mutableSetValue(forKey: key, of: String.self)
    switch verb {
    case "insert": array.insert(list(words[0]), at: indexes(words[2]))
    case "remove": array.remove(at: indexes(words[1]))
    case "replace": array.replace(at: indexes(words[2]), with: list(words[0]))
    case "append": array.append(words[0])
    case "discard": array.remove(words[0])
    case "clear" where key.hasSuffix("tems"): array.removeAll()
    case "clear": set.removeAll()
    case "union": set.formUnion(Set(list(words[0])))
    case "minus": set.subtract(Set(list(words[0])))
    case "intersect": set.formIntersection(Set(list(words[0])))
    case "set": set.set(Set(list(words[0])))
    default: fatalError("no collection can \(verb)")
    }
  }

  // MARK: Words

  private func thing(_ name: String) -> Thing {
    guard let object = objects[name] else { fatalError("\(program.id): there is no object \(name)") }
    return object
  }

  private func observer(_ name: String) -> Listener {
    guard let observer = observers[name] else { fatalError("\(program.id): there is no observer \(name)") }
    return observer
  }

  /// The object, and the key path from it.
  private func place(_ word: String) -> (Thing, String) {
    let parts = word.split(separator: ".", maxSplits: 1)
    return (thing(String(parts[0])), String(parts[1]))
  }

  private func options(_ words: [String]) -> KeyValueObservingOptions {
    let names: KeyValuePairs<String, KeyValueObservingOptions> = [
      "new": .new, "old": .old, "initial": .initial, "prior": .prior,
    ]
    return names.reduce(into: []) { if words.contains($1.key) { $0.insert($1.value) } }
  }

  /// The context; nil if the command does not speak of one.
  private func context(_ words: [String]) -> UnsafeMutableRawPointer?? {
    guard let place = words.firstIndex(of: "context") else { return nil }
    return .some(Int(words[place + 1]).flatMap(UnsafeMutableRawPointer.init(bitPattern:)))
  }

  private func elementKind(_ word: String) -> KeyValueChangeKind? {
    ["insert": .insertion, "remove": .removal, "replace": .replacement][word]
  }

  private func mutation(_ word: String) -> KeyValueSetMutationKind? {
    ["union": .union, "minus": .minus, "intersect": .intersect, "set": .set][word]
  }

  private func indexes(_ word: String) -> RangeSet<Int> {
    word.split(separator: ",").compactMap { Int($0) }.reduce(into: RangeSet()) { $0.insert(contentsOf: $1..<$1 + 1) }
  }

  /// The elements of `[x,y]` and the members of `{x,y}`.
  private func list(_ word: String) -> [String] { word.dropFirst().dropLast().split(separator: ",").map(String.init) }

  /// A value for the last key of the path, which says of what type it is.
  private func value(_ word: String, for path: String) -> Any? {
    if word == "nil" { return nil }
    if word.hasPrefix("[") { return list(word) }
    if word.hasPrefix("{") { return Set(list(word)) }
    return switch path.split(separator: ".").last {
    case "child", "other", "next", "last", "silentChild", "guest", "spare", "quietGuest": thing(word)
    case "number", "tally": Int(word)
    default: word
    }
  }
}

/// An observer of a program.
private final class Listener: KeyValueObject {
  private let name: String
  private unowned let player: Player
  private var calls = (prior: 0, other: 0)

  init(_ name: String, in player: Player) { (self.name, self.player) = (name, player) }

  override func observeValue(
    forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange, context: UnsafeMutableRawPointer?
  ) {
    let kinds: [KeyValueChangeKind: String] = [.insertion: "insert", .removal: "remove", .replacement: "replace"]
    let parts = [
      name, "\(text(object)).\(keyPath)", change.isPrior ? "prior" : nil, kinds[change.kind],
      change.indexes.map { "at " + $0.ranges.joined().map(String.init).joined(separator: ",") },
      change.oldValue.map { "old " + text($0) }, change.newValue.map { "new " + text($0) },
      context.map { "context \(UInt(bitPattern: $0))" },
    ]
    player.hear(parts.compactMap(\.self).joined(separator: " "))
    if change.isPrior { calls.prior += 1 } else { calls.other += 1 }
    let number = change.isPrior ? calls.prior : calls.other
    for reaction in player.program.reactions
    where (reaction.observer, reaction.isPrior, reaction.number) == (name, change.isPrior, number) {
      player.perform(reaction.command)
    }
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
