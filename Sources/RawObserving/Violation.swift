// `stdout` of Glibc and of Musl is a variable to Swift, and nothing assigns it; hence @preconcurrency. Darwin's is
// none.
#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  @unsafe @preconcurrency import Musl
#elseif canImport(Glibc)
  @unsafe @preconcurrency import Glibc
#else
  #error("RawObserving needs the C library of Darwin, Glibc or Musl")
#endif

/// A broken rule of key-value observing.
///
/// Most checks throw one of these, and the public calls pass it to ``terminate(_:)``. Where Apple's systems raise an
/// exception, its name and reason keep Apple's wording, because that is what people search for. It is a class so that a
/// thrown one is one pointer: changes nest, and their frames share a stack of 512 kB.
package final class Violation: Error {
  /// Which rule was broken. What reports an end, or tells ends apart, uses this; only what reads logs has the text alone.
  package enum ID: String, CaseIterable, Codable, Sendable {
    case notRegistered, deallocatedWhileObserved, notHandled, messageToDeallocated
    case undefinedKey, undefinedKeyObserved, nilForNonOptional, wrongType, unsupportedKeyPath, malformedKeyPath
    case changedUnannounced, dependsOnItself, indexesOutOfRange, notACollection, namesUnavailable, foreignProperty
    case wrapperReplaced, endlessCallbacks, overlap, undeclared, eraAlreadyFixed, invalidArgument

    /// The name of the exception; nil if Apple's systems raise none here.
    package var exception: String? {
      switch self {
      case .notRegistered, .indexesOutOfRange: "NSRangeException"
      case .undefinedKey, .undefinedKeyObserved: "NSUnknownKeyException"
      case .nilForNonOptional, .unsupportedKeyPath, .malformedKeyPath, .notACollection, .invalidArgument:
        "NSInvalidArgumentException"
      case .deallocatedWhileObserved, .notHandled, .changedUnannounced, .dependsOnItself:
        "NSInternalInconsistencyException"
      case .messageToDeallocated, .overlap, .wrapperReplaced, .endlessCallbacks, .undeclared, .wrongType,
        .namesUnavailable, .foreignProperty, .eraAlreadyFixed:
        nil
      }
    }
  }

  package let id: ID
  /// What happened and, if it helps, what to do.
  package let reason: String

  /// What Apple's exception does not say: which controller an observation belongs to, and what to write. Nil for
  /// nothing.
  private let advice: String?

  private init(_ id: ID, _ reason: String, advice: String? = nil) {
    (self.id, self.reason, self.advice) = (id, reason, advice)
  }

  /// The text that the process prints before it ends: what is raised, and the advice.
  package var report: String { [raised, advice].compactMap(\.self).joined(separator: "\n") }

  /// What is raised. It has the form of Apple's log only if Apple's systems raise an exception here too.
  package var raised: String {
    guard let exception = id.exception else { return "*** RawObserving: \(reason)" }
    return "*** Terminating app due to uncaught exception '\(exception)', reason: '\(reason)'"
  }

  /// The call that most paths are passed to.
  static let adding = "addObserver:forKeyPath:options:context:"
  private static let callback = "observeValueForKeyPath:ofObject:change:context:"
}

extension Violation {
  static func notRegistered(observer: String, keyPath: String, object: String) -> Violation {
    Violation(
      .notRegistered,
      "Cannot remove an observer \(observer) for the key path \"\(keyPath)\" from \(object) because it is "
        + "not registered as an observer.")
  }

  static func deallocatedWhileObserved(object: String, className: String, leftovers: [String], advice: String?)
    -> Violation
  {
    Violation(
      .deallocatedWhileObserved,
      """
      An instance \(object) of class \(className) was deallocated while key value observers were \
      still registered with it. Current observation info: <\(leftovers.count) registered> (
      \(leftovers.joined(separator: "\n"))
      )
      """, advice: advice)
  }

