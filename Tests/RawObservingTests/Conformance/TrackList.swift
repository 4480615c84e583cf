import RawObserving

/// The observed object of the tests of to-many keys: arrays and sets, each kept and announced in a way of
/// its own.
///
/// The entries tell a key with a whole-value setter from one that is only stored. In Swift both are a
/// property with the wrapper; `plainItems` and `plainMembers` can be nil, `rawItems` and `rawMembers`
/// cannot.
class TrackList: KeyValueObject {
  /// Changed through accessors, which announce each change by hand.
  @Observed fileprivate(set) var items: [String] = []
  @Observed var plainItems: [String]?
  @Observed var rawItems: [String] = []
  /// Automatic notification is off; its methods announce each change by hand.
  @Observed private(set) var bracketItems: [String] = []
  /// Not wrapped: its changes are not announced.
  var bareItems: [String] = []

  /// Changed through accessors, which announce each change by hand.
  @Observed fileprivate(set) var members: Set<String> = []
  @Observed var plainMembers: Set<String>?
  @Observed var rawMembers: Set<String> = []
  /// Automatic notification is off; its method announces each change by hand.
  @Observed private(set) var bracketMembers: Set<String> = []

  @Observed var child: TrackList?
  @Observed var nodes: [Node] = []

  override class func automaticallyNotifiesObservers(forKey key: String) -> Bool {
    switch key {
    case "bracketItems", "bracketMembers": false
    default: super.automaticallyNotifiesObservers(forKey: key)
    }
  }

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

  // MARK: The accessors of `items`

  func insertItems(_ new: [String], at indexes: RangeSet<Int>) {
    willChange(.insertion, valuesAt: indexes, forKey: "items")
    for (index, item) in zip(indexes.ranges.joined(), new) { items.insert(item, at: index) }
    didChange(.insertion, valuesAt: indexes, forKey: "items")
  }

  func removeItems(at indexes: RangeSet<Int>) {
    willChange(.removal, valuesAt: indexes, forKey: "items")
    items.removeSubranges(indexes)
    didChange(.removal, valuesAt: indexes, forKey: "items")
  }

  func replaceItems(at indexes: RangeSet<Int>, with new: [String]) {
    willChange(.replacement, valuesAt: indexes, forKey: "items")
    for (index, item) in zip(indexes.ranges.joined(), new) { items[index] = item }
    didChange(.replacement, valuesAt: indexes, forKey: "items")
  }

  /// Adds an item between a will and a did that another method calls.
  func appendUnbracketed(_ item: String) { items.append(item) }

  // MARK: The accessors of `members`

  func addMembers(_ new: Set<String>) {
    changeMembers(.union, new) { $0.formUnion(new) }
  }

  func removeMembers(_ old: Set<String>) {
    changeMembers(.minus, old) { $0.subtract(old) }
  }

  func intersectMembers(_ others: Set<String>) {
    changeMembers(.intersect, others) { $0.formIntersection(others) }
  }

  func assignMembers(_ new: Set<String>) { members = new }

  private func changeMembers(
    _ kind: KeyValueSetMutationKind, _ others: Set<String>, _ body: (inout Set<String>) -> Void
  ) {
    willChangeValue(forKey: "members", withSetMutation: kind, using: others)
    body(&members)
    didChangeValue(forKey: "members", withSetMutation: kind, using: others)
  }

  // MARK: The keys that do not notify automatically

  func insertBracketItem(_ item: String, at index: Int) {
    willChange(.insertion, valuesAt: at(index), forKey: "bracketItems")
    bracketItems.insert(item, at: index)
    didChange(.insertion, valuesAt: at(index), forKey: "bracketItems")
  }

  func removeBracketItem(at index: Int) {
    willChange(.removal, valuesAt: at(index), forKey: "bracketItems")
    bracketItems.remove(at: index)
    didChange(.removal, valuesAt: at(index), forKey: "bracketItems")
  }

  func changeBracketMembers(_ kind: KeyValueSetMutationKind, _ others: Set<String>) {
    willChangeValue(forKey: "bracketMembers", withSetMutation: kind, using: others)
    switch kind {
    case .union: bracketMembers.formUnion(others)
    case .minus: bracketMembers.subtract(others)
    case .intersect: bracketMembers.formIntersection(others)
    case .set: bracketMembers = others
    }
    didChangeValue(forKey: "bracketMembers", withSetMutation: kind, using: others)
  }
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
