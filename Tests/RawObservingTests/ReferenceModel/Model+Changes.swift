/// A change from its will to its did.
extension Model {
  // MARK: Who announces

  /// Sets a property as its setter does.
  mutating func set(_ object: String, _ key: String, _ value: Value) throws(Stop) {
    if key == "doubled" {
      guard case .int(let number) = value else { throw .impossible }
      return try set(object, "plays", .int(number / 2))
    }
    touch(object, key)
    if Cast.manual.contains(key) { return store(value, object, key) }
    let change = try begin(object, key, nil, isAutomatic: true)
    store(value, object, key)
    if let change { try finish(close { $0.id == change }) }
  }

  /// Changes a property in place: the operations are done while the value is lent.
  mutating func lend(_ object: String, _ key: String, _ value: Value, _ operations: [Operation]) throws(Stop) {
    touch(object, key)
    let place = Place(object: object, key: key)
    let isAnnounced = !Cast.manual.contains(key)
    let change = isAnnounced ? try begin(object, key, nil, isAutomatic: true) : nil
    if let index = open.firstIndex(where: { $0.id == change }) {
      lent.append(open.remove(at: index))
    }
    lentKeys.insert(place)
    for operation in operations { perform(operation) }
    lentKeys.remove(place)
    let isCut = lent.firstIndex { $0.id == change }
    // It is over for the links, and not yet for those that it concerns.
    if let isCut { open.append(lent.remove(at: isCut)) }
    store(value, object, key)
    if let change { try finish(close { $0.id == change }) }
  }

  mutating func will(_ object: String, _ key: String, _ mutation: Mutation?) throws(Stop) {
    do throws(Stop) {
      _ = try begin(object, key, mutation, isAutomatic: false)
    } catch {
      throw error.asLast
    }
  }

  /// Ends the innermost change of the key that was announced by hand; without one it does nothing.
  mutating func did(_ object: String, _ key: String) throws(Stop) {
    let change = close { $0.object == object && $0.key == key && !$0.isAutomatic }
    do throws(Stop) { try finish(change) } catch { throw error.asLast }
  }

  // MARK: Beginning

  /// Announces that a key is about to change, and returns the number of the change if it concerns a registration
  /// business.
  private mutating func begin(
    _ object: String, _ key: String, _ mutation: Mutation?, isAutomatic: Bool
  ) throws(Stop) -> Int? {
    let isInside = open.contains { $0.object == object && $0.key == key }
    let concerned = registrations.filter { waits($0, for: object, key) }
    if concerned.isEmpty && !isInside { return nil }
    var entries: [Entry] = []
    for registration in concerned {
      let isConcernedAlready = open.contains { $0.entry(of: registration.id) != nil }
      let isDirect = end(of: registration) == Node(object: object, keys: [key])
      entries.append(
        Entry(registration: registration.id, isDirect: isDirect, isServed: !isInside && !isConcernedAlready))
    }
    made += 1
    let change = Change(
      id: made, object: object, key: key, mutation: mutation, isAutomatic: isAutomatic,
      entries: entries)
    open.append(change)
    for place in entries.indices where entries[place].isServed {
      guard concerned[place].options.contains(.old) else { continue }
      let old = try told(of: change, entries[place], .before)
      open[open.count - 1].entries[place].old = old
    }
    for (place, registration) in concerned.enumerated() {
      let links = links(of: registration, changingWith: object, key)
      for link in links { touch(link, registration) }
      if let link = links.first(where: { isElsewhere($0, registration) }) {
        throw .violation(.unannounced("update for", registration, link))
      }
      open[open.count - 1].entries[place].cut = Set(links)
      forgetWhatIsNotReached(registration.id)
    }
    deliver(open[open.count - 1], isPrior: true)
    return change.id
  }

  // MARK: Ending

  /// Takes the innermost change out that matches. Where another change that is under way concerns a
  /// registration too, that one reports: where pairs overlap, the last did does.
  private mutating func close(where matches: (Change) -> Bool) -> Change? {
    guard let index = open.lastIndex(where: matches) else { return nil }
    var change = open.remove(at: index)
    for place in change.entries.indices where change.entries[place].isServed {
      let entry = change.entries[place]
      guard let heir = open.firstIndex(where: { $0.entry(of: entry.registration) != nil }),
        let heirPlace = open[heir].entry(of: entry.registration)
      else { continue }
      open[heir].entries[heirPlace].isServed = true
      open[heir].entries[heirPlace].old = entry.old
      change.entries[place].isServed = false
    }
    return change
  }

