import Foundation
import ProgramSupport
import TestSupport
import Testing

@Suite("The verb review", .watched)
final class ReviewCommandTests {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("review-\(UUID().uuidString)")

  init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private let mistake = """
    final class Bar {
      func follow(_ p: Progress) {
        _ = p.observe(\\.fractionCompleted) { _, _ in }
      }
    }
    """

  private func write(_ text: String, to name: String) throws {
    let url = folder.appendingPathComponent(name)
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try text.write(to: url, atomically: true, encoding: .utf8)
  }

  private func review(_ words: String...) throws -> BuiltScenarios.Run {
    try BuiltScenarios.shell("cd '\(folder.path)' && scenarios review \(words.joined(separator: " "))")
  }

  // MARK: What is found

  @Test("a finding is a line that Xcode shows; the rest is on standard error, and the exit code says which it was")
  func lines() throws {
    try write(mistake, to: "App/Bar.swift")
    let found = try review("App")
    #expect(found.exitCode == 1)
    #expect(
      found.output.hasPrefix(
        "\(folder.resolvingSymlinksInPath().path)/App/Bar.swift:3:11: warning: The token is not kept"))
    #expect(
      found.count == 1 && found.output.hasSuffix("[MOD-1]\n")
        && found.errors.hasPrefix("1 finding in 1 of 1 file: 1 silent failure.\n"))
    try write("let a = 1", to: "App/Bar.swift")
    let none = try review("App")
    #expect(none.exitCode == 0 && none.output.isEmpty && none.errors.hasPrefix("No findings in 1 file.\n"))
  }

  @Test("a command line that cannot be understood ends with 64, and a path that is not there with 66")
  func usage() throws {
    for words in ["", "''", "--jsno .", "--json --sarif .", "--exclude"] {
      #expect(try review(words).exitCode == 64, "\(words)")
    }
    let missing = try review("nowhere")
    #expect(missing.exitCode == 66 && missing.errors.contains("'nowhere'"))
    try write("a", to: "notes.txt")
    #expect(try review("notes.txt").exitCode == 66)
  }

  @Test("what belongs to others, what git ignores, tests and what is excluded are left out and named")
  func leftOut() throws {
    for name in [
      "Pods/A.swift", "x/checkouts/A.swift", "Generated/A.swift", "Old/A.swift", "AppTests/A.swift",
      "A.generated.swift", "ATests.swift", "Unit tests/A.swift",
      ".hidden/A.swift", "Sources/A.swift", "kept/Generated/B.swift",
    ] { try write(mistake, to: name) }
    try write("import XCTest\n" + mistake, to: "Sources/B.swift")
    try write("# a comment\n/Generated/\n*.generated.swift\n!kept.generated.swift\n", to: ".gitignore")
    let found = try review(".", "--exclude Old", "--exclude '**/nothing'")
    #expect(found.count == 2, "\(found.output)")
    #expect(found.output.contains("Sources/A.swift") && found.output.contains("kept/Generated/B.swift"))
    #expect(
      found.errors.contains("4 test files left out.")
        && found.errors.contains("Left out: Generated, Old, Pods, x/checkouts."))
    // A file that is named itself is read.
    #expect(try review("Pods/A.swift").count == 1)
    #expect(try review("ATests.swift").count == 1)
  }

  @Test("a project whose folder looks like one of tests is read all the same")
  func onlyTests() throws {
    try write(mistake, to: "ShoppingTest/A.swift")
    let found = try review(".")
    #expect(found.count == 1 && found.exitCode == 1 && found.errors.contains("they are all read"), "\(found.errors)")
  }

  @Test("a place that may have a mistake says so where there is no terminal, too")
  func mayBe() throws {
    try write("final class A { func f() { _ = subject.sink { print($0) } } }", to: "A.swift")
    let counted = try review(".")
    #expect(counted.exitCode == 0 && counted.errors.contains("1 place may have a mistake (MOD-1): '--all' lists it."))
    #expect(try review(".", "--all").output.contains(": warning: may be: The subscription"))
  }

  @Test("a file that previews others is no test, and a .gitignore of everything hides nothing")
  func leftInside() throws {
    try write("import QuickLook\n" + mistake, to: "Preview.swift")
    try write("*\n!.gitignore\n", to: ".gitignore")
    let found = try review(".")
    #expect(found.count == 1 && found.exitCode == 1, "\(found.output) \(found.errors)")
    #expect(found.errors.contains(".gitignore"), "\(found.errors)")
  }

  @Test("the files of a project are read together: a header, an extension that ends what a class begins")
  func together() throws {
    try write(
      """
      @interface Item : NSObject
      @property (nonatomic, readonly) BOOL isVisible;
      @end
      """, to: "Item.h")
    try write(
      """
      final class Row: NSObject {
        let item = Item()
        var token: NSKeyValueObservation?
        func follow() { token = item.observe(\\.isVisible) { _, _ in self.update() } }
        func update() {}
      }
      """, to: "Row.swift")
    #expect(try review(".").output.contains("[MOD-2]"))
    // Three targets, and a class of that name in each: an implementation means the one of its header.
    try write("@interface Note : Record\n@property BOOL isDeleted;\n@end", to: "Note.h")
    try write("class Note {}", to: "Share/Note.swift")
    try write("class Note: Record {}", to: "Widget/Note.swift")
    try write("class Record: NSManagedObject {}", to: "Widget/Record.swift")
    try write(
      """
      @implementation Note
      - (void)setIsDeleted:(BOOL)isDeleted
      {
          [self willChangeValueForKey:@"isDeleted"];
          _isDeleted = isDeleted;
          [self didChangeValueForKey:@"isDeleted"];
      }
      @end
      """, to: "Note.m")
    #expect(try !review(".").output.contains("[KEY-6]"))
    try write("extension Row { func stop() { token = nil } }", to: "Row+Stop.swift")
    let together = try review(".")
    #expect(together.exitCode == 0, "\(together.output)")
    try write("enum Rows { static let first = Row() }", to: "Row+Stop.swift")
    #expect(try review(".").exitCode == 0)
    try write(
      "@main final class Delegate: UIResponder, UIApplicationDelegate { var row = Row() }", to: "Row+Stop.swift")
    #expect(try review(".").exitCode == 0)
  }

  @Test("where garbage collection releases the objects, no removal is missed in a dealloc")
  func collected() throws {
    try write(
      """
      @interface Bubble : NSView
      @end
      @implementation Bubble
      - (void)begin
      {
          [[NSUserDefaults standardUserDefaults] addObserver:self forKeyPath:@"tint" options:0 context:NULL];
      }
      @end
      """, to: "Bubble.m")
    #expect(try review(".").output.contains("[LIF-3]"))
    try write("@implementation Store\n- (void)finalize { [super finalize]; }\n@end", to: "Store.m")
    let found = try review(".")
    #expect(found.exitCode == 0 && found.errors.contains("1 place may have a mistake (LIF-3)"), "\(found.errors)")
  }

  @Test("what cannot be read is named with the reason, and stops nothing")
  func notRead() throws {
    try write(mistake, to: "Good.swift")
    try write(mistake + "\nfunc f() { (", to: "Half.swift")
    try write(String(repeating: "// a\n", count: 500_000), to: "Large.swift")
    try Data([0, 1, 2, 3]).write(to: folder.appendingPathComponent("Binary.m"))
    try (Data([0xFF, 0xFE]) + mistake.data(using: .utf16LittleEndian)!).write(
      to: folder.appendingPathComponent("Wide.swift"))
    try (Data("// \u{e9}\n".data(using: .isoLatin1)!) + Data(mistake.utf8)).write(
      to: folder.appendingPathComponent("Latin.swift"))
    try write("", to: "Empty.swift")
    try FileManager.default.createSymbolicLink(
      at: folder.appendingPathComponent("Loop.swift"), withDestinationURL: folder)
    let found = try review(".")
    #expect(found.exitCode == 1 && found.count == 3, "\(found.output)")
    for text in [
      "Not read: Half.swift: its brackets do not match, from line 6 on.",
      "Not read: Large.swift: it has more than 2 MB.",
      "Not read: Binary.m: it is binary.",
    ] { #expect(found.errors.contains(text), "\(found.errors)") }
  }

  @Test("a comment ignores a finding, and says so if there is nothing to ignore")
  func comments() throws {
    let lines = mistake.components(separatedBy: "\n")
    try write(
      (lines[..<2] + ["    // review:ignore mod-1/sink it lives for a moment"] + lines[2...]).joined(separator: "\n"),
      to: "A.swift")
    let ignored = try review(".")
    #expect(ignored.exitCode == 0 && ignored.errors.contains("1 finding ignored"))
    try write((lines[..<2] + ["    // review:ignore MOD-2 wrong"] + lines[2...]).joined(separator: "\n"), to: "A.swift")
    let other = try review(".")
    #expect(other.exitCode == 1 && other.errors.contains("A.swift:3: this review:ignore ignores nothing."))
  }

  @Test("a comment is for its own line, or for the statement behind it")
  func reach() throws {
    let call = "_ = p.observe(\\.fractionCompleted) { _, _ in }"
    let body = """
      final class Bar {
        func follow(_ p: Progress) {
          \(call)  // review:ignore MOD-1 it lives for a moment
          \(call)
          // review:ignore MOD-1 that too
          // Another comment.
          _ = p
            .observe(\\.fractionCompleted) { _, _ in }
        }
      }
      """
    try write(body, to: "A.swift")
    let found = try review(".")
    #expect(found.count == 1 && found.output.contains("A.swift:4:"), "\(found.output)")
  }

  @Test("a file that cannot be read ends with 66, and a pipe does not block")
  func unreadable() throws {
    try write(String(repeating: "// a\n", count: 500_000), to: "Large.swift")
    let large = try review("Large.swift")
    #expect(large.exitCode == 66 && large.errors.contains("2 MB"), "\(large.errors)")
    #expect(mkfifo(folder.appendingPathComponent("Pipe.swift").path, 0o600) == 0)
    #expect(try review("Pipe.swift").exitCode == 66)
  }

  @Test("a pattern is for whole names, and one with ! takes back")
  func patterns() throws {
    for name in ["sub/A.swift", "xsub/A.swift", "top.swift"] { try write(mistake, to: name) }
    #expect(try review(".", "--exclude '**/sub'").count == 2)
    #expect(try review(".", "--exclude ./sub").count == 2)
    #expect(try review(".", "--exclude '*.swift'", "--exclude '!top.swift'").count == 1)
    try FileManager.default.createDirectory(
      at: folder.appendingPathComponent(".git/info"), withIntermediateDirectories: true)
    try write("top.swift\n", to: ".git/info/exclude")
    #expect(try review(".").count == 2)
  }

  @Test("a file at the root ignores by path and id, with a reason")
  func file() throws {
    try write(mistake, to: "Sources/Old/A.swift")
    try write("# a comment\nSources/Old/**\tMOD-1,LIF-3 kept for version 1\n", to: ".reviewignore")
    #expect(try review(".").exitCode == 0)
    #expect(try review("Sources/Old").exitCode == 0)
    try write("Sources/New/** MOD-1 none\nSources/** MOD-1\nSources/** XYZ-1 what\n", to: ".reviewignore")
    let found = try review(".")
    #expect(found.exitCode == 1)
    for text in [
      ".reviewignore:1 ignores nothing.", ".reviewignore:2: write a path, ids and a reason",
      ".reviewignore:3: no rule finds XYZ-1.",
    ] {
      #expect(found.errors.contains(text), "\(found.errors)")
    }
  }

  @Test("a baseline is written, and then leaves out what was there, wherever it has moved")
  func baseline() throws {
    try write(mistake, to: "A.swift")
    let written = try review(".", "--write-baseline base.txt")
    #expect(written.exitCode == 0 && written.errors.contains("'base.txt' has 1 finding now."), "\(written.errors)")
    #expect(try review(".", "--baseline base.txt").exitCode == 0)
    try write("\n\n\n" + mistake.replacing("_ =", with: "_  ="), to: "A.swift")
    #expect(try review(".", "--baseline base.txt").exitCode == 0)
    try write(mistake + "\n" + mistake.replacing("Bar", with: "Baz"), to: "A.swift")
    let more = try review(".", "--baseline base.txt")
    #expect(
      more.exitCode == 1 && more.count == 1 && more.errors.contains("1 finding of the baseline is left out."))
    try write("let a = 1", to: "A.swift")
    #expect(try review(".", "--baseline base.txt").errors.contains("1 finding of the baseline is gone."))
    // The same from another folder, for a part of the project, and through a link.
    try write(mistake, to: "Sub/B.swift")
    try write(mistake, to: "A.swift")
    #expect(try review(".", "--write-baseline base2.txt").exitCode == 0)
    let inside = try BuiltScenarios.shell("cd '\(folder.path)/Sub' && scenarios review B.swift --baseline ../base2.txt")
    #expect(inside.exitCode == 0 && !inside.errors.contains("gone"), "\(inside.output) \(inside.errors)")
    try FileManager.default.createSymbolicLink(
      at: folder.appendingPathComponent("link"), withDestinationURL: folder.appendingPathComponent("Sub"))
    #expect(try review("link", "--baseline base2.txt").exitCode == 0)
    let json = try review(".", "--json --baseline base2.txt")
    #expect(json.exitCode == 0 && json.output.hasPrefix("{") && json.output.contains("\"leftOut\" : 2"))
  }

  @Test("a baseline that is not there hides nothing, and no other file becomes one")
  func noBaseline() throws {
    try write(mistake, to: "A.swift")
    let missing = try review(".", "--baseline bsae.txt")
    #expect(missing.exitCode == 66 && missing.errors.contains("--write-baseline bsae.txt"), "\(missing.errors)")
    #expect(!FileManager.default.fileExists(atPath: folder.appendingPathComponent("bsae.txt").path))
    #expect(try review(".", "--baseline A.swift").exitCode == 66)
    #expect(try review(".", "--write-baseline A.swift").exitCode == 66)
    #expect(try review(".", "--write-baseline /nowhere/base.txt").exitCode == 73)
    // Its paths begin in its own folder.
    #expect(try review(".", "--write-baseline base.txt").exitCode == 0)
    try write(String(contentsOf: folder.appendingPathComponent("base.txt"), encoding: .utf8), to: "ci/base.txt")
    let moved = try review(".", "--baseline ci/base.txt")
    #expect(moved.exitCode == 1 && moved.errors.contains("none of the files that were read"), "\(moved.errors)")
  }

  @Test("what is gone leaves a baseline, and nothing new gets into it")
  func smaller() throws {
    try write(mistake, to: "A.swift")
    try write(mistake, to: "B.swift")
    #expect(try review(".", "--write-baseline base.txt").exitCode == 0)
    try write("let a = 1", to: "A.swift")
    try write(mistake, to: "C.swift")
    // What a comment ignores is not gone.
    try write(mistake.replacing("        _ =", with: "    // review:ignore MOD-1 for a moment\n    _ ="), to: "B.swift")
    let both = try review(".", "--baseline base.txt --write-baseline base.txt")
    #expect(both.exitCode == 1 && both.count == 1 && both.output.contains("C.swift"), "\(both.output)")
    let after = try review(".", "--baseline base.txt")
    #expect(after.count == 1 && !after.errors.contains("gone"), "\(after.errors)")
    // What is asked with --all stays in it, though this review does not ask for it.
    try write("final class D { func f() { _ = subject.sink { print($0) } } }", to: "D.swift")
    #expect(try review(".", "--all --write-baseline all.txt").exitCode == 0)
    #expect(try review(".", "--baseline all.txt --write-baseline all.txt").exitCode == 0)
    #expect(try review(".", "--all --baseline all.txt").exitCode == 0)
  }

  @Test("JSON and SARIF have every finding, and are the same each time")
  func machines() throws {
    try write(mistake, to: "A b.swift")
    let json = try review(".", "--json")
    let again = try review(".", "--json").output
    let object = try #require(try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
    let findings = try #require(object["findings"] as? [[String: Any]])
    #expect(json.exitCode == 1 && findings.count == 1 && json.output == again)
    #expect(findings[0]["pitfall"] as? String == "MOD-1" && findings[0]["line"] as? Int == 3)
    #expect(findings[0]["run"] as? String == "./scenarios run MOD-1" && findings[0]["certainty"] as? String == "is")
    let sarif = try #require(
      try JSONSerialization.jsonObject(with: Data(review(".", "--sarif").output.utf8)) as? [String: Any])
    let run = try #require((sarif["runs"] as? [[String: Any]])?.first)
    let result = try #require((run["results"] as? [[String: Any]])?.first)
    let place = (result["locations"] as? [[String: Any]])?.first?["physicalLocation"] as? [String: Any]
    #expect(
      result["ruleId"] as? String == "MOD-1"
        && (place?["artifactLocation"] as? [String: Any])?["uri"] as? String == "A%20b.swift")
  }

  @Test("on a terminal what is observed comes before what nothing observes, and what may be a mistake comes last")
  func order() throws {
    func setter(_ key: String) -> String {
      """
      - (void)set\(key.capitalized):(int)value
      {
          [self willChangeValueForKey:@"\(key)"];
          _\(key) = value;
          [self didChangeValueForKey:@"\(key)"];
      }
      """
    }
    try write(
      """
      @interface Clock : NSObject
      @end
      @implementation Clock
      \(setter("alarm"))
      \(setter("date"))
      - (void)begin { [self addObserver:self forKeyPath:@"date" options:0 context:NULL]; }
      @end
      """, to: "Clock.m")
    let run = try BuiltScenarios.onTerminal(columns: 100, ["review", "--all", folder.path])
    let places = ["2 double calls", ":12:", ":6:", "1 place that may have a mistake", ":16:"].map { text in
      run.range(of: text)?.lowerBound
    }
    #expect(!places.contains(nil) && places.compactMap(\.self).sorted() == places.compactMap(\.self), "\(run)")
  }

  @Test("on a terminal the first twenty are shown with their code, and the rest counted", arguments: [60, 100])
  func terminal(columns: Int) throws {
    for number in 1...23 { try write(mistake, to: "A\(number).swift") }
    let run = try BuiltScenarios.onTerminal(columns: columns, ["review", folder.path])
    #expect(run.contains("_ = p.observe(") && run.contains("./scenarios run MOD-1"))
    #expect(run.ranges(of: "MOD-1 (dropped-token)").count == 20 && run.contains("And 3 more findings:"))
  }
}

extension BuiltScenarios.Run {
  /// How many findings it prints.
  fileprivate var count: Int { output.split(separator: "\n").count }
}
