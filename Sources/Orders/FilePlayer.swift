import Console
import Foundation
import Harness
import Marking
import RawObserving
import Recording

/// Plays the lines of a reader's file in every order.
///
/// Each place is played in a process that begins anew, runs all lines up to it, and goes on with a possible line
/// until the order is over. What it comes to on the way is not played again. Two places are one if the same lines have
/// run, in whatever order, and everything that can be read is equal: then only one of them is played further. Some whole
/// orders through such places are played again, and if one differs, nothing is taken for equal any more.
struct FilePlayer: Sendable {
  let program: OrderedFile
  let era: Era
  /// The folder in which the program runs; nil for that of this process.
  let folder: URL?
  /// After so many seconds a process counts as hung.
  let seconds: Int

  /// How many places are played.
  var most = mostPlaces
  /// Whether what is behind static constants is part of a state. To read one may change what the program does.
  var readsConstants = false

  static let mostPlaces = 2000
  /// How many whole orders are played again.
  var mostChecked = 12

  /// What became of the lines.
  struct Exploration {
    /// By the lines that led there.
    var places: [[Int]: Place] = [:]
    var deaths: [[Int]: Death] = [:]
    /// The beginnings that were not played further, and the one to which they are equal.
    var same: [[Int]: [Int]] = [:]
    /// Every order was played up to so many lines, and not further; nil if all were played to their ends.
    var cutAfter: Int?
    /// Two plays of these lines did not do the same.
    var unsteady: [Int]?
    /// The classes of all objects that were known at the end of an order.
    var classes: Set<String> = []

    var count: Int { places.count + deaths.count }
  }

  struct Place {
    let seen: PlayedPlace
    /// What the last line printed.
    let printed: String
    /// How an order is that ends here; nil if it goes on.
    var end: End?
  }

  /// The end of an order, in names.
  enum End: Equatable {
    case ends(left: [String], closures: [String] = [], printed: String)
    case dies(Death)
  }

  /// The program does not come to the first line.
  struct SetUpFailure: Error {
    let death: Death?
  }

  // MARK: All places

  /// Plays all, and finds the states.
  ///
  /// What is behind static constants is part of them, unless orders end otherwise if it is read.
  ///
  /// - Parameters:
  ///   - name: what the file is called.
  ///   - progress: is passed how many places have been played.
  func orders(of name: String, _ progress: (Int) -> Void) throws -> FileOrders {
    if program.hasConstants && !readsConstants {
      var other = self
      other.readsConstants = true
      let all = try other.play(progress)
      if try differs(from: all, inWhatIsRead: false) == nil { return try other.orders(all, of: name) }
    }
    return try orders(play(progress), of: name)
  }

  private func orders(_ exploration: Exploration, of name: String) throws -> FileOrders {
    var played = exploration
    let found = FileOrders(program, name, era, played)
    guard let conflict = found.conflict, played.unsteady == nil else { return found }
    // What happens beside the lines may have decided: then it does not do so each time.
    played.unsteady = try (0..<3).lazy.flatMap { _ in conflict }.first { try differs(on: $0, from: played) != nil }
    return played.unsteady == nil ? found : FileOrders(program, name, era, played)
  }

  /// - Parameter progress: is passed how many places have been played.
  func play(_ progress: (Int) -> Void) throws -> Exploration {
    var joined = try play(joins: true, progress)
    if joined.unsteady != nil { return joined }
    guard let path = try differs(from: joined) else { return joined }
    if joined.same.isEmpty {
      joined.unsteady = path
      return joined
    }
    // Something that cannot be read decides.
    var all = try play(joins: false, progress)
    if all.unsteady == nil { all.unsteady = try differs(from: all) }
    return all
  }

