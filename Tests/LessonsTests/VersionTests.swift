import Testing

@testable import Book

/// The one version number, wherever it is told.
@Suite("The version", .watched)
struct VersionTests {
  @Test("the programs, the changelog and the documentation tell the same version")
  func same() throws {
    let told = try Executable.run(["--version"]).lines.first ?? ""
    let version = String(try #require(told.firstMatch(of: /\d+\.\d+\.\d+/)).0)
    let source = "Sources/Console/Version.swift says \(version)"
    let changelog = try Repository.text(of: "CHANGELOG.md")
    #expect(
      changelog.firstMatch(of: /(?m)^## (\d+\.\d+\.\d+)/)?.1 == version[...],
      "\(source), and CHANGELOG.md's first entry another version; correct one of the two")
    for page in Book.documentation
    where page.hasSuffix("ing.docc/ManagedObserving.md") || page.hasSuffix("RawObserving.md") {
      #expect(
        try Repository.text(of: page).contains("Version \(version)."),
        "\(source), and \(page) does not; correct one of the two")
    }
  }
}
