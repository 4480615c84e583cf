/// A rule of key-value observing that was broken.
///
/// Every check of the module throws one of these; the public calls hand it to ``terminate(_:)``. Names and reasons
/// keep Apple's wording, because that is what people search for.
package enum Violation: Error {
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
  case eraAlreadyFixed(Era, asked: Era)
  case invalidArgument(String)

  /// The value of the key is none that has such elements.
  static func notACollection(_ value: Any?, expected: String, key: String, object: KeyValueObject) -> Violation {
    .notACollection(
      key: key, object: describe(object), expected: expected, found: value.map { "\(type(of: $0))" } ?? "nil")
  }

  /// The value of the key has no elements at those indexes.
  static func indexesOutOfRange(_ indexes: RangeSet<Int>, count: Int, key: String, object: KeyValueObject) -> Violation
  {
    .indexesOutOfRange(
      key: key, object: describe(object),
      indexes: shortened(indexes.ranges.prefix(80).map { "\($0)" }.joined(separator: ", ")), count: count)
  }

  /// The exception's name, or nil where the process dies of something else.
  package var name: String? {
    switch self {
    case .notRegistered, .indexesOutOfRange: "NSRangeException"
    case .undefinedKey, .undefinedKeyObserved: "NSUnknownKeyException"
    case .nilForNonOptional, .wrongType, .unsupportedKeyPath, .malformedKeyPath, .notACollection, .foreignProperty,
      .invalidArgument:
      "NSInvalidArgumentException"
    case .deallocatedWhileObserved, .notHandled, .changedUnannounced, .dependsOnItself, .namesUnavailable,
      .wrapperReplaced, .endlessCallbacks, .eraAlreadyFixed:
      "NSInternalInconsistencyException"
    case .messageToDeallocated: nil
    }
  }

  /// What happened, and where it helps, what to do.
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
      """
      -[\(className) \(callbackSelector)]: message sent to deallocated instance \(address)
      Key path: \(keyPath)\nObserved object: \(object)
      """
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
      Passed-in key: \(shortened(key))\nReturned key path set: {(
      \(paths.map { "    \(shortened($0))" }.joined(separator: "\n"))\n)}
      """
    case .indexesOutOfRange(let key, let object, let indexes, let count):
      "The value for the key \"\(key)\" of \(object) has \(count) elements, and the indexes \(indexes) are "
        + "out of range. Pass the indexes of the elements that change."
    case .notACollection(let key, let object, let expected, let found):
      "The value for the key \"\(key)\" of \(object) is \(found), not \(expected). Set it, or announce its "
        + "change, as a whole."
    case .namesUnavailable(let className):
      "The properties of \(className) have no names at run time. If the class conforms to CustomReflectable, list them in "
        + "unlistedProperties. If the program was built with -disable-reflection-metadata, build it without."
    case .foreignProperty(let object):
      "[\(object)]: the key path leads to a property of another object. Write a $ before each property: \\.$clock.$date."
    case .wrapperReplaced(let key, let object):
      "Another wrapper has been assigned to the property \"\(key)\" of \(object), and its observers are "
        + "registered with the one before. Assign to _\(key).storedValue instead of _\(key)."
    case .endlessCallbacks(let object, let depth):
      "A change of \(object) was made inside a callback, that inside another, and so on: \(depth) callbacks are "
        + "under way on this thread. A handler that sets what it observes has to stop: compare the values first."
    case .eraAlreadyFixed(let fixed, let asked):
      "The era of this process is \(fixed) already and cannot become \(asked). Choose it before anything is "
        + "observed."
    case .invalidArgument(let reason): reason
    }
  }

  /// What a process that dies of this prints.
  package var report: String {
    guard let name else { return "*** \(reason)" }
    return "*** Terminating app due to uncaught exception '\(name)', reason: '\(reason)'"
  }

  /// What Apple's message adds where a key path starts with the key.
  private static let neverViceVersa =
    " The property identified by the key path already depends on the property identified by the key, never vice versa."
  /// The call that most paths are given to.
  static let adding = "addObserver:forKeyPath:options:context:"
  private var callbackSelector: String { "observeValueForKeyPath:ofObject:change:context:" }
}

/// Text from a caller, no longer than a message can bear.
func shortened(_ text: String) -> String {
  let most = 80
  if text.unicodeScalars.dropFirst(most).isEmpty { return text }
  return String(text.unicodeScalars.prefix(most)) + "…"
}
