import ManagedObserving
import RawObserving

/// A walk from the variables of a program to its objects, the shortest ways first. It keeps the objects alive as long as
/// it lasts.
struct PlaceSearch {
  typealias Known = PlaceReader.Known

  /// The objects that are alive.
  private(set) var known: [Known] = []
  /// Those that nothing had told of before.
  private(set) var discovered: [Known] = []
  /// Those to which a variable leads.
  private(set) var reached: Set<ObjectIdentifier> = []
  /// Those to which a variable leads that is not static.
  private(set) var led: Set<ObjectIdentifier> = []
  /// Those that a static constant holds, and to which no other variable has ever led, as a mediator that all observers
  /// share. They are no part of a state.
  private var helpers: Set<ObjectIdentifier> = []
  /// Those to which one leads with no observable object in between, and those to which a static variable does.
  private var (held, heldByStatics): (Set<ObjectIdentifier>, Set<ObjectIdentifier>) = ([], [])
  /// What the variables call the objects, and how many objects have each name.
  private var paths: [ObjectIdentifier: String] = [:]
  private var counts: [String: Int] = [:]
  /// The values of variables and properties.
  private var values: [String: String] = [:]

  private var objects: [AnyObject] = []
  /// Where each object is in these lists.
  private var indices: [ObjectIdentifier: Int] = [:]
  private var variables: [OrderedProgram.Variable] = []
  private var staticValues: [(name: String, value: Any)] = []
  /// Whether static constants are always read, and what they refer to tells states apart.
  private let readsConstants: Bool

  init(_ all: [Known], readsConstants: Bool) {
    self.readsConstants = readsConstants
    for known in all { if let object = known.object { add(known, object) } }
  }

  private mutating func add(_ known: Known, _ object: AnyObject) {
    indices[known.identity] = objects.count
    self.known.append(known)
    objects.append(object)
  }

  /// What stands for an object where mirrors are searched.
  private func token(_ identity: ObjectIdentifier) -> String? { indices[identity].map(String.init) }

  private mutating func discover(_ found: FieldReader.Objects) {
    for object in found.list where indices[ObjectIdentifier(object)] == nil {
      let known = Known(object, .plain)
      add(known, object)
      discovered.append(known)
    }
  }

  // MARK: The walk

  private struct Way {
    let path: String
    let target: Int
    let isStrong: Bool
    /// Whether no observable object is on it.
    let isDirect: Bool
    /// Whether it begins at a static variable.
    var isOfStatic = false
  }

  /// Follows the variables, and what the objects and the controllers refer to.
  mutating func follow(_ variables: [OrderedProgram.Variable], _ observations: [PlaceReader.Observation]) {
    self.variables = variables
    var ways: [Way] = []
    for variable in variables {
      if !variable.isWeak { discover(FieldReader.objects(in: variable.value)) }
      let found = FieldReader.references(in: variable.value, token)
      for (token, strength) in found.sorted(by: { $0.key < $1.key }) {
        let isStrong = !variable.isWeak && strength == .strong
        ways.append(Way(path: variable.name, target: Int(token) ?? 0, isStrong: isStrong, isDirect: true))
      }
    }
    walk(ways, observations)
  }

  /// Follows the static variables, if there is something to which no other variable leads.
  ///
  /// - Parameter all: returns what is known by now: reading a variable may make its object.
  @MainActor mutating func follow(
    _ statics: [OrderedProgram.StaticVariable], _ observations: [PlaceReader.Observation], _ all: () -> [Known]
  ) {
    led = Set(paths.keys)
    let isAnyLost = known.contains { $0.kind != .controller && !reached.contains($0.identity) }
    // The value of a constant may be made by much, and says nothing by itself.
    for variable in statics where isAnyLost || readsConstants || !variable.isConstant {
      let value = variable.read()
      for known in all() where indices[known.identity] == nil { if let object = known.object { add(known, object) } }
      if !variable.isConstant { staticValues.append((variable.name, value)) }
      discover(FieldReader.objects(in: value))
      let found = FieldReader.references(in: value, token).filter { $0.value == .strong }
      let targets = found.keys.sorted().compactMap { Int($0) }
      if variable.isConstant {
        helpers.formUnion(
          targets.map { known[$0] }.filter { !$0.wasLedTo && !led.contains($0.identity) }.map(\.identity))
      }
      let isVariable = !variable.isConstant
      let ways = targets.map {
        Way(path: variable.name, target: $0, isStrong: true, isDirect: isVariable, isOfStatic: isVariable)
      }
      walk(ways, observations)
    }
  }

