import Console
import Foundation

/// A review as people and programs read it.
struct ReviewReport {
  let review: Review
  /// How many findings a baseline has, and how many of its own are gone; nil without one.
  let baseline: (known: Int, gone: Int)?

  /// The name of a pitfall, such as `token-cycle`.
  let nameOf: @Sendable (String) -> String

  /// How many findings a terminal shows one by one.
  private static let most = 20

  // MARK: A terminal

  func print(_ screen: Screen) {
    // The worst findings come first, so that a terminal shows them.
    let groups = groups
    let ordered = groups.flatMap(\.findings)
    var left = Self.most
    for (name, findings) in groups where left > 0 {
      say(screen.bold(name.prefix(1).uppercased() + name.dropFirst()), screen)
      Swift.print("")
      for finding in findings.prefix(left) { print(finding, screen) }
      left -= findings.count
    }
    if ordered.count > Self.most {
      let rest = ordered.dropFirst(Self.most)
      say("And \(counted(rest.count, "more finding")):", screen)
      for (id, all) in Dictionary(grouping: rest, by: \.pitfall).sorted(by: {
        ($1.value.count, $0.key) < ($0.value.count, $1.key)
      }) {
        Swift.print("  \(id.padded(to: 8))\(all.count)")
      }
      say("A pipe gets them all: './scenarios review … | less'.", screen)
      Swift.print("")
    }
    for line in summary { say(line, screen) }
  }

  /// What is sure, by what becomes of it, the worst first; and then what may be a mistake.
  private var groups: [(name: String, findings: [Review.Finding])] {
    let sure = Rule.Harm.allCases.map { harm in
      let found = review.findings.filter { $0.isSure && $0.harm == harm }
      return (harm.counted(found.count), found.filter { !$0.isUnobserved } + found.filter(\.isUnobserved))
    }
    let possible = Rule.Harm.allCases.flatMap { harm in review.findings.filter { !$0.isSure && $0.harm == harm } }
    return (sure + [(possiblePlaces(possible.count), possible)]).filter { !$0.1.isEmpty }
  }

  private func possiblePlaces(_ count: Int) -> String { "\(counted(count, "place")) that may have a mistake" }

  private func print(_ finding: Review.Finding, _ screen: Screen) {
    let place = "\(printable(finding.name)):\(finding.line):\(finding.column)"
    let name = "\(finding.pitfall) (\(nameOf(finding.pitfall)))"
    let what = finding.isSure ? screen.red(name) : "\(screen.yellow("may be")) \(name)"
    let fits = place.count + name.count + 9 <= screen.columns
    Swift.print("\(screen.bold(place))\(fits ? "  " : "\n    ")\(what)")
    for line in screen.lines(Self.shortened(printable(finding.code), 2 * screen.columns - 40), indent: 4) {
      Swift.print("    \(screen.faint(line))")
    }
    for line in screen.lines("\(finding.reason) \(screen.nextSign) \(finding.remedy)", indent: 4) {
      Swift.print("    \(line)")
    }
    Swift.print("    ./scenarios run \(finding.pitfall)   ./scenarios card \(finding.pitfall)")
    Swift.print("")
  }

  private static func shortened(_ text: String, _ width: Int) -> String {
    text.count <= max(40, width) ? text : text.prefix(max(40, width) - 1) + "…"
  }

  private func say(_ text: String, _ screen: Screen) {
    for line in screen.lines(text) { Swift.print(line) }
  }

  // MARK: The end

  /// What was read, and what was not.
  var summary: [String] {
    let findings = review.findings
    let files = Set(findings.map(\.name)).count
    var lines = [
      findings.isEmpty
        ? "No findings in \(counted(review.fileCount, "file"))."
        : "\(counted(findings.count, "finding")) in \(files) of \(counted(review.fileCount, "file")): "
          + groups.map(\.name).joined(separator: ", ") + "."
    ]
    if let baseline {
      if baseline.known > 0 {
        lines.append(
          "\(counted(baseline.known, "finding")) of the baseline \(baseline.known == 1 ? "is" : "are") left out.")
      }
      if baseline.gone > 0 {
        lines.append(
          "\(counted(baseline.gone, "finding")) of the baseline \(baseline.gone == 1 ? "is" : "are") gone. With '--baseline' and '--write-baseline' for one file, that has the rest."
        )
      }
    }
    if review.ignoredCount > 0 {
      lines.append("\(counted(review.ignoredCount, "finding")) ignored, by comments or by \(Ignoring.fileName).")
    }
    if review.possibleCount > 0 {
      lines.append(
        "\(counted(review.possibleCount, "place")) may have a mistake (\(review.possiblePitfalls.joined(separator: ", "))): '--all' lists \(review.possibleCount == 1 ? "it" : "them")."
      )
    }
    if review.testCount > 0 { lines.append("\(counted(review.testCount, "test file")) left out.") }
    if review.ignoredFileCount > 0 {
      lines.append("Left out because git ignores it: \(counted(review.ignoredFileCount, "path")).")
    }
    if !review.leftOut.isEmpty {
      let shown =
        review.leftOut.prefix(6).joined(separator: ", ")
        + (review.leftOut.count > 6 ? " and \(review.leftOut.count - 6) more" : "")
      lines.append("Left out: \(printable(shown)).")
    }
    for (name, reason) in review.notRead { lines.append("Not read: \(printable(name)): \(reason).") }
    lines += review.remarks.map(printable)
    return lines
  }

