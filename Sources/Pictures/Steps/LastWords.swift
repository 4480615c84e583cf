import Foundation
import RawObserving

/// The last message of a process in a few words: the exception, and its reason.
struct LastWords: Equatable, Sendable {
  /// The name of an exception, or what else ended the process. Without an exception of Apple's, it is the engine.
  let name: String
  let reason: String

  var text: String { reason.isEmpty ? name : "\(name): \(reason)" }

  /// - Parameter violation: the rule that was broken, if the engine ended the process.
  init(_ message: String, _ violation: Violation.ID?) {
    let lines = message.split(separator: "\n")
    let first = lines.first.map(String.init) ?? ""
    if violation == .messageToDeallocated {
      name = "message sent to a deallocated instance"
      reason = first.split(separator: " ").last.map { $0.trimmingCharacters(in: ["(", ")"]) } ?? ""
      return
    }
    if let range = first.range(of: "Assertion failed: ") {
      (name, reason) = ("assertion failed", String(first[range.upperBound...]))
      return
    }
    guard let violation else {
      let rest = lines.count > 1 && !first.hasSuffix(".") ? " …" : ""
      (name, reason) = (first.isEmpty ? "it leaves no message" : first + rest, "")
      return
    }
    name = violation.exception ?? "RawObserving"
    reason = Self.essence(of: violation) ?? Self.essence(of: first)
  }

  /// What is wrong, in fewer words than the message has.
  private static func essence(of violation: Violation.ID) -> String? {
    switch violation {
    case .deallocatedWhileObserved: "deallocated while observers were registered"
    case .notRegistered: "cannot remove an observer that is not registered"
    case .notHandled: "a message was received but not handled"
    case .undefinedKeyObserved: "the object is not KVC-compliant for the key"
    case .changedUnannounced: "a value has changed without a KVO notification"
    case .dependsOnItself: "a key is declared to depend on itself"
    case .unsupportedKeyPath: "an array cannot be observed"
    default: nil
    }
  }

  /// The first sentence of a message, without what stands before the reason and without the sender in brackets.
  private static func essence(of line: String) -> String {
    var text = line
    for beginning in ["*** RawObserving: ", "reason: '", "]: "] {
      if let end = text.range(of: beginning) { text = String(text[end.upperBound...]) }
    }
    if let end = text.range(of: ". ") { text = String(text[..<end.lowerBound]) }
    return text.trimmingCharacters(in: ["'", ".", " "])
  }
}
