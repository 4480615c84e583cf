package import RawObserving

/// The class of the objects in the programs. Its properties stand for the ways in which a key can be stored, announced
/// and computed.
package final class Thing: KeyValueObject {
  let name: String
  init(_ name: String) { self.name = name }

  @Observed var text: String?
  @Observed var flagA: String?
  @Observed var flagB: String?
  @Observed var number = 0
  @Observed var child: Thing?
  @Observed var other: Thing?
  @Observed var next: Thing?
  @Observed var last: Thing?
  @ObservedWeak var guest: Thing?
  @ObservedWeak var spare: Thing?
  @Observed var items: [String] = []
  @Observed var plainItems: [String]?
  @Observed var members: Set<String> = []
  @Observed var plainMembers: Set<String>?

  // Announced by hand only.
  @Observed var quiet: String?
  @Observed var tally = 0
  @Observed var silentChild: Thing?
  @ObservedWeak var quietGuest: Thing?
  @Observed var bracketItems: [String] = []
  @Observed var bracketMembers: Set<String> = []

  /// Its setter announces each change by hand, although the key notifies automatically.
  @Observed var selfish: String?

  // Stored, and dependent on other keys.
  @Observed var sd: String?
  @Observed var ringA: String?
  @Observed var ringB: String?
  @Observed var linked: [String] = []

  package override class func automaticallyNotifiesObservers(forKey key: String) -> Bool {
    !ThingKeys.byHand.contains(key)
  }

  package override class func keyPathsForValuesAffectingValue(forKey key: String) -> Set<String> {
    ThingKeys.dependencies(of: key)
  }

  package override func value(forKey key: String) -> Any? {
    switch key {
    case "label": text.map { "[\($0)]" }
    case "banner": text.map { "*[\($0)]*" }
    case "shout": text.map { "[\($0)]\($0)!" }
    case "both": flagA != nil && flagB != nil ? 1 : 0
    case "echo": quiet
    case "childAlias": child
    case "grandchild": child?.child
    case "childLabel", "textOrLabel": child?.value(forKey: "label")
    case "childOrText", "aliasText": child?.text
    case "childBoth": child?.value(forKey: "both") ?? 0
    case "deep": child?.child?.text
    case "silentTitle": silentChild?.text
    case "total", "tree": number
    case "sum": number + (child?.number ?? 0)
    case "chosen": flagA == nil ? child : other
    case "hasItems": plainItems?.isEmpty == false
    case "guests": "\(guest?.number ?? -1) \(spare?.number ?? -1)"
    case "first", "second": child?.other
    case "score": next?.number
    case "childCount": child?.plainItems?.count
    case "itemCount": items.count
    case "plainCount": plainItems?.count ?? 0
    case "memberCount": members.count
    default: super.value(forKey: key)
    }
  }

  // MARK: Accessors, which announce nothing

  package override class func arrayAccessors(forKey key: String) -> ArrayAccessors? {
    key == "items" ? ArrayAccessors(insert: Thing.insert, remove: Thing.remove, replace: Thing.replace) : nil
  }

  package override class func setAccessors(forKey key: String) -> SetAccessors? {
    key == "members" ? SetAccessors(add: Thing.add, remove: Thing.remove) : nil
  }

  private func insert(_ new: [String], at indexes: RangeSet<Int>) {
    for (index, item) in zip(indexes.ranges.joined(), new) { _items.storedValue.insert(item, at: index) }
  }
  private func remove(at indexes: RangeSet<Int>) { _items.storedValue.removeSubranges(indexes) }
  private func replace(at indexes: RangeSet<Int>, with new: [String]) {
    for (index, item) in zip(indexes.ranges.joined(), new) { _items.storedValue[index] = item }
  }
  private func add(_ new: Set<String>) { _members.storedValue.formUnion(new) }
  private func remove(_ old: Set<String>) { _members.storedValue.subtract(old) }

  // MARK: Setting a property that a program names

  /// Changes a number in place.
  func add(_ summand: Int, to key: String) {
    switch key {
    case "number": number += summand
    case "tally": tally += summand
    default: fatalError("no number is called \(key)")
    }
  }

  /// Sets the property through its setter or, unannounced, in its storage.
  func set(_ key: String, to value: Any?, announced: Bool) {
    func set<Value>(
      _ property: ReferenceWritableKeyPath<Thing, Value>, _ wrapper: KeyPath<Thing, Observed<Value>>
    ) {
      guard let value = value as? Value else { fatalError("\(key) cannot be \(value ?? "nil")") }
      if announced { self[keyPath: property] = value } else { self[keyPath: wrapper].storedValue = value }
    }
    switch key {
    case "text": set(\.text, \._text)
    case "flagA": set(\.flagA, \._flagA)
    case "flagB": set(\.flagB, \._flagB)
    case "number": set(\.number, \._number)
    case "child": set(\.child, \._child)
    case "other": set(\.other, \._other)
    case "next": set(\.next, \._next)
    case "last": set(\.last, \._last)
    case "guest": guest = value as? Thing
    case "spare": spare = value as? Thing
    case "quietGuest": quietGuest = value as? Thing
    case "linked": set(\.linked, \._linked)
    case "items": set(\.items, \._items)
    case "plainItems": set(\.plainItems, \._plainItems)
    case "members": set(\.members, \._members)
    case "plainMembers": set(\.plainMembers, \._plainMembers)
    case "quiet": set(\.quiet, \._quiet)
    case "tally": set(\.tally, \._tally)
    case "silentChild": set(\.silentChild, \._silentChild)
    case "bracketItems": set(\.bracketItems, \._bracketItems)
    case "bracketMembers": set(\.bracketMembers, \._bracketMembers)
    case "sd": set(\.sd, \._sd)
    case "ringA": set(\.ringA, \._ringA)
    case "ringB": set(\.ringB, \._ringB)
    case "selfish":
      if announced { willChangeValue(forKey: key) }
      set(\.selfish, \._selfish)
      if announced { didChangeValue(forKey: key) }
    default: fatalError("no property is called \(key)")
    }
  }
}
