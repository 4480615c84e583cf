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

class Screen: UIViewController {
  var token: NSKeyValueObservation?
  func follow(_ progress: Progress) {
    token = progress.observe(\.isFinished) { _, _ in print(self) }  // may
  }
}

final class LeavingScreen: Screen {
  override func viewDidDisappear(_ animated: Bool) { self.token = nil }
}

// Near miss: it lives as long as the program.
final class Central {
  static var current: Central?
  var token: NSKeyValueObservation?
  func follow(_ progress: Progress) { token = progress.observe(\.isFinished) { _, _ in print(self) } }
}
