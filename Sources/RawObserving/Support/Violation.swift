/// A broken rule of key-value observing.
///
/// Every check of the module throws one of these, and the public calls pass it to ``terminate(_:)``. Where Apple's
/// systems raise an exception, its name and reason keep Apple's wording, because that is what people search for. The cases
/// are `indirect` so that a thrown one is one pointer: changes nest, and their frames share a stack of 512 kB.
package indirect enum Violation: Error {
  case notRegistered(observer: String, keyPath: String, object: String)
  case deallocatedWhileObserved(object: String, className: String, leftovers: [String])
  case notHandled(observer: String, keyPath: String, object: String, change: String, context: String)
  case messageToDeallocated(className: String, address: String, keyPath: String, object: String)
  case undefinedKey(String, object: String, access: String)
  case undefinedKeyObserved(String, call: String)
  case nilForNonOptional(key: String, object: String)
  case wrongType(key: String, object: String, expected: String, found: String)
  case unsupportedKeyPath(String, object: String, access: String = Self.adding)
  case malformedKeyPath(String, object: String, reason: String)
  case changedUnannounced(
    verb: String, observer: String, keyPath: String, object: String, key: String, className: String)
  case dependsOnItself(String, className: String, paths: [String])
  case indexesOutOfRange(key: String, object: String, indexes: String, count: Int)
  case notACollection(key: String, object: String, expected: String, found: String)
  case namesUnavailable(className: String)
  case foreignProperty(String)
  case wrapperReplaced(key: String, object: String)
  case endlessCallbacks(object: String, depth: Int)
  case overlap(String)
  case undeclared(String)
  case eraAlreadyFixed(String, asked: String)
  case invalidArgument(String)

  /// The violation of treating a value as a collection that it is not.
  static func notACollection(_ value: Any?, expected: String, key: String, object: AnyObject) -> Violation {
    .notACollection(
      key: key, object: describe(object), expected: expected, found: value.map { "\(type(of: $0))" } ?? "nil")
  }

  /// The violation of indexes beyond the end of an array.
  static func indexesOutOfRange(_ indexes: RangeSet<Int>, count: Int, key: String, object: AnyObject) -> Violation {
    .indexesOutOfRange(
      key: key, object: describe(object),
      indexes: shortened(indexes.ranges.prefix(80).map { "\($0)" }.joined(separator: ", ")), count: count)
  }

  /// The exception's name; nil if Apple's systems raise no exception here.
  package var name: String? {
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

  /// What happened and, if it helps, what to do.
  package var reason: String {
    switch self {
    case .notRegistered(let observer, let keyPath, let object):
      "Cannot remove an observer \(observer) for the key path \"\(keyPath)\" from \(object) because it is "
        + "not registered as an observer."
    case .deallocatedWhileObserved(let object, let className, let leftovers):
      """
      An instance \(object) of class \(className) was deallocated while key value observers were \
      still registered with it. Current observation info: <\(leftovers.count) registered> (
      \(leftovers.joined(separator: "\n"))
      )
      """
    case .notHandled(let observer, let keyPath, let object, let change, let context):
      """
      \(observer): An -\(callbackSelector) message was received but not handled.
      Key path: \(keyPath)
      Observed object: \(object)
      Change: \(change)
      Context: \(context)
      """
    case .messageToDeallocated(let className, let address, let keyPath, let object):
      "-[\(className) \(callbackSelector)]: message sent to deallocated instance \(address)\nKey path: \(keyPath)\n"
        + "Observed object: \(object)"
    case .undefinedKey(let key, let object, let access):
      "[\(object) \(access)]: this class is not key value coding-compliant for the key \(shortened(key))."
    case .undefinedKeyObserved(let key, let call):
      "[\(call)] was sent to an object that is not KVC-compliant for the \"\(shortened(key))\" property."
    case .nilForNonOptional(let key, let object):
      "[\(object) setNilValueForKey]: could not set nil as the value for the key \(shortened(key))."
    case .wrongType(let key, let object, let expected, let found):
      "[\(object) setValue:forKey:]: the key \(key) holds \(expected), and the value is \(found). Pass "
        + "\(expected)."
    case .unsupportedKeyPath(let keyPath, let object, let access):
      "[\(object) \(access)] is not supported. Key path: \(keyPath). \(access == Self.adding ? "Observe" : "Name")"
        + " a property of an object."
    case .malformedKeyPath(let keyPath, let object, let reason):
      "[\(object)]: the key path \"\(shortened(keyPath))\" cannot be used: \(reason). Name one property "
        + "after another, with a dot in between."
    case .changedUnannounced(let verb, let observer, let keyPath, let object, let key, let className):
      "Cannot \(verb) observer \(observer) for the key path \"\(keyPath)\" from \(object), most likely "
        + "because the value for the key \"\(key)\" has changed without an appropriate KVO notification being "
        + "sent. Check the KVO-compliance of the \(className) class."
    case .dependsOnItself(let key, let className, let paths):
      """
      \(className): A +keyPathsForValuesAffectingValueForKey: message returned a set that includes \
      \(paths.contains(key) ? "" : "a key path that starts with ")the same key that was passed in, which is not valid.\
      \(paths.contains(key) ? "" : Self.neverViceVersa)
      Passed-in key: \(shortened(key))
      Returned key path set: {(
      \(paths.map { "    \(shortened($0))" }.joined(separator: "\n"))
      )}
      """
    case .indexesOutOfRange(let key, let object, let indexes, let count):
      "The value for the key \"\(key)\" of \(object) has \(count) elements, and the indexes \(indexes) are "
        + "out of range. Pass the indexes of the elements that change."
    case .notACollection(let key, let object, let expected, let found):
      "The value for the key \"\(key)\" of \(object) is \(found), not \(expected). Set it, or announce its "
        + "change, as a whole."
    case .namesUnavailable(let className):
      "Not all properties of \(className) have names at run time. If the class or a superclass conforms to "
        + "CustomReflectable, list the properties that \(className) declares in unlistedProperties. If the program was "
        + "built with -disable-reflection-metadata, build it without. If the property belongs to another object, write a "
        + "$ before each property: \\.$clock.$date."
    case .foreignProperty(let object):
      "[\(object)]: the key path leads to a property of another object. Write a $ before each property: \\.$clock.$date."
    case .wrapperReplaced(let key, let object):
      "Another wrapper has been assigned to the property \"\(key)\" of \(object), and its observers are "
        + "registered with the one before. Assign to _\(key).storedValue instead of _\(key)."
    case .endlessCallbacks(let object, let depth):
      "A change of \(object) was made inside a callback, that inside another, and so on: \(depth) callbacks are "
        + "under way on this thread. That is the limit. If a handler sets what it observes, compare the values first. If "
        + "the chain would end by itself, make one of its changes after the callback has returned, in a task or on a queue."
    case .overlap(let type):
      "Overlapping accesses to an observed property of type \(type): it is read or changed while it is being changed. "
        + "Read it before that change begins, or after it has ended."
    case .eraAlreadyFixed(let fixed, let asked):
      "The era of this process is \(fixed) already and cannot become \(asked). Choose it before anything is "
        + "observed."
    case .invalidArgument(let reason), .undeclared(let reason): reason
    }
  }

  /// The text that the process prints before it ends. It has the form of Apple's log only if Apple's systems raise an
  /// exception here too.
  package var report: String {
    guard let name else { return "*** RawObserving: \(reason)" }
    return "*** Terminating app due to uncaught exception '\(name)', reason: '\(reason)'"
  }

  /// What Apple's message adds if a key path starts with the key.
  private static let neverViceVersa =
    " The property identified by the key path already depends on the property identified by the key, never vice versa."
  /// The call that most paths are passed to.
  static let adding = "addObserver:forKeyPath:options:context:"
  private var callbackSelector: String { "observeValueForKeyPath:ofObject:change:context:" }
}

/// Text from a caller, cut to a length that is readable in a message.
func shortened(_ text: String) -> String {
  let most = 80
  if text.unicodeScalars.dropFirst(most).isEmpty { return text }
  return String(text.unicodeScalars.prefix(most)) + "…"
}
