import Foundation

/// The parts of a last message that are the same in every run.
struct Message: Hashable, Sendable {
  /// Parts of the text, in their order; none for a process that ends without a message. They are stored first:
  /// `Expectation` keeps its case in unused bits of a later field, and an array reference with such a bit looks like a
  /// leak to LeakSanitizer.
  let parts: [String]
  /// The exception's name; nil if the process dies of something else.
  let exception: String?
  /// How the message differs elsewhere, or how to tell pitfalls with this message apart.
  let hint: String?

  init(_ exception: String?, _ parts: String..., hint: String? = nil) {
    self.exception = exception
    self.parts = parts
    self.hint = hint
  }

  /// The message as one line, with dots for what differs from run to run.
  var text: String { exception.map { "\($0): \(words)" } ?? words }

  /// The parts of the text, with dots in between.
  var words: String { parts.isEmpty ? "(no message)" : parts.joined(separator: " … ") }

  /// Whether a process printed this message.
  func isFound(in text: String) -> Bool {
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
  static let stillRegistered = Message(
    "NSInternalInconsistencyException", "was deallocated while key value observers were still registered with it",
    hint:
      "If the observer's address is that of the instance, it observed itself: LIF-5. Through a mediator the addresses "
      + "differ all the same: MED-2.")
  static let notRegistered = Message(
    "NSRangeException", "Cannot remove an observer", "because it is not registered as an observer")
  static let executorCheck = Message(
    nil,
    hint:
      "The stack ends in `dispatch_assert_queue_fail`, called by `assumeIsolated` and the callback. It is the same on "
      + "Apple's systems, whose reports say \"BUG IN CLIENT OF LIBDISPATCH\".")
  static let notHandled = Message("NSInternalInconsistencyException", "message was received but not handled")
  static let messageToDeallocated = Message(
    nil, "message sent to deallocated instance",
    hint: "On Apple's systems these words come only with zombie objects enabled. Otherwise the process ends with "
      + "EXC_BAD_ACCESS in objc_msgSend, or in a method of another object.")
  static let changedBeforeUpdate = Message(
    "NSInternalInconsistencyException", "Cannot update for observer",
    "has changed without an appropriate KVO notification being sent")
  static let changedBeforeRemoval = Message(
    "NSInternalInconsistencyException", "Cannot remove an observer",
    "has changed without an appropriate KVO notification being sent")
  static let dependsOnItself = Message(
    "NSInternalInconsistencyException", "returned a set that includes the same key that was passed in")
  static let collectionObserved = Message("NSInvalidArgumentException", "is not supported. Key path:")
  static let outOfRange = Message("NSRangeException", "are out of range")
  static let noSuchKey = Message("NSUnknownKeyException", "was sent to an object that is not KVC-compliant for the")
}
