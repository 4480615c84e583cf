/// Adding and removing.
extension Model {
  mutating func add(
    _ observer: String, to object: String, _ path: String, _ options: ProgramOptions,
    _ context: Int
  ) throws(Stop) {
    let keys = try parse(path)
    // With a longer path, the engine finds this only after the initial call.
    if keys.count == 1, Cast.dependsOnItself(keys[0], in: object) {
      throw .violation(.dependsOnItself(keys[0], in: object))
    }
    made += 1
    let registration = Registration(
      id: made, observer: observer, object: object, path: path, keys: keys, options: options,
      context: context)
    if options.contains(.initial) {
      // The call comes before the registration is recorded.
      let new = options.contains(.new) ? try read(object, path: keys) : nil
      call(registration, kind: 1, new: new)
    }
    try follow(way(of: registration))
    registrations.append(registration)
  }

  /// Takes the latest that matches; a context given matches only itself.
  mutating func remove(_ observer: String, from object: String, _ path: String, _ context: Int?) throws(Stop) {
    _ = try parse(path)
    let index = registrations.lastIndex {
      $0.observer == observer && $0.object == object && $0.path == path
        && (context == nil || $0.context == context)
    }
    guard let index else { throw .violation(.notRegistered(path)) }
    let removed = registrations.remove(at: index)
    for node in way(of: removed) { touch(node, removed) }
    for node in ownPlaces(of: removed) where isElsewhere(node, removed) {
      throw .violation(.unannounced("remove an", removed, node))
    }
  }

  /// Whether the link at that place leads to another object than it did when it was last announced.
  func isElsewhere(_ node: Node, _ registration: Registration) -> Bool {
    guard case .some(.some(let before)) = registration.unannounced[node] else { return false }
    let now = follow(node.object, node.keys[0])
    return now != (alive.contains(before) ? before : nil)
  }

  /// Takes a path apart, or says what is wrong with it.
  func parse(_ path: String) throws(Stop) -> [String] {
    let keys = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    if keys.contains("") { throw .violation(.malformed(path, "it has an empty key")) }
    if let index = keys.firstIndex(where: { $0.hasPrefix("@") }) {
      if index == 0 || index < keys.count - 1 || keys[index] != "@count" {
        let reason = "the only operator is @count, at the end and behind a property"
        throw .violation(.malformed(path, reason))
      }
    }
    return keys
  }

  /// Calls the observer of a registration.
  mutating func call(
    _ registration: Registration, kind: UInt, old: Value? = nil, new: Value? = nil,
    indexes: [Int]? = nil, isPrior: Bool = false
  ) {
    if isOver { return }
    let observer = registration.observer
    write(
      .call(
        Event.Call(
          observer: observer, path: registration.path, object: registration.object, kind: kind,
          old: old, new: new, indexes: indexes, isPrior: isPrior, context: registration.context)))
    calls[observer, default: 0] += 1
    let reaction = reactions[observer]?[calls[observer, default: 0]]
    if depth >= Performance.deepest { return }
    for operation in reaction ?? [] { perform(operation) }
  }
}
