import Console
import Recording

/// Who holds whom in a run: boxes and arrows, each with the steps after which it is there.
///
/// Nothing is inferred. An arrow begins and ends with a mark: a property or a variable that holds an object or no longer
/// does, a registration that is added or removed, and the end of an object. So does a value.
package struct Holdings: Equatable, Sendable {
  /// How a box is drawn: its lines along and down, and its corners.
  package enum Look: String, CaseIterable, Sendable {
    case alive = "─│┌┐└┘"
    case dying = "╌╎┌┐└┘"
    case gone = "┄┊┌┐└┘"
    case leaked = "━┃┏┓┗┛"
    /// The frame of a function.
    case frame = "═║╔╗╚╝"
  }

  enum Kind: Hashable, Sendable {
    case reference(RecordedEvent.Strength)
    case registration
  }

  struct Arrow: Equatable, Sendable {
    fileprivate(set) var from: String
    let to, label: String
    let kind: Kind
    let steps: ClosedRange<Int>
    /// The step from which on it is part of a leak, or a registration left over.
    let badFrom: Int?

    /// The label, as a box shows it.
    var text: String {
      switch kind {
      case .reference(.weak): "\(label) (weak)"
      case .reference(.unowned): "\(label) (unowned)"
      default: label
      }
    }
  }

  /// A box with one look. A box that changes its look has several.
  struct Box: Equatable, Sendable {
    let name: String
    let look: Look
    let steps: ClosedRange<Int>
  }

  /// The plain value of a property or a variable.
  struct Value: Equatable, Sendable {
    fileprivate(set) var holder: String
    let label, text: String
    let steps: ClosedRange<Int>

    var shown: String { "\(label) = \(text)" }
  }

  static let mediator = "mediator"

  private(set) var arrows: [Arrow] = []
  private(set) var values: [Value] = []
  private(set) var boxes: [Box] = []
  /// The boxes' names, in the order in which they appear.
  private(set) var names: [String] = []
  /// What is written above the boxes of calls: the names of the functions.
  private(set) var frames: [String: String] = [:]

  /// What is written above a box.
  func title(of name: String) -> String { frames[name] ?? name }

  /// What has begun and not ended.
  private struct Open {
    let from, to, label: String
    let kind: Kind
    let registration: String?
    let start: Int
    var badFrom: Int?
  }

  init(_ picture: Picture) { self.init(picture.steps) }

  init(_ all: [Step]) {
    var open: [Open] = []
    var looks: [String: (look: Look, start: Int)] = [:]
    let last = all.count
    struct Place: Hashable { let holder, label: String }
    var present: [Place: (text: String, start: Int)] = [:]

    func set(_ place: Place, _ text: String?, _ step: Int) {
      if let old = present.removeValue(forKey: place), old.start < step {
        values.append(Value(holder: place.holder, label: place.label, text: old.text, steps: old.start...(step - 1)))
      }
      if let text { present[place] = (text, step) }
    }

    func note(_ name: String?, _ step: Int) {
      guard let name, looks[name] == nil else { return }
      names.append(name)
      looks[name] = (frames[name] != nil ? .frame : .alive, step)
    }
    /// The box of the mark's holder. No object has the name of a call's.
    func holder(_ mark: Mark) -> String? {
      let isVariable = mark.call != nil || mark.what == .holds || mark.what == .letsGo
      guard let name = mark.from, isVariable else { return mark.from }
      let box = "\(mark.call ?? name)()"
      frames[box] = name
      return box
    }
    func look(_ name: String?, _ look: Look, _ step: Int) {
      note(name, step)
      guard let name, let before = looks[name] else { return }
      if before.start < step { boxes.append(Box(name: name, look: before.look, steps: before.start...(step - 1))) }
      looks[name] = (look, step)
    }
    func begin(_ from: String?, _ to: String?, _ mark: Mark, _ kind: Kind, _ step: Int, label: String? = nil) {
      guard let from, let to else { return }
      note(from, step)
      note(to, step)
      let label = label ?? (mark.label ?? "").replacing("$__lazy_storage_$_", with: "")
      let name = kind == .registration ? mark.registration ?? "" : nil
      let isKnown = open.contains {
        $0.from == from && $0.to == to && $0.label == label && $0.kind == kind && $0.registration == name
      }
      if !isKnown {
        open.append(Open(from: from, to: to, label: label, kind: kind, registration: name, start: step))
      }
    }
    func end(_ step: Int, where isOver: (Open) -> Bool) {
      for arrow in open where isOver(arrow) && arrow.start < step {
        arrows.append(
          Arrow(
            from: arrow.from, to: arrow.to, label: arrow.label, kind: arrow.kind, steps: arrow.start...(step - 1),
            badFrom: arrow.badFrom))
      }
      open.removeAll(where: isOver)
    }
    func spoil(_ step: Int, where isBad: (Open) -> Bool) {
      for index in open.indices where open[index].badFrom == nil && isBad(open[index]) { open[index].badFrom = step }
    }

    for (index, step) in all.enumerated() {
      let now = index + 1
      for mark in step.marks {
        switch mark.what {
        case .born: note(mark.from, now)
        case .dying: look(mark.from, .dying, now)
        case .gone:
          look(mark.from, .gone, now)
          for place in present.keys where place.holder == mark.from { set(place, nil, now) }
          end(now) { $0.registration == nil && [$0.from, $0.to].contains(mark.from) }
        case .holds, .refers: begin(holder(mark), mark.to, mark, .reference(mark.strength ?? .strong), now)
        case .letsGo, .refersNoMore:
          let label = (mark.label ?? "").replacing("$__lazy_storage_$_", with: "")
          let from = holder(mark)
          end(now) { $0.registration == nil && $0.from == from && $0.to == mark.to && $0.label == label }
        case .has: set(Place(holder: holder(mark) ?? "", label: mark.label ?? ""), mark.value, now)
        case .unread: for place in present.keys { set(place, nil, now) }
        case .adds where mark.via != nil:
          begin(mark.to, Self.mediator, mark, .registration, now)
          begin(
            Self.mediator, mark.from, mark, .registration, now, label: "\(mark.to ?? "").\(mark.label ?? "")")
        case .adds:
          let label = [mark.label, mark.context].compactMap(\.self).joined(separator: ", ")
          begin(mark.to, mark.from, mark, .registration, now, label: label)
        case .removes, .sweeps: end(now) { $0.registration != nil && $0.registration == mark.registration }
        case .leftOver: spoil(now) { $0.registration != nil && $0.registration == mark.registration }
        case .leaks: look(mark.from, .leaked, now)
        default: break
        }
      }
      let leaked = Set(step.marks.filter { $0.what == .leaks }.compactMap(\.from))
      spoil(now) { $0.kind == .reference(.strong) && leaked.contains($0.from) && leaked.contains($0.to) }
    }
    end(last + 1) { _ in true }
    for place in present.keys { set(place, nil, last + 1) }
    let calls = placeCalls()
    values.sort { ($0.holder, $0.steps.lowerBound, $0.label) < ($1.holder, $1.steps.lowerBound, $1.label) }
    arrows = arrows.enumerated().sorted {
      ($0.element.steps.lowerBound, $0.offset) < ($1.element.steps.lowerBound, $1.offset)
    }
    .map(\.element)
    for name in names {
      if let calls = calls[name] {
        boxes += calls.map { Box(name: name, look: .frame, steps: $0) }
      } else if let (look, start) = looks[name], start <= last {
        boxes.append(Box(name: name, look: look, steps: start...last))
      }
    }
  }

  /// Gives each call a box of its own for as long as one of its variables holds something. Calls of a function share a
  /// place if they are not under way at the same time.
  ///
  /// - Returns: for each box, the steps in which a call has it.
  private mutating func placeCalls() -> [String: [ClosedRange<Int>]] {
    let titles = frames
    var places: [String: String] = [:]
    var taken: [String: [ClosedRange<Int>]] = [:]
    frames = [:]
    for call in names {
      guard let title = titles[call] else { continue }
      let held = arrows.filter { $0.from == call }.map(\.steps) + values.filter { $0.holder == call }.map(\.steps)
      guard let first = held.map(\.lowerBound).min(), let last = held.map(\.upperBound).max() else { continue }
      var (place, number) = (title, 1)
      while names.contains(place) || taken[place, default: []].contains(where: { $0.overlaps(first...last) }) {
        number += 1
        place = "\(title) \(number)"
      }
      (places[call], frames[place]) = (place, title)
      taken[place, default: []].append(first...last)
    }
    for index in arrows.indices { arrows[index].from = places[arrows[index].from] ?? arrows[index].from }
    for index in values.indices { values[index].holder = places[values[index].holder] ?? values[index].holder }
    names = names.compactMap { titles[$0] == nil ? $0 : places[$0] }.uniqued()
    return taken
  }

  /// The names of the objects that look like that after a step. The mediator is none of them: it is always there.
  private func objects(_ look: Look, at step: Int) -> [String] {
    boxes.filter { $0.look == look && $0.steps.contains(step) && $0.name != Self.mediator }.map(\.name)
  }

  /// The references and lives after a step, in sentences.
  func description(at step: Int) -> String {
    let states: [(Look, String)] = [
      (.alive, "Alive"), (.dying, "In deinit"), (.gone, "Deallocated"), (.leaked, "Never freed"),
    ]
    var parts = states.compactMap { look, words in
      let names = objects(look, at: step)
      return names.isEmpty ? nil : "\(words): \(names.joined(separator: ", "))."
    }
    for arrow in arrows where arrow.steps.contains(step) {
      parts.append(
        arrow.kind == .registration
          ? "\(arrow.from) has a registration for \(arrow.label), which calls \(arrow.to)."
          : "\(title(of: arrow.from)) refers to \(arrow.to) by \(arrow.text).")
    }
    for value in values where value.steps.contains(step) {
      parts.append("\(value.label) of \(title(of: value.holder)) is \(value.text).")
    }
    return parts.isEmpty ? "There is nothing yet." : parts.joined(separator: " ")
  }

  /// The same in lines, one for each arrow and value, for where there is no room for a drawing.
  func lines(at step: Int) -> [String] {
    let states: [(Look, String)] = [
      (.alive, "alive"), (.dying, "in deinit"), (.gone, "deallocated"), (.leaked, "never freed"),
    ]
    let lives = states.compactMap { look, words in
      let names = objects(look, at: step)
      return names.isEmpty ? nil : "\(words): \(names.joined(separator: ", "))"
    }
    let there = arrows.filter { $0.steps.contains(step) }.map { arrow in
      let bad = arrow.badFrom.map { $0 <= step } == true
      if arrow.kind == .registration {
        return "\(arrow.from): registration for \(arrow.label) → \(arrow.to)\(bad ? ", left over" : "")"
      }
      return "\(title(of: arrow.from)): \(arrow.text) → \(arrow.to)\(bad ? ", a leak" : "")"
    }
    let plain = values.filter { $0.steps.contains(step) }.map { "\(title(of: $0.holder)): \($0.shown)" }
    return lives.isEmpty ? ["There is nothing yet."] : lives + there + plain
  }
}
