package import Foundation

/// Checks JSON documents against a JSON Schema.
///
/// It knows the keywords `type`, `properties`, `required`, `additionalProperties`, `items`, `enum`, `const`, `pattern`,
/// `minimum`, `oneOf` and `$ref` to `#/$defs`. A schema with any other keyword is refused, so that no part of a schema
/// is left unchecked. Only `title`, `description`, `$schema` and `$defs` say nothing about the document.
package struct SchemaValidator: Sendable {
  private let root: JSONValue
  private let definitions: [String: JSONValue]

  /// A schema that this validator cannot use: where, and why.
  package struct UnusableSchema: Error, Equatable, CustomStringConvertible {
    package let description: String
  }

  /// Reads a schema and checks all of it.
  ///
  /// - Throws: ``UnusableSchema``, or the error of a file that is no JSON.
  package init(schema: Data) throws {
    root = try JSONDecoder().decode(JSONValue.self, from: schema)
    guard case .object(let keywords) = root else { throw UnusableSchema(description: "the schema is no object") }
    definitions = keywords["$defs"]?.members ?? [:]
    try check(root, at: "#")
  }

  /// What is wrong with a document, a line for each problem; empty if the document follows the schema.
  ///
  /// - Throws: if the document is no JSON.
  package func problems(in document: Data) throws -> [String] {
    problems(of: try JSONDecoder().decode(JSONValue.self, from: document), root, at: "$")
  }

  // MARK: The document

  private func problems(of value: JSONValue, _ schema: JSONValue, at path: String) -> [String] {
    guard case .object(let keywords) = schema else {
      return schema == .bool(false) ? ["\(path) is not allowed"] : []
    }
    return keywords.sorted { $0.key < $1.key }.flatMap { keyword, argument in
      problems(of: value, keyword, argument, keywords, at: path)
    }
  }

  private func problems(
    of value: JSONValue, _ keyword: String, _ argument: JSONValue, _ keywords: [String: JSONValue], at path: String
  ) -> [String] {
    switch (keyword, argument, value) {
    case ("type", .string(let type), _):
      return value.isOf(type: type) ? [] : ["\(path) is \(value), not of type \(type)"]
    case ("const", _, _):
      return value == argument ? [] : ["\(path) is \(value), not \(argument)"]
    case ("enum", .array(let allowed), _):
      return allowed.contains(value) ? [] : ["\(path) is \(value), none of \(argument)"]
    case ("minimum", .number(let least), .number(let number)):
      return number >= least ? [] : ["\(path) is \(value), less than \(argument)"]
    case ("pattern", .string(let pattern), .string(let text)):
      let matches = (try? Regex(pattern)).map { text.firstMatch(of: $0) != nil } ?? false
      return matches ? [] : ["\(path) is \(value), which does not match \(pattern)"]
    case ("required", .array(let names), .object(let members)):
      return names.compactMap(\.text).filter { members[$0] == nil }.map { "\(path).\($0) is missing" }
    case ("properties", .object(let properties), .object(let members)):
      return members.sorted { $0.key < $1.key }.flatMap { name, member in
        properties[name].map { problems(of: member, $0, at: "\(path).\(name)") } ?? []
      }
    case ("additionalProperties", _, .object(let members)):
      let known = keywords["properties"]?.members ?? [:]
      return members.filter { known[$0.key] == nil }.sorted { $0.key < $1.key }.flatMap { name, member in
        problems(of: member, argument, at: "\(path).\(name)")
      }
    case ("items", _, .array(let elements)):
      return elements.enumerated().flatMap { problems(of: $1, argument, at: "\(path)[\($0)]") }
    case ("oneOf", .array(let schemas), _):
      return problems(of: value, oneOf: schemas, at: path)
    case ("$ref", .string(let reference), _):
      return definition(reference).map { problems(of: value, $0, at: path) } ?? []
    default: return []
    }
  }

  private func problems(of value: JSONValue, oneOf schemas: [JSONValue], at path: String) -> [String] {
    let found = schemas.map { problems(of: value, $0, at: path) }
    switch found.filter(\.isEmpty).count {
    case 1: return []
    case 0:
      // The problems with the one that was probably meant.
      let nearest = found.min { $0.count < $1.count } ?? []
      return ["\(path) follows none of the schemas in oneOf"] + nearest.map { "  \($0)" }
    default: return ["\(path) follows more than one of the schemas in oneOf"]
    }
  }

  // MARK: The schema

  private static let annotations: Set<String> = ["title", "description", "$schema", "$defs"]

  private func check(_ schema: JSONValue, at path: String) throws {
    if case .bool = schema { return }
    guard case .object(let keywords) = schema else {
      throw UnusableSchema(description: "\(path) is neither an object nor true or false")
    }
    for (keyword, argument) in keywords.sorted(by: { $0.key < $1.key }) {
      let place = "\(path)/\(keyword)"
      switch (keyword, argument) {
      case ("$defs", .object(let schemas)), ("properties", .object(let schemas)):
        for (name, schema) in schemas.sorted(by: { $0.key < $1.key }) { try check(schema, at: "\(place)/\(name)") }
      case ("oneOf", .array(let schemas)) where !schemas.isEmpty:
        for (index, schema) in schemas.enumerated() { try check(schema, at: "\(place)/\(index)") }
      case ("items", _), ("additionalProperties", _): try check(argument, at: place)
      case ("$ref", .string(let reference)):
        guard definition(reference) != nil else {
          throw UnusableSchema(description: "\(place): there is no \(reference); it has to be in #/$defs")
        }
      case ("type", .string(let type)) where JSONValue.types.contains(type): break
      case ("pattern", .string(let pattern)):
        guard (try? Regex(pattern)) != nil else {
          throw UnusableSchema(description: "\(place): \(pattern) is no regular expression")
        }
      case ("required", .array(let names)) where names.allSatisfy({ $0.text != nil }): break
      case ("enum", .array), ("const", _), ("minimum", .number): break
      case (let name, .string) where Self.annotations.contains(name) && name != "$defs": break
      default:
        throw UnusableSchema(description: "\(place) is a keyword that is not known, or has a value that is not")
      }
    }
  }

  private func definition(_ reference: String) -> JSONValue? {
    let start = "#/$defs/"
    return reference.hasPrefix(start) ? definitions[String(reference.dropFirst(start.count))] : nil
  }
}

