import Harness
import RawObserving

/// A file that arrives over the network, piece by piece.
class Download: KeyValueObject {
  /// How many bytes have arrived.
  @Observed var receivedBytes = 0
}

/// Sets the bytes of a download on the network thread, and waits for its end.
func setBytes(of download: Shared<Download>, _ story: Story) {
  onAnotherThread(named: "network") {
    story.say("the bytes are set on the \(threadName) thread")
    download.object.receivedBytes = 512
  }
}
