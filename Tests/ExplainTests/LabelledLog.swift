import Foundation
import Testing

@testable import Explain
@testable import Workbench

/// A log of the tests, and what its header says of it.
///
/// The files `Logs/*.logs` hold them, a file for a kind of cause. A header begins with `=== id (title)`. What follows the
/// line `log:` is the log, up to the line break before the next header. Labels of public logs say what the thread
/// established, or what a reader took the log for before the program read it. Most of these logs are cut to what matters,
/// with other addresses and without the names of private apps. A person who had not read the rules gathered and labelled
/// those with a `cause:`.
///
/// `blind.txt` holds others, gathered by another person. The author of the rules opens it once, when the rules are done.
struct LabelledLog: CustomTestStringConvertible, Sendable {
  let id: String
  /// Where the log was published, or that it was written for these tests in a form in which people paste logs.
  let source: String
  /// The kinds of the cause. What a thread established and no text says is under `unreadable:`, for readers alone.
  let expected: [String]
  /// The kinds that a careful reader may name as well.
  let alternatives: [String]
  /// Whether the answer has to be the first of the expected kinds, and each further one has to be found or possible.
  let isStrict: Bool
  let text: String
  let diagnosis: Diagnosis
  let explanation: Explanation

  var testDescription: String { id }
  var log: Log { diagnosis.log }

  /// Other words for kinds, which the labels in `blind.txt` may use.
  private static let names = [
    "other-thread": "other-thread-or-isolation", "path-changed-silently": "path-object-swapped-silently",
    "unknown-key": "kvc-noncompliant-observed", "mediator": "mediator-involved",
  ]

  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "Logs")

  static let all: [LabelledLog] = {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return files.filter { $0.hasSuffix(".logs") }.sorted().flatMap(logs(in:))
  }()

  static func logs(in file: String) -> [LabelledLog] {
    let text = (try? String(contentsOf: folder.appending(path: file), encoding: .utf8)) ?? ""
    return "\n\(text)".components(separatedBy: "\n=== ").dropFirst().map(LabelledLog.init)
  }

  static func named(_ id: String) throws -> LabelledLog { try #require(all.first { $0.id == id }, "\(id)") }

  private init(_ entry: String) {
    let parts = entry.split(separator: "\nlog:\n", maxSplits: 1)
    let head = parts[0].split(separator: "\n")
    func line(_ name: String) -> Substring {
      head.first { $0.hasPrefix("\(name):") }?.dropFirst(name.count + 1) ?? ""
    }
    func kinds(_ name: String) -> [String] {
      line(name).split(separator: ",").compactMap { label in
        label.split(separator: " ").first.map { Self.names[String($0)] ?? String($0) }
      }
    }
    id = String(entry.prefix { !$0.isWhitespace })
    source = line("source").trimmingCharacters(in: .whitespaces)
    (expected, alternatives) = (kinds("expected"), kinds("alternatives"))
    isStrict = line("strict") == " yes"
    text = parts.count > 1 ? String(parts[1]) : ""
    diagnosis = Diagnosis(Log(text: text))
    explanation = Explanation(diagnosis)
  }
}
