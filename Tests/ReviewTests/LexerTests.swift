import Foundation
import TestSupport
import Testing

@testable import Review

@Suite("Tokens of the review", .watched)
struct LexerTests {
  private static func source(_ text: String, _ language: Language = .swift) -> Source {
    Source(path: "a", language: language, bytes: Array(text.utf8) + [0])
  }

  private static func words(_ text: String, _ language: Language = .swift) -> [String] {
    let source = source(text, language)
    #expect(source.unbalanced == 0, "\(text)")
    return source.tokens.indices.map { source.text($0) }
  }

  @Test(
    "comments have no tokens, and nested ones end where they end",
    arguments: [
      ("a // b { \nc", ["a", "c"]), ("a /* { /* ( */ ) */ b", ["a", "b"]), ("/**/a/***/b", ["a", "b"]),
      ("a /* b", ["a"]), ("// only", []), ("", []),
    ])
  func comments(_ text: String, _ words: [String]) { #expect(Self.words(text) == words) }

  @Test("in Objective-C a comment ends at its first end")
  func plainComments() { #expect(Self.words("a /* /* */ b", .objectiveC) == ["a", "b"]) }

  @Test(
    "brackets in strings are none, and the code of an interpolation is code",
    arguments: [
      (#"f("{")"#, ["f", "(", #""{""#, ")"]), (##"#"\( " {"#"##, [##"#"\( " {"#"##]),
      (#""\\" + a"#, [#""\\""#, "+", "a"]),
      ("\"\"\"\n { \" } \n\"\"\" a", ["\"\"\"\n { \" } \n\"\"\"", "a"]), ("\"open\na", ["\"open", "a"]),
      (#""\(self.x)" b"#, [#""\(self.x)""#, "(", "self", ".", "x", ")", "b"]),
      (#""\(f("(", [1]))!" b"#, [#""\(f("(", [1]))!""#, "(", "f", "(", #""(""#, ",", "[", "1", "]", ")", ")", "b"]),
      (##"#"""# a"##, [##"#"""#"##, "a"]), (##"#"\#(a)"# b"##, [##"#"\#(a)"#"##, "(", "a", ")", "b"]),
    ])
  func strings(_ text: String, _ words: [String]) { #expect(Self.words(text) == words) }

  @Test(
    "a slash begins a regular expression where a value can begin",
    arguments: [
      (#"let a = /^\d+\)/ b"#, ["let", "a", "=", #"/^\d+\)/"#, "b"]), ("a / b / c", ["a", "/", "b", "/", "c"]),
      ("f(/x(/)", ["f", "(", "/x(/", ")"]), ("(a)/b/c", ["(", "a", ")", "/", "b", "/", "c"]),
      ("#/(\n{/# a", ["#/(\n{/#", "a"]), ("x! / y / z", ["x", "!", "/", "y", "/", "z"]),
    ])
  func regularExpressions(_ text: String, _ words: [String]) { #expect(Self.words(text) == words) }

  @Test(
    "of an #if each branch is read that closes what it opens, the first in any case, and none behind #if 0",
    arguments: [
      ("#if DEBUG\na {\n#else\nb {\n#endif\n}", ["a", "{", "}"]), ("#if 0\na {\n#else\nb\n#endif\nc", ["b", "c"]),
      ("#if false\na\n#elseif X\nb\n#else\nc\n#endif\nd", ["b", "#else", "c", "d"]),
      ("#if A\n#if B\na\n#else\nb\n#endif\n#else\nc\n#endif\nd", ["a", "#else", "b", "#else", "c", "d"]),
      ("#if A\na\n#elseif B\nb }\n#elseif C\n{ c }\n#endif\nd", ["a", "#elseif", "{", "c", "}", "d"]),
      ("#if A\na {\n#elseif B\nb\n#endif\n}", ["a", "{", "}"]), ("#if A\na", ["a"]), ("#endif\na", ["a"]),
    ])
  func conditions(_ text: String, _ words: [String]) { #expect(Self.words(text) == words) }

  @Test("lines for the preprocessor are left out, with those that they continue on")
  func preprocessor() {
    let text =
      "#import <A.h>\n#define F(x) { \\\n  ( \n#pragma mark - {\n#define A 1 /* one\n :-) */\na @\"{\" '(' @end"
    #expect(Self.words(text, .objectiveC) == ["a", "@\"{\"", "'('", "@end"])
  }

  @Test(
    "what C and C++ have between quotes and lines has no brackets",
    arguments: [
      ("#define B { \\\r\n c();\r\na", ["a"]), ("f(1000'000, 'x')", ["f", "(", "1000'000", ",", "'x'", ")"]),
      ("s = R\"(a { \" b)\";", ["s", "=", "R\"(a { \" b)\"", ";"]),
      ("R\"x(a )\" { )x\" b", ["R\"x(a )\" { )x\"", "b"]),
      ("#define A do { \\\n /* a\n b */ \\\n x(); } while (0)\nc", ["c"]), ("#define A // { /*\nb", ["b"]),
    ])
  func plainC(_ text: String, _ words: [String]) { #expect(Self.words(text, .objectiveC) == words) }

  @Test("a bracket without a partner is counted, and those around it still match")
  func unbalanced() {
    let source = Self.source("f { ( } g { }")
    #expect(source.unbalanced == 1)
    #expect(source.mate(1) == 3 && source.mate(5) == 6)
    #expect(Self.source("f } ( g").unbalanced == 2)
  }

  @Test("a file that ends anywhere, and bytes that are no text, are read to their end")
  func anywhere() throws {
    let texts = try FileManager.default.contentsOfDirectory(
      at: Repository.url("Tests/ReviewTests/Sources"), includingPropertiesForKeys: nil
    )
    .filter { ["swift", "m"].contains($0.pathExtension) }.map { try String(contentsOf: $0, encoding: .utf8) }
    for text in texts.map({ Array($0.utf8) }) {
      for end in stride(from: 0, to: text.count, by: 7) {
        for language in [Language.swift, .objectiveC] { check(Array(text[..<end]), language) }
      }
    }
    var numbers = SystemRandomNumberGenerator()
    let characters = Array("{}()[]\"'/\\#@*\n ab.:,=`<>?!".utf8)
    for _ in 0..<3000 {
      let bytes = (0..<Int.random(in: 0..<60, using: &numbers)).map { _ in characters.randomElement(using: &numbers)! }
      for language in [Language.swift, .objectiveC] { check(bytes, language) }
    }
  }

  @Test("sources in which tokens are lost, doubled and exchanged end no rule")
  func mutated() throws {
    let folder = Repository.url("Tests/ReviewTests/Sources")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    var numbers = SystemRandomNumberGenerator()
    for name in names {
      guard let language = Language(path: name) else { continue }
      let source = Source(
        path: name, language: language, bytes: Array(try Data(contentsOf: folder.appendingPathComponent(name))) + [0])
      let words = source.tokens.indices.map { source.text($0) }
      for _ in 0..<12 {
        var mutated = words
        for _ in 0..<Int.random(in: 1...6, using: &numbers) where !mutated.isEmpty {
          let index = mutated.indices.randomElement(using: &numbers)!
          switch Int.random(in: 0..<4, using: &numbers) {
          case 0: mutated.remove(at: index)
          case 1: mutated.insert(words.randomElement(using: &numbers)!, at: index)
          case 2: mutated.removeSubrange(index..<min(index + 5, mutated.count))
          default:
            mutated[index] = ["{", "}", "(", ")", "[", "]", "\\", ".", "for", "in"].randomElement(using: &numbers)!
          }
        }
        check(Array(mutated.joined(separator: "\n").utf8), language)
      }
    }
  }

  @Test("half-typed calls and what is nested deep are read to their end")
  func halfTyped() {
    for text in [
      "class A { func f() { token = model.observe(\\) { _, _ in } } }",
      "class A { func f() { model.observe(\\ , options: []) { _, _ in } } }",
      "class A { func f() { Task { [for await] in } } }", String(repeating: "\"\\(", count: 20_000),
      String(repeating: "{([", count: 20_000), String(repeating: "#", count: 3_000),
    ] { check(Array(text.utf8), .swift) }
  }

  private func check(_ bytes: [UInt8], _ language: Language) {
    let source = Source(path: "a", language: language, bytes: bytes + [0])
    for index in source.tokens.indices {
      let token = source.tokens[index]
      guard token.start >= 0, token.end <= Int32(bytes.count + 1), token.start <= token.end else {
        Issue.record("a token is out of the source: \(String(decoding: bytes, as: UTF8.self))")
        return
      }
      if let mate = source.mate(index) { #expect(source.mate(mate) == index) }
    }
    let project = Project { _ in nil }
    project.add(FileIndex(bytes + [0], language), of: "a")
    project.add(source)
    for rule in Rule.all { _ = rule.find(project) }
  }

  @Test("a place has its line and its column in characters")
  func places() {
    let source = Self.source("ä\n\tü f(x)\r\nlast")
    let last = source.tokens.count - 1
    #expect(source.line(of: 0) == 1 && source.column(of: 0) == 1)
    #expect(source.text(2) == "f" && source.line(of: 2) == 2 && source.column(of: 2) == 4)
    #expect(source.line(of: last) == 3 && source.lineText(2) == "\tü f(x)" && source.lineText(9).isEmpty)
  }
}
