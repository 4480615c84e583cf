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
    #expect(sentence { throw POSIXError(.EACCES) } == "unexpected error: Permission denied.")
    #expect(sentence { throw Odd() } == "unexpected error: Odd(number: 3)")
    #expect(
      sentence { _ = try JSONDecoder().decode([Int].self, from: Data("[".utf8)) }.hasPrefix(
        "unexpected error: The data"))
  }
}
