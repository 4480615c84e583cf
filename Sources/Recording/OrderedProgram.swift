import Console
import Foundation
import RawObserving

/// What a program calls some of whose lines run in an order that another process chooses. It is compiled from a file of
/// the reader's own: see `OrderedSource`.
public enum OrderedProgram {
  /// The environment variable with the lines to run: their numbers, from 0 on, with commas between them.
  package static let order = "PLAYED_ORDER"

  /// The environment variable with a number, which chooses among the lines that are possible behind those.
  package static let turn = "PLAYED_TURN"

  /// The line that runs next.
  ///
  /// - Parameter made: how many have run.
  package static func line(of possible: [Int], after made: Int, turn: Int) -> Int? {
    possible.isEmpty ? nil : possible[(turn + made) % possible.count]
  }

  /// The environment variable with the folder in which the program runs.
  package static let folder = "PLAYED_FOLDER"

  /// The environment variable that asks for the values behind static constants, too.
  package static let constants = "PLAYED_CONSTANTS"
  static let readsConstants = ProcessInfo.processInfo.environment[constants] != nil

  /// Begins to listen, before the first statement of the program runs.
  ///
  /// - Parameter hidden: the names of types of which it is not known how their properties refer to objects.
  public static func begin(hidden: [String]) {
    StoryThread.watch()
    TypeFacts.begin(hiding: Set(hidden))
    let environment = ProcessInfo.processInfo.environment
    if let folder = environment[folder] { _ = chdir(folder) }
    if let name = environment[PlayedProgram.era], let era = Era.allCases.first(where: { "\($0)" == name }) {
      try? Era.choose(era)
    }
    PlaceReader.shared.begin()
    EventProbe.atEnd { PlayedPlace.Message.violates($0).send() }
  }

  /// Calls a context what the file calls it.
  public static func context(_ name: String, _ pointer: UnsafeMutableRawPointer?) {
    if let pointer { PlaceReader.shared.name(pointer, name) }
  }

  /// A line of the file.
  public struct Line {
    enum Body {
      case runs(@MainActor () throws -> Void)
      case waits(@MainActor () async throws -> Void)
    }

    /// The numbers of the lines that run before it.
    let after: [Int]
    /// Whether something that it unwraps is nil.
    let isBlocked: @MainActor () -> Bool
    let body: Body

    /// A line that awaits nothing.
    public init(
      after: [Int], isBlocked: @escaping @MainActor () -> Bool, runs body: @escaping @MainActor () throws -> Void
    ) {
      (self.after, self.isBlocked, self.body) = (after, isBlocked, .runs(body))
    }

    /// A line that awaits something.
    public init(
      after: [Int], isBlocked: @escaping @MainActor () -> Bool, waits body: @escaping @MainActor () async throws -> Void
    ) {
      (self.after, self.isBlocked, self.body) = (after, isBlocked, .waits(body))
    }
  }

  /// A variable outside functions, and what it holds.
  public struct Variable {
    let name: String
    let isWeak: Bool
    let value: Any

    /// - Parameter isWeak: whether the variable does not keep its object alive.
    public init(_ name: String, isWeak: Bool, _ value: Any) {
      (self.name, self.isWeak, self.value) = (name, isWeak, value)
    }
  }

  /// A static variable. To read it makes its value, if it has none, so a constant is read only where there is an object to
  /// which nothing else leads, or if it is asked for.
  public struct StaticVariable {
    let name: String
    let isConstant: Bool
    let read: @MainActor () -> Any

    /// - Parameters:
    ///   - isConstant: whether it always holds the same.
    ///   - read: returns the value.
    public init(_ name: String, isConstant: Bool, _ read: @escaping @MainActor () -> Any) {
      (self.name, self.isConstant, self.read) = (name, isConstant, read)
    }
  }
}

/// The lines of a file, which are run in one order.
@MainActor public struct OrderedLines {
  private let lines: [OrderedProgram.Line]
  private let variables: () -> [OrderedProgram.Variable]
  private let statics: [OrderedProgram.StaticVariable]
  private let checksEach, checksEnd, letGo: () -> Void

  /// - Parameters:
  ///   - variables: returns the variables outside functions, in the order of their declarations.
  ///   - statics: those of the types of the file.
  ///   - afterEach: the checks after each line.
  ///   - atEnd: the checks at the end.
  ///   - letGo: sets every variable to nil that can be.
  public init(
    _ lines: [OrderedProgram.Line], variables: @escaping () -> [OrderedProgram.Variable],
    statics: [OrderedProgram.StaticVariable], afterEach: @escaping () -> Void, atEnd: @escaping () -> Void,
    letGo: @escaping () -> Void
  ) {
    (self.lines, self.variables, self.statics) = (lines, variables, statics)
    (checksEach, checksEnd, self.letGo) = (afterEach, atEnd, letGo)
  }