/// Any JSON.
private indirect enum JSONValue: Decodable, Equatable, Sendable, CustomStringConvertible {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])

  static let types: Set<String> = ["null", "boolean", "number", "integer", "string", "array", "object"]

  init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if value.decodeNil() {
      self = .null
    } else if let string = try? value.decode(String.self) {
      self = .string(string)
    } else if let number = try? value.decode(Double.self) {
      self = .number(number)
    } else if let bool = try? value.decode(Bool.self) {
      self = .bool(bool)
    } else if let members = try? value.decode([String: JSONValue].self) {
      self = .object(members)
    } else {
      self = .array(try value.decode([JSONValue].self))
    }
  }

  func isOf(type: String) -> Bool {
    switch self {
    case .null: type == "null"
    case .bool: type == "boolean"
    case .number(let number): type == "number" || (type == "integer" && number == number.rounded())
    case .string: type == "string"
    case .array: type == "array"
    case .object: type == "object"
    }
  }

  var members: [String: JSONValue]? {
    if case .object(let members) = self { members } else { nil }
  }

  var text: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// Short, for messages.
  var description: String {
    switch self {
    case .null: "null"
    case .bool(let bool): "\(bool)"
    case .number(let number): Int(exactly: number).map { "\($0)" } ?? "\(number)"
    case .string(let string): "\"\(string.count > 60 ? string.prefix(60) + "…" : string)\""
    case .array(let elements): "[\(elements.map(\.description).joined(separator: ", "))]"
    case .object: "an object"
    }
  }
}
