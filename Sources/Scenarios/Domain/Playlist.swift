import RawObserving

/// What somebody wants to hear.
class Playlist: KeyValueObject {
  /// The titles, in the order they are played.
  @Observed var tracks: [String] = []
  /// What it is good for, in no order.
  @Observed var tags: Set<String> = []
}