  /// Runs the lines that the environment names, then a possible one each time until the order is over. Tells of
  /// each place, and ends the process.
  public func run() -> Never {
    var (made, next) = ([Int](), arrive([]))
    while let line = Self.line(after: made, next) {
      if case .runs(let body) = lines[line].body { Self.dying { try body() } }
      checksEach()
      made.append(line)
      next = arrive(made)
    }
    finish()
  }

  /// The same for lines that await something, or that leave something for the main actor. What waits for it runs after
  /// each line.
  public func runWaiting() async -> Never {
    await Self.pause()
    var (made, next) = ([Int](), arrive([]))
    while let line = Self.line(after: made, next) {
      switch lines[line].body {
      case .runs(let body): Self.dying { try body() }
      case .waits(let body):
        do { try await body() } catch { Self.dying { throw error } }
      }
      await Self.pause()
      checksEach()
      made.append(line)
      next = arrive(made)
    }
    await waitForTheRest()
    finish()
  }

  /// What no variable leads to may be held by something that is still to happen: that is waited for, for a moment.
  private func waitForTheRest() async {
    let reader = PlaceReader.shared
    var tries = 0
    while tries < 25, !reader.stillAlive(of: reader.adrift).isEmpty {
      try? await Task.sleep(for: .milliseconds(10))
      tries += 1
    }
    if tries > 0 { _ = reader.read(variables, statics) }
  }

  private static let order = (ProcessInfo.processInfo.environment[OrderedProgram.order] ?? "").split(separator: ",")
    .compactMap { Int($0) }

  private static let turn = ProcessInfo.processInfo.environment[OrderedProgram.turn].flatMap { Int($0) } ?? 0

  private static func line(after made: [Int], _ next: [Int]) -> Int? {
    made.count < order.count ? order[made.count] : OrderedProgram.line(of: next, after: made.count, turn: turn)
  }

  /// An error that nothing catches ends a program.
  private static func dying(_ body: () throws -> Void) {
    do { try body() } catch {
      StandardStreams.writeError("Fatal error: Error raised at top level: \(error)\n")
      abort()
    }
  }

  /// Lets the main actor do what waits for it, and what that leaves in turn, also what comes back from other threads.
  private static func pause() async {
    for _ in 0..<3 {
      for _ in 0..<20 { await Task.yield() }
      _ = otherThreadsWait()
    }
    for _ in 0..<20 { await Task.yield() }
  }

  /// A function that may block, called where one must not.
  private static func otherThreadsWait() -> Bool { StoryThread.waitsForOthers() }

  /// Tells of the place after some lines.
  ///
  /// - Returns: the lines that can run there.
  private func arrive(_ made: [Int]) -> [Int] {
    let reader = PlaceReader.shared
    let seen = reader.read(variables, statics)
    // At the beginning there may be nothing yet that is observed.
    let isOver = !made.isEmpty && reader.hadObjects && !seen.holdsObservable
    let next = isOver ? [] : lines.indices.filter { !made.contains($0) && isPossible($0, made) }
    PlayedPlace.Message.arrives(reader.place(seen, next)).send()
    return next
  }

  private func isPossible(_ line: Int, _ made: [Int]) -> Bool {
    lines[line].after.allSatisfy(made.contains) && !lines[line].isBlocked()
  }

  /// Ends the order, and the process.
  private func finish() -> Never {
    PlayedPlace.Message.checks.send()
    checksEnd()
    let adrift = PlaceReader.shared.adrift
    let closures = adrift.isEmpty ? [] : PlaceReader.shared.read(variables, statics).closures
    PlayedPlace.Message.ends(adrift: adrift, closures: closures, classes: PlaceReader.shared.classes).send()
    if !adrift.isEmpty {
      // The process may die of it. Then what is known is what was before.
      letGo()
      let left = PlaceReader.shared.stillAlive(of: adrift)
      let seen = left.isEmpty ? nil : PlaceReader.shared.read(variables, statics)
      PlayedPlace.Message.leaves(left, closures: seen?.closures ?? []).send()
    }
    StandardStreams.flush()
    _exit(0)
  }
}

/// What a copy calls them: the reader's program may have types with these names.
public typealias __OrderedProgram = OrderedProgram
/// ``OrderedLines`` in a copy.
public typealias __OrderedLines = OrderedLines
