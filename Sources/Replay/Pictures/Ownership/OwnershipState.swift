/// The references at one moment of a run: a fold over the marks of the steps so far.
struct OwnershipState: Equatable, Sendable {
  enum Life: Sendable {
    case alive, dying, gone
  }

  struct Reference: Hashable, Sendable {
    let from: String
    let to: String
    let label: String
    let strength: RecordedEvent.Strength
  }

  struct Registration: Hashable, Sendable {
    let name: String
    let observer: String
    let observed: String
    let keyPath: String
    let isViaMediator: Bool
  }

  /// The objects that exist, in the order in which they appeared.
  private(set) var lives: [(name: String, life: Life)] = []
  private(set) var references: [Reference] = []
  private(set) var registrations: [Registration] = []
  /// The registrations that were left when their object was deallocated.
  private(set) var leftOver: [Registration] = []
  private(set) var leaked: Set<String> = []
  /// Whether the story has returned, so that its variables hold nothing.
  private(set) var isOver = false

  static func == (a: Self, b: Self) -> Bool {
    a.lives.elementsEqual(b.lives, by: ==) && a.references == b.references && a.registrations == b.registrations
      && a.leaked == b.leaked && a.isOver == b.isOver && a.leftOver == b.leftOver
  }

  /// The state after the first steps of a run.
  init(_ steps: [Step], after count: Int) {
    for mark in steps.prefix(count).flatMap(\.marks) { take(mark) }
    let uses: [Mark.Kind] = [.born, .adds, .drops, .removes, .changes, .announces, .calls, .skips]
    for mark in steps.dropFirst(max(0, count - 1)).flatMap(\.marks) where uses.contains(mark.what) {
      for name in [mark.from, mark.to].compactMap(\.self) { stillUsed.insert(name) }
    }
  }

  func life(of name: String) -> Life? { lives.first { $0.name == name }?.life }

  /// What the variables of the story hold: what is alive, and not held by anything else.
  ///
  /// The recording does not say what the variables hold. Objects that hold each other are taken to be held by the story
  /// as long as it uses them.
  var heldByStory: [String] {
    if isOver { return [] }
    let alive = lives.filter { $0.life == .alive }.map(\.name)
    let strong = references.filter { $0.strength == .strong && $0.from != $0.to }
    let held = Set(strong.map(\.to))
    var roots = alive.filter { !held.contains($0) }
    var reached: Set<String> = []
    func reach(_ name: String) {
      if reached.insert(name).inserted { for next in strong where next.from == name { reach(next.to) } }
    }
    for name in lives.filter({ $0.life == .dying }).map(\.name) + roots { reach(name) }
    for name in alive where !reached.contains(name) && stillUsed.contains(name) {
      roots.append(name)
      reach(name)
    }
    return roots
  }

  /// The objects that take part in a later step.
  private var stillUsed: Set<String> = []

  /// Whether the mediator has appeared in the story.
  private(set) var isMediatorThere = false

  /// The strong references that keep a leak alive.
  var leakingReferences: Set<Reference> {
    Set(references.filter { $0.strength == .strong && leaked.contains($0.from) && leaked.contains($0.to) })
  }

  private mutating func take(_ mark: Mark) {
    switch mark.what {
    case .born: note(mark.from)
    case .dying: set(mark.from, .dying)
    case .gone:
      set(mark.from, .gone)
      references.removeAll { [$0.from, $0.to].contains(mark.from) }
    case .refers:
      guard let from = mark.from, let to = mark.to else { return }
      note(from)
      note(to)
      let label = Self.name(ofProperty: mark.label ?? "")
      let new = Reference(from: from, to: to, label: label, strength: mark.strength ?? .strong)
      if life(of: from) != .gone, life(of: to) != .gone, !references.contains(new) { references.append(new) }
    case .refersNoMore:
      let label = Self.name(ofProperty: mark.label ?? "")
      references.removeAll { $0.from == mark.from && $0.to == mark.to && $0.label == label }
    case .adds:
      note(mark.from)
      note(mark.to)
      registrations.append(Self.registration(mark))
      if mark.via != nil { isMediatorThere = true }
    case .removes, .sweeps: registrations.removeAll { $0.name == mark.registration }
    case .leftOver: leftOver.append(Self.registration(mark))
    case .leaks: mark.from.map { _ = leaked.insert($0) }
    case .ends: isOver = true
    default: break
    }
  }

  private static func registration(_ mark: Mark) -> Registration {
    Registration(
      name: mark.registration ?? "", observer: mark.from ?? "", observed: mark.to ?? "", keyPath: mark.label ?? "",
      isViaMediator: mark.via != nil)
  }

  /// The name of a property as the source has it.
  private static func name(ofProperty label: String) -> String { label.replacing("$__lazy_storage_$_", with: "") }

  private mutating func note(_ name: String?) {
    guard let name, life(of: name) == nil else { return }
    lives.append((name, .alive))
  }

  private mutating func set(_ name: String?, _ life: Life) {
    note(name)
    guard let index = lives.firstIndex(where: { $0.name == name }) else { return }
    lives[index].life = life
  }
}
