import Console
import Foundation
import ProgramSupport
import TestSupport
import Testing

@testable import Marking

@Suite("Marking: What is kept of marked programs", .watched)
struct ProgramCacheTests {
  @Test("where nothing can be kept, it says where and why")
  func unwritable() {
    let error = #expect(throws: OutputError.self) {
      try ProgramCache(URL(filePath: "/dev/null/marked")).folder("a") { _ in }
    }
    #expect(error?.message.contains("/dev/null/marked, which cannot be written: Not a directory.") == true)
  }

  /// Runs the body with a cache, and with a function that makes a folder that was used last some minutes ago.
  private func withCache(_ body: (ProgramCache, _ used: (String, Double) throws -> URL) throws -> Void) throws {
    let folder = URL.temporaryDirectory.appending(path: "cache-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let cache = ProgramCache(folder)
    try body(cache) { name, minutes in
      let item = folder.appending(path: name)
      try FileManager.default.createDirectory(at: item, withIntermediateDirectories: true)
      let date = Date(timeIntervalSinceNow: -minutes * 60)
      try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: item.path)
      return item
    }
  }

  private func exists(_ item: URL) -> Bool { FileManager.default.fileExists(atPath: item.path) }

  @Test("a folder is made once")
  func once() throws {
    try withCache { cache, used in
      let item = try used("program", 1000)
      #expect(try cache.folder("program") { _ in Issue.record("made again") } == item)
      #expect(throws: CocoaError.self) { try cache.folder("other") { _ in throw CocoaError(.fileNoSuchFile) } }
      #expect(try FileManager.default.contentsOfDirectory(atPath: cache.root.path) == ["program"])
    }
  }

  @Test("a library is linked while another process links one: what it keeps beside the objects has another name")
  func linkedAtOnce() throws {
    let build = try BuiltScenarios.url.deletingLastPathComponent()
    let theirs = build.appending(path: "Console.build/Stories.autolink")
    try? FileManager.default.removeItem(at: theirs)
    try FileManager.default.createDirectory(at: theirs, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: theirs) }
    let library = try Compiler(BuiltModules(["Console", "Recording", "RawObserving"], in: build)).library()
    defer { try? FileManager.default.removeItem(at: library.deletingLastPathComponent()) }
    #expect(exists(library))
  }

  @Test("what was used longest ago is removed, and never what was used within the hour")
  func oldest() throws {
    try withCache { cache, used in
      let library = try used("library", 2000)
      let forgotten = try used("forgotten", 1000)
      let recent = try used("recent", 50)
      // What an interruption has left, later than all programs, and what another process may be making.
      let (left, draft) = (try used("draft-1", 70), try used("draft-2", 50))
      let others = try (0..<60).map { try used("program \($0)", 900 - Double($0)) }
      // Another process has found the library, and is about to link with it.
      _ = try cache.folder("library") { _ in Issue.record("made again") }
      _ = try cache.folder("new") { try Data().write(to: $0.appending(path: "file")) }
      #expect(exists(library) && exists(recent) && !exists(forgotten))
      #expect(!exists(left) && exists(draft))
      #expect(others.map(exists) == others.indices.map { $0 >= 30 })
    }
  }

  @Test("of two that make the same, both find it")
  func both() throws {
    try withCache { cache, _ in
      let item = try cache.folder("program") { draft in
        _ = try cache.folder("program") { try Data("first".utf8).write(to: $0.appending(path: "file")) }
        try Data("second".utf8).write(to: draft.appending(path: "file"))
      }
      #expect(try String(contentsOf: item.appending(path: "file"), encoding: .utf8) == "first")
      #expect(try FileManager.default.contentsOfDirectory(atPath: cache.root.path) == ["program"])
    }
  }

  @Test("a program is made again once a module that it is linked with has changed, or the one that makes it")
  func changed() throws {
    let root = URL.temporaryDirectory.appending(path: "package-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: root) }
    let folder = root.appending(path: "build", directoryHint: .isDirectory)
    func built(_ module: String, minutesAgo minutes: Double) throws {
      let place = folder.appending(path: "\(module).build")
      try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
      // An archive with nothing in it, which the linker takes.
      let object = place.appending(path: "One.a")
      try "!<arch>\n".write(to: object, atomically: true, encoding: .utf8)
      let date = Date(timeIntervalSinceNow: -minutes * 60)
      try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: object.path)
      let map = ["\(root.path)/Sources/\(module)/One.swift": ["object": object.path]]
      try JSONEncoder().encode(map).write(to: place.appending(path: "output-file-map.json"))
    }
    var made = 0
    func program() throws -> URL {
      try Compiler(BuiltModules(["Linked"], in: folder)).folder(of: ["text"]) { draft, _ in
        made += 1
        try Data().write(to: draft.appending(path: "program"))
      }
    }
    for module in ["Linked", Compiler.maker] { try built(module, minutesAgo: 9) }
    #expect(try program() == program() && made == 1)
    for module in ["Linked", Compiler.maker] {
      try built(module, minutesAgo: 5)
      let before = made
      #expect(try program() == program() && made == before + 1, "\(module)")
    }
  }
}
