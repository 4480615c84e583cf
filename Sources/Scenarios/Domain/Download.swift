import RawObserving

/// Something that arrives over the network, piece by piece.
class Download: KeyValueObject {
  /// How much of it is here.
  @Observed var receivedBytes = 0
}
