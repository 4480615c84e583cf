/// Setting by name.
extension Model {
  mutating func setByPath(_ object: String, _ path: String, _ value: Value) throws(Stop) {
    let keys = try parse(path)
    let key = keys[keys.count - 1]
    if keys.count == 1 { return try setByName(object, key, value) }
    switch try read(object, path: Array(keys.dropLast()), isSet: true) {
    case .null: return
    case .object(let next): try setByName(next, key, value)
    case let other: throw .violation(.unsupported([key], by: other, isSet: true))
    }
  }

  private mutating func setByName(_ object: String, _ key: String, _ value: Value) throws(Stop) {
    let holding = key == "doubled" ? Cast.Holding.int : Cast.stored(by: object)[key]
    guard let holding, values[object]?["plays"] != nil else {
      let breach = Breach.undefined(key)
      return write(.violation(name: breach.name, reason: breach.reason))
    }
    if !holding.accepts(value) {
      let breach =
        value == .null ? Breach.nilForNonOptional(key) : Breach.wrongType(key, holding, value)
      return write(.violation(name: breach.name, reason: breach.reason))
    }
    try fatally { (model) throws(Stop) in
      // A stored property is set as by its setter; a computed one is announced by hand around its setter.
      if key == "doubled" { try model.will(object, key, nil) }
      try model.set(object, key, value)
      if key == "doubled" { try model.did(object, key) }
    }
  }
}
