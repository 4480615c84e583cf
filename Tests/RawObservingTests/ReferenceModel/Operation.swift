/// One thing that a generated program does. Objects and observers go by their names.
///
/// This file knows nothing of the engine and nothing of the model.
indirect enum Operation: Equatable, Sendable {
  case add(observer: String, to: String, path: String, options: ProgramOptions, context: Int)
  /// Without a context, it may be any.
  case remove(observer: String, from: String, path: String, context: Int?)

  case set(String, key: String, Value)
  /// Lends the value to code that does the operations, and then stores another value in its place.
  case lend(String, key: String, Value, [Operation])
  case setByPath(String, path: String, Value)

  case will(String, key: String)
  case did(String, key: String)
  case willElements(String, key: String, ElementEdit, at: [Int])
  case didElements(String, key: String, ElementEdit, at: [Int])
  case willMembers(String, key: String, MemberChange, [Int])
  case didMembers(String, key: String, MemberChange, [Int])

  case changeElements(String, key: String, ElementEdit, at: [Int], [Int])
  case changeMembers(String, key: String, MemberChange, [Int])

  /// Lets go of an object or an observer.
  case drop(String)
  /// What an observer does in the call of that number, counted from its first.
  case react(String, inCall: Int, [Operation])
}

/// What is done to elements of an array; the raw values are Apple's.
enum ElementEdit: UInt, CaseIterable, Sendable {
  case insertion = 2
  case removal
  case replacement
}

/// What is done to members of a set; the raw values are Apple's.
enum MemberChange: UInt, CaseIterable, Sendable {
  case union = 1
  case minus
  case intersect
  case set
}

/// The four options; the raw values are Apple's.
struct ProgramOptions: OptionSet, Hashable, Sendable {
  let rawValue: UInt

  static let new = ProgramOptions(rawValue: 1)
  static let old = ProgramOptions(rawValue: 2)
  static let initial = ProgramOptions(rawValue: 4)
  static let prior = ProgramOptions(rawValue: 8)
}

extension ProgramOptions: CustomStringConvertible {
  var description: String {
    let names = [(ProgramOptions.new, ".new"), (.old, ".old"), (.initial, ".initial"), (.prior, ".prior")]
    return "[" + names.filter { contains($0.0) }.map(\.1).joined(separator: ", ") + "]"
  }
}

extension Operation: CustomStringConvertible {
  /// A line that reads like the Swift which does the same.
  var description: String {
    switch self {
    case .add(let observer, let object, let path, let options, let context):
      return "\(object).addObserver(\(observer), forKeyPath: \"\(path)\", options: \(options), "
        + "context: \(context))"
    case .remove(let observer, let object, let path, let context):
      let end = context.map { ", context: \($0)" } ?? ""
      return "\(object).removeObserver(\(observer), forKeyPath: \"\(path)\"\(end))"
    case .set(let object, let key, let value): return "\(object).\(key) = \(value)"
    case .lend(let object, let key, let value, let operations):
      let body = operations.map { "\n    \($0)" }.joined()
      return "change(&\(object).\(key), to: \(value)) {\(body)\n}"
    case .setByPath(let object, let path, let value):
      return "\(object).setValue(\(value), forKeyPath: \"\(path)\")"
    case .will(let object, let key): return "\(object).willChangeValue(forKey: \"\(key)\")"
    case .did(let object, let key): return "\(object).didChangeValue(forKey: \"\(key)\")"
    case .willElements(let object, let key, let change, let indexes):
      return "\(object).willChange(.\(change), valuesAt: \(indexes), forKey: \"\(key)\")"
    case .didElements(let object, let key, let change, let indexes):
      return "\(object).didChange(.\(change), valuesAt: \(indexes), forKey: \"\(key)\")"
    case .willMembers(let object, let key, let change, let members):
      return
        "\(object).willChangeValue(forKey: \"\(key)\", withSetMutation: .\(change), using: \(members))"
    case .didMembers(let object, let key, let change, let members):
      return
        "\(object).didChangeValue(forKey: \"\(key)\", withSetMutation: .\(change), using: \(members))"
    case .changeElements(let object, let key, let change, let indexes, let elements):
      let proxy = "\(object).mutableArrayValue(forKey: \"\(key)\")"
      switch change {
      case .insertion: return "\(proxy).insert(\(elements), at: \(indexes))"
      case .removal: return "\(proxy).remove(at: \(indexes))"
      case .replacement: return "\(proxy).replace(at: \(indexes), with: \(elements))"
      }
    case .changeMembers(let object, let key, let change, let members):
      let proxy = "\(object).mutableSetValue(forKey: \"\(key)\")"
      switch change {
      case .union: return "\(proxy).formUnion(\(members))"
      case .minus: return "\(proxy).subtract(\(members))"
      case .intersect: return "\(proxy).formIntersection(\(members))"
      case .set: return "\(proxy).set(\(members))"
      }
    case .drop(let name): return "\(name) = nil"
    case .react(let observer, let call, let operations):
      let body = operations.map { "\n    \($0)" }.joined()
      return "\(observer).inCall(\(call)) {\(body)\n}"
    }
  }
}
