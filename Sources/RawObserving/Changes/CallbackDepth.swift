/// The number of callbacks that are under way on this thread, each inside the previous one.
///
/// A handler that always sets the property it observes would otherwise overflow the stack, which ends the process
/// without a message.
enum CallbackDepth {
  /// Far more than a chain of dependent properties needs, and few enough for a stack of 2 MB in a debug build.
  static let most = 250

  private static let depth = ThreadInteger()

  /// Runs callbacks of a change of the object, one level deeper.
  static func nested(in object: KeyValueObject, _ callbacks: () -> Void) {
    let before = depth.value
    if before >= most { terminate(.endlessCallbacks(object: describe(object), depth: most)) }
    depth.value = before + 1
    defer { depth.value = before }
    callbacks()
  }
}
