import Foundation
import ProgramSupport
import TestSupport
import Testing

@testable import Pictures

@Suite("Watching a program of one's own", .watched, .long)
struct ProgramWatchTests {
  private static let hang = "print(\"begun\")\nwhile true {}\n"

  private func watch(
    _ text: String, _ options: [String] = [], _ events: (_ file: URL) -> [(words: String, event: Terminal.Event)]
  ) throws -> Terminal {
    let folder = FileManager.default.temporaryDirectory.appending(path: "watch-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "own.swift")
    try text.write(to: file, atomically: true, encoding: .utf8)
    return try Terminal.run(
      try BuiltScenarios.url, ["watch", "own.swift"] + options, in: folder, within: 120, events: events(file))
  }

  private static let waiting = "r run again   q quit   ? all keys"

  @Test("its keys: they are listed, the program is run again, and q ends it")
  func keys() throws {
    let run = try watch("print(\"hello\")\n") { _ in
      [
        (Self.waiting, .type("?")), (Self.waiting, .type("r")), (Self.waiting, .type("q")),
      ]
    }
    #expect(run.status == 0 && !run.wasSignalled && run.isRestored)
    #expect(run.shown.contains("Compiling and running own.swift …") && run.shown.contains("quit, also while it runs"))
  }

  @Test("a page on standard output is refused: more than the page is printed there")
  func page() throws {
    let run = try BuiltScenarios.run(["watch", #filePath, "--page", "-"])
    #expect(run.exitCode == 64 && run.output.isEmpty && run.errors.contains("give --page a file"))
  }

  @Test("a save and a key end a run that is under way")
  func underWay() throws {
    let run = try watch(Self.hang, ["--seconds", "600"]) { file in
      [
        (
          "Compiling",
          .act {
            usleep(3_000_000); try "print(\"saved\")\n".write(to: file, atomically: true, encoding: .utf8)
          }
        ),
        ("saved", .act { try Self.hang.write(to: file, atomically: true, encoding: .utf8) }),
        ("Compiling", .type("q")),
      ]
    }
    #expect(run.status == 0 && !run.wasSignalled && run.isRestored)
    #expect(!run.shown.contains("stopped after"))
  }

  @Test("what a link leads to is watched, and so is what the program reads")
  func links() throws {
    let run = try watch("print(1)\n", ["--input", "names"]) { file in
      let folder = file.deletingLastPathComponent()
      let other = folder.appending(path: "other.swift")
      let save: @Sendable (String, String) throws -> Void = { name, text in
        try text.write(to: folder.appending(path: name), atomically: true, encoding: .utf8)
      }
      return [
        (
          "cannot be read",
          .act {
            try save("names", "Ann\n")
            try save("other.swift", "print(readLine() ?? \"nothing\")\n")
            try FileManager.default.removeItem(at: file)
            try FileManager.default.createSymbolicLink(at: file, withDestinationURL: other)
          }
        ),
        ("Ann", .act { try save("names", "Bob\n") }),
        ("Bob", .act { try save("other.swift", "print(\"changed\")\n") }),
        ("changed", .type("q")),
      ]
    }
    #expect(run.status == 0 && !run.wasSignalled, "\(run.shown)")
  }

  @Test("a file that is gone, and one that is no program, are told, and the watch goes on")
  func gone() throws {
    let run = try watch("print(1)\n") { file in
      [
        (Self.waiting, .act { try FileManager.default.removeItem(at: file) }),
        ("own.swift is gone.", .act { try Data([0xFF, 0xFE]).write(to: file) }),
        ("is no Swift file", .act { try "print(\"back\")\n".write(to: file, atomically: true, encoding: .utf8) }),
        ("back", .type("q")),
      ]
    }
    #expect(run.status == 0 && !run.wasSignalled)
  }

  @Test("the options of 'play': a step, an era, another program")
  func options() throws {
    let run = try watch(NewProgram.text, ["--era", "current", "--step", "3", "--compare", "own.swift"]) { _ in
      [(Self.waiting, .type("q"))]
    }
    #expect(run.shown.contains("This is drawn under the current rules") && run.shown.contains("after step 3"))
  }

  @Test(
    "what cannot be watched is refused",
    arguments: [
      ["-"], ["nowhere.swift"], ["double-add", "--seconds", "3"], ["/dev/null"],
    ])
  func refused(_ words: [String]) throws {
    let run = try BuiltScenarios.run(["watch"] + words)
    #expect([64, 66].contains(run.exitCode) && run.output.isEmpty && run.errors.hasPrefix("scenarios: "))
  }
}
