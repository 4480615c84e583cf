import Foundation

final class Listener {
  var count = 0

  func listen() {
    NotificationCenter.default.addObserver(forName: .NSThreadWillExit, object: nil, queue: nil) { _ in  // may
      self.count += 1
    }
    // Near miss.
    NotificationCenter.default.addObserver(forName: .NSThreadWillExit, object: nil, queue: nil) { [weak self] _ in
      self?.count += 1
    }
  }
}