  private mutating func walk(_ beginning: [Way], _ observations: [PlaceReader.Observation]) {
    var (ways, at, followed) = (beginning, 0, Set<Int>())
    while at < ways.count {
      let way = ways[at]
      at += 1
      let known = known[way.target]
      if paths[known.identity] == nil {
        paths[known.identity] = way.path
        counts[way.path, default: 0] += 1
      }
      guard way.isStrong else { continue }
      reached.insert(known.identity)
      let isNewlyHeld =
        way.isDirect
        && (way.isOfStatic ? heldByStatics.insert(known.identity) : held.insert(known.identity)).inserted
      guard followed.insert(way.target).inserted || isNewlyHeld else { continue }
      ways += self.ways(from: way, known, observations)
    }
  }

  private mutating func ways(from way: Way, _ known: Known, _ observations: [PlaceReader.Observation]) -> [Way] {
    let object = objects[way.target]
    for (_, found) in FieldReader.objects(of: object) { discover(found) }
    let isDirect = way.isDirect && known.kind == .plain
    var ways = FieldReader.references(of: object, token).map { found in
      Way(
        path: "\(way.path).\(found.property)", target: Int(found.target) ?? 0, isStrong: found.strength == .strong,
        isDirect: isDirect, isOfStatic: way.isOfStatic)
    }
    // A controller that belongs to an object lives with it, and a controller may retain what it observes.
    for controller in self.known where controller.owner == known.identity {
      ways.append(
        Way(path: "\(way.path).controller", target: indices[controller.identity] ?? 0, isStrong: true, isDirect: false))
    }
    for observation in observations where observation.controller == known.identity && observation.retainsObject {
      guard let target = indices[observation.object] else { continue }
      ways.append(Way(path: "\(way.path).object", target: target, isStrong: true, isDirect: false))
    }
    return ways
  }

  // MARK: What was found

  /// Whether a variable that can be set holds an observable object, itself or through objects that cannot be observed.
  var holdsObservable: Bool {
    known.contains {
      $0.kind == .observable && (held.contains($0.identity) || heldByStatics.contains($0.identity))
    }
  }

  /// What an object is to be called that has no name yet: what the variable calls it that leads to it and to no other
  /// one, or else what its class is called.
  func candidate(for known: Known) -> String {
    if let path = paths[known.identity], counts[path] == 1 { return path }
    let type = known.type.prefix { $0 != "<" }
    return type.prefix(1).lowercased() + type.dropFirst()
  }

  /// The state, in names.
  ///
  /// - Parameter context: returns the name of a context.
  func state(
    _ observations: [PlaceReader.Observation], _ context: (UnsafeMutableRawPointer) -> String?
  ) -> PlayedPlace.State {
    var state = PlayedPlace.State()
    for (known, object) in zip(known, objects) {
      guard let name = known.name else { continue }
      let isHelper = helpers.contains(known.identity)
      if isHelper && !readsConstants { continue }
      if !variables.isEmpty {
        for (property, text) in FieldReader.texts(of: object, self.name) { state.values["\(name).\(property)"] = text }
      }
      if isHelper { continue }
      let hold: PlayedPlace.State.Hold =
        held.contains(known.identity) ? .held : reached.contains(known.identity) ? .kept : .adrift
      state.objects.append(.init(name: name, hold: hold, isObservable: known.kind == .observable))
      guard let object = object as? KeyValueObject else { continue }
      for registration in object.activeRegistrations where !registration.isForOthers {
        state.registrations.append(
          .init(
            observer: registration.observer.flatMap { self.name(ObjectIdentifier($0)) }, object: name,
            keyPath: registration.keyPath, context: registration.context.flatMap(context), isManaged: false))
      }
    }
    for observation in observations {
      guard let object = name(observation.object) else { continue }
      state.registrations.append(
        .init(
          observer: observation.observer.flatMap(name), object: object, keyPath: observation.keyPath, context: nil,
          isManaged: true))
    }
    for (variable, value) in variables.map({ ($0.name, $0.value) }) + staticValues {
      state.values.merge(FieldReader.texts(of: value, called: variable, name)) { one, _ in one }
    }
    return state
  }

  /// The variable, or the property of an object, that holds a pointer.
  func name(of pointer: UnsafeMutableRawPointer) -> String? {
    if let variable = variables.first(where: { FieldReader.pointer($0.value) == pointer }) { return variable.name }
    for (known, object) in zip(known, objects) {
      if let name = known.name, let property = FieldReader.property(of: object, holding: pointer) {
        return "\(name).\(property)"
      }
    }
    return nil
  }

  /// The variables, and the properties of what they lead to, that hold a closure.
  var closures: [String] {
    let held = variables.filter { Self.hasClosure(FieldReader.text(of: $0.value, name)) }.map(\.name)
    return held
      + zip(known, objects).filter { reached.contains($0.0.identity) }.flatMap { known, object in
        FieldReader.texts(of: object, name).filter { Self.hasClosure($0.value) }.keys.sorted().map {
          "\(known.name ?? known.type).\($0)"
        }
      }
  }

  private static func hasClosure(_ text: String?) -> Bool { text?.contains(FieldReader.closure) ?? false }

  private func name(_ identity: ObjectIdentifier) -> String? { indices[identity].flatMap { known[$0].name } }
}
