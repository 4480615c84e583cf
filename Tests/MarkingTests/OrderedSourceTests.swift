import Console
import Foundation
import TestSupport
import Testing

@testable import Marking

/// Files whose lines may run in any order: what is cut out of them, and what is refused.
@Suite("Lines in any order", .watched) struct OrderedSourceTests {
  private func source(_ text: String) throws -> OrderedSource {
    let place = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: place) }
    let file = place.appending(path: "main.swift")
    try text.write(to: file, atomically: true, encoding: .utf8)
    let words = ["swiftc", "-swift-version", "6", "-dump-ast", "-Xfrontend", "-dump-ast-format", "-Xfrontend", "json"]
    let run = try TimedProcess.run(URL(fileURLWithPath: "/usr/bin/env"), words + [file.path], seconds: 60)
    let start = try #require(run.output.firstRange(of: "{\"_kind\":\"source_file\""))
    return try OrderedSource(text, tree: Data(run.output[start.lowerBound...].utf8), shown: "own.swift")
  }

  @Test("statements in one line, or in one pair of braces, are one; comments and declarations are none")
  func lines() throws {
    let source = try source(
      #"""
      final class Clock { var date = 0 }
      var clock: Clock! = Clock()
      // in any order:
      clock.date = 1; clock.date = 2  // a comment
      if clock.date == 2 {
        print("// in any order:") /* inside */
      }
      class Later { }
      print(
        "\(clock.date) // then",
        ##"a "quoted"# text"##
      )
      clock = nil
      func f() {}
      """#)
    let texts = [
      "clock.date = 1; clock.date = 2", #"if clock.date == 2 { print("// in any order:") }"#,
      ###"print( "\(clock.date) // then", ##"a "quoted"# text"## )"###, "clock = nil",
    ]
    #expect(source.lines.map(\.text) == texts)
    #expect(source.lines.map(\.number) == [4, 5, 9, 13] && source.lines.allSatisfy { $0.after.isEmpty })
    #expect(source.lines.allSatisfy { $0.needs.map(\.words) == ["clock"] })
  }

  @Test(
    "what a line unwraps is asked for without unwrapping it",
    arguments: [
      ("a.next = nil", ["`a` == nil"]), ("a = nil", ["`a` == nil"]), ("b = nil", ["`b` == nil"]), ("b?.next = nil", []),
      ("b!.next!.n = 1", ["`b` == nil", "`b`?.`next` == nil"]),
      ("b?.other.n = 1", ["`b` != nil && `b`?.`other` == nil"]),
      ("a.next!.next!.n = 1", ["`a` == nil", "`a`?.`next` == nil", "`a`?.`next`?.`next` == nil"]),
      ("box.node!.n = 1", ["`box`.`node` == nil"]),
      ("b = Node(); b!.n = 1", []), ("`default`.n = 1", ["`default` == nil"]), ("nodes[0].next!.n = 1", []),
      ("if a != nil { a.n = 1 }", []), ("guard a != nil else { fatalError() }", []),
      ("for node in nodes { node.next!.n = a.n }", []), ("for _ in 0..<a.n { b!.n = 1 }", ["`a` == nil"]),
      ("for node in list { _ = node }", ["`list` == nil"]),
      ("later = { b!.n = a.n }", []), ("_ = a != nil && a.n > 0", []), ("print(b ?? a!)", []),
    ])
  func needs(_ line: String, _ conditions: [String]) throws {
    let source = try source(
      """
      final class Node { var n = 0; var next: Node?; var other: Node! }
      struct Box { var node: Node? = Node() }
      var a: Node! = Node()
      var b: Node?
      var `default`: Node! = Node()
      var box = Box()
      let nodes = [Node()]
      var list: [Node]! = nodes
      var later: () -> Void = {}
      // in any order:
      \(line)
      """)
    #expect(source.lines[0].needs.map(\.isNil) == conditions)
  }

  @Test("behind a directive, lines have the numbers that it says")
  func numbers() {
    let text =
      "a\n#sourceLocation(file: \"own.swift\", line: 7)\nb\nc\n#sourceLocation(file: \"own.swift\", line: 2)\nd"
    let lines = SourceLines(Array(text.utf8), path: "\"own.swift\"")
    let offsets = ["a", "b", "c", "d"].map {
      text.utf8.distance(from: text.startIndex, to: text.range(of: "\n\($0)")?.upperBound ?? text.startIndex) - 1
    }
    #expect(offsets.map { lines.number(at: max(0, $0)) } == [1, 7, 8, 2])
  }

  @Test("// then and the same text put lines behind each other; await is noticed")
  func order() throws {
    let source = try source(
      """
      func g() async {}
      // In Any Order
      print(1) // Then
      print(2)
      print(1)
      await g()
      """)
    #expect(source.lines.map(\.after) == [[], [0], [0], []])
    #expect(source.lines.map(\.waits) == [false, false, false, true])
  }

  @Test("an ordinary program of one order keeps the numbers of the lines")
  func program() throws {
    let source = try source("var n = 0\n// in any order:\nn += 1\nn *= 2\n// after each line:\nprecondition(n >= 0)\n")
    let program = source.program(inOrder: [1, 0])
    #expect(program.contains("#sourceLocation(file: \"own.swift\", line: 4)\nn *= 2"))
    let (second, first) = (program.firstRange(of: "n *= 2"), program.firstRange(of: "n += 1"))
    #expect(try #require(second).lowerBound < #require(first).lowerBound)
    #expect(program.matches(of: #/precondition/#).count == 2)
    #expect(!program.contains("await"))
  }

  @Test("in an ordinary program of one order, what is left for the main actor is done before the next line")
  func rest() throws {
    let source = try source(
      "var n = 0\n// in any order:\nTask { n += 1 }\nn *= 2\n// at the end:\nprecondition(n > 0)\n")
    let program = source.program(inOrder: [1, 0])
    #expect(program.contains("n *= 2; await __rest()\n"))
    #expect(program.contains("Task { n += 1 }; await __rest()\n"))
  }

  @Test(
    "what cannot be is refused, with its line",
    arguments: [
      ("print(1)", "has no line '// in any order:'"),
      ("// in any order:\n", "line 1: no line follows"),
      ("// in any order:\nlet a = 1\n", "line 2: a line that may change places cannot declare a variable"),
      (
        "// in any order:\nguard let a = Optional(1) else { fatalError() }\nprint(a)",
        "line 2: a line that may change places cannot declare a variable"
      ),
      (
        "// in any order:\nprint(1)\n// in any order:\nprint(2)",
        "line 3: '// in any order:' is there already, in line 1"
      ),
      ("func f() {\n  // in any order:\n  print(1)\n}\nf()", "line 2: '// in any order:' stands outside functions"),
      ("// at the end:\nprint(1)\n// in any order:\nprint(2)", "line 1: '// at the end:' stands behind the lines"),
      ("// in any order:\nprint(1)\nprint(2) // then", "line 3: '// then' says that the next line comes later"),
    ])
  func refused(_ text: String, _ message: String) throws {
    do {
      _ = try source(text)
      Issue.record("it is accepted")
    } catch let error as InputError {
      #expect(error.message.contains(message), "\(error.message)")
    }
  }

  @Test(
    "a comment is found where a compiler finds one, and nowhere else",
    arguments: [
      (#"let a = 1 // x"#, 1), (#"let a = "// x""#, 0), (#"let a = "\(b /* c */) // x""#, 1),
      (#"/* a /* b */ c */ // d"#, 2), (##"let a = #"\" // x"#"##, 0), ("let a = \"\"\"\n\" // x\n\"\"\" // y", 1),
      (#"let a = b / c // d / e"#, 1), (#"let a = /"x/ // y"#, 1), (##"let a = #/ " // /#"##, 0), (#"a /* b"#, 1),
    ])
  func comments(_ text: String, _ count: Int) { #expect(SourceComments(Array(text.utf8)).all.count == count) }
}
