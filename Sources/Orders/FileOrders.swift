import Console
import Foundation
import Harness
import Marking
import RawObserving
import Recording

/// A reader's file with every order of its lines played.
struct FileOrders {
  let orders: PlayedOrders
  /// What each state is made of, besides who lives and who is registered, in words; empty if that is all.
  let parts: [String]
  /// Why there is no table of states: two beginnings whose last line does two things.
  let conflict: [[Int]]?
  /// Lines that did two things when they were run twice.
  let unsteady: [Int]?
  /// Every order was played up to so many lines, and not further; nil if all were played to their ends.
  let cutAfter: Int?
  let placeCount: Int
  /// The plain classes of which no variable ever led to an object: it is not known whether one leaks.
  let unseenClasses: [String]

  /// Whether the states say everything that decides what a line does.
  var hasStates: Bool { conflict == nil && unsteady == nil }

  init(_ program: OrderedFile, _ name: String, _ era: Era, _ exploration: FilePlayer.Exploration) {
    let lines = program.lines
    unseenClasses = program.plainClasses.filter { !exploration.classes.contains($0) }
    let found = FoundStates(lines, exploration)
    let words = StateWords(found)
    let states = Dictionary(
      uniqueKeysWithValues: Set(found.states).map { number in (number, words.state(number)) })
    let places = found.places.indices.map { index in
      var place = OrderPlace(state: states[found.states[index]]!, steps: [])
      switch found.places[index].end {
      case .ends(let left, let closures, _): place.end = left.isEmpty ? .well : .leaks(left, closures: closures)
      case .dies(let death): place.end = .dies(death)
      case nil:
        if exploration.cutAfter != nil, found.places[index].seen.next.isEmpty == false, found.isLast(index) {
          place.end = .cut
        }
      }
      return place
    }
    var all = places
    for edge in found.edges { if let step = OrderStep(edge, found) { all[edge.from].steps.append(step) } }
    let heads = Heads(lines, found.columns)
    let orderLines = OrderLines(
      title: name, era: era,
      lines: lines.enumerated().map { index, line in
        OrderLines.Line(
          letter: OrderLines.letters[index % OrderLines.letters.count], text: printable(line.text),
          head: heads[index].short,
          label: heads[index].long, column: found.columns[index], isRelease: !line.letsGo.isEmpty, after: line.after,
          needs: line.needs.map(\.words))
      }, classes: [], isStory: false)
    orders = PlayedOrders(orderLines, all)
    (parts, conflict) = (words.parts, found.conflict)
    (unsteady, cutAfter, placeCount) = (exploration.unsteady, exploration.cutAfter, exploration.count)
  }
}

extension OrderStep {
  fileprivate init?(_ edge: FoundStates.Edge, _ found: FoundStates) {
    guard let line = edge.line else { return nil }
    switch edge.effect {
    case .stops: return nil
    case .ends(let death): self.init(line: line, effect: .ends(death))
    case .leads(let to, let place):
      let end = if case .ends(_, _, let printed)? = place.end { printed } else { "" }
      self.init(
        line: line, faults: Set(place.seen.faults.map { $0 == .twice ? .twice : .late }),
        calls: place.seen.calls.count,
        called: place.seen.calls, printed: (place.printed + end).split(separator: "\n").map(String.init),
        dropsDuplicate: place.seen.dropsDuplicate,
        effect: .leads(to))
    }
  }
}

/// What stands above the columns of lines, and beside their arrows.
private struct Heads {
  private var heads: [(short: String, long: String)]

