/// What the rows of a timeline say of the objects: how long each lives, and how long each registration lasts. Times are
/// lines of the drawing.
struct LaneHistory: Equatable, Sendable {
  struct Life: Equatable, Sendable {
    /// Nil if the recording does not say when it is made.
    var born: Int?
    var dying: Int?
    var gone: Int?
    var isLeaked = false
    /// The first and last lines at which it takes part.
    var first: Int
    var last: Int
  }

  /// A registration, in lines.
  struct Span: Equatable, Sendable {
    enum End: Sendable {
      case removed, swept, leftOver
    }

    let name: String
    let observer: String
    let observed: String
    let start: Int
    var end: Int?
    var how: End?
    /// Its place beside the lane, counted from the lane outwards.
    var slot: Int
  }

  private(set) var lives: [String: Life] = [:]
  private(set) var registrations: [Span] = []
  /// The line at which the process dies or is stopped.
  private(set) var death: Int?
  /// Whether it is stopped.
  private(set) var isStopped = false
  /// The line from which on nothing is recorded.
  private(set) var stop: Int?

  /// Registrations beside a lane that are more than this share the last place.
  static let mostSlots = 5

  /// - Parameter lines: the first line of each row.
  init(_ rows: [TimelineRow], lines: [Int]) {
    for (row, line) in zip(rows, lines) {
      var arrow = line
      for mark in row.marks {
        let isArrow = row.arrows.contains(mark)
        take(mark, isArrow ? arrow : line)
        if isArrow { arrow += 1 }
      }
    }
  }

  /// How many registrations are beside an object's lane at once.
  func slots(beside object: String) -> Int {
    registrations.filter { $0.observed == object }.map { $0.slot + 1 }.max() ?? 0
  }

  private mutating func take(_ mark: Mark, _ line: Int) {
    switch mark.what {
    case .born: note(mark.from, line) { $0.born = line }
    case .dying: note(mark.from, line) { $0.dying = line }
    case .gone: note(mark.from, line) { $0.gone = line }
    case .leaks: note(mark.from, line) { $0.isLeaked = true }
    case .adds:
      note(mark.from, line)
      note(mark.to, line)
      let observed = mark.to ?? ""
      let taken = registrations.filter { $0.observed == observed && $0.end == nil }.map(\.slot)
      let free = (0..<Self.mostSlots).first { !taken.contains($0) } ?? Self.mostSlots - 1
      registrations.append(
        Span(
          name: mark.registration ?? "", observer: mark.from ?? "", observed: observed,
          start: line, slot: free))
    case .removes:
      // The observer may be deallocated by then, so this is not a part of its life.
      if let observer = mark.from, lives[observer]?.born == nil { note(observer, line) }
      end(mark, line, .removed)
    case .sweeps: end(mark, line, .swept)
    case .leftOver: end(mark, line, .leftOver)
    case .dies, .stops: (death, isStopped) = (line, mark.what == .stops)
    case .stopsRecording: stop = line
    case .calls, .skips, .drops, .changes, .announces, .looks:
      note(mark.from, line)
      note(mark.to, line)
    default: break
    }
  }

  private mutating func note(_ object: String?, _ line: Int, _ body: (inout Life) -> Void = { _ in }) {
    guard let object else { return }
    var life = lives[object] ?? Life(first: line, last: line)
    life.last = line
    body(&life)
    lives[object] = life
  }

  private mutating func end(_ mark: Mark, _ line: Int, _ how: Span.End) {
    guard let index = registrations.firstIndex(where: { $0.name == mark.registration && $0.end == nil }) else { return }
    registrations[index].end = line
    registrations[index].how = how
  }
}
