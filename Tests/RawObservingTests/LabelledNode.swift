import RawObserving

/// A node with keys that depend on others. None of them is stored: each is read by name through the
/// override of `value(forKey:)`.
class LabelledNode: Node {
  @Observed var flagB: String?

  /// Automatic notification is off, and it is not announced by hand.
  @Observed var silentChild: Node?

  /// `text` in brackets; nil while that is nil.
  var label: String? { text.map { "[\($0)]" } }

  /// The label, decorated again.
  var banner: String? { label.map { "*\($0)*" } }

  /// The child under another name.
  var childAlias: Node? { child }

  /// Whether both flags are up.
  var both: Bool { flagA != nil && flagB != nil }

  override class func keyPathsForValuesAffectingValue(forKey key: String) -> Set<String> {
    switch key {
    case "label": ["text"]
    case "banner": ["label"]
    case "childAlias": ["child"]
    case "both": ["flagA", "flagB"]
    case "shout": ["label", "text"]
    case "childLabel": ["child.label"]
    case "childOrText": ["child", "child.text"]
    default: super.keyPathsForValuesAffectingValue(forKey: key)
    }
  }

  override class func automaticallyNotifiesObservers(forKey key: String) -> Bool {
    key == "silentChild" ? false : super.automaticallyNotifiesObservers(forKey: key)
  }

  override func value(forKey key: String) -> Any? {
    switch key {
    case "label": label
    case "banner": banner
    case "childAlias": childAlias
    case "both": both
    case "shout": label.map { $0 + (text ?? "") + "!" }
    case "childLabel": child?.value(forKey: "label")
    case "childOrText": child?.text
    default: super.value(forKey: key)
    }
  }

  /// Replaces the silent child as a class should.
  func replaceSilentChild(by other: Node?) {
    willChangeValue(forKey: "silentChild")
    silentChild = other
    didChangeValue(forKey: "silentChild")
  }
}
