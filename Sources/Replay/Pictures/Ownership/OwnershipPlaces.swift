/// Where the boxes of an ownership figure are. It depends on the whole run and not on the step, so that a box is at the
/// same place in the figures of all steps.
struct OwnershipPlaces: Equatable, Sendable {
  static let width = 720
  static let story = "the story"
  static let mediator = "mediator"
  /// The most boxes in a column.
  private static let most = 4

  private(set) var boxes: [String: Box] = [:]
  /// The names in the order in which they are drawn.
  private(set) var names: [String] = []
  /// How many objects have no box because there is no room.
  private(set) var hidden = 0
  private(set) var height = 0

  init(_ picture: Picture) {
    let marks = picture.steps.flatMap(\.marks)
    let registrations = marks.filter { $0.what == .adds || $0.what == .drops }
    let observers = Set(registrations.compactMap(\.from))
    let observed = Set(registrations.compactMap(\.to))
    let all = OwnershipState(picture.steps, after: picture.steps.count).lives.map(\.name)
    let roles = Dictionary(picture.run.objects.map { ($0.name, $0.role) }, uniquingKeysWith: { first, _ in first })
    func isController(_ name: String) -> Bool {
      roles[name] == .controller || (roles[name] == nil && name == "controller")
    }

    let controllers = all.filter(isController)
    let objects = all.filter { !isController($0) && $0 != Self.mediator }
    // An object that observes and is observed counts as an observer. One that does neither is placed where there is room.
    var left = objects.filter(observers.contains)
    var right = objects.filter { observed.contains($0) && !observers.contains($0) }
    for name in objects where !left.contains(name) && !right.contains(name) {
      if left.count <= right.count { left.append(name) } else { right.append(name) }
    }
    let columns = [left, controllers, right]
    hidden = columns.map { max(0, $0.count - Self.most) }.reduce(0, +)
    let isMediated = marks.contains { $0.via != nil }

    // Without a column at the right the other two share the width.
    let centers = right.isEmpty ? [190, 530, 530] : [130, 360, 590]
    let rows = columns.map { min($0.count, Self.most) }
    // Between observers and observed there is room for straight lines: controllers are half a row lower.
    let offsets = [0, right.isEmpty ? 0 : 62, 0]
    for (column, names) in columns.enumerated() {
      for (row, name) in names.prefix(Self.most).enumerated() {
        add(name, centers[column], 150 + row * 124 + offsets[column])
      }
    }
    add(Self.story, 360, 36)
    var bottom = (0..<3).map { rows[$0] == 0 ? 0 : 150 + (rows[$0] - 1) * 124 + offsets[$0] }.max() ?? 150
    if isMediated {
      bottom += right.isEmpty || rows[1] == 0 ? 124 : 104
      add(Self.mediator, 360, bottom)
    }
    height = max(bottom, 36) + 54
  }

  private mutating func add(_ name: String, _ x: Int, _ y: Int) {
    let lines = Self.lines(of: name)
    let width = max(96, (lines.map { TextWidths.width(of: $0) }.max() ?? 0) + 24)
    let height = 22 + lines.count * 18
    boxes[name] = Box(x: x - width / 2, y: y - height / 2, width: width, height: height)
    names.append(name)
  }

  /// The name in a box: at most 150 pixels wide.
  static func lines(of name: String) -> [String] { TextWidths.wrap(name, to: 150, most: 2) }
}
