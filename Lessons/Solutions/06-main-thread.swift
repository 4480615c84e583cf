// The setter calls the observers, so the callback runs on the network thread, whichever thread added the observer.
// The value is read in the callback: by the time the main thread shows it, the download may have continued.
// The main queue keeps the order. The closure captures the display and a number, and neither bar nor download.

import Exercises
import Foundation
import ManagedObserving
import RawObserving

enum Attempt: MainThreadExercise {
  final class Bar: KeyValueObject {
    let download: Download
    let display: Display

    init(for download: Download, on display: Display) {
      (self.download, self.display) = (download, display)
      super.init()
      download.addObserver(self, forKeyPath: "percent", options: .new)
    }

    deinit { download.removeObserver(self, forKeyPath: "percent") }

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange, context: UnsafeMutableRawPointer?
    ) {
      let percent = download.percent
      DispatchQueue.main.async { [display] in display.show(percent) }
    }
  }

  @MainActor static func openBar(for download: Download, on display: Display) -> Bar { Bar(for: download, on: display) }
}
