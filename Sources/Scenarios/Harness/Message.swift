import Foundation
package import RawObserving

/// The parts of a last message that are the same in every run.
package struct Message: Hashable, Sendable {
  /// Parts of the text, in their order; none for a process that ends without a message. They are stored first:
  /// `Expectation` keeps its case in unused bits of a later field, and an array reference with such a bit looks like a
  /// leak to LeakSanitizer.
  package let parts: [String]
  /// The rule that was broken; nil if the process dies of something else.
  let violation: Violation.ID?
  /// How the message differs elsewhere, or how to tell pitfalls with this message apart.
  package let hint: String?

  package init(_ violation: Violation.ID?, _ parts: String..., hint: String? = nil) {
    self.violation = violation
    self.parts = parts
    self.hint = hint
  }

  /// The message as one line, with dots for what differs from run to run.
  package var text: String { exception.map { "\($0): \(words)" } ?? words }

  /// The name of the exception; nil if it is none of Apple's.
  package var exception: String? { violation?.exception }

  /// The parts of the text, with dots in between.
  package var words: String { parts.isEmpty ? "(no message)" : parts.joined(separator: " … ") }

  /// Whether a process that broke this rule, or none, ended with this message.
  package func matches(_ violation: Violation.ID?, _ text: String) -> Bool {
    violation == self.violation && isFound(in: text)
  }

  /// Whether a process printed this message.
  package func isFound(in text: String) -> Bool {
    if parts.isEmpty { return text.isEmpty }
    if let exception, !text.contains("uncaught exception '\(exception)'") { return false }
    var rest = text[...]
    for part in parts {
      guard let found = rest.range(of: part) else { return false }
      rest = rest[found.upperBound...]
    }
    return true
  }
}

extension Message {
  package static let stillRegistered = Message(
    .deallocatedWhileObserved, "was deallocated while key value observers were still registered with it",
    hint:
      "If the observer's address is that of the instance, it observed itself: LIF-5. Through a mediator the addresses "
      + "differ all the same: MED-2.")
  package static let notRegistered = Message(
    .notRegistered, "Cannot remove an observer", "because it is not registered as an observer")
  package static let executorCheck = Message(
    nil,
    hint:
      "The stack ends in `dispatch_assert_queue_fail`, called by `assumeIsolated` and the callback. It is the same on "
      + "Apple's systems, whose reports say \"BUG IN CLIENT OF LIBDISPATCH\".")
  package static let stackOverflow = Message(
    nil,
    hint:
      "The stack is full of frames named \"reabstraction thunk helper\". On Apple's systems the report says "
      + "EXC_BAD_ACCESS, and names the guard page of the stack.")
  package static let notHandled = Message(.notHandled, "message was received but not handled")
  package static let messageToDeallocated = Message(
    .messageToDeallocated, "message sent to deallocated instance",
    hint: "On Apple's systems these words come only with zombie objects enabled. Otherwise the process ends with "
      + "EXC_BAD_ACCESS in objc_msgSend, or in a method of another object.")
  package static let changedBeforeUpdate = Message(
    .changedUnannounced, "Cannot update for observer",
    "has changed without an appropriate KVO notification being sent")
  package static let changedBeforeRemoval = Message(
    .changedUnannounced, "Cannot remove an observer",
    "has changed without an appropriate KVO notification being sent")
  package static let dependsOnItself = Message(
    .dependsOnItself, "returned a set that includes the same key that was passed in")
  package static let collectionObserved = Message(.unsupportedKeyPath, "is not supported. Key path:")
  package static let outOfRange = Message(.indexesOutOfRange, "are out of range")
  package static let noSuchKey = Message(
    .undefinedKeyObserved, "was sent to an object that is not KVC-compliant for the")
}
