#if canImport(ObjectiveC)
  import Foundation
  import RawObserving
  import TestSupport
  import Testing

  /// Plays one program on Apple's `NSObject`, and writes what its commands cause, as ``Player`` does for this engine.
  final class ApplePlayer {
    /// What this system does for the program, in a process of its own: an exception or a signal may end it. Call it in a
    /// test, and not in the body of another exit test.
    static func log(of program: Program) async -> Program.Log {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        [text = program.text as String] in
        try ApplePlayer.playAndExit(text)
      }
      return Program.LogWriter.log(in: result?.standardErrorContent ?? [])
    }

    private static func playAndExit(_ text: String) throws {
      NSSetUncaughtExceptionHandler { exception in
        Program.LogWriter.write(line: "raise \(exception.name.rawValue)")
        _exit(EXIT_FAILURE)
      }
      // What does not end is a crash.
      alarm(20)
      let players = try ProgramFile(text).programs.map(ApplePlayer.init)
      for player in players { player.play() }
      // What is still observed must not be deallocated, so the players live until the process ends, which is not by `exit`.
      // It ends as a failure, as everything else does, so that the test accepts all ends.
      withExtendedLifetime(players) {
        Program.LogWriter.end()
        _exit(EXIT_FAILURE)
      }
    }

    private let program: Program
    private var objects: [String: AppleThing] = [:]
    private var observers: [String: AppleListener] = [:]
    private var reactions: Program.Reactions

    private init(_ program: Program) {
      self.program = program
      reactions = Program.Reactions(of: program)
    }

    private func play() {
      for name in Program.objects { objects[name] = AppleThing(name) }
      for name in Program.observers { observers[name] = AppleListener(name, in: self) }
      for command in program.commands {
        Program.LogWriter.begin()
        // What a command drops goes before the next one, and not with the pool of the thread.
        autoreleasepool { perform(command.action) }
      }
    }

    fileprivate func hear(_ call: Program.Heard) {
      Program.LogWriter.write(line: call.line)
      for action in reactions.actions(in: call) { perform(action) }
    }

    // MARK: Commands

    private func perform(_ action: Program.Action) {
      switch action {
      case .add(let name, let place, let options, let context):
        thing(place).addObserver(
          observer(name), forKeyPath: place.path, options: NSKeyValueObservingOptions(rawValue: options.rawValue),
          context: context.pointer)
      case .remove(let name, let place, let context?):
        thing(place).removeObserver(observer(name), forKeyPath: place.path, context: context.pointer)
      case .remove(let name, let place, nil):
        thing(place).removeObserver(observer(name), forKeyPath: place.path)
      case .drop(let name):
        // Released after the dictionaries were changed, because a deinit may come back here.
        let (object, observer) = (objects.removeValue(forKey: name), observers.removeValue(forKey: name))
        withExtendedLifetime((object, observer)) {}
      case .count(let what, _):
        fatalError("\(program.id): only this package's engine counts \(what)")
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

    private func announce(_ isWill: Bool, _ announcement: Program.Announcement, _ object: AppleThing, _ key: String) {
      switch announcement {
      case .value:
        if isWill { object.willChangeValue(forKey: key) } else { object.didChangeValue(forKey: key) }
      case .elements(let kind, let indexes):
        let (kind, set) = (apple(kind), self.set(of: indexes))
        if isWill {
          object.willChange(kind, valuesAt: set, forKey: key)
        } else {
          object.didChange(kind, valuesAt: set, forKey: key)
        }
      case .members(let kind, let members):
        let kind = apple(kind)
        if isWill {
          object.willChangeValue(forKey: key, withSetMutation: kind, using: members)
        } else {
          object.didChangeValue(forKey: key, withSetMutation: kind, using: members)
        }
      }
    }

    /// Changes a collection element by element: through the accessors of its class if it has some, and otherwise through
    /// a proxy.
    private func change(_ object: AppleThing, _ key: String, _ change: Program.Change) {
      let array = { object.mutableArrayValue(forKey: key) }
      let set = { object.mutableSetValue(forKey: key) }
      switch change {
      case .insert(let elements, let indexes) where key == "items": object.insert(elements, at: self.set(of: indexes))
      case .insert(let elements, let indexes): array().insert(elements, at: self.set(of: indexes))
      case .remove(let indexes) where key == "items": object.remove(at: self.set(of: indexes))
      case .remove(let indexes): array().removeObjects(at: self.set(of: indexes))
      case .replace(let indexes, let elements) where key == "items":
        object.replace(at: self.set(of: indexes), with: elements)
      case .replace(let indexes, let elements): array().replaceObjects(at: self.set(of: indexes), with: elements)
      case .append(let element): array().add(element)
      case .discard(let element): array().remove(element)
      case .clearElements: array().removeAllObjects()
      case .members(.union, let members) where key == "members": object.add(members)
      case .members(.union, let members): set().union(members)
      case .members(.minus, let members) where key == "members": object.remove(members)
      case .members(.minus, let members): set().minus(members)
      case .members(.intersect, let members) where key == "members": object.intersect(members)
      case .members(.intersect, let members): set().intersect(members)
      case .members(.set, let members): set().setSet(members)
      case .clearMembers: set().removeAllObjects()
      }
    }

    // MARK: Words

    private func thing(_ place: Program.Place) -> AppleThing { thing(place.object) }

    private func thing(_ name: String) -> AppleThing {
      guard let object = objects[name] else { fatalError("\(program.id): there is no object \(name)") }
      return object
    }

    private func observer(_ name: String) -> AppleListener {
      guard let observer = observers[name] else { fatalError("\(program.id): there is no observer \(name)") }
      return observer
    }

    private func set(of indexes: [Int]) -> IndexSet { indexes.reduce(into: IndexSet()) { $0.insert($1) } }

    // Both number the kinds alike.
    private func apple(_ kind: KeyValueChangeKind) -> NSKeyValueChange { NSKeyValueChange(rawValue: kind.rawValue)! }
    private func apple(_ kind: KeyValueSetMutationKind) -> NSKeyValueSetMutationKind {
      NSKeyValueSetMutationKind(rawValue: kind.rawValue)!
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
  private final class AppleListener: NSObject {
    private let name: String
    private unowned let player: ApplePlayer

    init(_ name: String, in player: ApplePlayer) { (self.name, self.player) = (name, player) }

    override func observeValue(
      forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?,
      context: UnsafeMutableRawPointer?
    ) {
      let change = change ?? [:]
      let kind = (change[.kindKey] as? UInt).flatMap(KeyValueChangeKind.init(rawValue:))
      player.hear(
        Program.Heard(
          name, "\(object.map(text) ?? "nothing").\(keyPath ?? "nothing")",
          isPrior: change[.notificationIsPriorKey] as? Bool ?? false, kind: kind ?? .setting,
          indexes: (change[.indexesKey] as? IndexSet).map { Array($0) }, old: change[.oldKey].map(text),
          new: change[.newKey].map(text), context: context))
    }

    private func text(_ value: Any) -> String {
      switch value {
      case is NSNull: "nil"
      case let object as AppleThing: object.name
      case let array as [String]: "[\(array.joined(separator: ","))]"
      case let set as Set<String>: "{\(set.sorted().joined(separator: ","))}"
      default: "\(value)"
      }
    }
  }
#endif
