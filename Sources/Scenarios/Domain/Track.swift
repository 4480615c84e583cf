import RawObserving

/// A track, and the line that a player shows for it.
class Track: KeyValueObject {
  @Observed var title = ""
  @Observed var artist = ""
  /// How many seconds it lasts.
  @Observed var seconds = 0

  var line: String { "\(title) by \(artist)" }
  var lineProperty: Property<String> { computed(\Track.line) }

  override class var computedKeys: [ComputedKey] {
    super.computedKeys + [ComputedKey("line", \Track.line, dependsOn: \.$title, \.$artist)]
  }
}