  /// Follows the links that have changed, takes the new values, and calls.
  private mutating func finish(_ change: Change?) throws(Stop) {
    guard var change else { return }
    for registration in registrations {
      try followAnew(registration, after: change)
    }
    for place in change.entries.indices where change.entries[place].isServed {
      let entry = change.entries[place]
      guard let registration = registration(entry.registration) else { continue }
      guard registration.options.contains(.new) else { continue }
      change.entries[place].new = try told(of: change, entry, .after)
    }
    deliver(change, isPrior: false)
  }

  private mutating func followAnew(_ registration: Registration, after change: Change) throws(Stop) {
    guard let index = registrations.firstIndex(where: { $0.id == registration.id }) else { return }
    // As it was while the change was under way.
    open.append(change)
    let before = way(of: registrations[index])
    open.removeLast()
    let changed = links(of: registrations[index], changingWith: change.object, change.key)
    for link in changed {
      registrations[index].unannounced[link] = nil
      touch(link.object, link.keys[0])
    }
    let after = way(of: registrations[index])
    forgetWhatIsNotReached(registration.id)
    let current = registrations[index]
    try follow(after.filter { node in !before.contains(node) || (changed.contains(node) && !isCut(node, current)) })
  }

  /// A link that the way leads to no more is nothing to remember.
  private mutating func forgetWhatIsNotReached(_ id: Int) {
    guard let index = registrations.firstIndex(where: { $0.id == id }) else { return }
    let reached = Set(way(of: registrations[index]))
    func forget(_ change: inout Change) {
      guard let entry = change.entry(of: id) else { return }
      change.entries[entry].cut.formIntersection(reached)
      for link in change.entries[entry].cut { registrations[index].unannounced[link] = nil }
    }
    for place in open.indices { forget(&open[place]) }
    for place in lent.indices { forget(&lent[place]) }
    registrations[index].unannounced = registrations[index].unannounced.filter {
      reached.contains($0.key)
    }
  }

  // MARK: Telling

  /// Calls the observers that the change serves: before it in the order of registration, after it the latest
  /// registration first.
  private mutating func deliver(_ change: Change, isPrior: Bool) {
    for entry in isPrior ? change.entries : change.entries.reversed() where entry.isServed {
      guard let registration = registration(entry.registration) else { continue }
      if isPrior && !registration.options.contains(.prior) { continue }
      let mutation = entry.isDirect ? change.mutation : nil
      call(
        registration, kind: mutation?.kind ?? 1, old: entry.old, new: entry.new,
        indexes: mutation?.indexes, isPrior: isPrior)
    }
  }

  /// What a registration is told of the value at that moment; nil for nothing.
  private mutating func told(of change: Change, _ entry: Entry, _ moment: Moment) throws(Stop) -> Value? {
    guard let registration = registration(entry.registration) else { return nil }
    if entry.isDirect, let mutation = change.mutation {
      let value = read(change.object, change.key)
      return try mutation.part(of: value, moment, change.key)
    }
    if end(of: registration) == Node(object: change.object, keys: [change.key]) {
      return read(change.object, change.key)
    }
    return try read(registration.object, path: registration.keys)
  }

  func registration(_ id: Int) -> Registration? { registrations.first { $0.id == id } }

  // MARK: Storing

  /// Stores a value without a word. Whoever follows a link that changes by that has not been told.
  mutating func store(_ value: Value, _ object: String, _ key: String) {
    let before = registrations.map { registration in
      way(of: registration).filter { $0.keys.count > 1 }.map { ($0, next(after: $0, registration)) }
    }
    values[object]?[key] = value
    for index in registrations.indices {
      for (node, next) in before[index] {
        if node.keys[1] == "@count" || isCut(node, registrations[index]) { continue }
        if follow(node.object, node.keys[0]) != next?.object {
          registrations[index].unannounced[node] = .some(next?.object)
        } else {
          registrations[index].unannounced[node] = nil
        }
      }
    }
  }
}

extension Model.Change {
  /// The place of the registration's entry.
  func entry(of registration: Int) -> Int? {
    entries.firstIndex { $0.registration == registration }
  }
}

extension Model.Stop {
  /// A violation that comes when an operation is half done.
  fileprivate var asLast: Self {
    if case .violation(let breach, _) = self { .violation(breach, isLast: true) } else { self }
  }
}