  private func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

  // MARK: Programs

  /// A line for each finding, as compilers print it: Xcode shows it beside the code.
  var lines: [String] {
    review.findings.map { finding in
      "\(printable(finding.path)):\(finding.line):\(finding.column): warning: \(finding.isSure ? "" : "may be: ")\(finding.reason) \(finding.remedy) [\(finding.pitfall)]"
    }
  }

  private struct JSON: Encodable {
    struct Finding: Encodable {
      let pitfall, rule, certainty, harm, path, code, reason, remedy, run, card: String
      let line, column: Int
    }
    struct NotRead: Encodable { let path, reason: String }
    struct Baseline: Encodable { let leftOut, gone: Int }
    let version = 1
    let findings: [Finding]
    let files, possible, ignored, tests: Int
    let leftOut: [String]
    let notRead: [NotRead]
    let remarks: [String]
    let baseline: Baseline?

    enum CodingKeys: CodingKey {
      case version, findings, files, possible, ignored, tests, leftOut, notRead, remarks, baseline
    }
  }

  func json() throws -> String {
    let json = JSON(
      findings: review.findings.map { one in
        .init(
          pitfall: one.pitfall, rule: one.rule, certainty: one.isSure ? "is" : "may", harm: one.harm.rawValue,
          path: one.name, code: one.code,
          reason: one.reason, remedy: one.remedy, run: "./scenarios run \(one.pitfall)",
          card: "./scenarios card \(one.pitfall)",
          line: one.line, column: one.column)
      }, files: review.fileCount, possible: review.possibleCount, ignored: review.ignoredCount, tests: review.testCount,
      leftOut: review.leftOut, notRead: review.notRead.map { .init(path: $0.name, reason: $0.reason) },
      remarks: review.remarks, baseline: baseline.map { .init(leftOut: $0.known, gone: $0.gone) })
    return try encoded(json)
  }

  /// SARIF 2.1.0, of which GitHub shows the results in a pull request.
  func sarif(_ card: (String) -> String) throws -> String {
    let rules = Set(review.findings.map(\.rule)).sorted()
    let log: [String: Any] = [
      "$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0",
      "runs": [
        [
          "tool": [
            "driver": [
              "name": "scenarios review",
              "rules": rules.map { name in
                let pitfall = String(name.prefix { $0 != "/" })
                return [
                  "id": name, "shortDescription": ["text": Rule.all.first { $0.name == name }?.looksFor ?? name],
                  "help": ["text": card(pitfall)],
                ] as [String: Any]
              },
            ] as [String: Any]
          ],
          "columnKind": "unicodeCodePoints",
          "invocations": [
            [
              "executionSuccessful": true,
              "toolExecutionNotifications": review.notRead.map { name, reason in
                ["level": "warning", "message": ["text": "Not read: \(name): \(reason)."]] as [String: Any]
              },
            ] as [String: Any]
          ],
          "results": review.findings.map { one in
            [
              "ruleId": one.rule, "level": one.isSure ? "warning" : "note",
              "message": ["text": "\(one.reason) \(one.remedy)"],
              "locations": [
                [
                  "physicalLocation": [
                    "artifactLocation": ["uri": Self.uri(one)],
                    "region": ["startLine": one.line, "startColumn": one.column],
                  ] as [String: Any]
                ]
              ],
            ] as [String: Any]
          },
        ] as [String: Any]
      ],
    ]
    let data = try JSONSerialization.data(
      withJSONObject: log, options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
    return String(decoding: data, as: UTF8.self)
  }

  /// Relative to the folder in which the command runs; of a file that is not below it, the whole.
  private static func uri(_ finding: Review.Finding) -> String {
    if finding.name.hasPrefix("/") || finding.name.hasPrefix("..") {
      return URL(fileURLWithPath: finding.path).absoluteString
    }
    return finding.name.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? finding.name
  }

  private func encoded(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }
}