  static func messageToDeallocated(className: String, address: String, keyPath: String, object: String) -> Violation {
    Violation(
      .messageToDeallocated,
      "-[\(className) \(callback)]: message sent to deallocated instance \(address)\nKey path: \(keyPath)\n"
        + "Observed object: \(object)")
  }

  static func notHandled(observer: String, keyPath: String, object: String, change: String, context: String)
    -> Violation
  {
    Violation(
      .notHandled,
      """
      \(observer): An -\(callback) message was received but not handled.
      Key path: \(keyPath)
      Observed object: \(object)
      Change: \(change)
      Context: \(context)
      """)
  }

  static func undefinedKey(_ key: String, object: String, access: String) -> Violation {
    Violation(
      .undefinedKey,
      "[\(object) \(access)]: this class is not key value coding-compliant for the key \(shortened(key)).")
  }

  static func undefinedKeyObserved(_ key: String, call: String) -> Violation {
    Violation(
      .undefinedKeyObserved,
      "[\(call)] was sent to an object that is not KVC-compliant for the \"\(shortened(key))\" property.")
  }

  static func nilForNonOptional(key: String, object: String) -> Violation {
    Violation(
      .nilForNonOptional,
      "[\(object) setNilValueForKey]: could not set nil as the value for the key \(shortened(key)).")
  }

  static func wrongType(key: String, object: String, expected: String, found: String) -> Violation {
    Violation(
      .wrongType,
      "[\(object) setValue:forKey:]: the key \(key) holds \(expected), and the value is \(found). Pass \(expected).")
  }

  static func unsupportedKeyPath(_ keyPath: String, object: String, access: String = adding) -> Violation {
    Violation(
      .unsupportedKeyPath,
      "[\(object) \(access)] is not supported. Key path: \(keyPath). \(access == adding ? "Observe" : "Name") a "
        + "property of an object.")
  }

  static func malformedKeyPath(_ keyPath: String, object: String, reason: String) -> Violation {
    Violation(
      .malformedKeyPath,
      "[\(object)]: the key path \"\(shortened(keyPath))\" cannot be used: \(reason). Name one property "
        + "after another, with a dot in between.")
  }

  static func changedUnannounced(
    verb: String, observer: String, keyPath: String, object: String, key: String, className: String
  ) -> Violation {
    Violation(
      .changedUnannounced,
      "Cannot \(verb) observer \(observer) for the key path \"\(keyPath)\" from \(object), most likely "
        + "because the value for the key \"\(key)\" has changed without an appropriate KVO notification being "
        + "sent. Check the KVO-compliance of the \(className) class.")
  }

  static func dependsOnItself(_ key: String, className: String, paths: [String]) -> Violation {
    let isDirect = paths.contains(key)
    let (what, why) =
      isDirect
      ? ("the same key", "")
      : (
        "a key path that starts with the same key",
        " The property identified by the key path already depends on the property identified by the key, never vice "
          + "versa."
      )
    return Violation(
      .dependsOnItself,
      """
      \(className): A +keyPathsForValuesAffectingValueForKey: message returned a set that includes \(what) that was \
      passed in, which is not valid.\(why)
      Passed-in key: \(shortened(key))
      Returned key path set: {(
      \(paths.map { "    \(shortened($0))" }.joined(separator: "\n"))
      )}
      """)
  }

  static func indexesOutOfRange(_ indexes: RangeSet<Int>, count: Int, key: String, object: AnyObject) -> Violation {
    let indexes = shortened(indexes.ranges.prefix(80).map { "\($0)" }.joined(separator: ", "))
    return indexesOutOfRange(indexes, count: count, key: key, object: object)
  }

  static func indexesOutOfRange(_ indexes: String, count: Int, key: String, object: AnyObject) -> Violation {
    Violation(
      .indexesOutOfRange,
      "The value for the key \"\(key)\" of \(describe(object)) has \(count) elements, and the indexes \(indexes) are "
        + "out of range. Pass the indexes of the elements that change.")
  }

