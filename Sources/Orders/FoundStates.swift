import Foundation
import Harness
import Marking
import RawObserving
import Recording

/// Finds what tells the states of a reader's program apart.
///
/// At first that is who lives and who is registered. If a line does two things in one state, the variable or property is
/// added that tells most of these places apart: whether it is nil, then whether it is empty, then its value, or the order
/// of the registrations. In the end states that look alike, and in which no line does two things, are joined.
struct FoundStates {
  /// A part of a state, besides who lives and who is registered.
  struct Part: Hashable {
    enum Detail: CaseIterable { case isNil, isEmpty, value, order }
    let name: String
    let detail: Detail
  }

  /// A line that was made at a place, or the end of an order there.
  struct Edge {
    let from: Int
    /// Nil for the end of an order.
    let line: Int?
    let effect: Effect

    enum Effect {
      /// The place that it leads to, and what was seen there when this line was played.
      case leads(to: Int, FilePlayer.Place)
      case ends(Death)
      /// Nothing more runs. What is told is what is left.
      case stops([String])
    }
  }

  /// What an edge does, in numbers of states.
  private enum Outcome: Hashable {
    case leads(to: Int, calls: [String], Set<PlayedPlace.Fault>)
    case ends(PlayedOrder.Ending, String)
  }

  private struct Cell: Hashable {
    let state: Int
    let column: Int?
  }

  /// The beginnings that were played further, the shortest ones first, and their places.
  let paths: [[Int]]
  let places: [FilePlayer.Place]
  let edges: [Edge]
  /// How orders end, at the places where they do.
  private var ends: [Edge]
  /// The line that has the column of each.
  private(set) var columns: [Int]
  /// The state of each place, by its number. A state's number is that of its first place.
  private(set) var states: [Int] = []
  private(set) var parts: [Part] = []
  /// Two beginnings, up to a line that does two things although all that can be read is the same.
  private(set) var conflict: [[Int]]?

  /// Who lives and who is registered, by number.
  private let bases: [Int]
  /// The variables and properties that hold numbers, and those that hold a truth value.
  private let (numbers, truths): (Set<String>, Set<String>)

  init(_ lines: [OrderedLine], _ exploration: FilePlayer.Exploration) {
    let paths = exploration.places.keys.filter { exploration.same[$0] == nil }.sorted {
      $0.count == $1.count ? $0.lexicographicallyPrecedes($1) : $0.count < $1.count
    }
    let places = paths.map { exploration.places[$0]! }
    let indices = Dictionary(uniqueKeysWithValues: paths.enumerated().map { ($1, $0) })
    var edges: [Edge] = []
    for (index, path) in paths.enumerated() {
      for line in places[index].seen.next {
        let next = path + [line]
        if let death = exploration.deaths[next] {
          edges.append(Edge(from: index, line: line, effect: .ends(death)))
        } else if let seen = exploration.places[next], let to = indices[exploration.same[next] ?? next] {
          edges.append(Edge(from: index, line: line, effect: .leads(to: to, seen)))
        }
      }
    }
    ends = places.enumerated().compactMap { index, place in
      switch place.end {
      case .ends(let left, _, _): Edge(from: index, line: nil, effect: .stops(left))
      case .dies(let death): Edge(from: index, line: nil, effect: .ends(death))
      case nil: nil
      }
    }
    (self.paths, self.places, self.edges, columns) = (paths, places, edges, Self.columns(of: lines))
    bases = Self.numbered(places.map { Self.base(of: $0.seen.state) })
    var texts: [String: Set<String>] = [:]
    for place in places { for (name, value) in place.seen.state.values { texts[name, default: []].insert(value) } }
    func names(_ isOne: (String) -> Bool) -> Set<String> {
      Set(texts.filter { $0.value.subtracting(["nil"]).allSatisfy(isOne) }.keys)
    }
    (numbers, truths) = (names { Double($0) != nil }, names { $0 == "true" || $0 == "false" })
    findParts()
    join()
  }

