import Foundation

/// The last message of a process in a few words: the exception, and its reason.
struct LastWords: Equatable, Sendable {
  /// The name of an exception, or what else ended the process. Without an exception of Apple's, it is the engine.
  let name: String
  let reason: String

  var text: String { reason.isEmpty ? name : "\(name): \(reason)" }

  init(_ message: String) {
    let first = message.split(separator: "\n").first.map(String.init) ?? ""
    if let range = message.range(of: "message sent to deallocated instance") {
      name = "message sent to a deallocated instance"
      reason = String(message[range.upperBound...].prefix { $0 != "\n" }).trimmingCharacters(in: ["(", ")", " "])
      return
    }
    if let range = first.range(of: "Assertion failed: ") {
      (name, reason) = ("assertion failed", String(first[range.upperBound...]))
      return
    }
    let engine = "*** RawObserving: "
    if first.hasPrefix(engine) {
      (name, reason) = ("RawObserving", Self.essence(of: String(first.dropFirst(engine.count))))
      return
    }
    let quoted = message.split(separator: "'", maxSplits: 3, omittingEmptySubsequences: false)
    guard message.hasPrefix("*** Terminating app"), quoted.count == 4 else {
      (name, reason) = (first.isEmpty ? "it leaves no message" : first, "")
      return
    }
    name = String(quoted[1])
    reason = Self.essence(of: String(quoted[3]))
  }

  /// The part of a reason that says what is wrong.
  private static func essence(of reason: String) -> String {
    let known = [
      (
        "was deallocated while key value observers were still registered", "deallocated while observers were registered"
      ),
      ("because it is not registered as an observer", "cannot remove an observer that is not registered"),
      ("message was received but not handled", "a message was received but not handled"),
      ("is not KVC-compliant", "the object is not KVC-compliant for the key"),
      ("without an appropriate KVO notification", "a value has changed without a KVO notification"),
      ("the same key that was passed in", "a key is declared to depend on itself"),
      ("is not supported. Key path:", "an array cannot be observed"),
    ]
    if let short = known.first(where: { reason.contains($0.0) }) { return short.1 }
    // The first sentence, without the sender in brackets.
    var text = reason.split(separator: "\n").first.map(String.init) ?? ""
    if let end = text.range(of: "]: ") { text = String(text[end.upperBound...]) }
    if let end = text.range(of: ". ") { text = String(text[..<end.lowerBound]) }
    return text.trimmingCharacters(in: ["'", ".", " "])
  }
}
