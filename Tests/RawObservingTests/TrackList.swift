import RawObserving

/// The observed object of the tests of to-many keys: arrays and sets, with accessors and without.
class TrackList: KeyValueObject {
  /// Changed through accessors.
  @Observed private(set) var items: [String] = []
  @Observed var plainItems: [String]?
  @Observed var rawItems: [String] = []

  /// Changed through accessors.
  @Observed private(set) var members: Set<String> = []
  @Observed var plainMembers: Set<String>?
  @Observed var rawMembers: Set<String> = []

  @Observed var child: TrackList?
  @Observed var nodes: [Node] = []

  override class func arrayAccessors(forKey key: String) -> ArrayAccessors? {
    key == "items"
      ? ArrayAccessors(insert: TrackList.insertItems, remove: TrackList.removeItems, replace: TrackList.replaceItems)
      : super.arrayAccessors(forKey: key)
  }

  override class func setAccessors(forKey key: String) -> SetAccessors? {
    key == "members"
      ? SetAccessors(add: TrackList.addMembers, remove: TrackList.removeMembers)
      : super.setAccessors(forKey: key)
  }

  // MARK: The accessors, which announce nothing: the mutable array or set that calls them does

  func insertItems(_ new: [String], at indexes: RangeSet<Int>) {
    for (index, item) in zip(indexes.ranges.joined(), new) { _items.storedValue.insert(item, at: index) }
  }

  func removeItems(at indexes: RangeSet<Int>) { _items.storedValue.removeSubranges(indexes) }

  func replaceItems(at indexes: RangeSet<Int>, with new: [String]) {
    for (index, item) in zip(indexes.ranges.joined(), new) { _items.storedValue[index] = item }
  }

  func addMembers(_ new: Set<String>) { _members.storedValue.formUnion(new) }

  func removeMembers(_ old: Set<String>) { _members.storedValue.subtract(old) }
}

/// Its accessors do not take everything.
final class PickyTrackList: TrackList {
  override func insertItems(_ new: [String], at indexes: RangeSet<Int>) {
    if !new.contains("NaN") { super.insertItems(new, at: indexes) }
  }

  override func removeItems(at indexes: RangeSet<Int>) {
    if !indexes.ranges.joined().contains(where: { items[$0] == "One" }) {
      super.removeItems(at: indexes)
    }
  }

  override func replaceItems(at indexes: RangeSet<Int>, with new: [String]) {
    super.replaceItems(at: indexes, with: indexes.contains(1) ? ["Two"] : new)
  }

  override func addMembers(_ new: Set<String>) { super.addMembers(new.subtracting(["ten"])) }

  override func removeMembers(_ old: Set<String>) { super.removeMembers(old.subtracting(["one"])) }
}

/// It has no accessor to replace items.
final class PlainAccessorsTrackList: TrackList {
  override class func arrayAccessors(forKey key: String) -> ArrayAccessors? {
    key == "items"
      ? ArrayAccessors(insert: TrackList.insertItems, remove: TrackList.removeItems) : nil
  }
}

/// A set of indexes.
func at(_ indexes: Int...) -> RangeSet<Int> {
  indexes.reduce(into: RangeSet()) { $0.insert(contentsOf: $1..<$1 + 1) }
}

extension KeyValueObject {
  /// What an observer of the key path hears while something is done.
  func heard(
    _ keyPath: String, _ options: KeyValueObservingOptions = [.new, .old],
    while body: () throws -> Void
  ) rethrows -> [Heard] {
    let recorder = Recorder()
    addObserver(recorder, forKeyPath: keyPath, options: options)
    defer { removeObserver(recorder, forKeyPath: keyPath) }
    try body()
    return recorder.heard
  }
}
