// A callback on the wrong thread
//
// A bar shows how many percent of a download have arrived. The main thread opens the bar, and the network thread sets the
// percentage. A display may be used from the main thread only. With this code the bar uses it from the network thread.
//
// Make the bar show every percentage, in order and on the main thread. After the bar is closed, it is deallocated.

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
      display.show(download.percent)
    }
  }

  @MainActor static func openBar(for download: Download, on display: Display) -> Bar { Bar(for: download, on: display) }
}
