import UIKit

final class Cell: UIView {
  let progress = Progress()
  var text = ""
  private var token: NSKeyValueObservation?

  func follow() {
    token = progress.observe(\.fractionCompleted) { _, _ in self.text = "" }  // may
  }

  func stop() { token = nil }
}
