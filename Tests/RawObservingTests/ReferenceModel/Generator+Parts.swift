/// What operations are made of.
extension Generator {
  mutating func one(of choices: [String]) -> String {
    choices.randomElement(using: &random) ?? ""
  }

  /// Now and then an object observes, too.
  mutating func observer() -> String {
    one(of: Int.random(in: 0..<8, using: &random) == 0 ? Cast.objects : Cast.observers)
  }

  mutating func path() -> String {
    switch Int.random(in: 0..<40, using: &random) {
    case 0: one(of: Self.wrongPaths)
    case 1..<13: one(of: Self.deepPaths)
    case 13..<24: one(of: Self.collectionPaths)
    default: one(of: Self.plainPaths)
    }
  }

  mutating func anyKey() -> String {
    one(of: ["plays", "rating", "next", "next", "skips", "draft", "label", "total", "alias", "songs", "tags", "nope"])
  }

  mutating func options() -> ProgramOptions {
    ProgramOptions(rawValue: UInt.random(in: 0...15, using: &random))
  }

  mutating func context() -> Int { Int.random(in: 0...2, using: &random) }

  mutating func value(for key: String) -> Value {
    switch key {
    case "next", "draft":
      return Int.random(in: 0..<4, using: &random) == 0 ? .null : .object(one(of: Cast.objects))
    case "songs", "queue": return .array(numbers(Int.random(in: 0...3, using: &random)))
    case "extras":
      return Bool.random(using: &random)
        ? .null : .array(numbers(Int.random(in: 0...2, using: &random)))
    case "tags": return .set(Set(numbers(Int.random(in: 0...3, using: &random))))
    case "rating" where Int.random(in: 0..<3, using: &random) == 0: return .null
    default: return .int(Int.random(in: 0...9, using: &random))
    }
  }

  mutating func numbers(_ count: Int) -> [Int] {
    (0..<count).map { _ in Int.random(in: 0...5, using: &random) }
  }

  /// Mostly such as a short array has.
  mutating func indexes() -> [Int] {
    switch Int.random(in: 0..<10, using: &random) {
    case 0..<5: [0]
    case 5..<7: [0, 1]
    default: (0..<3).filter { _ in Int.random(in: 0..<5, using: &random) < 2 }
    }
  }

  static let plainPaths = [
    "plays", "plays", "plays", "rating", "next", "next", "skips", "draft", "label", "label",
    "total",
    "total", "grand", "alias", "far", "doubled", "ringA", "ringB", "nope",
  ]
  static let deepPaths = [
    "next.plays", "next.plays", "next.plays", "next.rating", "next.label", "next.total",
    "next.next",
    "next.next.plays", "next.next.next", "next.next.next.rating", "alias.plays", "alias.next.plays",
    "next.alias.rating", "draft.plays", "draft.next.plays", "next.draft.rating", "next.far",
    "next.grand", "next.nope", "next.songs", "next.songs.@count",
  ]
  static let collectionPaths = [
    "songs", "songs", "songs", "tags", "tags", "queue", "extras", "songs.@count", "tags.@count",
    "queue.@count", "songCount", "extras.@count",
  ]
  static let wrongPaths = [
    "", ".", "a..b", "next.", "@count", "next.@sum.plays", "plays.x", "rating.x", "loop",
    "next.loop", "knot", "knot.plays", "next.knot",
    "songs.plays", "next.@count",
  ]
}

extension Cast {
  /// The arrays of a list; one of them more often.
  static let arrayKeys = ["songs", "songs", "songs", "queue", "extras"]
}
