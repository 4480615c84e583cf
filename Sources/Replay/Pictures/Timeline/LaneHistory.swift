/// What the rows of a timeline say of the objects: how long each lives, and how long each registration lasts.
struct LaneHistory: Equatable, Sendable {
  /// The life of an object, in rows.
  struct Life: Equatable, Sendable {
    /// Nil if the recording does not say when it is made.
    var born: Int?
    var dying: Int?
    var gone: Int?
    var isLeaked = false
    /// The first and last rows in which it takes part.
    var first: Int
    var last: Int
  }

  struct Registration: Equatable, Sendable {
    enum End: Sendable {
      case removed, swept, leftOver
    }

    let name: String
    let observer: String
    let observed: String
    let keyPath: String
    let start: Int
    var end: Int?
    var how: End?
    /// Its place beside the lane, counted from the lane outwards.
    var slot: Int
  }

  private(set) var lives: [String: Life] = [:]
  private(set) var registrations: [Registration] = []
  /// The row in which the process dies.
  private(set) var death: Int?

  /// Registrations beside a lane that are more than this share the last place.
  static let mostSlots = 5

  init(_ rows: [TimelineRow]) {
    for (row, marks) in rows.map(\.marks).enumerated() {
      for mark in marks { take(mark, row) }
    }
  }

  private mutating func take(_ mark: Mark, _ row: Int) {
    switch mark.what {
    case .born: note(mark.from, row) { $0.born = row }
    case .dying: note(mark.from, row) { $0.dying = row }
    case .gone: note(mark.from, row) { $0.gone = row }
    case .leaks: note(mark.from, row) { $0.isLeaked = true }
    case .adds:
      note(mark.from, row)
      note(mark.to, row)
      let observed = mark.to ?? ""
      let taken = registrations.filter { $0.observed == observed && $0.end == nil }.map(\.slot)
      let free = (0..<Self.mostSlots).first { !taken.contains($0) } ?? Self.mostSlots - 1
      registrations.append(
        Registration(
          name: mark.registration ?? "", observer: mark.from ?? "", observed: observed, keyPath: mark.label ?? "",
          start: row, slot: free))
    case .removes:
      // The observer may be deallocated by then, so this is not a part of its life.
      if let observer = mark.from, lives[observer]?.born == nil { note(observer, row) }
      end(mark, row, .removed)
    case .sweeps: end(mark, row, .swept)
    case .leftOver: end(mark, row, .leftOver)
    case .dies: death = row
    case .calls, .skips, .drops, .changes, .announces, .looks:
      note(mark.from, row)
      note(mark.to, row)
    case .refers, .refersNoMore, .holds, .letsGo, .runs, .prints, .ends: break
    }
  }

  private mutating func note(_ object: String?, _ row: Int, _ body: (inout Life) -> Void = { _ in }) {
    guard let object else { return }
    var life = lives[object] ?? Life(first: row, last: row)
    life.last = row
    body(&life)
    lives[object] = life
  }

  private mutating func end(_ mark: Mark, _ row: Int, _ how: Registration.End) {
    guard let index = registrations.firstIndex(where: { $0.name == mark.registration && $0.end == nil }) else { return }
    registrations[index].end = row
    registrations[index].how = how
  }
}