  /// The numbers of the first places with the same.
  private static func numbered<Value: Hashable>(_ values: [Value]) -> [Int] {
    var first: [Value: Int] = [:]
    return values.enumerated().map { index, value in
      if let number = first[value] { return number }
      first[value] = index
      return index
    }
  }

  private static func base(of state: PlayedPlace.State) -> PlayedPlace.State {
    var base = state
    base.values = [:]
    base.objects.sort { $0.name < $1.name }
    base.registrations.sort { "\($0)" < "\($1)" }
    return base
  }

  /// Lines that differ in a number or a text alone do the same, unless that turns out to be wrong.
  private static func columns(of lines: [OrderedLine]) -> [Int] {
    let shapes = lines.map { line in
      line.letsGo.isEmpty && line.text.contains(#/=\s*[\w".]+$/#)
        ? line.text.replacing(#/\b\d[\w.]*|"[^"]*"/#, with: "…") : line.text
    }
    return numbered(shapes)
  }

  /// What a variable is if it is empty.
  func emptyWord(of name: String) -> String {
    numbers.contains(name) ? "0" : truths.contains(name) ? "true" : "empty"
  }

  /// Whether no line was played from a place.
  func isLast(_ place: Int) -> Bool { !edges.contains { $0.from == place } }

  // MARK: What is needed

  private func value(_ part: Part, at place: Int) -> String? {
    let state = places[place].seen.state
    if part.detail == .order {
      let all = state.registrations.filter { $0.object == part.name }
      return all.map { "\($0.observer ?? "a freed observer") \($0.keyPath) \($0.context ?? "")" }.joined(
        separator: ", ")
    }
    guard let value = state.values[part.name] else { return nil }
    switch part.detail {
    case .isNil: return value == "nil" ? "nil" : "set"
    case .isEmpty:
      if ["true", "false"].contains(value) { return value }
      if numbers.contains(part.name) { return (Double(value) ?? 0) == 0 ? "0" : "not 0" }
      return ["nil", "[]", "[:]", "{}", "\"\""].contains(value) ? "empty" : "not empty"
    case .value, .order: return value
    }
  }

  /// The states that these parts tell apart.
  private func numbers(with parts: [Part]) -> [Int] {
    struct Key: Hashable {
      let base: Int
      let values: [String?]
    }
    return Self.numbered(
      places.indices.map { place in
        Key(base: bases[place], values: parts.map { value($0, at: place) })
      })
  }

  private func outcome(of edge: Edge, in states: [Int]) -> Outcome {
    switch edge.effect {
    case .ends(let death): .ends(death.ending, death.words)
    case .stops(let left): .ends(left.isEmpty ? .well : .leaks, left.joined(separator: ", "))
    case .leads(let to, let place): .leads(to: states[to], calls: place.seen.calls.sorted(), place.seen.faults)
    }
  }

  /// The pairs of edges of one line in one state that do two things.
  private func conflicts(in states: [Int]) -> [(Edge, Edge)] {
    var first: [Cell: (edge: Edge, outcome: Outcome)] = [:]
    return (edges + ends).compactMap { edge in
      let cell = Cell(state: states[edge.from], column: edge.line.map { columns[$0] })
      let outcome = outcome(of: edge, in: states)
      guard let former = first[cell] else {
        first[cell] = (edge, outcome)
        return nil
      }
      return former.outcome == outcome ? nil : (former.edge, edge)
    }
  }

  private mutating func findParts() {
    let names = Set(places.flatMap(\.seen.state.values.keys)).sorted {
      ($0.count { $0 == "." }, $0) < ($1.count { $0 == "." }, $1)
    }
    let objects = Set(places.flatMap(\.seen.state.registrations).map(\.object)).sorted()
    let candidates =
      [Part.Detail.isNil, .isEmpty, .value].flatMap { detail in
        names.map { Part(name: $0, detail: detail) }
      } + objects.map { Part(name: $0, detail: .order) }
    while true {
      states = numbers(with: parts)
      let pairs = conflicts(in: states)
      if pairs.isEmpty { break }
      var best: (part: Part, count: Int)?
      for part in candidates where !parts.contains(part) {
        let count = pairs.count { value(part, at: $0.0.from) != value(part, at: $0.1.from) }
        if count > best?.count ?? 0 { best = (part, count) }
      }
      if let best {
        parts.append(best.part)
      } else if columns != Array(columns.indices) {
        (columns, parts) = (Array(columns.indices), [])
      } else if pairs.allSatisfy({ $0.1.line == nil }) {
        // What a closure holds is told at the end alone. The lines do what the states say.
        ends = []
      } else {
        let shortest = pairs.min {
          paths[$0.0.from].count + paths[$0.1.from].count < paths[$1.0.from].count + paths[$1.1.from].count
        }!
        conflict = [shortest.0, shortest.1].map { paths[$0.from] + [$0.line].compactMap(\.self) }
        return
      }
    }
    // What has turned out not to be needed.
    for part in parts where conflicts(in: numbers(with: parts.filter { $0 != part })).isEmpty {
      parts.removeAll { $0 == part }
    }
    states = numbers(with: parts)
  }

  // MARK: States that are one

  private mutating func join() {
    if conflict != nil { return }
    var joined = Array(places.indices)
    func find(_ state: Int) -> Int { joined[state] == state ? state : find(joined[state]) }
    func cells(_ state: Int) -> [Int?: Outcome] {
      let now = states.map(find)
      var cells: [Int?: Outcome] = [:]
      for edge in edges + ends where now[edge.from] == state {
        cells[edge.line.map { columns[$0] }] = outcome(of: edge, in: now)
      }
      return cells
    }
    let all = Set(states).sorted()
    for (index, one) in all.enumerated() {
      for other in all[(index + 1)...] where bases[one] == bases[other] && find(one) != find(other) {
        let before = joined
        var (pairs, isPossible) = ([(one, other)], true)
        while isPossible, let pair = pairs.popLast() {
          let (first, second) = (min(find(pair.0), find(pair.1)), max(find(pair.0), find(pair.1)))
          if first == second { continue }
          let (these, those) = (cells(first), cells(second))
          isPossible = bases[first] == bases[second]
          joined[second] = first
          for (column, outcome) in these {
            guard let other = those[column], outcome != other else { continue }
            if case .leads(let to, let calls, let faults) = outcome, case .leads(let otherTo, calls, faults) = other {
              pairs.append((to, otherTo))
            } else {
              isPossible = false
            }
          }
        }
        if !isPossible { joined = before }
      }
    }
    states = states.map(find)
  }

  // MARK: Words

  /// The parts that tell a state from those that look alike, with its values. A part with several values is left out if
  /// the others are enough.
  func telling(_ state: Int) -> [Told] {
    let alike = alike(state)
    let all = different(state, from: alike)
    let single = all.filter { $0.values.count == 1 }
    let isTaken = alike.contains { other in
      different(other, from: self.alike(other)).filter { $0.values.count == 1 } == single
    }
    return isTaken ? all : single
  }

  /// A part of a state, and what it is there.
  struct Told: Hashable {
    let part: Part
    let values: [String?]
  }

  private func alike(_ state: Int) -> Set<Int> { Set(states).filter { bases[$0] == bases[state] && $0 != state } }

  private func different(_ state: Int, from alike: Set<Int>) -> [Told] {
    parts.map { Told(part: $0, values: values(of: $0, in: state)) }.filter { told in
      alike.contains { values(of: told.part, in: $0) != told.values }
    }
  }

  private func values(of part: Part, in state: Int) -> [String?] {
    Set(places.indices.filter { states[$0] == state }.map { value(part, at: $0) }).sorted { ($0 ?? "") < ($1 ?? "") }
  }
}
