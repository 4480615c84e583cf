import RawObserving

/// The checks of FBKVOController, written as it writes them. For MED-9 and MED-10.
extension NaiveController {
  // snippet.checks
  /// Observes several key paths of an object.
  func observe(
    _ object: KeyValueObject?, keyPaths: [String], handler: @escaping () -> Void
  ) {
    assert(!keyPaths.isEmpty, "there is no key path to observe")
    guard let object else { return }
    for keyPath in keyPaths where !observes(object, keyPath) {
      observe(object, keyPath: keyPath, handler: handler)
    }
  }
  // snippet.end
}
