internal import RawObserving

/// A line on standard error, in debug builds, about what is allowed and seldom meant. Each is said once.
package enum Remark {
  #if DEBUG
    private static let said = Locked<Set<String>>([])
    private static let isOff = Locked(false)
  #endif

  /// Says nothing from now on, or says what has been said once more. For the course, which makes these mistakes on
  /// purpose.
  package static func setOff(_ isOff: Bool) {
    #if DEBUG
      Self.isOff.withLock { $0 = isOff }
      said.withLock { $0 = [] }
    #endif
  }

  /// An observation was dropped as a duplicate, and the caller has not said that this is meant.
  static func dropped(_ record: Record, for first: Record, of object: KeyValueObject) {
    say(once: "\(record.place) \(first.place)") {
      let observer = record.observer.map(describe) ?? "an observer that is gone"
      let begun = "\(observer) observes \(record.keyPath) of \(describe(object)) since \(first.place)"
      let dropped =
        "\(record.place)" == "\(first.place)" ? "that line observes it again, which" : "what \(record.place) adds"
      return """
        \(begun); \(dropped) is dropped, and its handler is never called.
            Write duplicates: .add to keep both, .replace to keep the later one, or .ignoreInSilence. What is used again,
            such as a cell, keeps scoped().
        """
    }
  }

  /// An object observes itself through its own controller, which retains what it observes.
  static func retainsItself(_ object: KeyValueObject, _ record: Record) {
    say(once: "\(record.place)") {
      """
      \(describe(object)) observes \(record.keyPath) of itself through kvoController, at \(record.place). That \
      retains it, so it is not deallocated until that ends.
          Use kvoControllerLifetimeBound.
      """
    }
  }

  /// Another of an object's own controllers observes what was to be unobserved through the one with that name.
  static func isObserved(
    by other: String, andNot name: String, _ path: KeyPathString?, of object: KeyValueObject, _ observer: AnyObject
  ) {
    say(once: "\(type(of: observer)) \(name) \(other) \(path?.description ?? "")") {
      let what = path.map { "\($0) of \(describe(object))" } ?? describe(object)
      return """
        Unobserving through \(name) ended nothing; \(describe(observer)) observes \(what) through \(other).
            Unobserve through that one.
        """
    }
  }

  private static func say(once key: @autoclosure () -> String, _ text: () -> String) {
    #if DEBUG
      let key = key()
      if isOff.withLock({ $0 }) || !said.withLock({ $0.insert(key).inserted }) { return }
      warn("*** ManagedObserving: \(text())")
    #endif
  }
}
