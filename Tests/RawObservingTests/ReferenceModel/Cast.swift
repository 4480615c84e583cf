/// Who takes part in every program, and what the classes have. Written down apart from the classes that
/// the engine observes, so that neither can hide a mistake of the other.
enum Cast {
  /// The objects that are there when a program begins, by name, with their classes.
  static let classes = [
    "a": "PlayedTrack", "b": "PlayedTrack", "p": "PlayedList", "q": "PlayedAlbum",
    "x": "Player", "y": "Player", "z": "Player",
  ]
  static let objects = ["a", "b", "p", "q"]
  static let observers = ["x", "y", "z"]
  static let lists = ["p", "q"]
  static let everybody = objects + observers

  /// What a property holds.
  enum Holding: Hashable {
    case int, optionalInt, track, array, optionalArray, set

    /// The name of the type, as Swift prints it.
    var typeName: String {
      switch self {
      case .int: "Int"
      case .optionalInt: "Optional<Int>"
      case .track: "Optional<PlayedTrack>"
      case .array: "Array<Int>"
      case .optionalArray: "Optional<Array<Int>>"
      case .set: "Set<Int>"
      }
    }

    /// What it holds at first.
    var first: Value {
      switch self {
      case .int: .int(0)
      case .optionalInt, .track, .optionalArray: .null
      case .array: .array([])
      case .set: .set([])
      }
    }

    func accepts(_ value: Value) -> Bool {
      switch (self, value) {
      case (.int, .int), (.optionalInt, .int), (.track, .object), (.array, .array),
        (.optionalArray, .array), (.set, .set), (.optionalInt, .null), (.track, .null),
        (.optionalArray, .null):
        true
      default: false
      }
    }
  }

  private static let ofTrack: [String: Holding] = [
    "plays": .int, "skips": .int, "ringA": .int, "ringB": .int, "loop": .int,
    "rating": .optionalInt, "next": .track, "draft": .track,
  ]
  private static let ofList: [String: Holding] = [
    "songs": .array, "queue": .array, "extras": .optionalArray, "tags": .set,
  ]

  /// The stored properties of the object, by key.
  static func stored(by object: String) -> [String: Holding] {
    switch classes[object] {
    case "PlayedTrack": ofTrack
    case "PlayedList", "PlayedAlbum": allOfList
    default: [:]
    }
  }

  private static let allOfList = ofTrack.merging(ofList) { own, _ in own }

  /// The paths that a key depends on, as keys, in alphabetical order.
  static func triggers(of key: String, in object: String) -> [[String]] {
    if stored(by: object).isEmpty { return [] }
    switch key {
    case "label": return [["rating"]]
    case "total": return [["label"], ["next", "plays"], ["plays"]]
    case "grand": return [["plays"], ["total"]]
    case "alias": return [["next"]]
    case "far": return [["alias", "next", "rating"]]
    case "doubled": return [["plays"]]
    case "ringA": return [["ringB"]]
    case "ringB": return [["ringA"]]
    case "loop": return [["loop"]]
    case "knot": return [["knot", "plays"], ["next"]]
    case "songCount" where lists.contains(object): return [["songs"]]
    default: return []
    }
  }

  /// Whether the key depends on itself, or on a path that starts with it.
  static func dependsOnItself(_ key: String, in object: String) -> Bool {
    triggers(of: key, in: object).contains { $0[0] == key }
  }

  /// The keys that are announced by hand only.
  static let manual: Set<String> = ["skips", "draft", "queue"]

  /// Whether the array or the set of the key is changed through methods of the class, which announce
  /// what they do.
  static func hasAccessors(_ key: String, in object: String) -> Bool {
    classes[object] == "PlayedAlbum" && (key == "songs" || key == "tags")
  }
}
