import RawObserving

/// What the engine observes in a generated program, and who observes: everything that happens to it is
/// handed to the stage.
class Player: KeyValueObject {
  let name: String
  let stage: Stage

  init(_ name: String, on stage: Stage) {
    self.name = name
    self.stage = stage
  }

  override func observeValue(
    forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
    context: UnsafeMutableRawPointer?
  ) {
    stage.heard(by: self, keyPath, of: object, change, context)
  }

  // The three below raise in the root. Here they go on as if nothing had happened, and the stage writes it
  // down.

  override func value(forKey key: String) -> Any? {
    do throws(Violation) {
      return try codedValue(forKey: key)
    } catch {
      stage.readUndefined(key, of: self)
      return nil
    }
  }

  override func setValue(_ value: Any?, forKey key: String) {
    do throws(Violation) {
      try setCodedValue(value, forKey: key)
    } catch {
      stage.note(error)
    }
  }

  override func setNilValue(forKey key: String) {
    stage.note(.nilForNonOptional(key: key, object: describe(self)))
  }

  /// Sets a property as its setter does.
  func assign(_ value: Value, to key: String) {
    preconditionFailure("\(name) has no \(key) to set to \(value)")
  }

  /// Changes a property in place, and calls the body before the value is replaced.
  func lend(_ key: String, replacingBy value: Value, _ body: () -> Void) {
    preconditionFailure("\(name) has no \(key) to lend")
  }
}

/// A class with a property of each kind but collections.
class PlayedTrack: Player {
  @Observed var plays = 0
  @Observed var rating: Int?
  @Observed var next: PlayedTrack?
  @Observed var ringA = 0
  @Observed var ringB = 0
  /// Depends on itself, which is against the rules.
  @Observed var loop = 0

  /// Automatic notification is off for these two.
  @Observed var skips = 0
  @Observed var draft: PlayedTrack?

  var label: Int? { rating.map { $0 + 100 } }
  var total: Int { plays + (label ?? 0) + (next?.plays ?? 0) }
  var grand: Int { total + plays }
  var alias: PlayedTrack? { next }
  /// Depends on a path that starts with its own key, which is against the rules.
  var knot: PlayedTrack? { next }
  var far: Int? { alias?.next?.rating }
  var doubled: Int {
    get { plays * 2 }
    set { plays = newValue / 2 }
  }

  var labelProperty: Property<Int?> { computed(\.label) }
  var totalProperty: Property<Int> { computed(\.total) }
  var aliasProperty: Property<PlayedTrack?> { computed(\.alias) }

  override class var computedKeys: [ComputedKey] {
    super.computedKeys + [
      ComputedKey("label", \PlayedTrack.label, dependsOn: \.$rating),
      ComputedKey("total", \PlayedTrack.total, dependsOn: \.$plays, \.labelProperty, \.$next.$plays),
      ComputedKey("grand", \PlayedTrack.grand, dependsOn: \.totalProperty, \.$plays),
      ComputedKey("alias", \PlayedTrack.alias, dependsOn: \.$next),
      ComputedKey("knot", \PlayedTrack.knot, dependsOn: \.$next),
      ComputedKey("far", \PlayedTrack.far, dependsOn: \.aliasProperty.$next.$rating),
      ComputedKey("doubled", \PlayedTrack.doubled, dependsOn: \.$plays),
    ]
  }

  override class func keyPathsForValuesAffectingValue(forKey key: String) -> Set<String> {
    switch key {
    case "ringA": ["ringB"]
    case "ringB": ["ringA"]
    case "loop": ["loop"]
    case "knot": ["knot.plays", "next"]
    default: super.keyPathsForValuesAffectingValue(forKey: key)
    }
  }

  override class func automaticallyNotifiesObservers(forKey key: String) -> Bool {
    !["skips", "draft"].contains(key) && super.automaticallyNotifiesObservers(forKey: key)
  }

  override func assign(_ value: Value, to key: String) {
    switch key {
    case "plays": plays = value.int
    case "rating": rating = value.optionalInt
    case "next": next = stage.track(value)
    case "ringA": ringA = value.int
    case "ringB": ringB = value.int
    case "loop": loop = value.int
    case "skips": skips = value.int
    case "draft": draft = stage.track(value)
    case "doubled": doubled = value.int
    default: super.assign(value, to: key)
    }
  }