  static func notACollection(_ value: Any?, expected: String, key: String, object: AnyObject) -> Violation {
    let found = value.map { "\(type(of: $0))" } ?? "nil"
    return Violation(
      .notACollection,
      "The value for the key \"\(key)\" of \(describe(object)) is \(found), not \(expected). Set it, or announce its "
        + "change, as a whole.")
  }

  static func namesUnavailable(className: String) -> Violation {
    Violation(
      .namesUnavailable,
      "Not all properties of \(className) have names at run time. If the class or a superclass conforms to "
        + "CustomReflectable, list the properties that \(className) declares in unlistedProperties. If the program was "
        + "built with -disable-reflection-metadata, build it without. If the property belongs to another object, write a "
        + "$ before each property: \\.$clock.$date.")
  }

  static func foreignProperty(_ object: String) -> Violation {
    Violation(
      .foreignProperty,
      "[\(object)]: the key path leads to a property of another object. Write a $ before each property: "
        + "\\.$clock.$date.")
  }

  static func wrapperReplaced(key: String, object: String) -> Violation {
    Violation(
      .wrapperReplaced,
      "Another wrapper has been assigned to the property \"\(key)\" of \(object), and its observers are "
        + "registered with the one before. Assign to _\(key).storedValue instead of _\(key).")
  }

  static func endlessCallbacks(object: String, depth: Int) -> Violation {
    Violation(
      .endlessCallbacks,
      "A change of \(object) was made inside a callback, that inside another, and so on: \(depth) callbacks are "
        + "under way on this thread. That is the limit. If a handler sets what it observes, compare the values first. If "
        + "the chain would end by itself, make one of its changes after the callback has returned, in a task or on a queue."
    )
  }

  static func overlap(_ type: String) -> Violation {
    Violation(
      .overlap,
      "Overlapping accesses to an observed property of type \(type): it is read or changed while it is being changed. "
        + "Read it before that change begins, or after it has ended.")
  }

  static func eraAlreadyFixed(_ fixed: String, asked: String) -> Violation {
    Violation(
      .eraAlreadyFixed,
      "The era of this process is \(fixed) already and cannot become \(asked). Choose it before anything is observed.")
  }

  static func undeclared(_ reason: String) -> Violation { Violation(.undeclared, reason) }

  package static func invalidArgument(_ reason: String) -> Violation { Violation(.invalidArgument, reason) }
}

/// Text from a caller, cut to a length that is readable in a message.
func shortened(_ text: String) -> String {
  let most = 80
  if text.unicodeScalars.dropFirst(most).isEmpty { return text }
  return String(text.unicodeScalars.prefix(most)) + "…"
}

/// Runs a check, and ends the process if the check throws a violation.
func enforcing<Result>(_ check: () throws(Violation) -> Result) -> Result {
  do { return try check() } catch { terminate(error) }
}

/// Prints the violation and ends the process, as an uncaught Objective-C exception does.
///
/// Standard output is flushed first, so that a reader at the other end of a pipe sees what led here.
package func terminate(_ violation: Violation) -> Never {
  EventProbe.end(with: violation)
  unsafe fflush(stdout)  // not all streams: a thread that waits for input holds the lock of its stream
  warn(violation.report)
  abort()
}

/// Prints a line to standard error, in one piece.
package func warn(_ line: String) {
  var text = Array((line + "\n").utf8)[...]
  while !text.isEmpty {
    let written = unsafe text.withUnsafeBytes { unsafe write(STDERR_FILENO, $0.baseAddress, $0.count) }
    if written < 0 && errno == EINTR { continue }
    if written <= 0 { break }
    text = text.dropFirst(written)
  }
}

/// The value as the type that an accessor or a computed key was declared for.
///
/// Ends the process if it is of another type, because the class declared the accessor for another class or for other
/// elements than its property has.
func castOrTerminate<Value>(_ value: Any) -> Value {
  guard let value = value as? Value else {
    terminate(
      .undeclared(
        "An accessor or a computed key was declared for \(Value.self), and is used with "
          + "\(type(of: value)). Declare it for that, or pass \(Value.self)."))
  }
  return value
}
