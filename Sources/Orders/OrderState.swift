/// What can be seen between two lines: who lives, and who is registered.
struct OrderState: Sendable {
  struct Object: Hashable, Sendable {
    let name: String
    let fate: Fate
  }

  struct Registration: Hashable, Sendable {
    /// The indices of the observer, if it is one of the objects, and of the observed object.
    let observer: Int?
    let object: Int
    /// What tells it from others; nil if nothing has to.
    let label: String?
  }

  /// Tells it from other states.
  let code: String
  let objects: [Object]
  let registrations: [Registration]
  let words: String
  /// Decides where it is listed.
  let rank: [Int]

  /// Whether nothing is alive any more.
  var isEmpty: Bool { objects.allSatisfy { $0.fate == .freed } }
}

extension OrderState: Hashable {
  static func == (one: Self, other: Self) -> Bool { one.code == other.code }
  func hash(into hasher: inout Hasher) { hasher.combine(code) }
}