  init(_ lines: [OrderedLine], _ columns: [Int]) {
    let texts = lines.enumerated().map { index, line in
      // Of lines that differ in a value, the value is left out.
      columns.count { $0 == columns[index] } > 1 ? line.text.replacing(#/=\s*[\w".]+$/#, with: "= …") : line.text
    }
    heads = texts.map { (Self.cut($0, to: 11), Self.cut($0, to: 22)) }
    // Columns with one name are told apart by what is passed, or else by their lines.
    for withArguments in [true, false] {
      let shared = heads.indices.filter { index in
        heads.indices.contains { columns[$0] != columns[index] && heads[$0].short == heads[index].short }
      }
      for index in shared {
        let text = Self.cut(texts[index], to: 11, withArguments: true)
        let bare = texts[index].replacing(#/^(?:\w+[!?]?\.)+/#, with: "")
        heads[index].short =
          withArguments ? text : Self.cut("\(lines[index].number) \(bare)", to: 11, withArguments: true)
        heads[index].long = Self.cut(texts[index], to: 22, withArguments: true)
      }
    }
  }

  subscript(index: Int) -> (short: String, long: String) { heads[index] }

  /// A call without what it is passed, and without what stands before its last dot.
  private static func cut(_ text: String, to width: Int, withArguments: Bool = false) -> String {
    var text = text
    if !text.contains(#/^(if|for|while|do|switch|Task)\b/#) { text = text.replacing(#/\s*=?\s*\{.*$/#, with: "") }
    text = text.replacing(#/^(?:\w+[!?]?\.)*(\w+)(\(.*)$/#) { String($0.1) + (withArguments ? $0.2 : "") }
    if !withArguments { text = text.replacing(#/^(?:\w+[!?]?\.)+(?=\w+ [-+*\/]?=)/#, with: "") }
    return text.count <= width ? text : text.prefix(width - 1) + "…"
  }
}

/// The words for the states of a reader's program.
private struct StateWords {
  private let found: FoundStates
  /// The objects that there ever were, those of the beginning first.
  private let names: [String]
  private let atFirst: [String: PlayedPlace.State.Object]
  private let hasPaths: Bool
  private let hasObjects: Bool
  private let isObserved: Bool

  init(_ found: FoundStates) {
    self.found = found
    let states = found.places.map(\.seen.state)
    let first = states.first?.objects ?? []
    names =
      first.map(\.name)
      + states.flatMap(\.objects).map(\.name).uniqued().filter { name in !first.contains { $0.name == name } }
    atFirst = Dictionary(first.map { ($0.name, $0) }, uniquingKeysWith: { one, _ in one })
    let registrations = states.flatMap(\.registrations)
    hasPaths = Set(registrations.map(\.keyPath)).count > 1
    hasObjects = Set(registrations.map(\.object)).count > 1
    isObserved = !registrations.isEmpty
  }

  /// What a state is made of, besides who lives and who is registered.
  var parts: [String] {
    let telling = Set(found.states).flatMap { found.telling($0).map(\.part) }
    return found.parts.filter(telling.contains).map { part in
      switch part.detail {
      case .isNil: "whether \(part.name) is nil"
      case .isEmpty: "whether \(part.name) is \(found.emptyWord(of: part.name))"
      case .value: "what \(part.name) is"
      case .order: "in which order \(part.name) is observed"
      }
    }
  }

  func state(_ number: Int) -> OrderState {
    let seen = found.places[number].seen.state
    let objects = names.compactMap { name -> OrderState.Object? in
      guard let object = seen.objects.first(where: { $0.name == name }) else {
        return atFirst[name] == nil ? nil : .init(name: name, fate: .freed)
      }
      switch object.hold {
      case .held: return .init(name: name, fate: .owned)
      case .adrift: return .init(name: name, fate: .adrift)
      case .kept: return .init(name: name, fate: atFirst[name]?.hold == .held ? .kept : .owned)
      }
    }
    let registrations = seen.registrations.compactMap { registration -> OrderState.Registration? in
      guard let object = objects.firstIndex(where: { $0.name == registration.object }) else { return nil }
      return .init(
        observer: objects.firstIndex { $0.name == registration.observer }, object: object,
        label: hasPaths ? registration.keyPath : registration.context)
    }
    return OrderState(
      code: "\(number)", objects: objects, registrations: registrations, words: words(number, seen, objects),
      rank: [number])
  }

  private func words(_ number: Int, _ seen: PlayedPlace.State, _ objects: [OrderState.Object]) -> String {
    let told = found.telling(number).map { self.told($0.part, $0.values) }
    if objects.allSatisfy({ $0.fate == .freed }), !objects.isEmpty {
      return (["all freed"] + told).joined(separator: ", ")
    }
    var words = objects.compactMap { object -> String? in
      switch object.fate {
      case .freed: "\(object.name) freed"
      case .adrift: "\(object.name) out of reach"
      case .kept: "\(object.name) kept alive"
      case .owned: atFirst[object.name] == nil ? "\(object.name) lives" : nil
      }
    }
    let registered = seen.registrations.map { registration in
      var text = "\(registration.observer ?? "a freed observer") \(registration.isManaged ? "observes" : "registered")"
      if hasObjects { text += registration.isManaged ? " \(registration.object)" : " with \(registration.object)" }
      if hasPaths {
        text += registration.isManaged && !hasObjects ? " \(registration.keyPath)" : " for \(registration.keyPath)"
      }
      if let context = registration.context { text += " as \(context)" }
      return text
    }
    for text in registered.uniqued() {
      let count = registered.count { $0 == text }
      if count > 1, text.hasPrefix("a freed observer registered") {
        // They may be of several.
        words.append("\(count) registrations of freed observers" + text.dropFirst("a freed observer registered".count))
      } else {
        words.append(text + (count == 1 ? "" : count == 2 ? " twice" : " \(count) times"))
      }
    }
    words += told
    return words.isEmpty ? isObserved ? "no registration" : "like the beginning" : words.joined(separator: ", ")
  }

  private func told(_ part: FoundStates.Part, _ values: [String?]) -> String {
    let texts = values.compactMap(\.self)
    if texts.isEmpty { return "no \(part.name)" }
    let value = texts.prefix(3).joined(separator: " or ") + (texts.count > 3 ? " or another" : "")
    if part.detail == .order { return "in the order \(value)" }
    // An object may have the name of a variable that has another one by now.
    return (names.contains(part.name) ? "the variable " : "") + "\(part.name) is \(value)"
  }
}
