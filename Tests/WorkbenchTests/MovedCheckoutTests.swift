import Foundation
import ProgramSupport
import TestSupport
import Testing

@testable import Harness

/// A checkout that was moved or copied, together with what was built in it. Its name has spaces and other letters.
@Suite("A moved checkout", .watched)
final class MovedCheckoutTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
  private var root: URL { folder.appending(path: "Zweiter Ort é") }

  init() throws {
    let built = try BuiltScenarios.url.deletingLastPathComponent()
    let build = root.appending(path: ".build/debug")
    try FileManager.default.createDirectory(at: build, withIntermediateDirectories: true)
    try FileManager.default.createDirectory(
      at: root.appending(path: "Lessons/Exercises"), withIntermediateDirectories: true)
    try "".write(to: root.appending(path: "Package.swift"), atomically: true, encoding: .utf8)
    // A link leads to the place of the build; a second name of the file does not.
    try FileManager.default.linkItem(at: BuiltScenarios.url, to: build.appending(path: "scenarios"))
    for name in try FileManager.default.contentsOfDirectory(atPath: built.path) where name.hasSuffix(".build") {
      let map = built.appending(path: "\(name)/output-file-map.json")
      guard FileManager.default.fileExists(atPath: map.path) else { continue }
      try FileManager.default.createDirectory(at: build.appending(path: name), withIntermediateDirectories: false)
      try FileManager.default.linkItem(at: map, to: build.appending(path: "\(name)/output-file-map.json"))
    }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private func run(_ words: String, in place: URL, variables: [String: String] = [:]) throws -> ChildProcess {
    try ChildProcess.run(
      root.appending(path: ".build/debug/scenarios"), words.split(separator: " ").map(String.init),
      environment: variables, in: place)
  }

  @Test("its program acts in it, from any folder, and names files so that they are found from there")
  func acts() throws {
    let elsewhere = try run("new one", in: folder)
    let one = root.appending(path: "exercises/one.swift").path
    let script = root.appending(path: "scenarios").path
    #expect(elsewhere.status == 0 && elsewhere.output.contains("'\(script)' play '\(one)'"), "\(elsewhere.errors)")
    #expect(FileManager.default.fileExists(atPath: one))
    let inside = try run("new two", in: root)
    #expect(inside.output.contains("./scenarios play exercises/two.swift "))
    let below = try run("new three", in: root.appending(path: "Lessons"))
    #expect(below.output.contains("'\(script)' play '\(root.path)/exercises/three.swift'"))
    #expect(try run("new two", in: root).status == 73)
  }

  @Test(
    "modules that were built elsewhere are not used, and one line says what to do",
    arguments: ["play exercises/one.swift", "check first-observer", "run REG-1 --timeline", "atlas -o atlas.html"])
  func modules(_ words: String) throws {
    _ = try run("new one", in: root)
    let start = "Lessons/Exercises/01-first-observer.swift"
    try FileManager.default.copyItem(
      at: PackageRoot.find().appending(path: start), to: root.appending(path: start))
    let run = try run(words, in: root, variables: ["XDG_DATA_HOME": folder.appending(path: "data").path])
    #expect(run.status == 66 && run.errors.split(separator: "\n").count == 1, "\(run.errors)")
    #expect(run.errors.contains("was moved or copied since then. Run './scenarios', which builds it again."))
  }

  @Test("a link of a page leads to the package, whatever is in the names of folders")
  func link() {
    let root = URL(fileURLWithPath: "/a/Ort #2 é?")
    #expect(PackageRoot.way(from: "/a/b/page.html", to: root) == "../Ort%20%232%20%C3%A9%3F/")
  }

  @Test("a root that the script passes comes before the current folder, and has to be one")
  func passedRoot() throws {
    let other = folder.appending(path: "other")
    try FileManager.default.createDirectory(
      at: other.appending(path: "Lessons/Exercises"), withIntermediateDirectories: true)
    try "".write(to: other.appending(path: "Package.swift"), atomically: true, encoding: .utf8)
    let passed = try run("new one", in: root, variables: ["SCENARIOS_ROOT": other.path])
    #expect(passed.status == 0)
    #expect(FileManager.default.fileExists(atPath: other.appending(path: "exercises/one.swift").path))
    let none = try run("new two", in: root, variables: ["SCENARIOS_ROOT": folder.path])
    #expect(none.status == 66 && none.errors.contains("SCENARIOS_ROOT is '\(folder.path)'"))
  }
}
