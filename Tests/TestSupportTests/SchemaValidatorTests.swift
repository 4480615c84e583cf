import Foundation
import TestSupport
import Testing

@Suite("The validator of JSON Schema", .watched)
struct SchemaValidatorTests {
  private func problems(_ document: String, _ schema: String) throws -> [String] {
    try SchemaValidator(schema: Data(schema.utf8)).problems(in: Data(document.utf8))
  }

  /// A document that follows a schema and one that does not, for each keyword.
  private static let pairs: [(schema: String, valid: String, invalid: String, problem: String)] = [
    (#"{"type": "object"}"#, "{}", "[]", "$ is [], not of type object"),
    (#"{"type": "array"}"#, "[]", "{}", "$ is an object, not of type array"),
    (#"{"type": "string"}"#, #""""#, "1", "$ is 1, not of type string"),
    (#"{"type": "number"}"#, "1.5", #""1""#, #"$ is "1", not of type number"#),
    (#"{"type": "integer"}"#, "2", "1.5", "$ is 1.5, not of type integer"),
    (#"{"type": "number"}"#, "0", "false", "$ is false, not of type number"),
    (#"{"type": "boolean"}"#, "true", "1", "$ is 1, not of type boolean"),
    (#"{"type": "null"}"#, "null", "0", "$ is 0, not of type null"),
    (#"{"const": 1}"#, "1", "2", "$ is 2, not 1"),
    (#"{"const": true}"#, "true", "1", "$ is 1, not true"),
    (#"{"enum": ["raw", "managed"]}"#, #""raw""#, #""both""#, #"$ is "both", none of ["raw", "managed"]"#),
    (#"{"minimum": 1}"#, "1", "0.5", "$ is 0.5, less than 1"),
    (#"{"pattern": "^[A-Z]{3}$"}"#, #""REG""#, #""REGS""#, #"$ is "REGS", which does not match ^[A-Z]{3}$"#),
    (#"{"required": ["name"]}"#, #"{"name": null}"#, "{}", "$.name is missing"),
    (
      #"{"properties": {"name": {"type": "string"}}}"#, #"{"other": 1}"#, #"{"name": 1}"#,
      "$.name is 1, not of type string"
    ),
    (
      #"{"properties": {"name": {}}, "additionalProperties": false}"#, #"{"name": 1}"#, #"{"nam": 1}"#,
      "$.nam is not allowed"
    ),
    (
      #"{"additionalProperties": {"type": "integer"}}"#, #"{"a": 1}"#, #"{"a": "b"}"#,
      #"$.a is "b", not of type integer"#
    ),
    (#"{"items": {"type": "integer"}}"#, "[1, 2]", "[1, null]", "$[1] is null, not of type integer"),
    (
      #"{"oneOf": [{"type": "integer"}, {"minimum": 1}]}"#, "0", "1", "$ follows more than one of the schemas in oneOf"
    ),
    (
      #"{"oneOf": [{"type": "integer"}, {"type": "string"}]}"#, "0", "null",
      "$ follows none of the schemas in oneOf"
    ),
    (
      ##"{"$ref": "#/$defs/side", "$defs": {"side": {"enum": ["raw"]}}}"##, #""raw""#, #""x""#,
      #"$ is "x", none of ["raw"]"#
    ),
  ]

  @Test("each keyword lets a valid document through and refuses an invalid one", arguments: pairs.indices)
  func keywords(_ index: Int) throws {
    let pair = Self.pairs[index]
    #expect(try problems(pair.valid, pair.schema) == [])
    #expect(try problems(pair.invalid, pair.schema).first == pair.problem)
  }

  @Test(
    "a keyword about one type says nothing about another",
    arguments: [
      #"{"minimum": 1}"#, #"{"pattern": "x"}"#, #"{"required": ["a"]}"#, #"{"properties": {"a": false}}"#,
      #"{"additionalProperties": false}"#, #"{"items": false}"#,
    ])
  func otherTypes(_ schema: String) throws {
    #expect(try problems("true", schema) == [])
  }

  @Test("what stands beside $ref counts, too")
  func besideReference() throws {
    let schema = ##"{"$ref": "#/$defs/n", "minimum": 3, "$defs": {"n": {"type": "integer"}}}"##
    #expect(try problems("3", schema) == [])
    #expect(try problems("2", schema) == ["$ is 2, less than 3"])
    #expect(try problems("3.5", schema) == ["$ is 3.5, not of type integer"])
  }

  @Test("every problem is named with its place")
  func places() throws {
    let schema = #"{"properties": {"list": {"items": {"required": ["a", "b"]}}}}"#
    #expect(
      try problems(#"{"list": [{"a": 1}, {}]}"#, schema) == [
        "$.list[0].b is missing", "$.list[1].a is missing", "$.list[1].b is missing",
      ])
  }

  @Test("where no schema of oneOf fits, the problems with the nearest one follow")
  func nearest() throws {
    let schema = #"{"oneOf": [{"type": "array", "minimum": 3}, {"minimum": 2}]}"#
    #expect(try problems("1", schema) == ["$ follows none of the schemas in oneOf", "  $ is 1, less than 2"])
  }

  @Test("annotations are no rules")
  func annotations() throws {
    let schema = #"{"$schema": "x", "title": "T", "description": "D", "$defs": {"unused": {}}}"#
    #expect(try problems("1", schema) == [])
  }

  @Test(
    "a schema with anything unknown is refused, wherever it stands",
    arguments: [
      #"{"maximum": 1}"#, #"{"type": "date"}"#, #"{"type": ["string", "null"]}"#, #"{"pattern": "("}"#,
      #"{"$ref": "other.json"}"#, ##"{"$ref": "#/$defs/none"}"##, #"{"properties": {"a": {"format": "x"}}}"#,
      #"{"items": {"maxItems": 1}}"#, #"{"oneOf": [{"not": {}}]}"#, #"{"oneOf": []}"#,
      #"{"$defs": {"unused": {"typ": "string"}}}"#, #"{"additionalProperties": {"x": 1}}"#, #"{"minimum": "1"}"#,
      #"{"required": [1]}"#, #"{"required": "a"}"#, #"{"title": 1}"#, #"{"items": 1}"#, "[]",
    ])
  func unusable(_ schema: String) {
    #expect(throws: SchemaValidator.UnusableSchema.self) { try SchemaValidator(schema: Data(schema.utf8)) }
  }

  @Test("the message says where the keyword stands")
  func place() {
    #expect {
      try SchemaValidator(schema: Data(#"{"properties": {"a": {"format": "x"}}}"#.utf8))
    } throws: { error in
      "\(error)".hasPrefix("#/properties/a/format ")
    }
  }

  @Test("a document that is no JSON is an error")
  func noJSON() throws {
    let validator = try SchemaValidator(schema: Data("{}".utf8))
    #expect(throws: (any Error).self) { try validator.problems(in: Data("{".utf8)) }
  }
}
