extension Program {
  /// What the file says of one side: of Apple's model (`-`), or of this engine (`+`).
  package func log(_ mark: Character) -> Log {
    let log = commands.map { $0.lines(mark) }
    let end = log.firstIndex { $0.contains { $0.hasPrefix("raise ") || $0 == "crash" } }
    return end.map { Array(log[...$0]) } ?? log
  }

  /// Whether the logs differ in more than the order of the lines of one command. The order of two observers of a leaf
  /// whose path was laid anew is not documented.
  package static func differ(_ one: Log, _ other: Log) -> Bool { one.map { $0.sorted() } != other.map { $0.sorted() } }

  /// The program with the calls of both sides: what only the first did has the mark `-`, what only the second did `+`.
  package func with(there: Log, here: Log) -> Program {
    var program = self
    for index in commands.indices {
      let there = there.indices.contains(index) ? there[index] : []
      let here = here.indices.contains(index) ? here[index] : []
      program.commands[index].calls = Self.calls(there, here)
    }
    return program
  }

  /// The lines of both sides, with marks where they differ.
  private static func calls(_ there: [String], _ here: [String]) -> [Call] {
    func plain(_ lines: some Sequence<String>) -> [Call] { lines.map { Call(mark: " ", text: $0) } }
    if there.sorted() == here.sorted() { return plain(there) }
    let before = zip(there, here).prefix { $0 == $1 }.count
    let (thereLeft, hereLeft) = (there.dropFirst(before), here.dropFirst(before))
    let after = zip(thereLeft.reversed(), hereLeft.reversed()).prefix { $0 == $1 }.count
    return plain(there.prefix(before))
      + thereLeft.dropLast(after).map { Call(mark: "-", text: $0, difference: "unexplained") }
      + hereLeft.dropLast(after).map { Call(mark: "+", text: $0, difference: "unexplained") }
      + plain(there.suffix(after))
  }

  /// The smallest program for which the same still holds: without any command or reaction that it does not need.
  package func shrunk(while holds: (Program) async -> Bool) async -> Program {
    var smallest = self
    var size = max(1, commands.count / 2)
    while true {
      let before = smallest.commands.count + smallest.reactions.count
      for index in smallest.reactions.indices.reversed() {
        var candidate = smallest
        candidate.reactions.remove(at: index)
        if await holds(candidate) { smallest = candidate }
      }
      var end = smallest.commands.count
      while end > 0 {
        var candidate = smallest
        let start = max(0, end - size)
        candidate.commands.removeSubrange(start..<end)
        if await holds(candidate) { smallest = candidate }
        end = start
      }
      if size > 1 {
        size /= 2
      } else if smallest.commands.count + smallest.reactions.count == before {
        return smallest
      }
    }
  }
}

extension Program {
  /// Why a program of the files is not played on Apple's systems; nil if it is.
  package var reasonToLeaveOut: String? {
    let actions = commands.map(\.action) + reactions.map(\.action)
    if actions.contains(where: { !ThingKeys.weak.isDisjoint(with: $0.keys) }) {
      return "It has a weak property that reports the deallocation of its object. Apple's do not."
    }
    if log("-").joined().contains("raise RawObserving") {
      return "A check ends it that Apple's systems do not have."
    }
    if commands.contains(where: { $0.action.isDrop && $0.lines("-").contains { $0.hasPrefix("raise ") } }) {
      return "It raises at a deallocation, as systems up to iOS 10 did. Today's systems remove what is left."
    }
    return nil
  }

  /// The program without the commands that ask this engine for a number.
  package var withoutCounts: Program {
    var program = self
    program.commands.removeAll { $0.action.isCount }
    return program
  }
}

extension Program.Action {
  fileprivate var isDrop: Bool { if case .drop = self { true } else { false } }
  fileprivate var isCount: Bool { if case .count = self { true } else { false } }

  /// The keys that it names.
  fileprivate var keys: Set<String> {
    switch self {
    case .add(_, let place, _, _), .remove(_, let place, _), .set(let place, _, _), .increase(let place, _),
      .announce(_, _, let place), .change(let place, _):
      Set(place.path.split(separator: ".").map(String.init))
    case .drop, .count: []
    }
  }
}

/// Two sides that play the same programs, such as Apple's `NSObject` and this engine.
package struct Sides {
  private let there: (Program) async -> Program.Log
  private let here: (Program) async -> Program.Log

  package init(
    there: @escaping (Program) async -> Program.Log, here: @escaping (Program) async -> Program.Log
  ) {
    (self.there, self.here) = (there, here)
  }

  /// The smallest part of the program that the sides play otherwise, with what each of them did; nil if there is none.
  package func difference(in program: Program) async -> Program? {
    let whole = await play(program)
    if !Program.differ(whole.there, whole.here) { return nil }
    // Without the commands that it needs, another command may raise, which is another difference.
    func isEnd(_ end: String?, of log: Program.Log) -> Bool { end == nil || end == log.end }
    var smallest = await program.shrunk { candidate in
      let part = await play(candidate)
      return Program.differ(part.there, part.here) && isEnd(part.there.end, of: whole.there)
        && isEnd(part.here.end, of: whole.here)
    }
    smallest.title =
      "A random program of \(program.commands.count) commands was shrunk to these \(smallest.commands.count)."
    let part = await play(smallest)
    return smallest.with(there: part.there, here: part.here)
  }

  private func play(_ program: Program) async -> (there: Program.Log, here: Program.Log) {
    (await there(program), await here(program))
  }
}

extension Program.Log {
  /// The exception or the crash that it ends in.
  fileprivate var end: String? { last?.last.flatMap { $0.hasPrefix("raise ") || $0 == "crash" ? $0 : nil } }
}
