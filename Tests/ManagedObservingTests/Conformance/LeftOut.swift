import Foundation
import Testing

/// The entries of the group KVO-FBK that have no test, each with its reason.
let leftOut = [
  "KVO-FBK-06": "A nil closure does not compile: the parameter is not optional."
]

@Suite("KVO-FBK, complete") struct CompletenessTests {
  @Test("every entry has one test, or a reason not to have one")
  func everyEntry() throws {
    let all = (1...25).map { String(format: "KVO-FBK-%02d", $0) }
    #expect(try (idsInTestNames() + leftOut.keys).sorted() == all)
  }

  /// The ids that the display names in this target's sources begin with.
  private func idsInTestNames() throws -> [String] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    let sources = (files?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "swift" }
    try #require(sources.count > 1, "the sources are where they were compiled")
    return try sources.flatMap { source in
      try String(contentsOf: source, encoding: .utf8)
        .matches(of: /@Test\(\s*"(KVO-FBK-\d+)/).map { String($0.output.1) }
    }
  }
}
