public import RawObserving

/// A document of a word processor.
public final class TextDocument: KeyValueObject {
  /// The title, as a window shows it.
  @Observed public var title: String
  /// How many pages have been printed.
  @Observed public var printedPages = 0

  /// Creates a document with that title.
  public init(title: String) {
    self.title = title
    super.init()
  }
}
