package import RawObserving

extension Program {
  /// What a command does, read from its words.
  ///
  /// Kinds and options are this engine's; Apple's have the same raw values.
  package enum Action: Equatable, Sendable {
    case add(observer: String, to: Place, options: KeyValueObservingOptions, context: Context)
    /// Without a context: whatever it is.
    case remove(observer: String, from: Place, context: Context?)
    case drop(String)
    case set(Place, to: Value, through: Way)
    case increase(Place, by: Int)
    case announce(Half, Announcement, of: Place)
    case change(Place, Change)
    /// Something in the engine: `steps` or `hooks`.
    case count(String, of: String)
  }

  /// An object, and the key or key path from it.
  package struct Place: Equatable, Sendable {
    package let object: String
    package let path: String
  }

  package struct Context: Equatable, Sendable {
    fileprivate var number: Int?
    package var pointer: UnsafeMutableRawPointer? { number.flatMap(UnsafeMutableRawPointer.init(bitPattern:)) }
  }

  package enum Value: Equatable, Sendable {
    case null
    case text(String)
    case number(Int)
    case object(String)
    case elements([String])
    case members(Set<String>)
  }

  package enum Way: Sendable { case setter, storage, name }

  /// One half of a pair by hand.
  package enum Half: Sendable { case will, did }

  package enum Announcement: Equatable, Sendable {
    case value
    case elements(KeyValueChangeKind, at: [Int])
    case members(KeyValueSetMutationKind, Set<String>)
  }

  /// A change of a collection, by a proxy or an accessor.
  package enum Change: Equatable, Sendable {
    case insert([String], at: [Int])
    case remove(at: [Int])
    case replace(at: [Int], with: [String])
    case append(String)
    case discard(String)
    case clearElements
    case members(KeyValueSetMutationKind, Set<String>)
    case clearMembers
  }
}

extension Program.Action {
  /// Nil if the command has no meaning.
  package init?(_ command: String) {
    let words = command.split(separator: " ").map { $0.hasSuffix(",") ? String($0.dropLast()) : String($0) }
    guard let action = words.count < 2 ? nil : Self.read(words) else { return nil }
    self = action
  }

  private static func read(_ words: [String]) -> Self? {
    let last = words[words.count - 1]
    switch words[0] {
    case "add", "remove":
      guard words.count > 3, let place = Program.Place(words[3]), let (options, context) = tail(words[4...]) else {
        return nil
      }
      if words[0] == "add" {
        return .add(observer: words[1], to: place, options: options, context: context ?? Program.Context())
      }
      return options.isEmpty ? .remove(observer: words[1], from: place, context: context) : nil
    case "drop" where words.count == 2:
      return .drop(words[1])
    case "steps", "hooks":
      return words.count == 2 ? .count(words[0], of: words[1]) : nil
    case "will", "did":
      let half = words[0] == "will" ? Program.Half.will : .did
      if words.count == 2 { return Program.Place(last).map { .announce(half, .value, of: $0) } }
      guard let place = Program.Place(words[2]) else { return nil }
      if words.count == 5, words[3] == "at", let kind = elementKind(words[1]), let indexes = indexes(last) {
        return .announce(half, .elements(kind, at: indexes), of: place)
      }
      guard words.count == 4, let kind = mutation(words[1]) else { return nil }
      return .announce(half, .members(kind, Set(list(last))), of: place)
    case _ where words[1] == "=" && words.count == 3:
      return assignment(words[0], last)
    default:
      guard let place = Program.Place(words[0]) else { return nil }
      if words[1] == "+=" { return Int(last).map { .increase(place, by: $0) } }
      return Program.Change(words[1], Array(words[2...]), isArray: place.path.hasSuffix("tems"))
        .map { .change(place, $0) }
    }
  }

  /// What follows a place: options, and a context.
  private static func tail(_ words: ArraySlice<String>) -> (KeyValueObservingOptions, Program.Context?)? {
    let all: [String: KeyValueObservingOptions] = ["new": .new, "old": .old, "initial": .initial, "prior": .prior]
    var options: KeyValueObservingOptions = []
    var rest = words
    while let word = rest.first, let option = all[word] {
      options.insert(option)
      rest = rest.dropFirst()
    }
    if rest.isEmpty { return (options, nil) }
    guard rest.count == 2, rest.first == "context", let last = rest.last, last == "nil" || Int(last) != nil else {
      return nil
    }
    return (options, Program.Context(number: Int(last)))
  }

  /// `a.text = x`, `a._text = x` and `a["child.text"] = x`.
  private static func assignment(_ place: String, _ word: String) -> Self? {
    if let found = place.wholeMatch(of: /(.+)\["(.+)"\]/) {
      let place = Program.Place(object: String(found.1), path: String(found.2))
      return Program.Value(word, for: place.path).map { .set(place, to: $0, through: .name) }
    }
    guard let place = Program.Place(place) else { return nil }
    let key = place.path.hasPrefix("_") ? String(place.path.dropFirst()) : place.path
    return Program.Value(word, for: key).map {
      .set(Program.Place(object: place.object, path: key), to: $0, through: key == place.path ? .setter : .storage)
    }
  }
}

extension Program.Place {
  fileprivate init?(_ word: String) {
    let parts = word.split(separator: ".", maxSplits: 1)
    guard parts.count == 2 else { return nil }
    self.init(object: String(parts[0]), path: String(parts[1]))
  }
}

extension Program.Value {
  /// A value for the last key of the path, which says of what type it is.
  fileprivate init?(_ word: String, for path: String) {
    if word == "nil" {
      self = .null
    } else if word.hasPrefix("[") {
      self = .elements(list(word))
    } else if word.hasPrefix("{") {
      self = .members(Set(list(word)))
    } else if ThingKeys.objects.contains(path.lastKey) {
      self = .object(word)
    } else if ThingKeys.numbers.contains(path.lastKey) {
      guard let number = Int(word) else { return nil }
      self = .number(number)
    } else {
      self = .text(word)
    }
  }
}

extension Program.Change {
  fileprivate init?(_ verb: String, _ words: [String], isArray: Bool) {
    switch (verb, words.count) {
    case ("insert", 3):
      guard let indexes = indexes(words[2]) else { return nil }
      self = .insert(list(words[0]), at: indexes)
    case ("remove", 2):
      guard let indexes = indexes(words[1]) else { return nil }
      self = .remove(at: indexes)
    case ("replace", 3):
      guard let indexes = indexes(words[2]) else { return nil }
      self = .replace(at: indexes, with: list(words[0]))
    case ("append", 1): self = .append(words[0])
    case ("discard", 1): self = .discard(words[0])
    case ("clear", 0): self = isArray ? .clearElements : .clearMembers
    case (_, 1):
      guard let kind = mutation(verb) else { return nil }
      self = .members(kind, Set(list(words[0])))
    default: return nil
    }
  }
}

extension String {
  fileprivate var lastKey: String { split(separator: ".").last.map(String.init) ?? self }
}

private func elementKind(_ word: String) -> KeyValueChangeKind? {
  ["insert": .insertion, "remove": .removal, "replace": .replacement][word]
}

private func mutation(_ word: String) -> KeyValueSetMutationKind? {
  ["union": .union, "minus": .minus, "intersect": .intersect, "set": .set][word]
}

private func indexes(_ word: String) -> [Int]? {
  let numbers = word.split(separator: ",").map { Int($0) }
  return numbers.contains(nil) ? nil : numbers.compactMap(\.self)
}

/// The elements of `[x,y]` and the members of `{x,y}`.
private func list(_ word: String) -> [String] { word.dropFirst().dropLast().split(separator: ",").map(String.init) }
