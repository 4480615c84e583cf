#if canImport(ObjectiveC)
  import Foundation
  import TestSupport

  /// The class of the objects in the programs, with the same keys as `Thing`, as an `NSObject`.
  ///
  /// Each property has its storage behind it, so that a program can write it without an announcement.
  final class AppleThing: NSObject {
    let name: String
    private var stored: [String: Any] = [:]

    init(_ name: String) { self.name = name }

    private func get<Value>(_ key: String = #function) -> Value? { stored[key] as? Value }
    private func put(_ value: Any?, _ key: String = #function) { stored[key] = value }

    @objc dynamic var text: String? {
      get { get() }
      set { put(newValue) }
    }
    @objc dynamic var flagA: String? {
      get { get() }
      set { put(newValue) }
    }
    @objc dynamic var flagB: String? {
      get { get() }
      set { put(newValue) }
    }
    @objc dynamic var number: Int {
      get { get() ?? 0 }
      set { put(newValue) }
    }
    @objc dynamic var child: AppleThing? {
      get { get() }
      set { put(newValue) }
    }
    @objc dynamic var other: AppleThing? {
      get { get() }
      set { put(newValue) }
    }
    @objc dynamic var next: AppleThing? {
      get { get() }
      set { put(newValue) }
    }
    @objc dynamic var last: AppleThing? {
      get { get() }
      set { put(newValue) }
    }
    @objc dynamic var items: [String] {
      get { get() ?? [] }
      set { put(newValue) }
    }
    @objc dynamic var plainItems: [String]? {
      get { get() }
      set { put(newValue) }
    }
    @objc dynamic var members: Set<String> {
      get { get() ?? [] }
      set { put(newValue) }
    }
    @objc dynamic var plainMembers: Set<String>? {
      get { get() }
      set { put(newValue) }
    }

    // Announced by hand only.
    @objc dynamic var quiet: String? {
      get { get() }
      set { put(newValue) }
    }
    @objc dynamic var tally: Int {
      get { get() ?? 0 }
      set { put(newValue) }
    }
    @objc dynamic var silentChild: AppleThing? {
      get { get() }
      set { put(newValue) }
    }
    @objc dynamic var bracketItems: [String] {
      get { get() ?? [] }
      set { put(newValue) }
    }
    @objc dynamic var bracketMembers: Set<String> {
      get { get() ?? [] }
      set { put(newValue) }
    }

    /// Its setter announces each change by hand, although the key notifies automatically.
    @objc dynamic var selfish: String? {
      get { get() }
      set {
        willChangeValue(forKey: "selfish")
        put(newValue)
        didChangeValue(forKey: "selfish")
      }
    }

    // Stored, and dependent on other keys.
    @objc dynamic var sd: String? {
      get { get() }
      set { put(newValue) }
    }
    @objc dynamic var ringA: String? {
      get { get() }
      set { put(newValue) }
    }
    @objc dynamic var ringB: String? {
      get { get() }
      set { put(newValue) }
    }
    @objc dynamic var linked: [String] {
      get { get() ?? [] }
      set { put(newValue) }
    }

    override class func automaticallyNotifiesObservers(forKey key: String) -> Bool {
      !ThingKeys.byHand.contains(key)
    }

    override class func keyPathsForValuesAffectingValue(forKey key: String) -> Set<String> {
      ThingKeys.dependencies(of: key)
    }

    // MARK: Computed

    @objc var label: String? { text.map { "[\($0)]" } }
    @objc var banner: String? { text.map { "*[\($0)]*" } }
    @objc var shout: String? { text.map { "[\($0)]\($0)!" } }
    @objc var both: Int { flagA != nil && flagB != nil ? 1 : 0 }
    @objc var echo: String? { quiet }
    @objc var childAlias: AppleThing? { child }
    @objc var grandchild: AppleThing? { child?.child }
    @objc var childLabel: String? { child?.label }
    @objc var textOrLabel: String? { child?.label }
    @objc var childOrText: String? { child?.text }
    @objc var aliasText: String? { child?.text }
    @objc var childBoth: Int { child?.both ?? 0 }
    @objc var deep: String? { child?.child?.text }
    @objc var silentTitle: String? { silentChild?.text }
    @objc var total: Int { number }
    @objc var tree: Int { number }
    @objc var sum: Int { number + (child?.number ?? 0) }
    @objc var chosen: AppleThing? { flagA == nil ? child : other }
    // A number would be written as 0 or 1.
    @objc var hasItems: String { plainItems?.isEmpty == false ? "true" : "false" }
    @objc var first: AppleThing? { child?.other }
    @objc var second: AppleThing? { child?.other }
    @objc var score: NSNumber? { next.map { $0.number as NSNumber } }
    @objc var childCount: NSNumber? { (child?.plainItems).map { $0.count as NSNumber } }
    @objc var itemCount: Int { items.count }
    @objc var plainCount: Int { plainItems?.count ?? 0 }
    @objc var memberCount: Int { members.count }

    // MARK: Accessors, which key-value observing finds by their names

    // With Foundation's array, whose exceptions for an index that is not there are those that people meet.
    private func change(_ key: String, _ change: (NSMutableArray) -> Void) {
      let array = NSMutableArray(array: get(key) ?? [String]())
      change(array)
      put(array as? [String], key)
    }

    @objc(insertItems:atIndexes:) dynamic func insert(_ new: [String], at indexes: IndexSet) {
      change("items") { $0.insert(new, at: indexes) }
    }
    @objc(removeItemsAtIndexes:) dynamic func remove(at indexes: IndexSet) {
      change("items") { $0.removeObjects(at: indexes) }
    }
    @objc(replaceItemsAtIndexes:withItems:) dynamic func replace(at indexes: IndexSet, with new: [String]) {
      change("items") { $0.replaceObjects(at: indexes, with: new) }
    }
    @objc(addMembers:) dynamic func add(_ new: Set<String>) { put(members.union(new), "members") }
    @objc(removeMembers:) dynamic func remove(_ old: Set<String>) {
      put(members.subtracting(old), "members")
    }
    @objc(intersectMembers:) dynamic func intersect(_ kept: Set<String>) {
      put(members.intersection(kept), "members")
    }

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
      if !announced { return put(value, key) }
      func set<Value>(_ property: ReferenceWritableKeyPath<AppleThing, Value>) {
        guard let value = value as? Value else { fatalError("\(key) cannot be \(value ?? "nil")") }
        self[keyPath: property] = value
      }
      switch key {
      case "text": set(\.text)
      case "flagA": set(\.flagA)
      case "flagB": set(\.flagB)
      case "number": set(\.number)
      case "child": set(\.child)
      case "other": set(\.other)
      case "next": set(\.next)
      case "last": set(\.last)
      case "linked": set(\.linked)
      case "items": set(\.items)
      case "plainItems": set(\.plainItems)
      case "members": set(\.members)
      case "plainMembers": set(\.plainMembers)
      case "quiet": set(\.quiet)
      case "tally": set(\.tally)
      case "silentChild": set(\.silentChild)
      case "bracketItems": set(\.bracketItems)
      case "bracketMembers": set(\.bracketMembers)
      case "sd": set(\.sd)
      case "ringA": set(\.ringA)
      case "ringB": set(\.ringB)
      case "selfish": set(\.selfish)
      default: fatalError("no property is called \(key)")
      }
    }
  }
#endif
