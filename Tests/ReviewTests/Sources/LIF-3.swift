import UIKit

final class Tinted: UIView {
  func follow() {
    UserDefaults.standard.addObserver(self, forKeyPath: "tint", options: [.new], context: nil)  // finds
    Settings.shared.addObserver(self, forKeyPath: "size", options: [.new], context: nil)  // finds
  }
}

// Near miss.
final class Cleared: UIView {
  func follow() { UserDefaults.standard.addObserver(self, forKeyPath: "tint", options: [.new], context: nil) }
  deinit { UserDefaults.standard.removeObserver(self, forKeyPath: "tint") }
}
