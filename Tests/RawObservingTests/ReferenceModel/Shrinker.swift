/// Makes a failing program shorter and plainer, as long as it fails.
enum Shrinker {
  /// A program that still fails, and of which nothing more can be left out.
  static func shrink(_ program: [Operation], fails: ([Operation]) -> Bool) -> [Operation] {
    var smallest = program
    var isSmaller = true
    while isSmaller {
      isSmaller = false
      for candidates in [withoutChunks, withoutReactions, withSimplerOperations] {
        while let smaller = candidates(smallest).first(where: fails) {
          smallest = smaller
          isSmaller = true
        }
      }
    }
    return smallest
  }

  /// Without half of the operations, without a quarter, and so on, down to without one.
  private static func withoutChunks(_ program: [Operation]) -> [[Operation]] {
    var candidates: [[Operation]] = []
    var length = program.count / 2
    while length > 0 {
      for start in stride(from: 0, to: program.count, by: length) {
        let end = min(start + length, program.count)
        candidates.append(Array(program[..<start] + program[end...]))
      }
      length /= 2
    }
    return candidates.sorted { $0.count < $1.count }
  }

  /// With one operation less in one reaction.
  private static func withoutReactions(_ program: [Operation]) -> [[Operation]] {
    var candidates: [[Operation]] = []
    for (place, operation) in program.enumerated() {
      guard case .react(let observer, let call, let operations) = operation else { continue }
      for index in operations.indices where operations.count > 1 {
        var fewer = operations
        fewer.remove(at: index)
        candidates.append(replacing(place, in: program, with: .react(observer, inCall: call, fewer)))
      }
    }
    return candidates
  }

  /// With one operation that says less.
  private static func withSimplerOperations(_ program: [Operation]) -> [[Operation]] {
    program.indices.flatMap { place in
      program[place].simpler.map { replacing(place, in: program, with: $0) }
    }
  }

  private static func replacing(_ place: Int, in program: [Operation], with operation: Operation) -> [Operation] {
    var program = program
    program[place] = operation
    return program
  }
}

extension Operation {
  /// The same with fewer options, a shorter path or a plainer value. Each is smaller in one way and larger
  /// in none, so that shrinking ends.
  fileprivate var simpler: [Operation] {
    switch self {
    case .add(let observer, let object, let path, let options, let context):
      let fewer = [ProgramOptions.new, .old, .initial, .prior].filter(options.contains)
        .map { options.subtracting($0) }
      return fewer.map {
        .add(observer: observer, to: object, path: path, options: $0, context: context)
      }
        + (context == 0
          ? [] : [.add(observer: observer, to: object, path: path, options: options, context: 0)])
        + path.shorter.map {
          .add(observer: observer, to: object, path: $0, options: options, context: context)
        }
    case .remove(let observer, let object, let path, let context?):
      let any = Operation.remove(observer: observer, from: object, path: path, context: nil)
      return context == 0
        ? [any] : [any, .remove(observer: observer, from: object, path: path, context: 0)]
    case .set(let object, let key, let value):
      return value.simpler.map { .set(object, key: key, $0) }
    case .lend(let object, let key, let value, let operations):
      return operations.isEmpty
        ? [.set(object, key: key, value)]
        : [.lend(object, key: key, value, [])]
          + operations.indices.map { index in
            var operations = operations
            operations.remove(at: index)
            return .lend(object, key: key, value, operations)
          }
          + operations.indices.flatMap { index in
            operations[index].simpler.map { operation in
              var operations = operations
              operations[index] = operation
              return .lend(object, key: key, value, operations)
            }
          } + value.simpler.map { .lend(object, key: key, $0, operations) }
    case .setByPath(let object, let path, let value):
      return [.set(object, key: path, value)].filter { _ in Cast.stored(by: object)[path] != nil }
        + value.simpler.map { .setByPath(object, path: path, $0) }
    case .changeElements(let object, let key, let change, let indexes, let elements)
    where indexes.count > 1:
      return indexes.indices.map { index in
        var (indexes, elements) = (indexes, elements)
        indexes.remove(at: index)
        if index < elements.count { elements.remove(at: index) }
        return .changeElements(object, key: key, change, at: indexes, elements)
      }
    case .changeMembers(let object, let key, let change, let members):
      return members.isEmpty
        ? [] : [.changeMembers(object, key: key, change, Array(members.dropLast()))]
    case .react(let observer, let call, let operations):
      return (call > 1 ? [.react(observer, inCall: call - 1, operations)] : [])
        + operations.indices.flatMap { index in
          operations[index].simpler.map { operation in
            var operations = operations
            operations[index] = operation
            return .react(observer, inCall: call, operations)
          }
        }
    default: return []
    }
  }
}

extension String {
  /// The path without its first key, and without its last.
  fileprivate var shorter: [String] {
    let keys = split(separator: ".")
    if keys.count < 2 { return [] }
    return [keys.dropFirst().joined(separator: "."), keys.dropLast().joined(separator: ".")]
  }
}

extension Value {
  fileprivate var simpler: [Value] {
    switch self {
    case .int(let number) where number > 1: [.int(1)]
    case .array(let elements) where !elements.isEmpty: [.array(Array(elements.dropLast()))]
    case .set(let members) where !members.isEmpty: [.set(Set(members.sorted().dropLast()))]
    default: []
    }
  }
}
