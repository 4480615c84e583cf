import RawObserving

/// Tracks that were released together. Each track is an object, and can change by itself.
class Album: KeyValueObject {
  @Observed var tracks: [Track] = []
}
