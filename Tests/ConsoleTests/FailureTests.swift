import Console
import Foundation
import Testing

@Suite("What an error says to a person", .watched)
struct FailureTests {
  private struct Odd: Error { let number = 3 }

  private func sentence(_ body: () throws -> Void) -> String {
    do { try body() } catch { return Console.sentence(about: error) }
    return "no error"
  }

  @Test("it names the file and the reason, and has no codes and no domains")
  func files() {
    let sentences = [
      sentence { _ = try Data(contentsOf: URL(filePath: "/no/such/file")) },
      sentence { try Data([1]).write(to: URL(filePath: "/dev/null/file")) },
      sentence { try FileManager.default.createDirectory(atPath: "/dev/null/a", withIntermediateDirectories: true) },
      sentence { try FileManager.default.moveItem(atPath: "/no/such", toPath: "/no/other") },
    ]
    #expect(sentences[0] == "'/no/such/file': No such file or directory.")
    for text in sentences {
      #expect(text.wholeMatch(of: #/'/[^']+': [A-Z][a-z ]+\./#) != nil, "\(text)")
    }
  }

  @Test("an error of the system's is in its words, and one that says nothing is shown as it is, on one line")
  func others() {
    #expect(sentence { throw POSIXError(.ENOENT) } == "unexpected error: No such file or directory.")
    #expect(sentence { throw Odd() } == "unexpected error: Odd(number: 3).")
    #expect(
      sentence { _ = try JSONDecoder().decode([Int].self, from: Data("[".utf8)) }.hasPrefix(
        "unexpected error: "))
  }

  @Test("what an interrupted process has left in the temporary folder is removed, and nothing else")
  func leftFiles() throws {
    let folder = URL.temporaryDirectory
    // A process that has ended: its number is not used again at once.
    let dead = try TimedProcess.run(URL(filePath: "/bin/sh"), ["-c", "echo $$"], seconds: 60).output.split(
      separator: "\n")[0]
    let left = folder.appending(path: "scenarios-\(dead)-\(UUID().uuidString).events")
    let others = [
      "scenarios-\(getpid())-\(UUID().uuidString)", "scenarios-", "scenarios-x-y", "other-\(dead)-\(UUID().uuidString)",
    ]
    .map { folder.appending(path: $0) }
    for file in [left] + others { try Data().write(to: file) }
    defer { for file in [left] + others { try? FileManager.default.removeItem(at: file) } }
    TemporaryPlace.removeLeft()
    #expect(!FileManager.default.fileExists(atPath: left.path))
    for file in others { #expect(FileManager.default.fileExists(atPath: file.path), "\(file.lastPathComponent)") }
  }
}
