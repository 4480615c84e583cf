import Foundation
import TestSupport
import Testing

@testable import Explain
@testable import Scenarios

/// Logs of public issue trackers, cut to what matters, with what their threads established. They were gathered and
/// labelled by a person who had not read the rules.
///
/// `blind.txt` holds others, gathered by another person. The author of the rules opens it once, when the rules are done.
@Suite("Explaining logs of issue trackers", .watched)
struct ExplainTrackerTests {
  struct Entry: CustomTestStringConvertible, Sendable {
    let id: String
    /// The kinds of the thread's cause, and those that a careful reader may name as well.
    let expected: [String]
    let alternatives: [String]
    let text: String

    var testDescription: String { id }
  }

  /// What an answer is worth.
  enum Verdict {
    case right, honest, wrong
  }

  /// The words of the labels, and the names of the kinds.
  private static let names = [
    "other-thread": "other-thread-or-isolation", "path-changed-silently": "path-object-swapped-silently",
    "unknown-key": "kvc-noncompliant-observed", "mediator": "mediator-involved",
  ]

  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appending(path: "Logs/trackers")

  static let entries: [Entry] = {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return files.filter { $0.hasSuffix(".logs") }.sorted().flatMap(entries(in:))
  }()

  private static func entries(in file: String) -> [Entry] {
    let text = (try? String(contentsOf: folder.appending(path: file), encoding: .utf8)) ?? ""
    return "\n\(text)".components(separatedBy: "\n=== ").dropFirst().compactMap(entry)
  }

  private static func entry(_ text: String) -> Entry? {
    guard let log = text.firstRange(of: "\nlog:\n") else { return nil }
    let head = text[..<log.lowerBound].split(separator: "\n")
    func labels(_ name: String) -> [String] {
      let line = head.first { $0.hasPrefix("\(name):") }?.dropFirst(name.count + 1) ?? ""
      return line.split(separator: ",").compactMap { label in
        label.split(separator: " ").first.map { names[String($0)] ?? String($0) }
      }
    }
    let id = head.first?.split(separator: " ").first.map(String.init) ?? ""
    return Entry(
      id: id, expected: labels("expected"), alternatives: labels("alternatives"), text: String(text[log.upperBound...]))
  }

  static func verdict(on entry: Entry) -> Verdict {
    let explanation = Explanation(Diagnosis(Log(text: entry.text)))
    let allowed = Set(entry.expected + entry.alternatives)
    switch explanation.answer {
    case "observing": return explanation.tags.contains(where: allowed.contains) ? .right : .wrong
    case "not-observing":
      return allowed.contains("not-kvo") ? .right : .wrong
    default:
      if entry.expected.contains("cannot-tell") { return .right }
      return explanation.possible.contains { allowed.contains($0.kind.rawValue) } ? .right : .honest
    }
  }

  @Test("there are logs, each with an id and a label")
  func files() {
    #expect(Self.entries.count >= 50)
    #expect(Set(Self.entries.map(\.id)).count == Self.entries.count)
    #expect(Self.entries.allSatisfy { !$0.expected.isEmpty && !$0.text.isEmpty })
  }

  @Test("no log is among the blind ones too, under whatever name")
  func apart() {
    let blind = Self.entries(in: "blind.txt")
    #expect(blind.count >= 25)
    for log in blind {
      let lines = Self.longLines(of: log)
      // The functions of Foundation are the same in many logs.
      let twin = Self.entries.first { Self.longLines(of: $0).intersection(lines).count * 5 > lines.count * 4 }
      #expect(twin == nil, "\(log.id) is \(twin?.id ?? "")")
    }
  }

  /// The lines that tell a log from another one, without addresses and numbers.
  private static func longLines(of entry: Entry) -> Set<String> {
    Set(
      entry.text.split(separator: "\n").filter { $0.count > 40 }.map {
        $0.replacing(#/0x[0-9a-f]+|\d+/#, with: "#").trimmingCharacters(in: .whitespaces)
      })
  }

  @Test("no answer claims what the thread contradicts", arguments: entries)
  func claims(_ entry: Entry) {
    #expect(Self.verdict(on: entry) != .wrong, "\(Explanation(Diagnosis(Log(text: entry.text))).summary)")
  }

  @Test("nine of ten answers name the cause")
  func share() {
    let right = Self.entries.count { Self.verdict(on: $0) == .right }
    #expect(right * 10 >= Self.entries.count * 9, "\(right) of \(Self.entries.count)")
  }
}
