import RawObserving

/// A list of tracks.
class Playlist: KeyValueObject {
  /// The titles, in the order they are played.
  @Observed var tracks: [String] = []
  /// The tags, in no order.
  @Observed var tags: Set<String> = []
}
