import Console
import Dispatch
import Foundation
import Synchronization

/// A review of sources: which mistakes of observing they have.
package struct Review: Sendable {
  /// A place with a mistake.
  package struct Finding: Sendable {
    package let pitfall: String
    /// The name of the rule: the pitfall's, and the form if there are several.
    package let rule: String
    /// Whether the place has the mistake, and not only may have it.
    package let isSure: Bool
    let harm: Rule.Harm
    package let name: String
    package let path: String
    package let line: Int
    package let column: Int
    /// The line of the source, without the spaces around it.
    package let code: String
    package let reason: String
    package let remedy: String
    let isUnobserved: Bool
  }

  /// What is asked for.
  package struct Request: Sendable {
    package var paths: [String]
    /// Whether places that only may have a mistake are listed too.
    package var all = false
    package var excluded: [String] = []

    package init(paths: [String]) { self.paths = paths }
  }

  package private(set) var findings: [Finding] = []
  /// How many files were read.
  package private(set) var fileCount = 0
  /// Places that may have a mistake, and were not asked for.
  package private(set) var possibleCount = 0
  /// The pitfalls that such places may have, in order.
  package private(set) var possiblePitfalls: [String] = []
  package private(set) var testCount = 0
  /// How many files and folders git ignores.
  package private(set) var ignoredFileCount = 0
  /// Folders that were left out.
  package private(set) var leftOut: [String] = []
  /// Files that were not read, or not to their end, and why.
  package private(set) var notRead: [(name: String, reason: String)] = []
  /// The paths of the files that were read.
  private var readPaths: [String] = []
  /// Those that were named themselves. Without the files around it, a file may have fewer findings.
  private var namedPaths: Set<String> = []
  /// Whether places that only may have a mistake are among the findings.
  private var isOfAll = false
  /// How many findings a comment or a file at the root leaves as they are.
  package var ignoredCount: Int { ignored.count }
  private var ignored: [Finding] = []
  /// What is wrong with such comments and files.
  package private(set) var remarks: [String] = []

  /// The names of all pitfalls that a rule finds.
  package static var pitfalls: [String] { Set(Rule.all.map(\.pitfall)).sorted() }

  /// What a rule looks for, for a page.
  package struct RuleText: Sendable {
    package let pitfall, form, languages, looksFor, exempt: String
    package let isSure: Bool
  }

  /// The rules, in the order in which they are tried.
  package static var rules: [RuleText] {
    Rule.all.map { rule in
      RuleText(
        pitfall: rule.pitfall, form: rule.form,
        languages: rule.languages.map { $0 == .swift ? "Swift" : "Objective-C" }.joined(separator: ", "),
        looksFor: rule.looksFor, exempt: rule.exempt, isSure: rule.certainty == .sure)
    }
  }

  /// - Throws: ``InputError`` if a path is not there.
  package init(_ request: Request) throws {
    let files = try Files(request.paths, excluding: request.excluded)
    leftOut = files.leftOut
    notRead = files.notRead
    var read = Self.read(files.files)
    let names = Dictionary(uniqueKeysWithValues: files.files.map { ($0.name, $0) })
    let project = Project { name in
      guard let file = names[name], case .bytes(let bytes) = Files.read(file.path) else { return nil }
      return Source(path: name, language: file.language, bytes: bytes)
    }
    // The folder of an app may be called `ShoppingTest`.
    let isAllTests = read.allSatisfy { if case .test = $0 { true } else { false } }
    if isAllTests, !read.isEmpty {
      read = Self.read(
        files.files.map { file in
          var file = file
          file.isNamed = true
          return file
        })
    }
    for (file, one) in zip(files.files, read) {
      switch one {
      case .notRead(let reason): notRead.append((file.name, reason))
      case .test: testCount += 1
      case .index(let index): project.add(index, of: file.name)
      case .source(let index, let source):
        project.add(index, of: file.name)
        if source.unbalanced > 0 {
          let line = source.firstUnbalanced.map { ", from line \(source.line(of: $0)) on" } ?? ""
          notRead.append((file.name, "its brackets do not match\(line)"))
        } else {
          project.add(source)
        }
      }
    }
    readPaths = zip(files.files, read).compactMap { file, one in
      if case .notRead = one { nil } else if case .test = one { nil } else { file.path }
    }
    namedPaths = Set(files.files.filter(\.isNamed).map(\.path))
    fileCount = readPaths.count
    if fileCount == 0, let (name, reason) = notRead.first {
      throw InputError(message: "\(quoted(name)) was not read: \(reason).")
    }
    isOfAll = request.all
    project.sort()
    var ignoring = Ignoring(request.paths, ids: Set(Self.pitfalls))
    remarks = files.remarks + ignoring.problems
    if isAllTests, !read.isEmpty { remarks.append("Every file looks like a test by its path, so they are all read.") }
    ignoredFileCount = files.ignoredByGit
    find(in: project, names, &ignoring, request.all)
    for entry in ignoring.entries where entry.isWhole && !entry.isUsed {
      remarks.append("\(entry.place) ignores nothing.")
    }
    possiblePitfalls.sort()
    notRead.sort { $0.name < $1.name }
  }

  // MARK: Reading

  private enum Reading: Sendable {
    case notRead(String)
    case test
    case index(FileIndex)
    case source(FileIndex, Source)
  }

  private static func read(_ files: [Files.File]) -> [Reading] {
    let results = Mutex([Int: [Reading]]())
    // In pieces, so that several processors read.
    let size = max(1, min(64, files.count / 8))
    let pieces = (files.count + size - 1) / size
    DispatchQueue.concurrentPerform(iterations: pieces) { piece in
      let found = files[piece * size..<min((piece + 1) * size, files.count)].map(read)
      results.withLock { $0[piece] = found }
    }
    return results.withLock { results in (0..<pieces).flatMap { results[$0] ?? [] } }
  }

  private static func read(_ file: Files.File) -> Reading {
    switch Files.read(file.path) {
    case .notRead(let reason): return .notRead(reason)
    case .bytes(let bytes):
      if !file.isNamed, Files.isTest(file.name, bytes) { return .test }
      let index = FileIndex(bytes, file.language)
      return index.isCandidate
        ? .source(index, Source(path: file.name, language: file.language, bytes: bytes)) : .index(index)
    }
  }

  // MARK: Finding

  private mutating func find(
    in project: Project, _ names: [String: Files.File], _ ignoring: inout Ignoring, _ all: Bool
  ) {
    var comments: [String: [IgnoreComment]] = [:]
    for source in project.sources {
      let found = IgnoreComment.all(in: source)
      if !found.isEmpty { comments[source.path] = found }
    }
    var seen: Set<String> = []
    for rule in Rule.all {
      for place in rule.find(project) where rule.languages.contains(place.source.language) {
        let source = place.source
        let (line, column) = (source.line(of: place.token), source.column(of: place.token))
        guard seen.insert("\(source.path):\(line):\(column):\(rule.pitfall)").inserted else { continue }
        let path = names[source.path]?.path ?? source.path
        let finding = Finding(
          pitfall: rule.pitfall, rule: rule.name, isSure: rule.certainty == .sure, harm: place.harm ?? rule.harm,
          name: source.path, path: path, line: line, column: column,
          code: source.lineText(line).trimmingCharacters(in: .whitespaces),
          reason: Self.filled(place.reason ?? rule.reason, place.values),
          remedy: Self.filled(place.remedy ?? Self.remedy(of: rule, in: source.language), place.values),
          isUnobserved: place.isUnobserved)
        if let index = comments[source.path]?.firstIndex(where: { $0.isFor(rule.pitfall, line) }) {
          comments[source.path]?[index].isUsed = true
          ignored.append(finding)
          continue
        }
        if ignoring.ignores(rule.pitfall, in: path) {
          ignored.append(finding)
          continue
        }
        if rule.certainty == .possible, !all {
          possibleCount += 1
          if !possiblePitfalls.contains(rule.pitfall) { possiblePitfalls.append(rule.pitfall) }
          continue
        }
        findings.append(finding)
      }
    }
    findings.sort {
      ($0.name, $0.line, $0.column, $0.rule) < ($1.name, $1.line, $1.column, $1.rule)
    }
    for (name, all) in comments.sorted(by: { $0.key < $1.key }) {
      for comment in all where !comment.isUsed {
        let what = comment.ids.isEmpty ? "names no pitfall" : "ignores nothing"
        remarks.append("\(name):\(comment.line): this review:ignore \(what).")
      }
    }
  }

  private static func remedy(of rule: Rule, in language: Language) -> String {
    language == .objectiveC ? rule.remedyInObjectiveC ?? rule.remedy : rule.remedy
  }

  /// A text with what its names in capitals stand for.
  private static func filled(_ text: String, _ values: [String: String]) -> String {
    text.replacing(#/[A-Z]{3,}/#) { match in values[String(match.0)] ?? String(match.0) }
  }
}

extension Review {
  /// What a review finds beside a baseline.
  package struct Compared {
    /// The review without what the baseline has.
    package var new: Review
    /// How many findings the baseline has.
    package var knownCount = 0
    /// What is gone from the files that were read, and how often.
    var gone: [String: Int] = [:]

    package var goneCount: Int { gone.values.reduce(0, +) }
  }

  package func compared(with baseline: Baseline) -> Compared {
    var left = baseline.counts
    func take(_ finding: Finding) -> Bool {
      let key = baseline.key(of: finding)
      guard let count = left[key], count > 0 else { return false }
      left[key] = count - 1
      return true
    }
    var compared = Compared(new: self)
    compared.new.findings = []
    for finding in findings {
      if take(finding) { compared.knownCount += 1 } else { compared.new.findings.append(finding) }
    }
    // What is ignored is still in the sources, so it is not gone.
    for finding in ignored { _ = take(finding) }
    let files = Set(readPaths.filter { !namedPaths.contains($0) }.map(baseline.name))
    let rules = Set(Rule.all.filter { isOfAll || $0.certainty == .sure }.map(\.name))
    var isOfThese = baseline.counts.isEmpty
    for (key, count) in left {
      let parts = key.split(separator: "\t", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 3, files.contains(parts[1]) else { continue }
      isOfThese = true
      if rules.contains(parts[0]), count > 0 { compared.gone[key] = count }
    }
    if compared.knownCount == 0, !isOfThese, namedPaths.isEmpty {
      compared.new.remarks.append(
        "The baseline has none of the files that were read. Its paths begin in the folder in which it is.")
    }
    return compared
  }
}

/// The findings that a project had when it began to be reviewed. A line that moves stays the same finding.
package struct Baseline {
  fileprivate var counts: [String: Int] = [:]
  /// The folder of its file, from which the paths in it go: so it is the same for everybody who has the project.
  private let folder: String

  /// - Parameter file: where the baseline is.
  package init(of file: String) {
    folder = URL(fileURLWithPath: file).deletingLastPathComponent().resolvingSymlinksInPath().path
  }

  /// - Throws: ``InputError`` if the text is no baseline.
  package init(_ text: String, from file: String) throws {
    self.init(of: file)
    let lines = text.split(whereSeparator: \.isNewline)
    guard lines.first == Self.heading else {
      throw InputError(message: "\(quoted(file)) is no baseline. '--write-baseline' writes one.")
    }
    for line in lines.dropFirst() { counts[String(line), default: 0] += 1 }
  }

  private static let heading: Substring = "# findings that were there before: review --baseline"

  /// Whether a text is a baseline, which a new one may replace.
  package static func isOne(_ text: String) -> Bool { text.hasPrefix(heading) }

  /// The text of a baseline that has these findings.
  package func text(of findings: [Review.Finding]) -> String { Self.text(findings.map(key)) }

  /// The text of this one without what is gone. What another choice of rules or files would find stays in it.
  package func text(without compared: Review.Compared) -> String {
    Self.text(counts.flatMap { key, count in Array(repeating: key, count: max(0, count - (compared.gone[key] ?? 0))) })
  }

  private static func text(_ keys: [String]) -> String {
    ([String(heading)] + keys.sorted()).joined(separator: "\n") + "\n"
  }

  fileprivate func key(of finding: Review.Finding) -> String {
    let code = finding.code.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return "\(finding.rule)\t\(name(of: finding.path))\t\(code)"
  }

  /// A path from the folder of the baseline on.
  fileprivate func name(of path: String) -> String {
    let resolved = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    let (own, other) = (folder.split(separator: "/"), resolved.split(separator: "/"))
    let common = zip(own, other).prefix { $0 == $1 }.count
    return (own.dropFirst(common).map { _ in ".." } + other.dropFirst(common).map(String.init)).joined(separator: "/")
  }
}
