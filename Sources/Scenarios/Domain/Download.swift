import RawObserving

/// A file that arrives over the network, piece by piece.
class Download: KeyValueObject {
  /// How many bytes have arrived.
  @Observed var receivedBytes = 0
}
