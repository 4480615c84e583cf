import Foundation

final class Thermostat: NSObject {
  @objc dynamic var degrees = 0

  override init() {
    super.init()
    addObserver(self, forKeyPath: "degrees", options: [], context: nil)  // may
  }
}

// Near miss.
final class Tidy: NSObject {
  @objc dynamic var degrees = 0
  func begin() { addObserver(self, forKeyPath: "degrees", options: [], context: nil) }
  deinit { removeObserver(self, forKeyPath: "degrees") }
}