  override func lend(_ key: String, replacingBy value: Value, _ body: () -> Void) {
    switch key {
    case "plays": change(&plays, to: value.int, body)
    case "rating": change(&rating, to: value.optionalInt, body)
    case "next": change(&next, to: stage.track(value), body)
    case "ringA": change(&ringA, to: value.int, body)
    case "ringB": change(&ringB, to: value.int, body)
    case "loop": change(&loop, to: value.int, body)
    case "skips": change(&skips, to: value.int, body)
    case "draft": change(&draft, to: stage.track(value), body)
    default: super.lend(key, replacingBy: value, body)
    }
  }

  /// Lets go of other tracks.
  func unlink() {
    next = nil
    draft = nil
  }
}

/// A class with collections, which are changed in their storage.
class PlayedList: PlayedTrack {
  @Observed var songs: [Int] = []
  @Observed var extras: [Int]?
  @Observed var tags: Set<Int> = []
  /// Automatic notification is off.
  @Observed var queue: [Int] = []

  var songCount: Int { songs.count }

  override class var computedKeys: [ComputedKey] {
    super.computedKeys + [ComputedKey("songCount", \PlayedList.songCount, dependsOn: \.$songs)]
  }

  override class func automaticallyNotifiesObservers(forKey key: String) -> Bool {
    key != "queue" && super.automaticallyNotifiesObservers(forKey: key)
  }

  override func assign(_ value: Value, to key: String) {
    switch (key, value) {
    case ("songs", .array(let elements)): songs = elements
    case ("queue", .array(let elements)): queue = elements
    case ("extras", .array(let elements)): extras = elements
    case ("extras", .null): extras = nil
    case ("tags", .set(let members)): tags = members
    default: super.assign(value, to: key)
    }
  }

  override func lend(_ key: String, replacingBy value: Value, _ body: () -> Void) {
    switch (key, value) {
    case ("songs", .array(let elements)): change(&songs, to: elements, body)
    case ("queue", .array(let elements)): change(&queue, to: elements, body)
    case ("extras", .array(let elements)): change(&extras, to: elements, body)
    case ("extras", .null): change(&extras, to: nil, body)
    case ("tags", .set(let members)): change(&tags, to: members, body)
    default: super.lend(key, replacingBy: value, body)
    }
  }
}

/// Calls the body while the value is lent, and then replaces it.
private func change<Value>(_ value: inout Value, to newValue: Value, _ body: () -> Void) {
  body()
  value = newValue
}

/// A class that changes its collections by methods of its own, which announce what they do.
final class PlayedAlbum: PlayedList {
  override class func arrayAccessors(forKey key: String) -> ArrayAccessors? {
    key == "songs"
      ? ArrayAccessors(insert: PlayedAlbum.insertSongs, remove: PlayedAlbum.removeSongs)
      : super.arrayAccessors(forKey: key)
  }

  override class func setAccessors(forKey key: String) -> SetAccessors? {
    key == "tags"
      ? SetAccessors(add: PlayedAlbum.addTags, remove: PlayedAlbum.removeTags)
      : super.setAccessors(forKey: key)
  }

  private func insertSongs(_ new: [Int], at indexes: RangeSet<Int>) {
    var changed = songs
    for (index, song) in zip(indexes.ranges.joined(), new) { changed.insert(song, at: index) }
    willChange(.insertion, valuesAt: indexes, forKey: "songs")
    songs = changed
    didChange(.insertion, valuesAt: indexes, forKey: "songs")
  }

  private func removeSongs(at indexes: RangeSet<Int>) {
    var changed = songs
    changed.removeSubranges(indexes)
    willChange(.removal, valuesAt: indexes, forKey: "songs")
    songs = changed
    didChange(.removal, valuesAt: indexes, forKey: "songs")
  }

  private func addTags(_ new: Set<Int>) {
    let changed = tags.union(new)
    willChangeValue(forKey: "tags", withSetMutation: .union, using: new)
    tags = changed
    didChangeValue(forKey: "tags", withSetMutation: .union, using: new)
  }

  private func removeTags(_ old: Set<Int>) {
    let changed = tags.subtracting(old)
    willChangeValue(forKey: "tags", withSetMutation: .minus, using: old)
    tags = changed
    didChangeValue(forKey: "tags", withSetMutation: .minus, using: old)
  }
}

extension Value {
  fileprivate var optionalInt: Int? {
    if case .int(let number) = self { number } else { nil }
  }

  fileprivate var int: Int { optionalInt ?? 0 }
}
