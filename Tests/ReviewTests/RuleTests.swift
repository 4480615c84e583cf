import Foundation
import Harness
import ProgramSupport
import TestSupport
import Testing

@testable import Review

/// The repository, from the file of a test on.
enum Repository {
  static func url(_ path: String) -> URL {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    return path.isEmpty ? root : root.appendingPathComponent(path)
  }
}

@Suite("Rules of the review", .watched)
struct RuleTests {
  /// The sources in which each rule finds its mistake, and beside it near misses. A comment says where: `finds` for what is
  /// sure, `may` for what is not.
  private static let sources: [String] = {
    let folder = Repository.url("Tests/ReviewTests/Sources")
    return (try? FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()) ?? []
  }()

  private static func review(_ name: String, all: Bool) throws -> Review {
    var request = Review.Request(paths: [Repository.url("Tests/ReviewTests/Sources/\(name)").path])
    request.all = all
    return try Review(request)
  }

  /// The lines of a source with that comment.
  private static func marked(_ name: String, _ word: String) throws -> Set<Int> {
    let text = try String(contentsOf: Repository.url("Tests/ReviewTests/Sources/\(name)"), encoding: .utf8)
    return Set(zip(1..., text.components(separatedBy: "\n")).filter { $0.1.contains("// \(word)") }.map(\.0))
  }

  @Test("a rule finds its mistakes and none of the near misses beside them", arguments: sources)
  func findings(in name: String) throws {
    let pitfall = String(try #require(name.prefixMatch(of: #/[A-Z]{3}-\d+/#)).0)
    let (sure, possible) = (try Self.marked(name, "finds"), try Self.marked(name, "may"))
    for all in [false, true] {
      let review = try Self.review(name, all: all)
      #expect(review.notRead.isEmpty && review.remarks.isEmpty, "\(review.notRead) \(review.remarks)")
      #expect(Set(review.findings.map(\.line)) == (all ? sure.union(possible) : sure), "\(review.findings.map(\.line))")
      #expect(Set(review.findings.map(\.pitfall)).isSubset(of: [pitfall]))
      #expect(review.findings.allSatisfy { $0.isSure == sure.contains($0.line) })
      if !all { #expect(review.possibleCount == possible.count) }
    }
  }

  @Test("a removal with a misspelt key names the addition that it means, and says that it is in the deinit")
  func misspelt() throws {
    let finding = try #require(try Self.review("REM-1-misspelt.m", all: false).findings.first)
    #expect(
      finding.reason
        == "Picker adds `selectedPosition` (line 12) and removes `selectePosition`, which raises an exception when the object is deallocated."
    )
    #expect(finding.remedy == "Write the same key in both.")
  }

  @Test("to observe a property that is not @objc ends the process, and one that is not dynamic is silent")
  func notObjC() throws {
    let reasons = try Self.review("KEY-12.swift", all: false).findings.map(\.reason)
    #expect(reasons.map { $0.contains("ends the process") } == [false, false, true, false])
  }

  @Test("every rule has a source in which it finds something, and a pitfall that runs")
  func complete() throws {
    var found: Set<String> = []
    for name in Self.sources { found.formUnion(try Self.review(name, all: true).findings.map(\.rule)) }
    #expect(Set(Rule.all.map(\.name)) == found)
    #expect(Set(Rule.all.map(\.name)).count == Rule.all.count)
    for rule in Rule.all { #expect(Pitfall.named(rule.pitfall) != nil, "\(rule.name)") }
  }

  @Test("the page of the audit lists every sure rule by what its mistake does, in the order of the report")
  func harms() throws {
    let page = try String(contentsOf: Repository.url("Lessons/Appendices/audit.md"), encoding: .utf8)
    let section = try #require(page.split(separator: "## What to repair first").last?.prefix { $0 != "#" })
    let items = section.components(separatedBy: ":**").dropFirst()
    #expect(items.count == Rule.Harm.allCases.count)
    for (harm, item) in zip(Rule.Harm.allCases, items) {
      let listed = (item.prefix { $0 != "." }).matches(of: #/[A-Z]{3}-\d+/#).map { String($0.0) }
      let meant = Set(Rule.all.filter { $0.certainty == .sure && $0.harm == harm }.map(\.pitfall))
      #expect(Set(listed) == meant, "\(harm)")
    }
  }

  @Test("a finding has no name in capitals left that stands for something", arguments: sources)
  func filled(_ name: String) throws {
    let names: Set = [
      "PROPERTY", "LINE", "CLASS", "KEY", "VALUE", "HOOK", "NAME", "ADDED", "END", "CAUSE", "WHEN", "WHERE",
    ]
    for finding in try Self.review(name, all: true).findings {
      let words = "\(finding.reason) \(finding.remedy)".split { !$0.isLetter }.map(String.init)
      #expect(names.isDisjoint(with: words), "\(finding.reason) \(finding.remedy)")
    }
  }

  @Test("all sources together, as one project, give what each gives alone: names that occur twice are told apart")
  func together() throws {
    let folder = Repository.url("Tests/ReviewTests/Sources").path
    var request = Review.Request(paths: Self.sources.map { "\(folder)/\($0)" })
    request.all = true
    let together = Set(try Review(request).findings.map { "\($0.path):\($0.line):\($0.rule)" })
    var alone: Set<String> = []
    for name in Self.sources {
      alone.formUnion(try Self.review(name, all: true).findings.map { "\($0.path):\($0.line):\($0.rule)" })
    }
    // A category of a class that another of these files declares is no category of a framework's class.
    #expect(together.symmetricDifference(alone).filter { !$0.hasSuffix("CTX-1/category") }.isEmpty)
  }

  @Test("each line of the pinned list is a place in a public repository, with a rule and a verdict, or says silent")
  func pinned() throws {
    let text = try String(contentsOf: Repository.url("Tests/ReviewTests/pinned.txt"), encoding: .utf8)
    let lines = text.split(separator: "\n").filter { !$0.hasPrefix("#") }
    let rules = Set(Rule.all.filter { $0.certainty == .sure }.map(\.name))
    #expect(lines.count > 150 && Set(lines).count == lines.count)
    for line in lines {
      let match = try #require(
        line.wholeMatch(of: #/([\w.-]+\/[\w.-]+) ([0-9a-f]{40}) (?:silent|(.+):\d+ (\S+) (?:true|latent))/#), "\(line)")
      if let rule = match.4 { #expect(rules.contains(String(rule)), "\(line)") }
      #expect(match.3.map { Language(path: String($0)) != nil } ?? true, "\(line)")
    }
  }

  @Test("this repository is silent by one file at its root")
  func repository() throws {
    var request = Review.Request(paths: [Repository.url("").path])
    request.excluded = ["Tests"]
    let review = try Review(request)
    #expect(review.findings.isEmpty, "\(review.findings.map { "\($0.name):\($0.line) \($0.pitfall)" })")
    #expect(review.remarks.isEmpty && review.ignoredCount > 20, "\(review.remarks)")
    #expect(review.notRead.isEmpty, "\(review.notRead)")
  }
}
