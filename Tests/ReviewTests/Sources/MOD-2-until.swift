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

final class Emptied {
  var tokens = Set<NSKeyValueObservation>()
  var other: NSKeyValueObservation?

  func follow(_ progress: Progress) {
    tokens.insert(progress.observe(\.isFinished) { _, _ in print(self) })  // may
    other = progress.observe(\.isFinished) { _, _ in print(self) }  // may
  }

  func stop() {
    tokens = Set<NSKeyValueObservation>()
    other = .none
  }
}
