import RawObserving

/// A list whose class declares what cannot be, and properties that are set in ways of their own.
final class BookShelf: KeyValueObject {
  @Observed var titles: [String] = []
  @Observed var tags: Set<String> = []
  @Observed var mixed: [Any] = []
  @Observed var nodes: [Node] = []
  @Observed var number = 0
  @Observed var count: Int?

  /// Set as a whole, through a setter.
  var upper: [String] {
    get { titles.map { $0.uppercased() } }
    set { titles = newValue.map { $0.lowercased() } }
  }

  /// Stored elsewhere, and reached through the two methods below.
  private(set) var hidden: [Int] = []

  override class var computedKeys: [ComputedKey] {
    super.computedKeys + [ComputedKey("upper", \BookShelf.upper, dependsOn: \.$titles)]
  }

  override func value(forKey key: String) -> Any? {
    key == "hidden" ? hidden : super.value(forKey: key)
  }

  override func setValue(_ value: Any?, forKey key: String) {
    if key == "hidden", let value = value as? [Int] {
      hidden = value
    } else {
      super.setValue(value, forKey: key)
    }
  }
}
