import UIKit

class Base: UIView {
  let progress = Progress()
  func begin() { progress.addObserver(self, forKeyPath: "isFinished", options: [], context: nil) }
  deinit { progress.removeObserver(self, forKeyPath: "isFinished") }
  override func observeValue(
    forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?, context: UnsafeMutableRawPointer?
  ) {
    setNeedsDisplay()
  }
}

final class Dropping: Base {
  override func observeValue(  // finds
    forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?, context: UnsafeMutableRawPointer?
  ) {
    setNeedsLayout()
  }
}

// Near miss.
final class Passing: Base {
  override func observeValue(
    forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?, context: UnsafeMutableRawPointer?
  ) {
    if keyPath == "bounds" { return setNeedsLayout() }
    super.observeValue(forKeyPath: keyPath, of: object, change: change, context: context)
  }
}

// Near miss: the superclass leaves the method to its subclasses.
class Template: UIView {
  let progress = Progress()
  func begin() { progress.addObserver(self, forKeyPath: "isPaused", options: [], context: nil) }
  deinit { progress.removeObserver(self, forKeyPath: "isPaused") }
  override func observeValue(
    forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?, context: UnsafeMutableRawPointer?
  ) {
    // Subclasses say what happens.
  }
}

final class Filled: Template {
  override func observeValue(
    forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?, context: UnsafeMutableRawPointer?
  ) {
    setNeedsLayout()
  }
}
