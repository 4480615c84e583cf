import RawObserving

/// Tracks that came out together. The tracks are objects of their own, which change by themselves.
class Album: KeyValueObject {
  @Observed var tracks: [Track] = []
}