  private func play(joins: Bool, _ progress: (Int) -> Void) throws -> Exploration {
    var (exploration, ahead) = (Exploration(), [[Int]: Step]())
    let first = try run([])
    guard let start = first.places.first else { throw SetUpFailure(death: first.death) }
    exploration.places[[]] = start
    note(first, [], 0, &exploration, &ahead)
    var level: [[Int]] = [[]]
    while !level.isEmpty {
      let next = level.flatMap { path in exploration.places[path]!.seen.next.map { path + [$0] } }
      if exploration.count + next.count > most {
        exploration.cutAfter = level[0].count
        break
      }
      progress(exploration.count)
      let new = next.filter { ahead[$0] == nil }
      // Each goes on in another way, so that what they come to is not the same.
      let turns = Array(zip(new, exploration.count...))
      for ((path, turn), run) in zip(turns, try Self.inParallel(turns, { try run($0, turn: $1) })) {
        note(run, path, turn, &exploration, &ahead)
      }
      level = []
      var known: [Key: [Int]] = [:]
      for path in next {
        switch ahead.removeValue(forKey: path) {
        case .leads(let place): exploration.places[path] = place
        case .ends(let death): exploration.deaths[path] = death
        case nil: break
        }
        guard let place = exploration.places[path], !place.seen.next.isEmpty else { continue }
        let key = Key(lines: path.sorted(), state: place.seen.state, next: place.seen.next)
        if joins, let equal = known[key] {
          exploration.same[path] = equal
        } else {
          known[key] = path
          level.append(path)
        }
      }
      // What follows one of two places that are one has been played for the other, too. In an order, so that the same is
      // found each time.
      let length = level.first.map(\.count) ?? 0
      for path in ahead.keys.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
        guard let equal = exploration.same[Array(path.prefix(length))] else { continue }
        let (step, other) = (ahead.removeValue(forKey: path), equal + path.dropFirst(length))
        ahead[other] = ahead[other] ?? step
      }
    }
    return exploration
  }

  /// What two places have in common that are one.
  private struct Key: Hashable {
    let lines: [Int]
    let state: PlayedPlace.State
    let next: [Int]
  }

  /// What a line comes to.
  private enum Step {
    case leads(Place)
    case ends(Death)
  }

  /// Notes what became of the last line and of those after it, and whether those before did what they had done before.
  private func note(
    _ run: Run, _ path: [Int], _ turn: Int, _ exploration: inout Exploration, _ ahead: inout [[Int]: Step]
  ) {
    exploration.classes.formUnion(run.classes)
    var way: [Int] = []
    for (count, place) in run.places.enumerated() {
      if count >= path.count {
        if count > 0 { ahead[way] = .leads(place) }
      } else if let known = exploration.places[way], known.seen != place.seen || known.printed != place.printed {
        exploration.unsteady = exploration.unsteady ?? way
      }
      let next = OrderedProgram.line(of: place.seen.next, after: count, turn: turn)
      if let line = count < path.count ? path[count] : next { way.append(line) }
    }
    if run.places.count < path.count {
      ahead[path] = .ends(run.death ?? Death(.exits, ""))
      exploration.unsteady = exploration.unsteady ?? path
    } else if run.places.count == way.count, let death = run.death {
      ahead[way] = .ends(death)
    }
  }

  // MARK: Whole orders

  /// Plays some orders whole, and returns the lines after which one has come to something else.
  ///
  /// - Parameter inWhatIsRead: whether it matters what was read, and not only what happened.
  private func differs(from exploration: Exploration, inWhatIsRead: Bool = true) throws -> [Int]? {
    for way in Self.spread(Self.ways(through: exploration), mostChecked) {
      if let path = try differs(on: way, from: exploration, inWhatIsRead) { return path }
    }
    return nil
  }

  /// Plays these lines once more.
  private func differs(on way: [Int], from exploration: Exploration, _ inWhatIsRead: Bool = true) throws -> [Int]? {
    let run = try run(way)
    for count in 0...way.count {
      let path = Array(way[..<count])
      let played = Self.representative(path, exploration)
      if let place = exploration.places[played] {
        guard run.places.indices.contains(count), Self.agrees(run.places[count], place, inWhatIsRead) else {
          return path
        }
      } else if run.places.count != count || run.death?.words != exploration.deaths[played]?.words {
        return path
      }
    }
    return nil
  }

  private static func agrees(_ one: Place, _ other: Place, _ inWhatIsRead: Bool) -> Bool {
    let isSame = inWhatIsRead ? one.seen == other.seen && one.end == other.end : one.seen.next == other.seen.next
    return isSame && one.printed == other.printed && one.seen.faults == other.seen.faults
  }

  /// The lines under which what a beginning has come to was played.
  static func representative(_ path: [Int], _ exploration: Exploration) -> [Int] {
    var played: [Int] = []
    for line in path {
      played = exploration.same[played] ?? played
      played.append(line)
    }
    return played
  }

  /// Whole orders through the places that stand for others, as far as they were played.
  private static func ways(through exploration: Exploration) -> [[Int]] {
    func toEnd(_ beginning: [Int]) -> [Int] {
      var way = beginning
      while true {
        let played = representative(way, exploration)
        guard let place = exploration.places[exploration.same[played] ?? played], let line = place.seen.next.last else {
          return way
        }
        let next = representative(way + [line], exploration)
        if exploration.places[next] == nil && exploration.deaths[next] == nil { return way }
        way.append(line)
      }
    }
    let beginnings = exploration.same.isEmpty ? Array(exploration.places.keys) : Array(exploration.same.keys)
    return beginnings.sorted { $0.count == $1.count ? $0.lexicographicallyPrecedes($1) : $0.count < $1.count }.map(
      toEnd
    )
    .uniqued()
  }

  private static func spread(_ ways: [[Int]], _ most: Int) -> [[Int]] {
    ways.count <= most ? ways : (0..<most).map { ways[$0 * ways.count / most] }
  }

  // MARK: One process

  private struct Run {
    var places: [Place] = []
    var death: Death?
    var classes: [String] = []
  }

  /// Runs the lines in a process of its own.
  ///
  /// - Parameter turn: chooses the lines behind these.
  private func run(_ path: [Int], turn: Int = 0) throws -> Run {
    var environment = [
      OrderedProgram.order: path.map(String.init).joined(separator: ","), OrderedProgram.turn: "\(turn)",
      PlayedProgram.era: "\(era)",
      "SWIFT_BACKTRACE": "enable=no",
    ]
    environment[OrderedProgram.folder] = folder?.path
    if readsConstants { environment[OrderedProgram.constants] = "1" }
    let process = try TimedProcess.run(program.path, [], environment, seconds: Double(seconds))
    // Of more than a megabyte, what was in the middle is lost, and messages with it.
    if process.output.utf8.count > 1 << 20 {
      throw InputError(
        message: "the lines print more than a megabyte, which is too much for every order. Let them print less."
          + (path.isEmpty
            ? "" : " The last of them was: \(path.map { program.lines[$0].text }.joined(separator: "; "))"))
    }
    let (messages, rest) = try PlayedPlace.Message.all(in: process.output)
    var run = Run()
    var (checks, ended) = (false, false)
    var violation: Violation.ID?
    if case .violates(let rule)? = messages.last?.message { violation = rule }
    for (text, message) in messages {
      let printed = Self.ownWords(text)
      switch message {
      case .arrives(let place): run.places.append(Place(seen: place, printed: printed))
      case .checks: checks = true
      case .ends(let adrift, let closures, let classes):
        (ended, run.classes) = (true, classes)
        // Of those, the ones that are alive when all variables are nil have leaked. The process may die meanwhile.
        run.places[run.places.count - 1].end = .ends(left: adrift, closures: closures, printed: printed)
      case .leaves(let left, let closures):
        if case .ends(_, _, let printed)? = run.places.last?.end {
          run.places[run.places.count - 1].end = .ends(left: left, closures: closures, printed: printed)
        }
      case .violates: break
      }
    }
    if ended { return run }
    let death = death(of: process, rest, violation)
    if checks { run.places[run.places.count - 1].end = .dies(death) } else { run.death = death }
    return run
  }

  /// What the program prints, without what a mediator of this package remarks, and with addresses that are the same each
  /// time.
  private static func ownWords(_ text: String) -> String {
    if text.isEmpty { return text }
    return text.replacing(#/\*\*\* ManagedObserving: .*\n(?: {4}.*\n)*/#, with: "").replacing(
      #/0x[0-9a-f]+/#, with: "0x…")
  }

  private func death(of process: TimedProcess, _ rest: String, _ violation: Violation.ID?) -> Death {
    if process.wasTooSlow {
      return Death(.hangs, "the line does not end within \(seconds) \(seconds == 1 ? "second" : "seconds")")
    }
    guard process.wasSignalled else { return Death(.exits, "the program ends with the exit code \(process.status)") }
    let message = ProcessOutput(rest).lastMessage
    // The module of the copy is no part of the file's name.
    let words = message.isEmpty ? Outcome.words(forSignal: process.status) : message.replacing(#/^Marked\//#, with: "")
    guard let check = words.firstMatch(of: #/(?::(\d+): )?(?:Precondition|Assertion) failed(?:: (.*))?/#) else {
      return Death(.dies, words, violation)
    }
    return Death(.breaks, check.2.map(String.init) ?? "the check of line \(check.1 ?? "?")", violation)
  }

  /// The results of the body, as many at once as there are processors.
  private static func inParallel<Input: Sendable, Output: Sendable>(
    _ inputs: [Input], _ body: @Sendable @escaping (Input) throws -> Output
  ) throws -> [Output] {
    let results = Locked<[Int: Result<Output, any Error>]>([:])
    DispatchQueue.concurrentPerform(iterations: inputs.count) { index in
      let result = Result { try body(inputs[index]) }
      results.withLock { $0[index] = result }
    }
    let all = results.withLock { $0 }
    return try inputs.indices.map { try all[$0]!.get() }
  }
}
