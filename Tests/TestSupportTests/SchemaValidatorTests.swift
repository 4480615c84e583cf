import Foundation
import TestSupport
import Testing

@Suite("The validator of JSON Schema", .watched)
struct SchemaValidatorTests {
  private func problems(_ document: String, _ schema: String) throws -> [String] {
    try SchemaValidator(schema: Data(schema.utf8)).problems(in: Data(document.utf8))
  }

  @Test(
    "each keyword lets a valid document through and refuses an invalid one",
    arguments: [
      (#"{"type": "object"}"#, "{}", "[]"), (#"{"type": "integer"}"#, "2", "1.5"),
      (#"{"type": "number"}"#, "0", "false"), (#"{"type": "string"}"#, #""""#, "1"), (#"{"const": 1}"#, "1", "2"),
      (#"{"enum": ["raw", "managed"]}"#, #""raw""#, #""both""#), (#"{"minimum": 1}"#, "1", "0.5"),
      (#"{"pattern": "^[A-Z]{3}$"}"#, #""REG""#, #""REGS""#), (#"{"required": ["name"]}"#, #"{"name": null}"#, "{}"),
      (#"{"properties": {"a": {"type": "string"}}}"#, #"{"b": 1}"#, #"{"a": 1}"#),
      (#"{"properties": {"a": {}}, "additionalProperties": false}"#, #"{"a": 1}"#, #"{"b": 1}"#),
      (#"{"items": {"type": "integer"}}"#, "[1, 2]", "[1, null]"),
      (#"{"oneOf": [{"type": "integer"}, {"minimum": 1}]}"#, "0", "1"),
      (##"{"$ref": "#/$defs/a", "$defs": {"a": {"enum": ["raw"]}}}"##, #""raw""#, #""x""#),
    ])
  func keywords(_ schema: String, _ valid: String, _ invalid: String) throws {
    #expect(try problems(valid, schema) == [])
    #expect(try problems(invalid, schema) != [])
  }

  @Test(
    "a schema with anything unknown is refused",
    arguments: [
      #"{"maximum": 1}"#, #"{"properties": {"a": {"format": "x"}}}"#, ##"{"$ref": "#/$defs/none"}"##,
      #"{"$defs": {"unused": {"typ": "string"}}}"#,
    ])
  func unusable(_ schema: String) {
    #expect(throws: SchemaValidator.UnusableSchema.self) { try SchemaValidator(schema: Data(schema.utf8)) }
  }
}
